"""The facade that users hold: a robot, and everything that can be computed of it.

Arguments are arrays `(..., n)` in SI units; leading shapes broadcast, inputs are never modified.
A wrench `(..., 6)` is force, then moment, exerted by the environment ON the tool, at the tool
point, in base axes. Where there is a choice, `method=` names the algorithm.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from erfd.arm_achieve import Achieving
from erfd.arm_motors import MotorSide
from erfd.drives.offered import is_motor_side, motor_function
from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint, singular_message
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError
from erfd.robot.flange import flange_of
from erfd.robot.placement import Placement
from erfd.robot.read import read
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.rows import Argument, Array, complaint
from erfd.trace.function import Function
from erfd.trace.robot_function import place_of, robot_function
from erfd.trace.trace import METHODICAL, chosen

if TYPE_CHECKING:
    from erfd.motion.inverse_kinematics import Solutions, Solver


def load(source: str | Path, *, mimic: Literal["exact", "independent"] = "exact") -> Arm:
    """A library name, or a path to a .toml or .urdf file; mimic="independent" frees URDF mimics."""
    return Arm(read(source, mimic=mimic))


class Arm(MotorSide, Achieving):
    """A robot ready to compute with; changing it (payload, tool) makes a new one."""

    def __init__(self, robot: Robot) -> None:
        if not isinstance(robot, Robot):
            raise RobotError(f"{robot!r} is not a robot", "use erfd.load(name or path)")
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
        """A new arm whose tool point sits at T (4 x 4) from the flange.

        The flange is the frame named "flange"; where there is none, the reference frame of the
        tool's body: the Denavit-Hartenberg frame dh_k of body k, or else the body's own frame.
        """
        flange = flange_of(self.robot)
        placement = flange.placement.then(_rigid(T))
        return Arm(
            self.robot.with_tool(replace(self.robot.tool, body=flange.body, placement=placement))
        )

    def with_moving_base(
        self,
        kind: Literal["prismatic", "revolute"],
        axis: Sequence[float] = (0, 0, 1),
        mass: float = 0.0,
    ) -> Arm:
        """A new arm on a carriage or a table: the first coordinate, `base_motion`, moves it all."""
        from erfd.robot.moving_base import with_moving_base

        x, y, z = (float(v) for v in _numbers("the axis", axis))
        return Arm(with_moving_base(self.robot, kind, (x, y, z), float(mass)))

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

    def inverse_kinematics(
        self,
        T: ArrayLike,
        status: int | None = None,
        near: ArrayLike | None = None,
        *,
        frame: str = "tool",
        attitude: bool = True,
    ) -> Solutions:
        """Every solution for poses T (..., 4, 4) of a frame in the base, and the one nearest.

        `status` asks for one configuration, `near` (..., n) says which turns (default 0). A
        closed form for six axes with a spherical wrist, else a search; `attitude=False` asks for
        the position only.
        """
        from erfd.motion.inverse.request import checked_near, checked_poses, checked_status
        from erfd.motion.inverse_kinematics import solutions, solver_of

        _refuse_no_names(frame=frame)
        if (frame, attitude) not in self._solvers:
            solver = solver_of(self.robot, attitude=attitude, frame=frame)
            self._solvers[frame, attitude] = solver
        start = checked_near(np.zeros(self.n) if near is None else near, self.joint_names)
        return solutions(
            self._solvers[frame, attitude], checked_poses(T), start, checked_status(status)
        )

    # --- compiled functions ---------------------------------------------------------------------

    def function(
        self,
        quantity: str,
        *,
        method: str = "auto",
        wrench: bool = False,
        parameters: Sequence[str] = (),
        frame: str = "tool",
        prescribed: Sequence[str] = (),
        mode: str = "consistent",
        dt: float = 0.0,
        **rules: Any,
    ) -> Function:
        """One quantity as a compiled function, a value of its own; the same question, the same one.

        `wrench` adds the load on the tool as an input, `parameters` add inertial parameters;
        `prescribed` names joints for hybrid_dynamics; `mode`, `dt` and `rules` (of achievable_step,
        achievable_motion, motor_stiction) are for the motor side.
        """
        motor = mode, dt, tuple(rules.items())
        try:
            asked = quantity, method, bool(wrench), tuple(parameters), frame, tuple(prescribed)
            return self._functions[*asked, *motor]
        except (KeyError, TypeError):
            _refuse_no_names(quantity=quantity, method=method, frame=frame, mode=mode)
            names = _names(parameters), _names(prescribed, "prescribed")
            asked = quantity, method, bool(wrench), names[0], frame, names[1]
        made = self._functions[*asked, *motor] = self._made(*asked, *motor)
        return made

    def _made(
        self,
        quantity: str,
        method: str,
        wrench: bool,
        parameters: tuple[str, ...],
        frame: str,
        prescribed: tuple[str, ...],
        mode: str,
        dt: float,
        rules: tuple[tuple[str, Any], ...],
    ) -> Function:
        if is_motor_side(quantity, method, mode, dt, dict(rules)):
            chosen: dict[str, Any] = {"mode": mode, "dt": float(dt), "parameters": parameters}
            return motor_function(self.robot, quantity, wrench=wrench, **chosen, **dict(rules))
        if quantity == "forward_dynamics" and not parameters:
            self._refuse_singular()
        name = None if method == "auto" else method
        options: dict[str, Any] = {"frame": frame, "parameters": parameters}
        options["prescribed"] = prescribed
        return robot_function(self.robot, quantity, name, wrench=wrench, **options)

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Y (..., n, 10 moving bodies) with tau = Y pi, pi the inertial parameters body by body."""
        return self._one("regressor", {"q": q, "qd": qd, "qdd": qdd})

    @functools.cached_property
    def _solvers(self) -> dict[tuple[str, bool], Solver]:
        return {}

    @functools.cached_property
    def _functions(self) -> dict[tuple[object, ...], Function]:
        return {}

    @functools.cached_property
    def _inverse_dynamics(self) -> Function:
        return self.function("inverse_dynamics")

    @functools.cached_property
    def _forward_dynamics(self) -> Function:
        return self.function("forward_dynamics")

    def _one(self, *arguments: Any, **options: Any) -> Array:
        result: Array = self._call(*arguments, **options)
        return result

    def _call(
        self,
        quantity: str,
        values: dict[str, ArrayLike],
        wrench: ArrayLike | None = None,
        method: str = "auto",
        out: Array | None = None,
        *,
        frame: str = "tool",
    ) -> Any:
        run = self.function(quantity, method=method, wrench=wrench is not None, frame=frame)
        given = values if wrench is None else {**values, "wrench": wrench}
        try:
            return run(*given.values()) if out is None else run(*given.values(), out=out)
        except (TypeError, ValueError) as error:
            raise self._explained(error, given, out) from None

    def derive(
        self, what: Sequence[str] = (), format: str = "markdown", *, command: str = "", **wish: Any
    ) -> str:
        """The equations of motion as text, with a proof at the end: see docs/equations.md.

        `what` names quantities (M, Cqd, C, g, bias, tau, friction, rotors, fk, jacobian,
        reactions), `format` is latex, markdown, sympy, matlab, python or c; further form,
        symbols, simplify, base, coriolis, wrench.
        """
        from erfd.trace.equations.derive import equations_text

        return equations_text(self.robot, what, format, command=command, **wish)

    # --- helpers --------------------------------------------------------------------------------

    def method(self, quantity: str, method: str = "auto") -> str:
        """The algorithm that `method` stands for here; `auto` takes the one with the least cost."""
        if quantity not in METHODICAL:
            asked = f"there is no choice of methods for '{quantity}'"
            raise RobotError(asked, f"ask for {', '.join(sorted(METHODICAL))}")
        return chosen(self.tree, quantity, method)

    def place(self, frame: str) -> Place:
        """Where a named frame sits: "tool", any body's name, any named frame."""
        _refuse_no_names(frame=frame)
        return place_of(self.robot, self.tree, frame)

    def _explained(
        self, error: Exception, given: dict[str, ArrayLike], out: Array | None = None
    ) -> Exception:
        """NumPy's complaint in our words: which argument, which joints."""
        joints = f"{self.n} joints of '{self.name}': {', '.join(self.joint_names)}"
        force = "force, then moment, on the tool, in base axes"
        arguments = [
            Argument(k, v, (6,), force) if k == "wrench" else Argument(k, v, (self.n,), joints)
            for k, v in given.items()
        ]
        return complaint(arguments, out) or error

    def _refuse_singular(self) -> None:
        """Where H is singular at three poses that mean nothing, it is singular everywhere."""
        kinds = [joint.kind == "prismatic" for joint in self.robot.independent]
        rng = random.Random(self.n)
        for _ in range(3):
            q = [rng.uniform(-1.0, 1.0) for _ in range(self.n)]
            at = singular_joint(self.tree, q)
            if at is None:
                return
            error = RobotError(*singular_message(self.joint_names[at], kinds[at]))
        raise error


