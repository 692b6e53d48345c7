"""What users give to the functions of the drives: extras by name, plans, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.drives.train import drives_of
from erfd.errors import RobotError, TrajectoryError
from erfd.robot.robot import Robot
from erfd.rows import Argument, complaint
from erfd.trajectory import Trajectory

PAYLOAD = ("payload_mass", "payload_com", "payload_inertia")
JOINTS = ("plan", "q", "qd", "planned", "q_next")
MOTORS = ("peak_torque", "top_speed", "tau_motor")
OTHERS: dict[str, tuple[tuple[int, ...], str]] = {
    "wrench": ((6,), "force, then moment, on the tool, in base axes"),
    "payload_com": ((3,), "its centre of mass, in the tool frame"),
    "payload_inertia": ((3, 3), "its inertia about that, in the tool frame"),
}
Values = Mapping[str, ArrayLike]


def extras_of(
    wrench: ArrayLike | None,
    payload: Sequence[ArrayLike] | None,
    peak_torque: ArrayLike | None,
    top_speed: ArrayLike | None,
) -> dict[str, ArrayLike]:
    """What is given beside the state; a payload is (mass, com) or (mass, com, inertia)."""
    found = {"wrench": wrench, "peak_torque": peak_torque, "top_speed": top_speed}
    extras = {name: value for name, value in found.items() if value is not None}
    if payload is None:
        return extras
    if not isinstance(payload, (tuple, list)) or len(payload) not in (2, 3):
        raise RobotError(
            "this payload is not understood", "give (mass, com) or (mass, com, inertia)"
        )
    parts = (*payload, np.zeros((3, 3)))
    return {**extras, **dict(zip(PAYLOAD, parts, strict=False))}


def check(robot: Robot, values: Values) -> None:
    """Shapes, kinds of numbers, and the length of a cycle."""
    wrong = complaint([_argument(robot, name, value) for name, value in values.items()])
    if wrong is not None:
        raise wrong
    dt = np.asarray(values.get("dt", 1.0))
    if not np.all(dt > 0.0):
        raise RobotError(f"a cycle of {dt} s", "give a time above 0")


def _argument(robot: Robot, name: str, value: ArrayLike) -> Argument:
    if name in JOINTS:
        joints = [joint.name for joint in robot.independent]
        rows = np.shape(value)[-2:-1] if name == "plan" else ()
        meaning = f"{len(joints)} joints of '{robot.name}': {', '.join(joints)}"
        return Argument(name, value, (*rows, len(joints)), meaning)
    if name in MOTORS:
        motors = [motor.name for motor in drives_of(robot).motors]
        meaning = f"{len(motors)} motors of '{robot.name}': {', '.join(motors)}"
        return Argument(name, value, (len(motors),), meaning)
    core, meaning = OTHERS.get(name, ((), "one number for each row"))
    return Argument(name, value, core, meaning)


def planned_positions(
    plan: Trajectory | ArrayLike, dt: float | None, hold: float
) -> tuple[Array, Array]:
    """Instants, dt apart, and positions (..., K + 1, n); `hold` seconds more at the end."""
    t, q = _sampled(plan, dt)
    if q.ndim < 2 or len(t) < 2:
        raise TrajectoryError("a plan of no cycle", "give two positions or more, (..., K + 1, n)")
    steps = np.diff(t)
    if np.ptp(steps) > 1e-6 * steps[0]:
        raise TrajectoryError("the samples are not equally far apart", "give dt, the cycle")
    extra = round(hold / steps[0])
    more = np.broadcast_to(q[..., -1:, :], (*q.shape[:-2], extra, q.shape[-1]))
    held: Array = t[-1] + steps[0] * np.arange(1, extra + 1)
    return np.concatenate([t, held]), np.concatenate([q, more], axis=-2)


def _sampled(plan: Trajectory | ArrayLike, dt: float | None) -> tuple[Array, Array]:
    if dt is not None and not dt > 0.0:
        raise TrajectoryError(f"a cycle of {dt} s", "give a time above 0")
    if isinstance(plan, Trajectory):
        sampled = plan if dt is None else plan.resampled(dt)
        return sampled.t, np.asarray(sampled.q)
    if dt is None:
        raise TrajectoryError("positions without a time step", "give dt, or a Trajectory")
    q = np.asarray(plan, dtype=float)
    return dt * np.arange(q.shape[-2] if q.ndim > 1 else 0, dtype=np.float64), q
