"""Robots of the library whose publications give letters and relations instead of numbers.

A rod of length a and mass m has its centre at a/2 and m a^2/12 about it, (9.23b) and (9.23c) of
Saha, ch. 9; TRTTR1 has the letters of Table 1 of Detesan et al. Their
equations hold without any number; the library's numbers serve the proof alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction

from erfd.algebra import EMPTY, ZERO, Matrix, Vector, rotate_tensor
from erfd.robot.records import Body
from erfd.robot.robot import Robot
from erfd.trace.equations.letters import Letters, lettered
from erfd.trace.equations.sympy_numbers import is_symbolic

RODS = ("one_link", "two_link", "three_link", "three_link_exact")
TRTTR1 = {
    "lz2": "l1", "lz3": "l2", "lz4": "l3", "lx4": "l4", "lx5": "l5", "lx_t": "l6",
    **{f"m{i}": f"M{i}" for i in range(1, 6)},
    **{f"I{a}{a}{i}": f"J{a}{i}" for a in "xyz" for i in range(1, 6)},
}  # fmt: skip
RENAMED: Mapping[str, Mapping[str, str]] = {"trttr1": TRTTR1}
KINDS_NEEDED = ("lengths", "masses")
DECIMALS = 1e-5  # I_2 of Table 9.2 is m a^2/12 rounded to five of them
EXACT = 1e-12


def model(robot: Robot, letters: Letters) -> Robot:
    """The robot of letters, with the relations of its publication where it has some."""
    letters.renamed = RENAMED.get(robot.name, {})
    if not made_of_rods(robot) or not set(KINDS_NEEDED) <= set(letters.kinds):
        return lettered(robot, letters)
    bare = tuple(dataclasses.replace(b, com=ZERO, inertia=EMPTY) for b in robot.bodies)
    made = lettered(dataclasses.replace(robot, bodies=bare), letters)
    after = {f.body: f.placement for f in made.frames if f.name.startswith("dh_")}
    bodies = tuple(_rod(body, after[body.name].R, after[body.name].p) for body in made.bodies)
    return dataclasses.replace(made, bodies=bodies)


def made_of_rods(robot: Robot, tolerance: float = DECIMALS) -> bool:
    """Whether this is one of those arms, its numbers those of rods."""
    if robot.name not in RODS or is_symbolic(robot):
        return False
    ends = {f.body: f.placement for f in robot.frames if f.name.startswith("dh_")}
    for body in robot.bodies:
        if body.name not in ends:
            return False
        rod = _rod(body, *ends[body.name])
        own, right = ([*b.com, *(x for row in b.inertia for x in row)] for b in (body, rod))
        if any(abs(x - y) > tolerance for x, y in zip(own, right, strict=True)):
            return False
    return True


def rounded(robot: Robot) -> bool:
    """Rods, but for the decimals of the file."""
    return made_of_rods(robot) and not made_of_rods(robot, EXACT)


def _rod(body: Body, R: Matrix, end: Vector) -> Body:
    """From the joint to the end of the link."""
    a, m = end[0], body.mass
    moment = m * a * a * Fraction(1, 12)
    inertia = rotate_tensor(R, ((0, 0, 0), (0, moment, 0), (0, 0, moment)))
    return dataclasses.replace(body, com=(a * Fraction(1, 2), 0, 0), inertia=inertia)
