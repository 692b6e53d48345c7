"""The solver where a quartic places the wrist centre: four roots, each with two wrists."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from erfd.algebra import Vector, add, apply, sub
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.motion.inverse import general, quartic
from erfd.motion.inverse.choice import TURN, Index
from erfd.motion.inverse.closed_form import ClosedForm, tool_of, unturned
from erfd.motion.inverse.descent import descend
from erfd.motion.inverse.exact import Exact
from erfd.motion.inverse.exact_paths import LEAP, Tracked
from erfd.motion.inverse.position import NEVER
from erfd.motion.inverse.records import Array, Branches
from erfd.motion.inverse.turns import Turn
from erfd.motion.inverse.wrist import hands
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

ROOTS = 4
SAME = 1e-6  # rad or m: roots closer than this are one
POLISH = 12


class Rooted(Exact):
    """Eight places in the order root + 4 wrist; the roots by rising q3, no status codes."""

    coded = False

    def __init__(self, robot: Robot, tree: Tree, form: ClosedForm) -> None:
        super().__init__(robot, tree, form)
        self._general = general.general_of(form.family)
        self._before, self._hands = _before(form), _hands(form)

    def places(self, status: int | None) -> NDArray[np.bool_]:
        if status is not None:
            raise RobotError("this arm has no status codes", "leave status out, give near=")
        return np.ones(2 * ROOTS, dtype=bool)

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        found = super().branches(T, near)
        return Branches(
            found.q,
            found.valid,
            np.full(found.valid.shape, -1),
            found.short,
            found.tilt,
            found.margins,
        )

    def _all(self, T: Array, near: Array) -> tuple[Array, Array, Array, Array]:
        """What the kernel of the other families gives: q, short, tilt, margins."""
        T = np.where(np.isfinite(T).all(axis=(-1, -2), keepdims=True), T, np.nan)
        near = np.broadcast_to(near, (len(T), 6))[:, None]
        first, short = self._placed(T, near)
        hand, tilt, bend = self._hands(T[:, None], first, near)
        ahead = np.broadcast_to(first[:, :, None], hand.shape)
        q = np.swapaxes(np.concatenate([ahead, hand], axis=-1), 1, 2).reshape(-1, 2 * ROOTS, 6)
        margin = self._margin(first)
        margins = np.stack([margin, margin, bend], axis=-1)
        return q, np.tile(short, 2), np.tile(tilt, 2), np.tile(margins, (1, 2, 1))

    def _placed(self, T: Array, near: Array) -> tuple[Array, Array]:
        """The first three joints for each root (N, 4, 3), polished, and what they miss in m."""
        w = T[:, :3, 3] + T[:, :3, :3] @ np.array(self.form.centre)
        q3 = self._roots(np.nan_to_num(w))
        first = np.concatenate([self._before(T[:, None], q3, near), q3[..., None]], axis=-1)
        goal = np.zeros((*q3.shape, 4, 4))
        goal[..., :3, 3] = w[:, None]
        flat, e = descend(self._arm, first.reshape(-1, 3), goal.reshape(-1, 4, 4), POLISH, 1e-12)
        first = self._plain(flat.reshape(first.shape))
        short = np.linalg.norm(e, axis=-1).reshape(q3.shape)
        order = np.argsort(first[..., 2], axis=1)
        first = np.take_along_axis(first, order[..., None], axis=1)
        return first, self._single(first, np.take_along_axis(short, order, axis=1))

    def _roots(self, w: Array) -> Array:
        v = [x[:, None] for x in (w - np.array(self._general.o1)).T]
        axes: Vector = (v[0], v[1], v[2])
        if self.form.slides:
            return quartic.roots_of_slide(
                lambda q: general.condition(self._general, axes, Turn(q, 1.0, 0.0)),
                self.form.family.size,
            )
        return quartic.roots_of_turn(
            lambda q: general.condition(self._general, axes, Turn(q, np.cos(q), np.sin(q)))
        )

    def _plain(self, first: Array) -> Array:
        """Angles in (-pi, pi]."""
        turned = -np.remainder(np.pi - first, 2.0 * np.pi) + np.pi
        return np.where(self.ranges.angles[:3], turned, first)

    def _single(self, first: Array, short: Array) -> Array:
        """Of roots that are the same the one that misses least is left."""
        away = np.abs(first[:, :, None] - first[:, None])
        away = np.where(self.ranges.angles[:3], np.minimum(away, 2.0 * np.pi - away), away)
        same = away.max(axis=-1) < SAME
        here, there = short[:, :, None], short[:, None]
        better = (there < here) | ((there == here) & np.tri(ROOTS, k=-1, dtype=bool))
        return np.where((same & better).any(axis=-1), NEVER, short)

    def _margin(self, first: Array) -> Array:
        """The volume that the columns of the wrist centre's Jacobian span, each of length 1."""
        J = self._arm.jacobian(first)
        volume = np.linalg.det(J[..., :3, :]) if np.isfinite(J).all() else np.nan * first[..., 0]
        lengths = np.linalg.norm(J[..., :3, :], axis=-2).prod(axis=-1)
        return np.asarray(np.abs(volume) / np.maximum(lengths, 1e-300))

    def _tracked(self, T: Array, start: Array) -> Tracked:
        """The wrist of the start, and of the roots the one that is near from pose to pose."""
        found = self.branches(T, start)
        wrist, root = divmod(self._begun(found, start), ROOTS)
        after, before = self._neighbours(found.q[:, ROOTS * wrist :][:, :ROOTS])
        k, rows = _chained(after, root), np.arange(len(T))
        place = ROOTS * wrist + k
        margins = np.abs(found.margins[rows, place]) / self._scales
        lost = before[rows[:-1], k[1:]] != k[:-1]  # it has merged with another, which went on
        margins[1:][lost] = 0.0
        return Tracked(place, found.q[rows, place], found.valid[rows, place], margins)

    def _neighbours(self, q: Array) -> tuple[Index, Index]:
        """Of each root (N, 4, 6) the nearest in the next row; of each of those the nearest here."""
        after, before = [np.zeros((0, ROOTS), np.intp)], [np.zeros((0, ROOTS), np.intp)]
        for i in range(0, len(q) - 1, 4096):
            here, there = q[i : i + 4097], q[i + 1 : i + 4097]
            far = self._apart(there[:, None], here[: len(there), :, None])
            after.append(far.argmin(axis=2))
            before.append(far.argmin(axis=1))
        return np.concatenate(after), np.concatenate(before)

    def _apart(self, a: Array, b: Array) -> Array:
        """The longest way of the first joints, infinite where there is no root."""
        d, turns = a - b, self.ranges.angles[: a.shape[-1]]
        d = np.where(turns, d - TURN * np.round(d / TURN), d)
        far: Array = np.nan_to_num(np.abs(d).max(axis=-1), nan=np.inf)
        return far

    def _kept(self, first: int) -> int:
        """The wrist; the roots, which change their order, are told apart by being near."""
        return first - first % ROOTS

    def beside(self, T: Array, near: Array, place: Index) -> Array:
        found = self.branches(T, near)
        at = found.q[np.arange(len(T)), self._beside(found, near, place)]
        turned: Array = near + self.ranges.apart(at, near)
        return turned

    def _beside(self, found: Branches, near: Array, place: int | Index) -> Index:
        """The nearest of the roots with the wrist of the path, which may swing meanwhile."""
        far = self._apart(found.q[:, :, :3], near[..., None, :3])
        other = np.arange(2 * ROOTS) // ROOTS != np.asarray(place)[..., None] // ROOTS
        nearest: Index = np.where(other, np.inf, far).argmin(axis=-1)
        return nearest

    def _crossed(self, T: Array, q: Array) -> NDArray[np.bool_]:  # noqa: ARG002
        """The nearest place was taken: a leap is where the root was lost."""
        steps = np.abs(np.diff(q, axis=0)).max(axis=1, initial=0.0)
        return np.asarray(steps > LEAP)


