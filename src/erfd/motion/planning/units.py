"""Units in which joints are spoken of, and where moves stand in their program."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from erfd.robot.robot import Robot
from erfd.trajectory import Move


class Units(NamedTuple):
    """Of one joint: its unit, and the factor from SI to it."""

    word: str
    factor: float


def units(robot: Robot) -> list[Units]:
    slides = [joint.kind == "prismatic" for joint in robot.independent]
    return [Units("mm", 1e3) if s else Units("deg", 180.0 / math.pi) for s in slides]


def place_of(moves: Sequence[Move], move: int) -> tuple[int, int]:
    """Line and column of a move in the program."""
    return (moves[move - 1].line, moves[move - 1].column) if move else (0, 0)
