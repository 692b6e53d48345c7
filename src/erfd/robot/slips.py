"""Numbers that look like a slip of units: possible, but worth a second look.

Degrees where radians are meant and the reverse, millimetres where metres are meant, gravity in the
wrong direction. Each is a place and what is odd there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from erfd.algebra import Matrix, Vector
from erfd.robot.record_numbers import is_real
from erfd.robot.records import COORDINATES, Body, Joint
from erfd.robot.robot import Robot

MOST_TURNS, NO_LIMIT = 2 * (1 + 1e-9), 1e6  # turns; beyond the last nobody means a limit
DEGREE = math.pi / 180.0
RIGHT_ANGLE = math.pi / 2 * DEGREE  # pi/2 taken for degrees
MOST_GRAVITY = 30.0
HEAVIEST, LONGEST = 1e6, 1e3  # kg and m: no machine's body has more
FARTHER, ALLOWANCE = 3.0, 0.1
Slip = tuple[str, str]


def slips(robot: Robot) -> Iterator[Slip]:
    """Every slip that the numbers suggest; symbols suggest none."""
    yield from _gravity(robot.gravity)
    for joint, body in zip(robot.joints, robot.bodies, strict=True):
        yield from _range(joint)
        yield from _angle(joint.name, joint.placement.R)
        yield from _centre(robot, body)
        yield from _size(joint, body)
    for frame in (robot.tool, *robot.frames):
        if not frame.name.startswith("dh_"):  # the rows' own frames: seen in the next joint
            yield from _angle(frame.name, frame.placement.R)
    yield from _load(robot)


def _size(joint: Joint, body: Body) -> Iterator[Slip]:
    """Mass, length and inertia beyond every machine that was ever built."""
    moment = max((abs(float(x)) for row in body.inertia for x in row if is_real(x)), default=0.0)
    far = max(_length(body.com) or 0.0, _length(joint.placement.p) or 0.0)
    mass = float(body.mass) if is_real(body.mass) else 0.0
    for what, value, most, unit in (
        ("mass", mass, HEAVIEST, "kg"),
        ("distance to its joint or mass centre", far, LONGEST, "m"),
        ("inertia", moment, HEAVIEST * LONGEST**2, "kg m^2"),
    ):
        if value > most:
            yield body.name, f"its {what} is {value:.4g} {unit}: no machine has beyond {most:g}"


def _gravity(g: Vector) -> Iterator[Slip]:
    if not all(map(is_real, g)):
        return
    size = math.dist((0, 0, 0), tuple(map(float, g)))
    if size > MOST_GRAVITY:
        yield "gravity", f"it is {size:.4g} m/s^2: is it given in other units?"
    elif g[2] > 0 and 2 * g[2] ** 2 > size**2:
        yield "gravity", f"it points up: {float(g[2]):.4g} m/s^2 along the world's z"


def _range(joint: Joint) -> Iterator[Slip]:
    if joint.kind != "revolute" or joint.continuous:
        return
    for name, limit in (("lower", joint.limits.lower), ("upper", joint.limits.upper)):
        value = limit.value
        if is_real(value) and MOST_TURNS < abs(value) / (2 * math.pi) < NO_LIMIT:
            text = f"{float(value):.5g} rad, beyond 2 turns: are degrees taken for radians?"
            yield joint.name, f"its {name} limit is {text}"


def _angle(name: str, R: Matrix) -> Iterator[Slip]:
    """pi/2 or pi, written into a file whose angles are degrees."""
    if not all(map(is_real, sum(R, ()))):
        return
    for k, number in ((1, "1.5708"), (2, "3.1416")):
        wrong = k * RIGHT_ANGLE
        if any(abs(abs(angle) - wrong) < 1e-3 * wrong for angle in _angles(R)):
            text = f"it is turned by {k * 90 * DEGREE:.4f} degrees: is {number} given in radians?"
            yield name, text
            return


def _angles(R: Matrix) -> tuple[float, float, float]:
    """The whole angle of a rotation, and alpha and theta of a row Rx(alpha) Rz(theta)."""
    (a, b, c), (d, e, f), (g, h, i) = (tuple(map(float, row)) for row in R)
    whole = math.atan2(math.hypot(h - f, c - g, d - b), a + e + i - 1)
    return whole, math.atan2(-f, i), math.atan2(-b, a)


def _centre(robot: Robot, body: Body) -> Iterator[Slip]:
    """A mass centre far beyond the body's joints and frames, where it has any."""
    points = [j.placement.p for j in robot.joints if j.parent == body.name]
    points += [f.placement.p for f in (robot.tool, *robot.frames) if f.body == body.name]
    lengths = [_length(p) for p in points]
    far = _length(body.com)
    if None in lengths or far is None or not any(lengths):
        return
    reach = max(x for x in lengths if x is not None)
    if far > FARTHER * (reach + ALLOWANCE):
        text = f"its mass centre is {far:.4g} m away, though it reaches only {reach:.3g} m"
        yield body.name, f"{text}: are mm taken for m?"


def _load(robot: Robot) -> Iterator[Slip]:
    """A payload whose mass centre is farther from the tool than the whole robot is long."""
    if robot.payload is None or (far := _length(robot.payload.com)) is None:
        return
    if is_real(mass := robot.payload.mass) and mass > HEAVIEST:
        yield "payload", f"its mass is {float(mass):.4g} kg: no machine bears beyond {HEAVIEST:g}"
    lengths = [_length(j.placement.p) for j in robot.joints if COORDINATES[j.kind]]
    lengths.append(_length(robot.tool.placement.p))
    reach = sum(x for x in lengths if x is not None)
    if far > FARTHER * (reach + ALLOWANCE):
        text = f"its mass centre is {far:.4g} m from the tool, the robot reaches {reach:.3g} m"
        yield "payload", f"{text}: are mm taken for m?"


def _length(p: Vector) -> float | None:
    return math.dist((0, 0, 0), tuple(map(float, p))) if all(map(is_real, p)) else None
