"""Random six-axis arms whose last three axes meet in a point, by the family of the first three."""

from __future__ import annotations

import math
import random

from erfd.algebra import Vector, add, apply_transposed, cross, dot, scale
from erfd.motion.inverse.geometry import across, length, unit
from erfd.robot.placement import Placement
from erfd.robot.records import Body, Frame, Joint
from erfd.robot.robot import Robot
from tests.samples import random_axis, random_placement, random_rotation, random_vector

Line = tuple[Vector, Vector]
FAMILIES = ("planar", "meeting", "meeting slide", "upright", "upright slide", "rolling")
GENERAL = ("general", "general slide")


def random_arm(rng: random.Random, family: str) -> Robot:
    """Axes in the zero pose first, then joints with frames of any attitude on them."""
    lines = [*first_three(rng, family), *wrist(rng)]
    joints, bodies, here = [], [], Placement()
    for k, (o, z) in enumerate(lines):
        R = random_rotation(rng)
        at = Placement(R, add(o, scale(rng.uniform(-0.3, 0.3), z)))
        slides = k == 2 and family.endswith("slide")
        name, parent = f"link_{k + 1}", f"link_{k}" if k else "base"
        joints.append(
            Joint(
                name=f"joint_{k + 1}",
                kind="prismatic" if slides else "revolute",
                parent=parent,
                child=name,
                placement=here.inverse().then(at),
                axis=unit(apply_transposed(R, z)),
            )
        )
        bodies.append(Body(name=name, mass=1.0))
        here = at
    tool = Frame(name="tool", body="link_6", placement=random_placement(rng))
    return Robot(name="random", joints=tuple(joints), bodies=tuple(bodies), tool=tool)


def first_three(rng: random.Random, family: str) -> list[Line]:
    one = (random_vector(rng), direction(rng))
    two = (random_vector(rng), skewed(rng, one[1]))
    three = (random_vector(rng), skewed(rng, two[1]))
    if family == "planar":
        return [one, two, (random_vector(rng), scale(rng.choice((1.0, -1.0)), two[1]))]
    if family.startswith("meeting"):
        return [one, (add(one[0], scale(rng.uniform(-1, 1), one[1])), two[1]), three]
    if family.startswith("upright"):
        turns = not family.endswith("slide")
        along = scale(rng.choice((1.0, -1.0)), one[1])
        return [one, (two[0], along), (three[0], skewed(rng, along, rights=turns))]
    if family == "rolling":
        return [one, two, (add(two[0], scale(rng.uniform(-1, 1), two[1])), three[1])]
    return [one, two, three]


def wrist(rng: random.Random) -> list[Line]:
    """Three axes through a point; right angles half of the time."""
    centre, z4 = random_vector(rng), direction(rng)
    z5 = skewed(rng, z4)
    z6 = skewed(rng, z5)
    if rng.random() < 0.5:
        z5 = unit(across(z5, z4))
        z6 = unit(across(z6, z5))
    return [(centre, z4), (centre, z5), (centre, z6)]


def direction(rng: random.Random) -> Vector:
    return unit(random_axis(rng))


def skewed(rng: random.Random, z: Vector, rights: bool = True) -> Vector:
    """A direction at 20 to 160 deg from z; a right angle now and then where that may be."""
    while True:
        v = direction(rng)
        if length(cross(v, z)) > math.sin(math.radians(20.0)):
            if rights and rng.random() < 0.3:
                return unit(across(v, z))
            if rights or abs(dot(v, z)) > 0.1:
                return v


def apart(a: Vector, b: Vector) -> float:
    return math.atan2(length(cross(a, b)), dot(a, b))
