"""`erfd show ROBOT`: bodies, joints, drives, limits and their origin, frames, warnings."""

from __future__ import annotations

from typing import Annotated

import typer

from erfd.arm import load
from erfd.cli.output import say


def show(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    toml: Annotated[bool, typer.Option("--toml", help="the robot as a TOML file")] = False,
    urdf: Annotated[bool, typer.Option("--urdf", help="the robot as a URDF file")] = False,
) -> None:
    """Print what is known of a robot. Example: erfd show rl15"""
    arm = load(robot)
    if toml:
        say(arm.robot.to_toml())
    elif urdf:
        say(arm.robot.to_urdf())
    else:
        say(arm.report())
