"""Friction that a step of fixed length cannot follow: refused before it gives wrong numbers.

Near rest, friction of slope D = b + c / s lets speeds decay like exp(-H^-1 D t). A method of fixed
step follows only while dt times the largest eigenvalue of H^-1 D is below its bound on the real
axis: 2 for Euler's methods, 2.785 for Runge and Kutta's (Hairer and Wanner, IV.2).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from erfd.curve import Array
from erfd.errors import ErfdError
from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function

BOUNDS = {"rk4": 2.785}  # others: 2
ROWS = 256  # starts that are looked at


def refuse_steep(robot: Robot, integrator: str, constants: Mapping[str, Array]) -> None:
    """Looks at the starts of the first robots; their payloads are those of the arm."""
    b, c = (constants.get(name, np.zeros(1)) for name in ("viscous", "coulomb"))
    slope = b + c * constants.get("slip_rate", 0.0)
    if not slope.any():
        return
    dt, bound = float(constants["dt"]), BOUNDS.get(integrator, 2.0)
    rate = _fastest(robot, constants["q"], slope)
    if dt * rate > bound:
        raise ErfdError(
            f"friction stops a joint within {1 / rate:.2g} s, which steps of {dt:g} s of "
            f"{integrator} cannot follow",
            f"take dt <= {bound / rate:.2g} s, or a larger slip= of Coulomb friction",
        )


def _fastest(robot: Robot, q: Array, slope: Array) -> float:
    """The largest rate of decay at the starts, in 1/s."""
    n = len(robot.independent)
    lead = np.broadcast_shapes(q.shape, slope.shape)
    poses = np.broadcast_to(q, lead).reshape(-1, n)[:ROWS]
    slopes = np.broadcast_to(slope, lead).reshape(-1, n)[:ROWS]
    fine = np.isfinite(poses).all(-1) & np.isfinite(slopes).all(-1)
    H = robot_function(robot, "mass_matrix")(poses[fine])
    rates = np.linalg.eigvals(np.linalg.solve(H, slopes[fine][..., None] * np.eye(n)))
    return float(np.abs(rates).max(initial=0.0))
