"""The print of TRTTR1 beside the derivation, component by component, counted in terms."""

from __future__ import annotations

from erfd.trace.equations.expression import plus
from erfd.trace.equations.write_code import PYTHON, code
from tools.pages.trttr1 import Line, Paper, corrected, lines

HEAD = """\
## Beside the print

Each printed component, multiplied out as a sum of products of letters (with s^2 = 1 - c^2), and
what is left of it when the derivation is subtracted: nothing, where the print is right. With its
misprints corrected nothing is left of any.

| equation | of | terms printed | terms derived | print less derivation |
| --- | --- | ---: | ---: | --- |
"""


def compared(paper: Paper) -> str:
    return HEAD + "\n".join(_row(paper, line) for line in lines()) + "\n"


def _row(paper: Paper, line: Line) -> str:
    printed, derived = paper.parse(line.text), paper.derived[line.quantity]
    if corrected(paper, line) != derived:
        raise ValueError(f"{line.equation} {line.quantity} is not what its corrections say")
    left = paper.terms(printed - derived)
    said = f"`{code(plus(left), PYTHON)}`" if left else "0"
    cells = line.equation, line.quantity, str(len(printed.terms)), str(len(derived.terms)), said
    return f"| {' | '.join(cells)} |"
