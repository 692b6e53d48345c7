"""What is asked for, checked; and the robot in numbers that the result is compared with."""

from __future__ import annotations

from dataclasses import dataclass

from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.errors import ErfdError
from erfd.robot.robot import Robot
from erfd.trace.equations.letters import KINDS
from erfd.trace.equations.model import Model
from erfd.trace.equations.named import rounded
from erfd.trace.equations.sympy_numbers import is_symbolic

FORMS = ("closed", "cse")
ASKED = ("M", "Cqd", "C", "g", "bias", "tau", "friction", "rotors", "fk", "jacobian", "reactions")
CORIOLIS = ("christoffel", "denoc")


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is asked for; see `docs/equations.md`.

    `what` without names: M, Cqd, g, and friction and rotors where the robot has them.
    """

    what: tuple[str, ...] = ()
    form: str = ""
    symbols: tuple[str, ...] = KINDS
    simplify: int = 1
    base: bool = False
    coriolis: str = "christoffel"
    wrench: bool = False
    command: str = ""


@dataclass(frozen=True)
class Subject:
    """The robot in numbers that the equations are compared with."""

    robot: Robot
    tree: Tree

    @staticmethod
    def of(robot: Robot, model: Model) -> Subject:
        """The file's own robot, unless its numbers are letters or rounded from the relations."""
        own = is_symbolic(robot) or rounded(robot)
        return Subject(robot, tree_of(model.numbers if own else robot))


def names_in(option: str, given: object) -> tuple[str, ...]:
    """A list of names, or one text with commas between them."""
    if isinstance(given, str):
        return tuple(x.strip() for x in given.split(",") if x.strip())
    if isinstance(given, (list, tuple)) and all(isinstance(x, str) for x in given):
        return tuple(given)
    raise ErfdError(f"{option} is {given!r}", "give a list of names, or a text like 'M,g'")


def check(wish: Wish) -> None:
    if not isinstance(wish.command, str):
        raise ErfdError(f"command is {wish.command!r}", "give the text of a command line")
    _check_names(wish)
    if wish.form not in ("", *FORMS):
        raise ErfdError(f"there is no form '{wish.form}'", f"use {' or '.join(FORMS)}")
    if wish.simplify not in (0, 1, 2):
        raise ErfdError(f"there is no level {wish.simplify} of simplifying", "use 0, 1 or 2")
    if wish.coriolis not in CORIOLIS:
        raise ErfdError(f"there is no C by '{wish.coriolis}'", f"use {' or '.join(CORIOLIS)}")
    if wish.base and not wish.symbols:
        raise ErfdError("base parameters are letters", "leave out symbols=none")


def _check_names(wish: Wish) -> None:
    for what in wish.what:
        if what not in ASKED:
            raise ErfdError(f"'{what}' cannot be derived", f"use {', '.join(ASKED)}")
    if len(set(wish.what)) < len(wish.what):
        raise ErfdError("a quantity is asked for twice", "name it once")
    for kind in wish.symbols:
        if kind not in KINDS:
            raise ErfdError(f"'{kind}' is no kind of letters", f"use {', '.join(KINDS)}, or none")
