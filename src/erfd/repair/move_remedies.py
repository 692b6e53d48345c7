"""Remedies for single moves: windows in which the tool's turning is smoothed, and overrides.

All moves are searched in step with each other (see `trials.py`); what is returned was judged.
At an override o uses fall by o^3 at most (power, jerk), which excludes most overrides untried; not
where torque limits depend on the speed: there all are tried. Where gravity takes from what inertia
asks for, a torque can fall faster: an override a little larger than the one offered may pass.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field

from erfd.repair.replan import Changes
from erfd.repair.trials import Test, Trials, stepped

LEAST, STEP = 5, 0.01  # overrides are 100 to 5 steps
PATIENT, STRIDE = 8, 5
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


def windows(trials: Trials, moves: Iterable[int]) -> Windows:
    """For the moves that end in a step of speed."""
    result = Windows()
    waiting = [m for m in moves if stepped(trials.before, m)]
    for window in WINDOWS:
        asked = {m: Changes(window={m: window}) for m in waiting if m not in result.clean}
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
    if trials.holds(Changes(window={move: window}), move, test):
        kept[move] = window


def overrides(
    trials: Trials, excess: Mapping[int, float], given: Mapping[int, float]
) -> dict[int, float]:
    """The largest override of each move with which nothing in it is broken; `given` its window.

    `excess` is that of each move as it is.
    """
    searches = {m: _search(hopeful(1.0, 1.0 if trials.bends else x)) for m, x in excess.items()}
    waiting = {m: next(search) for m, search in searches.items()}
    found: dict[int, float] = {}
    while waiting := {m: k for m, k in waiting.items() if k}:
        asked = {m: _changed(m, k * STEP, given) for m, k in waiting.items()}
        tried = trials.found(asked)
        for move, k in list(waiting.items()):
            much = trials.excess(tried[move], move) if move in tried else math.inf
            passes = much <= 1.0 and trials.holds(asked[move], move, trials.clean)
            if passes:
                found[move] = k * STEP
            waiting[move] = searches[move].send((passes, math.inf if trials.bends else much))
    return found


def _search(k: int) -> Generator[int, tuple[bool, float], None]:
    """Overrides to try, in steps, from above; 0 at the end. The last that passed is the answer.

    Passing overrides need not form an interval: one by one, and after some failures in strides;
    what a stride left out is tried when one passes below.
    """
    failures, above = 0, k
    while k >= LEAST:
        passes, excess = yield k
        if passes:
            for better in range(above, k, -1):
                passes, _ = yield better
                if passes:
                    break
            break
        failures += 1
        above = min(k - 1, hopeful(k * STEP, excess) if math.isfinite(excess) else k)
        k = above - (STRIDE - 1 if failures > PATIENT else 0)
    while True:
        yield 0


def hopeful(override: float, excess: float) -> int:
    """The steps of the largest override that is not excluded by an excess at this one."""
    return math.floor(override / math.cbrt(max(excess, 1.0)) / STEP + 1e-9)


def _changed(move: int, override: float, given: Mapping[int, float]) -> Changes:
    window = {move: beside(given[move], override)} if move in given else {}
    return Changes(override={move: override}, window=window)


def beside(window: float, override: float) -> float:
    """The same stretch of the path, in steps of 10 ms: the move as it was, at another pace."""
    return math.ceil(100.0 * window / override - 1e-9) / 100.0
