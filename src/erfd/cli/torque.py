"""`erfd torque ROBOT`: the joint torques along a motion, as a table, a file and a plot."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.limits import beyond, far_off
from erfd.cli.options import joint_values, loaded, moving, wrench_values
from erfd.cli.output import check_target, csv_text, refuse_overwriting, say, say_json
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.motion.cycloid import Samples, cycloid
from erfd.motion.table_file import Read, read_samples
from erfd.plots import KINDS, Panel, by_size, draw
from erfd.robot.text_file import write_text
from erfd.rows import Array
from erfd.tables import render, table

CYCLOID, STDOUT = "cycloid", "-"
MOST_SAMPLES = 200_000
TIMES = ("s", "ms")


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
    assumptions: list[str]
    torque: Array
    gravity: Array


def torque(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    trajectory: Annotated[
        str, typer.Option(help="cycloid, or a CSV file: t and the joints")
    ] = CYCLOID,
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

    The cycloid goes from zero to 1 rad (0.1 m) by default. CSV: t in s, a column per joint in
    rad or m, optionally NAME.speed and NAME.acceleration.
    Example: erfd torque puma --to 180deg,180deg,180deg,180deg,180deg,180deg --plot puma.html
    """
    piped = str(out) == STDOUT
    out = None if piped else out
    check_target(out)
    check_target(plot, KINDS)
    inputs = {} if trajectory == CYCLOID else {"the trajectory": trajectory}
    refuse_overwriting({"--out": out, "--plot": plot}, {**inputs, "the robot's file": robot})
    arm = loaded(moving(load(robot)), payload)
    result = _run(arm, _motion(arm, trajectory, start, end, duration, dt), wrench)
    table_of_all = _csv(arm, result) if piped or out is not None else ""
    if piped:
        say(table_of_all)
    elif json:
        say_json([peak._asdict() for peak in _summary(arm, result)])
    else:
        say(_text(arm, result))
    if out is not None:
        write_text(out, table_of_all)
    if plot is not None:
        write_text(plot, _drawing(plot, arm, result))
    for path in (out, plot):
        if path is not None and not (json or piped):
            say(f"written: {path}")


def _motion(arm: Arm, trajectory: str, start: str, end: str, duration: str, dt: str) -> Read:
    if trajectory != CYCLOID:
        if start or end:
            raise ErfdError("--from and --to are for the cycloid", "leave them out with a file")
        return read_samples(Path(trajectory), arm.joint_names)
    T, step = number(duration, "--time", TIMES), number(dt, "--dt", TIMES)
    if not (T > 0 and step > 0):
        raise ErfdError(f"--time is {T:g} s and --dt {step:g} s", "both must be above zero")
    if T / step > MOST_SAMPLES or step > T / 2:
        count = f"--time {T:g} s by --dt {step:g} s is {T / step:.3g} samples"
        raise ErfdError(count, f"give 2 to {MOST_SAMPLES}")
    q0 = joint_values(arm, start, "--from", 0.0, 0.0)
    motion = cycloid(q0, joint_values(arm, end, "--to", 1.0, 0.1), T, step)
    return Read(motion, "cycloid from rest to rest", [])


def _run(arm: Arm, given: Read, wrench: str) -> Result:
    x, load_on_tool = given.motion, wrench_values(wrench)
    tau, gravity = arm.inverse_dynamics(x.q, x.qd, x.qdd, load_on_tool), arm.gravity(x.q)
    finite = np.isfinite(np.column_stack([*x, tau, gravity])).all(axis=1)
    if not finite.all():
        at = f"the motion or its torques are beyond all numbers at t = {x.t[finite.argmin()]:g} s"
        raise ErfdError(at, "give a smaller or slower motion")
    return Result(x, _assumptions(arm, given, load_on_tool), tau, gravity)


