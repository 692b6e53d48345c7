"""What Pinocchio says of a robot's equations of motion, and how far we are from it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pinocchio as pin

from erfd.algebra import Angle, Matrix, Vector
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement, turn
from erfd.robot.records import Frame
from erfd.robot.robot import Robot
from tests.oracle import model_of, tool_forces
from tests.samples import AXES, random_robot, random_state, random_vector


@dataclass
class Case:
    """A random robot in a random state, with a wrench on its tool."""

    robot: Robot
    tree: Tree
    q: list[float]
    qd: list[float]
    qdd: list[float]
    wrench: list[float]


def case(seed: int, **shape: Any) -> Case:
    rng = random.Random(seed)
    n = rng.randint(1, 12)
    robot = random_robot(rng, n, **shape)
    wrench = [rng.uniform(-100.0, 100.0) for _ in range(6)]
    return Case(robot, tree_of(robot), *random_state(rng, n), wrench)


class Oracle:
    """Pinocchio's mass matrix, bias and torques for a case."""

    def __init__(self, x: Case) -> None:
        model = model_of(x.robot)
        data = model.createData()
        q, qd, qdd = (np.array(row) for row in (x.q, x.qd, x.qdd))
        upper = np.triu(pin.crba(model, data, q))
        self.H = upper + np.triu(upper, 1).T
        forces = tool_forces(model, data, q, np.array(x.wrench))
        self.bias = pin.rnea(model, data, q, qd, np.zeros(len(q)), forces)
        self.tau = pin.rnea(model, data, q, qd, qdd, forces)


def error(ours: Any, theirs: Any) -> float:
    """The largest difference relative to the largest number."""
    a, b = np.array(ours, dtype=float), np.array(theirs, dtype=float)
    assert a.shape == b.shape
    return float(np.abs(a - b).max() / np.abs(b).max())


def rational_case(seed: int) -> tuple[Tree, list[Any], list[Any], list[Any], list[Any]]:
    """Tree, q, qd, qdd and wrench in fractions: axes and placements at right angles."""
    rng = random.Random(seed)
    robot = random_robot(rng, 5)
    joints = tuple(
        replace(joint, placement=_square(rng), axis=rng.choice(AXES)) for joint in robot.joints
    )
    tool = Frame(name="tool", body=robot.tool.body, placement=_square(rng))
    exact = replace(robot, joints=joints, tool=tool, base=_square(rng)).map(Fraction)
    tree = tree_of(exact)
    turns = [Angle(Fraction(3, 5), Fraction(4, 5)), Angle(Fraction(-5, 13), Fraction(12, 13))]
    q = [Fraction(1, 3 + i) if p else turns[i % 2] for i, p in enumerate(tree.prismatic)]
    qd, qdd, wrench = ([Fraction(rng.randint(-9, 9), 7) for _ in range(m)] for m in (5, 5, 6))
    return tree, q, qd, qdd, wrench


def _square(rng: random.Random) -> Placement:
    R: Matrix = turn(rng.choice("xyz"), rng.randrange(4) * np.pi / 2)
    p: Vector = random_vector(rng, 0.5)
    return Placement(R, p)
