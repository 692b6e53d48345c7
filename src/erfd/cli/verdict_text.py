"""A verdict in a terminal: the answer, a row for each move, what is broken and what would help."""

from __future__ import annotations

import math
from collections.abc import Sequence

from erfd.arm import Arm
from erfd.cli.wrap import wrapped
from erfd.judge.uses import BROKEN
from erfd.judge.verdict import MoveUse, Use, Verdict, Violation
from erfd.judge.words import (
    excess_text,
    figure,
    percent_text,
    place_text,
    quantity_text,
    short_move,
)
from erfd.tables import render, table

SHOWN, LONGEST, FEWEST, SMALL = 6, 18, 8, 0.005
WIDTH, GAP = 99, 3  # of a table, and between its columns
KINDS = {
    "joint position": "range",
    "motor speed": "speed",
    "motor torque": "torque",
    "motor current": "current",
    "motor power": "power",
    "joint torque": "torque",
    "coupled range": "coupled",
    "stated joint speed": "v",
    "stated joint acceleration": "a",
    "stated joint torque": "tau",
}
HANG = " " * 9


def verdict_text(verdict: Verdict, arm: Arm) -> str:
    parts = [
        wrapped(f"{verdict.status}: {verdict.reason}", hang="  "),
        "",
        _moves(verdict.per_move, _numbers(arm)),
        *_violations(verdict.violations),
        *_achieved(verdict),
        *_singular(verdict.per_move),
        *_unknown(verdict),
    ]
    return render(*parts)


def _moves(moves: Sequence[MoveUse], numbers: dict[str, int]) -> object:
    kinds = [k for k in KINDS if any(u.quantity == k for m in moves for u in m.uses)]
    flags = any(m.flags for m in moves)
    columns = ["move", "s", "tool mm/s", *(KINDS[k] for k in kinds), *["status"] * flags]
    cells = []
    for m in moves:
        uses = (_worst(m, kind, numbers) for kind in kinds)
        cells.append([f"{m.end - m.start:.3f}", _speed(m), *uses, *[m.flags] * flags])
    longest = _left(columns[1:], cells)
    rows = [[_name(m, longest), *row] for m, row in zip(moves, cells, strict=True)]
    title = "Moves: the worst use of each limit in %, and whose, by number"
    stated = ", ".join(KINDS[k] for k in kinds if "stated" in k)
    return table(title + f" ({stated}: stated joint maxima)" * bool(stated), columns, rows)


def _speed(move: MoveUse) -> str:
    speed = 1e3 * move.tool_speed
    return f"{speed:.{0 if speed >= 1000.0 else 1}f}"