def _chained(after: Index, first: int) -> Index:
    """Each row's place that is nearest to the place of the row before, chained by doubling."""
    offset = 1
    while offset < len(after):
        head = np.take_along_axis(after[offset:], after[:-offset], axis=1)
        after = np.concatenate([after[:offset], head])
        offset *= 2
    return np.concatenate([[first], after[:, first]]).astype(np.intp)


def _before(form: ClosedForm) -> Function:
    """Inputs T, q3, near; output q1 and q2."""

    def tape() -> Tape:
        new, root = Tape(), general.general_of(form.family)
        R, p = tool_of(symbols(new, "T", (4, 4)))
        (q3,), near = symbols(new, "q3", ()), symbols(new, "near", (6,))
        v = sub(add(p, apply(R, form.centre)), root.o1)
        third = Turn(q3, 1.0, 0.0) if form.slides else Turn.of(q3)
        pair = general.before(root, v, third, (Turn.of(near[0]), Turn.of(near[1])))
        output(new, "first", (2,), [turn.q for turn in pair])
        return new

    return Function("inverse_first", tape, "quartic", key_of(("inverse_first", 1, form)))


def _hands(form: ClosedForm) -> Function:
    """Inputs T, q1 to q3, near; outputs q4 to q6 twice, tilt and margin."""

    def tape() -> Tape:
        new = Tape()
        R, _ = tool_of(symbols(new, "T", (4, 4)))
        first, near = symbols(new, "first", (3,)), symbols(new, "near", (6,))
        carried = [apply(R, v) for v in form.carried]
        y, n, z = unturned(form, [Turn.of(x) for x in first], carried)
        both = hands(form.wrist, (y, n, z), tuple(Turn.of(x) for x in near[3:]))
        output(new, "hand", (2, 3), [turn.q for hand in both for turn in hand.turns])
        output(new, "tilt", (), [both[0].tilt])
        output(new, "margin", (), [both[0].margin])
        return new

    return Function("inverse_wrist", tape, "quartic", key_of(("inverse_wrist", 1, form)))
