"""The motor side of an arm: what `Arm` offers where the robot's drives are known.

Joint-side arguments are (..., n), motor-side ones (..., motors) in the order of the drives. The
modes and the friction model are told in docs/drives.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.drives.equations import Mode
from erfd.drives.gears import driven
from erfd.drives.train import drives_of
from erfd.drives.transmission import is_constant, matrix
from erfd.errors import RobotError
from erfd.robot.drives import RotorPlace
from erfd.robot.robot import Robot
from erfd.rows import Argument, Array, complaint
from erfd.trace.function import Function

if TYPE_CHECKING:
    from erfd.drives.gyroscopic import RotorTerms


class MotorSide:
    """Methods of `Arm`; `function` is its own."""

    robot: Robot
    function: Callable[..., Function]

    @property
    def motor_names(self) -> tuple[str, ...]:
        """The motors in the order of every motor-side array."""
        return tuple(m.name for m in drives_of(self.robot).motors)

    def transmission_matrix(self, q: ArrayLike | None = None) -> Array:
        """A = d q_motor / d q, (..., motors, n); q is needed where a ball screw makes it depend."""
        drives = drives_of(self.robot)
        if q is not None:
            return self._one_of_motors("transmission_matrix", {"q": q})
        if not is_constant(drives):
            raise RobotError(f"A of '{self.robot.name}' depends on q", "give q")
        return np.array(matrix(drives, ()), dtype=float)

    def motor_angles(self, q: ArrayLike) -> Array:
        """q_motor in rad, counted from where the formulas of the transmission are zero."""
        return self._one_of_motors("motor_angles", {"q": q})

    def motor_speeds(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """A qd in rad/s."""
        return self._one_of_motors("motor_speeds", {"q": q, "qd": qd})

    def motor_torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        mode: Mode = "consistent",
        dt: float = 0.0,
    ) -> Array:
        """Motor torques (N m) of a motion; `dt` takes viscous friction at a cycle's end."""
        given = {"q": q, "qd": qd, "qdd": qdd}
        return self._one_of_motors("motor_torque", given, wrench, mode=mode, dt=dt)

    def motor_current(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        mode: Mode = "consistent",
        dt: float = 0.0,
    ) -> Array:
        """Motor currents (A) of a motion: torques over torque constants."""
        given = {"q": q, "qd": qd, "qdd": qdd}
        return self._one_of_motors("motor_current", given, wrench, mode=mode, dt=dt)

    def motor_equations_of_motion(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        qdd: ArrayLike | None = None,
        mode: Mode = "consistent",
        dt: float = 0.0,
    ) -> tuple[Array, Array]:
        """H_a (..., motors, n) and bias: motor torque = H_a qdd + bias.

        Friction that depends on the load is that of the motion `qdd`, of none if it is left out.
        """
        wanted = np.zeros(np.asarray(q).shape[-1:]) if qdd is None else qdd
        given = {"q": q, "qd": qd, "qdd": wanted}
        H, bias = self._motors("motor_equations_of_motion", given, wrench, mode=mode, dt=dt)
        return H, bias

    def motor_forward_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau_motor: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        undriven: ArrayLike | None = None,
        mode: Mode = "consistent",
        dt: float = 0.0,
    ) -> Array:
        """Joint accelerations under motor torques, load-dependent friction solved exactly.

        `undriven` are the accelerations of coordinates that no motor moves, where there are any.
        Nothing sticks at zero speed here: there the friction is zero.
        """
        given = {"q": q, "qd": qd, "tau_motor": tau_motor}
        last = {} if undriven is None else {"undriven": undriven}
        qdd = self._one_of_motors("motor_forward_dynamics", given, wrench, last, mode=mode, dt=dt)
        self._refuse_unsolved(
            qdd, [*given.values(), *last.values(), 0 if wrench is None else wrench]
        )
        return qdd

    def effective_inertia(self, q: ArrayLike) -> Array:
        """What each motor feels at its shaft while the others keep their speed, kg m^2."""
        return self._one_of_motors("effective_inertia", {"q": q})

    def rotor_terms(
        self, places: Mapping[str, RotorPlace] | None = None, states: int = 2000
    ) -> RotorTerms:
        """How large the terms are that A^T I_a A leaves out, in random motions at full speed.

        `places` says where the rotors are, motor by motor; else the robot's file does, or they are
        assumed on the body that carries the first joint that they turn, along its axis.
        """
        from erfd.drives.gyroscopic import rotor_terms

        return rotor_terms(self.robot, places, states)

    def _one_of_motors(self, *arguments: Any, **options: Any) -> Array:
        result: Array = self._motors(*arguments, **options)
        return result

    def _motors(
        self,
        quantity: str,
        given: dict[str, ArrayLike],
        wrench: ArrayLike | None = None,
        last: dict[str, ArrayLike] | None = None,
        **options: Any,
    ) -> Any:
        run = self.function(quantity, wrench=wrench is not None, **options)
        values = {**given, **({} if wrench is None else {"wrench": wrench}), **(last or {})}
        try:
            return run(*values.values())
        except (TypeError, ValueError) as error:
            raise self._complaint(values) or error from None

    def _complaint(self, values: dict[str, ArrayLike]) -> RobotError | None:
        """NumPy's complaint in our words."""
        joints = [joint.name for joint in self.robot.independent]
        moved = driven(drives_of(self.robot))
        rest = [name for k, name in enumerate(joints) if k not in moved]
        if rest and "undriven" not in values and "tau_motor" in values:
            what = f"no motor moves {', '.join(rest)}"
            return RobotError(what, f"give their {len(rest)} accelerations as undriven=")
        sizes = {"tau_motor": self.motor_names, "undriven": rest, "wrench": ["force, then moment"]}
        arguments = []
        for name, value in values.items():
            words = list(sizes.get(name, joints))
            size = 6 if name == "wrench" else len(words)
            arguments.append(Argument(name, value, (size,), f"{size} of {', '.join(words)}"))
        return complaint(arguments)

    def _refuse_unsolved(self, qdd: Array, given: list[ArrayLike]) -> None:
        """A row without an answer is NaN, as is one that was given NaN."""
        lost = np.isnan(qdd).any(axis=-1)
        if not lost.any():
            return
        for value in given:
            whole = np.isfinite(np.asarray(value, dtype=float))
            lost = lost & (whole.all(axis=-1) if whole.ndim else whole)
        if lost.any():
            row = np.argwhere(lost)[0].tolist() if lost.ndim else []
            where = f" in row {', '.join(map(str, row))}" if row else ""
            raise RobotError(
                f"no accelerations of '{self.robot.name}' were found{where}: the friction on its "
                "joints' reactions has no answer, or several",
                "lower the coefficients; arm.function(...) marks such rows by NaN",
            )
