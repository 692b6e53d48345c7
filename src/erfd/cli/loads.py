"""For the designer of a machine: loads of the bearings, energy of a cycle, peaks of power."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array
from erfd.judge.demand import Model
from erfd.judge.instants import grid
from erfd.judge.series import reactions
from erfd.judge.thermal import rms
from erfd.judge.verdict import Verdict
from erfd.tables import render, table

WHOLE = 1e9


def loads_text(verdict: Verdict) -> str:
    what = verdict.judged
    at = grid(what.trajectory.curve)
    state = what.trajectory.curve.at(at.t, at.piece)
    force, moment = reactions(what.robot, state, what.wrench)
    both = [(g.programmed, rms(at, g.programmed, WHOLE).whole) for g in (force, moment)]
    rows = [
        [name, *(f"{x:.1f}" for values, mean in both for x in (values[:, k].max(), mean[k]))]
        for k, name in enumerate(force.names)
    ]
    columns = ["joint", "force N", "rms N", "moment N m", "rms N m"]
    bearings = table("Bearings (the largest load through each joint, and its mean)", columns, rows)
    asked = Model(what.robot, what.wrench, what.mode).of(state)
    drives = what.robot.drives
    if drives is None:
        return render(bearings, _power("joint", asked.tau * asked.qd, at.t, what))
    return render(bearings, _power("motor", asked.motor_torque * asked.motor_speed, at.t, what))


def _power(kind: str, power: Array, t: Array, what: object) -> object:
    robot = what.robot  # type: ignore[attr-defined]
    names = [m.name for m in robot.drives.motors] if robot.drives else []
    names = names or [j.name for j in robot.independent]
    rows = [
        [
            name,
            f"{power[:, k].max():.1f}",
            f"{power[:, k].min():.1f}",
            f"{_work(t, np.maximum(power[:, k], 0.0)):.1f}",
            f"{_work(t, np.minimum(power[:, k], 0.0)):.1f}",
        ]
        for k, name in enumerate(names)
    ]
    total = power.sum(axis=1)
    rows.append(
        [
            "all",
            f"{total.max():.1f}",
            f"{total.min():.1f}",
            f"{_work(t, np.maximum(power, 0.0).sum(axis=1)):.1f}",
            f"{_work(t, np.minimum(power, 0.0).sum(axis=1)):.1f}",
        ]
    )
    columns = [kind, "peak W", "braking W", "energy J", "returned J"]
    return table(f"Mechanical power and energy at each {kind}, over the motion", columns, rows)


def _work(t: Array, power: Array) -> float:
    return float((0.5 * np.diff(t) * (power[1:] + power[:-1])).sum())
