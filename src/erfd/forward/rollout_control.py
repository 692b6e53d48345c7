"""Controllers of a rollout: small records, and their torques over any scalar.

`PD`               tau = kp (q* - q) + kd (qd* - qd) + g(q)           kp N m/rad, kd N m s/rad
`ComputedTorque`   tau = H(q) (qdd* + kd (qd* - qd) + kp (q* - q)) + bias     kp 1/s^2, kd 1/s

q*, qd*, qdd* are the target at the start of the step. The torque is computed there and held during
the step: a digital controller whose cycle is dt.
Source: PD with gravity compensation Takegaki and Arimoto 1981; computed torque Luh, Walker and Paul
1980. Cost: gravity, or inverse dynamics, once a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from erfd.algebra import Scalar
from erfd.errors import RobotError

Row = list[Scalar]


@dataclass(frozen=True, eq=False)
class PD:
    """Gains are numbers, a value for every joint, or a row for every robot (..., n)."""

    kp: ArrayLike
    kd: ArrayLike
    gravity: bool = True

    def __post_init__(self) -> None:
        refuse_negative(kp=self.kp, kd=self.kd)

    @property
    def kind(self) -> str:
        return "pd_gravity" if self.gravity else "pd"


@dataclass(frozen=True, eq=False)
class ComputedTorque:
    """Gains are numbers, a value for every joint, or a row for every robot (..., n)."""

    kp: ArrayLike
    kd: ArrayLike

    def __post_init__(self) -> None:
        refuse_negative(kp=self.kp, kd=self.kd)

    @property
    def kind(self) -> str:
        return "computed_torque"


def refuse_negative(**gains: ArrayLike) -> None:
    """A negative gain drives away from the target; what is no number is refused by the rollout."""
    for name, value in gains.items():
        array = np.asarray(value)
        if array.dtype.kind in "iuf" and not (array >= 0).all():
            what = (
                f"{name} is {array.min():g}" if array.ndim == 0 else f"{name} has {array.min():g}"
            )
            raise RobotError(
                what, "a gain is zero or positive, else it drives away from the target"
            )


class Model(Protocol):
    """The robot as the controller knows it."""

    def gravity(self, q: Row) -> Row: ...

    def torques(self, q: Row, qd: Row, qdd: Row) -> Row: ...


class Wish(NamedTuple):
    """The target and the gains of one step."""

    q: Sequence[Scalar]
    qd: Sequence[Scalar]
    qdd: Sequence[Scalar]
    kp: Sequence[Scalar]
    kd: Sequence[Scalar]


def controlled(kind: str, model: Model, q: Row, qd: Row, wish: Wish) -> Row:
    """The torques of a controller of this kind."""
    error = [a - b for a, b in zip(wish.q, q, strict=True)]
    rate = [a - b for a, b in zip(wish.qd, qd, strict=True)]
    pull = [k * e + d * r for k, e, d, r in zip(wish.kp, error, wish.kd, rate, strict=True)]
    if kind == "computed_torque":
        return model.torques(q, qd, [a + b for a, b in zip(wish.qdd, pull, strict=True)])
    if kind == "pd_gravity":
        return [a + b for a, b in zip(pull, model.gravity(q), strict=True)]
    return pull


Controller = PD | ComputedTorque
