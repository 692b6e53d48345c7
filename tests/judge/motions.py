"""Random motions of a robot for the tests of the judge."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array, Polynomials
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Trajectory, sample_times


def trajectory(robot: Robot, curve: Polynomials, dt: float = 0.01) -> Trajectory:
    """Every piece is a move of its own, on a line of its own."""
    edges = curve.breakpoints
    count = len(edges) - 1
    moves = tuple(
        Move(
            line=10 + k,
            text=f"MOVE {k}",
            kind="ptp",
            start=float(edges[k]),
            end=float(edges[k + 1]),
        )
        for k in range(count)
    )
    return Trajectory(
        joint_names=tuple(j.name for j in robot.independent),
        curve=curve,
        t=sample_times(float(edges[0]), float(edges[-1]), dt),
        move_of=tuple(range(1, count + 1)),
        moves=moves,
    )


def from_point_to_point(points: Array, durations: Array) -> Polynomials:
    """At rest in every point, each step by the polynomial of fifth degree."""
    table = np.zeros((len(durations), 6, points.shape[1]))
    steps = np.diff(points, axis=0)
    for k, T in enumerate(durations):
        table[k, 0] = points[k]
        table[k, 3] = 10.0 * steps[k] / T**3
        table[k, 4] = -15.0 * steps[k] / T**4
        table[k, 5] = 6.0 * steps[k] / T**5
    return Polynomials(np.concatenate([[0.0], np.cumsum(durations)]), table)


def through_points(points: Array, durations: Array) -> Polynomials:
    """At rest at both ends; straight in between, so that speeds step at every point."""
    middle = np.zeros((len(durations), 4, points.shape[1]))
    steps = np.diff(points, axis=0)
    for k, T in enumerate(durations):
        middle[k, 0], middle[k, 1] = points[k], steps[k] / T
    T0, T1 = durations[0], durations[-1]
    middle[0, 1:] = np.outer([0.0, 2.0 / T0**2, -1.0 / T0**3], steps[0])
    middle[-1, 1:] = np.outer([1.0 / T1, 1.0 / T1**2, -1.0 / T1**3], steps[-1])
    return Polynomials(np.concatenate([[0.0], np.cumsum(durations)]), middle)


def random_points(robot: Robot, rng: np.random.Generator, count: int, reach: float = 1.0) -> Array:
    lower = np.array([float(j.limits.lower.value) for j in robot.independent])
    upper = np.array([float(j.limits.upper.value) for j in robot.independent])
    return reach * rng.uniform(np.maximum(lower, -2.0), np.minimum(upper, 2.0), (count, len(lower)))


def slower(curve: Polynomials, k: float) -> Polynomials:
    powers = k ** -np.arange(curve.coefficients.shape[1], dtype=float)
    return Polynomials(curve.breakpoints * k, curve.coefficients * powers[:, None])
