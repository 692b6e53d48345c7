"""`erfd pose ROBOT`: where the tool is at given joint values, and which values put it there."""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.limits import beyond
from erfd.cli.options import ANGLES, LENGTHS, joint_values, moving
from erfd.cli.output import say, say_json
from erfd.cli.units import numbers
from erfd.errors import ErfdError
from erfd.motion.numeric_inverse import Found, Goal, search, size
from erfd.robot.placement import from_rpy
from erfd.robot.rpy import to_rpy
from erfd.rows import Array
from erfd.text_table import counted, render, table

SHOWN = 16  # more solutions than any wrist-partitioned arm has; a redundant arm has any number
MOST = 1e300  # m: a number beyond cannot be shown in mm


def pose(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    q: Annotated[str, typer.Option("--q", help="joint values, say 0,30deg,100mm; default 0")] = "",
    xyz: Annotated[str, typer.Option(help="the wanted position: solve for the joints")] = "",
    rpy: Annotated[str, typer.Option(help="with --xyz: wanted roll,pitch,yaw (Rz Ry Rx)")] = "",
    frame: Annotated[str, typer.Option(help="tool, a body or a named frame")] = "tool",
    starts: Annotated[int, typer.Option(min=1, max=1000, help="starts of the search")] = 40,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Forward kinematics of --q; with --xyz inverse kinematics, by a search that starts at --q.

    Without --rpy any attitude will do. Exit 1: no joint values found.
    Example: erfd pose rl15 --q 0,30deg,0,0,45deg,0
    """
    arm = load(robot)
    near = joint_values(arm, q, "--q", 0.0, 0.0)
    if not xyz:
        if rpy:
            raise ErfdError("--rpy needs --xyz", "give the wanted position too")
        T = arm.forward_kinematics(near, frame)
        if not (np.abs(T) < MOST).all():
            raise ErfdError("the pose is beyond all numbers", "give smaller values of --q")
        warnings = beyond(arm, position=near)
        say_json(_plain(frame, T)) if json else say(_text(arm, frame, T, warnings))
        return
    goal = _goal(moving(arm), frame, xyz, rpy)
    found = _search(arm, goal, near, starts)
    say_json(_plain_found(arm, found)) if json else say(_found_text(arm, goal, found, starts))
    raise typer.Exit(0 if len(found.solutions) else 1)


def angles(R: Array) -> list[float]:
    """Roll, pitch, yaw of a rotation; they give it back, near gimbal lock too."""
    a, b, c = (tuple(row) for row in R.tolist())
    return list(to_rpy((a, b, c)))


def _goal(arm: Arm, frame: str, xyz: str, rpy: str) -> Goal:
    p, r = numbers(xyz, "--xyz", LENGTHS), numbers(rpy or "0,0,0", "--rpy", ANGLES)
    if len(p) != 3 or len(r) != 3:
        raise ErfdError(f"--xyz has {len(p)} values, --rpy {len(r)}", "give three each")
    arm.place(frame)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = from_rpy(*r), p
    return Goal(
        lambda q: arm.forward_kinematics(q, frame), lambda q: arm.jacobian(q, frame), T, bool(rpy)
    )


def _search(arm: Arm, goal: Goal, near: Array, starts: int) -> Found:
    """From the given pose first, then from random ones within the joint ranges."""
    rng = np.random.default_rng(0)
    low, high = _ranges(arm)
    seeds = np.vstack([near, rng.uniform(low, high, size=(starts - 1, arm.n))])
    return search(goal, seeds, np.array([j.kind == "revolute" for j in arm.robot.independent]))


def _ranges(arm: Arm) -> tuple[list[float], list[float]]:
    low, high = [], []
    for joint in arm.robot.independent:
        reach = 1.0 if joint.kind == "prismatic" else math.pi
        lower, upper = joint.limits.lower.value, joint.limits.upper.value
        low.append(lower if lower is not None else -reach if upper is None else upper - 2.0 * reach)
        high.append(upper if upper is not None else low[-1] + 2.0 * reach)
    return low, high


def _within(arm: Arm, q: Array) -> str:
    """The joints that a solution puts outside their known range (full turns allowed for)."""
    outside, unknown = [], False
    for joint, value in zip(arm.robot.independent, q, strict=True):
        lower, upper = joint.limits.lower.value, joint.limits.upper.value
        unknown |= not joint.continuous and (lower is None or upper is None)
        turn = 2.0 * math.pi if joint.kind == "revolute" else 0.0
        low, high = -math.inf if lower is None else lower, math.inf if upper is None else upper
        if not any(low <= value + k * turn <= high for k in (-1, 0, 1)):
            outside.append(joint.name)
    return "no: " + ", ".join(outside) if outside else "unknown" if unknown else "yes"


def _text(arm: Arm, frame: str, T: Array, warnings: list[str]) -> str:
    x, y, z = (1000.0 * v for v in T[:3, 3])
    r, p, w = (math.degrees(a) for a in angles(T[:3, :3]))
    where = f"tool (on {arm.robot.tool.body})" if frame == "tool" else frame
    return render(
        f"{arm.name}: {where} in the base",
        f"position  x {x:z.4f} mm, y {y:z.4f} mm, z {z:z.4f} mm",
        f"attitude  roll {r:z.5f} deg, pitch {p:z.5f} deg, yaw {w:z.5f} deg (Rz Ry Rx)",
        "T (4 x 4, lengths in m)",
        *[" ".join(f"{v:z12.6f}" for v in row) for row in T],
        *[f"warning: {line}" for line in warnings],
    )


def _joint_units(arm: Arm) -> list[tuple[str, float]]:
    slides = [j.kind == "prismatic" for j in arm.robot.independent]
    return [("mm", 1000.0) if x else ("deg", 180.0 / math.pi) for x in slides]


def _found_text(arm: Arm, goal: Goal, found: Found, starts: int) -> str:
    units = _joint_units(arm)
    if not len(found.solutions):
        return _missed(arm, goal, found, starts)
    rows, digits = [], max(2, min(4, 9 - arm.n))
    for k, q in enumerate(found.solutions[:SHOWN]):
        off = size(goal.error(q))
        values = [f"{x * f:z.{digits}f}" for x, (_, f) in zip(q, units, strict=True)]
        away = [f"{1000.0 * off[0]:.0e}", f"{math.degrees(off[1]):.0e}"]
        rows.append([str(k + 1), *values, _within(arm, q), *away])
    names = [f"{n} {u}" for n, (u, _) in zip(arm.joint_names, units, strict=True)]
    view = table("", ["", *names, "in range", "off mm", "off deg"], rows)
    for column, width in zip(view.columns[1:], map(len, rows[0][1 : arm.n + 1]), strict=False):
        column.min_width = max(width, 8)
    view.padding = (0, 1, 0, 0) if arm.n > 6 else view.padding
    count = counted(len(found.solutions), "solution")
    count += f" from {counted(starts, 'start')} (a search: there may be more)"
    what = "" if goal.attitude else ", any attitude"
    more = len(found.solutions) - len(rows)
    rest = [f"and {more} more, farther from --q: --json gives all"] if more else []
    return render(f"{arm.name}: {count}{what}; nearest to --q first", view, *rest)


def _missed(arm: Arm, goal: Goal, found: Found, starts: int) -> str:
    at = ", ".join(
        f"{x * f:z.3f} {u}" for x, (u, f) in zip(found.nearest, _joint_units(arm), strict=True)
    )
    off, turned = found.miss
    lines = [
        f"{arm.name}: no joint values found from {counted(starts, 'start')}",
        f"nearest: {1000.0 * off:.4g} mm and {math.degrees(turned):.4g} deg away, at {at}",
    ]
    away = float(np.linalg.norm(goal.target[:3, 3]))
    if away > 10.0 * _reach(arm):
        long = f"the arm is about {_reach(arm):.2g} m long"
        lines.append(f"the target is {away:g} m away, {long}: did you mean mm?")
    return render(*lines)


def _reach(arm: Arm) -> float:
    """The lengths of the links, one after the other."""
    points = [*arm.tree.p, arm.tree.tool.placement.p]
    return max(sum(math.dist((0.0, 0.0, 0.0), p) for p in points), 1e-9)


def _plain(frame: str, T: Array) -> dict[str, Any]:
    return {"frame": frame, "T": T, "position_m": T[:3, 3], "roll_pitch_yaw_rad": angles(T[:3, :3])}


def _plain_found(arm: Arm, found: Found) -> dict[str, Any]:
    solved = len(found.solutions) > 0
    return {
        "joints": arm.joint_names,
        "solutions": found.solutions,
        "nearest": None if solved else found.nearest,
        "miss_m": None if solved else found.miss[0],
        "miss_rad": None if solved else found.miss[1],
    }
