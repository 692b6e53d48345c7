"""What `erfd torque` says of a motion: a line for each joint, every sample, a drawing."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from erfd.arm import Arm
from erfd.cli.limits import beyond, far_off
from erfd.csv_file import csv_text
from erfd.errors import ErfdError
from erfd.motion.cycloid import Samples
from erfd.plots import Panel, by_size, draw
from erfd.rows import Array
from erfd.tables import render, table


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


class Given(NamedTuple):
    """The motion, how its speeds and accelerations were had, and which columns were not used."""

    motion: Samples
    how: str
    unused: list[str]


class Result(NamedTuple):
    motion: Samples
    assumptions: list[str]
    torque: Array
    gravity: Array


def assumptions(arm: Arm, given: Given, wrench: list[float] | None) -> list[str]:
    t = given.motion.t
    lines = [f"{len(t)} samples, {t[-1] - t[0]:.6g} s; {given.how}", _ends(arm, given.motion)]
    if arm.robot.payload is not None:
        x, y, z = (f"{1000.0 * v:z.6g}" for v in arm.robot.payload.com)
        lines.append(f"payload {arm.robot.payload.mass:g} kg at {x}, {y}, {z} mm in tool axes")
        away = math.hypot(*map(float, arm.robot.payload.com))
        lines += [f"warning: {x}" for x in far_off(arm, "the payload's mass centre", away)]
    if wrench is not None:
        force, moment = (", ".join(f"{v:zg}" for v in part) for part in (wrench[:3], wrench[3:]))
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
        shown = [f"{factor * v:z.6g}" for v, (factor, _) in zip(row, units, strict=True)]
        ends.append(
            f"{', '.join(shown)} {units[0][1]}"
            if same
            else ", ".join(f"{v} {unit}" for v, (_, unit) in zip(shown, units, strict=True))
        )
    return f"from {ends[0]} to {ends[1]}"


def _units(arm: Arm) -> list[str]:
    return ["N" if j.kind == "prismatic" else "N m" for j in arm.robot.independent]


def summary(arm: Arm, r: Result) -> list[Peak]:
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


def text(arm: Arm, r: Result) -> str:
    columns = ["joint", "unit", "peak", "at s", "RMS", "at start", "at end", "largest gravity part"]
    x = r.motion
    over = beyond(arm, position=x.q, speed=x.qd, acceleration=x.qdd, effort=r.torque)
    view = table("Joint torques and forces", columns, map(_line, summary(arm, r)))
    head = [f"{arm.name}: {r.assumptions[0]}", *r.assumptions[1:], ""]
    return render(*head, view, *[f"beyond its limit: {line}" for line in over])


def _line(e: Peak) -> list[str]:
    """Rounding noise, a billionth of the peak, is shown as the zero that it stands for."""
    values = [
        0.0 if abs(v) < 1e-9 * abs(e.peak) else v for v in (e.rms, e.first, e.last, e.gravity)
    ]
    rms, first, last, gravity = (f"{v:z.6g}" for v in values)
    return [e.joint, e.unit, f"{e.peak:z.6g}", f"{e.peak_time_s:.4g}", rms, first, last, gravity]


def csv_of(arm: Arm, r: Result) -> str:
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
    return csv_text(header, np.column_stack([r.motion.t, *kinds.values()]).tolist())


def drawing(path: Path, arm: Arm, r: Result) -> str | bytes:
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
