"""What would make a motion possible, computed and tried: override, payload, smoothed turning.

Each remedy is planned and judged again before it is offered. For one move: the largest override of
100 to 5 % with which nothing in this move is broken any more (and nothing new elsewhere). At a step
of speed: the smallest window `r_blend_ori` with which nothing is left, else the smallest with which
the motors can follow, and an override with it. The largest payload with which nothing in the move
is broken. For the program: all moves at one override.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable

from erfd.judge.verdict import Verdict, Violation
from erfd.judge.words import reason
from erfd.repair.move_remedies import (
    LEAST,
    OVERRIDES,
    STEP,
    WINDOWS,
    Advance,
    bearable,
    overrides,
    windows,
)
from erfd.repair.payload_remedies import largest_payload, mass_text
from erfd.repair.quick import Look
from erfd.repair.remedy import Remedy, Slower, chosen, heavy, of_move
from erfd.repair.replan import Changes
from erfd.repair.stretched import stretched
from erfd.repair.trials import LONGEST, Replan, Trials, worst_of
from erfd.trajectory import Trajectory

MOST = 60  # moves of a program that remedies are sought for, the worst


class Doctor:
    """Finds remedies for one verdict's violations; without `replan` only those of the whole.

    `advance` is told of every try, `tries` of them if nothing is found early.
    """

    tries = len(WINDOWS) + 3 * OVERRIDES + MOST

    def __init__(
        self, verdict: Verdict, replan: Replan | None, advance: Advance = lambda _: None
    ) -> None:
        self.advance, self.short = advance, False
        self.verdict, self.what = verdict, verdict.judged
        self.look = Look(self.what)
        before = worst_of(verdict.violations)
        self.trials = Trials(
            self.look, self.what.margin, before, replan, self.what.trajectory.moves
        )

    def treated(self) -> Verdict:
        """The same verdict with remedies, its reason with those of the first violation."""
        every = {self._first(m) for _, m in self.trials.before} - {0}
        program = tuple(self._program())
        moves = self._affordable(self._worst())
        mine = self._moves(moves)
        held = {m: tuple(self._payload(m)) for m in self._heavy()}
        whole = (*program, *self._whole_payload())
        violations = tuple(
            self._with(v, mine.get(m, ()), held.get(m, ()), whole, m in moves)
            for v in self.verdict.violations
            for m in [self._first(v.move)]
        )
        said = self.verdict
        text = reason(said.status, violations, said.unknown, self.what.trajectory, self.what.robot)
        sought = f"sought for the {len(moves)} worst of {len(every)} moves"
        sought = sought if len(moves) < len(every) else "sought for every move"
        short = self.trials.over or self.short
        told = {"remedies": f"{sought}, for {LONGEST:g} s" if short else sought}
        rests = {**said.assumptions, **told}
        return dataclasses.replace(said, violations=violations, reason=text, assumptions=rests)

    def _with(
        self,
        v: Violation,
        mine: tuple[Remedy, ...],
        lighter: tuple[Remedy, ...],
        whole: tuple[Remedy, ...],
        sought: bool,
    ) -> Violation:
        """Where nothing that was tried on the move alone helps, that is said."""
        own = chosen(v, mine, lighter)
        vain = sought and not own and self.trials.replan is not None
        words = self._tried(v) if vain and not self.trials.over else ""
        if vain and self.trials.over and not whole:
            words = f"no remedy was found in {LONGEST:g} s"
        return dataclasses.replace(v, remedies=(*own, *whole), tried=words)

    def _tried(self, v: Violation) -> str:
        kinds = ["override"]
        if heavy(v) and self.what.robot.payload is not None:
            kinds.append("payload")
        if self.trials.stepped(self.trials.before, v.move):
            kinds.append("blend")
        names = f"{', '.join(kinds[:-1])} or {kinds[-1]}" if len(kinds) > 1 else kinds[0]
        return f"no {names} of this move alone helps"

    def _whole_payload(self) -> Iterable[Remedy]:
        if any(heavy(v) for v in self.verdict.violations):
            mass = largest_payload(self.trials, self.what)
            if mass is not None:
                text = f"payload <= {self._mass(mass)} for the whole program"
                yield Remedy(kind="program", text=text, payload=mass)

    def _worst(self) -> list[int]:
        """The moves that remedies are sought for: those of the first violations."""
        first = dict.fromkeys(self._first(v.move) for v in self.verdict.violations)
        first.pop(0, None)
        return list(first)[:MOST]

    def _affordable(self, moves: list[int]) -> list[int]:
        """All, or where planning takes long the worst of each neighbourhood: tried in one plan."""
        if self.trials.replan is None or not moves:
            return moves
        groups, began = self.trials.apart(moves), time.monotonic()
        self.trials.found({moves[0]: self.trials.changed(moves[0], 1.0, None)})
        needed = (time.monotonic() - began) * len(groups) * OVERRIDES
        return moves if needed < self.trials.left else groups[0]

    def _moves(self, moves: list[int]) -> dict[int, tuple[Remedy, ...]]:
        """Where a window leaves nothing broken, no override is sought."""
        if self.trials.replan is None:
            return {}
        found = windows(self.trials, moves, self.advance)
        slow = [m for m in moves if m not in found.clean]
        steps = [m for m in slow if self.trials.stepped(self.trials.before, m)]
        first = [m for m in slow if m in found.beside or m not in steps]
        both = overrides(self.trials, first, found.beside, self.advance)
        alone = bearable(self.trials, [m for m in steps if m not in both])
        without = overrides(self.trials, alone, {}, self.advance)
        written = getattr(self.trials.replan, "written", None)
        passes = {m: len(self.trials.passes(m)) for m in moves}
        slower: Slower = {m: (o, found.beside.get(m)) for m, o in both.items()}
        slower |= {m: (o, None) for m, o in without.items()}
        return {m: tuple(of_move(m, found, slower, written, passes[m])) for m in moves}

    def _first(self, move: int) -> int:
        """The first pass of the statement that made a move."""
        return self.trials.passes(move)[0]

    def _heavy(self) -> list[int]:
        """Moves in which a torque is too large, but for steps of speed: no payload makes those."""
        found = [v for v in self.verdict.violations if heavy(v)]
        moves = list(dict.fromkeys(self._first(v.move) for v in found if v.move))
        return moves[:MOST] if moves or not found else [0]

    def _payload(self, move: int) -> Iterable[Remedy]:
        self.advance(1)
        mass = largest_payload(self.trials, self.what, move)
        if mass is not None:
            yield Remedy(kind="payload", text=f"payload <= {self._mass(mass)}", payload=mass)

    def _mass(self, mass: float) -> str:
        held = self.what.robot.payload
        return mass_text(mass, float(held.mass) if held is not None else mass)

    def _program(self) -> Iterable[Remedy]:
        """The largest override of everything with which nothing is broken."""
        worst, until = 0, time.monotonic() + 0.5 * self.trials.left
        for k in range(round(1.0 / STEP) - 1, LEAST - 1, -1):
            self.advance(1)
            plan = self._at(k * STEP)
            self.short = time.monotonic() > until
            if self.short:
                return
            if plan is None:
                continue
            found = self.look.broken(plan, (worst,)) if worst else {}
            found = found or self.look.broken(plan)
            if not found and not self.trials.judged(plan):
                text = f"run the program at {k} % speed"
                yield Remedy(kind="program", text=text, override=k * STEP)
                return
            worst = max(found, key=lambda key: found[key])[1] if found else 0

    def _at(self, override: float) -> Trajectory | None:
        """Planned anew; samples from elsewhere are stretched in time."""
        trajectory = self.what.trajectory
        if self.trials.replan is None:
            return None if self.trials.over else stretched(trajectory, override)
        every = range(1, len(trajectory.moves) + 1)
        return self.trials.planned(Changes(override=dict.fromkeys(every, override)))
