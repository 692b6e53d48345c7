"""What the page says first: a few numbers of the verdict, each with its name and a level."""

from __future__ import annotations

import math

from erfd.judge.achieved import Achieved
from erfd.judge.verdict import Verdict
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
    """Of the drives, steps of speed included."""
    uses = [u for u in verdict.per_joint if not u.quantity.startswith("stated")]
    worst = max(uses, key=lambda u: u.utilisation, default=None)
    broken = [v for v in verdict.violations if not v.stated]
    if broken:
        first = max(broken, key=lambda v: v.utilisation)
        what = of_whom(first.quantity, first.subject)
        return [[f"worst: {what}", percent_text(first.utilisation), "bad"]]
    if worst is None:
        return []
    what = of_whom(worst.quantity, worst.subject)
    level = "near" if worst.utilisation > near else "good"
    return [[f"worst: {what}", percent_text(worst.utilisation), level]]


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
        ["largest delay", f"{figure(1e3 * found.delay.max())} ms", "bad"],
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
