"""The same program with some moves slower, or with the tool's turning smoothed at some joints.

An override o of a move is what the knob on the pendant does to it: its speed times o, its
acceleration times o^2, so that it runs through the same states at another pace.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.motion.commands import Circle, Command, Lin, Ptp
from erfd.motion.planning.plan_of import plan_of
from erfd.robot.frozen import Frozen
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

PER_UNIT = {"speed": 1000.0, "acc": 1000.0, "speed_ptp": 1.0, "acc_ptp": 1.0}  # mm; shares


@dataclass(frozen=True, kw_only=True)
class Changes:
    """By number of the move, from 1: overrides, and windows (s) at the end of the move."""

    override: Mapping[int, float] = field(default_factory=Frozen)
    window: Mapping[int, float] = field(default_factory=Frozen)


class Replanner:
    """Plans the commands of one program anew, changed."""

    def __init__(self, commands: Iterable[Command], robot: Robot, plan: Trajectory) -> None:
        self.commands, self.robot, self.plan = list(commands), robot, plan

    def __call__(self, changes: Changes) -> Trajectory:
        """Without samples: who judges looks at the curve."""
        plan = self.plan
        start, dt = plan.at(plan.start).q, max(plan.duration, 1.0)
        commands = list(self._changed(changes))
        return plan_of(
            commands,
            self.robot,
            dt,
            start=start,
            file=plan.file,
            listing=plan.listing,
            curve_only=True,
        )

    def _changed(self, changes: Changes) -> Iterable[Command]:
        number = 0
        for command in self.commands:
            if not isinstance(command, Ptp | Lin | Circle):
                yield command
                continue
            number += 1
            slow = self._slowed(command, changes.override.get(number, 1.0))
            if number in changes.window and isinstance(slow, Lin | Circle):
                slow = dataclasses.replace(slow, r_blend_ori=changes.window[number])
            yield slow

    def _slowed(self, command: Ptp | Lin | Circle, o: float) -> Ptp | Lin | Circle:
        return command if o == 1.0 else dataclasses.replace(command, **self._paces(command, o))

    def _paces(self, command: Ptp | Lin | Circle, o: float) -> dict[str, Any]:
        """Speed and acceleration at an override, as numbers that a program can hold."""
        system = self.robot.system
        given = ("speed_ptp", "acc_ptp") if isinstance(command, Ptp) else ("speed", "acc")
        paces = {}
        for name, share in zip(given, (o, o * o), strict=True):
            own = getattr(command, name)
            value = getattr(system, f"r_{name}") if own is None else own
            paces[name] = _short(share * float(value) * PER_UNIT[name]) / PER_UNIT[name]
        return paces

    def written(self, move: int, o: float) -> str:
        """What stands for an override in the program: `speed=495 acc=871`."""
        moves = [c for c in self.commands if isinstance(c, Ptp | Lin | Circle)]
        paces = self._paces(moves[move - 1], o)
        return " ".join(f"{name}={_short(x * PER_UNIT[name]):g}" for name, x in paces.items())


def _short(value: float) -> float:
    """Four digits, not above."""
    if value <= 0.0:
        return value
    step = 10.0 ** (math.floor(math.log10(value)) - 3)
    return float(f"{math.floor(value / step + 1e-6) * step:.4g}")


def programmed_speeds(commands: Iterable[Command], robot: Robot, reached: Array) -> Array:
    """`reached`, the tool point's largest speed of each move, or what the program asks for."""
    moves = [c for c in commands if isinstance(c, Ptp | Lin | Circle)]
    wanted = reached.copy()
    for k, move in enumerate(moves[: len(reached) - 1], 1):
        if isinstance(move, Lin | Circle) and move.tool is None and np.isfinite(reached[k]):
            speed = robot.system.r_speed if move.speed is None else move.speed
            wanted[k] = max(reached[k], speed)
    return wanted
