"""The tables of the page: violations, moves, limits and the program's listing; a cell is a text, a
class, and perhaps small print."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from erfd.judge.peaks import BRACKET
from erfd.judge.steps import AT_A_STEP
from erfd.judge.uses import BROKEN
from erfd.judge.verdict import MoveUse, Unknown, Use, Verdict, Violation
from erfd.judge.verify import limits
from erfd.judge.words import figure, of_whom, percent_text, quantity_text, short_move
from erfd.trajectory import Trajectory

Cell = list[str]
MOST, SMALL = 1000, 0.005  # of a torque: smaller parts are told by the bar only


def violation_rows(verdict: Verdict) -> dict[str, Any]:
    heads = [
        ["line", "fixed"],
        ["what", "text"],
        ["value", ""],
        ["limit", ""],
        ["used", ""],
        ["when", "fixed"],
        ["made of", "text"],
        ["what to do", "text"],
    ]
    rows = [
        {
            "t": v.t,
            "line": v.line,
            "group": plain_quantity(v),
            "cells": _violation(v),
            **_bar(v),
        }
        for v in verdict.violations[:MOST]
    ]
    more = len(verdict.violations) - MOST
    if more > 0:
        blank: list[Cell] = [["", "text"] for _ in heads[2:]]
        rows.append({"cells": [["", ""], [f"and {more:,} more: verdict.json", "text"], *blank]})
    return {"violation_heads": _filled(heads, rows), "violations": rows}


def _bar(v: Violation) -> dict[str, Any]:
    """What the torque is made of, as a bar in its cell."""
    parts = [[k, x, quantity_text(x, v.unit)] for k, x in _sorted_parts(v)]
    return {"parts": parts, "parts_at": 6} if parts else {}


def _filled(heads: list[Cell], rows: list[dict[str, Any]]) -> list[Cell]:
    """The heads of the columns that hold something; the others are taken out of the rows."""
    kept = [k for k in range(len(heads)) if any(row["cells"][k][0] for row in rows) or not rows]
    for row in rows:
        row["cells"] = [row["cells"][k] for k in kept]
    return [heads[k] for k in kept]


def _violation(v: Violation) -> list[Cell]:
    stretch = f"{v.start:.3f} to {v.end:.3f} s" if v.end > v.start else "at the step"
    close = f"peak to {100.0 * v.bracket:.2g} %" if v.bracket else ""
    close = "at a jump" if v.bracket > BRACKET else close
    large = [(k, x) for k, x in _sorted_parts(v) if abs(x) >= SMALL * abs(v.value)]
    unit = quantity_text(0.0, v.unit).partition(" ")[2]
    parts = ", ".join(f"{k} {figure(x)}" for k, x in large) + (f" {unit}" if large else "")
    return [
        [str(v.line or "-"), "fixed", short_move(v.text)],
        [of_whom(v.quantity, v.subject), "text"],
        [quantity_text(v.value, v.unit), "bad", close],
        [quantity_text(v.limit, v.unit), ""],
        [percent_text(v.utilisation), "bad"],
        [f"{v.t:.3f} s", "fixed", stretch],
        [parts, "text soft"],
        ["\n".join(f"\u2022 {x}" for x in (*([v.tried] if v.tried else []), *v.remedies)), "text"],
    ]


def _sorted_parts(v: Violation) -> list[tuple[str, float]]:
    return sorted(v.parts.items(), key=lambda part: -abs(part[1]))


def move_rows(verdict: Verdict, near: float) -> dict[str, Any]:
    kinds = list(dict.fromkeys(use.quantity for move in verdict.per_move for use in move.uses))
    heads: list[Cell] = [["line", ""], ["move", "text"], ["duration", ""], ["tool speed", ""]]
    heads += [[kind, ""] for kind in kinds] + [["wrist", ""], ["reach left", ""], ["status", ""]]
    rows = [
        {"t": move.start, "line": move.line, "cells": _move(move, kinds, near)}
        for move in verdict.per_move
    ]
    return {"move_heads": _filled(heads, rows), "moves": rows}


def _move(move: MoveUse, kinds: list[str], near: float) -> list[Cell]:
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
    wrist = "" if move.wrist is None else f"{math.degrees(move.wrist):.1f} deg"
    reach = "" if move.reach is None else f"{1000.0 * move.reach:.0f} mm"
    return [*cells, [wrist, ""], [reach, ""], [move.flags, ""]]


def _use(use: Use, near: float) -> Cell:
    text = f"{100.0 * use.utilisation:.1f} %"
    return [text, level(use.utilisation, near), use.subject.replace("_", " ")]


def limit_rows(verdict: Verdict) -> dict[str, Any]:
    """Every limit that was judged: how far it was used, and its source."""
    what = verdict.judged
    checks = limits(what.robot, what.margin)
    sources = {
        (c.quantity, s): x for c in checks for s, x in zip(c.subjects, c.sources, strict=True)
    }
    rows = [
        {
            "t": u.t,
            "group": u.quantity,
            "cells": [
                [of_whom(u.quantity, u.subject), "text"],
                [quantity_text(u.value, u.unit), ""],
                [quantity_text(u.limit, u.unit) if math.isfinite(u.limit) else "unknown", ""],
                [f"{100.0 * u.utilisation:.1f} %", level(u.utilisation, 0.9)],
                [sources.get((u.quantity, u.subject), ""), "text soft"],
            ],
        }
        for u in verdict.per_joint
    ]
    heads = [
        ["limit", "text"],
        ["worst value", ""],
        ["limit", ""],
        ["used", ""],
        ["source", "text"],
    ]
    return {"limit_heads": heads, "limits": rows}


def unknown_lines(unknown: Sequence[Unknown]) -> list[str]:
    """A line for each quantity: whose is unknown, and what to state."""
    lines = []
    for quantity in dict.fromkeys(x.quantity for x in unknown):
        same = [x for x in unknown if x.quantity == quantity]
        whose = ", ".join(x.subject.replace("_", " ") for x in same)
        what = same[0].remedy.replace(f" of {same[0].subject}", "")
        needed = " (required)" if same[0].required else ""
        lines.append(f"{quantity}{needed} of {whose}: {what}")
    return lines


def plain_quantity(v: Violation) -> str:
    """Without where it was charged: the diagram that shows it."""
    return v.quantity.removesuffix(AT_A_STEP)


def level(share: float, near: float) -> str:
    return "bad" if share > BROKEN else "near" if share > near else ""


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
