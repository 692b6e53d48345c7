"""The same program with some moves slower, or with the tool's turning smoothed at some joints.

An override o of a move is what the knob on the pendant does to it: its speed times o, its
acceleration times o^2, so that it runs through the same states at another pace.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from erfd.curve import Array
from erfd.motion.commands import Circle, Command, Lin, Ptp
from erfd.motion.planning.plan_of import plan_of
from erfd.robot.frozen import Frozen
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory


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
        system = self.robot.system
        if o == 1.0:
            return command
        if isinstance(command, Ptp):
            speed = system.r_speed_ptp if command.speed_ptp is None else command.speed_ptp
            acc = system.r_acc_ptp if command.acc_ptp is None else command.acc_ptp
            return dataclasses.replace(command, speed_ptp=o * speed, acc_ptp=o * o * acc)
        speed = system.r_speed if command.speed is None else command.speed
        acc = system.r_acc if command.acc is None else command.acc
        return dataclasses.replace(command, speed=o * speed, acc=o * o * acc)


def programmed_speeds(commands: Iterable[Command], robot: Robot, reached: Array) -> Array:
    """`reached`, the tool point's largest speed of each move, or what the program asks for."""
    moves = [c for c in commands if isinstance(c, Ptp | Lin | Circle)]
    wanted = reached.copy()
    for k, move in enumerate(moves[: len(reached) - 1], 1):
        if isinstance(move, Lin | Circle) and move.tool is None and np.isfinite(reached[k]):
            speed = robot.system.r_speed if move.speed is None else move.speed
            wanted[k] = max(reached[k], speed)
    return wanted
