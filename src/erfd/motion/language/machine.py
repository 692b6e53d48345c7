"""Running a checked program: a stack machine without recursion that hands out commands one by one.

An instruction is a function of the machine and one argument, with its place in the text. Jumps
are relative. Every instruction counts as a step, so does every value that is copied or made room
for; steps, moves and nested calls are bounded, and so is what a run takes of time and memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from erfd.errors import ProgramError
from erfd.motion.commands import Command
from erfd.motion.language.nodes import Span
from erfd.motion.language.problems import Fault, error_of, problem_at
from erfd.motion.language.scope import Variable
from erfd.motion.language.source import Source
from erfd.motion.language.values import UNSET
from erfd.robot.robot import Robot

MOST_STEPS, MOST_MOVES, MOST_CALLS = 10_000_000, 1_000_000, 1000
# What is done, with what, and where it stands in the text.
Instruction = tuple[Callable[["Machine", Any], "Command | None"], Any, Span]
Code = list[Instruction]


class Reference(NamedTuple):
    """Where a parameter passed by name is kept: a list and a place in it."""

    box: list[Any]
    place: int


class Machine:
    """The state of one run: a stack, the program's values, those of the present call."""

    def __init__(self, code: Code, size: int, source: Source, robot: Robot | None = None) -> None:
        self.code, self.source, self.robot = code, source, robot
        joints = robot.independent if robot else ()
        self.slides = tuple(joint.kind == "prismatic" for joint in joints)
        self.values: list[Any] = [UNSET] * size
        self.frame: list[Any] = self.values
        self.stack: list[Any] = []
        self.calls: list[tuple[int, list[Any]]] = []
        self.pc, self.moves, self.copies = 0, 0, 0
        self.at: Span = (0, 0)

    def run(self, most_steps: int, most_moves: int) -> Iterator[Command]:
        """The commands in turn, until the program ends."""
        code = self.code
        for step in range(most_steps):
            if self.pc >= len(code):
                return
            if step + self.copies >= most_steps:
                break
            do, argument, at = code[self.pc]
            self.pc += 1
            try:
                command = do(self, argument)
            except Fault as fault:
                raise self.error(fault, at) from None
            except ProgramError as error:  # a number that no command can hold
                name, _, what = error.what.partition(": ")
                raise self.error(Fault(name, what, error.remedy), at) from None
            if command is not None:
                self.at = at
                if self.moves > most_moves:
                    raise self.error(_endless(f"{most_moves} moves"), at)
                yield command
        if self.pc < len(code):
            raise self.error(_endless(f"{most_steps} steps"), code[self.pc][2])

    def error(self, fault: Fault, at: Span) -> Exception:
        return error_of([problem_at(self.source, fault.code, at, fault.what, fault.remedy)])

    def box(self, variable: Variable) -> tuple[list[Any], int]:
        """The list that holds a variable's value, and the place in it."""
        box = self.frame if variable.local else self.values
        if variable.by_name:
            found: Reference = box[variable.slot]
            return found
        return box, variable.slot


def _endless(what: str) -> Fault:
    remedy = "look for a loop that never ends, or allow more"
    return Fault("E_STEPS", f"the program has not ended after {what}", remedy)
