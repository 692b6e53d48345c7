"""A verdict in a terminal: the answer, a row for each move, what is broken and what would help."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.arm import Arm
from erfd.judge.verdict import MoveUse, Use, Verdict, Violation
from erfd.judge.words import short_move, violation_text
from erfd.tables import render, table

SHOWN, LONGEST = 6, 16
KINDS = {
    "joint position": "range",
    "motor speed": "speed",
    "motor torque": "torque",
    "motor current": "current",
    "joint torque": "torque",
    "stated joint speed": "stated v",
    "stated joint acceleration": "stated a",
}


def verdict_text(verdict: Verdict, arm: Arm) -> str:
    kinds = [k for k in KINDS if any(u.quantity == k for m in verdict.per_move for u in m.uses)]
    numbers = _numbers(arm)
    columns = ["move", "time s", "tool mm/s", *(KINDS[k] for k in kinds)]
    rows = [_row(move, kinds, numbers) for move in verdict.per_move]
    title = "Moves (worst use of each limit in %, and whose, by number; v, a: stated joint maxima)"
    parts = [
        f"{verdict.status}: {verdict.reason}",
        "",
        table(title, columns, rows),
        *_violations(verdict.violations),
        *_achieved(verdict),
        *_unknown(verdict),
    ]
    return render(*parts)


def _numbers(arm: Arm) -> dict[str, int]:
    motors = arm.robot.drives.motors if arm.robot.drives else ()
    names = {name: k for k, name in enumerate(arm.joint_names, 1)}
    return names | {motor.name: k for k, motor in enumerate(motors, 1)}


def _row(move: MoveUse, kinds: Sequence[str], numbers: dict[str, int]) -> list[str]:
    cells = [_name(move), f"{move.end - move.start:.3f}", f"{1e3 * move.tool_speed:.1f}"]
    for kind in kinds:
        uses = [u for u in move.uses if u.quantity == kind]
        worst = max(uses, key=lambda u: u.utilisation, default=None)
        cells.append("" if worst is None else _percent(worst, numbers))
    return cells


def _percent(use: Use, numbers: dict[str, int]) -> str:
    """Whole numbers, but where it is close."""
    value = 100.0 * use.utilisation
    return f"{value:.{1 if 99.0 < value < 101.0 else 0}f} ({numbers[use.subject]})"


def _name(move: MoveUse) -> str:
    text = short_move(move.text)
    text = text if len(text) <= LONGEST else text[: LONGEST - 2] + ".."
    return f"{move.line} {text}" if move.line else text


def _violations(violations: Sequence[Violation]) -> list[str]:
    lines = [_violation(v) for v in violations[:SHOWN]]
    more = len(violations) - len(lines)
    if lines:
        lines.insert(0, "Broken, the worst first:")
    return [*lines, *([f"and {more} more: --json or --out DIR"] if more > 0 else [])]


def _violation(v: Violation) -> str:
    parts = ", ".join(f"{cause} {x:.3g}" for cause, x in v.parts.items())
    stretch = f", from {v.start:.3f} to {v.end:.3f} s" if v.end > v.start else ""
    lines = [f"- {violation_text(v)}{stretch}"]
    if parts:
        lines.append(f"  made of {parts} {v.unit}")
    lines += [f"  {remedy}" for remedy in v.remedies]
    return "\n".join(lines)


def _achieved(verdict: Verdict) -> list[str]:
    found = verdict.achieved
    if found is None:
        return []
    cycles = len(found.t) - 1
    if not found.saturated_cycles:
        return [f"Achieved (Algorithm 1): no motor saturates in {cycles} cycles."]
    most, last = 1e3 * found.distance.max(), 1e3 * found.distance[-1]
    cut = f"motors saturate in {found.saturated_cycles} of {cycles} cycles"
    miss = f"the tool misses the plan by up to {most:.3g} mm, at the end by {last:.3g} mm"
    return [f"Achieved (Algorithm 1): {cut}; {miss}."]


def _unknown(verdict: Verdict) -> list[str]:
    if not verdict.unknown:
        return []
    by_quantity: dict[str, list[str]] = {}
    for x in verdict.unknown:
        word = f"{x.quantity} (required)" if x.required else x.quantity
        by_quantity.setdefault(word, []).append(x.subject)
    texts = [f"{quantity} of {', '.join(names)}" for quantity, names in by_quantity.items()]
    return [f"Not checked, because unknown: {'; '.join(texts)}."]
