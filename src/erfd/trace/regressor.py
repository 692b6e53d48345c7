"""The regressor Y of inverse dynamics: tau = Y(q, qd, qdd) pi, linear in the inertial parameters.

What: pi holds ten standard parameters for every moving body, in the order of the joints: mass m,
first moment h = m c, and the inertia about the origin of the body's frame, xx xy xz yy yz zz of
the tensor, all in the body's own axes (those of its joint, as in the robot's file). What sits on a
fixed joint, and the payload, count as parts of the moving body that carries them.
How: Newton-Euler, its inertial parameters symbols, differentiated by them; as torques are linear in
pi, no parameter is left in Y. Gravity is part of Y, a wrench on the tool is not.
Not every parameter can be identified from torques: only as many combinations as the rank of many
Y, stacked.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from erfd.algebra import EMPTY, ZERO, Scalar
from erfd.dynamics import quantities
from erfd.dynamics.inertia import Inertia, inertia_of
from erfd.dynamics.kinematics import Step
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from erfd.trace.derivative import derivative
from erfd.trace.reframe import reframed
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Port, Tape

NAMES = ("m", "hx", "hy", "hz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
PARAMETERS = "parameters"


def parameter_names(robot: Robot) -> tuple[str, ...]:
    """What the columns of Y belong to: a body's name, a point, and the letter."""
    return tuple(f"{joint.child}.{name}" for joint in robot.moving for name in NAMES)


def parameter_values(robot: Robot, tree: Tree) -> list[Scalar]:
    """pi of this robot, whose tree is `tree`."""
    values: list[Scalar] = []
    for i, place in enumerate(_placements(robot, tree)):
        m, h, Io = _moved(inertia_of(tree, i), place.inverse())
        values += [m, *h, *Io[0], *Io[1][1:], Io[2][2]]
    return values


def regressor(robot: Robot, tree: Tree) -> Tape:
    """The program Y(q, qd, qdd), with 10 columns for every moving body."""
    tree, offsets = reframed(_without_bodies(tree))
    n = coordinates(tree)
    tape = Tape()
    q, qd, qdd = (symbols(tape, name, (n,)) for name in ("q", "qd", "qdd"))
    if tree.follows is None:
        q = [x + d for x, d in zip(q, offsets, strict=True)]
    pi = symbols(tape, PARAMETERS, (10 * tree.n,))
    tau = quantities.inverse_dynamics(_with_bodies(robot, tree, pi), q, qd, qdd)
    output(tape, "tau", (n,), tau)
    Y = derivative(tape, [PARAMETERS], direction="forward")
    Y.inputs = Y.inputs[:-1]
    Y.outputs = [Port("Y", (n, 10 * tree.n))]
    return Y


def _without_bodies(tree: Tree) -> Tree:
    """Frames alone: nothing has mass."""
    nothing = (ZERO,) * tree.n, (EMPTY,) * tree.n
    h, Io = nothing
    return dataclasses.replace(tree, m=(0,) * tree.n, c=h, I=Io, h=h, Io=Io)


def _with_bodies(robot: Robot, tree: Tree, pi: Sequence[Scalar]) -> Tree:
    bodies = []
    for i, place in enumerate(_placements(robot, tree)):
        m, x, y, z, xx, xy, xz, yy, yz, zz = pi[10 * i : 10 * i + 10]
        Io = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
        bodies.append(_moved(Inertia(m, (x, y, z), Io), place))
    m, h, Io = zip(*bodies, strict=True)
    return dataclasses.replace(tree, m=m, h=h, Io=Io)


def _placements(robot: Robot, tree: Tree) -> list[Placement]:
    """Of the bodies' own frames in the frames of the tree."""
    return [tree.places[joint.child].placement for joint in robot.moving]


def _moved(body: Inertia, place: Placement) -> Inertia:
    return body.outward(Step(place.R, 1, 0, place.p), False)
