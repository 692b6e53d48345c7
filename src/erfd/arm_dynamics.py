"""Rigid-body dynamics and kinematics of an arm: what the motors must give, where the bodies are."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from numpy.typing import ArrayLike

from erfd.arm_functions import Functions
from erfd.rows import Array
from erfd.trace.function import Function


class Dynamics(Functions):
    """Methods of `Arm`."""

    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        method: str = "auto",
        out: Array | None = None,
    ) -> Array:
        """Joint torques (N m) and forces (N) of a motion."""
        if wrench is None and method == "auto" and out is None:
            try:
                tau: Array = self._inverse_dynamics(q, qd, qdd)
            except (TypeError, ValueError) as error:
                raise self._explained(error, {"q": q, "qd": qd, "qdd": qdd}) from None
            return tau
        return self._one("inverse_dynamics", {"q": q, "qd": qd, "qdd": qdd}, wrench, method, out)

    def forward_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        method: str = "auto",
        out: Array | None = None,
    ) -> Array:
        """Joint accelerations under given torques.

        Refused, by the joint's name, where H is singular at every pose. At a single such pose
        the accelerations are what the equations give: infinite, NaN or out of all proportion.
        """
        if wrench is None and method == "auto" and out is None:
            try:
                qdd: Array = self._forward_dynamics(q, qd, tau)
            except (TypeError, ValueError) as error:
                raise self._explained(error, {"q": q, "qd": qd, "tau": tau}) from None
            return qdd
        return self._one("forward_dynamics", {"q": q, "qd": qd, "tau": tau}, wrench, method, out)

    def hybrid_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        given: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        prescribed: Sequence[str],
    ) -> tuple[Array, Array]:
        """All accelerations and all torques: `given` is qdd at prescribed joints, else tau."""
        run = self.function("hybrid_dynamics", wrench=wrench is not None, prescribed=prescribed)
        values = {"q": q, "qd": qd, "given": given}
        given_all = values if wrench is None else {**values, "wrench": wrench}
        try:
            qdd, tau = run(*given_all.values())
        except (TypeError, ValueError) as error:
            raise self._explained(error, given_all) from None
        return qdd, tau

    def equations_of_motion(
        self, q: ArrayLike, qd: ArrayLike, wrench: ArrayLike | None = None, *, method: str = "auto"
    ) -> tuple[Array, Array]:
        """H (..., n, n) and bias (..., n) in one pass: tau = H qdd + bias."""
        H, bias = self._call("equations_of_motion", {"q": q, "qd": qd}, wrench, method)
        return H, bias

    def mass_matrix(self, q: ArrayLike, *, method: str = "auto") -> Array:
        """H (..., n, n), full and symmetric."""
        return self._one("mass_matrix", {"q": q}, None, method)

    def bias(
        self, q: ArrayLike, qd: ArrayLike, wrench: ArrayLike | None = None, *, method: str = "auto"
    ) -> Array:
        """Velocity terms, gravity and wrench: the torques at zero acceleration."""
        return self._one("bias", {"q": q, "qd": qd}, wrench, method)

    def gravity(self, q: ArrayLike) -> Array:
        """The torques that hold the robot still."""
        return self._one("gravity", {"q": q})

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, method: str = "christoffel") -> Array:
        """The Christoffel C: Hdot - 2C is skew, C qd + g = bias; method="denoc" gives another C."""
        return self._one("coriolis_matrix", {"q": q, "qd": qd}, None, method)

    # --- kinematics, reactions, energy ---------------------------------------------------------

    def forward_kinematics(self, q: ArrayLike, frame: str = "tool") -> Array:
        """The pose (..., 4, 4) of a frame or body in the base; lengths in m."""
        return self._one("forward_kinematics", {"q": q}, frame=frame)

    def jacobian(self, q: ArrayLike, frame: str = "tool") -> Array:
        """(..., 6, n): linear rows, then angular; base axes, at the frame's origin."""
        return self._one("jacobian", {"q": q}, frame=frame)

    def jacobian_rate(self, q: ArrayLike, qd: ArrayLike, frame: str = "tool") -> Array:
        """The time derivative of the Jacobian at the joint speeds qd."""
        return self._one("jacobian_rate", {"q": q, "qd": qd}, frame=frame)

    def joint_reactions(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, wrench: ArrayLike | None = None
    ) -> Array:
        """(..., moving joints, 6): force (N), then moment (N m), on body i by its parent.

        At joint i's origin (which a slide takes along), in base axes; joints that mimic others have
        rows too.
        """
        return self._one("joint_reactions", {"q": q, "qd": qd, "qdd": qdd}, wrench)

    def energy(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Kinetic and potential energy in J; the potential is zero at the base origin."""
        kinetic, potential = self._call("energy", {"q": q, "qd": qd})
        return kinetic, potential

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Y (..., n, 10 moving bodies) with tau = Y pi, pi the inertial parameters body by body."""
        return self._one("regressor", {"q": q, "qd": qd, "qdd": qdd})

    @functools.cached_property
    def _inverse_dynamics(self) -> Function:
        return self.function("inverse_dynamics")

    @functools.cached_property
    def _forward_dynamics(self) -> Function:
        return self.function("forward_dynamics")
