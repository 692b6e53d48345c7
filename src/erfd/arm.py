"""The facade that users hold: a robot, and everything that can be computed of it.

Arguments are arrays `(..., n)` in SI units; leading shapes broadcast, inputs are never modified.
A wrench `(..., 6)` is force, then moment, exerted by the environment ON the tool, at the tool
point, in base axes. Where there is a choice, `method=` names the algorithm.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint, singular_message
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.read import read
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.rows import Argument, Array, evaluate


def load(source: str | Path, *, mimic: Literal["exact", "independent"] = "exact") -> Arm:
    """A library name, or a path to a .toml or .urdf file; mimic="independent" frees URDF mimics."""
    return Arm(read(source, mimic=mimic))


class Arm:
    """A robot ready to compute with; changing it (payload, tool) makes a new one."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot

    def __repr__(self) -> str:
        return f"<erfd.Arm '{self.name}', {self.n} joints>"

    @functools.cached_property
    def tree(self) -> Tree:
        """What the recursions read: moving bodies only, joints along z."""
        return tree_of(self.robot)

    @property
    def name(self) -> str:
        return self.robot.name

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates in q, base to tip."""
        return tuple(joint.name for joint in self.robot.independent)

    @property
    def n(self) -> int:
        return len(self.robot.independent)

    def report(self) -> str:
        """Bodies, joints, drives, frames with the zero pose, and warnings as printable tables."""
        from erfd.tables import report

        return report(self.robot)

    def with_payload(
        self, mass: float | None = None, com: Sequence[float] = (0, 0, 0), inertia: Any = None
    ) -> Arm:
        """A new arm whose tool holds a mass; `com` and `inertia` (about it) in the tool frame.

        Without a mass the payload is taken off again.
        """
        payload = None if mass is None else _payload(mass, com, inertia)
        return Arm(self.robot.with_payload(payload))

    def with_tool(self, T: ArrayLike) -> Arm:
        """A new arm whose tool point sits at T (4 x 4) in the frame that the tool sat in."""
        placement = _rigid(T)
        return Arm(self.robot.with_tool(replace(self.robot.tool, placement=placement)))

    # --- the equations of motion ---------------------------------------------------------------

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
        name = quantities.resolve(self.tree, "inverse_dynamics", method)
        compute = functools.partial(quantities.inverse_dynamics, self.tree, method=name)
        return self._one(compute, [*self._state(q, qd), self._row("qdd", qdd)], wrench, out=out)

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
        """Joint accelerations under given torques; refused, by name, where H is singular."""
        name = self.method("forward_dynamics", method)

        def compute(q: Any, qd: Any, tau: Any, wrench: Any = None) -> Any:
            self._refuse_singular(q)
            return quantities.forward_dynamics(self.tree, q, qd, tau, wrench, method=name)

        return self._one(compute, [*self._state(q, qd), self._row("tau", tau)], wrench, out=out)

    def equations_of_motion(
        self, q: ArrayLike, qd: ArrayLike, wrench: ArrayLike | None = None, *, method: str = "auto"
    ) -> tuple[Array, Array]:
        """H (..., n, n) and bias (..., n) in one pass: tau = H qdd + bias."""
        name = quantities.resolve(self.tree, "equations_of_motion", method)
        compute = functools.partial(quantities.equations_of_motion, self.tree, method=name)
        arguments = self._with_wrench(self._state(q, qd), wrench)
        H, bias = evaluate(compute, arguments, [(self.n, self.n), (self.n,)])
        return H, bias

    def mass_matrix(self, q: ArrayLike, *, method: str = "auto") -> Array:
        name = quantities.resolve(self.tree, "mass_matrix", method)
        compute = functools.partial(quantities.mass_matrix, self.tree, method=name)
        return self._one(compute, [self._row("q", q)], core=(self.n, self.n))

    def bias(
        self, q: ArrayLike, qd: ArrayLike, wrench: ArrayLike | None = None, *, method: str = "auto"
    ) -> Array:
        """Velocity terms, gravity and wrench: the torques at zero acceleration."""
        name = quantities.resolve(self.tree, "bias", method)
        compute = functools.partial(quantities.bias, self.tree, method=name)
        return self._one(compute, self._state(q, qd), wrench)

    def gravity(self, q: ArrayLike) -> Array:
        """The torques that hold the robot still."""
        return self._one(functools.partial(quantities.gravity, self.tree), [self._row("q", q)])

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, method: str = "christoffel") -> Array:
        """The Christoffel C: Hdot - 2C is skew, C qd + g = bias; method="denoc" gives another C."""
        compute = functools.partial(quantities.coriolis_matrix, self.tree, method=method)
        return self._one(compute, self._state(q, qd), core=(self.n, self.n))

    # --- kinematics, reactions, energy ---------------------------------------------------------

    def forward_kinematics(self, q: ArrayLike, frame: str = "tool") -> Array:
        """The pose (..., 4, 4) of a frame or body in the base; lengths in m."""
        compute = functools.partial(
            quantities.forward_kinematics, self.tree, place=self.place(frame)
        )
        return self._one(compute, [self._row("q", q)], core=(4, 4))

    def jacobian(self, q: ArrayLike, frame: str = "tool") -> Array:
        """(..., 6, n): linear rows, then angular; base axes, at the frame's origin."""
        compute = functools.partial(quantities.frame_jacobian, self.tree, place=self.place(frame))
        return self._one(compute, [self._row("q", q)], core=(6, self.n))

    def jacobian_rate(self, q: ArrayLike, qd: ArrayLike, frame: str = "tool") -> Array:
        """The time derivative of the Jacobian at the joint speeds qd."""
        place = self.place(frame)
        compute = functools.partial(quantities.frame_jacobian_rate, self.tree, place=place)
        return self._one(compute, self._state(q, qd), core=(6, self.n))

    def joint_reactions(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, wrench: ArrayLike | None = None
    ) -> Array:
        """(..., moving joints, 6): force (N), then moment (N m), on body i by its parent.

        At joint i's origin, in base axes; joints that mimic others have rows too.
        """
        compute = functools.partial(quantities.joint_reactions, self.tree)
        arguments = [*self._state(q, qd), self._row("qdd", qdd)]
        return self._one(compute, arguments, wrench, core=(self.tree.n, 6))

    def energy(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Kinetic and potential energy in J; the potential is zero at the base origin."""
        compute = functools.partial(quantities.energies, self.tree)
        kinetic, potential = evaluate(compute, self._state(q, qd), [(), ()])
        return kinetic, potential

    # --- helpers --------------------------------------------------------------------------------

    def method(self, quantity: str, method: str = "auto") -> str:
        """The algorithm that `method` stands for here; `auto` takes the one with the least cost."""
        return quantities.resolve(self.tree, quantity, method)

    def place(self, frame: str) -> Place:
        """Where a named frame sits: "tool", any body's name, any named frame."""
        if frame in ("tool", self.robot.tool.name):
            return self.tree.tool
        if frame not in self.tree.places:
            known = ", ".join(["tool", *self.tree.places])
            raise RobotError(f"'{self.name}' has no frame '{frame}'", f"it has {known}")
        return self.tree.places[frame]

    def _row(self, name: str, value: ArrayLike) -> Argument:
        joints = ", ".join(self.joint_names)
        return Argument(name, value, (self.n,), f"{self.n} joints of '{self.name}': {joints}")

    def _state(self, q: ArrayLike, qd: ArrayLike) -> list[Argument]:
        return [self._row("q", q), self._row("qd", qd)]

    def _with_wrench(self, arguments: list[Argument], wrench: ArrayLike | None) -> list[Argument]:
        if wrench is None:
            return arguments
        meaning = "force, then moment, on the tool, in base axes"
        return [*arguments, Argument("wrench", wrench, (6,), meaning)]

    def _one(
        self,
        compute: Callable[..., Any],
        arguments: list[Argument],
        wrench: ArrayLike | None = None,
        *,
        core: tuple[int, ...] | None = None,
        out: Array | None = None,
    ) -> Array:
        cores = [(self.n,) if core is None else core]
        given = self._with_wrench(arguments, wrench)
        results = evaluate(lambda *x: [compute(*x)], given, cores, None if out is None else [out])
        return results[0]

    def _refuse_singular(self, q: Sequence[float]) -> None:
        kinds = [joint.kind == "prismatic" for joint in self.robot.independent]
        at = singular_joint(quantities.mass_matrix(self.tree, q), kinds)
        if at is not None:
            raise RobotError(*singular_message(self.joint_names[at], kinds[at]))


def _payload(mass: float, com: Sequence[float], inertia: Any) -> Payload:
    tensor = np.zeros((3, 3)) if inertia is None else np.asarray(inertia, dtype=float)
    if tensor.shape != (3, 3) or np.shape(com) != (3,) or not mass >= 0.0:
        raise RobotError(
            f"no payload has {mass} kg, com {np.shape(com)} and inertia {tensor.shape}",
            "give a mass >= 0 kg, com as (3,) in m and inertia as (3, 3) in kg m^2",
        )
    a, b, c = (tuple(row) for row in tensor.tolist())
    x, y, z = (float(v) for v in com)
    return Payload(mass=float(mass), com=(x, y, z), inertia=(a, b, c))


def _rigid(T: ArrayLike) -> Placement:
    matrix = np.asarray(T, dtype=float)
    if matrix.shape != (4, 4) or not np.allclose(matrix[3], (0, 0, 0, 1)):
        raise RobotError(f"T has the shape {matrix.shape}", "give a 4 x 4 homogeneous matrix")
    R = matrix[:3, :3]
    if not np.allclose(R @ R.T, np.eye(3), atol=1e-9) or np.linalg.det(R) < 0:
        raise RobotError("the rotation in T is not a rotation", "make R R^T = 1 and det R = +1")
    a, b, c = (tuple(row) for row in R.tolist())
    x, y, z = matrix[:3, 3].tolist()
    return Placement((a, b, c), (x, y, z))
