"""All solutions of a six-axis arm with a spherical wrist, over any scalar; the compiled kernel.

Eight branches in the order shoulder + 2 elbow + 4 wrist, so that 4 plus the place is the status
code. Method: the wrist centre w = p + R t does not move with the last three joints (Pieper 1968);
see `position.py` for the first three and `wrist.py` for the others.
Cost for RL15: 316 M 151 A, 21 divisions, 4 sines with cosines per pose and eight branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import Matrix, Scalar, Vector, add, apply
from erfd.dynamics.tree import Tree
from erfd.motion.inverse.family import family_of, places
from erfd.motion.inverse.geometry import chain_of, wrist_centre
from erfd.motion.inverse.planes import Plane
from erfd.motion.inverse.position import Family, Reach
from erfd.motion.inverse.records import Unit
from erfd.motion.inverse.turns import Turn
from erfd.motion.inverse.wrist import Hand, Wrist, hands, wrist_of
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

BRANCHES = 8
WRIST = ("plain", "flipped")
WORDS = {
    "planar": (("front", "behind"), ("up", "down")),
    "meeting": (("front", "behind"), ("below", "above")),
    "upright": (("below", "above"), ("below", "above")),
    "rolling": (("below", "above"), ("front", "behind")),
}


class ClosedForm(NamedTuple):
    """The constants; `centre` and `carried` (rows y6, z6 x y6, z6) in the tool's own axes."""

    family: Family
    wrist: Wrist
    slides: bool
    centre: Vector
    carried: Matrix

    @property
    def flags(self) -> tuple[str, ...]:
        """Of the eight branches, in words."""
        if self.family.name == "general":
            return tuple(f"root {k % 4 + 1} {WRIST[k // 4]}" for k in range(BRANCHES))
        shoulder, elbow = WORDS[self.family.name]
        elbow = ("long", "short") if self.slides and self.family.name == "meeting" else elbow
        places = range(BRANCHES)
        return tuple(f"{shoulder[k % 2]} {elbow[k // 2 % 2]} {WRIST[k // 4]}" for k in places)

    @property
    def units(self) -> tuple[Unit, Unit, Unit]:
        """Of the margins of shoulder, elbow and wrist."""
        name = self.family.name
        shoulder: Unit = "rad" if name in ("upright", "rolling", "general") else "m"
        lengths = name == "rolling" or (self.slides and name == "meeting")
        elbow: Unit = "m" if lengths else "rad"
        return shoulder, elbow, "rad"


def closed_form_of(tree: Tree) -> ClosedForm | None:
    """None where the arm has no closed form of ours."""
    if tree.n != 6 or tree.follows is not None:
        return None
    chain = chain_of(tree)
    centre = wrist_centre(chain)
    if centre is None or chain.joints != tuple(range(6)) or not places(tree, chain, centre):
        return None
    family = family_of(chain, centre)
    if family is None:
        return None
    wrist, inward = wrist_of(chain.axes[3:]), chain.tool.inverse()
    y, n, z = (apply(inward.R, v) for v in wrist.carried)
    return ClosedForm(family, wrist, chain.axes[2].slides, inward.point(centre), (y, n, z))


class Solution(NamedTuple):
    """Six angles, and what is missing: of the wrist centre (m) and of the tool's axis (rad).

    The margins of shoulder, elbow and wrist are zero where the pose is singular.
    """

    q: tuple[Scalar, ...]
    short: Scalar
    tilt: Scalar
    margins: tuple[Scalar, Scalar, Scalar]


def solutions(form: ClosedForm, R: Matrix, p: Vector, near: Sequence[Scalar]) -> list[Solution]:
    """Every branch for one pose of the tool in the base; angles in (-pi, pi]."""
    turns = tuple(Turn.of(x) for x in near)
    w = add(p, apply(R, form.centre))
    wanted = [apply(R, v) for v in form.carried]
    low, high = [], []
    for reach in form.family.branches(w, (turns[0], turns[1], turns[2])):
        y, n, z = unturned(form, reach.turns, wanted)
        first, second = (_joined(reach, hand) for hand in hands(form.wrist, (y, n, z), turns[3:]))
        low.append(first)
        high.append(second)
    return low + high


def _joined(reach: Reach, hand: Hand) -> Solution:
    q = tuple(x.q for x in (*reach.turns, *hand.turns))
    return Solution(q, reach.short, hand.tilt, (*reach.margins, hand.margin))


def unturned(form: ClosedForm, turns: Sequence[Turn], vectors: list[Vector]) -> list[Vector]:
    """What the first three joints carried there, brought back to q1 = q2 = q3 = 0."""
    planes: list[tuple[Plane, Turn]] = list(zip(form.family.planes(), turns, strict=True))
    for at, turn in planes[:2] if form.slides else planes:
        vectors = [at.unturned(turn, v) for v in vectors]
    return vectors


def tape(form: ClosedForm) -> Tape:
    """Inputs T (4, 4) and near (6,); outputs q (8, 6), short (8,), tilt (8,), margins (8, 3)."""
    new = Tape()
    (R, p), near = tool_of(symbols(new, "T", (4, 4))), symbols(new, "near", (6,))
    found = solutions(form, R, p, near)
    output(new, "q", (BRANCHES, 6), [x for one in found for x in one.q])
    output(new, "short", (BRANCHES,), [one.short for one in found])
    output(new, "tilt", (BRANCHES,), [one.tilt for one in found])
    output(new, "margins", (BRANCHES, 3), [x for one in found for x in one.margins])
    return new


def tool_of(T: Sequence[Scalar]) -> tuple[Matrix, Vector]:
    """Attitude and position in a flat 4 x 4 matrix."""
    R = (T[0], T[1], T[2]), (T[4], T[5], T[6]), (T[8], T[9], T[10])
    return R, (T[3], T[7], T[11])


def kernel(form: ClosedForm) -> Function:
    key = key_of(("inverse_kinematics", 1, form))
    return Function("inverse_kinematics", lambda: tape(form), "closed_form", key)
