"""The tables of the page: violations, moves and the program's listing, as texts with a level."""

from __future__ import annotations

from typing import Any

from erfd.judge.steps import AT_A_STEP
from erfd.judge.verdict import MoveUse, Use, Verdict, Violation
from erfd.judge.words import quantity_text, short_move
from erfd.trajectory import Trajectory


def violation_rows(verdict: Verdict) -> dict[str, Any]:
    heads = [
        ["line", ""],
        ["move", "text"],
        ["what", "text"],
        ["value", ""],
        ["limit", ""],
        ["used", ""],
        ["from", ""],
        ["to", ""],
        ["made of", "text"],
        ["what to do", "text"],
    ]
    rows = [
        {"t": v.t, "group": plain_quantity(v), "cells": _violation(v)} for v in verdict.violations
    ]
    return {"violation_heads": heads, "violations": rows}


def _violation(v: Violation) -> list[list[str]]:
    return [
        [str(v.line or "-"), ""],
        [short_move(v.text), "text"],
        [f"{v.quantity} of {v.subject}", "text"],
        [quantity_text(v.value, v.unit), "bad"],
        [quantity_text(v.limit, v.unit), ""],
        [f"{100.0 * v.utilisation:.1f} %", "bad"],
        [f"{v.start:.3f} s", ""],
        [f"{v.end:.3f} s", ""],
        [", ".join(f"{k} {quantity_text(x, v.unit)}" for k, x in v.parts.items()), "text soft"],
        ["; ".join(str(x) for x in v.remedies), "text"],
    ]


def move_rows(verdict: Verdict, near: float) -> dict[str, Any]:
    kinds = list(dict.fromkeys(use.quantity for move in verdict.per_move for use in move.uses))
    heads = [["line", ""], ["move", "text"], ["duration", ""], ["tool speed", ""]]
    heads += [[kind, ""] for kind in kinds]
    rows = [{"t": move.start, "cells": _move(move, kinds, near)} for move in verdict.per_move]
    return {"move_heads": heads, "moves": rows}


def _move(move: MoveUse, kinds: list[str], near: float) -> list[list[str]]:
    cells = [
        [str(move.line or "-"), ""],
        [short_move(move.text), "text"],
        [f"{move.end - move.start:.3f} s", ""],
        [f"{1000.0 * move.tool_speed:.1f} mm/s", ""],
    ]
    for kind in kinds:
        uses = [use for use in move.uses if use.quantity == kind]
        worst = max(uses, key=lambda x: x.utilisation, default=None)
        cells.append(["", ""] if worst is None else _use(worst, near))
    return cells


def _use(use: Use, near: float) -> list[str]:
    text = f"{100.0 * use.utilisation:.1f} % {use.subject}"
    return [text, level(use.utilisation, near)]


def plain_quantity(v: Violation) -> str:
    """Without where it was charged: the diagram that shows it."""
    return v.quantity.removesuffix(AT_A_STEP)


def level(share: float, near: float) -> str:
    return "bad" if share > 1.0 else "near" if share > near else ""


def program_lines(trajectory: Trajectory, verdict: Verdict, near: float) -> list[dict[str, Any]]:
    """Every line of the listing, coloured by the worst use of the moves that it makes."""
    worst: dict[int, float] = {}
    first: dict[int, float] = {}
    for move in verdict.per_move:
        share = max((use.utilisation for use in move.uses), default=0.0)
        worst[move.line] = max(share, worst.get(move.line, 0.0))
        first.setdefault(move.line, move.start)
    for v in verdict.violations:
        worst[v.line] = max(v.utilisation, worst.get(v.line, 0.0))
        first.setdefault(v.line, v.t)
    lines: list[dict[str, Any]] = []
    for k, text in enumerate(trajectory.listing.splitlines(), 1):
        line: dict[str, Any] = {"text": text}
        if k in worst:
            line |= {"level": level(worst[k], near) or "ok", "t": first[k]}
        lines.append(line)
    return lines
