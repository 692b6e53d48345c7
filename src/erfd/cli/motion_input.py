"""What `verify` and `retime` are given: a program or samples, an arm, a load, a margin."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from erfd.arm import Arm, load
from erfd.cli.options import loaded, wrench_values
from erfd.cli.program_robot import robot_for
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.motion.language.program import Program, parse
from erfd.planning import plan, read_trajectory
from erfd.trajectory import Trajectory

SAMPLES = (".csv", ".parquet", ".pq")


class MotionInput(NamedTuple):
    """The arm with its payload, the motion, and the program that it comes from (if any)."""

    arm: Arm
    plan: Trajectory
    program: Program | None
    wrench: list[float] | None


def motion_input(
    source: Path, robot: str, payload: str, wrench: str, units: str = ""
) -> MotionInput:
    """A file whose name ends in .csv or .parquet holds samples; every other one is a program."""
    assumed = [x.strip() for x in units.split(",") if x.strip()]
    if source.suffix.lower() in SAMPLES:
        if not robot:
            raise ErfdError("samples name no robot", "say which: --robot rl15", file=str(source))
        arm = loaded(load(robot), payload)
        samples = read_trajectory(source, arm, assumed)
        return MotionInput(arm, samples, None, wrench_values(wrench))
    if assumed:
        raise ErfdError("--units are for samples", "a program's units are mm and degrees")
    program = parse(source)
    arm = loaded(robot_for(program, robot), payload)
    made = plan(program, arm, arm.robot.system.r_dt)
    return MotionInput(arm, made, program, wrench_values(wrench))


def share(text: str, what: str) -> float:
    """`90%` or 0.9."""
    percent = text.strip().endswith("%")
    value = number(text.strip().removesuffix("%"), what, ())
    return value / 100.0 if percent else value
