"""A URDF read by us and by Pinocchio: mass matrix, bias and gravity at random states.

Joints are matched by name. Where joints mimic others our full tree is projected, G^T M G, and
compared with Pinocchio's own reduced model where it reads the file, and always with the same
projection of Pinocchio's model of independent joints.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pinocchio as pin

from erfd.dynamics.lump import tree_of
from erfd.dynamics.newton_euler import bias, inverse_dynamics
from erfd.dynamics.tree import Tree
from erfd.robot.robot import Robot

STATES = 3


class Terms(NamedTuple):
    """Mass matrix, bias and gravity torques."""

    H: Any
    b: Any
    g: Any


class State(NamedTuple):
    q: dict[str, float]
    qd: dict[str, float]


def shared_files() -> list[Path]:
    """All URDF files of the package example-robot-data."""
    top = Path(pin.__file__).parents[4] / "share/example-robot-data/robots"
    return sorted(top.rglob("*.urdf"))


def random_states(robot: Robot) -> Iterator[State]:
    rng = random.Random(robot.name)
    names = [joint.name for joint in robot.independent]
    for _ in range(STATES):
        q = {name: rng.uniform(-math.pi, math.pi) for name in names}
        yield State(q, {name: rng.uniform(-2.0, 2.0) for name in names})


def coupling(robot: Robot, tree: Tree) -> tuple[Any, Any]:
    """G and the offsets of q_full = G q + offset, rows in chain order."""
    G = np.eye(tree.n)
    if tree.follows is None:
        return G, np.zeros(tree.n)
    G = np.zeros((tree.n, len(robot.independent)))
    for i, follow in enumerate(tree.follows):
        G[i, follow.of] = follow.ratio
    return G, np.array([float(follow.offset) for follow in tree.follows])


def ours(robot: Robot, state: State) -> Terms:
    """Newton-Euler: the columns of H are the torques of unit accelerations without gravity."""
    tree = tree_of(robot)
    G, offset = coupling(robot, tree)
    q = [float(x) for x in G @ [state.q[j.name] for j in robot.independent] + offset]
    qd = [float(x) for x in G @ [state.qd[j.name] for j in robot.independent]]
    light, rest = dataclasses.replace(tree, gravity=(0, 0, 0)), [0] * tree.n
    columns = [inverse_dynamics(light, q, rest, unit) for unit in np.eye(tree.n).tolist()]
    H = np.array(columns).reshape(tree.n, tree.n)
    b, g = np.array(bias(tree, q, qd)), np.array(bias(tree, q, rest))
    return Terms(G.T @ H @ G, G.T @ b, G.T @ g)


def theirs(model: Any, state: State) -> Terms:
    """Pinocchio's terms in the order of its own joints."""
    data, q, v = model.createData(), pin.neutral(model), np.zeros(model.nv)
    for name, value in state.q.items():
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q : joint.idx_q + joint.nq] = (
            value if joint.nq == 1 else (math.cos(value), math.sin(value))
        )
        v[joint.idx_v] = state.qd[name]
    H = pin.crba(model, data, q).copy()
    H = np.triu(H) + np.triu(H, 1).T
    still = np.zeros(model.nv)
    b, g = pin.rnea(model, data, q, v, still).copy(), pin.rnea(model, data, q, still, still).copy()
    return Terms(H, b, g)


def reordered(model: Any, terms: Terms, names: list[str]) -> Terms:
    at = [model.joints[model.getJointId(name)].idx_v for name in names]
    return Terms(terms.H[np.ix_(at, at)], terms.b[at], terms.g[at])


def projected(model: Any, robot: Robot, state: State) -> Terms:
    """Pinocchio's model of independent joints, under our reading of the file's <mimic>."""
    tree = tree_of(robot)
    G, offset = coupling(robot, tree)
    full_q = G @ [state.q[j.name] for j in robot.independent] + offset
    full_qd = G @ [state.qd[j.name] for j in robot.independent]
    full = State(
        dict(zip(tree.names, full_q, strict=True)), dict(zip(tree.names, full_qd, strict=True))
    )
    H, b, g = reordered(model, theirs(model, full), list(tree.names))
    return Terms(G.T @ H @ G, G.T @ b, G.T @ g)


def gap(a: Terms, b: Terms) -> float:
    """The largest relative difference of the three terms, light joints weighed like heavy ones.

    Every torque is divided by the root of its joint's own inertia, so that a finger counts as
    much as a hip, and newtons as much as newton metres.
    """
    if not a.b.size:
        return 0.0
    if not all(np.isfinite(x).all() for x in (*a, *b)):
        return float("inf")
    d = np.sqrt(np.diag(b.H))
    pairs = [(x / w, y / w) for x, y, w in zip(a, b, (np.outer(d, d), d, d), strict=True)]
    return float(max(np.abs(x - y).max() / (np.abs(y).max() or 1.0) for x, y in pairs))


def references(robot: Robot, build: Callable[[bool], Any]) -> dict[str, Callable[[State], Terms]]:
    """What to compare with; build(mimic) makes Pinocchio's model."""
    names = [joint.name for joint in robot.independent]
    model = build(False)
    if len(names) == len(robot.moving):
        return {"Pinocchio": lambda state: reordered(model, theirs(model, state), names)}
    found = {"G^T M G of Pinocchio's independent model": lambda s: projected(model, robot, s)}
    try:
        reduced = build(True)
    except ValueError:
        return found
    return {
        "Pinocchio's mimic joints": lambda s: reordered(reduced, theirs(reduced, s), names),
        **found,
    }


def worst_gaps(robot: Robot, build: Callable[[bool], Any]) -> dict[str, float]:
    """For each reference the worst gap over the random states."""
    states = [(state, ours(robot, state)) for state in random_states(robot)]
    return {
        name: max(gap(terms, reference(state)) for state, terms in states)
        for name, reference in references(robot, build).items()
    }
