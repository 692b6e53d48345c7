"""Inertial parameters as inputs of a program instead of numbers in it: one value for every row.

    "gravity"        gravity (3,), m/s^2, in world axes
    "payload"        payload_mass (), payload_com (3,), payload_inertia (3, 3), in the tool frame,
                     instead of the robot's own payload; the inertia is about the centre of mass
    "BODY"           BODY_mass (), BODY_com (3,), BODY_inertia (3, 3) of a named body, in its axes
    "BODY.mass"      one of the three (also "payload.mass"); the robot's own numbers fill the rest

Of an inertia only the diagonal and the entries above it are read. Signs that no name of an input
may have become "_". The robot's other numbers stay folded into the program: the bodies named here
are first taken out of the robot, and put back, as symbols, when frames and base parameters of the
rest have been chosen.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from erfd.algebra import (
    EMPTY,
    ZERO,
    Matrix,
    Scalar,
    Vector,
    add,
    add_matrices,
    apply_transposed,
    point_inertia,
    scale,
    sub_matrices,
)
from erfd.dynamics.inertia import rotate_symmetric
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError
from erfd.robot.records import Payload
from erfd.robot.robot import Robot

SHAPES: dict[str, tuple[int, ...]] = {"mass": (), "com": (3,), "inertia": (3, 3)}
GRAVITY, PAYLOAD = "gravity", "payload"
Values = Mapping[str, Sequence[Scalar]]


class Parameter(NamedTuple):
    """A group of numbers: what they belong to, which of its fields, and the input's name."""

    owner: str
    field: str
    name: str
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Parameters:
    """The parameters of one robot that a program takes as inputs."""

    robot: Robot
    inputs: tuple[Parameter, ...]

    @staticmethod
    def of(robot: Robot, names: Sequence[str]) -> Parameters:
        inputs = [x for name in names for x in _named(robot, name)]
        for k, x in enumerate(inputs):
            if x.name in [y.name for y in inputs[:k]]:
                raise RobotError(f"the parameter '{x.name}' is asked for twice", "name it once")
        return Parameters(robot, tuple(inputs))

    @property
    def gravity(self) -> bool:
        return any(x.owner == GRAVITY for x in self.inputs)

    @property
    def bare(self) -> Robot:
        """The robot without the bodies, or the payload, that have symbols."""
        owners = {x.owner for x in self.inputs}
        nothing: dict[str, Any] = {"mass": 0.0, "com": ZERO, "inertia": EMPTY}
        bodies = tuple(
            dataclasses.replace(b, **nothing) if b.name in owners else b for b in self.robot.bodies
        )
        payload = None if PAYLOAD in owners else self.robot.payload
        return dataclasses.replace(self.robot, bodies=bodies, payload=payload)

    def applied(self, tree: Tree, values: Values) -> Tree:
        """The tree with the values, flat and by input name, in it."""
        for owner in dict.fromkeys(x.owner for x in self.inputs):
            given = {x.field: values[x.name] for x in self.inputs if x.owner == owner}
            if owner == GRAVITY:
                x, y, z = given[GRAVITY]
                g = apply_transposed(self.robot.base.R, (x, y, z))
                tree = dataclasses.replace(tree, gravity=g)
            else:
                place = tree.tool if owner == PAYLOAD else tree.places[owner]
                tree = _with_body(tree, place, *self._numbers(owner, given))
        return tree

    def _numbers(self, owner: str, given: Values) -> tuple[Scalar, Vector, Matrix]:
        """Mass, centre of mass and inertia, from the inputs where they are given."""
        body: Any = self.robot.payload or Payload(mass=0)
        if owner != PAYLOAD:
            body = next(b for b in self.robot.bodies if b.name == owner)
        mass, com, inertia = body.mass, body.com, body.inertia
        if "mass" in given:
            (mass,) = given["mass"]
        if "com" in given:
            com = (given["com"][0], given["com"][1], given["com"][2])
        if "inertia" in given:
            xx, xy, xz, _, yy, yz, _, _, zz = given["inertia"]
            inertia = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
        return mass, com, inertia


def idle(reads: Collection[str], chosen: Parameters, names: Sequence[str]) -> list[str]:
    """Those none of whose fields are read."""
    fields = {
        name: {x.field for x in chosen.inputs if name in (x.owner, f"{x.owner}.{x.field}")}
        for name in names
    }
    return [name for name in names if not fields[name] & set(reads)]


def refuse_idle(
    quantity: str, reads: Collection[str], chosen: Parameters, names: Sequence[str]
) -> None:
    for name in idle(reads, chosen, names):
        raise RobotError(f"{quantity} does not depend on {name}", "leave this parameter out")


def _named(robot: Robot, name: str) -> Iterator[Parameter]:
    if name == GRAVITY:
        yield Parameter(GRAVITY, GRAVITY, GRAVITY, (3,))
        return
    owners = [PAYLOAD, *(b.name for b in robot.bodies)]
    owner, dot, field = (name, "", "") if name in owners else name.rpartition(".")
    if owner not in owners or (dot and field not in SHAPES):
        raise RobotError(
            f"'{robot.name}' has no parameter '{name}'",
            f"use gravity, or {', '.join(owners)}, alone or with .mass, .com or .inertia",
        )
    for part in [field] if field else SHAPES:
        yield Parameter(owner, part, re.sub(r"\W", "_", f"{owner}_{part}"), SHAPES[part])


def _with_body(tree: Tree, place: Place, mass: Scalar, com: Vector, inertia: Matrix) -> Tree:
    """The tree with one more body fixed at a place."""
    i = place.index
    if i < 0:
        return tree
    at = place.placement.point(com)
    m, h = tree.m[i] + mass, add(tree.h[i], scale(mass, at))
    turned = rotate_symmetric(place.placement.R, inertia)
    Io = add_matrices(tree.Io[i], add_matrices(turned, point_inertia(mass, at)))
    c = ZERO if isinstance(m, (int, float)) and m == 0 else scale(1 / m, h)
    I = sub_matrices(Io, point_inertia(m, c))
    return dataclasses.replace(
        tree,
        m=_put(tree.m, i, m),
        h=_put(tree.h, i, h),
        Io=_put(tree.Io, i, Io),
        c=_put(tree.c, i, c),
        I=_put(tree.I, i, I),
    )


def _put(values: tuple[Any, ...], i: int, x: Any) -> tuple[Any, ...]:
    return (*values[:i], x, *values[i + 1 :])
