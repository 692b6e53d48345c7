"""Reads every URDF of example-robot-data beside Pinocchio and prints the result as Markdown.

    python -m benchmarks.urdf_table

Run it from the project's folder; `docs/urdf.md` holds its output.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pinocchio as pin

from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.robot.urdf import read_urdf
from tests.robot.urdf_oracle import STATES, shared_files, worst_gaps


def joints(robot: Robot) -> str:
    """How many joints move, and how many of them have a coordinate of their own."""
    n, own = len(robot.moving), len(robot.independent)
    return f"{n}" if n == own else f"{n} ({own} independent)"


def row(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.name} | {outcome(path)}"


def outcome(path: Path) -> str:
    """Moving joints, result, and its measure or reason."""
    try:
        robot = read_urdf(path)
    except RobotError as error:
        error.file = None
        return f"| refused | {error} ({pinocchio_says(path)})"
    if not robot.moving:
        return "0 | read | no joint moves"
    gaps = worst_gaps(robot, lambda mimic: pin.buildModelFromUrdf(str(path), mimic))
    return f"{joints(robot)} | as {' and as '.join(gaps)} | {max(gaps.values()):.1e}"


def pinocchio_says(path: Path) -> str:
    try:
        pin.buildModelFromUrdf(str(path))
    except ValueError:
        return "Pinocchio refuses it too"
    return "Pinocchio reads it"


def table() -> Iterator[str]:
    yield f"example-robot-data {version('example-robot-data')}, Pinocchio {version('pin')}, "
    yield f"{STATES} random states a file."
    yield ""
    yield "| file | moving joints | result | worst relative difference, or reason |"
    yield "| --- | --- | --- | --- |"
    for path in shared_files():
        yield f"| {row(path)} |"


if __name__ == "__main__":
    print("\n".join(table()))
