"""The five publications with their misprints, and docs/errata.md."""

from __future__ import annotations

from typing import NamedTuple

from tools.errata import achievable, detesan, kvrgic, rl15, saha, szkodny
from tools.errata.row import Row


class Publication(NamedTuple):
    title: str
    said: str
    rows: tuple[Row, ...]


PUBLICATIONS = {
    "kvrgic": Publication(
        "Kvrgic and Vidakovic, MMT 145 (2020) 103680, the algorithm",
        "A Serbian text and the English paper in one file. H and bias are those of a random "
        "chain of revolute joints with a wrench on its tool, (87) those of the trainer.",
        kvrgic.ROWS,
    ),
    "rl15": Publication(
        "the same, RL15, its drives and its program",
        "Appendices A to E. Of the 154 vectors of Appendix B the English text has 50 wrong, the "
        "Serbian 45, whatever the sign of q_4: `tests/dynamics/test_appendix_b.py`.",
        rl15.ROWS,
    ),
    "achievable": Publication(
        "Kvrgic and Vidakovic, Calculation of achievable accelerations",
        "The equations are those of Kvrgic and Vidakovic; what is wrong there is wrong here "
        "where it is repeated.",
        achievable.ROWS,
    ),
    "saha": Publication(
        "Saha, Introduction to Robotics (2nd ed.), chapter 9",
        "Formulas are computed on a random chain of six joints, those of examples on their robots.",
        saha.ROWS,
    ),
    "szkodny": Publication(
        "Szkodny, Dynamics of industrial robot manipulators",
        "The traces are computed on a random arm of three links with a rotor on each.",
        szkodny.ROWS,
    ),
    "detesan": Publication(
        "Detesan et al., The dynamic model of TRTTR1",
        "Terms are compared letter by letter, not in numbers; the whole is "
        "[derived here](worked/trttr1.md).",
        detesan.ROWS,
    ),
}
HEAD = """\
# Errata

Misprints of the five publications that erfd is made from, what is right, and what shows it. Written
by `python -m tools.equation_pages`; the tests compare it with what would be written now.

Elsewhere the first publication below is *Kvrgic and Vidakovic* (its Serbian version included), then
come *Achievable accelerations*, *Saha*, *Szkodny* and *Detesan et al.*

A line that gives figures was computed while the page was written: the printed form and the right
one, both beside a reference that shares no formula with them. `python -m tools.errata` computes all
of them again, `python -m tools.errata saha "(9.11c)"` one. Tests are run by `python -m pytest` and
the name behind "test". Where nothing can be computed, in labels and references, the line says how
the print contradicts itself.

"""


def found(row: Row) -> list[str]:
    """What shows it: computed, tested, or read."""
    lines = [row.show()] if row.show else []
    return [*lines, *([row.why] if row.why else []), *(f"test `{x}`" for x in row.by)]


def errata_page() -> str:
    parts = [HEAD + _summary()]
    for name, (title, said, rows) in PUBLICATIONS.items():
        parts += ["", f"## {title}", "", said, f"In the command: `{name}`.", ""]
        parts += ["| where | printed | right | shown |", "| --- | --- | --- | --- |"]
        for row in rows:
            shown = "<br>".join(found(row))
            cells = (x.replace("|", "\\|") for x in (row.where, row.printed, row.right, shown))
            parts.append(f"| {' | '.join(cells)} |")
    return "\n".join(parts) + "\n"


def _summary() -> str:
    lines = [
        "| publication | lines | computed | tested | read |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, (_, _, rows) in PUBLICATIONS.items():
        computed = sum(r.show is not None for r in rows)
        tested = sum(r.show is None and bool(r.by) for r in rows)
        read = len(rows) - computed - tested
        lines.append(f"| {name} | {len(rows)} | {computed} | {tested} | {read} |")
    return "\n".join(lines)
