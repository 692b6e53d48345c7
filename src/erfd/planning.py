"""`erfd.plan`: from a program to the joint motion of a controller; motions to and from files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.errors import ProgramError, RobotError
from erfd.motion.commands import Circle, Command, Lin, Ptp, Wait
from erfd.motion.files.trajectory_file import read_motion, write_motion
from erfd.motion.planning.plan_of import plan_of
from erfd.trajectory import Notice, Trajectory

if TYPE_CHECKING:
    from erfd.motion.language.program import Program

CYCLE = 0.01


def plan(
    program: Program | Iterable[Command],
    arm: Arm,
    dt: float = CYCLE,
    *,
    start: ArrayLike | None = None,
) -> Trajectory:
    """The motion of a program, or of commands made in Python, from `start` (all joints zero).

    What is impossible is a ProgramError with its line; what is merely more than the arm should do
    is in `.notices`. Whether drives can do it is the judge's business: `erfd.verify`.
    """
    if not isinstance(arm, Arm):
        raise ProgramError(f"{arm!r} is not an arm", "use erfd.load(name or path)")
    text = getattr(program, "source", None)
    if text is None:
        return plan_of(_commands(program), arm.robot, dt, start=start)
    made: Program = program  # type: ignore[assignment]
    known: dict[str, Any] = {"file": made.file, "listing": text.text, "said": _warned(made)}
    try:
        return plan_of(made.commands(arm.robot), arm.robot, dt, start=start, **known)
    except RobotError as error:  # what the program needs of the robot and nobody stated
        what = f"E_ROBOT: {error.what}"
        place = {"file": made.file, "line": error.line, "column": error.column}
        raise _shown(ProgramError(what, error.remedy, **place), made) from None  # type: ignore[arg-type]
    except ProgramError as error:
        raise _shown(error, made) from None


def _shown(error: ProgramError, program: Program) -> ProgramError:
    """With its line and a caret; what has no place is the program's as a whole."""
    if not error.line:
        error.line, error.column = program.source.place(program.tree.at[0])
    if error.column and not error.excerpt:
        error.excerpt = program.excerpt(error.line, error.column)
    return error


def _warned(program: Program) -> list[Notice]:
    """What the checker had to say."""
    return [
        Notice(code=p.code, text=p.what, line=p.line, column=p.column, remedy=p.remedy)
        for p in program.warnings
    ]


def read_trajectory(
    path: str | os.PathLike[str], arm: Arm, units: Sequence[str] = ()
) -> Trajectory:
    """The curve through a file's samples (.csv, or .parquet with the extra `data`).

    Columns bear names and units (see docs/trajectory.md), `units` (deg, mm, ms) are those of names
    without one; `.how` says which interpolation it is.
    """
    return read_motion(path, arm.robot, units)


def write_trajectory(plan: Trajectory, path: str | os.PathLike[str], arm: Arm) -> None:
    """The samples of a motion, with names and units, whole or not at all."""
    write_motion(plan, path, arm.robot)


def _commands(given: object) -> list[Command]:
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise ProgramError(f"{given!r} is no program", "give erfd.parse(file), or commands")
    commands = list(given)
    for command in commands:
        if not isinstance(command, Ptp | Lin | Circle | Wait):
            raise ProgramError(f"{command!r} is no command", "give Ptp, Lin, Circle or Wait")
    return commands
