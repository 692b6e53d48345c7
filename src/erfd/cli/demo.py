"""`erfd demo`: the main job on the RL15, as far as it exists: tables, checks, both dynamics."""

from __future__ import annotations

import numpy as np
import typer

from erfd.arm import load
from erfd.cli.check import check
from erfd.cli.output import say
from erfd.errors import ErfdError
from erfd.tables import render, table

POSE_DEG = (20.0, -15.0, 30.0, 10.0, -40.0, 5.0)


def demo() -> None:
    """Load the RL15, print its tables, check it, compute inverse and forward dynamics."""
    arm = load("rl15")
    say(arm.report())
    try:
        check("rl15", states=10, json=False)
    except typer.Exit as done:
        if done.exit_code:
            raise
    q = np.radians(POSE_DEG)
    qd, qdd = np.full(6, 0.5), np.full(6, 1.0)
    tau = arm.inverse_dynamics(q, qd, qdd)
    back = arm.forward_dynamics(q, qd, tau)
    rows = [
        [name, f"{deg:.1f} deg", "0.5 rad/s", "1 rad/s^2", f"{u:.4f} N m", f"{a:.12f} rad/s^2"]
        for name, deg, u, a in zip(arm.joint_names, POSE_DEG, tau, back, strict=True)
    ]
    columns = [
        "joint",
        "position",
        "speed",
        "acceleration",
        "torque needed",
        "acceleration from it",
    ]
    say(render(table("Inverse dynamics, and forward dynamics back", columns, rows)))
    error = float(np.abs(back - qdd).max())
    if not error < 1e-9:
        raise ErfdError(f"forward dynamics missed by {error} rad/s^2")
    name = arm.method("forward_dynamics").replace("_", " ")
    say("The demo ran as described:")
    say("  every algorithm agrees with every other on the RL15 (the tables above), and")
    say(f"  forward dynamics ({name}) gives the accelerations back within {error:.0e} rad/s^2.")
    say("Next: erfd robots, erfd torque rl15 --plot rl15.html, docs/robot-format.md for your own.")
