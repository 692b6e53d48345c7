"""Random robots with random drives: couplings, screws, every friction, rotors, elements."""

from __future__ import annotations

import dataclasses
import random

from erfd.robot.drives import BallScrew, Coulomb, DriveElement, Drives, Motor, RotorPlace
from erfd.robot.records import Body, Joint, JointFriction
from erfd.robot.robot import Robot
from tests.samples import random_axis, random_body, random_placement, random_robot


def driven_robot(
    rng: random.Random,
    n: int,
    *,
    load: float = 0.9,
    rotors: bool = False,
    elements: int = 0,
    reactions: float = 0.0,
    joint_friction: bool = True,
    screws: bool = True,
) -> Robot:
    """`load` bounds the friction that goes with the load, `reactions` that of the joints."""
    robot = random_robot(rng, n)
    joints = tuple(
        j if j.kind == "fixed" else dataclasses.replace(j, friction=_joint(rng, reactions))
        for j in robot.joints
    )
    if joint_friction or reactions:
        robot = dataclasses.replace(robot, joints=joints)
    motors = [_motor(rng, k, robot, load, rotors, screws) for k in range(n)]
    made = tuple(_element(rng, k, robot, motors) for k in range(elements))
    return dataclasses.replace(robot, drives=Drives(motors=tuple(motors), elements=made))


def _joint(rng: random.Random, reactions: float) -> JointFriction:
    return JointFriction(
        viscous=rng.choice((None, rng.uniform(0, 3))),
        coulomb=rng.choice((None, rng.uniform(0, 3))),
        reaction=rng.uniform(0, reactions) if reactions else None,
        diameter=0.06 if reactions else None,
    )


def _motor(
    rng: random.Random, k: int, robot: Robot, load: float, rotors: bool, screws: bool
) -> Motor:
    n = len(robot.independent)
    screw = BallScrew(
        pitch=0.005,
        constant=0.08,
        cosine=rng.uniform(-0.03, 0.03),
        sine=rng.uniform(0.01, 0.03),
        of=tuple(float(j == k) for j in range(n)),
        offset=rng.uniform(-0.1, 0.1),
    )
    with_screw = screws and rng.random() < 0.3
    row = [rng.choice((0.0, 0.0, rng.uniform(-8, 8))) if j < k else 0.0 for j in range(n)]
    row[k] = rng.choice((-1, 1)) * rng.uniform(20, 150)
    share = rng.uniform(0, load)
    efficient = rng.random() < 0.4
    dry = Coulomb(forward=rng.uniform(0, 0.3), backward=rng.uniform(0, 0.3))
    carrier = rng.choice(["base", *(b.name for b in robot.bodies)])
    return Motor(
        name=f"motor_{k + 1}",
        ratios=() if with_screw else tuple(row),
        ball_screw=screw if with_screw else None,
        rotor_inertia=rng.uniform(1e-5, 5e-3),
        rotor=RotorPlace(body=carrier, axis=random_axis(rng)) if rotors else None,
        viscous_friction=rng.choice((None, rng.uniform(0, 0.003))),
        coulomb_friction=rng.choice((None, dry)),
        load_friction=None if efficient else share,
        efficiency=1 - share if efficient else None,
        backward_efficiency=1 - rng.uniform(0, load) if efficient else None,
    )


def _element(rng: random.Random, k: int, robot: Robot, motors: list[Motor]) -> DriveElement:
    name = f"element_{k + 1}"
    joint = Joint(
        name=name,
        kind=rng.choice(("revolute", "prismatic")),
        parent=rng.choice(["base", *(b.name for b in robot.bodies)]),
        child=name,
        placement=random_placement(rng),
        axis=random_axis(rng),
    )
    body = dataclasses.replace(random_body(rng, name), name=name)
    light = Body(
        name=name,
        mass=0.1 * body.mass,
        com=body.com,
        inertia=tuple(tuple(0.1 * x for x in row) for row in body.inertia),
    )
    if rng.random() < 0.5:
        ratio = 0.02 * rng.uniform(-1, 1)
        return DriveElement(joint=joint, body=light, motor=rng.choice(motors).name, ratio=ratio)
    ratios = tuple(rng.uniform(-1, 1) for _ in robot.independent)
    return DriveElement(joint=joint, body=light, ratios=ratios)
