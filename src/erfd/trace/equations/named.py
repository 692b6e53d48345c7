"""Robots of the library whose publications give letters and relations instead of numbers.

A rod of length a and mass m has its centre at a/2 and m a^2/12 about it, (9.23b) and (9.23c) of
`002_932f918a28af072a`; TRTTR1 has the letters of Table 1 of `004_85877c3daf2ebc3e`. Their
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

RODS = ("one_link", "two_link", "three_link", "three_link_exact")
TRTTR1 = {
    "lz2": "l1", "lz3": "l2", "lz4": "l3", "lx4": "l4", "lx5": "l5", "lx_t": "l6",
    **{f"m{i}": f"M{i}" for i in range(1, 6)},
    **{f"I{a}{a}{i}": f"J{a}{i}" for a in "xyz" for i in range(1, 6)},
}  # fmt: skip
RENAMED: Mapping[str, Mapping[str, str]] = {"trttr1": TRTTR1}
KINDS_NEEDED = ("lengths", "masses")
ROUNDED = ("three_link",)  # I_2 of the table is m a^2/12 with five decimals


def model(robot: Robot, letters: Letters) -> Robot:
    """The robot of letters, with the relations of its publication where it has some."""
    letters.renamed = RENAMED.get(robot.name, {})
    if robot.name not in RODS or not set(KINDS_NEEDED) <= set(letters.kinds):
        return lettered(robot, letters)
    bare = tuple(dataclasses.replace(b, com=ZERO, inertia=EMPTY) for b in robot.bodies)
    made = lettered(dataclasses.replace(robot, bodies=bare), letters)
    after = {f.body: f.placement for f in made.frames if f.name.startswith("dh_")}
    bodies = tuple(_rod(body, after[body.name].R, after[body.name].p) for body in made.bodies)
    return dataclasses.replace(made, bodies=bodies)


def _rod(body: Body, R: Matrix, end: Vector) -> Body:
    """From the joint to the end of the link."""
    a, m = end[0], body.mass
    moment = m * a * a * Fraction(1, 12)
    inertia = rotate_tensor(R, ((0, 0, 0), (0, moment, 0), (0, 0, moment)))
    return dataclasses.replace(body, com=(a * Fraction(1, 2), 0, 0), inertia=inertia)
