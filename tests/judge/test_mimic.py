"""Joints that mimic others have limits of their own; the hash knows every number of a verdict."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from erfd.judge.assumptions import model_hash
from erfd.judge.verify import judge
from erfd.robot import library
from erfd.robot.drives import Motor
from erfd.robot.records import CoupledRange, Joint, JointFriction, Limit, Limits, Mimic
from erfd.robot.robot import Robot
from tests.judge.motions import from_point_to_point, trajectory

LIMITS = {"lower": -1.0, "upper": 1.0, "speed": 5.0, "acceleration": 20.0, "jerk": 900.0}
RL15 = library.load("rl15")


def limits(**known: float) -> Limits:
    return Limits(**{name: Limit(x, "a test") for name, x in known.items()})


def pair(ratio: float, offset: float, **own: float) -> Robot:
    """Two links of the planar arm, the second joint following the first."""
    arm = library.load("three_link")
    wide = limits(lower=-9.0, upper=9.0, speed=99.0, acceleration=999.0, effort=1e9)
    first, second, *rest = (dataclasses.replace(j, limits=wide) for j in arm.joints)
    mimic = Mimic(of=first.name, multiplier=ratio, offset=offset)
    second = dataclasses.replace(second, mimic=mimic, limits=limits(**own))
    return dataclasses.replace(arm, joints=(first, second, *rest))


def motion(robot: Robot, reach: float, duration: float) -> object:
    points = np.zeros((2, len(robot.independent)))
    points[1, 0] = reach
    return trajectory(robot, from_point_to_point(points, np.array([duration])))


@pytest.mark.parametrize(("ratio", "offset"), [(2.0, 0.0), (-2.0, 0.3), (0.5, -0.9)])
@pytest.mark.parametrize("which", ["upper", "lower", "speed", "acceleration", "jerk"])
def test_a_joint_that_mimics_another_keeps_its_own_limits(
    ratio: float, offset: float, which: str
) -> None:
    """By hand: T^5 polynomials have the peaks 15/8 d/T and 10/sqrt(3) d/T^2."""
    d, T = 0.4 if which != "lower" else -0.4, 1.5
    ends = sorted([offset, ratio * d + offset])
    size = abs(ratio * d)
    most = {
        "lower": ends[0],
        "upper": ends[1],
        "speed": 15.0 / 8.0 * size / T,
        "acceleration": 10.0 / np.sqrt(3.0) * size / T**2,
        "jerk": 60.0 * size / T**3,
    }
    if which in ("lower", "upper"):
        middle, other = 0.5 * sum(ends), {"lower": "upper", "upper": "lower"}[which]
        far = {other: most[other] + (9.0 if other == "upper" else -9.0)}
        tight = {which: most[which] + 0.01 * (middle - most[which]), **far}
        loose = {which: most[which] - 0.01 * (middle - most[which]), **far}
    else:
        tight, loose = ({which: x * most[which], "lower": -9.0, "upper": 9.0} for x in (0.97, 1.01))
    broken = judge(motion(pair(ratio, offset, **tight), d, T), pair(ratio, offset, **tight))
    robot = pair(ratio, offset, **loose)
    assert broken.status == "NOT ACHIEVABLE"
    names = [j.name for j in robot.moving]
    assert {v.subject for v in broken.violations} == {names[1]}
    assert {v.joints for v in broken.violations} == {(names[0],)}
    assert judge(motion(robot, d, T), robot).status == "ACHIEVABLE"


def test_an_unknown_range_of_such_a_joint_is_said_but_not_required() -> None:
    robot = pair(2.0, 0.0)
    verdict = judge(motion(robot, 0.3, 2.0), robot)
    assert verdict.status == "ACHIEVABLE"
    assert robot.moving[1].name in {u.subject for u in verdict.unknown if not u.required}


def changed(robot: Robot, k: int, **changes: object) -> Robot:
    joints: list[Joint] = list(robot.joints)
    joints[k] = dataclasses.replace(joints[k], **changes)
    return dataclasses.replace(robot, joints=tuple(joints))


def heated(robot: Robot) -> Robot:
    assert robot.drives is not None
    motors: list[Motor] = list(robot.drives.motors)
    motors[0] = dataclasses.replace(motors[0], continuous_torque=Limit(1.0, "a test"))
    drives = dataclasses.replace(robot.drives, motors=tuple(motors))
    return dataclasses.replace(robot, drives=drives)


def test_the_hash_knows_every_number_that_a_verdict_depends_on() -> None:
    ends = {"lower": Limit(-1.0, "a test"), "upper": Limit(1.0, "a test")}
    shared = CoupledRange(name="p", of=(0, 1.0, 1.0, 0, 0, 0), **ends)
    wider = dataclasses.replace(shared, upper=Limit(1.5, "a test"))
    others = [
        dataclasses.replace(RL15, coupled=(shared,)),
        dataclasses.replace(RL15, coupled=(wider,)),
        dataclasses.replace(RL15, gravity=(0.0, 0.0, -1.6)),
        dataclasses.replace(RL15, system=dataclasses.replace(RL15.system, r_dt=0.004)),
        changed(RL15, 2, friction=JointFriction(viscous=3.0)),
        changed(RL15, 2, continuous=True),
        changed(RL15, 2, limits=limits(**LIMITS)),
        heated(RL15),
        RL15,
        *(pair(*x) for x in ((2.0, 0.0), (2.5, 0.0), (2.0, 0.1))),
        pair(2.0, 0.0, jerk=3.0),
    ]
    assert len({model_hash(r) for r in others}) == len(others)
    assert model_hash(RL15) == model_hash(dataclasses.replace(RL15, description="the same"))
