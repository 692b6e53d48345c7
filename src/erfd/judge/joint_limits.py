"""Limits on the joint side: range, speed, acceleration, effort.

Speed and acceleration maxima are `stated`: what the maker says, with no physical limit behind that
is known here. Effort (of a URDF, say) is the torque limit of a joint that no motor is known of;
beside drives it is a stated maximum like others, of what the joint transmits.

Joints that mimic others are judged like all: at multiplier q + offset, against limits of their own.
Only their effort is not: how a coupling shares the torque is not known.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.dynamics.lump import follows
from erfd.dynamics.tree import Follow
from erfd.judge.uses import Bounds, Check
from erfd.judge.verdict import Unknown
from erfd.robot.records import Joint, Limit
from erfd.robot.robot import Robot


class Quantity(NamedTuple):
    """What is judged of a joint: its names, units (turning, sliding), value and two limits.

    `follows`: of a joint that mimics another it follows from the other's.
    """

    name: str
    units: tuple[str, str]
    value: Callable[[Any], Array]
    limits: Callable[[Joint], tuple[Limit, Limit]]
    stated: bool = False
    follows: bool = True


POSITION = Quantity(
    "joint position",
    ("rad", "m"),
    lambda x: x.q,
    lambda j: (j.limits.lower, j.limits.upper),
)
SPEED = Quantity(
    "stated joint speed",
    ("rad/s", "m/s"),
    lambda x: x.qd,
    lambda j: (j.limits.speed, j.limits.speed),
    stated=True,
)
ACCELERATION = Quantity(
    "stated joint acceleration",
    ("rad/s^2", "m/s^2"),
    lambda x: x.qdd,
    lambda j: (j.limits.acceleration, j.limits.acceleration),
    stated=True,
)
TORQUE = Quantity(
    "joint torque",
    ("N m", "N"),
    lambda x: x.tau,
    lambda j: (j.limits.effort, j.limits.effort),
    follows=False,
)
STATED_TORQUE = TORQUE._replace(name="stated joint torque", stated=True)


def checks(robot: Robot, margin: float) -> list[Check]:
    """A check per quantity and kind of joint; `margin` scales all but the ranges."""
    torque = TORQUE if robot.drives is None else STATED_TORQUE
    joints = moving(robot)
    found = []
    for quantity in (POSITION, SPEED, ACCELERATION, torque):
        for sliding in (False, True):
            chosen = [
                x
                for x in joints
                if (x.joint.kind == "prismatic") == sliding
                and (quantity.follows or x.joint.mimic is None)
                and (quantity is not STATED_TORQUE or x.joint.limits.effort.known)
            ]
            if chosen:
                found.append(_check(quantity, quantity.units[sliding], chosen, margin))
    return [*found, *coupled(robot)]


class Moving(NamedTuple):
    """A joint that moves, its coordinate with ratio and offset, and the joint that has it."""

    joint: Joint
    how: Follow
    leader: str


def moving(robot: Robot) -> list[Moving]:
    names = [j.name for j in robot.independent]
    how = follows(robot) or [Follow(k, 1, 0) for k in range(len(names))]
    return [Moving(j, x, names[x.of]) for j, x in zip(robot.moving, how, strict=True)]


def _check(quantity: Quantity, unit: str, chosen: list[Moving], margin: float) -> Check:
    pairs = [quantity.limits(x.joint) for x in chosen]
    upper = np.array([float(b.value) if b.known else math.inf for _, b in pairs])
    lower = np.array([float(a.value) if a.known else math.inf for a, _ in pairs])
    if quantity is POSITION:
        bounds = Bounds(np.where(np.isinf(lower), -math.inf, lower), upper)
    else:
        bounds = Bounds(-margin * upper, margin * upper)
    return Check(
        quantity=quantity.name,
        unit=unit,
        subjects=tuple(x.joint.name for x in chosen),
        value=functools.partial(_value, quantity, [x.how for x in chosen]),
        bounds=lambda _: bounds,
        sources=tuple("; ".join(dict.fromkeys(x.source for x in pair)) for pair in pairs),
        joints=tuple((x.leader,) for x in chosen),
        stated=quantity.stated,
    )


def _value(quantity: Quantity, how: list[Follow], x: Any) -> Array:
    """ratio q + offset of positions, without the offset of rates."""
    ratio = np.array([float(f.ratio) for f in how])
    offset = np.array([float(f.offset) if quantity is POSITION else 0.0 for f in how])
    values: Array = ratio * quantity.value(x)[:, [f.of for f in how]] + offset
    return values


def coupled(robot: Robot) -> list[Check]:
    """Ranges that several joints share; like all ranges without a margin."""
    found = []
    names = [j.name for j in robot.independent]
    for one in robot.coupled:
        of = np.array([float(w) for w in one.of])
        mine = tuple(name for name, w in zip(names, of, strict=True) if w)
        slides = any(j.kind == "prismatic" for j in robot.independent if j.name in mine)
        ends = [
            sign * math.inf if not x.known else float(x.value)
            for sign, x in ((-1.0, one.lower), (1.0, one.upper))
        ]
        bounds = Bounds(*(np.array([end]) for end in ends))
        found.append(
            Check(
                quantity="coupled range",
                unit="m" if slides else "rad",
                subjects=(one.name,),
                value=functools.partial(_sum, of),
                bounds=functools.partial(_always, bounds),
                sources=("; ".join(dict.fromkeys(x.source for x in (one.lower, one.upper))),),
                joints=(mine,),
            )
        )
    return found


def _sum(of: Array, x: Any) -> Array:
    weighed: Array = x.q @ of[:, None]
    return weighed


def _always(bounds: Bounds, _: Any) -> Bounds:
    return bounds


def unknown(robot: Robot) -> list[Unknown]:
    """Ranges are required (but not of a joint that turns for ever); stated maxima are not.

    Of a robot without drives the joint's own speed and effort are required in their place. Of a
    joint that mimics another nothing is: the other's limits bound it.
    """
    found = []
    for joint in robot.moving:
        limits, own = joint.limits, joint.mimic is None
        if not (joint.continuous or (limits.lower.known and limits.upper.known)):
            found.append(_unknown("joint range", joint, "position", required=own))
        bare = own and robot.drives is None
        if not limits.speed.known:
            found.append(_unknown(SPEED.name, joint, "speed", required=bare))
        if not limits.acceleration.known:
            found.append(_unknown(ACCELERATION.name, joint, "acceleration", required=False))
        if not limits.jerk.known:
            found.append(_unknown("stated joint jerk", joint, "jerk", required=False))
        if bare and not limits.effort.known:
            found.append(_unknown(TORQUE.name, joint, "effort", required=True))
    return found


def _unknown(quantity: str, joint: Joint, key: str, *, required: bool) -> Unknown:
    remedy = f"state {key} in [joint.limits] of {joint.name}"
    return Unknown(quantity=quantity, subject=joint.name, required=required, remedy=remedy)
