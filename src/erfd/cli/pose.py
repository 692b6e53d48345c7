"""`erfd pose ROBOT`: where the tool is at given joint values, and which values put it there."""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.options import LENGTHS, joint_values
from erfd.cli.output import say, say_json
from erfd.cli.units import numbers
from erfd.errors import ErfdError
from erfd.motion.numeric_inverse import Found, pose_error, search
from erfd.robot.placement import from_rpy
from erfd.rows import Array
from erfd.tables import render, table


def pose(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    q: Annotated[
        str, typer.Option("--q", help="joint values, say 0,30deg,100mm; default zero")
    ] = "",
    xyz: Annotated[str, typer.Option(help="the wanted position: solve for the joints")] = "",
    rpy: Annotated[str, typer.Option(help="the wanted roll,pitch,yaw: Rz Ry Rx")] = "0,0,0",
    frame: Annotated[str, typer.Option(help="tool, a body or a named frame")] = "tool",
    starts: Annotated[int, typer.Option(min=1, max=10_000, help="starts of the search")] = 40,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Forward kinematics of --q; with --xyz inverse kinematics by a search. Exit 1: none found.

    Example: erfd pose rl15 --q 0,30deg,0,0,45deg,0
    """
    arm = load(robot)
    if not xyz:
        T = arm.forward_kinematics(joint_values(arm, q, "--q", 0.0, 0.0), frame)
        say_json(_plain(frame, T)) if json else say(_text(arm, frame, T))
        return
    target = _target(xyz, rpy)
    found = _search(arm, frame, target, joint_values(arm, q, "--q", 0.0, 0.0), starts)
    say_json(_plain_found(arm, found)) if json else say(
        _found_text(arm, frame, target, found, starts)
    )
    raise typer.Exit(0 if len(found.solutions) else 1)


def angles(R: Array) -> list[float]:
    """Roll, pitch, yaw of a rotation; roll is 0 where only the sum is defined."""
    pitch = math.atan2(-R[2, 0], math.hypot(R[0, 0], R[1, 0]))
    if math.hypot(R[0, 0], R[1, 0]) < 1e-12:
        return [0.0, pitch, math.atan2(-R[0, 1], R[1, 1])]
    return [math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])]


def _target(xyz: str, rpy: str) -> Array:
    p, r = numbers(xyz, "--xyz", LENGTHS), numbers(rpy, "--rpy", ("rad", "deg"))
    if len(p) != 3 or len(r) != 3:
        raise ErfdError(f"--xyz has {len(p)} values, --rpy {len(r)}", "give three each")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = from_rpy(*r), p
    return T


def _search(arm: Arm, frame: str, target: Array, near: Array, starts: int) -> Found:
    """From the given pose first, then from random ones within the joint ranges."""
    rng = np.random.default_rng(0)
    low, high = _ranges(arm)
    seeds = np.vstack([near, rng.uniform(low, high, size=(starts - 1, arm.n))])
    turns = np.array([j.kind == "revolute" for j in arm.robot.independent])
    return search(
        lambda q: arm.forward_kinematics(q, frame),
        lambda q: arm.jacobian(q, frame),
        target,
        seeds,
        turns,
    )


def _ranges(arm: Arm) -> tuple[list[float], list[float]]:
    low, high = [], []
    for joint in arm.robot.independent:
        reach = 1.0 if joint.kind == "prismatic" else math.pi
        lower, upper = joint.limits.lower.value, joint.limits.upper.value
        low.append(-reach if lower is None else lower)
        high.append(reach if upper is None else upper)
    return low, high


def _within(arm: Arm, q: Array) -> str:
    """The joints that a solution puts outside their known range (full turns allowed for)."""
    outside = []
    for joint, value in zip(arm.robot.independent, q, strict=True):
        lower, upper = joint.limits.lower.value, joint.limits.upper.value
        turn = 2.0 * math.pi if joint.kind == "revolute" else 0.0
        choices = [value + k * turn for k in (-1, 0, 1)]
        if (
            lower is not None
            and upper is not None
            and not any(lower <= x <= upper for x in choices)
        ):
            outside.append(joint.name)
    return "outside: " + ", ".join(outside) if outside else "yes"


def _text(arm: Arm, frame: str, T: Array) -> str:
    x, y, z = 1000.0 * T[:3, 3]
    r, p, w = (math.degrees(a) for a in angles(T[:3, :3]))
    rows = [" ".join(f"{v + 0.0:12.6f}" for v in row) for row in np.round(T, 12)]
    return render(
        f"{arm.name}: {frame} in the base",
        f"position  x {x:.4f} mm, y {y:.4f} mm, z {z:.4f} mm",
        f"attitude  roll {r:.5f} deg, pitch {p:.5f} deg, yaw {w:.5f} deg (Rz Ry Rx)",
        "T (4 x 4, lengths in m)",
        *rows,
    )


def _found_text(arm: Arm, frame: str, target: Array, found: Found, starts: int) -> str:
    units = ["mm" if j.kind == "prismatic" else "deg" for j in arm.robot.independent]
    factors = [1000.0 if u == "mm" else 180.0 / math.pi for u in units]
    rows = []
    for k, q in enumerate(found.solutions):
        e = pose_error(arm.forward_kinematics(q, frame), target)
        values = [f"{x * f:.4f}" for x, f in zip(q, factors, strict=True)]
        rows.append([str(k + 1), *values, _within(arm, q), f"{1000 * np.linalg.norm(e[:3]):.1e}"])
    names = [f"{n} {u}" for n, u in zip(arm.joint_names, units, strict=True)]
    view = table("", ["", *names, "in range", "off mm"], rows)
    count = f"{len(rows)} solutions from {starts} starts (a search: there may be more)"
    if rows:
        return render(f"{arm.name}: {count}", view)
    miss = f"nearest miss {found.nearest_miss:.3g} (m and rad together)"
    return render(f"{arm.name}: no joint values found from {starts} starts; {miss}")


def _plain(frame: str, T: Array) -> dict[str, Any]:
    return {"frame": frame, "T": T, "position_m": T[:3, 3], "roll_pitch_yaw_rad": angles(T[:3, :3])}


def _plain_found(arm: Arm, found: Found) -> dict[str, Any]:
    miss = found.nearest_miss if math.isfinite(found.nearest_miss) else None
    return {"joints": arm.joint_names, "solutions": found.solutions, "nearest_miss": miss}
