"""The names of a program: what each stands for, and where a variable's value is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from erfd.motion.language.nodes import Span
from erfd.motion.language.types import Type

LONGEST, MOST_COMPARED = 40, 2000


@dataclass(frozen=True, slots=True)
class Variable:
    """`slot` counts the values of the program, or of one call if `local`.

    `by_name`: the slot holds a reference. `fixed`: a constant or a loop's counter.
    """

    name: str
    type: Type
    slot: int
    local: bool = False
    by_name: bool = False
    fixed: str = ""
    direction: str | None = None
    system: bool = False


@dataclass(frozen=True, slots=True)
class Constant:
    name: str
    type: Type
    value: Any


@dataclass(slots=True)
class Routine:
    """A procedure or function; `entry` is where its code starts, `size` the values of a call."""

    name: str
    result: Type | None
    parameters: tuple[Variable, ...] = ()
    entry: int = -1
    size: int = 0


@dataclass(frozen=True, slots=True)
class Lost:
    """Declared, but nobody knows as what: the declaration is broken."""

    name: str


Meaning = Variable | Constant | Routine | Lost


@dataclass(slots=True)
class Scope:
    """The names of the program, or of a routine inside it."""

    outer: Scope | None = None
    names: dict[str, Meaning] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    size: int = 0
    counters: set[str] = field(default_factory=set)

    def find(self, name: str) -> Meaning | None:
        found = self.names.get(name)
        return found if found or self.outer is None else self.outer.find(name)

    def slot(self) -> int:
        self.size += 1
        return self.size - 1

    def near(self, name: str) -> str | None:
        """A name that looks like a given one."""
        if len(name) > LONGEST:
            return None
        known = [x for x, _ in zip(self._all(), range(MOST_COMPARED), strict=False)]
        return next(iter(get_close_matches(name, known, 1, 0.6)), None)

    def _all(self) -> Iterator[str]:
        yield from (x for x in self.names if len(x) <= LONGEST)
        if self.outer:
            yield from self.outer._all()
