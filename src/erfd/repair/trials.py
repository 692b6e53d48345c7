"""Changes of several moves tried at once: quickly, then each by itself before the judge.

A change of one move is felt by its neighbours at most, so that moves that are three apart can be
changed in one plan. What passes there is only worth judging; `holds` judges the whole program with
this one change alone. What is written into a statement holds in all its passes (in a loop, a
procedure): they are changed together, and go by the number of the first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from erfd.errors import ErfdError
from erfd.judge.demand import Model
from erfd.judge.steps import AT_A_STEP
from erfd.judge.verdict import Violation
from erfd.judge.verify import WINDOW, examined
from erfd.repair.quick import Key, Look
from erfd.repair.replan import Changes
from erfd.trajectory import Move, Trajectory

Worst = dict[Key, float]
Replan = Callable[[Changes], Trajectory]
Test = Callable[[Worst, int], bool]
SLACK = 1.001
LONGEST = 20.0  # s: then no more is tried; what was found stands


class Trials:
    """Of one program, of which `before` is broken as it stands."""

    def __init__(
        self,
        look: Look,
        margin: float,
        before: Worst,
        replan: Replan | None,
        moves: Sequence[Move] = (),
    ) -> None:
        self._passes = _passes(moves)
        self.look, self.margin, self.before, self.replan = look, margin, before, replan
        drives = look.robot.drives
        self.until = time.monotonic() + LONGEST
        self.hot = drives is not None and any(m.continuous_torque.known for m in drives.motors)

    @property
    def left(self) -> float:
        """s, in which more may be tried."""
        return self.until - time.monotonic()

    @property
    def over(self) -> bool:
        return self.left < 0.0

    def planned(self, changes: Changes) -> Trajectory | None:
        """None where the changed program has no plan, or nobody wants to wait any longer."""
        if self.replan is None or self.over:
            return None
        try:
            return self.replan(changes)
        except ErfdError:
            return None

    def passes(self, move: int) -> tuple[int, ...]:
        """The moves that the same statement makes, this one among them."""
        return self._passes.get(move, (move,))

    def changed(self, move: int, override: float | None, window: float | None) -> Changes:
        """The statement of a move changed, in all its passes."""
        each = self.passes(move)
        return Changes(
            override={} if override is None else dict.fromkeys(each, override),
            window={} if window is None else dict.fromkeys(each, window),
        )

    def found(self, changes: Mapping[int, Changes]) -> dict[int, Worst]:
        """By move: what a quick look finds broken in and beside it; without those not planned."""
        result: dict[int, Worst] = {}
        for some in self.apart(changes):
            result |= self._together({m: changes[m] for m in some})
        return result

    def apart(self, moves: Iterable[int]) -> list[list[int]]:
        """Groups in which no two change what the other feels."""
        groups: list[tuple[list[int], set[int]]] = []
        for move in moves:
            felt = set(self.near(move))
            for group, taken in groups:
                if taken.isdisjoint(felt):
                    group.append(move)
                    taken.update(felt)
                    break
            else:
                groups.append(([move], felt))
        return [group for group, _ in groups]

    def near(self, move: int) -> tuple[int, ...]:
        return tuple(sorted({p + d for p in self.passes(move) for d in (-1, 0, 1)}))

    def _together(self, some: Mapping[int, Changes]) -> dict[int, Worst]:
        plan = self.planned(_merged(some.values()))
        if plan is None and len(some) > 1:
            parts = [self._together({m: c}) for m, c in some.items()]
            return {m: x for part in parts for m, x in part.items()}
        if plan is None:
            return {}
        near = {m: self.near(m) for m in some}
        broken = self.look.broken(plan, tuple(k for ms in near.values() for k in ms))
        return {m: {k: x for k, x in broken.items() if k[1] in near[m]} for m in some}

    def holds(self, changes: Changes, move: int, test: Test) -> bool:
        """Whether the judge finds it so: he looks at the move and its neighbours, and all else
        is looked at quickly."""
        plan = self.planned(changes)
        if plan is None:
            return False
        found = self.judged(plan, moves=() if self.hot else self.near(move))
        return test(self.look.broken(plan) | found, move)

    def judged(
        self, plan: Trajectory, model: Model | None = None, moves: Sequence[int] = ()
    ) -> Worst:
        model = model or self.look.model
        *_, broken = examined(plan, model, self.margin, WINDOW, why=False, moves=moves)
        return worst_of(broken)

    # --- what counts as passing -------------------------------------------------------------------

    def clean(self, found: Worst, move: int) -> bool:
        """Nothing broken in this move, nothing more elsewhere."""
        return self.excess(found, move) <= 1.0

    def excess(self, found: Worst, move: int) -> float:
        """The largest use over what is allowed: 1 in this move, elsewhere what it was before."""
        mine = self.passes(move)
        allowed = {k: 1.0 if k[1] in mine else self._before(k) for k in found}
        return max((use / allowed[k] for k, use in found.items()), default=0.0)

    def follows(self, found: Worst, move: int) -> bool:
        """No step of speed left in this move, and no motor has more to do than before."""
        motors = {k: use for k, use in found.items() if k[0].startswith("motor")}
        return not self.stepped(found, move) and all(
            u <= self._before(k) for k, u in motors.items()
        )

    def stepped(self, found: Worst, move: int) -> bool:
        """Whether the move ends in a step of speed, in any pass."""
        mine = self.passes(move)
        return any(AT_A_STEP in quantity and m in mine for quantity, m in found)

    def _before(self, key: Key) -> float:
        return max(SLACK * self.before.get(key, 0.0), 1.0)


def _passes(moves: Sequence[Move]) -> dict[int, tuple[int, ...]]:
    """Of every move, those of the same statement; a move from Python is its own."""
    same: dict[tuple[int, int], list[int]] = {}
    for number, move in enumerate(moves, 1):
        if move.line:
            same.setdefault((move.line, move.column), []).append(number)
    return {m: tuple(each) for each in same.values() for m in each}


def worst_of(violations: Iterable[Violation]) -> Worst:
    """Of every quantity and move."""
    found: Worst = {}
    for v in violations:
        key = v.quantity, v.move
        found[key] = max(v.utilisation, found.get(key, 0.0))
    return found


def _merged(changes: Iterable[Changes]) -> Changes:
    override: dict[int, float] = {}
    window: dict[int, float] = {}
    for one in changes:
        override |= one.override
        window |= one.window
    return Changes(override=override, window=window)
