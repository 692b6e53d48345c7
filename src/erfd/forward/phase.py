"""Between two events: a smooth system of differential equations, and what could end it.

The state y holds q, qd, the works of `WORKS` where something works, and the controller's states.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.errors import RobotError
from erfd.forward.dynamics import Answer, Forces
from erfd.forward.equations import Parts
from erfd.forward.inputs import During, Function
from erfd.forward.integrators.method import Rates
from erfd.forward.law import Act
from erfd.forward.modes import Modes
from erfd.forward.plant import Plant
from erfd.forward.problem import Given, Problem

WORKS = ("motors", "friction", "wrench", "base")


class Acting(NamedTuple):
    """What acts at an instant; `asked` are the motor torques before their limits."""

    forces: Forces
    wrench: Array | None
    asked: Array
    rates: Array


class Phase:
    """From `start` on, while the modes hold and no input jumps."""

    def __init__(
        self, problem: Problem, plant: Plant, start: float, modes: Modes, held: Array | None
    ) -> None:
        self.problem, self.plant, self.start, self.modes = problem, plant, start, modes
        self.joint = _during(problem.joint, start)
        self.motor = _during(problem.motor, start)
        self.load = _during(problem.wrench, start)
        self.act: Act | None = None if problem.law is None else problem.law.after(start)
        self.held = held
        self.n, self.given = plant.n, problem.given
        self.zeros = np.zeros(plant.n), np.zeros(plant.r)
        self.constants = _constants(plant) if problem.currents else None
        acts = (self.joint, self.motor, self.load, self.act)
        self.works = bool(self.given) or not plant.bodies_only or any(a is not None for a in acts)

    @functools.cached_property
    def any_time(self) -> bool:
        """Whether something acts that may change between any two instants: a user's function."""
        problem = self.problem
        inputs = (problem.joint, problem.motor, problem.wrench)
        target = problem.target
        acts = self.act is not None and self.held is None and (target is None or target.any_time)
        return acts or bool(self.given) or any(isinstance(x, Function) for x in inputs)

    @functools.cached_property
    def quick(self) -> bool:
        """Whether compiled forward dynamics says it all."""
        return self.plant.bodies_only and not (self.given or any(self.modes.contacts))

    def acting(self, t: float, q: Array, qd: Array, x: Array) -> Acting:
        joint = self.zeros[0] if self.joint is None else self.joint(t, q, qd)
        motor = self.zeros[1] if self.motor is None else self.motor(t, q, qd)
        if self.constants is not None:
            motor = motor * self.constants
        rates = np.zeros(len(x))
        if self.act is not None:
            torque, rates = self._controlled(t, q, qd, x)
            joint, motor = self._added(q, torque, joint, motor)
        asked = motor
        if self.plant.r and self.plant.limited:
            y = self.zeros[1] if self.plant.level else self.plant.parts(q, qd).y
            motor = np.clip(motor, *self.plant.ranges(y))
        load = None if self.load is None else self.load(t, q, qd)
        given = {g.index: float(g.motion(t).qdd[0]) for g in self.given}
        return Acting(Forces(joint, motor, given), load, asked, rates)

    def _controlled(self, t: float, q: Array, qd: Array, x: Array) -> tuple[Array, Array]:
        """The torque that is held, or the one of this instant; and the rates."""
        if self.held is not None:
            return self.held, np.zeros(len(x))
        assert self.act is not None  # noqa: S101 (for the type checker)
        asked = self.act(t, q, qd, x)
        return asked.torque, asked.rates

    def _added(self, q: Array, torque: Array, joint: Array, motor: Array) -> tuple[Array, Array]:
        law = self.problem.law
        if law is not None and law.at_motors:
            return joint, motor + torque
        if self.given:  # whoever moves these needs no controller
            torque = np.where(
                np.isin(np.arange(self.n), [g.index for g in self.given]), 0.0, torque
            )
        if not self.plant.r:
            return joint + torque, motor
        return joint, motor + self._at_motors(q, torque)

    def _at_motors(self, q: Array, torque: Array) -> Array:
        """tau of A^T tau = joint torques, of the coordinates that motors move."""
        A = self.plant.parts(q, self.zeros[0]).A
        moved = np.flatnonzero(np.abs(A).any(axis=0))
        if len(moved) != len(A):
            what = f"{len(A)} motors move {len(moved)} coordinates"
            raise RobotError(what, "give torques at the motors")
        return np.asarray(np.linalg.solve(A[:, moved].T, torque[moved]), dtype=float)

    def split(self, y: Array) -> tuple[Array, Array, Array]:
        """q, qd and the controller's states."""
        n = self.n
        k = 2 * n + (len(WORKS) if self.works else 0)
        return y[:n], y[n : 2 * n], y[k:]

    @functools.cached_property
    def rates(self) -> Rates:
        """dy/dt; where nothing acts on bodies alone, compiled forward dynamics at once."""
        if self.works or not self.quick:
            return self._rates
        free: Rates = self.plant.free
        return free

    def _rates(self, t: float, y: Array) -> Array:
        q, qd, x = self.split(y)
        act = self.acting(t, q, qd, x)
        if self.quick:
            given = (q, qd, act.forces.joint)
            more = () if act.wrench is None else (act.wrench,)
            qdd = self.plant.accelerations(*given, *more)
            powers = [float(act.forces.joint @ qd), 0.0, self._by_wrench(q, qd, act.wrench), 0.0]
        else:
            p, answer = self.solved(q, qd, act)
            qdd, powers = answer.qdd, self._powers(q, qd, act, p, answer)
        return np.concatenate([qd, qdd, powers if self.works else (), act.rates])

    def solved(self, q: Array, qd: Array, act: Acting) -> tuple[Parts, Answer]:
        p = self.plant.parts(q, qd, act.wrench)
        return p, self.plant.mechanics.solve(p, qd, act.forces, self.modes)

    def _powers(self, q: Array, qd: Array, act: Acting, p: Parts, answer: Answer) -> list[float]:
        by_motors = float(act.forces.joint @ qd + act.forces.motor @ p.y)
        base = 0.0
        for rule, force in zip(answer.rules, answer.multipliers.tolist(), strict=True):
            if rule.kind == "given":
                base += force * float(qd[rule.number])
        lost = -float(p.slow) - answer.lost
        return [by_motors, lost, self._by_wrench(q, qd, act.wrench), base]

    def _by_wrench(self, q: Array, qd: Array, wrench: Array | None) -> float:
        if wrench is None:
            return 0.0
        J: Any = self.plant.jacobian(q)
        return float(wrench @ (J @ qd))


def _during(given: Any, start: float) -> During | None:
    return None if given is None else given.after(start)


def _constants(plant: Plant) -> Array:
    for m in plant.drives.motors:
        if m.torque_constant is None:
            what = f"the torque constant of motor '{m.name}' is unknown"
            raise RobotError(what, "give torque_constant in N m/A in the robot's file")
    return np.array([float(m.torque_constant) for m in plant.drives.motors])


__all__ = ["WORKS", "Acting", "Given", "Phase"]
