"""`erfd simulate ROBOT`: forward in time, free, forced or controlled; tables, file, plot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from erfd.arm import load
from erfd.cli.options import loaded, moving
from erfd.cli.output import check_target, refuse_overwriting, say, say_json
from erfd.cli.simulate_input import Options, inputs
from erfd.cli.simulate_text import as_plain, drawing, text
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.planning import write_trajectory
from erfd.plots import KINDS
from erfd.robot.text_file import write_text
from erfd.simulating import simulate as run_arm

SUFFIXES = (".csv", ".parquet", ".pq")
TIMES = ("s", "ms")


def simulate(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    q0: Annotated[str, typer.Option("--q0", help="start: joint values, say 0,90deg")] = "",
    qd0: Annotated[str, typer.Option("--qd0", help="speeds at the start, rad/s or m/s")] = "",
    t_end: Annotated[str, typer.Option(help="how long")] = "1s",
    dt_out: Annotated[str, typer.Option(help="between samples")] = "10ms",
    torque: Annotated[str, typer.Option(help="joint torques: a file, or formulas of t")] = "",
    motor_torque: Annotated[str, typer.Option(help="motor torques: the same")] = "",
    motor_current: Annotated[str, typer.Option(help="motor currents: the same")] = "",
    between: Annotated[str, typer.Option(help="rows of files: linear or hold")] = "linear",
    wrench: Annotated[str, typer.Option(help="on the tool: fx,fy,fz[,nx,ny,nz], or a file")] = "",
    controller: Annotated[
        str, typer.Option(help="pd, computed_torque, cascade, playback; gains pd:kp=100,kd=20")
    ] = "",
    target: Annotated[
        str, typer.Option(help="of the controller: joint values, a motion's file or a program")
    ] = "",
    cycle: Annotated[str, typer.Option(help="the controller's; else it acts always")] = "",
    drives: Annotated[
        bool, typer.Option("--drives", help="with motors and their friction")
    ] = False,
    friction: Annotated[
        bool | None, typer.Option("--friction/--no-friction", help="else as --drives")
    ] = None,
    stops: Annotated[bool, typer.Option("--stops", help="walls at the ends of the ranges")] = False,
    restitution: Annotated[float, typer.Option(help="of the stops: 0 stays, 1 bounces")] = 0.0,
    payload: Annotated[str, typer.Option(help="mass[,x,y,z] in the tool frame")] = "",
    pick: Annotated[list[str] | None, typer.Option(help="when,mass[,x,y,z]: taken then")] = None,
    drop: Annotated[list[str] | None, typer.Option(help="when the payload is dropped")] = None,
    base: Annotated[
        str, typer.Option(help="the base moves: slide:x,y,z:FORMULA or turn:x,y,z:FORMULA")
    ] = "",
    integrator: Annotated[str, typer.Option(help="auto is dop853; see docs/simulate.md")] = "auto",
    dt: Annotated[str, typer.Option(help="the step of a fixed-step integrator")] = "",
    rtol: Annotated[float | None, typer.Option(help="relative and absolute tolerance")] = None,
    out: Annotated[Path | None, typer.Option(help="every sample: .csv or .parquet")] = None,
    plot: Annotated[Path | None, typer.Option(help=".html with replay, .svg or .png")] = None,
    json: Annotated[bool, typer.Option("--json", help="machine-readable summary")] = False,
) -> None:
    """Forward dynamics over time: free, forced or controlled, with the energy's whole account.

    Rigid bodies alone unless --drives, --friction, --stops say more. A formula knows t, pi, sin,
    cos, exp, sqrt, step: --torque "10*sin(2*t),0" or "joint_1=10". Exit 1: the run diverged.
    Example: erfd simulate three_link --t-end 3s --plot fall.html
    """
    check_target(out)
    check_target(plot, KINDS)
    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise ErfdError(f"cannot write '{out.name}'", f"use {', '.join(SUFFIXES)}")
    files = {"--torque": torque, "--motor-torque": motor_torque, "--motor-current": motor_current}
    read = {x: f"the file of {name}" for name, x in {**files, "--wrench": wrench}.items() if x}
    refuse_overwriting(
        {"--out": out, "--plot": plot},
        {"the robot's file": robot, **{what: path for path, what in read.items()}},
    )
    arm = loaded(moving(load(robot)), payload)
    options = Options(
        torque=torque,
        motor_torque=motor_torque,
        motor_current=motor_current,
        between=between,
        wrench=wrench,
        controller=controller,
        target=target,
        cycle=cycle,
        pick=tuple(pick or ()),
        drop=tuple(drop or ()),
        base=base,
        q0=q0,
        qd0=qd0,
    )
    arm, given = inputs(arm, options)
    made = run_arm(
        arm,
        t_end=number(t_end, "--t-end", TIMES),
        dt_out=number(dt_out, "--dt-out", TIMES),
        integrator=integrator,
        drives=drives or None,
        friction=friction,
        stops=stops,
        restitution=restitution,
        dt=number(dt, "--dt", TIMES) if dt else None,
        rtol=rtol,
        atol=rtol,
        **given,
    )
    say_json(as_plain(arm, made)) if json else say(text(arm, made))
    if out is not None:
        write_trajectory(made, out, arm)
    if plot is not None:
        write_text(plot, drawing(plot, arm, made))
    for path in (out, plot):
        if path is not None and not json:
            say(f"written: {path}")
    raise typer.Exit(0 if made.diverged is None else 1)
