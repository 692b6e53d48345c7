"""Findings on a robot's numbers: what no real body could have, and what is merely unlikely.

A finding names the body or joint and the number that is at fault. `fault` means that the numbers
contradict mechanics; `doubt` that they are possible but implausible; `note` is for information.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from erfd.robot.record_numbers import rounding
from erfd.robot.records import COORDINATES, Body, Joint
from erfd.robot.robot import Robot
from erfd.robot.slips import slips

TOLERANCE = 1e-9
REACH, ALLOWANCE = 1.25, 0.1


class Finding(NamedTuple):
    level: Literal["fault", "doubt", "note"]
    where: str
    what: str


def findings(robot: Robot) -> list[Finding]:
    """Every finding on gravity, bodies and joints, base to tip, and on the payload."""
    found = [Finding("doubt", where, what) for where, what in slips(robot)]
    for joint, body in zip(robot.joints, robot.bodies, strict=True):
        found += _joint(joint)
        found += _beyond(body) or [*_mass(joint, body), *_inertia(body), *_plausible(robot, body)]
    if (load := robot.payload) is not None:
        body = Body(name="payload", mass=load.mass, com=load.com, inertia=load.inertia)
        of_load = _beyond(body) or [*_weight(body), *_inertia(body)]
        found += [f for f in of_load if f.level != "note"]
    return found


def _beyond(body: Body) -> list[Finding]:
    """Finite numbers, but so large that their products are not."""
    x, y, z = map(float, body.com)
    size = sum(abs(float(I)) for row in body.inertia for I in row)
    if math.isfinite(float(body.mass) * (x * x + y * y + z * z) + size):
        return []
    return [Finding("fault", body.name, "its mass, centre or inertia is beyond all numbers")]


def _mass(joint: Joint, body: Body) -> Iterator[Finding]:
    if body.mass == 0 and COORDINATES[joint.kind]:
        yield Finding("note", body.name, "has no mass: what it carries must have some")
    yield from _weight(body)


def _weight(body: Body) -> Iterator[Finding]:
    if body.mass == 0 and any(any(row) for row in body.inertia):
        yield Finding("fault", body.name, "has inertia but no mass (0 kg)")


def _inertia(body: Body) -> Iterator[Finding]:
    I = np.array(body.inertia, dtype=float)
    size = float(np.abs(I).max())
    slack = rounding(body.mass, body.com)
    if size <= slack:
        if body.mass > 0:
            yield Finding("note", body.name, "has no inertia of its own: a point mass")
        return
    yield from _principal(body.name, np.linalg.eigvalsh(I), max(TOLERANCE * size, slack))


def _principal(name: str, moments: np.ndarray, tolerance: float) -> Iterator[Finding]:
    """Principal moments are positive, and no one exceeds the sum of the other two."""
    a, b, c = (float(x) for x in moments)
    if a < -tolerance:
        yield Finding(
            "fault", name, f"its inertia is not positive definite: principal moment {a:.6g} kg m^2"
        )
    elif a <= tolerance:
        yield Finding("note", name, "its smallest principal moment is 0 kg m^2: an ideal rod")
    if c > a + b + tolerance:
        text = f"principal moment {c:.6g} kg m^2 exceeds the sum of the others, {a + b:.6g} kg m^2"
        yield Finding("fault", name, f"no body has such an inertia: {text}")


def _plausible(robot: Robot, body: Body) -> Iterator[Finding]:
    if not body.mass > 0:
        return
    radius = math.sqrt(max(float(np.trace(np.array(body.inertia, dtype=float))) / 2, 0) / body.mass)
    reach = _reach(robot, body)
    if radius > REACH * (reach + ALLOWANCE):
        text = f"radius of gyration {radius:.3g} m, though the body reaches only {reach:.3g} m"
        yield Finding("doubt", body.name, text)


def _reach(robot: Robot, body: Body) -> float:
    """How far the body extends, as far as its joints, frames and mass centre tell.

    Bodies are thicker than the lines between these points, hence the allowance of 0.1 m.
    """
    points = [body.com]
    points += [j.placement.p for j in robot.joints if j.parent == body.name]
    points += [f.placement.p for f in (robot.tool, *robot.frames) if f.body == body.name]
    return max(math.dist((0, 0, 0), tuple(float(x) for x in p)) for p in points)


def _joint(joint: Joint) -> Iterator[Finding]:
    if not COORDINATES[joint.kind]:
        return
    limits = joint.limits
    names = ("speed", "acceleration") if joint.continuous else ("lower", "upper", "speed")
    unknown = [name for name in names if not getattr(limits, name).known]
    if unknown:
        yield Finding("note", joint.name, f"unknown limits: {', '.join(unknown)}")
