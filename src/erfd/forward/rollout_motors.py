"""One step of a rollout with the drives: motor torques in, all friction solved over the step.

    qd' = qd + h qdd,  q' = q + h qd'       qdd with the friction of every motor at the step's end,
                                            where it turns or is held (`drives.stiction.step`)

A motor that would turn round within the step stops, and stays while friction holds it. Torques are
clipped to what each motor has at its speed. Controllers of joints are brought to the motors by
A^-T; computed torque is that of the motors, their rotors and friction included.
Source: Algorithm 1, step 7, of Kvrgic and Vidakovic; Moreau 1988 for friction at a step's end.
"""

from __future__ import annotations

from dataclasses import dataclass

from erfd.algebra import Scalar
from erfd.drives import stiction
from erfd.drives.equations import transmitted
from erfd.drives.limits import torque_ranges
from erfd.drives.motors import motor_torque
from erfd.drives.train import Train
from erfd.drives.transmission import turning
from erfd.forward.rollout_scene import Scene, Stepped
from erfd.forward.rollout_step import moved
from erfd.trace.choose import clamp

Row = list[Scalar]


@dataclass(frozen=True)
class MotorModel:
    """What computed torque knows: inverse dynamics of the motors."""

    train: Train

    def gravity(self, q: Row) -> Row:
        return self.torques(q, [0.0] * len(q), [0.0] * len(q))

    def torques(self, q: Row, qd: Row, qdd: Row) -> Row:
        return motor_torque(self.train, q, qd, qdd)


@dataclass(frozen=True, kw_only=True)
class MotorScene(Scene):
    train: Train

    def none(self, qd: Row) -> Row:
        return [0.0 * qd[0]] * len(self.train.drives.motors)

    def own(self, q: Row, qd: Row, items: dict[str, Row]) -> Row:
        found = super().own(q, qd, items)
        if self.setup.controller == "computed_torque":
            return found
        return transmitted(self.train.drives, turning(self.train.drives, q, qd), found)

    def bounded(self, q: Row, qd: Row, tau: Row) -> Row:
        y = turning(self.train.drives, q, qd).y
        ranges = torque_ranges(self.train.drives, y)
        there = [clamp(x, r.lower, r.upper) for x, r in zip(tau, ranges, strict=True)]
        return super().bounded(q, qd, there)

    def step(self, q: Row, qd: Row, items: dict[str, Row]) -> Stepped:
        h, tau = self.values["dt"][0], self.torques(q, qd, items)
        held = stiction.step(self.train, q, qd, tau, h, self.values.get("wrench"))
        after = moved(qd, h, held.qdd)
        return Stepped(moved(q, h, after), after, tau, held.converged)
