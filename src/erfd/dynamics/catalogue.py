"""The algorithms by their public names, and what each of them gives.

Every function takes the tree first: inverse_dynamics(tree, q, qd, qdd, wrench),
forward_dynamics(tree, q, qd, tau, wrench), bias(tree, q, qd, wrench), mass_matrix(tree, q),
equations_of_motion(tree, q, qd, wrench) -> (H, bias), coriolis_matrix(tree, q, qd); the wrench may
be left out. What an algorithm does not give is None. The Coriolis matrix depends on who defines it:
the natural orthogonal complement has its own, the Christoffel one is `coriolis.coriolis_matrix`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from erfd.algebra import Scalar
from erfd.dynamics import (
    articulated_body,
    composite_body,
    denoc,
    lagrange,
    modified_newton_euler,
    newton_euler,
    walker_orin,
)

Row = list[Scalar]
Rows = list[list[Scalar]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Algorithm:
    """One published algorithm: its public name and its functions."""

    name: str
    inverse_dynamics: Callable[..., Row] | None = None
    bias: Callable[..., Row] | None = None
    mass_matrix: Callable[..., Rows] | None = None
    equations_of_motion: Callable[..., tuple[Rows, Row]] | None = None
    forward_dynamics: Callable[..., Row] | None = None
    coriolis_matrix: Callable[..., Rows] | None = None


_ALL = (
    Algorithm(
        name="newton_euler",
        inverse_dynamics=newton_euler.inverse_dynamics,
        bias=newton_euler.bias,
    ),
    Algorithm(
        name="mrnea",
        inverse_dynamics=modified_newton_euler.inverse_dynamics,
        bias=modified_newton_euler.bias,
        mass_matrix=modified_newton_euler.mass_matrix,
        equations_of_motion=modified_newton_euler.equations_of_motion,
        forward_dynamics=modified_newton_euler.forward_dynamics,
    ),
    Algorithm(
        name="walker_orin_1",
        mass_matrix=walker_orin.mass_matrix_1,
        forward_dynamics=walker_orin.forward_dynamics_1,
    ),
    Algorithm(
        name="walker_orin_2",
        mass_matrix=walker_orin.mass_matrix_2,
        forward_dynamics=walker_orin.forward_dynamics_2,
    ),
    Algorithm(
        name="walker_orin_3",
        mass_matrix=walker_orin.mass_matrix_3,
        forward_dynamics=walker_orin.forward_dynamics_3,
    ),
    Algorithm(
        name="composite_body",
        mass_matrix=composite_body.mass_matrix,
        forward_dynamics=composite_body.forward_dynamics,
    ),
    Algorithm(name="articulated_body", forward_dynamics=articulated_body.forward_dynamics),
    Algorithm(
        name="denoc",
        inverse_dynamics=denoc.inverse_dynamics,
        bias=denoc.bias,
        mass_matrix=denoc.mass_matrix,
        forward_dynamics=denoc.forward_dynamics,
        coriolis_matrix=denoc.coriolis_matrix,
    ),
    Algorithm(
        name="lagrange",
        inverse_dynamics=lagrange.inverse_dynamics,
        bias=lagrange.bias,
        mass_matrix=lagrange.mass_matrix,
        forward_dynamics=lagrange.forward_dynamics,
    ),
)

ALGORITHMS: dict[str, Algorithm] = {algorithm.name: algorithm for algorithm in _ALL}
