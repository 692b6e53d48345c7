"""Robots and states of fractions: rational rotations, so that laws hold with == exactly."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from erfd.algebra import (
    Angle,
    Matrix,
    Vector,
    add_matrices,
    point_inertia,
    product,
    rotation_x,
    rotation_z,
)
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Body, Frame, Joint
from erfd.robot.robot import Robot

PARENTS = (BASE, "body_0", "body_1", "body_0", "body_3")
KINDS: tuple[Any, ...] = ("revolute", "prismatic", "revolute", "revolute", "revolute")


def angle(rng: random.Random) -> Angle:
    """A rational point of the unit circle."""
    t = Fraction(rng.randint(-9, 9), rng.randint(1, 9))
    return Angle((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))


def number(rng: random.Random) -> Fraction:
    return Fraction(rng.randint(-9, 9), rng.randint(1, 5))


def vector(rng: random.Random) -> Vector:
    return number(rng), number(rng), number(rng)


def rotation(rng: random.Random) -> Matrix:
    return product(
        rotation_z(*angle(rng)), product(rotation_x(*angle(rng)), rotation_z(*angle(rng)))
    )


def inertia(rng: random.Random) -> Matrix:
    """Three point masses off one plane: a full tensor."""
    tensor = point_inertia(1, vector(rng))
    return add_matrices(
        add_matrices(tensor, point_inertia(2, vector(rng))), point_inertia(1, vector(rng))
    )


def exact_robot(rng: random.Random) -> Robot:
    """Five bodies in two branches, one of them on a slide."""
    names = [f"body_{i}" for i in range(len(PARENTS))]
    return Robot(
        name="exact",
        joints=tuple(
            Joint(
                name=f"joint_{name}",
                kind=kind,
                parent=parent,
                child=name,
                placement=Placement(rotation(rng), vector(rng)),
            )
            for name, parent, kind in zip(names, PARENTS, KINDS, strict=True)
        ),
        bodies=tuple(
            Body(name=name, mass=Fraction(rng.randint(1, 9)), com=vector(rng), inertia=inertia(rng))
            for name in names
        ),
        gravity=vector(rng),
        base=Placement(rotation(rng), vector(rng)),
        tool=Frame(name="tool", body=names[-1], placement=Placement(rotation(rng), vector(rng))),
    )


def exact_state(rng: random.Random) -> tuple[list[Any], list[Fraction], list[Fraction]]:
    """Positions (angles by cosine and sine), speeds and accelerations."""
    q = [number(rng) if kind == "prismatic" else angle(rng) for kind in KINDS]
    return q, [number(rng) for _ in KINDS], [number(rng) for _ in KINDS]
