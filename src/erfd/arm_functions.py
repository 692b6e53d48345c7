"""The compiled functions of an arm: made once for each question, then kept.

All that `Arm` computes goes through `function`; complaints name the argument and the joints.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from erfd.arm_input import choice_of, names_of, refuse_no_names, seconds_of
from erfd.drives.offered import is_motor_side, motor_function
from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint, singular_message
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.rows import Argument, Array, complaint
from erfd.trace.function import Function
from erfd.trace.robot_function import place_of, robot_function
from erfd.trace.trace import METHODICAL, chosen


class Functions:
    """Methods of `Arm`."""

    robot: Robot

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
            asked = quantity, method, wrench, tuple(parameters), frame, tuple(prescribed)
            return self._functions[*asked, *motor]
        except (KeyError, TypeError):
            refuse_no_names(quantity=quantity, method=method, frame=frame, mode=mode)
            motor = mode, seconds_of("dt", dt), motor[2]
            names = names_of(parameters), names_of(prescribed, "prescribed")
            asked = quantity, method, choice_of("wrench", wrench), names[0], frame, names[1]
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

    @functools.cached_property
    def _functions(self) -> dict[tuple[object, ...], Function]:
        return {}

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

    def method(self, quantity: str, method: str = "auto") -> str:
        """The algorithm that `method` stands for here; `auto` takes the one with the least cost."""
        if quantity not in METHODICAL:
            asked = f"there is no choice of methods for '{quantity}'"
            raise RobotError(asked, f"ask for {', '.join(sorted(METHODICAL))}")
        return chosen(self.tree, quantity, method)

    def place(self, frame: str) -> Place:
        """Where a named frame sits: "tool", any body's name, any named frame."""
        refuse_no_names(frame=frame)
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
