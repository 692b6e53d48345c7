"""What users give to a rollout: rows, series, friction, loads; and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.drives.train import drives_of
from erfd.errors import ErfdError, RobotError
from erfd.forward.reals import mapping
from erfd.robot.robot import Robot
from erfd.rows import Argument, complaint
from erfd.trace.parameters import Parameters

WRENCH = "force, then moment, on the tool, in base axes"


@dataclass
class Given:
    """Named arrays: `constants` are rows (..., *core), `flows` series (..., steps, n)."""

    robot: Robot
    steps: int
    drives: bool = False
    constants: dict[str, Array] = field(default_factory=dict)
    flows: dict[str, Array] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.robot.independent)

    @property
    def joints(self) -> str:
        names = ", ".join(joint.name for joint in self.robot.independent)
        return f"{self.n} joints of '{self.robot.name}': {names}"

    @property
    def torques(self) -> tuple[int, str]:
        """How many torques, and of what."""
        if not self.drives:
            return self.n, self.joints
        names = [motor.name for motor in drives_of(self.robot).motors]
        return len(names), f"{len(names)} motors of '{self.robot.name}': {', '.join(names)}"

    def row(self, name: str, value: ArrayLike, core: tuple[int, ...], meaning: str = "") -> None:
        self._refuse(Argument(name, value, core, meaning or self.joints))
        self.constants[name] = np.asarray(value, dtype=float)

    def spread(self, name: str, value: ArrayLike) -> None:
        """One number may stand for all joints (of a limit with drives, all motors)."""
        count, names = self.torques if name == "limit" else (self.n, self.joints)
        wide = np.full(count, value) if np.ndim(value) == 0 and _numeric(value) else value
        self.row(name, wide, (count,), names)

    def flow(self, name: str, value: ArrayLike, word: str = "") -> None:
        count, names = self.torques if name == "torque" else (self.n, self.joints)
        rows = f"{self.steps} steps, {names}"
        self._refuse(Argument(word or name, value, (self.steps, count), rows))
        self.flows[name] = np.asarray(value, dtype=float)

    def held(self, name: str, value: ArrayLike, word: str = "") -> None:
        """A value for all steps, as a series that takes no memory."""
        self._refuse(Argument(word or name, value, (self.n,), self.joints))
        row = np.asarray(value, dtype=float)[..., None, :]
        self.flows[name] = np.broadcast_to(row, (*row.shape[:-2], self.steps, self.n))

    def lead(self) -> tuple[int, ...]:
        """The common leading shape, or an error that names all shapes."""
        cores = {k: _core(k, v) for k, v in self.constants.items()}
        shapes = [v.shape[: v.ndim - cores[k]] for k, v in self.constants.items()]
        shapes += [v.shape[:-2] for v in self.flows.values()]
        try:
            return np.broadcast_shapes(*shapes)
        except ValueError:
            named = zip([*self.constants, *self.flows], shapes, strict=True)
            texts = ", ".join(f"{name} {shape}" for name, shape in named if shape)
            raise RobotError(f"the leading shapes do not broadcast: {texts}") from None

    @staticmethod
    def _refuse(argument: Argument) -> None:
        if (wrong := complaint([argument])) is not None:
            raise wrong


def _numeric(value: Any) -> bool:
    return bool(np.can_cast(np.asarray(value).dtype, np.float64, "safe"))


def _core(name: str, value: Array) -> int:
    """How many of its dimensions belong to one row."""
    if name.endswith("inertia"):
        return 2
    return 0 if name in ("dt", "slip_rate") or name.endswith("mass") else min(1, value.ndim)


def take_torques(given: Given, torque: ArrayLike | None, torques: ArrayLike | None) -> str:
    """How the torques come: "", "constant" or "series"."""
    if torque is not None and torques is not None:
        what = "torque (held for all the time) and torques (a value for every step) are both given"
        raise RobotError(what, "give one of them")
    if torques is not None:
        given.flow("torque", torques, "torques")
        return "series"
    if torque is not None:
        count, names = given.torques
        given.row("torque", torque, (count,), names)
    return "" if torque is None else "constant"


def take_friction(
    given: Given, viscous: ArrayLike | None, coulomb: ArrayLike | None, slip: float
) -> None:
    for name, value in (("viscous", viscous), ("coulomb", coulomb)):
        if value is None:
            continue
        given.spread(name, value)
        if (given.constants[name] < 0).any():
            raise RobotError(f"{name} friction below zero", "friction takes power, it gives none")
    if coulomb is not None:
        rate = 1 / positive("slip", slip, "rad/s")
        given.constants["slip_rate"] = np.asarray(rate)


def take_parameters(
    given: Given,
    payload: Sequence[ArrayLike] | None,
    parameters: Mapping[str, Any] | None,
) -> tuple[str, ...]:
    """The names of inertial parameters that have values of their own in each row."""
    asked = mapping(parameters, "parameters", "give {'gravity': rows, 'BODY.mass': rows}")
    if payload is not None:
        if not isinstance(payload, (tuple, list)) or len(payload) not in (2, 3):
            what = "this payload is not understood"
            raise RobotError(what, "give (mass, com) or (mass, com, inertia)")
        asked = {"payload": (*payload, np.zeros((3, 3)))[:3], **asked}
    names = tuple(asked)
    Parameters.of(given.robot, names)
    for name, value in asked.items():
        fields = Parameters.of(given.robot, [name]).inputs
        values = [value] if len(fields) == 1 else value
        if not isinstance(values, (tuple, list)) or len(values) != len(fields):
            what = f"the parameter '{name}' is not understood"
            raise RobotError(what, "give (mass, com, inertia), or name one of them: 'BODY.mass'")
        for one, numbers in zip(fields, values, strict=True):
            given.row(one.name, numbers, one.shape, "a value for every row")
    return names


def positive(name: str, value: Any, unit: str) -> float:
    number = float(value) if np.ndim(value) == 0 and _numeric(value) else float("nan")
    if not (np.isfinite(number) and number > 0.0):
        raise ErfdError(f"{name}={value}", f"give one number above 0, in {unit}")
    return number


def whole(name: str, value: Any) -> int:
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < 1:
        raise ErfdError(f"{name}={value!r}", "give a whole number above 0")
    return int(value)