def _payload(mass: float, com: Sequence[float], inertia: Any) -> Payload:
    m, at = _numbers("the payload's mass", mass), _numbers("the payload's centre of mass", com)
    if m.shape != () or not m >= 0.0:
        raise RobotError(f"the payload's mass is {mass} kg", "a mass is zero or positive")
    if at.shape != (3,):
        raise RobotError(f"the payload's centre of mass has the shape {at.shape}", "give (3,)")
    a, b, c = (tuple(row) for row in _tensor(inertia).tolist())
    x, y, z = at.tolist()
    return Payload(mass=float(m), com=(x, y, z), inertia=(a, b, c))


def _tensor(inertia: Any) -> Array:
    """An inertia that a body could have, or a clear error."""
    tensor = np.zeros((3, 3)) if inertia is None else _numbers("the payload's inertia", inertia)
    if tensor.shape != (3, 3):
        raise RobotError(f"the payload's inertia has the shape {tensor.shape}", "give (3, 3)")
    if np.abs(tensor - tensor.T).max() > 1e-9 * np.abs(tensor).max():
        raise RobotError("the payload's inertia is not symmetric", "give all nine numbers, kg m^2")
    a, b, c = np.linalg.eigvalsh(tensor)
    slack = 1e-9 * abs(c)
    if a < -slack or c > a + b + slack:
        moments = f"principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2"
        raise RobotError(f"no payload has {moments}", "none is negative or above the others' sum")
    return 0.5 * (tensor + tensor.T)


