"""Random robots for the laws: trees, mixed joints, full tensors, rotated base, tool on a leaf."""

from __future__ import annotations

import math
import random

from erfd.algebra import Matrix, Vector, product, rotate_tensor
from erfd.robot.placement import Placement, turn
from erfd.robot.records import BASE, Body, Frame, Joint
from erfd.robot.robot import Robot

AXES: list[Vector] = [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, -1), (0, -1, 0), (-1, 0, 0)]


def random_rotation(rng: random.Random) -> Matrix:
    R = turn("z", rng.uniform(-math.pi, math.pi))
    R = product(R, turn("y", rng.uniform(-math.pi, math.pi)))
    return product(R, turn("x", rng.uniform(-math.pi, math.pi)))


def random_vector(rng: random.Random, size: float = 1.0) -> Vector:
    return (rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size))


def random_placement(rng: random.Random) -> Placement:
    if rng.random() < 0.3:
        return Placement(
            turn(rng.choice("xyz"), rng.randrange(4) * math.pi / 2), random_vector(rng, 0.5)
        )
    return Placement(random_rotation(rng), random_vector(rng, 0.5))


def random_axis(rng: random.Random) -> Vector:
    if rng.random() < 0.5:
        return rng.choice(AXES)
    v = random_vector(rng)
    length = math.sqrt(sum(x * x for x in v))
    return (v[0] / length, v[1] / length, v[2] / length)


def random_body(rng: random.Random, name: str) -> Body:
    """A full tensor that a real body could have: principal moments of a random box of matter."""
    mass = rng.uniform(0.5, 20.0)
    x, y, z = (mass * rng.uniform(0.001, 0.1) for _ in range(3))
    tensor = ((y + z, 0.0, 0.0), (0.0, x + z, 0.0), (0.0, 0.0, x + y))
    inertia = rotate_tensor(random_rotation(rng), tensor)
    symmetric = tuple(
        tuple(0.5 * (inertia[i][j] + inertia[j][i]) for j in range(3)) for i in range(3)
    )
    return Body(name=name, mass=mass, com=random_vector(rng, 0.3), inertia=symmetric)


def random_robot(
    rng: random.Random,
    n: int,
    *,
    branching: float = 0.3,
    prismatic: float = 0.3,
    fixed: float = 0.1,
) -> Robot:
    """A robot of n moving joints, numbered depth first, with a few fixed joints in between."""
    joints: list[Joint] = []
    bodies: list[Body] = []
    moving = 0
    spine: list[str] = [BASE]
    while moving < n:
        if rng.random() < branching:
            del spine[rng.randrange(1, len(spine) + 1) :]
        slides = "prismatic" if rng.random() < prismatic else "revolute"
        kind = "fixed" if rng.random() < fixed else slides
        moving += kind != "fixed"
        name = f"body_{len(bodies) + 1}"
        joints.append(
            Joint(
                name=f"joint_{len(bodies) + 1}",
                kind=kind,
                parent=spine[-1],
                child=name,
                placement=random_placement(rng),
                axis=random_axis(rng),
            )
        )
        bodies.append(random_body(rng, name))
        spine.append(name)
    return Robot(
        name=f"random_{n}",
        joints=tuple(joints),
        bodies=tuple(bodies),
        gravity=random_vector(rng, 9.81),
        base=Placement(random_rotation(rng), random_vector(rng)),
        tool=Frame(name="tool", body=bodies[-1].name, placement=random_placement(rng)),
    )


def random_state(rng: random.Random, n: int) -> tuple[list[float], list[float], list[float]]:
    """Positions, speeds and accelerations (or torques)."""
    q = [rng.uniform(-math.pi, math.pi) for _ in range(n)]
    qd = [rng.uniform(-2.0, 2.0) for _ in range(n)]
    qdd = [rng.uniform(-5.0, 5.0) for _ in range(n)]
    return q, qd, qdd
