"""The solver of arms that have a closed form: batches through compiled kernels."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Place, Tree
from erfd.motion.inverse import rates
from erfd.motion.inverse.carrying import carrying
from erfd.motion.inverse.choice import TURN, Index, Ranges, picked
from erfd.motion.inverse.closed_form import BRANCHES, ClosedForm, kernel
from erfd.motion.inverse.descent import Task, descend
from erfd.motion.inverse.exact_faults import lost, out_of_reach, scales, singular
from erfd.motion.inverse.records import MARGIN, Array, Branches, Fault, Way
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot

REACH = 1e-11  # of the arm's size, and rad: what rounding may leave missing
LEAP = 1.0  # rad: steps below it are never taken for a change of branch
SENSE = 2.0  # rad: of longer ones nobody can tell which way round they went
NO_CODES = np.zeros((0, BRANCHES), dtype=np.int64)
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
        self._scales = scales(form)

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
        valid = self._reached(short, tilt)
        status = np.broadcast_to(np.arange(4, 4 + BRANCHES), valid.shape)
        return Branches(np.where(valid[..., None], q, np.nan), valid, status, short, tilt, margins)

    def _all(self, T: Array, near: Array) -> tuple[Array, Array, Array, Array]:
        """All places for each pose: q, short, tilt, margins."""
        q, short, tilt, margins = self._solve(T, near)
        return q, short, tilt, margins

    def _reached(self, short: Array, tilt: Array) -> Flags:
        reached: Flags = (short <= REACH * self.form.family.size) & (tilt <= REACH)
        return reached

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
        missed = ~valid.any(axis=1)
        if not missed.any():
            return Way(chosen, ranges.fault(chosen))
        i = int(missed.argmax())
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
        found = self._candidates(T, start)
        far = np.abs(self.ranges.apart(found.q[0], start)).max(axis=-1)
        first = int(np.where(found.valid[0], far, np.inf).argmin())
        rows, k = np.arange(len(T)), self._track(found, first)
        valid = found.valid[rows, k]
        end = len(T) if valid.all() else int((~valid).argmax())
        q = np.full((len(T), self.n), np.nan)
        q[:end] = self.ranges.unwrapped(found.q[rows, k][:end], start)
        margins = np.abs(found.margins[rows, k]) / self._scales
        fault = self._singular(found, q[:end], margins[:end])
        if fault is None and end < len(T):
            fault = self._lost(found, end, int(k[end]), T[end])
        return Way(q, fault, self._kept(first), margins)

    def _candidates(self, T: Array, near: Array) -> Branches:
        """As `branches`, but with joint values where there is no solution too."""
        kept = np.tile(self.ranges.apart(near, np.zeros(6)), (len(T), 1))  # rows are read faster
        q, short, tilt, margins = self._all(T, kept)
        return Branches(q, self._reached(short, tilt), NO_CODES, short, tilt, margins)

    def _lost(self, found: Branches, i: int, k: int, T: Array) -> Fault:
        """Why the configuration k cannot reach pose i."""
        if not found.valid[i].any():
            return self._unreachable(i, T)
        return lost(i, float(found.short[i, k]), float(found.tilt[i, k]))

    def _track(self, found: Branches, first: int) -> Index:
        """The place of the configuration in every row: here always the same."""
        return np.full(len(found.valid), first)

    def _kept(self, first: int) -> int:
        """What `beside` needs to know of it."""
        return first

    def _singular(self, found: Branches, q: Array, margins: Array) -> Fault | None:
        """The first sample in, or behind, a pose where the configuration is not defined."""
        close = margins.min(axis=1) < MARGIN
        close[1:] |= self._crossed(found, q)
        if not close.any():
            return None
        i = int(close.argmax())
        return singular(self.form, i, margins[i])

    def _crossed(self, found: Branches, q: Array) -> Flags:
        """Steps over which another branch continues the motion better, and half turns at once."""
        steps = np.abs(np.diff(q, axis=0)).max(axis=1, initial=0.0)
        crossed: Flags = steps > LEAP
        at = np.flatnonzero(crossed)
        others = np.abs(self.ranges.apart(found.q[at + 1], q[at, None])).max(axis=-1)
        others = np.where(found.valid[at + 1], others, np.inf)
        better = others.min(axis=1, initial=np.inf) < 0.5 * steps[at]
        crossed[at] = better | (steps[at] > SENSE)
        return crossed

    def beside(self, T: Array, near: Array, place: Index) -> Array:
        q, short, tilt, _ = self._all(T, near)
        rows = np.arange(len(T))
        at = np.where(self._reached(short, tilt)[rows, place, None], q[rows, place], np.nan)
        turned: Array = near + self.ranges.apart(at, near)
        return turned

    def margins(self, T: Array, near: Array, place: int) -> Array:
        found = self.branches(T, near)
        rows, k = np.arange(len(T)), self._beside(found, near, place)
        least = (np.abs(found.margins[rows, k]) / self._scales).min(axis=1)
        return np.where(found.valid[rows, k], least, np.nan)

    def trouble(self, T: Array, near: Array, place: int) -> Fault:
        found = self.branches(T[None], near)
        k = int(self._beside(found, near[None], place)[0])
        if not found.valid[0, k]:
            return self._lost(found, 0, k, T)
        return singular(self.form, 0, np.abs(found.margins[0, k]) / self._scales)

    def _beside(self, found: Branches, near: Array, place: int) -> Index:  # noqa: ARG002
        """The place of the configuration in poses between those of a path."""
        return np.full(len(found.valid), place)

    def missing(self, T: Array) -> tuple[Array, Array]:
        """The nearest point to the wrist centre's that the first three joints can reach."""
        q, short, tilt, _ = self._all(T, np.zeros(self.n))
        rows, k = np.arange(len(T)), (short + tilt).argmin(axis=1)
        wanted = np.zeros((len(T), 4, 4))
        wanted[:, :3, 3] = T[:, :3, 3] + T[:, :3, :3] @ np.array(self.form.centre)
        _, e = descend(self._arm, q[rows, k, :3], wanted)
        far = np.linalg.norm(e, axis=1)
        return np.where(short[rows, k] == 0.0, 0.0, far), tilt[rows, k]

    @functools.cached_property
    def _arm(self) -> Task:
        return carrying(self._tree, self._centre)

    def _unreachable(self, i: int, T: Array) -> Fault:
        short, tilt = (float(x[0]) for x in self.missing(T[None]))
        return out_of_reach(i, short, tilt)
