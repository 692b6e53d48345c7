"""One step of a rollout over any scalar: what it is made of, the torques, the integration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from erfd.algebra import Scalar
from erfd.forward.rollout_control import Wish, controlled
from erfd.forward.rollout_plant import Plant, Rubbing
from erfd.forward.rollout_step import INTEGRATORS, Rounds, unrolled
from erfd.trace.choose import clamp

TARGETS = ("q_target", "qd_target", "qdd_target")
Row = list[Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a rollout is made of; each choice adds its inputs.

    `torque` is "", "constant" or "series"; `controller` "" or a kind; `knows` says whether the
    controller's model is the "arm" itself, or has the parameters of the "row" in it.
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
    keep: bool = True
    keep_torque: bool = False

    @property
    def targets(self) -> tuple[str, ...]:
        count = {"": 0, "computed_torque": 3}.get(self.controller, 2)
        return TARGETS[:count]


@dataclass(frozen=True)
class Scene:
    """The robot, what the controller knows of it, and the constant inputs by name."""

    setup: Setup
    plant: Plant
    model: Plant
    rubbing: Rubbing
    values: dict[str, Any]
    rounds: Rounds = unrolled

    def torques(self, q: Row, qd: Row, items: dict[str, Row]) -> Row:
        """Those given, and the controller's, within the limit."""
        given: Row = items.get("torque", self.values.get("torque", [0.0 * x for x in qd]))
        if self.setup.controller:
            x, v, a = (items.get(name, [0.0] * len(q)) for name in TARGETS)
            wish = Wish(x, v, a, self.values["kp"], self.values["kd"])
            own = controlled(self.setup.controller, self.model, q, qd, wish)
            given = [a + b for a, b in zip(given, own, strict=True)]
        if not self.setup.limit:
            return given
        return [clamp(x, -m, m) for x, m in zip(given, self.values["limit"], strict=True)]

    def step(self, q: Row, qd: Row, items: dict[str, Row]) -> tuple[Row, Row, Row]:
        """The state after one step, and the torques that were held during it."""
        tau, wrench = self.torques(q, qd, items), self.values.get("wrench")

        def motion(x: Row, v: Row) -> Row:
            loss = self.rubbing.losses(v)
            net = [t - f for t, f in zip(tau, loss, strict=True)]
            return self.plant.accelerations(x, v, net, wrench)

        integrate = INTEGRATORS[self.setup.integrator]
        return *integrate(motion, q, qd, self.values["dt"][0], self.rounds), tau
