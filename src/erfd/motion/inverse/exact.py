"""The solver of arms that have a closed form: batches through compiled kernels."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Place, Tree
from erfd.motion.inverse import rates
from erfd.motion.inverse.choice import TURN, Ranges, picked
from erfd.motion.inverse.closed_form import BRANCHES, ClosedForm, kernel
from erfd.motion.inverse.descent import Task, descend
from erfd.motion.inverse.records import Array, Branches, Fault, Unit, Way, shown
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from erfd.trace.quantity import function

REACH = 1e-11  # of the arm's size, and rad: what rounding may leave missing
MARGIN = 1e-5  # rad, and of the arm's size: closer to a singular pose counts as in it
LEAP = 1.0  # rad: steps below it are never taken for a change of branch
PARTS = ("shoulder", "elbow", "wrist")
Flags = NDArray[np.bool_]


class Exact:
    """Eight places in the order shoulder + 2 elbow + 4 wrist."""

    exact = coded = True

    def __init__(self, robot: Robot, tree: Tree, form: ClosedForm) -> None:
        self.form, self.ranges, self.n = form, Ranges(robot), 6
        self._solve, self._tree = kernel(form), tree
        own = poses(tree, [0.0] * tree.n)[2].inverse().point(form.family.centre)
        self._centre = Place(2, Placement(p=own))
        self._rates = rates.kernel(tree, self._centre)

    @property
    def flags(self) -> tuple[str, ...]:
        return self.form.flags

    def places(self, status: int | None) -> Flags:
        allowed = np.arange(BRANCHES)
        if status is None:
            return np.ones(BRANCHES, dtype=bool)
        chosen: Flags = allowed == status - 4 if status >= 4 else allowed % 4 == status
        return chosen

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        kept = np.zeros(6) if near is None else self.ranges.apart(near, np.zeros(6))
        q, short, tilt, margins = self._all(T, kept)
        valid = (short <= REACH * self.form.family.size) & (tilt <= REACH)
        status = np.broadcast_to(np.arange(4, 4 + BRANCHES), valid.shape)
        return Branches(np.where(valid[..., None], q, np.nan), valid, status, short, tilt, margins)

    def _all(self, T: Array, near: Array) -> tuple[Array, Array, Array, Array]:
        """All places for each pose: q, short, tilt, margins."""
        q, short, tilt, margins = self._solve(T, near)
        return q, short, tilt, margins

    def rates(self, q: Array, twist: Array, rate: Array) -> tuple[Array, Array]:
        qd, qdd = self._rates(q, twist, rate)
        return qd, qdd

    def nearest(
        self,
        T: Array,
        near: Array,
        status: int | None = None,
        turns: tuple[int, ...] | None = None,
        bounded: bool = True,
    ) -> Way:
        near = np.broadcast_to(near, (len(T), self.n))
        found = self.branches(T, near)
        valid = found.valid & self.places(status)
        ranges = self.ranges if bounded else self.ranges.open
        q = self._turned(ranges, found.q, near, turns)
        chosen = picked(q, valid, ranges.contain(q), near)
        lost = ~valid.any(axis=1)
        if not lost.any():
            return Way(chosen, ranges.fault(chosen))
        i = int(lost.argmax())
        if not found.valid[i].any():
            return Way(chosen, self._unreachable(i, T[i]))
        text = f"the pose cannot be reached with status {status}"
        return Way(chosen, Fault(i, "branch", "arm", 0.0, "", text))

    @staticmethod
    def _turned(ranges: Ranges, q: Array, near: Array, turns: tuple[int, ...] | None) -> Array:
        if turns is None:
            return ranges.turned(q, near[:, None])
        return q + np.where(ranges.angles, TURN * np.array(turns, dtype=float), 0.0)

    def follow(self, T: Array, start: Array) -> Way:
        found = self.branches(T, start)
        far = np.abs(self.ranges.apart(found.q[0], start)).max(axis=-1)
        first = int(np.where(found.valid[0], far, np.inf).argmin())
        rows, k = np.arange(len(T)), self._track(found, first)
        valid = found.valid[rows, k]
        end = len(T) if valid.all() else int((~valid).argmax())
        q = np.full((len(T), self.n), np.nan)
        q[:end] = self.ranges.unwrapped(found.q[rows, k][:end], start)
        fault = self._singular(found, q[:end], found.margins[rows, k][:end])
        if fault is None and end < len(T):
            fault = self._lost(found, end, int(k[end]), T[end])
        return Way(q, fault)

    def _lost(self, found: Branches, i: int, k: int, T: Array) -> Fault:
        """Why the configuration k cannot reach pose i."""
        if not found.valid[i].any():
            return self._unreachable(i, T)
        short, tilt = float(found.short[i, k]), float(found.tilt[i, k])
        far = shown(short, "m") if short > 0.0 else shown(tilt, "rad")
        text = f"out of reach by {far} in the configuration of the path, not in others"
        unit: Unit = "m" if short > 0.0 else "rad"
        return Fault(i, "unreachable", "arm", short or tilt, unit, text)

    def _track(self, found: Branches, first: int) -> NDArray[np.intp]:
        """The place of the configuration in every row: here always the same."""
        return np.full(len(found.valid), first)

    def _singular(self, found: Branches, q: Array, margins: Array) -> Fault | None:
        """The first sample in, or behind, a pose where the configuration is not defined."""
        margins = np.abs(margins) / self._scales
        close = margins.min(axis=1) < MARGIN
        close[1:] |= self._crossed(found, q)
        if not close.any():
            return None
        i = int(close.argmax())
        part = int(margins[i].argmin())
        amount, unit = float(margins[i, part] * self._scales[part]), self.form.units[part]
        text = f"the {PARTS[part]} is singular ({shown(amount, unit)} away)"
        return Fault(i, "singular", PARTS[part], amount, unit, text)

    @property
    def _scales(self) -> Array:
        return np.array([self.form.family.size if u == "m" else 1.0 for u in self.form.units])

    def _crossed(self, found: Branches, q: Array) -> Flags:
        """Steps over which another branch continues the motion better than this one."""
        steps = np.abs(np.diff(q, axis=0)).max(axis=1, initial=0.0)
        crossed: Flags = steps > LEAP
        at = np.flatnonzero(crossed)
        others = np.abs(self.ranges.apart(found.q[at + 1], q[at, None])).max(axis=-1)
        others = np.where(found.valid[at + 1], others, np.inf)
        crossed[at] = others.min(axis=1, initial=np.inf) < 0.5 * steps[at]
        return crossed

    def missing(self, T: Array) -> tuple[Array, Array]:
        """The nearest point to the wrist centre's that the first three joints can reach."""
        near = np.zeros(self.n)
        q, short, tilt, _ = self._all(T, near)
        rows, k = np.arange(len(T)), (short + tilt).argmin(axis=1)
        wanted = np.zeros((len(T), 4, 4))
        wanted[:, :3, 3] = T[:, :3, 3] + T[:, :3, :3] @ np.array(self.form.centre)
        _, e = descend(self._arm, q[rows, k, :3], wanted)
        far = np.linalg.norm(e, axis=1)
        return np.where(short[rows, k] == 0.0, 0.0, far), tilt[rows, k]

    @functools.cached_property
    def _arm(self) -> Task:
        """The first three joints as an arm that carries the wrist centre."""
        names = "forward_kinematics", "jacobian"
        pose, jacobian = (function(self._tree, x, place=self._centre) for x in names)
        return Task(
            lambda q: np.asarray(pose(_padded(q))),
            lambda q: np.asarray(jacobian(_padded(q)))[..., :3],
            attitude=False,
        )

    def _unreachable(self, i: int, T: Array) -> Fault:
        short, tilt = (float(x[0]) for x in self.missing(T[None]))
        if short > 0.0:
            return Fault(
                i, "unreachable", "arm", short, "m", f"out of reach by {shown(short, 'm')}"
            )
        text = f"the wrist cannot turn the tool there: {shown(tilt, 'rad')} missing"
        return Fault(i, "unreachable", "wrist", tilt, "rad", text)


def _padded(q: Array) -> Array:
    return np.concatenate([q, np.zeros_like(q)], axis=-1)
