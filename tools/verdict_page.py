"""docs/lola15-verdict.md and its pictures: the published program under three loads.

Source: Kvrgic and Vidakovic section 7.2 and Figs. A4-A7 (Figs. 5-7 of the Serbian text). Run
`python -m tools.verdict_page` to write them anew; a test compares the page's figures.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

import erfd
from erfd.arm import Arm
from erfd.curve import Array, State
from erfd.judge.demand import Demand, Model
from erfd.judge.steps import AT_A_STEP
from erfd.judge.verdict import Verdict
from erfd.judge.words import percent_text, violation_text
from erfd.plots import Panel, draw
from erfd.trajectory import Trajectory

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "lola15-verdict.md"
PICTURES = ROOT / "docs" / "pictures"
LOADS: dict[str, list[float] | None] = {
    "none": None,
    "(-100, -100, -150) N": [-100.0, -100.0, -150.0, 0.0, 0.0, 0.0],
    "(100, 100, -150) N": [100.0, 100.0, -150.0, 0.0, 0.0, 0.0],
}
SHOWN = "(-100, -100, -150) N"


def planned() -> tuple[Arm, Trajectory]:
    arm = erfd.load("rl15")
    return arm, erfd.plan(erfd.parse(ROOT / "examples" / "lola15.irl"), arm)


def verdicts(arm: Arm, plan: Trajectory) -> dict[str, Verdict]:
    return {name: erfd.verify(plan, arm, wrench=load) for name, load in LOADS.items()}


def torques(arm: Arm, plan: Trajectory, load: list[float] | None) -> dict[str, Array]:
    """Joint torques by Newton and Euler, and by the equations of motion of mRNEA."""
    q, qd, qdd = plan.samples
    H, bias = arm.equations_of_motion(q, qd, wrench=load)
    return {
        "RNEA": arm.inverse_dynamics(q, qd, qdd, wrench=load, method="newton_euler"),
        "mRNEA": np.einsum("kij,kj->ki", H, qdd) + bias,
    }


def rows(found: dict[str, Verdict]) -> list[list[str]]:
    """A row a figure, a column a load."""
    table = {
        "verdict": [v.status for v in found.values()],
        "places where a limit is broken": [str(len(v.violations)) for v in found.values()],
        "worst motor speed": [_worst(v, "motor speed") for v in found.values()],
        "worst motor torque on the curve": [_worst(v, "motor torque") for v in found.values()],
        "worst motor torque at a speed step": [_at_a_step(v) for v in found.values()],
        "cycles in which a motor saturates": [_cycles(v) for v in found.values()],
        "largest error of the tool": [_largest(v) for v in found.values()],
        "largest delay": [f"{1e3 * v.achieved.delay.max():.0f} ms" for v in found.values()],
        "error at the end": [f"{1e3 * v.achieved.distance[-1]:.1f} mm" for v in found.values()],
    }
    return [[name, *cells] for name, cells in table.items()]


def _worst(verdict: Verdict, quantity: str) -> str:
    uses = [u for u in verdict.per_joint if u.quantity == quantity]
    worst = max(uses, key=lambda u: u.utilisation)
    line = verdict.judged.trajectory.moves[worst.move - 1].line
    return f"{percent_text(worst.utilisation)}, {worst.subject.replace('_', ' ')}, line {line}"


def _at_a_step(verdict: Verdict) -> str:
    quantity = "motor torque" + AT_A_STEP
    found = [v for v in verdict.violations if v.quantity == quantity]
    worst = max(found, key=lambda v: v.utilisation)
    return (
        f"{percent_text(worst.utilisation)}, {worst.subject.replace('_', ' ')}, line {worst.line}"
    )


def _cycles(verdict: Verdict) -> str:
    return f"{verdict.achieved.saturated_cycles} of {len(verdict.achieved.t) - 1}"


def _largest(verdict: Verdict) -> str:
    x = verdict.achieved
    return f"{1e3 * x.distance.max():.1f} mm, {np.degrees(x.angle.max()):.2f} deg"


def page() -> str:
    arm, plan = planned()
    found = verdicts(arm, plan)
    heads = ["", *(f"ON = {name}" if name != "none" else "no force" for name in LOADS)]
    lines = [heads, ["---"] * len(heads), *rows(found)]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    both = torques(arm, plan, LOADS[SHOWN])
    apart = np.abs(both["RNEA"] - both["mRNEA"]).max()
    first = "\n".join(f"- {n}: {violation_text(v.violations[0])}" for n, v in found.items())
    text = (Path(__file__).parent / "verdict_page.txt").read_text("utf-8")
    known = {
        "TABLE": table,
        "FIRST": first,
        "APART": "0" if apart == 0.0 else f"{apart:.0e} N m",
        "LARGEST": f"{np.abs(both['RNEA']).max():.0f} N m",
    }
    return re.sub(r"@([A-Z]+)@", lambda m: known[m[1]], text)


WITHOUT, WITH = "without Algorithm 1", "with Algorithm 1"


def pictures() -> None:
    arm, plan = planned()
    load = LOADS[SHOWN]
    motion = erfd.verify(plan, arm, wrench=load).achieved.motion
    t, asked = motion.t[:-1], commanded(arm, plan, motion.t, load)
    made = {
        "motor-torques": ("motor", "torque, N m", asked.motor_torque, motion.torque),
        "accelerations": ("joint", "acceleration, rad/s^2", asked.qdd, motion.qdd),
        "speeds": (
            "joint",
            "speed, rad/s",
            asked.qd + asked.qdd * arm.robot.system.r_dt,
            motion.qd[1:],
        ),
        "positions": ("joint", "position, rad", plan.at(t).q, motion.q[:-1]),
    }
    _drawn("torques", plan.t, _pairs("joint", "torque, N m", torques(arm, plan, load)))
    for name, (kind, what, one, two) in made.items():
        panels = _pairs(kind, what, {WITHOUT: one, WITH: two})
        _drawn(name, t, _limited(arm, panels) if kind == "motor" else panels)


def commanded(arm: Arm, plan: Trajectory, t: Array, load: list[float] | None) -> Demand:
    """What a controller would ask for cycle by cycle: each position reached at the cycle's end."""
    dt = arm.robot.system.r_dt
    P = plan.at(t).q
    speed = np.diff(P, axis=0) / dt
    before = np.vstack([plan.qd[:1], speed[:-1]])
    state = State(P[:-1], before, (speed - before) / dt)
    return Model(arm.robot, np.array(load)).of(state)


def _pairs(kind: str, what: str, values: dict[str, Array]) -> list[Panel]:
    return [
        Panel(
            f"{kind} {k + 1}: {what}", list(values), np.stack([x[:, k] for x in values.values()], 1)
        )
        for k in range(6)
    ]


def _limited(arm: Arm, panels: list[Panel]) -> list[Panel]:
    """With the limits of the motors."""
    peaks = [float(m.peak_torque.value) for m in arm.robot.drives.motors]
    made = []
    for panel, peak in zip(panels, peaks, strict=True):
        lines = np.tile([peak, -peak], (len(panel.values), 1))
        names = [*panel.names, "limit", "limit the other way"]
        made.append(Panel(panel.title, names, np.hstack([panel.values, lines])))
    return made


def _drawn(name: str, t: Array, panels: list[Panel]) -> None:
    made = draw(Path("x.png"), f"lola15.irl on rl15, ON = {SHOWN}", t, panels)
    data = made if isinstance(made, bytes) else made.encode()
    (PICTURES / f"lola15-{name}.png").write_bytes(data)


def figures(text: str) -> list[float]:
    """All numbers of a page, for comparing."""
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    pictures()
