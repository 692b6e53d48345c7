"""One step of a rollout over any scalar: what it is made of, the torques, the integration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from erfd.algebra import Scalar
from erfd.forward.rollout_control import Model, Wish, controlled
from erfd.forward.rollout_plant import Plant, Rubbing
from erfd.forward.rollout_step import INTEGRATORS, Rounds, unrolled
from erfd.trace.choose import clamp

TARGETS = ("q_target", "qd_target", "qdd_target")
Row = list[Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a rollout is made of; each choice adds its inputs.

    `torque` is "", "constant" or "series"; `controller` "" or a kind; `knows` says whether the
    controller's model is the "arm" itself, or has the parameters of the "row" in it. With `drives`
    the torques are those of the motors.
    """

    method: str = ""
    integrator: str = "rk4"
    torque: str = ""
    controller: str = ""
    knows: str = "arm"
    limit: bool = False
    wrench: bool = False
    viscous: bool = False
    coulomb: bool = False
    parameters: tuple[str, ...] = ()
    drives: bool = False
    keep: bool = True
    keep_torque: bool = False

    @property
    def targets(self) -> tuple[str, ...]:
        count = {"": 0, "computed_torque": 3}.get(self.controller, 2)
        return TARGETS[:count]


class Stepped(NamedTuple):
    """The state after a step, the torques that were held during it, and 1 where it was solved."""

    q: Row
    qd: Row
    torque: Row
    solved: Scalar


@dataclass(frozen=True)
class Scene:
    """The robot, what the controller knows of it, and the constant inputs by name."""

    setup: Setup
    plant: Plant
    model: Model
    rubbing: Rubbing
    values: dict[str, Any]
    rounds: Rounds = unrolled

    def torques(self, q: Row, qd: Row, items: dict[str, Row]) -> Row:
        """Those given, and the controller's, as far as there are any."""
        given: Row | None = items.get("torque", self.values.get("torque"))
        if self.setup.controller:
            own = self.own(q, qd, items)
            given = own if given is None else [a + b for a, b in zip(given, own, strict=True)]
        return self.bounded(q, qd, self.none(qd) if given is None else given)

    def none(self, qd: Row) -> Row:
        return [0.0 * x for x in qd]

    def own(self, q: Row, qd: Row, items: dict[str, Row]) -> Row:
        """The controller's torques."""
        x, v, a = (items.get(name, [0.0] * len(q)) for name in TARGETS)
        wish = Wish(x, v, a, self.values["kp"], self.values["kd"])
        return controlled(self.setup.controller, self.model, q, qd, wish)

    def bounded(self, _q: Row, _qd: Row, tau: Row) -> Row:
        if not self.setup.limit:
            return tau
        return [clamp(x, -m, m) for x, m in zip(tau, self.values["limit"], strict=True)]

    def step(self, q: Row, qd: Row, items: dict[str, Row]) -> Stepped:
        tau, wrench = self.torques(q, qd, items), self.values.get("wrench")

        def motion(x: Row, v: Row) -> Row:
            loss = self.rubbing.losses(v)
            net = [t - f for t, f in zip(tau, loss, strict=True)]
            return self.plant.accelerations(x, v, net, wrench)

        integrate = INTEGRATORS[self.setup.integrator]
        after = integrate(motion, q, qd, self.values["dt"][0], self.rounds)
        return Stepped(*after, tau, 1.0)
