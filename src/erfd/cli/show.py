"""`erfd show ROBOT`: bodies, joints, drives, limits and their origin, frames, warnings."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from erfd.arm import Arm, load
from erfd.cli.output import check_target, json_text, refuse_overwriting, say
from erfd.errors import ErfdError
from erfd.robot.check import findings
from erfd.robot.text_file import write_text


def show(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    toml: Annotated[bool, typer.Option("--toml", help="the robot as a TOML file")] = False,
    urdf: Annotated[bool, typer.Option("--urdf", help="the robot as a URDF file")] = False,
    json: Annotated[bool, typer.Option("--json", help="all of it, machine-readable, SI")] = False,
    out: Annotated[Path | None, typer.Option(help="write it to this file")] = None,
) -> None:
    """Print what is known of a robot.

    Example: erfd show rl15. As a URDF for other tools: erfd show rl15 --urdf --out rl15.urdf
    """
    if toml + urdf + json > 1:
        raise ErfdError("--toml, --urdf and --json exclude one another", "give one of them")
    check_target(out)
    refuse_overwriting({"--out": out}, {"the robot's file": robot})
    arm = load(robot)
    text = _text(arm, toml, urdf, json)
    if out is None:
        say(text)
    else:
        write_text(out, text)
        say(f"written: {out}")


def _text(arm: Arm, toml: bool, urdf: bool, json: bool) -> str:
    if toml:
        return arm.robot.to_toml()
    if urdf:
        return arm.robot.to_urdf()
    return json_text(_plain(arm)) if json else arm.report()


def _plain(arm: Arm) -> dict[str, Any]:
    """The robot as its TOML file has it, and what its reader and the checks found."""
    return {
        "robot": tomllib.loads(arm.robot.to_toml()),
        "joint_names": arm.joint_names,
        "warnings": arm.robot.warnings,
        "findings": [x._asdict() for x in findings(arm.robot)],
    }
