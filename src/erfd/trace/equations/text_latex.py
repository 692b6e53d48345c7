"""The sheet as a LaTeX document, and as Markdown with the same equations between dollar signs."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.trace.equations.expression import Expression
from erfd.trace.equations.sheet import Block, Sheet, Step
from erfd.trace.equations.write_latex import lines as equation

BEGIN = r"""\documentclass[10pt,a4paper]{article}
\usepackage{amsmath}
\usepackage[margin=18mm]{geometry}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\begin{document}
"""
COUNTED = "M counts multiplications and divisions, A additions and subtractions."
SPECIAL = {
    "\\": r"\textbackslash{}",
    **{x: "\\" + x for x in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def latex_text(sheet: Sheet) -> str:
    parts = [BEGIN, rf"\section*{{{_escaped(sheet.robot)}: equations of motion}}", ""]
    parts += _paragraphs(sheet, _escaped)
    if sheet.letters:
        rows = [
            rf"${m.latex}$ & {_escaped(m.text)} & {m.value!r} {_unit(m.unit)} \\"
            for m in sheet.letters
        ]
        for k in range(0, len(rows), 40):
            parts += [r"\begin{tabular}{lll}", *rows[k : k + 40], r"\end{tabular}", ""]
    for title, said, body in sections(sheet):
        parts += [rf"\subsection*{{{_escaped(title)}}}"]
        parts += [_escaped("; ".join(said)) + "."] if said else []
        parts += [r"\begin{align*}", body, r"\end{align*}", ""] if body else [""]
    parts += [r"\subsection*{Proof}"]
    parts += [_escaped(line) + r"\\" for line in sheet.proof]
    return "\n".join([*parts, r"\end{document}"]) + "\n"


def markdown_text(sheet: Sheet) -> str:
    parts = [f"# {sheet.robot}: equations of motion", "", *_paragraphs(sheet, str)]
    if sheet.letters:
        parts += ["| letter | what | value |", "| --- | --- | --- |"]
        parts += [f"| ${m.latex}$ | {m.text} | {m.value!r} {m.unit} |" for m in sheet.letters]
        parts += [""]
    for title, said, body in sections(sheet):
        parts += [f"## {title}", "", *(["; ".join(said) + ".", ""] if said else [])]
        if body:
            parts += ["$$", r"\begin{aligned}", body, r"\end{aligned}", "$$", ""]
    parts += ["## Proof", "", *sheet.proof[:1], "", *(f"- {line}" for line in sheet.proof[1:])]
    return "\n".join(parts) + "\n"


def _paragraphs(sheet: Sheet, write: object) -> list[str]:
    parts: list[str] = []
    for text in (sheet.title, f"Made by: {sheet.command}" if sheet.command else ""):
        parts += [_said(text, write), ""] if text else []
    parts += [_said("; ".join(sheet.coordinates) + ". SI units.", write), ""]
    parts += [_said(COUNTED, write), ""]
    for note in sheet.notes:
        parts += [_said(note, write) + ".", ""]
    return parts


def _said(text: str, write: object) -> str:
    return write(text) if callable(write) else text


def _unit(unit: str) -> str:
    return unit.replace("^2", r"\textsuperscript{2}")


def _escaped(text: str) -> str:
    return "".join(SPECIAL.get(x, x) for x in text)


def sections(sheet: Sheet) -> list[tuple[str, list[str], str]]:
    """Title, what is said of it, and the equations, block by block."""
    found: list[tuple[str, list[str], str]] = []
    if sheet.constants:
        found.append(("Constants, computed once", [], steps(sheet, sheet.constants)))
    for block in sheet.blocks:
        said = [str(block.counts), *([block.note] if block.note else [])]
        zeros = len(block.entries) - len(block.shown())
        if block.symmetric:
            rows, columns = block.rectangle
            zeros -= rows * (columns - 1) // 2
            said.append("symmetric")
        if zeros:
            every = zeros == len(block.computed())
            said.append("every entry is 0" if every else "entries not shown are 0")
        found.append((block.title, said, _body(sheet, block)))
    return found


def steps(sheet: Sheet, steps_: Sequence[Step]) -> str:
    return _joined(sheet, [(s.latex, s.expression) for s in steps_])


def _body(sheet: Sheet, block: Block) -> str:
    rows = [(s.latex, s.expression) for s in block.steps]
    for k, x in block.shown():
        rows.append((f"{symbol(block)}_{{{block.entry_name(k)}}}", x))
    return _joined(sheet, rows)


def symbol(block: Block) -> str:
    return f"{{{block.symbol}}}" if "^" in block.symbol else block.symbol


def _joined(sheet: Sheet, rows: Sequence[tuple[str, Expression]]) -> str:
    return " \\\\\n".join(line for head, x in rows for line in equation(head, x, sheet.latex))
