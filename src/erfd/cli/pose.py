"""`erfd pose ROBOT`: where the tool is at given joint values, and which values put it there."""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.limits import beyond
from erfd.cli.options import joint_values, moving
from erfd.cli.output import say, say_json
from erfd.cli.pose_inverse import answered, plain, wanted
from erfd.cli.pose_solutions import text
from erfd.errors import ErfdError
from erfd.motion.inverse.searched import STARTS
from erfd.robot.rpy import to_rpy
from erfd.rows import Array
from erfd.text_table import render

MOST = 1e300  # m: a number beyond cannot be shown in mm


def pose(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    q: Annotated[str, typer.Option("--q", help="joint values, say 0,30deg,100mm; default 0")] = "",
    xyz: Annotated[str, typer.Option(help="the wanted position: solve for the joints")] = "",
    rpy: Annotated[str, typer.Option(help="with --xyz: wanted roll,pitch,yaw (Rz Ry Rx)")] = "",
    frame: Annotated[str, typer.Option(help="tool, a body or a named frame")] = "tool",
    starts: Annotated[
        int | None, typer.Option(min=1, max=1000, help="with --xyz: starts of the search (40)")
    ] = None,
    status: Annotated[
        int | None,
        typer.Option(min=0, max=11, help="with --rpy: one configuration, 4..11 (0..3: any wrist)"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Forward kinematics of --q; with --xyz inverse kinematics: in range first, then near --q.

    A closed form where the arm has one, else a search. Without --rpy any attitude will do.
    Exit 1: no joint values found, or none of them within all joint ranges.
    Example: erfd pose rl15 --xyz 700mm,100mm,900mm --rpy 0,-30deg,180deg
    """
    arm = load(robot)
    near = joint_values(arm, q, "--q", 0.0, 0.0)
    if not xyz:
        _refuse_alone({"--rpy": rpy or None, "--starts": starts, "--status": status})
        T = arm.forward_kinematics(near, frame)
        if not (np.abs(T) < MOST).all():
            raise ErfdError("the pose is beyond all numbers", "give smaller values of --q")
        warnings = beyond(arm, position=near)
        say_json(_plain(frame, T)) if json else say(_text(arm, frame, T, warnings))
        return
    goal = wanted(moving(arm), xyz, rpy, frame, near, starts=starts or STARTS, status=status)
    answer = answered(goal)
    say_json(plain(goal, answer)) if json else say(text(goal, answer))
    raise typer.Exit(0 if answer.in_range else 1)


def _refuse_alone(options: dict[str, Any]) -> None:
    """What only inverse kinematics takes is not left unused."""
    for name, value in options.items():
        if value is not None:
            raise ErfdError(f"{name} needs --xyz", "give the wanted position too")


def angles(R: Array) -> list[float]:
    """Roll, pitch, yaw of a rotation; they give it back, near gimbal lock too."""
    a, b, c = (tuple(row) for row in R.tolist())
    return list(to_rpy((a, b, c)))


def _text(arm: Arm, frame: str, T: Array, warnings: list[str]) -> str:
    x, y, z = (1000.0 * v for v in T[:3, 3])
    r, p, w = map(_degrees, angles(T[:3, :3]))
    where = f"tool (on {arm.robot.tool.body})" if frame == "tool" else frame
    return render(
        f"{arm.name}: {where} in the base",
        f"position  x {x:z.4f} mm, y {y:z.4f} mm, z {z:z.4f} mm",
        f"attitude  roll {r} deg, pitch {p} deg, yaw {w} deg (Rz Ry Rx)",
        "T (4 x 4, lengths in m)",
        *[" ".join(f"{v:z12.6f}" for v in row) for row in T],
        *[f"warning: {line}" for line in warnings],
    )


def _degrees(angle: float) -> str:
    """Half a turn is +180, whichever way rounding has it."""
    text = f"{math.degrees(angle):z.5f}"
    return text.removeprefix("-") if text == "-180.00000" else text


def _plain(frame: str, T: Array) -> dict[str, Any]:
    return {"frame": frame, "T": T, "position_m": T[:3, 3], "roll_pitch_yaw_rad": angles(T[:3, :3])}
