"""A run as one HTML page that needs nothing else: plots, energy, events, and the replay of the arm.

The page's script, style and replay are those of the report of verdicts (`judge/page`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import numpy as np

from erfd.arm import Arm
from erfd.curve import Array, Index
from erfd.forward.result import Run
from erfd.judge.report import Group, drawn, filled, group_data, packed

MOST = 20_000


def run_page(arm: Arm, run: Run) -> str:
    template = (files("erfd.forward") / "page" / "run.html").read_text("utf-8")
    return filled(template, _title(arm), _data(arm, run))


def _title(arm: Arm) -> str:
    return f"{arm.name}, simulated"


def _data(arm: Arm, run: Run) -> dict[str, Any]:
    some = np.unique(np.linspace(0, len(run.t) - 1, min(MOST, len(run.t))).astype(int))
    t, q = run.t[some], run.q[some]
    tool = arm.forward_kinematics(q)[..., :3, 3]
    good = run.diverged is None
    return {
        "title": _title(arm),
        "status": "ran to " + run.ended if good else "diverged",
        "reason": f"{run.t[-1]:.6g} s, {run.steps} steps by {run.integrator}; energy residual "
        f"{run.drift:.2g} of the largest kinetic energy (or work)"
        if good
        else str(run.diverged),
        "near": 0.9,
        "t": packed(t),
        "joints": [packed(column) for column in q.T],
        "line_of": [0] * len(t),
        "program": [],
        "violation_heads": [["t in s", ""], ["what", "text"], ["happens", "text"]],
        "violations": [_row(e.t, [f"{e.t:.6f}", e.name, e.text]) for e in run.events[:2000]],
        "move_heads": [["account", "text"], ["J at the end", ""], ["largest J", ""]],
        "moves": _accounts(run),
        "unknown": [],
        "assumptions": [["physics", run.assumptions[0]], ["integration", run.assumptions[1]]],
        "groups": [group_data(g) for g in groups(arm, run, some)],
        "first_group": 0,
        "first_t": float(t[0]),
        "bad": [],
        "robot": drawn(arm.robot),
        "paths": [
            {"points": packed(tool.ravel()), "colour": "--one", "dash": [], "bad": "0" * len(t)}
        ],
    }


def _row(t: float | None, cells: list[str]) -> dict[str, Any]:
    shown = [[cells[0], ""], *([cell, "text"] for cell in cells[1:])]
    return {"cells": shown} if t is None else {"cells": shown, "t": t}


def _accounts(run: Run) -> list[dict[str, Any]]:
    e = run.energy
    rows = {"kinetic": e.kinetic, "potential": e.potential}
    rows |= {f"work of {k}": x for k, x in e.works.items() if np.any(x)}
    rows["residual"] = e.residual
    return [
        {"cells": [[name, "text"], [f"{x[-1]:.6g}", ""], [f"{np.abs(x).max():.6g}", ""]]}
        for name, x in rows.items()
    ]


def groups(arm: Arm, run: Run, some: Index) -> list[Group]:
    """Diagrams: motion, torques, energy; joints that slide by themselves."""
    found: list[Group] = []
    slides = np.array([j.kind == "prismatic" for j in arm.robot.independent])
    for which, units in ((~slides, ("deg", "deg/s", "N m")), (slides, ("mm", "mm/s", "N"))):
        if not which.any():
            continue
        names = [name for name, x in zip(arm.joint_names, which, strict=True) if x]
        factor = 180.0 / np.pi if units[0] == "deg" else 1000.0
        wanted = None if run.target is None else factor * run.target[some][:, which]
        kind = "" if units[0] == "deg" else " of slides"
        values = factor * run.q[some][:, which]
        found.append(_group("position" + kind, units[0], names, values, wanted))
        found.append(_group("speed" + kind, units[1], names, factor * run.qd[some][:, which]))
        if np.any(run.torque[:, which]):
            what = "joint torque" if units[2] == "N m" else "joint force"
            found.append(_group(what, units[2], names, run.torque[some][:, which]))
    if run.motor_torque.shape[1]:
        found.append(_group("motor torque", "N m", arm.motor_names, run.motor_torque[some]))
    e = run.energy
    rows = {"kinetic": e.kinetic, "potential": e.potential, "residual": e.residual}
    rows |= {f"work of {k}": x for k, x in e.works.items() if np.any(x)}
    values = np.stack([x[some] for x in rows.values()], axis=1)
    return [*found, _group("energy", "J", list(rows), values)]


def _group(name: str, unit: str, names: Any, values: Array, wanted: Array | None = None) -> Group:
    return Group(name=name, unit=unit, names=list(names), programmed=values, achieved=wanted)
