"""`erfd export ROBOT --c DIR`: the robot's dynamics as C99 source, with a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from erfd.arm import load
from erfd.cli.options import loaded, moving
from erfd.cli.output import say, say_json
from erfd.drives.c99 import motor_functions
from erfd.errors import ErfdError, RobotError
from erfd.robot.robot import Robot
from erfd.robot.text_file import write_text
from erfd.trace.c99_header import test_line
from erfd.trace.c99_library import MADE_BY, CFunction
from erfd.trace.c99_library import export as exported
from erfd.trace.counts import count


def export(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    c: Annotated[Path, typer.Option("--c", help="the folder to write C files to", metavar="DIR")],
    prefix: Annotated[str, typer.Option(help="what every name starts with")] = "",
    single: Annotated[bool, typer.Option("--float", help="float instead of double")] = False,
    wrench: Annotated[bool, typer.Option("--wrench", help="the tool's load is an input")] = False,
    parameters: Annotated[
        str, typer.Option(help="inputs instead of numbers: payload,gravity,BODY,BODY.mass")
    ] = "",
    payload: Annotated[str, typer.Option(help="kg[,x,y,z] in the tool frame")] = "",
    force: Annotated[bool, typer.Option("--force", help="overwrite files of others")] = False,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Write the dynamics as C99: NAME.h, NAME.c and NAME_test.c. Example: erfd export rl15 --c out

    Only math.h is needed; no heap, no globals. The header says units, joints and how to compile.
    """
    arm = loaded(moving(load(robot)), payload)
    inputs = [name.strip() for name in parameters.split(",") if name.strip()]
    more, without = _motor_side(arm.robot, wrench, inputs)
    made = exported(arm.robot, prefix, single=single, wrench=wrench, parameters=inputs, more=more)
    files = {c / name: text for name, text in made.files().items()}
    if not force:
        _refuse_foreign(list(files))
    _folder(c)
    for path, text in files.items():
        write_text(path, text)
    counted = {f.name: count(f.tape)._asdict() for f in made.functions}
    if json:
        say_json({
            "files": [str(path) for path in files],
            "model": made.digest,
            "functions": counted,
            "left_out": made.left_out or None,
            "motor_side_left_out": without or None,
        })  # fmt: skip
        return
    say("\n".join(f"{path}: {len(text.encode())} bytes" for path, text in files.items()))
    if made.left_out:
        say(f"left out: forward_dynamics ({made.left_out})")
    if without:
        say(f"left out: the motor side ({without})")
    say(f"test: {test_line(made.prefix)}")


def _motor_side(
    robot: Robot, wrench: bool, parameters: Sequence[str]
) -> tuple[list[CFunction], str]:
    """The functions of the motors, and why there are none of a robot that has motors."""
    if robot.drives is None:
        return [], ""
    try:
        return motor_functions(robot, wrench=wrench, parameters=parameters), ""
    except RobotError as error:
        return [], error.what


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ErfdError(f"cannot make this folder: {error.strerror}", file=str(path)) from None


def _refuse_foreign(paths: list[Path]) -> None:
    """Files that we did not write stay."""
    for path in paths:
        if path.exists() and not _is_ours(path):
            raise ErfdError(
                "this file was not written by erfd export",
                "take another folder or --prefix, or --force to overwrite it",
                file=str(path),
            )


def _is_ours(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return MADE_BY in file.readline()
    except OSError:
        return False
