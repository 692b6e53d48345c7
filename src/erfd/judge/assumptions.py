"""What a verdict rests on, in words: the model and its hash, loads, friction, margins, version."""

from __future__ import annotations

from importlib.metadata import version

from erfd.dynamics.lump import tree_of
from erfd.judge.demand import Model
from erfd.judge.words import open_ends
from erfd.robot.robot import Robot
from erfd.trace.quantity import key_of
from erfd.trajectory import Trajectory


def assumptions(
    trajectory: Trajectory, model: Model, margin: float, window: float
) -> dict[str, str]:
    robot, wrench = model.robot, model.wrench
    force = "none" if wrench is None else ", ".join(f"{x:g}" for x in wrench) + " (N, N m)"
    return {
        "robot": robot.name,
        "model hash": model_hash(robot),
        "erfd": version("erfd"),
        "motion": trajectory.how or "a curve",
        "payload": _payload(robot),
        "wrench on the tool, base axes": force,
        "mode of the drives": model.mode if robot.drives else "no drives known",
        "friction": friction_words(robot),
        "margin": f"{100.0 * margin:g} % of every limit but the joint ranges",
        "peaks": "narrowed down on the curve to 0.1 %",
        "speed steps": f"charged over {1000.0 * robot.system.r_dt:g} ms, the controller's cycle",
        "start and end": open_ends(trajectory, robot) or "at rest",
        "window of the continuous torque": f"{window:g} s",
        "not modelled": "contacts, the controller, elasticity, heat beyond the mean square",
    }


def model_hash(robot: Robot) -> str:
    """Of all numbers that a verdict depends on: bodies, payload, drives, joints, ranges, cycle."""
    joints = tuple(
        (j.name, j.kind, j.limits, j.friction, j.mimic, j.continuous) for j in robot.joints
    )
    rest = robot.coupled, robot.tool.placement, robot.system.r_dt
    return key_of((tree_of(robot), robot.drives, joints, *rest))[:12]


def _payload(robot: Robot) -> str:
    held = robot.payload
    if held is None:
        return "none"
    at = ", ".join(f"{1000.0 * float(x):g}" for x in held.com)
    return f"{float(held.mass):g} kg at ({at}) mm of the tool"


def friction_words(robot: Robot) -> str:
    """Which kinds of friction the model knows, and of how many motors or joints."""
    motors = robot.drives.motors if robot.drives else ()
    kinds = {
        "viscous": [m.viscous_friction for m in motors],
        "Coulomb": [m.coulomb_friction for m in motors],
        "in proportion to the load": [m.load_friction for m in motors],
        "by efficiency": [m.efficiency for m in motors],
    }
    found = [
        f"{name} ({sum(x is not None for x in values)} of {len(motors)} motors)"
        for name, values in kinds.items()
        if any(x is not None for x in values)
    ]
    joints = [j.friction for j in robot.moving]
    some = [f for f in joints if any(x is not None for x in (f.viscous, f.coulomb, f.reaction))]
    found += [f"in {len(some)} of {len(joints)} joints"] if some else []
    return ", ".join(found) or "none"
