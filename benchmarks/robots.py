"""The robots and states of the benchmark."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

import erfd
from erfd.arm import Arm
from erfd.robot.urdf import read_urdf

STATES = 4096


def states(n: int, rows: int = STATES) -> tuple[Any, Any, Any]:
    """q, qd and accelerations or torques, each (rows, n)."""
    q, qd, last = np.random.default_rng(1).uniform(-1.0, 1.0, (3, rows, n))
    return q, qd, last


def shared(name: str) -> Path | None:
    """A file of the package example-robot-data."""
    try:
        import pinocchio
    except ImportError:
        return None
    top = Path(pinocchio.__file__).parents[4] / "share/example-robot-data/robots"
    path = top / name
    return path if path.exists() else None


def independent(path: Path) -> Arm:
    """The robot of a URDF with a coordinate for every moving joint."""
    robot = read_urdf(path)
    joints = tuple(dataclasses.replace(joint, mimic=None) for joint in robot.joints)
    return Arm(dataclasses.replace(robot, joints=joints))


def rl15() -> Arm:
    return erfd.load("rl15")
