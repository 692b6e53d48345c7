"""The solver of arms that have a closed form: batches through compiled kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Place, Tree
from erfd.motion.inverse import rates
from erfd.motion.inverse.choice import TURN, Ranges
from erfd.motion.inverse.closed_form import BRANCHES, ClosedForm, kernel
from erfd.motion.inverse.records import Array, Branches, Fault, Unit, Way, shown
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot

REACH = 1e-11  # of the arm's size, and rad: what rounding may leave missing
MARGIN = 1e-5  # rad, and of the arm's size: closer to a singular pose counts as in it
LEAP = 1.0  # rad: steps below it are never taken for a change of branch
PARTS = ("shoulder", "elbow", "wrist")
Flags = NDArray[np.bool_]


class Exact:
    """Eight branches in the order shoulder + 2 elbow + 4 wrist."""

    exact = True

    def __init__(self, robot: Robot, tree: Tree, form: ClosedForm) -> None:
        self.form, self.ranges, self.n = form, Ranges(robot), 6
        self._solve = kernel(form)
        placed = poses(tree, [0.0] * tree.n)
        own = placed[2].inverse().point(form.family.centre)
        self._rates = rates.kernel(tree, Place(2, Placement(p=own)))

    @property
    def units(self) -> tuple[Unit, Unit, Unit]:
        """Of the margins."""
        shoulder: Unit = "rad" if self.form.family.name in ("upright", "rolling") else "m"
        slides = self.form.slides and self.form.family.name == "meeting"
        elbow: Unit = "m" if slides or self.form.family.name == "rolling" else "rad"
        return shoulder, elbow, "rad"

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        q, short, tilt, margins = self._solve(T, np.zeros(6) if near is None else near)
        valid = (short <= REACH * self.form.family.size) & (tilt <= REACH)
        status = np.broadcast_to(np.arange(4, 4 + BRANCHES), valid.shape)
        return Branches(np.where(valid[..., None], q, np.nan), valid, status, short, tilt, margins)

    def rates(self, q: Array, twist: Array, rate: Array) -> tuple[Array, Array]:
        qd, qdd = self._rates(q, twist, rate)
        return qd, qdd

    def nearest(
        self,
        T: Array,
        near: Array,
        status: int | None = None,
        turns: tuple[int, ...] | None = None,
    ) -> Way:
        near = np.broadcast_to(near, (len(T), self.n))
        found = self.branches(T, near)
        offered = found.valid & _allowed(status)
        q = self._turned(found.q, near, turns)
        inside = self.ranges.contain(q).all(axis=-1)
        far = np.abs(q - near[:, None]).max(axis=-1)
        far = np.where(offered, np.where(inside, far, 1e9 + far), np.inf)
        k = far.argmin(axis=1)
        rows = np.arange(len(T))
        chosen = np.where(offered[rows, k, None], q[rows, k], np.nan)
        return Way(chosen, self._fault(found, offered, chosen, status))

    def _turned(self, q: Array, near: Array, turns: tuple[int, ...] | None) -> Array:
        if turns is None:
            return self.ranges.turned(q, near[:, None])
        return q + np.where(self.ranges.angles, TURN * np.array(turns, dtype=float), 0.0)

    def _fault(self, found: Branches, offered: Flags, q: Array, status: int | None) -> Fault | None:
        """The first pose without a solution; without such the first one out of range."""
        missing = ~offered.any(axis=1)
        if missing.any():
            i = int(missing.argmax())
            if not found.valid[i].any():
                return unreachable(i, found)
            text = f"the pose cannot be reached with status {status}"
            return Fault(i, "branch", "arm", 0.0, "", text)
        return self.ranges.fault(q)

    def follow(self, T: Array, start: Array) -> Way:
        found = self.branches(T, start)
        far = np.abs(self.ranges.apart(found.q[0], start)).max(axis=-1)
        k = int(np.where(found.valid[0], far, np.inf).argmin())
        valid = found.valid[:, k]
        fault = None if valid.all() else unreachable(int((~valid).argmax()), found)
        q = np.full((len(T), self.n), np.nan)
        end = len(T) if fault is None else fault.sample
        q[:end] = self.ranges.unwrapped(found.q[:end, k], start)
        return Way(q, self._singular(found, q[:end], k) or fault)

    def _singular(self, found: Branches, q: Array, k: int) -> Fault | None:
        """The first sample in, or behind, a pose where the configuration is not defined."""
        margins = np.abs(found.margins[: len(q), k]) / self._scales
        close = margins.min(axis=1) < MARGIN
        close[1:] |= self._crossed(found, q)
        if not close.any():
            return None
        i = int(close.argmax())
        part = int(margins[i].argmin())
        amount, unit = float(margins[i, part] * self._scales[part]), self.units[part]
        text = f"the {PARTS[part]} is singular ({shown(amount, unit)} away)"
        return Fault(i, "singular", PARTS[part], amount, unit, text)

    @property
    def _scales(self) -> Array:
        return np.array([self.form.family.size if u == "m" else 1.0 for u in self.units])

    def _crossed(self, found: Branches, q: Array) -> Flags:
        """Steps over which another branch continues the motion better than this one."""
        steps = np.abs(np.diff(q, axis=0)).max(axis=1, initial=0.0)
        crossed: Flags = steps > LEAP
        at = np.flatnonzero(crossed)
        others = np.abs(self.ranges.apart(found.q[at + 1], q[at, None])).max(axis=-1)
        others = np.where(found.valid[at + 1], others, np.inf)
        crossed[at] = others.min(axis=1, initial=np.inf) < 0.5 * steps[at]
        return crossed


def _allowed(status: int | None) -> Flags:
    """Of the eight places; 0..3 leave the wrist open."""
    places = np.arange(BRANCHES)
    if status is None:
        return np.ones(BRANCHES, dtype=bool)
    chosen: Flags = places == status - 4 if status >= 4 else places % 4 == status
    return chosen


def unreachable(i: int, found: Branches) -> Fault:
    short, tilt = float(found.short[i].min()), float(found.tilt[i].min())
    if short > 0.0 or not tilt > 0.0:
        text = f"out of reach by {shown(short, 'm')}"
        return Fault(i, "unreachable", "arm", short, "m", text)
    text = f"the wrist cannot turn the tool there: {shown(tilt, 'rad')} missing"
    return Fault(i, "unreachable", "wrist", tilt, "rad", text)
