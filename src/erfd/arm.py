"""The facade that users hold: a robot, and everything that can be computed of it.

Arguments are arrays `(..., n)` in SI units; leading shapes broadcast, inputs are never modified.
A wrench `(..., 6)` is force, then moment, exerted by the environment ON the tool, at the tool
point, in base axes. Where there is a choice, `method=` names the algorithm.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from erfd.arm_achieve import Achieving
from erfd.arm_dynamics import Dynamics
from erfd.arm_input import numbers_of, payload_of, placement_of, refuse_no_names
from erfd.arm_motors import MotorSide
from erfd.errors import RobotError
from erfd.robot.flange import flange_of
from erfd.robot.read import read
from erfd.robot.robot import Robot

if TYPE_CHECKING:
    from erfd.motion.inverse_kinematics import Solutions, Solver


def load(source: str | Path, *, mimic: Literal["exact", "independent"] = "exact") -> Arm:
    """A library name, or a path to a .toml or .urdf file; mimic="independent" frees URDF mimics."""
    return Arm(read(source, mimic=mimic))


class Arm(Dynamics, MotorSide, Achieving):
    """A robot ready to compute with; changing it (payload, tool) makes a new one."""

    def __init__(self, robot: Robot) -> None:
        if not isinstance(robot, Robot):
            raise RobotError(f"{robot!r} is not a robot", "use erfd.load(name or path)")
        self.robot = robot

    def __repr__(self) -> str:
        return f"<erfd.Arm '{self.name}', {self.n} joints>"

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
        payload = None if mass is None else payload_of(mass, com, inertia)
        return Arm(self.robot.with_payload(payload))

    def with_tool(self, T: ArrayLike) -> Arm:
        """A new arm whose tool point sits at T (4 x 4) from the flange.

        The flange is the frame named "flange"; where there is none, the reference frame of the
        tool's body: the Denavit-Hartenberg frame dh_k of body k, or else the body's own frame.
        """
        flange = flange_of(self.robot)
        placement = flange.placement.then(placement_of(T))
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

        x, y, z = (float(v) for v in numbers_of("the axis", axis))
        return Arm(with_moving_base(self.robot, kind, (x, y, z), float(mass)))

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

        refuse_no_names(frame=frame)
        if (frame, attitude) not in self._solvers:
            solver = solver_of(self.robot, attitude=attitude, frame=frame)
            self._solvers[frame, attitude] = solver
        start = checked_near(np.zeros(self.n) if near is None else near, self.joint_names)
        return solutions(
            self._solvers[frame, attitude], checked_poses(T), start, checked_status(status)
        )

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

    @functools.cached_property
    def _solvers(self) -> dict[tuple[str, bool], Solver]:
        return {}
