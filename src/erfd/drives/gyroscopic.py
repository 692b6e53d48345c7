"""How large the terms are that A^T I_a A leaves out: rotors that spin on carriers that turn.

Each term of T = I_a y (z . w), with y the rotor's spin, z its axis and w its carrier's angular
velocity, is measured as the difference of two computations, with the rotors' places and without, in
random motions: poses in the joints' ranges, every joint at the speed that its motors (or its stated
limit) allow and at its stated acceleration, each in a random direction. Where a number is unknown a
unit one is taken. Friction is left out.
A rotor whose place nobody stated is assumed on the body that carries the first joint that it turns,
along that joint's axis: a motor further out would not turn with that joint.
Source: Szkodny (8)-(9), see `dynamics/rotors.py`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from erfd.algebra import apply
from erfd.drives.frictionless import without_friction
from erfd.drives.function import drive_function
from erfd.drives.holding import Array, poses_of
from erfd.drives.train import drives_of
from erfd.errors import RobotError
from erfd.robot.drives import Motor, RotorPlace
from erfd.robot.robot import Robot


class RotorTerms(NamedTuple):
    """The largest sizes found: at the joints, at the motors, in H, and of the whole torques."""

    joint_torque: Array
    motor_torque: Array
    inertia: Array
    whole_joint_torque: Array
    whole_motor_torque: Array


def rotor_terms(
    robot: Robot, places: Mapping[str, RotorPlace] | None = None, states: int = 2000, seed: int = 0
) -> RotorTerms:
    """`places` says by motor where rotors are, instead of the robot's file and what is assumed."""
    robot = without_friction(robot)
    exact, plain = placed(robot, places_of(robot) if places is None else places), placed(robot, {})
    rng = np.random.default_rng(seed)
    q = poses_of(robot, rng, states)
    A = drive_function(robot, "transmission_matrix")(q)
    qd, qdd = (x * rng.choice((-1.0, 1.0), q.shape) for x in _rates(robot, A))
    still = np.zeros_like(q)
    torques = [drive_function(x, "motor_torque")(q, qd, qdd) for x in (exact, plain)]
    matrices = [
        drive_function(x, "motor_equations_of_motion")(q, still, still)[0] for x in (exact, plain)
    ]
    off = torques[0] - torques[1]
    H = np.einsum("...ki,...kj->...ij", A, matrices[0] - matrices[1])
    return RotorTerms(
        _largest(np.einsum("...ki,...k->...i", A, off)),
        _largest(off),
        _largest(H),
        _largest(np.einsum("...ki,...k->...i", A, torques[0])),
        _largest(torques[0]),
    )


def places_of(robot: Robot) -> dict[str, RotorPlace]:
    """Where each rotor is stated to be, or else assumed."""
    motors = drives_of(robot).motors
    return {m.name: m.rotor or assumed_place(robot, m) for m in motors}


def assumed_place(robot: Robot, motor: Motor) -> RotorPlace:
    """On the carrier of the first joint that the motor turns, along its axis."""
    row = motor.ratios if motor.ball_screw is None else motor.ball_screw.of
    joint = robot.independent[next(k for k, x in enumerate(row) if x)]
    return RotorPlace(body=joint.parent, axis=apply(joint.placement.R, joint.axis))


def placed(robot: Robot, places: Mapping[str, RotorPlace]) -> Robot:
    """With the rotors there and nowhere else."""
    drives = drives_of(robot)
    names = [m.name for m in drives.motors]
    for name in places:
        if name not in names:
            raise RobotError(f"there is no motor '{name}'", f"name one of {', '.join(names)}")
    motors = tuple(dataclasses.replace(m, rotor=places.get(m.name)) for m in drives.motors)
    return dataclasses.replace(robot, drives=dataclasses.replace(drives, motors=motors))


def _rates(robot: Robot, A: Array) -> tuple[Array, Array]:
    """The speed and the acceleration of every joint in every pose."""
    tops = [m.top_speed.value for m in drives_of(robot).motors]
    limits = [joint.limits for joint in robot.independent]
    with np.errstate(divide="ignore"):
        reach = np.array([np.inf if x is None else float(x) for x in tops])[:, None] / np.abs(A)
    speed = reach.min(axis=1)
    stated = [np.inf if x.speed.value is None else float(x.speed.value) for x in limits]
    speed = np.minimum(speed, stated)
    gain = [1.0 if x.acceleration.value is None else float(x.acceleration.value) for x in limits]
    return np.where(np.isfinite(speed), speed, 1.0), np.broadcast_to(gain, speed.shape)


def _largest(x: Array) -> Array:
    size: Array = np.abs(x).max(axis=0)
    return size
