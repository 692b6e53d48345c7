"""A program that has been parsed and checked: what it declares, and the commands that it gives."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from erfd.errors import ProgramError, RobotError
from erfd.motion.commands import Command
from erfd.motion.language.checker import Checked, check
from erfd.motion.language.declaration_nodes import Tree
from erfd.motion.language.joining import joined, statements_of
from erfd.motion.language.machine import MOST_MOVES, MOST_STEPS, Machine
from erfd.motion.language.parser import parse_tree
from erfd.motion.language.problems import EnoughError, Problem, Problems
from erfd.motion.language.source import Source
from erfd.motion.language.statement_nodes import Move
from erfd.robot.robot import Robot
from erfd.robot.text_file import read_piped, read_text


@dataclass(frozen=True, slots=True)
class Program:
    """A checked program. Two programs are equal if their trees are: layout does not count."""

    tree: Tree
    source: Source = field(compare=False, repr=False)
    warnings: tuple[Problem, ...] = field(compare=False)
    _checked: Checked = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.tree.name

    @property
    def file(self) -> str:
        return self.source.name

    @property
    def variables(self) -> dict[str, str]:
        """The names and types of the program's own variables."""
        return {name: str(kind) for name, kind in self._checked.variables.items()}

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand in the sequence itself, outside of loops and branches."""
        return tuple(node for node in self.tree.body if isinstance(node, Move))

    def excerpt(self, line: int, column: int) -> str:
        """The line with carets under the statement that begins there."""
        start = self.source.offset(line, column)
        ends = (node.at[1] for node in statements_of(self.tree) if node.at[0] == start)
        return self.source.excerpt(start, next(ends, start + 1))

    def commands(
        self,
        robot: Robot | None = None,
        *,
        most_steps: int = MOST_STEPS,
        most_moves: int = MOST_MOVES,
    ) -> Iterator[Command]:
        """Run the program: its moves and waits, one by one, in SI units.

        With a robot joint targets fit its axes (mm on sliding ones); without one, all axes turn.
        """
        machine = Machine(self._checked.code, self._checked.size, self.source, robot)
        return joined(machine, machine.run(most_steps, most_moves))


def parse_text(text: str, name: str = "<text>") -> Program:
    """Parse and check a program; a ProgramError holds everything that is wrong with it."""
    problems = Problems(Source(text, name))
    tree, checked = _understood(problems)
    problems.raise_errors()
    if tree is None or checked is None:
        raise ProgramError("E_SYNTAX: this is no program", "begin with 'program'", file=name)
    return Program(tree, problems.source, tuple(problems.warnings), checked)


def _understood(problems: Problems) -> tuple[Tree | None, Checked | None]:
    """Tree and code, as far as they could be made."""
    try:
        with _no_collection():
            tree = parse_tree(problems)
            return tree, None if tree is None else check(tree, problems)
    except EnoughError:
        return None, None
    except RecursionError:
        what = "E_SYNTAX: this is nested too deeply for the Python that reads it"
        raise ProgramError(what, "use more variables", file=problems.source.name) from None


@contextmanager
def _no_collection() -> Iterator[None]:
    """Trees have no cycles, and looking for some while a large one grows takes half the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def parse(path: str | os.PathLike[str]) -> Program:
    """Parse and check a file in UTF-8."""
    return parse_text(read_program(path), os.fspath(path))


def read_program(path: str | os.PathLike[str]) -> str:
    """The text of a program's file; of what comes in on the pipe where the file is `-`."""
    try:
        return read_piped() if os.fspath(path) == "-" else read_text(path)
    except RobotError as error:
        remedy = "split the program" if "larger" in error.what else error.remedy
        place = {"file": error.file, "line": error.line, "column": error.column}
        raise ProgramError(error.what, remedy, **place) from None  # type: ignore[arg-type]
