"""Both sides of the gears at one state: what the joints ask for, and what the rotors add.

    A^T tau = H qdd + bias            the joint side: bodies, their drives' elements, joint friction
    S tau   = u_a - (R qdd + rho) - f_v y - f_c sign(y)             the motor side

R = I_a A and rho = I_a (dA/dt) qd, unless a rotor's carrier is known. Then its spin is exact: with
g the row of z . w = g qd (w of the carrier, z the rotor's axis) there is T = I_a y (z . w) too,
which adds I_a g^T A to H, I_a g to R and the velocity terms of `dynamics.rotors` to both sides.

Source: Szkodny (8)-(9), (15), corrected (see `dynamics/rotors.py`).
Cost: H and the bias of the bodies; rotors and elements as they are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import Scalar
from erfd.drives import elements, joint_friction
from erfd.drives.equations import total
from erfd.drives.joint_friction import Pressing
from erfd.drives.train import Train
from erfd.drives.transmission import Row, Rows, Turning, accelerations, turning, weighed
from erfd.drives.tree_state import TreeState, every_joint, tree_state
from erfd.dynamics import quantities, reduced
from erfd.dynamics.rotors import spin_loads, spin_rows

Wrench = Sequence[Scalar] | None


class Load(NamedTuple):
    """In a motion: the joint torques u, and what the carriers' turning adds at the rotors."""

    at: Turning
    u: Row
    felt: Row


class Causes(NamedTuple):
    """The joint torques of a motion by cause: bodies (those of the drives too), rotors on moving
    carriers, friction at the joints; and what the carriers' turning adds at the rotors."""

    at: Turning
    bodies: Row
    rotors: Row
    friction: Row
    felt: Row


class Sides(NamedTuple):
    """H and bias of the joints; what the carriers' turning adds to R and rho (zero rows else)."""

    at: Turning
    H: Rows
    bias: Row
    crossed: Rows
    felt: Row


def load(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    wrench: Wrench = None,
) -> Load:
    """Both sides of a motion."""
    at = turning(train.drives, q, qd)
    move = tree_state(train, q, qd, qdd)
    u = quantities.inverse_dynamics(train.tree, move.q, move.qd, move.qdd, wrench)
    joint, felt = _spin(train, move, at.y, accelerations(at, qdd) if train.rotors else [])
    u = _with(u, joint, _rubbed(train, move), _pressed(train, move, wrench))
    return Load(at, elements.projected(move.E, u), felt)


def causes(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    wrench: Wrench = None,
) -> Causes:
    """The summands of `load`, each from its own law."""
    at = turning(train.drives, q, qd)
    move = tree_state(train, q, qd, qdd)
    bodies = quantities.inverse_dynamics(train.tree, move.q, move.qd, move.qdd, wrench)
    spin, felt = _spin(train, move, at.y, accelerations(at, qdd) if train.rotors else [])
    none: Row = [0] * len(bodies)
    rubbed = _with(none, _rubbed(train, move), _pressed(train, move, wrench))
    rows = [elements.projected(move.E, x) for x in (bodies, _with(none, spin), rubbed)]
    return Causes(at, rows[0], rows[1], rows[2], felt)


def joint_side(
    train: Train, q: Sequence[Scalar], qd: Sequence[Scalar], wrench: Wrench = None
) -> tuple[Rows, Row]:
    """H and bias without rotors on carriers and friction on joint reactions."""
    move = tree_state(train, q, qd, [0] * len(qd))
    H = quantities.mass_matrix(train.tree, move.q, method="composite_body")
    bias = quantities.inverse_dynamics(train.tree, move.q, move.qd, move.qdd, wrench)
    bias = _with(bias, _rubbed(train, move))
    return elements.squared(move.E, H), elements.projected(move.E, bias)


def sides(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    wrench: Wrench = None,
    qdd: Sequence[Scalar] | None = None,
) -> Sides:
    """At a state; friction on joint reactions only where `qdd` says at which motion to take it."""
    at = turning(train.drives, q, qd)
    H, bias = joint_side(train, q, qd, wrench)
    move = tree_state(train, q, qd, [0] * len(qd))
    joint, felt = _spin(train, move, at.y, at.drift)
    pressed = _pressed(train, tree_state(train, q, qd, qdd), wrench) if qdd is not None else []
    bias = _with(bias, *(elements.projected(move.E, x) for x in (joint, pressed) if x))
    crossed: Rows = [[0] * len(qd) for _ in at.y]
    return _crossed(train, move, Sides(at, H, bias, crossed, felt))


def presses(
    train: Train, q: Sequence[Scalar], qd: Sequence[Scalar], wrench: Wrench
) -> list[Pressing]:
    """The joints with dry friction on their reactions, for accelerations that are not known yet."""
    if not train.pressed:
        return []
    move = tree_state(train, q, qd, [0] * len(qd))
    units = [[float(i == k) for i in range(len(qd))] for k in range(len(qd))]
    ways = [reduced.rates(train.tree, [*x, *(weighed(r, x) for r in move.E)]) for x in units]
    full = every_joint(train, move)
    return joint_friction.pressing(train.whole, train.pressed, *full, wrench, ways)


def _spin(train: Train, move: TreeState, y: Row, yd: Row) -> tuple[Row, Row]:
    """What rotors on moving carriers add: to the joints, and to their own motors."""
    felt: Row = [0] * len(y)
    if not train.rotors:
        return [], felt
    numbers = [k for k, _ in train.rotors]
    rotors = [rotor for _, rotor in train.rotors]
    spins = [y[k] for k in numbers], [yd[k] for k in numbers]
    loads = spin_loads(train.tree, rotors, *every_joint(train, move), *spins)
    for k, x in zip(numbers, loads.rotor, strict=True):
        felt[k] = x
    return reduced.forces(train.tree, loads.joint), felt


def _crossed(train: Train, move: TreeState, both: Sides) -> Sides:
    """H and R with the products of a rotor's spin and its carrier's turning."""
    if not train.rotors:
        return both
    H = both.H
    rows = spin_rows(train.tree, [x for _, x in train.rotors], every_joint(train, move)[0])
    for (k, rotor), whole in zip(train.rotors, reduced.columns(train.tree, rows), strict=True):
        g = [rotor.J * x for x in elements.projected(move.E, whole)]
        A = both.at.A[k]
        H = [[h + x * a for h, a in zip(row, A, strict=True)] for row, x in zip(H, g, strict=True)]
        both.crossed[k] = g
    return both._replace(H=H)


def _rubbed(train: Train, move: TreeState) -> Row:
    if not train.rubs:
        return []
    rates = reduced.rates(train.tree, move.qd)
    return reduced.forces(train.tree, joint_friction.on_speed(train.friction, rates))


def _pressed(train: Train, move: TreeState, wrench: Wrench) -> Row:
    if not train.pressed:
        return []
    full = every_joint(train, move)
    found = joint_friction.on_reactions(train.whole, train.pressed, *full, wrench)
    return reduced.forces(train.tree, found)


def _with(row: Row, *others: Row) -> Row:
    """The sum with those that are there."""
    return total(row, *(x for x in others if x))
