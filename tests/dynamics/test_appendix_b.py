"""The general vectors of RL15 against the closed forms of Kvrgic and Vidakovic, Appendix B.

Each misprint on the errata list, left as printed, must make a difference; otherwise it would not
belong on the list.
"""

from __future__ import annotations

import random
from math import pi

import pytest

from erfd.algebra import Matrix, Vector, apply, rotate_tensor
from erfd.dynamics.general_vectors import general_vectors
from erfd.dynamics.lump import tree_of
from erfd.robot import library
from erfd.robot.placement import Placement, dh_placement
from erfd.robot.records import BASE, Body, Joint
from erfd.robot.robot import Robot
from tests.dynamics.appendix_b import A1, A2, A3, D4, MISPRINTS, Vectors, b_vectors, d_vectors
from tests.samples import random_body, random_state

# Table A1 with frame 3 at the wrist centre: theta offset, d, a, alpha.
DH = [
    (0.0, 0.0, A1, pi / 2),
    (pi / 2, 0.0, A2, 0.0),
    (0.0, 0.0, A3, pi / 2),
    (0.0, 0.0, 0.0, -pi / 2),
    (0.0, 0.0, 0.0, pi / 2),
    (0.0, 0.0, 0.0, 0.0),
]
MASSES = [252.0, 86.2, 81.0, 45.0, 4.5, 11.0]
CENTRES: list[Vector] = [
    (-0.086, -0.1875, -0.00012),
    (-0.4454, 0.0283, 0.0033),
    (0.00225, 0.00017, -0.7223),
    (0.0, 0.212, 0.00082),
    (0.0, 0.027, 0.007),
    (0.0, 0.0, 0.195),
]
PRINCIPAL = [
    (19.0, 19.0, 19.0),
    (1.157, 21.185, 21.75),
    (45.0, 45.1, 0.478),
    (2.691, 0.23, 2.7),
    (0.014, 0.008, 0.011),
    (0.273, 0.272, 0.004),
]


class Rl15:
    """The links in their Denavit-Hartenberg frames, as the paper has them."""

    def __init__(self, centres: list[Vector], tensors: list[Matrix]) -> None:
        self.centres, self.tensors = centres, tensors

    def links(self, q: list[float]) -> tuple[list[Vector], list[Matrix]]:
        """The paper's r_i and I_i in base axes; entry 0 is there only to count from 1."""
        r: list[Vector] = [(0.0, 0.0, 0.0)]
        I: list[Matrix] = [((0.0, 0.0, 0.0),) * 3]
        at = Placement()
        for i, (offset, d, a, alpha) in enumerate(DH):
            at = at.then(dh_placement(q[i] + offset, d, a, alpha))
            if i == 2:
                at = at.then(Placement(p=(0.0, 0.0, D4)))
            r.append(apply(at.R, self.centres[i]))
            I.append(rotate_tensor(at.R, self.tensors[i]))
        return r, I

    @property
    def robot(self) -> Robot:
        """The same links in the joints' own frames, where our bodies live."""
        joints, bodies = [], []
        before = Placement()
        for i, (offset, d, a, alpha) in enumerate(DH):
            placement = before.then(dh_placement(offset, 0.0, 0.0, 0.0))
            before = dh_placement(0.0, d, a, alpha)
            if i == 2:
                before = before.then(Placement(p=(0.0, 0.0, D4)))
            parent = f"link_{i}" if i else BASE
            name = f"link_{i + 1}"
            joints.append(
                Joint(
                    name=f"q{i + 1}",
                    kind="revolute",
                    parent=parent,
                    child=name,
                    placement=placement,
                )
            )
            bodies.append(
                Body(
                    name=name,
                    mass=MASSES[i],
                    com=before.point(self.centres[i]),
                    inertia=rotate_tensor(before.R, self.tensors[i]),
                )
            )
        return Robot(name="rl15", joints=tuple(joints), bodies=tuple(bodies))


def diagonal(x: float, y: float, z: float) -> Matrix:
    return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)


def printed_data() -> Rl15:
    return Rl15(CENTRES, [diagonal(*moments) for moments in PRINCIPAL])


def full_data(rng: random.Random) -> Rl15:
    """Mass centres off every axis and full tensors; link 1 stays as (B.8) supposes."""
    bodies = [random_body(rng, "") for _ in range(6)]
    tensors = [diagonal(*PRINCIPAL[0]), *(body.inertia for body in bodies[1:])]
    return Rl15([body.com for body in bodies], tensors)


def general(robot: Robot, q: list[float]) -> tuple[Vectors, Vectors]:
    """Our vectors with the paper's numbers, counted from 1."""
    found = general_vectors(tree_of(robot), q)
    b = {**found.b_ik, **found.b_ikj}
    d = {**found.d_ik, **found.d_ikj}
    return _from_1(b), _from_1(d)


def _from_1(vectors: Vectors) -> Vectors:
    return {tuple(index + 1 for index in key): v for key, v in vectors.items()}


def closed(
    arm: Rl15, q: list[float], printed: frozenset[str] = frozenset()
) -> tuple[Vectors, Vectors]:
    r, I = arm.links(q)
    return b_vectors(q, r, printed), d_vectors(q, r, I, printed)


def gap(v: Vector, w: Vector) -> float:
    return max(abs(x - y) for x, y in zip(v, w, strict=True))


def wrong(ours: tuple[Vectors, Vectors], paper: tuple[Vectors, Vectors]) -> set[str]:
    """The vectors that differ, relative to the largest of their kind."""
    names = set()
    for letter, mine, theirs in zip("bd", ours, paper, strict=True):
        assert mine.keys() == theirs.keys()
        size = max(gap(v, (0.0, 0.0, 0.0)) for v in mine.values())
        names |= {f"{letter}_{key}" for key in mine if gap(mine[key], theirs[key]) > 1e-12 * size}
    return names


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("full", [False, True])
def test_corrected_appendix_b_is_the_general_formula(seed: int, full: bool) -> None:
    rng = random.Random(seed)
    arm = full_data(rng) if full else printed_data()
    q, _, _ = random_state(rng, 6)
    ours = general(arm.robot, q)
    assert len(ours[0]) == len(ours[1]) == 77
    assert wrong(ours, closed(arm, q)) == set()


def test_appendix_b_holds_for_the_robot_of_the_library() -> None:
    """Its file keeps d4 in row 4; the wrist centre as frame 3 moves no mass."""
    q, _, _ = random_state(random.Random(1), 6)
    assert wrong(general(library.load("rl15"), q), closed(printed_data(), q)) == set()


@pytest.mark.parametrize("name", MISPRINTS)
def test_each_misprint_makes_a_difference(name: str) -> None:
    rng = random.Random(name)
    arm = full_data(rng)
    q, _, _ = random_state(rng, 6)
    assert wrong(general(arm.robot, q), closed(arm, q, frozenset({name})))


ENGLISH_ONLY = frozenset({"B.5 b_i14", "B.6 b_i15"})
TURNED = frozenset({"A.2 s4"})


@pytest.mark.parametrize(
    ("printed", "count"),
    [
        (frozenset(MISPRINTS) - TURNED, 50),
        (frozenset(MISPRINTS) - TURNED - ENGLISH_ONLY, 45),
        (TURNED, 38),
    ],
    ids=["english", "serbian", "joint 4"],
)
def test_how_many_of_the_154_vectors_the_print_has_wrong(
    printed: frozenset[str], count: int
) -> None:
    rng = random.Random(3)
    arm = printed_data()
    q, _, _ = random_state(rng, 6)
    assert len(wrong(general(arm.robot, q), closed(arm, q, printed))) == count
