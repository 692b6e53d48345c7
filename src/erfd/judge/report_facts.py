"""What the page says first: a few numbers of the verdict, each with its name and a level."""

from __future__ import annotations

import math

from erfd.judge.achieved import Achieved
from erfd.judge.verdict import Use, Verdict, Violation
from erfd.judge.words import figure, of_whom, percent_text

Fact = list[str]


def facts(verdict: Verdict, near: float) -> list[Fact]:
    what = verdict.judged.trajectory
    count = len(verdict.violations)
    known = len(verdict.per_joint)
    found = [
        ["duration", f"{what.duration:.3f} s", ""],
        ["moves", str(len(verdict.per_move)), ""],
        ["limits judged", str(known), ""],
        [
            f"place{'s' * (count != 1)} where a limit is broken",
            str(count),
            "bad" if count else "good",
        ],
    ]
    return [*found, *_worst(verdict, near), *_achieved(verdict), *_singular(verdict)]


def _worst(verdict: Verdict, near: float) -> list[Fact]:
    """Of all limits, steps of speed, heat and jerk included."""
    every: list[Violation | Use] = [*verdict.violations, *verdict.per_joint]
    worst = max(every, key=lambda x: x.utilisation, default=None)
    if worst is None:
        return []
    bad = bool(verdict.violations)
    level = "bad" if bad else "near" if worst.utilisation > near else "good"
    text = percent_text(worst.utilisation)
    return [[f"worst: {of_whom(worst.quantity, worst.subject)}", text, level]]


def _achieved(verdict: Verdict) -> list[Fact]:
    found: Achieved | None = verdict.achieved
    if found is None:
        return []
    cut = found.saturated_cycles
    level = "bad" if cut else "good"
    cycles = [f"of {len(found.t) - 1} cycles saturate a motor", str(cut), level]
    if not cut:
        return [cycles]
    most = f"{figure(1e3 * found.distance.max())} mm"
    return [
        cycles,
        ["achieved tool path, largest error", most, "bad"],
        ["largest delay", f"{figure(1e3 * abs(found.delay).max())} ms", "bad"],
    ]


def _singular(verdict: Verdict) -> list[Fact]:
    wrist = [m.wrist for m in verdict.per_move if m.wrist is not None]
    reach = [m.reach for m in verdict.per_move if m.reach is not None]
    found = []
    if wrist:
        found.append(["wrist, least from singular", f"{math.degrees(min(wrist)):.3g} deg", ""])
    if reach:
        found.append(["arm, least from stretched", f"{1e3 * min(reach):.3g} mm", ""])
    return found
