"""Joint speeds and accelerations from the tool's: twist = J qd, its rate = J qdd + Jdot qd.

Over any scalar, for an arm with a spherical wrist. The wrist centre is moved by the first three
joints only, so the six equations fall into three and three, each solved by Cramer's rule; where
one of the two determinants is zero the pose is singular and the result is not finite.
Source: Hollerbach & Sahar 1983, "Wrist-partitioned inverse kinematic accelerations".
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar, Vector, add, cross, dot, scale, sub
from erfd.dynamics.jacobian import jacobian, jacobian_rate
from erfd.dynamics.kinematics import pose
from erfd.dynamics.tree import Place, Tree
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

Rows = list[list[Scalar]]
Row = Sequence[Scalar]


def rates(
    tree: Tree, centre: Place, q: Row, twist: Row, rate: Row
) -> tuple[list[Scalar], list[Scalar]]:
    """Speeds and accelerations of six joints; twist and rate: linear, then angular, base axes."""
    (v, w), (a, alpha) = _halves(twist), _halves(rate)
    lever = sub(pose(tree, q, centre).p, pose(tree, q, tree.tool).p)
    J = [*jacobian(tree, q, centre)[:3], *jacobian(tree, q, tree.tool)[3:]]
    qd = _solved(J, add(v, cross(w, lever)), w)
    Jd = [*jacobian_rate(tree, q, qd, centre)[:3], *jacobian_rate(tree, q, qd, tree.tool)[3:]]
    pull = add(a, add(cross(alpha, lever), cross(w, cross(w, lever))))
    drift, twisting = _halves([sum(x * y for x, y in zip(row, qd, strict=True)) for row in Jd])
    return qd, _solved(J, sub(pull, drift), sub(alpha, twisting))


def _solved(J: Rows, linear: Vector, angular: Vector) -> list[Scalar]:
    """The linear rows of J know the first three joints only; the angular ones know all."""
    columns = list(zip(*J, strict=True))
    first = _cramer([_halves(x)[0] for x in columns[:3]], linear)
    for x, column in zip(first, columns, strict=False):
        angular = sub(angular, scale(x, _halves(column)[1]))
    return [*first, *_cramer([_halves(x)[1] for x in columns[3:]], angular)]


def _cramer(columns: list[Vector], right: Vector) -> list[Scalar]:
    a, b, c = columns
    bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
    inverse = 1.0 / dot(a, bc)
    return [inverse * dot(right, x) for x in (bc, ca, ab)]


def _halves(row: Row) -> tuple[Vector, Vector]:
    return (row[0], row[1], row[2]), (row[3], row[4], row[5])


def kernel(tree: Tree, centre: Place) -> Function:
    """Inputs q, twist, rate; outputs qd, qdd."""

    def tape() -> Tape:
        new = Tape()
        q, twist, rate = (symbols(new, name, (6,)) for name in ("q", "twist", "rate"))
        qd, qdd = rates(tree, centre, q, twist, rate)
        output(new, "qd", (6,), qd)
        output(new, "qdd", (6,), qdd)
        return new

    geometry = tree.R, tree.p, tree.prismatic, tree.tool, centre
    return Function("joint_rates", tape, "", key_of(("joint_rates", 1, geometry)))
