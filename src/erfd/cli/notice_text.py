"""What a planner has to say of a program, statement by statement, with the line and a caret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from erfd.motion.language.program import Program
from erfd.trajectory import Notice

SHOWN = 60


def notice_lines(program: Program, notices: Sequence[Notice]) -> Iterator[str]:
    """The notices, those of one statement together; at the end what can be done."""
    shown = notices[:SHOWN]
    for place, group in groupby(shown, key=lambda n: (n.line, n.column)):
        yield from _of_statement(program, *place)
        yield from (f"  {_said(n)}" for n in group)
    if more := len(notices) - len(shown):
        yield f"and {more} more warnings: --json"
    remedies = dict.fromkeys((n.code, n.remedy) for n in shown if n.remedy)
    if remedies:
        yield "what can be done:"
        yield from (f"  {code}: {remedy}" for code, remedy in remedies)


def _of_statement(program: Program, line: int, column: int) -> Iterator[str]:
    if line and column:
        yield f"{program.file}:{line}:{column}:"
        yield program.excerpt(line, column)


def _said(notice: Notice) -> str:
    at = "" if notice.t is None else f" at t = {notice.t:.3f} s"
    return f"{notice.code}{at}: {notice.text}"
