"""The equations of a run as compiled functions: everything that is smooth, dry friction left open.

    H qdd + bias = A^T tau + joint torques,     tau = (u - rho - phi - R qdd) / S

H, bias: bodies, drive elements, viscous joint friction, wrench. A, y, drift: the transmission, the
motors' speeds, (dA/dt) qd. R, rho: what rotors and viscous friction take of the motors' torques u.
P, F: the forces P qdd + F that press on joints with dry friction on their reactions. phi and S are
dry friction, whose sense is the run's business (`dry.py`).
Source: the texts of `erfd.drives` (`sides.py`, `motors.py`), equation numbers there.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, NamedTuple

import numpy as np

from erfd.algebra import Scalar
from erfd.curve import Array
from erfd.drives import elements, motors
from erfd.drives.friction import known
from erfd.drives.joint_friction import pressing
from erfd.drives.sides import sides
from erfd.drives.train import Train, drives_of, train_of
from erfd.drives.transmission import weighed
from erfd.dynamics import energy, reduced
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape


class Parts(NamedTuple):
    """At one state; r motors, k pressed joints, n coordinates. `slow` is viscous power, W."""

    H: Array
    bias: Array
    slow: float
    A: Array
    y: Array
    drift: Array
    R: Array
    rho: Array
    P: Array
    F: Array


def smooth(train: Train) -> Train:
    """Without dry friction on speeds; pressed joints are kept."""
    friction = tuple(dataclasses.replace(f, coulomb=None) for f in train.friction)
    return dataclasses.replace(train, friction=friction)


def parts(train: Train, q: Any, qd: Any, wrench: Any = None) -> dict[str, Any]:
    """The fields of `Parts` that are not empty."""
    train = smooth(train)
    both = sides(train, q, qd, wrench)
    R, rho = motors.rotor_side(train, both)
    slow = [
        known(m.viscous_friction) * y for m, y in zip(train.drives.motors, both.at.y, strict=True)
    ]
    rho = [a + b for a, b in zip(rho, slow, strict=True)]
    rates = reduced.rates(
        train.tree, [*qd, *(weighed(r, qd) for r in elements.rows(train.drives, q))]
    )
    lost = weighed(slow, both.at.y) + sum(
        (known(f.viscous) * v * v for f, v in zip(train.friction, rates, strict=True)), 0.0
    )
    found = {"H": both.H, "bias": both.bias, "slow": lost}
    if train.drives.motors:
        at = both.at
        found |= {"A": at.A, "y": at.y, "drift": at.drift, "R": R, "rho": rho}
    if train.pressed:
        found |= _pressed(train, q, qd, wrench)
    return found


def _pressed(train: Train, q: Any, qd: Any, wrench: Any) -> dict[str, Any]:
    """The forces across the axes; elements carry no dry friction here (`dry.py` refuses it)."""
    n, tree = len(qd), train.whole
    turned = [
        x + d for x, d in zip([*q, *elements.angles(train.drives, q)], _offsets(train), strict=True)
    ]
    E = elements.rows(train.drives, q)
    units = [[float(i == k) for i in range(n)] for k in range(n)]
    ways = [reduced.rates(tree, [*x, *(weighed(r, x) for r in E)]) for x in units]
    speeds = reduced.rates(tree, [*qd, *(weighed(r, qd) for r in E)])
    still = reduced.rates(tree, [*([0.0] * n), *elements.drifts(train.drives, q, qd)])
    full = reduced.positions(tree, turned), speeds, still
    found = pressing(tree, train.pressed, *full, wrench, ways)
    return {"P": [x.P for x in found], "F": [x.F for x in found]}


def _offsets(train: Train) -> tuple[Scalar, ...]:
    """Frames are only turned where no joint mimics another."""
    return (
        train.offsets
        if train.tree.follows is None
        else (0,) * (train.n + len(train.drives.elements))
    )


def stored(train: Train, q: Any, qd: Any) -> dict[str, Any]:
    """Kinetic energy, rotors included, and potential energy."""
    both = sides(smooth(train), q, qd)
    M = motors.inertia(train, both) if train.drives.motors else both.H
    kinetic = weighed([weighed(row, qd) for row in M], qd) / 2
    turned = [*q, *elements.angles(train.drives, q)]
    full = reduced.positions(train.whole, turned)
    return {"kinetic": kinetic, "potential": energy.potential(train.whole, full)}


def parts_function(robot: Robot, *, wrench: bool) -> Function:
    return _function("simulated_parts", robot, wrench)


def stored_function(robot: Robot) -> Function:
    return _function("stored_energy", robot, False)


def _function(name: str, robot: Robot, wrench: bool) -> Function:
    key = key_of((name, robot, drives_of(robot), wrench))
    return Function(name, functools.partial(_tape, name, robot, wrench), "", key)


def _tape(name: str, robot: Robot, wrench: bool) -> Tape:
    tape, n = Tape(), len(robot.independent)
    q, qd = symbols(tape, "q", (n,)), symbols(tape, "qd", (n,))
    if name == "stored_energy":
        found = stored(train_of(robot, plain=True), q, qd)
    else:
        load = symbols(tape, "wrench", (6,)) if wrench else None
        found = parts(train_of(robot, wrench=wrench), q, qd, load)
    for key, value in found.items():
        shape, flat = _flat(value)
        output(tape, key, shape, flat)
    return tape.compact()


def _flat(value: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The shape of nested lists, and their entries in order."""
    if not isinstance(value, (list, tuple)):
        return (), [value]
    inside = [_flat(x) for x in value]
    return (len(value), *inside[0][0]), [x for _, part in inside for x in part]


class Equations:
    """`Parts` of one robot at a state; fields that it does not have are empty arrays."""

    def __init__(self, robot: Robot, *, wrench: bool) -> None:
        self.run = parts_function(robot, wrench=wrench)
        n, r = len(robot.independent), len(drives_of(robot).motors)
        self.names = [port.name for port in self.run.outputs]
        empty = {"A": (r, n), "y": (r,), "drift": (r,), "R": (r, n), "rho": (r,)}
        zeros = {k: np.zeros(s) for k, s in {**empty, "P": (0, 2, n), "F": (0, 2)}.items()}
        self.nothing: dict[str, Any] = {k: v for k, v in zeros.items() if k not in self.names}

    def __call__(self, q: Array, qd: Array, wrench: Array | None) -> Parts:
        values = self.run(q, qd) if wrench is None else self.run(q, qd, wrench)
        found: dict[str, Any] = dict(zip(self.names, values, strict=True))
        return Parts(**found, **self.nothing)


__all__ = ["Equations", "Parts", "parts_function", "stored_function"]
