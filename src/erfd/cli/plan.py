"""`erfd plan PROGRAM`: the joint motion of a robot program, move by move, and as a file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from erfd.arm import Arm
from erfd.cli.notice_text import notice_lines
from erfd.cli.output import check_target, refuse_overwriting, say, say_json
from erfd.cli.program_robot import robot_for
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.motion.language.program import Program, parse
from erfd.motion.planning.per_move import MoveRow, Worst, per_move
from erfd.planning import plan as plan_program
from erfd.planning import write_trajectory
from erfd.tables import render, table
from erfd.trajectory import Notice, Trajectory

SUFFIXES = (".csv", ".parquet", ".pq")
TIMES = ("s", "ms")


def plan(
    program: Annotated[Path, typer.Argument(help="a robot program, say lola15.irl")],
    robot: Annotated[str, typer.Option(help="a library name or file; else as act_rob says")] = "",
    dt: Annotated[str, typer.Option(help="between samples; else the robot's r_dt")] = "",
    out: Annotated[Path | None, typer.Option(help="write every sample: .csv or .parquet")] = None,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """The motion that a controller would command for a program: a table of its moves, a file.

    The file holds t, and of every joint position, speed and acceleration; then the tool's pose,
    move and line. Whether the drives can do it: erfd verify.
    Example: erfd plan lola15.irl --out lola15.csv
    """
    check_target(out)
    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise ErfdError(f"cannot write '{out.name}'", f"use {', '.join(SUFFIXES)}")
    refuse_overwriting({"--out": out}, {"the program": str(program), "the robot's file": robot})
    parsed = parse(program)
    arm = robot_for(parsed, robot)
    cycle = number(dt, "--dt", TIMES) if dt else arm.robot.system.r_dt
    made = plan_program(parsed, arm, cycle)
    rows = per_move(made, arm.robot)
    if json:
        say_json(_plain(arm, made, rows, cycle))
    else:
        say(_text(parsed, arm, made, rows, cycle))
    if out is not None:
        write_trajectory(made, out, arm)
        if not json:
            say(f"written: {out}")


COLUMNS = (
    *("move", "line", "length mm", "radius mm", "corner deg", "time s", "tool mm/s"),
    *("joint speed", "joint acc."),
)
TITLE = "Moves (joints: the worst share of a stated maximum, and whose, by number)"


def _text(program: Program, arm: Arm, made: Trajectory, rows: list[MoveRow], cycle: float) -> str:
    head = (
        f"{program.name}: {len(rows)} moves of {arm.name}, {made.duration:.4f} s, "
        f"{len(made.t)} samples every {1e3 * cycle:g} ms"
    )
    numbers = {name: k for k, name in enumerate(arm.joint_names, 1)}
    view = table(TITLE, COLUMNS, [_row(row, numbers) for row in rows])
    return render(head, "", view, *notice_lines(program, made.notices))


def _row(row: MoveRow, numbers: dict[str, int]) -> list[str]:
    return [
        f"{row.move} {row.kind}",
        str(row.line or ""),
        _number(row.length, 1e3, 3),
        _number(row.radius, 1e3, 3),
        _number(row.corner, 180.0 / math.pi, 2),
        f"{row.duration:.3f}",
        f"{1e3 * row.tool_speed:.1f}",
        _share(row.joint_speed, numbers),
        _share(row.joint_acceleration, numbers),
    ]


def _number(value: float | None, factor: float, digits: int) -> str:
    return "" if value is None else f"{value * factor:z.{digits}f}"


def _share(worst: Worst | None, numbers: dict[str, int]) -> str:
    return "unknown" if worst is None else f"{worst.share:.3f} ({numbers[worst.joint]})"


def _plain(arm: Arm, made: Trajectory, rows: list[MoveRow], cycle: float) -> dict[str, Any]:
    return {
        "robot": arm.name,
        "duration_s": made.duration,
        "samples": len(made.t),
        "dt_s": cycle,
        "moves": [_named(row) for row in rows],
        "warnings": [_fields(notice) for notice in made.notices],
    }


def _named(row: MoveRow) -> dict[str, Any]:
    units = {"length": "m", "radius": "m", "corner": "rad", "start": "s", "duration": "s"}
    named = {f"{k}_{units[k]}" if k in units else k: v for k, v in row._asdict().items()}
    named["tool_speed_m_s"] = named.pop("tool_speed")
    for key in ("joint_speed", "joint_acceleration"):
        worst = named.pop(key)
        named[f"worst_{key}"] = None if worst is None else worst._asdict()
    return named


def _fields(notice: Notice) -> dict[str, Any]:
    names = ("code", "text", "line", "column", "move", "t", "joint", "value", "remedy")
    return {("t_s" if name == "t" else name): getattr(notice, name) for name in names}
