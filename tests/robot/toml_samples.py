"""Random robots with all that a robot file can say: limits, friction, mimic, drives, odd texts."""

from __future__ import annotations

import dataclasses
import random

from erfd.robot.drives import BallScrew, Coulomb, DriveElement, Drives, Motor, RotorPlace
from erfd.robot.records import Frame, Joint, JointFriction, Limit, Limits, Mimic, Payload
from erfd.robot.robot import Robot
from erfd.robot.system import System
from tests.samples import random_axis, random_body, random_placement, random_robot

TEXTS = (
    "data sheet, page 3",
    "with \"quotes\", \\ and 'apostrophes'",
    "two\nlines\tand a tab",
    "Schweißroboter № 7, μ = 0,1",
    "= # [x] {y}",
    '"""',
    "\x7f\x01",
)


def full_robot(rng: random.Random, n: int) -> Robot:
    """A random tree with every field of its records in use somewhere."""
    robot = random_robot(rng, n)
    robot = dataclasses.replace(robot, joints=_joints(rng, robot))
    load = random_body(rng, "payload")
    return dataclasses.replace(
        robot,
        payload=Payload(mass=load.mass, com=load.com, inertia=load.inertia),
        frames=tuple(
            Frame(
                name=f"frame {k}",
                body=rng.choice(robot.bodies).name,
                placement=random_placement(rng),
            )
            for k in range(3)
        ),
        drives=Drives(
            motors=tuple(_motor(rng, k, robot) for k in range(3)),
            elements=tuple(_element(rng, k, robot) for k in range(2)),
            sources=_sources(rng),
        ),
        program_names=("lola_15", rng.choice(TEXTS)),
        description=rng.choice(TEXTS),
        remarks=TEXTS,
        sources=_sources(rng),
        system=_system(rng, robot),
    )


def _system(rng: random.Random, robot: Robot) -> System:
    names = [joint.name for joint in robot.independent]
    return System(
        r_base=random_placement(rng),
        r_speed=rng.uniform(0.01, 3),
        r_acc_ori=rng.uniform(0.01, 3),
        r_speed_ptp=rng.uniform(0.01, 1),
        r_c_ptp=rng.uniform(1, 100),
        r_blend_ori=rng.choice((0.0, 0.04)),
        r_joint_speed={name: rng.uniform(1, 5) for name in names if rng.random() < 0.5},
    )


def _joints(rng: random.Random, robot: Robot) -> tuple[Joint, ...]:
    joints: list[Joint] = []
    for joint in robot.joints:
        changes: dict[str, object] = {"sources": _sources(rng)}
        if joint.kind != "fixed":
            changes |= {"limits": _limits(rng), "friction": _friction(rng, joint.kind)}
            leaders = [j.name for j in joints if j.kind != "fixed"]
            if leaders and rng.random() < 0.2:
                of, a, b = rng.choice(leaders), rng.uniform(-2, 2), rng.uniform(-1, 1)
                changes["mimic"] = Mimic(of=of, multiplier=a, offset=b)
        if joint.kind == "revolute" and rng.random() < 0.3:
            changes |= {"continuous": True, "limits": Limits(speed=_limit(rng))}
        joints.append(dataclasses.replace(joint, **changes))
    return tuple(joints)


def _limits(rng: random.Random) -> Limits:
    low, high = sorted((rng.uniform(-3, 3), rng.uniform(-3, 3)))
    both = rng.choice((*TEXTS, "unknown"))
    one_source = rng.random() < 0.5
    return Limits(
        lower=Limit(low, both) if rng.random() < 0.8 else Limit(),
        upper=Limit(high, both if one_source else rng.choice(TEXTS)),
        speed=_limit(rng),
        acceleration=_limit(rng),
        effort=_limit(rng),
    )


def _limit(rng: random.Random) -> Limit:
    source = rng.choice((*TEXTS, "unknown", ""))
    return Limit(rng.choice((None, rng.uniform(0.1, 300), 7)), source)


def _friction(rng: random.Random, kind: str) -> JointFriction:
    diameter = rng.choice((None, 0.06)) if kind == "revolute" else None
    pressed = kind == "prismatic" or diameter is not None
    return JointFriction(
        viscous=rng.choice((None, 0.0, 0.3)),
        coulomb=rng.choice((None, 1e-9, 4)),
        reaction=rng.choice((None, 0.1)) if pressed else None,
        diameter=diameter,
    )


def _motor(rng: random.Random, k: int, robot: Robot) -> Motor:
    n = len(robot.independent)
    row = tuple(rng.choice((0.0, rng.uniform(-120, 120))) for _ in range(n - 1))
    row = (*row, 1.0)
    screw = BallScrew(
        pitch=0.005,
        constant=rng.uniform(0.08, 0.15),
        cosine=rng.uniform(-0.05, 0.05),
        sine=rng.uniform(-0.05, 0.05),
        of=row,
        offset=rng.uniform(-1, 1),
    )
    with_screw = rng.random() < 0.3
    efficient = rng.random() < 0.5
    carrier = rng.choice(["base", *(b.name for b in robot.bodies)])
    return Motor(
        name=f"motor {k}",
        ratios=() if with_screw else row,
        ball_screw=screw if with_screw else None,
        peak_torque=_limit(rng),
        continuous_torque=Limit(rng.choice((None, 0.05)), rng.choice(TEXTS)),
        top_speed=_limit(rng),
        peak_current=_limit(rng),
        torque_curve=rng.choice(((), ((100.0, 0.7),), ((0.0, 3.0), (200.0, 2.5), (330.0, 0.0)))),
        resistance=rng.choice((None, 1.2)),
        supply_voltage=rng.choice((None, 48.0)),
        rotor_inertia=rng.choice((None, 0.0, 1e-5)),
        rotor=rng.choice((None, RotorPlace(body=carrier, axis=random_axis(rng)))),
        torque_constant=rng.choice((None, 0.105)),
        viscous_friction=rng.choice((None, 2e-4)),
        coulomb_friction=_coulomb(rng),
        load_friction=None if efficient else rng.choice((None, 0.21)),
        efficiency=0.85 if efficient else None,
        backward_efficiency=rng.choice((None, 0.7)) if efficient else None,
        sources=_sources(rng),
    )


def _coulomb(rng: random.Random) -> Coulomb | None:
    moving = Coulomb(forward=0.1, backward=rng.uniform(0, 0.3))
    sticking = dataclasses.replace(moving, starting_forward=0.4, starting_backward=0.5)
    return rng.choice((None, moving, sticking))


def _element(rng: random.Random, k: int, robot: Robot) -> DriveElement:
    name = f"element {k}"
    joint = Joint(
        name=name,
        kind=rng.choice(("revolute", "prismatic")),
        parent=rng.choice(["base", *(b.name for b in robot.bodies)]),
        child=name,
        placement=random_placement(rng),
        axis=random_axis(rng),
    )
    body = dataclasses.replace(random_body(rng, name), sources=_sources(rng))
    if rng.random() < 0.5:
        return DriveElement(joint=joint, body=body, motor="motor 1", ratio=rng.uniform(-1, 1))
    ratios = (*(0.0 for _ in robot.independent[1:]), rng.uniform(0.1, 9))
    return DriveElement(joint=joint, body=body, ratios=ratios)


def _sources(rng: random.Random) -> dict[str, str]:
    groups = rng.sample(("geometry", "mass", "peak_torque", "dots.and spaces", "ü"), 2)
    return {group: rng.choice(TEXTS) for group in groups}
