"""The solver of all other arms: search from given and random poses, honest where it fails.

With more than six joints the solution that is nearest to the start (in the sense of least squares,
step by step) is taken from the many; with fewer than six only some poses can be reached, and the
miss says how far the best attempt is away. Without `attitude` the position alone counts.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from erfd.errors import RobotError
from erfd.motion.inverse.choice import TURN, Index, Ranges, picked
from erfd.motion.inverse.descent import Task, descend
from erfd.motion.inverse.march import march
from erfd.motion.inverse.records import Array, Branches, Fault, Way
from erfd.motion.inverse.searched_faults import THERE, few, misses, not_found, singular
from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function

STARTS = 40
DETERMINED = 6  # joints: a position and an attitude take as many
DISTINCT = 1e-3
STILL = 1e-12  # m, and of rotations
FLAT = 1e-6  # of the greatest singular value of the Jacobian: singular


class Searched:
    """Solutions by Levenberg-Marquardt; a search proves nothing about those not found."""

    exact = coded = False

    def __init__(
        self, robot: Robot, attitude: bool = True, frame: str = "tool", starts: int = STARTS
    ) -> None:
        self.ranges, self.n = Ranges(robot), len(robot.independent)
        self.starts, self.attitude = starts, attitude
        names = "forward_kinematics", "jacobian", "jacobian_rate"
        pose, self._jacobian, self._rate = (
            robot_function(robot, name, frame=frame) for name in names
        )
        self.task = Task(pose, self._jacobian, attitude)

    @property
    def flags(self) -> tuple[str, ...]:
        return ()

    def places(self, status: int | None) -> NDArray[np.bool_]:
        if status is not None:
            raise RobotError("this arm has no status codes", "leave status out, give near=")
        return np.ones(1, dtype=bool)

    def missing(self, T: Array) -> tuple[Array, Array]:
        found = self.branches(T)
        return found.short[:, 0], found.tilt[:, 0]

    def attempt(self, T: Array, near: Array) -> tuple[Array, float, float]:
        """The joint values that come nearest to one pose, and what they miss (m, rad)."""
        q, e = descend(self.task, np.vstack([near, self._random()]), np.stack([T] * self.starts))
        short, tilt = misses(e)
        i = int((short + tilt).argmin())
        return near + self.ranges.apart(q[i], near), float(short[i]), float(tilt[i])

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        """From `near` and from random starts; as many places as the richest pose has solutions."""
        K, shape = self.starts, (len(T), self.starts, self.n)
        starts = np.empty(shape)
        starts[:, 0], starts[:, 1:] = 0.0 if near is None else near, self._random()
        q, e = descend(self.task, starts.reshape(-1, self.n), np.repeat(T, K, axis=0))
        q, e = q.reshape(shape), e.reshape(len(T), K, -1)
        q = starts[:, :1] + self.ranges.apart(q, starts[:, :1])
        short, tilt = misses(e)
        valid = (short < THERE) & (tilt < THERE) & ~self._repeated(q, short + tilt)
        return _packed(q, valid, short, tilt)

    def _random(self) -> Array:
        """Within the ranges, or within a turn and a metre where there are none; always the same."""
        rng = np.random.default_rng(0)
        reach = np.where(self.ranges.angles, math.pi, 1.0)
        low, high = self.ranges.low, self.ranges.high
        below = np.where(np.isfinite(high), high - 2.0 * reach, -reach)
        low = np.where(np.isfinite(low), low, below)
        high = np.where(np.isfinite(high), high, low + 2.0 * reach)
        return rng.uniform(low, high, (self.starts - 1, self.n))

    def _repeated(self, q: Array, miss: Array) -> NDArray[np.bool_]:
        """Solutions that an earlier start found too."""
        apart = np.abs(self.ranges.apart(q[:, :, None], q[:, None])).max(axis=-1)
        earlier = np.tri(q.shape[1], k=-1, dtype=bool)
        same: NDArray[np.bool_] = ((apart < DISTINCT) & earlier & (miss < THERE)[:, None]).any(-1)
        return same

    def nearest(
        self,
        T: Array,
        near: Array,
        status: int | None = None,
        turns: tuple[int, ...] | None = None,
        bounded: bool = True,
    ) -> Way:
        """From `near`; only where that fails, or leaves the ranges, from random starts."""
        ranges = self.ranges if bounded else self.ranges.open
        near = np.broadcast_to(near, (len(T), self.n))
        q, e = descend(self.task, near, T)
        short, tilt = misses(e)
        q = ranges.turned(q, near)
        for i in np.flatnonzero((short > THERE) | (tilt > THERE) | ~ranges.contain(q)):
            found = self.branches(T[i : i + 1], near[i])
            short[i], tilt[i] = found.short[0].min(), found.tilt[0].min()
            others = ranges.turned(found.q, near[i])
            q[i] = picked(others, found.valid, ranges.contain(others), near[i : i + 1])[0]
        if turns is not None:
            whole = np.where(ranges.angles, TURN * np.array(turns, dtype=float), 0.0)
            q = ranges.apart(q, np.zeros(self.n)) + whole
        if status is not None:
            return Way(q, Fault(0, "branch", "arm", 0.0, "", "this arm has no status codes"))
        missed = np.isnan(q).any(axis=1)
        if missed.any():
            first = int(missed.argmax())
            miss = float(short[first]), float(tilt[first])
            return Way(q, self._missed(first, T[first], near[first], *miss))
        return Way(q, ranges.fault(q))

    def follow(self, T: Array, start: Array) -> Way:
        """Poses that follow each other and are the same have the same joints."""
        moved = (np.abs(np.diff(T, axis=0)) > STILL).any(axis=(1, 2))
        places = np.flatnonzero(np.concatenate([[True], moved]))
        way = self._followed(T[places], start)
        q = way.q[np.concatenate([[0], np.cumsum(moved)])]
        fault = way.fault and replace(way.fault, sample=int(places[way.fault.sample]))
        return Way(q, fault)

    def _followed(self, T: Array, start: Array) -> Way:
        first = self.nearest(T[:1], start)
        if first.fault is not None and first.fault.kind == "unreachable":
            return Way(np.full((len(T), self.n), np.nan), first.fault)
        begin = start + self.ranges.apart(first.q[0], start)
        q, end = march(self.task, T, begin)
        way = np.full((len(T), self.n), np.nan)
        way[:end] = q[:end]
        flat = self._flat(q[:end])
        if flat.any():
            return Way(way, singular(int(flat.argmax())))
        return Way(way, None if end == len(T) else self._stopped(end, T, q[end - 1]))

    def beside(self, T: Array, near: Array, place: Index) -> Array:  # noqa: ARG002
        """The nearest one: where several are near each other the path was refused as singular."""
        q = self.nearest(T, near, bounded=False).q
        turned: Array = near + self.ranges.apart(q, near)
        return turned

    def margins(self, T: Array, near: Array, place: int) -> Array:  # noqa: ARG002
        """Not known of a search: a path is looked at where it is followed."""
        return np.full(len(T), np.inf)

    def trouble(self, T: Array, near: Array, place: int) -> Fault:  # noqa: ARG002
        return self.nearest(T[None], near).fault or singular(0)

    def _flat(self, q: Array) -> NDArray[np.bool_]:
        """Where the Jacobian loses rank."""
        values = np.linalg.svd(self.task.slope(q), compute_uv=False)
        flat: NDArray[np.bool_] = values[:, -1] < FLAT * values[:, 0]
        return flat

    def _stopped(self, i: int, T: Array, q: Array) -> Fault:
        """Why the march ended before sample i: out of reach, or a leap."""
        _, e = descend(self.task, q[None], T[i : i + 1])
        short, tilt = misses(e[0])
        missed = max(short, tilt) >= THERE
        return self._missed(i, T[i], q, float(short), float(tilt)) if missed else singular(i)

    def _missed(self, i: int, T: Array, near: Array, short: float, tilt: float) -> Fault:
        """With fewer than six joints the position may be there, but not with this attitude."""
        if self.attitude and self.n < DETERMINED:
            task = self.task._replace(attitude=False)
            starts = np.vstack([near, self._random()])
            _, e = descend(task, starts, np.stack([T] * self.starts))
            if np.linalg.norm(e, axis=-1).min() < THERE:
                return few(i, self.n, short, tilt)
        return not_found(i, short, tilt)

    def rates(self, q: Array, twist: Array, rate: Array) -> tuple[Array, Array]:
        """By least squares: the least speeds of many, the best attempt where there are none."""
        rows = 6 if self.attitude else 3
        back = np.linalg.pinv(self.task.slope(q), rcond=1e-12)
        qd = (back @ twist[..., :rows, None])[..., 0]
        drift = (self._rate(q, qd) @ qd[..., None])[..., :rows, 0]
        return qd, (back @ (rate[..., :rows] - drift)[..., None])[..., 0]


def _packed(q: Array, valid: NDArray[np.bool_], short: Array, tilt: Array) -> Branches:
    """Solutions first, in the order found; the misses are those of the best attempt."""
    K = max(int(valid.sum(axis=1).max(initial=0)), 1)
    order = np.argsort(~valid, axis=1, kind="stable")[:, :K]
    valid = np.take_along_axis(valid, order, axis=1)
    q = np.where(valid[..., None], np.take_along_axis(q, order[..., None], axis=1), np.nan)
    best = (short + tilt).argmin(axis=1)[:, None]
    left = [np.where(valid, 0.0, np.take_along_axis(x, best, axis=1)) for x in (short, tilt)]
    status = np.full(valid.shape, -1)
    return Branches(q, valid, status, left[0], left[1], np.full((*valid.shape, 3), np.nan))