def _left(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """How long names may be so that no number has to be broken."""
    words = [max(map(len, c.split())) for c in columns]
    used = sum(max([w, *(len(r[k]) for r in rows)]) + GAP for k, w in enumerate(words))
    return max(min(LONGEST, WIDTH - GAP - used), 0)


def _singular(moves: Sequence[MoveUse]) -> list[str]:
    """The least distances from singular postures."""
    wrist = min((m for m in moves if m.wrist is not None), key=lambda m: m.wrist or 0, default=None)
    reach = min((m for m in moves if m.reach is not None), key=lambda m: m.reach or 0, default=None)
    texts = []
    if wrist is not None:
        texts.append(f"wrist {math.degrees(wrist.wrist or 0.0):.3g} deg{_line(wrist)}")
    if reach is not None:
        texts.append(f"arm {1e3 * (reach.reach or 0.0):.3g} mm from stretched{_line(reach)}")
    return [f"Least distance from singular postures: {', '.join(texts)}."] if texts else []


def _line(move: MoveUse) -> str:
    return f" (line {move.line})" if move.line else ""


def _numbers(arm: Arm) -> dict[str, int]:
    motors = arm.robot.drives.motors if arm.robot.drives else ()
    names = {name: k for k, name in enumerate(arm.joint_names, 1)}
    return names | {motor.name: k for k, motor in enumerate(motors, 1)}


def _worst(move: MoveUse, kind: str, numbers: dict[str, int]) -> str:
    uses = [u for u in move.uses if u.quantity == kind]
    worst = max(uses, key=lambda u: u.utilisation, default=None)
    return "" if worst is None else _percent(worst, numbers)


def _percent(use: Use, numbers: dict[str, int]) -> str:
    """Whole numbers, but where it is close; what rounding adds to 100 is not said."""
    share = use.utilisation
    close = 0.99 < share < 1.01 and abs(share - 1.0) > BROKEN - 1.0
    text = f"{100.0 * share:.{1 if close else 0}f}"
    return f"{text} ({numbers[use.subject]})" if use.subject in numbers else text


def _name(move: MoveUse, longest: int) -> str:
    text = f"{move.line} {short_move(move.text)}" if move.line else short_move(move.text)
    if len(text) <= longest:
        return text
    return str(move.line) if move.line and longest < FEWEST else f"{text[: max(longest - 2, 4)]}.."


def _violations(violations: Sequence[Violation]) -> list[str]:
    if not violations:
        return []
    count = len(violations)
    head = f"Broken: {count} limit{'s' * (count > 1)}, the worst of the drives first"
    lines = [f"{head} (peaks within 0.1 %)"] + [_violation(v) for v in violations[:SHOWN]]
    more = count - SHOWN
    return [*lines, *([f"{HANG}and {more} more: --out DIR, or --json"] if more > 0 else []), ""]


def _violation(v: Violation) -> str:
    when = f"from {v.start:.3f} to {v.end:.3f} s" if v.end > v.start else f"at t = {v.t:.3f} s"
    place = place_text(v)
    what = f"{f'{place}: ' if place else ''}{excess_text(v)} {when}"
    lines = [wrapped(what, f"{percent_text(v.utilisation):>7}  ", HANG)]
    if v.parts:
        sizes = sorted(v.parts.items(), key=lambda part: -abs(part[1]))
        told = [(cause, x) for cause, x in sizes if abs(x) >= SMALL * abs(v.value)]
        parts = ", ".join(f"{cause} {figure(x)}" for cause, x in told)
        unit = quantity_text(0.0, v.unit).partition(" ")[2]
        lines.append(wrapped(f"made of {parts} {unit}", HANG, HANG))
    advice = "; ".join(x for x in (v.tried, ", or ".join(map(str, v.remedies))) if x)
    if advice:
        lines.append(wrapped(f"remedy: {advice}", HANG, HANG))
    return "\n".join(lines)


def _achieved(verdict: Verdict) -> list[str]:
    found = verdict.achieved
    if found is None:
        return []
    cycles = len(found.t) - 1
    if not found.saturated_cycles:
        return [f"Achieved (Algorithm 1): no motor saturates in {cycles} cycles."]
    most, last = 1e3 * found.distance.max(), 1e3 * found.distance[-1]
    turned, late = math.degrees(found.angle.max()), 1e3 * abs(found.delay).max()
    text = (
        f"Achieved (Algorithm 1): motors saturate in {found.saturated_cycles} of {cycles} cycles; "
        f"the tool misses the plan by up to {figure(most)} mm and {turned:.3g} deg, is "
        f"up to {figure(late)} ms late, and ends {figure(last)} mm off."
    )
    return [wrapped(text, hang="  ")]


def _unknown(verdict: Verdict) -> list[str]:
    """A line for each quantity; of all motors or joints where it is all of them."""
    if not verdict.unknown:
        return []
    by_quantity: dict[str, list[str]] = {}
    for x in verdict.unknown:
        word = f"{x.quantity} (required)" if x.required else x.quantity
        by_quantity.setdefault(word, []).append(x.subject)
    robot = verdict.judged.robot
    motors = len(robot.drives.motors) if robot.drives else 0
    sizes = {"motor": motors, "joint": len(robot.independent)}
    texts = [f"{quantity} of {_whose(names, sizes)}" for quantity, names in by_quantity.items()]
    return [wrapped(f"Not checked, because unknown: {'; '.join(texts)}.", hang="  ")]


def _whose(names: Sequence[str], sizes: dict[str, int]) -> str:
    for kind, size in sizes.items():
        if len(names) == size > 1 and all(kind in name for name in names):
            return f"all {kind}s"
    return ", ".join(names)
