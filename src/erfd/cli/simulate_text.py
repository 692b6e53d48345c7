"""A run as text, as plain data and as a drawing."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from erfd.arm import Arm
from erfd.forward.result import Run
from erfd.plots import Panel, by_size, draw
from erfd.run_page import groups, run_page
from erfd.tables import render, table

SHOWN = 20


def text(arm: Arm, run: Run) -> str:
    head = f"{arm.name}: {run.t[-1]:.6g} s, {len(run.t)} samples; {run.assumptions[0]}"
    how = f"{run.assumptions[1]}; {run.steps} steps, {run.evaluations} evaluations"
    parts: list[Any] = [head, how, "", _motion(arm, run), _energy(run), _residual(run)]
    shown = run.events[:SHOWN]
    if shown:
        rows = [[f"{e.t:.6f}", e.name, e.text] for e in shown]
        parts.append(table("Events", ["t s", "what", "happens"], rows))
        more = len(run.events) - len(shown)
        parts += [f"and {more} more events: --json"] if more else []
    parts += [f"{n.code} at t = {n.t:.3f} s: {n.text}" for n in run.notices]
    if run.diverged is not None:
        parts.append(f"DIVERGED: {run.diverged}")
    elif run.ended != "the end":
        parts.append(f"ended by {run.ended}")
    return render(*parts)


def _units(arm: Arm) -> list[tuple[str, float]]:
    return [
        ("mm", 1000.0) if j.kind == "prismatic" else ("deg", 180.0 / math.pi)
        for j in arm.robot.independent
    ]


def _motion(arm: Arm, run: Run) -> Any:
    columns = ["joint", "unit", "at start", "at end", "least", "largest", "fastest per s"]
    columns += ["most torque", "in"] * bool(np.any(run.torque))
    rows = []
    for k, (name, (unit, factor)) in enumerate(zip(arm.joint_names, _units(arm), strict=True)):
        q, qd = factor * run.q[:, k], factor * run.qd[:, k]
        values = [q[0], q[-1], q.min(), q.max(), np.abs(qd).max()]
        row = [name, unit, *(f"{_zero(float(v)):.6g}" for v in values)]
        if np.any(run.torque):
            kind = "N" if unit == "mm" else "N m"
            row += [f"{np.abs(run.torque[:, k]).max():.6g}", kind]
        rows.append(row)
    return table("Motion", columns, rows)


def _zero(x: float) -> float:
    """Rounding noise is shown as the zero that it stands for."""
    return 0.0 if abs(x) < 1e-11 else x


def _energy(run: Run) -> Any:
    e = run.energy
    rows = [
        ["kinetic", f"{e.kinetic[0]:.6g}", f"{e.kinetic[-1]:.6g}", f"{e.kinetic.max():.6g}"],
        [
            "potential",
            f"{e.potential[0]:.6g}",
            f"{e.potential[-1]:.6g}",
            f"{e.potential.max():.6g}",
        ],
    ]
    rows += [
        [f"work of {name}", "0", f"{x[-1]:.6g}", f"{x[np.abs(x).argmax()]:.6g}"]
        for name, x in e.works.items()
        if np.any(x)
    ]
    return table("Energy in J", ["account", "at start", "at end", "largest"], rows)


def _residual(run: Run) -> str:
    largest = float(np.abs(run.residual).max())
    return (
        f"residual (energy that no account explains): {largest:.2g} J, {run.drift:.2g} of the "
        "largest kinetic energy or work"
    )


def as_plain(arm: Arm, run: Run) -> dict[str, Any]:
    e = run.energy
    d = run.diverged
    return {
        "robot": arm.name,
        "t_end_s": float(run.t[-1]),
        "ended": run.ended,
        "diverged": None
        if d is None
        else {"t_s": d.t, "joint": d.joint, "cause": d.cause, "remedy": d.remedy},
        "integrator": run.integrator,
        "steps": run.steps,
        "evaluations": run.evaluations,
        "assumptions": list(run.assumptions),
        "joints": list(arm.joint_names),
        "q_end": run.q[-1].tolist(),
        "qd_end": run.qd[-1].tolist(),
        "energy_J": {
            "kinetic_end": float(e.kinetic[-1]),
            "potential_end": float(e.potential[-1]),
            "works_end": {name: float(x[-1]) for name, x in e.works.items()},
            "residual_largest": float(np.abs(e.residual).max()),
            "residual_relative": e.drift,
        },
        "events": [
            {"t_s": x.t, "kind": x.kind, "name": x.name, "text": x.text} for x in run.events
        ],
        "warnings": [{"code": n.code, "t_s": n.t, "text": n.text} for n in run.notices],
    }


def drawing(path: Path, arm: Arm, run: Run) -> str | bytes:
    """The page with replay, or diagrams as .svg and .png."""
    if path.suffix == ".html":
        return run_page(arm, run)
    panels: list[Panel] = []
    for g in groups(arm, run, np.arange(len(run.t))):
        title = f"{g.name} in {g.unit}"
        names, values = list(g.names), g.programmed
        if g.achieved is not None:
            names = [*names, *(f"{x} (target)" for x in g.names)]
            values = np.column_stack([values, g.achieved])
        split = g.name.endswith(("torque", "force"))
        panels += by_size(title, names, values) if split else [Panel(title, names, values)]
    return draw(path, f"{arm.name}, simulated", run.t, panels)
