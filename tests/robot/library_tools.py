"""What the tests of the library ask of a robot: torques, mass matrix, places, sources."""

from __future__ import annotations

import numpy as np

from erfd.dynamics.kinematics import pose, poses
from erfd.dynamics.lump import tree_of
from erfd.dynamics.newton_euler import inverse_dynamics
from erfd.robot.library import load
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot


def gravity_torque(robot: Robot, q: list[float]) -> list[float]:
    zero = [0.0] * len(q)
    return inverse_dynamics(tree_of(robot), q, zero, zero)


def mass_matrix(robot: Robot, q: list[float]) -> np.ndarray:
    tree = tree_of(robot)
    zero, unit = [0.0] * tree.n, np.eye(tree.n).tolist()
    rest = np.array(inverse_dynamics(tree, q, zero, zero))
    return np.array([np.array(inverse_dynamics(tree, q, zero, e)) - rest for e in unit]).T


def placed(robot: Robot, q: list[float], frame: str) -> np.ndarray:
    tree = tree_of(robot)
    place = tree.tool if frame == "tool" else tree.places[frame]
    return matrix(pose(tree, q, place))


def matrix(place: Placement) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = place.R, place.p
    return T


def all_sources(robot: Robot) -> list[str]:
    texts = list(robot.sources.values())
    for joint, body in zip(robot.joints, robot.bodies, strict=True):
        texts += [*joint.sources.values(), *body.sources.values()]
        for key in ("lower", "upper", "speed", "acceleration", "effort"):
            limit = getattr(joint.limits, key)
            assert limit.known or limit.source == "unknown"
            texts += [limit.source] if limit.known else []
    for motor in robot.drives.motors if robot.drives else ():
        for limit in (motor.peak_torque, motor.top_speed):
            assert limit.known or limit.source == "unknown"
            texts += [limit.source] if limit.known else []
    return texts


def mass_centres(name: str) -> list[tuple[str, np.ndarray]]:
    """Every body's mass centre in base axes at zero, by the body's name."""
    robot = load(name)
    tree = tree_of(robot)
    frames = poses(tree, [0.0] * tree.n)
    found = []
    for body in robot.bodies:
        place = tree.places[body.name]
        found.append(
            (body.name, np.array(frames[place.index].point(place.placement.point(body.com))))
        )
    return found
