"""The solver of arms that have a closed form: batches through compiled kernels."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Place, Tree
from erfd.motion.inverse import rates
from erfd.motion.inverse.carrying import carrying
from erfd.motion.inverse.choice import TURN, Ranges, picked
from erfd.motion.inverse.closed_form import BRANCHES, ClosedForm, kernel
from erfd.motion.inverse.descent import Task, descend
from erfd.motion.inverse.exact_faults import out_of_reach, scales
from erfd.motion.inverse.exact_paths import ExactPaths
from erfd.motion.inverse.records import Array, Branches, Fault, Way
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot

REACH = 1e-11  # of the arm's size, and rad: what rounding may leave missing
Flags = NDArray[np.bool_]


class Exact(ExactPaths):
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
