"""The achievable step (Algorithm 1): what of a planned cycle the motors can do.

Speed limits, wanted acceleration, the motor torques that it needs, saturation, the step:

    vd = (P' - P)/dt            y = A vd clipped to +-W, vd = A^-1 y         ad = (vd - v)/dt
    need = u_a(ad)              |need| <= M for all motors: a = ad
    v' = v + a dt               q' = q + v' dt

Source: Kvrgic and Vidakovic, also in Achievable accelerations, Algorithm 1, steps 1-7, Eq. (92).
Departures, all of them choices (`docs/achievable.md` says why):
`solve`        "mixed" (default): motors with torque to spare keep their acceleration, the others
               their limit, found together (`box`); "full": Eq. (92) for all motors, their torques
               clipped; "literal": as printed, "full" for those that saturate, ad for the others
`track`        "plan": as printed; "gain": vd + Kp (P - q); "deadbeat": vd = (P' - q)/dt
`speed_limit`  "motor": clipped in motor coordinates; "joint": as printed, +-W_i / A_ii
`mode`         "consistent" (default) or "as_published", see `equations`
Cost: H and u' once, then a factorisation or two. Any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from erfd.algebra import Scalar
from erfd.drives.equations import Mode
from erfd.drives.geared import Geared, geared, refuse_undriven
from erfd.drives.gears import driven, refuse_crossed
from erfd.drives.limits import top_speeds, torque_ranges
from erfd.drives.saturation import Consistent, Motors, Published, Reached, saturated
from erfd.drives.train import Train
from erfd.drives.transmission import Row, weighed
from erfd.errors import RobotError
from erfd.trace.choose import absolute, clamp, select

Solve = Literal["mixed", "full", "literal"]
Track = Literal["plan", "gain", "deadbeat"]
SpeedLimit = Literal["motor", "joint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How Algorithm 1 is read."""

    mode: Mode = "consistent"
    solve: Solve = "mixed"
    track: Track = "plan"
    speed_limit: SpeedLimit = "motor"
    implicit_viscous: bool = False

    def __post_init__(self) -> None:
        known = {"mode": Mode, "solve": Solve, "track": Track, "speed_limit": SpeedLimit}
        for name, kinds in known.items():
            if getattr(self, name) not in get_args(kinds):
                what = f"there is no {name} '{getattr(self, name)}'"
                raise RobotError(what, f"use {' or '.join(get_args(kinds))}")


class Cycle(NamedTuple):
    """What a cycle starts from: the state, the plan now and at its end, and its length.

    `gain` is Kp in 1/s; `peak` and `top` are the motors' peak torques and top speeds, those of the
    record where None.
    """

    q: Sequence[Scalar]
    qd: Sequence[Scalar]
    now: Sequence[Scalar]
    next: Sequence[Scalar]
    dt: Scalar
    gain: Scalar = 0
    wrench: Sequence[Scalar] | None = None
    peak: Sequence[Scalar] | None = None
    top: Sequence[Scalar] | None = None


class Step(NamedTuple):
    """Where the cycle ends, and why: flags are 1 or 0, one of each for every motor.

    `needed` are the motor torques of the wanted acceleration, `torque` those that were there.
    """

    q: Row
    qd: Row
    qdd: Row
    torque: Row
    needed: Row
    saturated: Row
    clipped: Row
    converged: Scalar


def achievable(train: Train, rules: Rules, cycle: Cycle) -> Step:
    """One cycle."""
    _refuse_undriven(train, rules)
    q, v, dt = list(cycle.q), list(cycle.qd), cycle.dt
    published = rules.mode == "as_published"
    implicit = dt if rules.implicit_viscous else 0
    robot = geared(train, q, v, cycle.wrench, implicit)
    wanted, clipped = _limited(robot, train, rules, cycle, _tracked(rules, cycle))
    rate = 1 / dt
    ad = [(a - b) * rate for a, b in zip(wanted, v, strict=True)]
    motors: Motors = Consistent(train, robot, ad)
    if published:
        motors = Published.of(train, robot, q, v, ad, cycle.wrench, dt)
    ranges = torque_ranges(train.drives, robot.at.y, cycle.peak)
    reached = saturated(motors, robot, ad, ranges, rules.solve)
    after = [b + a * dt for b, a in zip(v, reached.qdd, strict=True)]
    ends = [x + b * dt for x, b in zip(q, after, strict=True)]
    return _step(ends, after, reached, clipped)


def _step(q: Row, qd: Row, reached: Reached, clipped: Row) -> Step:
    flags = reached.saturated, clipped, reached.converged
    return Step(q, qd, reached.qdd, reached.torque, reached.needed, *flags)


def _tracked(rules: Rules, cycle: Cycle) -> Row:
    """Step 0: the wanted joint speeds."""
    rate = 1 / cycle.dt
    start = cycle.q if rules.track == "deadbeat" else cycle.now
    speeds = [(b - a) * rate for a, b in zip(start, cycle.next, strict=True)]
    if rules.track != "gain":
        return speeds
    missing = zip(speeds, cycle.now, cycle.q, strict=True)
    return [s + cycle.gain * (p - x) for s, p, x in missing]


def _limited(robot: Geared, train: Train, rules: Rules, cycle: Cycle, vd: Row) -> tuple[Row, Row]:
    """Step 1: the speeds that the motors allow, and which of them were clipped."""
    W = top_speeds(train.drives) if cycle.top is None else list(cycle.top)
    if rules.speed_limit == "joint":
        k = [absolute(row[i]) for i, row in enumerate(robot.at.A)]
        return _clipped(vd, [w / x for w, x in zip(W, k, strict=True)])
    y, flags = _clipped([weighed(row, vd) for row in robot.at.A], W)
    held, moved = robot.joints(y), driven(train.drives)
    anyone = _any(flags)
    return [select(anyone, held[j], x) if j in moved else x for j, x in enumerate(vd)], flags


def _refuse_undriven(train: Train, rules: Rules) -> None:
    """The printed rules pair joints with motors, in their order."""
    for name, value in (("solve", "literal"), ("speed_limit", "joint"), ("mode", "as_published")):
        if getattr(rules, name) == value:
            refuse_undriven(train, f"{name}='{value}' pairs each joint with a motor")
            refuse_crossed(train.drives, f"{name}='{value}' pairs each joint with a motor")


def _clipped(values: Row, bounds: Row) -> tuple[Row, Row]:
    flags = [select(absolute(x) <= b, 0.0, 1.0) for x, b in zip(values, bounds, strict=True)]
    return [clamp(x, -b, b) for x, b in zip(values, bounds, strict=True)], flags


def _any(flags: Row) -> Scalar:
    total: Scalar = 0.0
    for flag in flags:
        total = total + flag
    return total > 0.5
