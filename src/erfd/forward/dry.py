"""Dry friction as elements: each has a row of speeds, and slides one way, the other, or sticks.

A motor's element holds the Coulomb friction of its shaft, the friction of its load, and the dry
friction of the joint that it alone moves (`joint`, by the ratio `a`); other joints with dry
friction have an element of their own. Sizes: see `Dry`.
Source: Szkodny (17)-(18) as corrected in `erfd/drives/stiction.py`;
Detesan et al. (4)-(5), here with rest: what slides with c arm |F| holds with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.drives.friction import known, load_shares, refuse_locking
from erfd.drives.train import Train, drives_of, train_of
from erfd.drives.transmission import is_none
from erfd.errors import RobotError
from erfd.robot.drives import Motor
from erfd.robot.robot import Robot


class JointDry(NamedTuple):
    """Dry friction at a joint: Coulomb, and `size` times the force number `press` (-1: none)."""

    name: str
    row: Array
    coulomb: float
    size: float
    press: int

    def force(self, pressed: Array) -> float:
        return self.coulomb + (self.size * float(pressed[self.press]) if self.press >= 0 else 0.0)


class Dry(NamedTuple):
    """One element: of a motor (its number, else -1), with the joint friction that it feels.

    Forward and backward: `sliding`, `starting` in N m at the motor; `share` of the load that
    friction takes while the motor drives, and while the load drives.
    """

    name: str
    motor: int = -1
    joint: JointDry | None = None
    a: float = 1.0
    sliding: tuple[float, float] = (0.0, 0.0)
    starting: tuple[float, float] = (0.0, 0.0)
    share: tuple[float, float] = (0.0, 0.0)


def dry_elements(robot: Robot) -> tuple[Dry, ...]:
    """All of them, motors first; none where nothing rubs."""
    drives = drives_of(robot)
    refuse_locking(drives)
    joints = joint_dry(robot)
    rows = [m.ratios if m.ball_screw is None else m.ball_screw.of for m in drives.motors]
    found, left = [], list(joints)
    for i, motor in enumerate(drives.motors):
        partner = _partner(i, rows, left)
        if partner is not None:
            left.remove(partner)
        element = _of_motor(i, motor, partner)
        if element is not None:
            found.append(element)
    return (*found, *(Dry(x.name, joint=x) for x in left))


def _partner(i: int, rows: Sequence[Sequence[float]], joints: list[JointDry]) -> JointDry | None:
    """The joint with dry friction that moves with this motor alone, and it with the joint."""
    moved = [j for j, x in enumerate(rows[i]) if not is_none(x)]
    if len(moved) != 1 or sum(not is_none(row[moved[0]]) for row in rows) != 1:
        return None
    for joint in joints:
        if np.flatnonzero(joint.row).tolist() == moved:
            return joint
    return None


def _of_motor(i: int, motor: Motor, joint: JointDry | None) -> Dry | None:
    share = tuple(float(x) for x in load_shares(motor))
    dry = motor.coulomb_friction
    if dry is None and not any(share) and joint is None:
        return None
    slides = (0.0, 0.0) if dry is None else (float(dry.forward), float(dry.backward))
    starts = [None, None] if dry is None else [dry.starting_forward, dry.starting_backward]
    holds = [s if x is None else float(x) for s, x in zip(slides, starts, strict=True)]
    return Dry(motor.name, i, joint, 1.0, slides, (holds[0], holds[1]), (share[0], share[1]))


def joint_dry(robot: Robot) -> list[JointDry]:
    """Joints with Coulomb friction or friction on their reactions, as rows over the coordinates."""
    train, n = train_of(robot, plain=True), len(robot.independent)
    order = list(train.pressed)
    found = []
    for i, (joint, f) in enumerate(zip(_moving(robot, train), train.friction, strict=True)):
        coulomb, size = float(known(f.coulomb)), float(train.pressed.get(i, 0.0))
        if not (coulomb or size):
            continue
        if i >= train.tree.n - len(train.drives.elements):
            raise RobotError(
                f"the drive element on '{joint}' has dry friction",
                "give it to the motor that moves it: simulation knows it there",
            )
        row = np.zeros(n)
        if train.tree.follows is None:
            row[i] = 1.0
        else:
            row[train.tree.follows[i].of] = float(train.tree.follows[i].ratio)
        found.append(JointDry(joint, row, coulomb, size, order.index(i) if size else -1))
    return found


def _moving(robot: Robot, train: Train) -> list[str]:
    return [j.name for j in robot.moving] + [x.joint.name for x in train.drives.elements]


def pressed_sizes(P: Array, F: Array, qdd: Array) -> Array:
    """|P qdd + F| of every pressed joint."""
    return np.array([math.hypot(*(p @ qdd + f)) for p, f in zip(P, F, strict=True)])