def _names(given: Sequence[str], what: str = "parameters") -> tuple[str, ...]:
    if isinstance(given, (list, tuple)) and all(isinstance(x, str) for x in given):
        return tuple(given)
    raise RobotError(f"{what} is {given!r}", "give a list of names")


def _refuse_no_names(**given: object) -> None:
    for what, value in given.items():
        if not isinstance(value, str):
            raise RobotError(f"{what} is {value!r}", "give a name, a text")


def _numbers(what: str, value: Any) -> Array:
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise RobotError(
            f"{what} is not made of numbers: {value!r}", "give numbers in SI"
        ) from None
    if not np.isfinite(array).all():
        raise RobotError(f"{what} holds NaN or infinity", "give finite numbers")
    return array


def _rigid(T: ArrayLike) -> Placement:
    matrix = _numbers("T", T)
    if matrix.shape != (4, 4):
        raise RobotError(f"T has the shape {matrix.shape}", "give a 4 x 4 homogeneous matrix")
    if not np.allclose(matrix[3], (0, 0, 0, 1)):
        raise RobotError(f"the last row of T is {matrix[3]}", "make it 0, 0, 0, 1")
    R = matrix[:3, :3]
    if not np.allclose(R @ R.T, np.eye(3), atol=1e-9) or np.linalg.det(R) < 0:
        raise RobotError("the rotation in T is not a rotation", "make R R^T = 1 and det R = +1")
    a, b, c = (tuple(row) for row in R.tolist())
    x, y, z = matrix[:3, 3].tolist()
    return Placement((a, b, c), (x, y, z))
