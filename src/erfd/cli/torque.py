"""`erfd torque ROBOT`: the joint torques along a motion, as a table, a file and a plot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.options import joint_values, loaded, moving, wrench_values
from erfd.cli.output import check_target, refuse_overwriting, say, say_json
from erfd.cli.torque_output import Given, Result, assumptions, csv_of, drawing, summary, text
from erfd.cli.torque_samples import read_samples
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.motion.cycloid import cycloid
from erfd.plots import KINDS
from erfd.robot.text_file import write_text

CYCLOID, STDOUT = "cycloid", "-"
MOST_SAMPLES = 200_000
TIMES = ("s", "ms")


def torque(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    trajectory: Annotated[
        str, typer.Option(help="cycloid, or a file (.csv, .parquet): t, the joints")
    ] = CYCLOID,
    units: Annotated[str, typer.Option(help="of samples without any in their header: deg,ms")] = "",
    start: Annotated[str, typer.Option("--from", help="cycloid: joint values, say 0,90deg")] = "",
    end: Annotated[str, typer.Option("--to", help="cycloid: joint values at the end")] = "",
    duration: Annotated[str, typer.Option("--time", help="cycloid: how long")] = "10s",
    dt: Annotated[str, typer.Option(help="cycloid: between samples")] = "10ms",
    payload: Annotated[str, typer.Option(help="mass,x,y,z at the tool: 15kg,0,0,100mm")] = "",
    wrench: Annotated[str, typer.Option(help="on the tool: fx,fy,fz[,nx,ny,nz] in N and Nm")] = "",
    out: Annotated[
        Path | None, typer.Option(help="write every sample to this CSV file; - prints it")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="draw to this .html, .svg or .png file")] = None,
    json: Annotated[bool, typer.Option("--json", help="machine-readable summary")] = False,
) -> None:
    """Inverse dynamics along a motion: rigid bodies, without the drives' inertia and friction.

    The cycloid goes from zero to 1 rad (0.1 m) by default. A file has columns t [s], NAME [rad],
    optionally NAME.speed [rad/s] and NAME.acceleration [rad/s^2]; or deg, m, mm, ms.
    Example: erfd torque puma --to 180deg,180deg,180deg,180deg,180deg,180deg --plot puma.html
    """
    piped = str(out) == STDOUT
    out = None if piped else out
    check_target(out)
    check_target(plot, KINDS)
    inputs = {} if trajectory == CYCLOID else {"the trajectory": trajectory}
    refuse_overwriting({"--out": out, "--plot": plot}, {**inputs, "the robot's file": robot})
    arm = loaded(moving(load(robot)), payload)
    result = _run(arm, _motion(arm, trajectory, units, start, end, duration, dt), wrench)
    table_of_all = csv_of(arm, result) if piped or out is not None else ""
    if piped:
        say(table_of_all)
    elif json:
        say_json([peak._asdict() for peak in summary(arm, result)])
    else:
        say(text(arm, result))
    if out is not None:
        write_text(out, table_of_all)
    if plot is not None:
        write_text(plot, drawing(plot, arm, result))
    for path in (out, plot):
        if path is not None and not (json or piped):
            say(f"written: {path}")


def _motion(
    arm: Arm, trajectory: str, units: str, start: str, end: str, duration: str, dt: str
) -> Given:
    if trajectory != CYCLOID:
        if start or end:
            raise ErfdError("--from and --to are for the cycloid", "leave them out with a file")
        return read_samples(Path(trajectory), arm, units)
    if units:
        raise ErfdError("--units are for the columns of a file", "leave them out with the cycloid")
    T, step = number(duration, "--time", TIMES), number(dt, "--dt", TIMES)
    if not (T > 0 and step > 0):
        raise ErfdError(f"--time is {T:g} s and --dt {step:g} s", "both must be above zero")
    if T / step > MOST_SAMPLES or step > T / 2:
        count = f"--time {T:g} s by --dt {step:g} s is {T / step:.3g} samples"
        raise ErfdError(count, f"give 2 to {MOST_SAMPLES}")
    q0 = joint_values(arm, start, "--from", 0.0, 0.0)
    motion = cycloid(q0, joint_values(arm, end, "--to", 1.0, 0.1), T, step)
    return Given(motion, "cycloid from rest to rest", [])


def _run(arm: Arm, given: Given, wrench: str) -> Result:
    x, load_on_tool = given.motion, wrench_values(wrench)
    tau, gravity = arm.inverse_dynamics(x.q, x.qd, x.qdd, load_on_tool), arm.gravity(x.q)
    finite = np.isfinite(np.column_stack([*x, tau, gravity])).all(axis=1)
    if not finite.all():
        at = f"the motion or its torques are beyond all numbers at t = {x.t[finite.argmin()]:g} s"
        raise ErfdError(at, "give a smaller or slower motion")
    return Result(x, assumptions(arm, given, load_on_tool), tau, gravity)
