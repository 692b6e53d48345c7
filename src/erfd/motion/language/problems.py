"""Errors and warnings of a program: each with code, place, the line with a caret, and a remedy.

Several are collected in one run; `Fault` is one that does not know its place yet.
"""

from __future__ import annotations

from dataclasses import dataclass

from erfd.errors import ProgramError
from erfd.motion.language.nodes import Span
from erfd.motion.language.source import Source

MOST = 25


class Fault(Exception):  # noqa: N818 - becomes an error when its place is known
    """What is wrong, without a place."""

    def __init__(self, code: str, what: str, remedy: str) -> None:
        super().__init__(code, what, remedy)
        self.code, self.what, self.remedy = code, what, remedy


class EnoughError(Exception):
    """More errors than anyone reads: stop looking."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error (code E_...) or a warning (W_...)."""

    code: str
    what: str
    remedy: str
    file: str
    line: int
    column: int
    excerpt: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.code}: {self.what}; {self.remedy}\n{self.excerpt}"


class Problems:
    """What has been found so far in one text; `lost` are names whose declarations are broken."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []
        self.lost: set[str] = set()

    def add(self, code: str, at: Span, what: str, remedy: str) -> None:
        problem = problem_at(self.source, code, at, what, remedy)
        if code.startswith("W"):
            self.warnings.append(problem)
            return
        if problem not in self.errors:
            self.errors.append(problem)
        if len(self.errors) >= MOST:
            raise EnoughError

    def fault(self, fault: Fault, at: Span) -> None:
        self.add(fault.code, at, fault.what, fault.remedy)

    def raise_errors(self) -> None:
        """All errors as one, in the order of the text."""
        if self.errors:
            raise error_of(sorted(_not_implied(self.errors), key=lambda p: (p.line, p.column)))


def _not_implied(errors: list[Problem]) -> list[Problem]:
    """One error a place, and in a line with an open brace or broken syntax nothing but those."""
    rank = {"E_LEX_COMMENT": 0, "E_SYNTAX": 1}
    worst: dict[int, int] = {}
    for p in errors:
        worst[p.line] = min(worst.get(p.line, 2), rank.get(p.code, 2))
    left = [p for p in errors if rank.get(p.code, 2) == worst[p.line]]
    return list({(p.line, p.column): p for p in reversed(left)}.values())


def problem_at(source: Source, code: str, at: Span, what: str, remedy: str) -> Problem:
    line, column = source.place(at[0])
    excerpt = source.excerpt(*at)
    return Problem(code, what, remedy, source.name, line, column, excerpt)


def error_of(problems: list[Problem]) -> ProgramError:
    first, *others = [
        ProgramError(
            f"{p.code}: {p.what}",
            p.remedy,
            file=p.file,
            line=p.line,
            column=p.column,
            excerpt=p.excerpt,
        )
        for p in problems
    ]
    first.others = tuple(others)
    return first
