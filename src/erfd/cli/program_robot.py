"""Which robot a program is for: as the user says, else as its moves say (`act_rob`)."""

from __future__ import annotations

from erfd.arm import Arm, load
from erfd.errors import ErfdError
from erfd.motion.language.program import Program
from erfd.robot.library import load as library
from erfd.robot.library import names
from erfd.robot.robot import Robot


def robot_for(program: Program, robot: str) -> Arm:
    """A name of the library, or one of the names by which programs call a robot of it."""
    if robot:
        return load(robot)
    called = _called(program)
    if called is None:
        what = "the program names no robot (act_rob)"
        raise ErfdError(what, "say which: --robot rl15", file=program.file)
    known: dict[str, Robot] = {}
    for name in names():
        found = library(name)
        known |= dict.fromkeys((found.name, *found.program_names), found)
    if called not in known:
        what = f"E_ROBOT: no robot of the library is called '{called}'"
        raise ErfdError(what, "name its file: --robot FILE", file=program.file)
    return Arm(known[called])


def _called(program: Program) -> str | None:
    """The robot of the first move that names one."""
    for command in program.commands():
        if command.act_rob:
            return command.act_rob
    return None
