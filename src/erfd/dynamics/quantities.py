"""What may be asked of a robot: each quantity by each algorithm, in the independent coordinates.

The recursions know every joint of the tree; here joints that mimic others are eliminated and the
method is looked up by its name. Arguments are sequences of any scalar, results nested lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from erfd.algebra import Row, Rows, Scalar, apply
from erfd.dynamics import coriolis, energy, jacobian, kinematics, newton_euler, reduced
from erfd.dynamics.catalogue import ALGORITHMS, Algorithm
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError

DEFAULTS = {
    "inverse_dynamics": "newton_euler",
    "bias": "newton_euler",
    "mass_matrix": "composite_body",
    "equations_of_motion": "mrnea",
}


def methods(quantity: str) -> list[str]:
    """The names of the algorithms that give this quantity."""
    return [name for name, a in ALGORITHMS.items() if getattr(a, quantity, None) is not None]


def resolve(tree: Tree, quantity: str, method: str = "auto") -> str:
    """The algorithm's name; `auto` takes the one with the fewest operations for this tree."""
    offered = methods(quantity)
    if method == "auto":
        return DEFAULTS.get(quantity) or _cheapest_forward_dynamics(tree)
    if method not in offered:
        raise RobotError(
            f"there is no method '{method}' for {quantity}", f"use {', '.join(offered)}"
        )
    return method


def _cheapest_forward_dynamics(tree: Tree) -> str:
    return "composite_body" if tree.follows or matrix_share(tree) <= 1.0 else "articulated_body"


def matrix_share(tree: Tree) -> float:
    """An estimate: operations of `composite_body` over those of `articulated_body`.

    H costs grow with the depth of each joint, the sweep only with the number of joints.
    """
    pairs = sum(len(tree.path(i)) for i in range(tree.n))
    solving = sum(len(tree.path(i)) ** 2 for i in range(tree.n))
    return (75 * tree.n + 16 * pairs + solving) / (215 * max(tree.n, 1))


def _algorithm(tree: Tree, quantity: str, method: str) -> Algorithm:
    return ALGORITHMS[resolve(tree, quantity, method)]


def _call(function: Callable[..., Any] | None, *arguments: Any) -> Any:
    """`resolve` has made sure that the algorithm offers the function."""
    return function(*arguments) if function is not None else None


def inverse_dynamics(
    tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None, method: str = "auto"
) -> list[Scalar]:
    function = _algorithm(tree, "inverse_dynamics", method).inverse_dynamics
    full = reduced.positions(tree, q), reduced.rates(tree, qd), reduced.rates(tree, qdd)
    return reduced.forces(tree, _call(function, tree, *full, wrench))


def bias(
    tree: Tree, q: Row, qd: Row, wrench: Row | None = None, method: str = "auto"
) -> list[Scalar]:
    function = _algorithm(tree, "bias", method).bias
    full = reduced.positions(tree, q), reduced.rates(tree, qd)
    return reduced.forces(tree, _call(function, tree, *full, wrench))


def mass_matrix(tree: Tree, q: Row, method: str = "auto") -> Rows:
    function = _algorithm(tree, "mass_matrix", method).mass_matrix
    return reduced.square(tree, _call(function, tree, reduced.positions(tree, q)))


def equations_of_motion(
    tree: Tree, q: Row, qd: Row, wrench: Row | None = None, method: str = "auto"
) -> tuple[Rows, list[Scalar]]:
    function = _algorithm(tree, "equations_of_motion", method).equations_of_motion
    H, b = _call(function, tree, reduced.positions(tree, q), reduced.rates(tree, qd), wrench)
    return reduced.square(tree, H), reduced.forces(tree, b)


def forward_dynamics(
    tree: Tree, q: Row, qd: Row, tau: Row, wrench: Row | None = None, method: str = "auto"
) -> list[Scalar]:
    name = resolve(tree, "forward_dynamics", method)
    algorithm = ALGORITHMS[name]
    if tree.follows is None:
        result: list[Scalar] = _call(algorithm.forward_dynamics, tree, q, qd, tau, wrench)
        return result
    if algorithm.mass_matrix is None:
        raise RobotError(
            f"{name} never forms H, so it cannot eliminate the joints that mimic others",
            "use method='composite_body', or load with mimic='independent'",
        )
    law = algorithm.bias or newton_euler.bias
    return reduced.solve(algorithm.mass_matrix, law, tree, q, qd, tau, wrench)


def coriolis_matrix(tree: Tree, q: Row, qd: Row, method: str = "christoffel") -> Rows:
    """The Christoffel matrix, or with method='denoc' the natural orthogonal complement's."""
    functions = {
        "christoffel": coriolis.coriolis_matrix,
        "denoc": ALGORITHMS["denoc"].coriolis_matrix,
    }
    if method not in functions:
        raise RobotError(
            f"there is no coriolis matrix by '{method}'", f"use {', '.join(functions)}"
        )
    full = reduced.positions(tree, q), reduced.rates(tree, qd)
    return reduced.square(tree, _call(functions[method], tree, *full))


def gravity(tree: Tree, q: Row) -> list[Scalar]:
    """The torques that hold the robot still."""
    return bias(tree, q, [0] * len(q))


def forward_kinematics(tree: Tree, q: Row, place: Place) -> Rows:
    R, p = kinematics.pose(tree, reduced.positions(tree, q), place)
    return [[*R[0], p[0]], [*R[1], p[1]], [*R[2], p[2]], [0, 0, 0, 1]]


def frame_jacobian(tree: Tree, q: Row, place: Place) -> Rows:
    return reduced.columns(tree, jacobian.jacobian(tree, reduced.positions(tree, q), place))


def frame_jacobian_rate(tree: Tree, q: Row, qd: Row, place: Place) -> Rows:
    full = reduced.positions(tree, q), reduced.rates(tree, qd)
    return reduced.columns(tree, jacobian.jacobian_rate(tree, *full, place))


def joint_reactions(tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None) -> Rows:
    """Force, then moment, on each body by its parent, at the joint's origin, in base axes."""
    full = reduced.positions(tree, q)
    across = kinematics.steps(tree, full)
    rates = reduced.rates(tree, qd), reduced.rates(tree, qdd)
    loads = newton_euler.reactions(tree, across, *rates, wrench)
    axes = [placed.R for placed in kinematics.poses(tree, full)]
    return [[*apply(R, x.f), *apply(R, x.n)] for R, x in zip(axes, loads, strict=True)]


def energies(tree: Tree, q: Row, qd: Row) -> tuple[Scalar, Scalar]:
    """Kinetic and potential energy."""
    full = reduced.positions(tree, q)
    return energy.kinetic(tree, full, reduced.rates(tree, qd)), energy.potential(tree, full)
