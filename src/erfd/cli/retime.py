"""`erfd retime PROGRAM`: the same path with the fastest time law that breaks nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from erfd.cli.motion_input import motion_input, share
from erfd.cli.output import check_target, refuse_overwriting, say, say_json
from erfd.errors import ErfdError
from erfd.judge.words import short_move
from erfd.planning import write_trajectory
from erfd.repair.run import NoTimeLawError
from erfd.repair.smooth import smoothed
from erfd.tables import render, table
from erfd.verdicts import replanner, retiming

SUFFIXES = (".csv", ".parquet", ".pq")


def retime(
    program: Annotated[Path, typer.Argument(help="a robot program, or samples as .csv, .parquet")],
    robot: Annotated[str, typer.Option(help="a library name or file; else as act_rob says")] = "",
    payload: Annotated[str, typer.Option(help="mass[,x,y,z] in the tool frame")] = "",
    wrench: Annotated[str, typer.Option(help="fx,fy,fz[,nx,ny,nz] on the tool, base axes")] = "",
    units: Annotated[str, typer.Option(help="of samples without any in their header: deg,ms")] = "",
    margin: Annotated[str, typer.Option(help="share of every limit but the ranges")] = "100%",
    ori_tol: Annotated[
        float, typer.Option(help="deg by which the tool may turn off at steps of speed")
    ] = 0.5,
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
    refuse_overwriting({"--out": out}, {"the motion": str(program), "the robot's file": robot})
    given = motion_input(program, robot, payload, wrench, units)
    path, rounded = given.plan, 0.0
    if given.program is not None and ori_tol > 0.0:
        again = replanner(given.program, given.arm, given.plan)
        path, rounded = smoothed(given.plan, given.arm.robot, again, ori_tol)
    try:
        made = retiming(path, given.arm, None, given.wrench, share(margin, "--margin"))
    except NoTimeLawError as error:
        say(str(error))
        raise typer.Exit(1) from None
    facts: dict[str, Any] = {
        "status": made.verdict.status,
        "duration_s": made.trajectory.duration,
        "planned_s": given.plan.duration,
        "rounded_deg": rounded,
        "gained_s": list(made.gained),
    }
    if json:
        say_json(facts)
    else:
        say(_text(made, given.plan, rounded))
    if out is not None:
        write_trajectory(made.trajectory, out, given.arm)
        if not json:
            say(f"written: {out}")
    raise typer.Exit(made.verdict.exit_code)


def _text(made: Any, plan: Any, rounded: float) -> str:
    new = made.trajectory
    rows = []
    for before, after in zip(plan.moves, new.moves, strict=True):
        old, now = before.end - before.start, after.end - after.start
        name = f"{before.line} {short_move(before.text)}" if before.line else before.text
        rows.append([name, f"{old:.3f}", f"{now:.3f}", f"{now - old:+.3f}"])
    rows.append(
        [
            "all",
            f"{plan.duration:.3f}",
            f"{new.duration:.3f}",
            f"{new.duration - plan.duration:+.3f}",
        ]
    )
    note = [f"The tool's attitude is rounded by at most {rounded:.3f} deg at steps of speed."]
    columns = ["move", "planned s", "retimed s", "change s"]
    return render(
        f"{made.verdict.status}: {new.duration:.3f} s along the same path ({made.verdict.reason})",
        "",
        table("Moves", columns, rows),
        *(note if rounded else []),
    )
