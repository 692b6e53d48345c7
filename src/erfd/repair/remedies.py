"""What would make a motion possible, computed and tried: override, payload, smoothed turning.

Each remedy is planned and judged again before it is offered. For one move: the largest override of
100 to 5 % with which nothing in this move is broken any more (and nothing new elsewhere); passing
overrides need not form an interval, so they are tried from above, but for those that a stretched
time already excludes. At a step of speed: the smallest window `r_blend_ori` after which the drives
can follow, and an override with it. For the program: all moves at one override, which stretches
the very curve. The largest payload is sought between none and the present one.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from erfd.errors import ErfdError
from erfd.judge.steps import AT_A_STEP
from erfd.judge.verdict import Verdict, Violation
from erfd.judge.verify import WINDOW, examined
from erfd.repair.quick import Key, Look
from erfd.repair.replan import Changes
from erfd.repair.stretched import stretched, worst_uses
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

OVERRIDES = tuple(k / 100.0 for k in range(99, 4, -1))
WINDOWS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
HALVINGS = 6
Replan = Callable[[Changes], Trajectory]
Worst = dict[Key, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """`kind`: move, window, program or payload; `override` a share, `window` s, `payload` kg."""

    kind: str
    text: str
    override: float | None = None
    window: float | None = None
    payload: float | None = None

    def __str__(self) -> str:
        return self.text


class Doctor:
    """Finds remedies for one verdict's violations; without `replan` only those of the whole."""

    def __init__(self, verdict: Verdict, replan: Replan | None) -> None:
        self.verdict, self.replan, self.what = verdict, replan, verdict.judged
        self.look = Look(self.what)
        self.before = _worst(verdict.violations)

    def treated(self) -> Verdict:
        """The same verdict, each violation with its remedies."""
        whole = tuple(self._program())
        lighter = tuple(self._payload())
        by_move = {m: tuple(self._for_move(m)) for m in sorted({m for _, m in self.before} - {0})}
        violations = tuple(
            dataclasses.replace(v, remedies=_chosen(v, by_move.get(v.move, ()), lighter, whole))
            for v in self.verdict.violations
        )
        return dataclasses.replace(self.verdict, violations=violations)

    def _judged(self, trajectory: Trajectory, look: Look | None = None) -> Worst:
        """What the judge finds broken: nothing where a remedy is one."""
        model = (look or self.look).model
        *_, broken = examined(trajectory, model, self.what.margin, WINDOW, why=False)
        return _worst(broken)

    # --- one move ---------------------------------------------------------------------------------

    def _for_move(self, move: int) -> Iterable[Remedy]:
        window = None
        if _stepped(self.before, move):
            window = self._window(move)
        if window is not None:
            text = f"r_blend_ori = {1000 * window:g} ms"
            yield Remedy(kind="window", text=text, window=window)
        changes = Changes(window={} if window is None else {move: window})
        override = self._override(move, changes)
        if override is not None:
            also = "" if window is None else f"r_blend_ori = {1000 * window:g} ms and "
            text = f"{also}run this move at {100 * override:.0f} % speed"
            yield Remedy(kind="move", text=text, override=override, window=window)

    def _planned(self, changes: Changes) -> Trajectory | None:
        try:
            return None if self.replan is None else self.replan(changes)
        except ErfdError:
            return None

    def _window(self, move: int) -> float | None:
        """After which no step is left here, and no motor has more to do than it can."""
        for window in WINDOWS:
            plan = self._planned(Changes(window={move: window}))
            if plan is None or not self._follows(self.look.broken(plan, (move, move + 1)), move):
                continue
            if self._follows(self._judged(plan), move):
                return window
        return None

    def _follows(self, found: Worst, move: int) -> bool:
        return not _stepped(found, move) and not _worse(found, self.before, "motor")

    def _override(self, move: int, changes: Changes) -> float | None:
        """The largest that passes: those that stretching the move's time excludes are not tried."""
        plan = self._planned(changes)
        if plan is None:
            return None
        look = self.look
        worst = worst_uses(plan, look.model, look.table, move, OVERRIDES)
        hopeful = [o for o, w in zip(OVERRIDES, worst, strict=True) if w <= 1.0]
        return self._largest(move, changes, hopeful)

    def _largest(self, move: int, changes: Changes, hopeful: Sequence[float]) -> float | None:
        """In growing strides down to one that passes, then every one between it and the last."""
        first, stride = 0, 1
        while first < len(hopeful):
            if self._helps(move, changes, hopeful[first]):
                above = range(max(first - stride // 2, 0) + (stride > 1), first)
                return next(
                    (hopeful[k] for k in above if self._helps(move, changes, hopeful[k])),
                    hopeful[first],
                )
            first, stride = first + stride, 2 * stride
        return None

    def _helps(self, move: int, changes: Changes, override: float) -> bool:
        near = (move - 1, move, move + 1)
        tried = self._planned(dataclasses.replace(changes, override={move: override}))
        if tried is None or not self._clean(self.look.broken(tried, near), move):
            return False
        return self._clean(self._judged(tried), move)

    def _clean(self, found: Worst, move: int) -> bool:
        """Nothing broken in this move, nothing more elsewhere."""
        return not any(m == move for _, m in found) and not _worse(found, self.before)

    # --- the whole program ------------------------------------------------------------------------

    def _program(self) -> Iterable[Remedy]:
        trajectory, look = self.what.trajectory, self.look
        worst = worst_uses(trajectory, look.model, look.table, 0, OVERRIDES)
        for o, w in zip(OVERRIDES, worst, strict=True):
            if w <= 1.0 and not self._judged(stretched(trajectory, o)):
                text = f"run the program at {100 * o:.0f} % speed"
                yield Remedy(kind="program", text=text, override=o)
                return

    def _payload(self) -> Iterable[Remedy]:
        """The largest part of the present payload with which nothing is broken at all."""
        held, trajectory = self.what.robot.payload, self.what.trajectory
        if held is None or not held.mass or not self._passes_with(0.0):
            return
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self._passes_with(middle) else (low, middle)
        mass = math.floor(10.0 * low * float(held.mass)) / 10.0
        look = Look(self.what, lighter(self.what.robot, mass / float(held.mass)))
        if mass > 0.0 and not self._judged(trajectory, look):
            yield Remedy(kind="payload", text=f"payload <= {mass:.1f} kg", payload=mass)

    def _passes_with(self, share: float) -> bool:
        robot = lighter(self.what.robot, share)
        return not Look(self.what, robot).broken(self.what.trajectory)


def _worst(violations: Iterable[Violation]) -> Worst:
    """Of every quantity and move."""
    found: Worst = {}
    for v in violations:
        key = v.quantity, v.move
        found[key] = max(v.utilisation, found.get(key, 0.0))
    return found


def _stepped(found: Worst, move: int) -> bool:
    return any(AT_A_STEP in quantity and m == move for quantity, m in found)


def _worse(found: Worst, before: Worst, kind: str = "") -> bool:
    """Whether something is broken that was not, or more than it was."""
    return any(
        use > 1.001 * before.get(key, 0.0) for key, use in found.items() if key[0].startswith(kind)
    )


def _chosen(
    v: Violation,
    mine: tuple[Remedy, ...],
    lighter: tuple[Remedy, ...],
    whole: tuple[Remedy, ...],
) -> tuple[Remedy, ...]:
    """What helps against this violation: windows at steps only, less payload against torques."""
    own = tuple(x for x in mine if x.kind != "window" or AT_A_STEP in v.quantity)
    return (*own, *(lighter if "torque" in v.quantity else ()), *whole)


def lighter(robot: Robot, share: float) -> Robot:
    """The robot with a part of its payload: the same body, less dense."""
    held = robot.payload
    if held is None or share == 0.0:
        return robot.with_payload(None)
    a, b, c = (tuple(share * float(x) for x in row) for row in held.inertia)
    inertia = ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))
    mass = share * float(held.mass)
    return robot.with_payload(Payload(mass=mass, com=held.com, inertia=inertia))
