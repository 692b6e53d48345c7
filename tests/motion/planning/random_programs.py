"""Random programs for an arm: near a posture, so that most of them can be planned."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np

import erfd
from erfd.algebra import Matrix, product
from erfd.arm import Arm
from erfd.motion.commands import (
    ORIENTATION_MODES,
    Blend,
    Circle,
    Command,
    Joints,
    Lin,
    Pose,
    Ptp,
    Wait,
)
from erfd.motion.planning.attitude import rotation

ARM = erfd.load("rl15")
POSTURE = (0.1, 0.4, -0.3, 0.4, -1.0, 0.3)


def program(rng: random.Random, count: int, arm: Arm = ARM, turn: float = 0.3) -> list[Command]:
    """Starts with a ptp move to the posture; joined wherever moves can be joined."""
    T = arm.forward_kinematics(np.array(POSTURE))
    made: list[Command] = [Ptp(target=Joints(POSTURE), line=1)]
    made += [replace(_move(rng, T, turn), line=k + 2) for k in range(count)]
    return [_joined(rng, a, b) for a, b in zip(made, [*made[1:], None], strict=True)]


def _move(rng: random.Random, T: np.ndarray, turn: float) -> Command:
    kind = rng.choice(("ptp", "ptp pose", "lin", "lin", "lin", "circle", "circle", "wait"))
    if kind == "wait":
        return Wait(seconds=rng.choice((0.0, 0.123)))
    if kind == "ptp":
        q = tuple(x + rng.uniform(-0.15, 0.15) for x in POSTURE)
        return Ptp(target=Joints(q), speed_ptp=rng.uniform(0.1, 1), jerk=rng.choice((0.0, 0.05)))
    target = pose(rng, T, turn)
    if kind == "ptp pose":
        return Ptp(target=target)
    options = {
        "speed": rng.uniform(0.05, 1.0),
        "acc": rng.uniform(0.3, 5.0),
        "c_ori": rng.choice(ORIENTATION_MODES),
        "r_blend_ori": rng.choice((None, None, 0.04)),
    }
    if kind == "lin":
        return Lin(target=target, **options)
    return Circle(target=target, via=pose(rng, T, turn).position, **options)


def pose(rng: random.Random, T: np.ndarray, turn: float) -> Pose:
    x, y, z = (float(v) + rng.uniform(-0.12, 0.12) for v in T[:3, 3])
    R: Matrix = tuple(map(tuple, T[:3, :3].tolist()))  # type: ignore[assignment]
    w = tuple(rng.uniform(-turn, turn) for _ in range(3))
    own = rng.choice((None, product(rotation(w), R)))  # type: ignore[arg-type]
    return Pose(position=(x, y, z), rotation=own)


def _joined(rng: random.Random, move: Command, after: Command | None) -> Command:
    if after is None or isinstance(move, Wait) or isinstance(after, Wait) or rng.random() < 0.3:
        return move
    if isinstance(move, Ptp) or isinstance(after, Ptp):
        return replace(move, blend=Blend("c_ptp", rng.choice((None, 1.0, 0.3))))
    if isinstance(move, Lin) and isinstance(after, Lin) and rng.random() < 0.5:
        return replace(move, blend=Blend("c_cp", rng.uniform(0.005, 0.03)))
    return replace(move, blend=Blend("c_speed", rng.choice((None, 0.5, 1.0))))


def degrees(*values: float) -> tuple[float, ...]:
    return tuple(math.radians(x) for x in values)
