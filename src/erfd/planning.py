"""`erfd.plan`: from a robot program to the joint motion that a controller would command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.errors import ProgramError
from erfd.motion.commands import Circle, Command, Lin, Ptp, Wait
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
    said = [Notice(code=p.code, text=p.what, line=p.line) for p in made.warnings]
    return plan_of(
        made.commands(arm.robot),
        arm.robot,
        dt,
        start=start,
        file=made.file,
        listing=text.text,
        said=said,
    )


def _commands(given: object) -> list[Command]:
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise ProgramError(f"{given!r} is no program", "give erfd.parse(file), or commands")
    commands = list(given)
    for command in commands:
        if not isinstance(command, Ptp | Lin | Circle | Wait):
            raise ProgramError(f"{command!r} is no command", "give Ptp, Lin, Circle or Wait")
    return commands