def _assumptions(arm: Arm, given: Read, wrench: list[float] | None) -> list[str]:
    t = given.motion.t
    lines = [f"{len(t)} samples, {t[-1] - t[0]:.6g} s; {given.how}", _ends(arm, given.motion)]
    if arm.robot.payload is not None:
        x, y, z = (f"{1000.0 * v:.6g}" for v in arm.robot.payload.com)
        lines.append(f"payload {arm.robot.payload.mass:g} kg at {x}, {y}, {z} mm in tool axes")
        away = math.hypot(*map(float, arm.robot.payload.com))
        lines += [f"warning: {x}" for x in far_off(arm, "the payload's mass centre", away)]
    if wrench is not None:
        force, moment = (", ".join(f"{v:g}" for v in part) for part in (wrench[:3], wrench[3:]))
        lines.append(f"wrench on the tool, base axes: {force} N; {moment} N m")
    if given.unused:
        lines.append(f"columns not used: {', '.join(given.unused)}")
    lines.append("rigid bodies only: no rotor inertia, no friction")
    return lines


def _ends(arm: Arm, x: Samples) -> str:
    """From where to where, in deg and mm."""
    units = [(1000.0, "mm") if u == "N" else (180.0 / math.pi, "deg") for u in _units(arm)]
    same = len(set(units)) == 1
    ends = []
    for row in (x.q[0], x.q[-1]):
        shown = [f"{factor * v:.6g}" for v, (factor, _) in zip(row, units, strict=True)]
        ends.append(
            f"{', '.join(shown)} {units[0][1]}"
            if same
            else ", ".join(f"{v} {unit}" for v, (_, unit) in zip(shown, units, strict=True))
        )
    return f"from {ends[0]} to {ends[1]}"


def _units(arm: Arm) -> list[str]:
    return ["N" if j.kind == "prismatic" else "N m" for j in arm.robot.independent]


def _summary(arm: Arm, r: Result) -> list[Peak]:
    at = np.abs(r.torque).argmax(axis=0)
    return [
        Peak(
            joint=name,
            unit=unit,
            peak=float(r.torque[at[k], k]),
            peak_time_s=float(r.motion.t[at[k]]),
            rms=_rms(r.motion.t, r.torque[:, k]),
            first=float(r.torque[0, k]),
            last=float(r.torque[-1, k]),
            gravity=float(np.abs(r.gravity[:, k]).max()),
        )
        for k, (name, unit) in enumerate(zip(arm.joint_names, _units(arm), strict=True))
    ]


def _rms(t: Array, values: Array) -> float:
    """By the trapezoid rule; relative to the peak, so that no square is beyond all numbers."""
    peak = float(np.abs(values).max())
    if peak == 0.0:
        return 0.0
    return peak * math.sqrt(float(np.trapezoid((values / peak) ** 2, t)) / float(t[-1] - t[0]))


def _text(arm: Arm, r: Result) -> str:
    columns = ["joint", "unit", "peak", "at s", "RMS", "at start", "at end", "largest gravity part"]
    x = r.motion
    over = beyond(arm, position=x.q, speed=x.qd, acceleration=x.qdd, effort=r.torque)
    view = table("Joint torques and forces", columns, map(_line, _summary(arm, r)))
    head = [f"{arm.name}: {r.assumptions[0]}", *r.assumptions[1:], ""]
    return render(*head, view, *[f"beyond its limit: {line}" for line in over])


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
    twice = [name for k, name in enumerate(header) if name in header[:k]]
    if twice:
        raise ErfdError(f"two columns of --out would be called '{twice[0]}'", "rename the joint")
    return csv_text(header, np.column_stack([r.motion.t, *kinds.values()]))


def _drawing(path: Path, arm: Arm, r: Result) -> str | bytes:
    """Torques and forces, no joint's flattened by another's, and the motion below them."""
    slides = np.array([j.kind == "prismatic" for j in arm.robot.independent])
    panels: list[Panel] = []
    for title, which in (("torque in N m", ~slides), ("force in N", slides)):
        panels += by_size(title, _chosen(arm, which), r.torque[:, which])
    for title, which, factor in (
        ("position in deg", ~slides, 180.0 / math.pi),
        ("position in mm", slides, 1000.0),
    ):
        if which.any():
            panels.append(Panel(title, _chosen(arm, which), factor * r.motion.q[:, which]))
    return draw(path, f"{arm.name}: joint torques along the motion", r.motion.t, panels)


def _chosen(arm: Arm, which: Array) -> list[str]:
    return [name for name, chosen in zip(arm.joint_names, which, strict=True) if chosen]
