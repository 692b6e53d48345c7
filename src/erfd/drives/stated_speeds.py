"""Findings on speeds: do the motors reach what is stated of the joints?"""

from __future__ import annotations

import math
from collections.abc import Iterator

from erfd.drives.train import drives_of
from erfd.robot.check import Finding
from erfd.robot.drives import Motor
from erfd.robot.robot import Robot

RPM = 30.0 / math.pi


def stated_speeds(robot: Robot) -> Iterator[Finding]:
    """Stated joint speeds beside those that the motors' top speeds allow."""
    names = [joint.name for joint in robot.independent]
    stated = [joint.limits.speed.value for joint in robot.independent]
    needs = {}
    for motor in drives_of(robot).motors:
        top = motor.top_speed.value
        if top is None or motor.ball_screw is not None:
            continue
        for name, ratio, speed in zip(names, motor.ratios, stated, strict=True):
            if speed is not None and abs(ratio * speed) > top * (1 + 1e-9):
                yield Finding("doubt", name, _too_fast(motor, abs(ratio), speed, top))
        together = sum(abs(r * v) for r, v in zip(motor.ratios, stated, strict=True) if v)
        needs[motor.name] = together, top, sum(bool(x) for x in motor.ratios)
    for name, (together, top, count) in needs.items():
        if count > 1 and together > top:
            text = f"its joints together at their stated speeds need {together * RPM:.0f} rpm of it"
            yield Finding("note", name, f"{text}, it is stated to reach {top * RPM:.0f} rpm")


def _too_fast(motor: Motor, ratio: float, speed: float, top: float) -> str:
    return (
        f"its stated speed {speed:.4g} rad/s needs {ratio * speed * RPM:.0f} rpm of {motor.name}, "
        f"which is stated to reach {top * RPM:.0f} rpm: {top / ratio:.4g} rad/s"
    )
