"""For the designer of a machine: loads of the bearings, energy of a cycle, peaks of power."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.judge.demand import Model
from erfd.judge.instants import grid
from erfd.judge.series import reactions
from erfd.judge.thermal import rms
from erfd.judge.verdict import Verdict
from erfd.tables import render, table

WHOLE = 1e9


def loads(verdict: Verdict) -> dict[str, list[dict[str, Any]]]:
    """Of every bearing peak and root mean square; of every motor (else joint) power and energy."""
    what = verdict.judged
    at = grid(what.trajectory.curve)
    state = what.trajectory.curve.at(at.t, at.piece)
    force, moment = reactions(what.robot, state, what.wrench)
    both = {"force_N": force.programmed, "moment_N_m": moment.programmed}
    means = {name: rms(at, values, WHOLE).whole for name, values in both.items()}
    bearings = [
        {"joint": joint}
        | {f"peak_{name}": float(values[:, k].max()) for name, values in both.items()}
        | {f"rms_{name}": float(mean[k]) for name, mean in means.items()}
        for k, joint in enumerate(force.names)
    ]
    asked, drives = Model(what.robot, what.wrench, what.mode).of(state), what.robot.drives
    if drives is None:
        names, power = [j.name for j in what.robot.independent], asked.tau * asked.qd
    else:
        names = [m.name for m in drives.motors]
        power = asked.motor_torque * asked.motor_speed
    return {"bearings": bearings, "power": _power(names, power, at.t)}


def _power(names: Sequence[str], power: Array, t: Array) -> list[dict[str, Any]]:
    rows = [_of(name, power[:, [k]], t) for k, name in enumerate(names)]
    return [*rows, _of("all", power, t)]


def _of(name: str, power: Array, t: Array) -> dict[str, Any]:
    total = power.sum(axis=1)
    return {
        "name": name,
        "peak_W": float(total.max()),
        "braking_W": float(total.min()),
        "energy_J": _work(t, np.maximum(power, 0.0).sum(axis=1)),
        "returned_J": _work(t, np.minimum(power, 0.0).sum(axis=1)),
    }


def _work(t: Array, power: Array) -> float:
    return float((0.5 * np.diff(t) * (power[1:] + power[:-1])).sum())


def loads_text(verdict: Verdict) -> str:
    found = loads(verdict)
    keys = ("peak_force_N", "rms_force_N", "peak_moment_N_m", "rms_moment_N_m")
    rows = [[x["joint"], *(f"{x[k]:z.1f}" for k in keys)] for x in found["bearings"]]
    columns = ["joint", "force N", "rms N", "moment N m", "rms N m"]
    title = "Bearings (the largest load through each joint, and its root mean square)"
    kind = "joint" if verdict.judged.robot.drives is None else "motor"
    keys = ("peak_W", "braking_W", "energy_J", "returned_J")
    powers = [[x["name"], *(f"{x[k]:z.1f}" for k in keys)] for x in found["power"]]
    heads = [kind, "peak W", "braking W", "energy J", "returned J"]
    what = f"Mechanical power and energy at each {kind}, over the motion"
    return render(table(title, columns, rows), table(what, heads, powers))
