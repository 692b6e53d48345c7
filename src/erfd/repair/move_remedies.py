"""Remedies for single moves: windows in which the tool's turning is smoothed, and overrides.

All moves are searched in step with each other (see `trials.py`); what is returned was judged.
Overrides that pass need not form an interval: where gravity takes from what inertia asks for, a
torque is small at one pace only. So every one is tried, from 100 % down, until one passes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from erfd.judge.joint_limits import ACCELERATION
from erfd.judge.steps import AT_A_STEP
from erfd.repair.trials import Test, Trials, Worst

LEAST, STEP = 5, 0.01  # overrides are 100 to 5 steps
OVERRIDES = round(1.0 / STEP) - LEAST + 1
Advance = Callable[[int], object]
WORTH = 0.9  # a longer window must leave less than this share of the excess
WINDOWS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1.0)


@dataclass
class Windows:
    """By move, s: the smallest window with which the motors can follow; the smallest that leaves
    nothing broken in the move; the one beside which the highest override is to be expected."""

    follows: dict[int, float] = field(default_factory=dict)
    clean: dict[int, float] = field(default_factory=dict)
    beside: dict[int, float] = field(default_factory=dict)
    excess: dict[int, float] = field(default_factory=dict)


def windows(trials: Trials, moves: Iterable[int], advance: Advance = lambda _: None) -> Windows:
    """For the moves that end in a step of speed."""
    result = Windows()
    waiting = [m for m in moves if trials.stepped(trials.before, m)]
    for window in WINDOWS:
        advance(1)
        rest = [m for m in waiting if m not in result.clean]
        asked = {m: trials.changed(m, None, window) for m in rest}
        for move, found in trials.found(asked).items():
            if move not in result.follows and trials.follows(found, move):
                _keep(trials, result.follows, move, window, trials.follows)
            if trials.clean(found, move):
                _keep(trials, result.clean, move, window, trials.clean)
            excess = trials.excess(found, move)
            if move in result.follows and excess < WORTH * result.excess.get(move, math.inf):
                result.excess[move], result.beside[move] = excess, window
    return result


def _keep(trials: Trials, kept: dict[int, float], move: int, window: float, test: Test) -> None:
    if trials.holds(trials.changed(move, None, window), move, test):
        kept[move] = window


def overrides(
    trials: Trials, moves: Iterable[int], given: Mapping[int, float], advance: Advance
) -> dict[int, float]:
    """The largest override of each move with which nothing in it is broken; `given` its window."""
    found: dict[int, float] = {}
    waiting = list(moves)
    for k in range(round(1.0 / STEP), LEAST - 1, -1):
        rest = [m for m in waiting if m not in found]
        if not rest or trials.over:
            break
        advance(1)
        wide = {m: beside(given[m], k * STEP) for m in rest if m in given}
        asked = {m: trials.changed(m, k * STEP, wide.get(m)) for m in rest}
        for move, broken in trials.found(asked).items():
            clean = trials.clean(broken, move)
            if clean and trials.holds(asked[move], move, trials.clean):
                found[move] = k * STEP
    return found


def bearable(trials: Trials, moves: list[int]) -> list[int]:
    """Without the moves whose step of speed is too large even at the least override: it grows with
    the speed at the joint, in proportion, and that with the override."""
    asked = {m: trials.changed(m, LEAST * STEP, None) for m in moves}
    found = trials.found(asked)
    return [m for m in moves if m in found and not _leaps(trials, found[m], m)]


def _leaps(trials: Trials, found: Worst, move: int) -> bool:
    key = ACCELERATION.name + AT_A_STEP
    return any((key, m) in found for m in trials.passes(move))


def beside(window: float, override: float) -> float:
    """The same stretch of the path, in steps of 10 ms: the move as it was, at another pace."""
    return math.ceil(100.0 * window / override - 1e-9) / 100.0
