"""`erfd retime PROGRAM`: the same path with the fastest time law that breaks nothing."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from erfd.cli.motion_input import MotionInput, motion_input, share
from erfd.cli.output import check_target, refuse_overwriting, say, say_json, working
from erfd.cli.units import number
from erfd.cli.wrap import wrapped
from erfd.errors import ErfdError
from erfd.judge.steps import steps
from erfd.judge.words import short_move
from erfd.parquet_file import pyarrow
from erfd.planning import write_trajectory
from erfd.repair.rounds import Retimed
from erfd.repair.run import NoTimeLawError
from erfd.repair.smooth import smoothed
from erfd.tables import render, table
from erfd.trajectory import Trajectory
from erfd.verdicts import replanner, retiming

LEAST = 1e-4  # rad/s: less is rounding, and no stop
STEPS = 1e-4, 1.0  # s: between samples
ROUND = "--ori-tol 0.5deg passes there with the attitude rounded, if only the attitude turns"
BLEND = "a blend (c_cp, c_ptp) would round the corner of the path"
SUFFIXES = (".csv", ".parquet", ".pq")
WIDEST, BARE = math.radians(30.0), 0.1  # rad; a bare number above it was meant in deg


def retime(
    program: Annotated[Path, typer.Argument(help="a robot program, or samples as .csv, .parquet")],
    robot: Annotated[str, typer.Option(help="a library name or file; else as act_rob says")] = "",
    payload: Annotated[str, typer.Option(help="mass[,x,y,z] in the tool frame")] = "",
    wrench: Annotated[str, typer.Option(help="fx,fy,fz[,nx,ny,nz] on the tool, base axes")] = "",
    units: Annotated[str, typer.Option(help="of samples without any in their header: deg,ms")] = "",
    margin: Annotated[str, typer.Option(help="share of every limit but the ranges")] = "100%",
    ori_tol: Annotated[
        str, typer.Option(help="by which the tool may turn off at steps of speed")
    ] = "0.5deg",
    dt: Annotated[str, typer.Option(help="between samples; else as in the plan, or closer")] = "",
    out: Annotated[Path | None, typer.Option(help="write every sample: .csv or .parquet")] = None,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """The fastest motion along a program's path that no limit forbids, as the judge confirms.

    Tool positions and programmed tool speeds are kept. Where the tool's turning rate jumps its
    attitude is rounded by at most --ori-tol; with 0 the arm stops there. Exit 1: no time law.
    Example: erfd retime lola15.irl --out repaired.csv
    """
    check_target(out)
    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise ErfdError(f"cannot write '{out.name}'", f"use {', '.join(SUFFIXES)}")
    if out is not None and out.suffix.lower() != ".csv":
        pyarrow()
    refuse_overwriting({"--out": out}, {"the motion": str(program), "the robot's file": robot})
    tolerance, step = _tolerance(ori_tol), _step(dt)
    given = motion_input(program, robot, payload, wrench, units)
    path, rounded = _rounded(given, tolerance)
    stops = _stops(path)
    try:
        most = share(margin, "--margin")
        with working(str(program)) as tell:
            asked = None, given.wrench, most, given.program, step, tell
            made = retiming(path, given.arm, *asked)
    except NoTimeLawError as error:
        say_json({"status": "NO TIME LAW", "reason": str(error)}) if json else say(str(error))
        raise typer.Exit(1) from None
    if json:
        say_json(_facts(made, given.plan, rounded, stops))
    else:
        say(_text(made, given.plan, rounded, stops, tolerance))
    if out is not None:
        write_trajectory(made.trajectory, out, given.arm)
        if not json:
            say(f"written: {out}")
    raise typer.Exit(made.verdict.exit_code)


def _tolerance(text: str) -> float:
    """rad."""
    value = number(text, "--ori-tol", ("deg", "rad"))
    bare = text.strip()[-1:].isdigit()
    if not 0.0 <= value <= (BARE if bare else WIDEST):
        hint = f"did you mean {text.strip()}deg?" if bare and value > 0.0 else "give 0 to 30 deg"
        raise ErfdError(f"--ori-tol {text} is {math.degrees(value):.3g} deg", hint)
    return value


def _step(text: str) -> float | None:
    """s; None where nobody asked."""
    if not text:
        return None
    value = number(text, "--dt", ("s", "ms"))
    if not STEPS[0] <= value <= STEPS[1]:
        raise ErfdError(f"--dt {text} is {value:g} s", "give 0.1 ms to 1 s")
    return value


def _rounded(given: MotionInput, tolerance: float) -> tuple[Trajectory, float]:
    """The path with its attitude rounded at steps of speed; by how many deg."""
    if given.program is None or tolerance == 0.0:
        return given.plan, 0.0
    again = replanner(given.program, given.arm, given.plan)
    return smoothed(given.plan, given.arm.robot, again, math.degrees(tolerance))


def _stops(path: Trajectory) -> list[int]:
    """The lines at whose ends the arm has to stop, since the speed steps there."""
    at, change = steps(path)
    large = np.abs(change).max(axis=1, initial=0.0) > LEAST
    numbers = dict.fromkeys(path.move_at(at.t[large], "left").tolist())
    return list(dict.fromkeys(path.moves[k - 1].line for k in numbers if k))


def _facts(made: Retimed, plan: Trajectory, rounded: float, stops: list[int]) -> dict[str, Any]:
    return {
        "status": made.verdict.status,
        "duration_s": made.trajectory.duration,
        "planned_s": plan.duration,
        "rounded_deg": rounded,
        "stops_after_lines": stops,
        "gained_s": list(made.gained),
        "saved_by_closer_samples_s": made.spared if math.isfinite(made.spared) else None,
        "samples_s": float(made.trajectory.t[1] - made.trajectory.t[0]),
    }


def _text(
    made: Retimed, plan: Trajectory, rounded: float, stops: list[int], tolerance: float
) -> str:
    new = made.trajectory
    rows = []
    for before, after in zip(plan.moves, new.moves, strict=True):
        name = f"{before.line} {short_move(before.text)}" if before.line else before.text
        rows.append(_row(name, before.end - before.start, after.end - after.start))
    rows.append(_row("all", plan.duration, new.duration))
    head = f"{made.verdict.status}: {new.duration:.3f} s along the same path, planned "
    notes = [_closer(made)] if made.spared else []
    if rounded:
        notes.append(f"The tool's attitude is rounded by at most {rounded:.3f} deg at speed steps.")
    if stops:
        lines = ", ".join(map(str, stops))
        text = (
            f"The arm stops where the speed would step: after line{'s' * (len(stops) > 1)} {lines}"
        )
        notes.append(wrapped(f"{text}; {BLEND if tolerance else ROUND}."))
    columns = ["move", "planned s", "retimed s", "change s"]
    return render(
        wrapped(f"{head}{plan.duration:.3f} s ({made.verdict.reason})", hang="  "),
        "",
        table("Moves", columns, rows),
        *notes,
    )


def _closer(made: Retimed) -> str:
    """Why the samples are closer together than those of the plan."""
    t = made.trajectory.t
    now, planned = (f"{1e3 * x:g} ms" for x in (float(t[1] - t[0]), made.asked))
    lost = f"the motion would take {made.spared:.3f} s longer"
    why = lost if math.isfinite(made.spared) else "none was found that passes"
    return wrapped(
        f"Samples are {now} apart: {planned} apart (--dt {planned.replace(' ', '')}) {why}."
    )


def _row(name: str, old: float, now: float) -> list[str]:
    return [name, f"{old:.3f}", f"{now:.3f}", f"{now - old:+.3f}"]
