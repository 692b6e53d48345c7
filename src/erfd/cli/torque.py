"""`erfd torque ROBOT`: the joint torques along a motion, as a table, a file and a plot."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.options import joint_values, loaded, wrench_values
from erfd.cli.output import csv_text, say, say_json, write_text
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.motion.cycloid import Samples, cycloid
from erfd.motion.table_file import read_samples
from erfd.plots import Panel, draw
from erfd.rows import Array
from erfd.tables import render, table

MOST_SAMPLES = 200_000


class Peak(NamedTuple):
    """One joint's torque (or force) along the motion; `gravity` is the largest part due to it."""

    joint: str
    unit: str
    peak: float
    peak_time_s: float
    rms: float
    first: float
    last: float
    gravity: float


class Result(NamedTuple):
    motion: Samples
    how: str
    torque: Array
    gravity: Array


def torque(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    trajectory: Annotated[
        str, typer.Option(help="cycloid, or a CSV file: t and the joints")
    ] = "cycloid",
    start: Annotated[str, typer.Option("--from", help="cycloid: joint values, say 0,90deg")] = "",
    end: Annotated[str, typer.Option("--to", help="cycloid: joint values at the end")] = "",
    duration: Annotated[str, typer.Option("--time", help="cycloid: how long")] = "10s",
    dt: Annotated[str, typer.Option(help="cycloid: between samples")] = "10ms",
    payload: Annotated[str, typer.Option(help="mass,x,y,z at the tool: 15kg,0,0,100mm")] = "",
    wrench: Annotated[str, typer.Option(help="on the tool: fx,fy,fz[,nx,ny,nz] in N and Nm")] = "",
    out: Annotated[Path | None, typer.Option(help="write every sample to this CSV file")] = None,
    plot: Annotated[Path | None, typer.Option(help="draw to this .html or .svg file")] = None,
    json: Annotated[bool, typer.Option("--json", help="machine-readable summary")] = False,
) -> None:
    """Inverse dynamics along a motion. The cycloid goes from zero to 1 rad (0.1 m) by default.

    Example: erfd torque puma --to 180deg,180deg,180deg,180deg,180deg,180deg --plot puma.html
    """
    arm = loaded(load(robot), payload)
    result = _run(arm, _motion(arm, trajectory, start, end, duration, dt), wrench)
    if json:
        say_json([peak._asdict() for peak in _summary(arm, result)])
    else:
        say(_text(arm, result))
    if out is not None:
        write_text(out, _csv(arm, result))
    if plot is not None:
        write_text(plot, _drawing(plot, arm, result))
    for path in (out, plot):
        if path is not None and not json:
            say(f"written: {path}")


def _motion(
    arm: Arm, trajectory: str, start: str, end: str, duration: str, dt: str
) -> tuple[Samples, str]:
    if trajectory != "cycloid":
        return read_samples(Path(trajectory), arm.joint_names)
    T, step = number(duration, "--time", ("s", "ms")), number(dt, "--dt", ("s", "ms"))
    if not (T > 0 and step > 0 and T / step <= MOST_SAMPLES):
        raise ErfdError(f"--time {T:g} s and --dt {step:g} s", f"at most {MOST_SAMPLES} samples")
    q0 = joint_values(arm, start, "--from", 0.0, 0.0)
    return cycloid(q0, joint_values(arm, end, "--to", 1.0, 0.1), T, step), "cycloid, Eq. (9.36)"


def _run(arm: Arm, motion: tuple[Samples, str], wrench: str) -> Result:
    x, how = motion
    tau = arm.inverse_dynamics(x.q, x.qd, x.qdd, wrench_values(wrench))
    return Result(x, how, tau, arm.gravity(x.q))


def _units(arm: Arm) -> list[str]:
    return ["N" if j.kind == "prismatic" else "N m" for j in arm.robot.independent]


def _summary(arm: Arm, r: Result) -> list[Peak]:
    at = np.abs(r.torque).argmax(axis=0)
    weight = np.gradient(r.motion.t)  # each sample stands for half the time to its neighbours
    mean = (weight[:, None] * r.torque**2).sum(axis=0) / weight.sum()
    return [
        Peak(
            joint=name,
            unit=unit,
            peak=float(r.torque[at[k], k]),
            peak_time_s=float(r.motion.t[at[k]]),
            rms=math.sqrt(mean[k]),
            first=float(r.torque[0, k]),
            last=float(r.torque[-1, k]),
            gravity=float(np.abs(r.gravity[:, k]).max()),
        )
        for k, (name, unit) in enumerate(zip(arm.joint_names, _units(arm), strict=True))
    ]


def _text(arm: Arm, r: Result) -> str:
    columns = ["joint", "unit", "peak", "at s", "RMS", "at start", "at end", "largest gravity part"]
    x = r.motion
    head = f"{arm.name}: {len(x.t)} samples, {x.t[-1] - x.t[0]:.6g} s; {r.how}"
    return render(head, table("Joint torques and forces", columns, map(_line, _summary(arm, r))))


def _line(e: Peak) -> list[str]:
    """Rounding noise, a billionth of the peak, is shown as the zero that it stands for."""
    values = [
        0.0 if abs(v) < 1e-9 * abs(e.peak) else v for v in (e.rms, e.first, e.last, e.gravity)
    ]
    rms, first, last, gravity = (f"{v:.6g}" for v in values)
    return [e.joint, e.unit, f"{e.peak:.6g}", f"{e.peak_time_s:.4g}", rms, first, last, gravity]


def _csv(arm: Arm, r: Result) -> str:
    kinds = {
        "": r.motion.q,
        ".speed": r.motion.qd,
        ".acceleration": r.motion.qdd,
        ".torque": r.torque,
    }
    header = ["t", *(f"{name}{kind}" for kind in kinds for name in arm.joint_names)]
    return csv_text(header, np.column_stack([r.motion.t, *kinds.values()]))


def _drawing(path: Path, arm: Arm, r: Result) -> str:
    turning = all(j.kind == "revolute" for j in arm.robot.independent)
    panels = [
        Panel(
            "torque in N m" if turning else "torque in N m, force in N", arm.joint_names, r.torque
        ),
        Panel(
            "position in rad" if turning else "position in rad or m", arm.joint_names, r.motion.q
        ),
    ]
    return draw(path, f"{arm.name}: joint torques along the motion", r.motion.t, panels)
