"""Rows of the result, targets, and the Markdown file that keeps one section for each group."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.timing import duration

HEAD = ("what", "erfd", "peer", "figure", "target", "goal", "met")
LINE = "| --- | ---: | ---: | ---: | --- | --- | --- |"


@dataclass(frozen=True)
class Aim:
    """A bound on the figure of a row: at least, or at most; `goal` lies beyond the target."""

    kind: str  # ">=" or "<="
    target: float
    goal: float | None = None
    unit: str = " x"

    def says(self, bound: float | None) -> str:
        return "" if bound is None else f"{self.kind} {bound:g}{self.unit}"

    def met(self, figure: float) -> str:
        """In words; how far it is from the target where it is not met."""

        def holds(bound: float) -> bool:
            return figure >= bound if self.kind == ">=" else figure <= bound

        if self.goal is not None and holds(self.goal):
            return "yes, and the goal"
        if holds(self.target):
            return "yes"
        return f"**no**, off by {abs(figure / self.target - 1):.0%}"


@dataclass(frozen=True)
class Row:
    """One line: what was measured, both sides as text, the figure that the target is about."""

    what: str
    ours: str = ""
    peer: str = ""
    figure: float | None = None
    aim: Aim | None = None
    unit: str = " x"

    def cells(self) -> tuple[str, ...]:
        figure = "" if self.figure is None else f"{self.figure:.3g}{self.unit}"
        if self.aim is None or self.figure is None:
            return self.what, self.ours, self.peer, figure, "", "", ""
        aim = self.aim
        bounds = aim.says(aim.target), aim.says(aim.goal)
        return self.what, self.ours, self.peer, figure, *bounds, aim.met(self.figure)


def times_faster(
    what: str, ours: float, theirs: float, aim: Aim | None = None, name: str = ""
) -> Row:
    """Seconds of both sides; the figure says how many times faster we are."""
    return Row(what, duration(ours), _named(theirs, name), theirs / ours, aim)


def share(what: str, ours: float, theirs: float, aim: Aim | None = None, name: str = "") -> Row:
    """Seconds of both sides; the figure is our part of the peer's time."""
    return Row(what, duration(ours), _named(theirs, name), ours / theirs, aim)


def _named(seconds: float, name: str) -> str:
    return f"{duration(seconds)} {name}".strip()


def section(title: str, rows: list[Row]) -> str:
    lines = [f"## {title}", "", "| " + " | ".join(HEAD) + " |", LINE]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def merged(path: Path, head: str, sections: Mapping[str, str], order: list[str]) -> str:
    """The file's text with these sections new and the others as they were."""
    kept = sections_of(path.read_text("utf-8") if path.exists() else "") | dict(sections)
    return "\n".join([head, *(kept[title] for title in order if title in kept)])


def sections_of(text: str) -> dict[str, str]:
    """The sections of a results file by their titles."""
    return {
        part.split("\n", 1)[0].removeprefix("## "): part.rstrip() + "\n"
        for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)
        if part.startswith("## ")
    }
