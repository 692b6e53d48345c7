"""What a run gives: a trajectory with its energies, torques and events, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array, Index, pieces_at
from erfd.forward.ledger import Ledger, ledger
from erfd.forward.phase import WORKS
from erfd.forward.problem import Problem
from erfd.forward.ranges import ranges
from erfd.forward.record import Divergence, Event, Record
from erfd.forward.steps_curve import Steps
from erfd.trajectory import Notice, Trajectory


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Run(Trajectory):
    """`energy` is the ledger, `torque` (samples, n) what acts at the joints from outside or by a
    controller, `motor_torque` (samples, motors) that of the motors; `target` the positions that a
    controller was to reach; `diverged` says why it stopped.

    `ended` is "the end", "divergence", or the event that stopped it.
    """

    energy: Ledger
    torque: Array
    motor_torque: Array
    target: Array | None = None
    events: tuple[Event, ...] = ()
    ended: str = "the end"
    diverged: Divergence | None = None
    steps: int = 0
    evaluations: int = 0
    integrator: str = ""
    assumptions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        span = f"{self.n} joints, {self.duration:g} s by {self.integrator}, {len(self.t)} samples"
        events = f", {len(self.events)} events" if self.events else ""
        return f"<Run: {span}{events}, to {self.ended}, energy drift {self.drift:.1e}>"

    @property
    def residual(self) -> Array:
        """The energy that no account explains, J."""
        return self.energy.residual

    @property
    def drift(self) -> float:
        """The largest residual relative to the largest kinetic energy."""
        return self.energy.drift


def result(problem: Problem, record: Record, dt: float, assumptions: tuple[str, ...]) -> Run | None:
    """The samples every dt, and the last instant; None where not even one step was possible."""
    if not record.segments:
        return None
    names = tuple(j.name for j in problem.robot.independent)
    curve = Steps(record.segments, len(names))
    t = _instants(float(curve.breakpoints[-1]), dt)
    piece = pieces_at(curve, t)
    accounts = ledger(record, curve, t, piece)
    torque, motor = _torques(record, curve, t, piece)
    return Run(
        joint_names=names,
        curve=curve,
        t=t,
        notices=_notices(problem, curve, t),
        how=f"simulated by {problem.method.name}",
        channels=_channels(problem, accounts, torque, motor),
        energy=accounts,
        torque=torque,
        motor_torque=motor,
        target=_target(problem, t),
        events=tuple(record.events),
        ended=record.ended,
        diverged=record.diverged,
        steps=len(record.segments),
        evaluations=record.evaluations,
        integrator=problem.method.name,
        assumptions=assumptions,
    )


def _instants(end: float, dt: float) -> Array:
    """0, dt, 2 dt, ... and the end itself."""
    count = int(np.floor(end / dt * (1.0 + 1e-12)))
    t = dt * np.arange(count + 1)
    t = t[t < end - 1e-9 * dt]
    return np.append(t, end)


def _torques(record: Record, curve: Steps, t: Array, piece: Index) -> tuple[Array, Array]:
    states, phases = curve.states(t, piece), np.array(record.of_phase, dtype=np.intp)[piece]
    first = record.phases[0]
    joint, motor = np.zeros((len(t), first.n)), np.zeros((len(t), first.plant.r))
    if not first.works:
        return joint, motor
    for k, (now, y, number) in enumerate(zip(t.tolist(), states, phases.tolist(), strict=True)):
        phase = record.phases[number]
        act = phase.acting(now, *phase.split(y))
        joint[k], motor[k] = act.forces.joint, act.forces.motor
    return joint, motor


def _target(problem: Problem, t: Array) -> Array | None:
    """Where the controller wanted the joints, (samples, n)."""
    if problem.target is None:
        return None
    return np.array([problem.target.after(x)(x).q for x in t.tolist()])


def _channels(problem: Problem, accounts: Ledger, torque: Array, motor: Array) -> dict[str, Array]:
    """Further columns of a file."""
    found = {
        "kinetic energy [J]": accounts.kinetic,
        "potential energy [J]": accounts.potential,
        **{f"work of {name} [J]": x for name, x in accounts.works.items() if np.any(x)},
        "energy residual [J]": accounts.residual,
    }
    for k, joint in enumerate(problem.robot.independent):
        if np.any(torque):
            unit = "N" if joint.kind == "prismatic" else "N m"
            found[f"{joint.name}.torque [{unit}]"] = torque[:, k]
    drives = problem.robot.drives
    if motor.shape[1] and drives is not None:
        for k, m in enumerate(drives.motors):
            found[f"{m.name}.torque [N m]"] = motor[:, k]
    return found


def _notices(problem: Problem, curve: Steps, t: Array) -> tuple[Notice, ...]:
    """Joints that leave their range, where nothing stops them."""
    if problem.physics.stops:
        return ()
    q = curve.states(t, pieces_at(curve, t), curve.n)
    lower, upper = ranges(problem.robot)
    outside = (q < lower - 1e-9) | (q > upper + 1e-9)
    found = []
    for k in np.flatnonzero(outside.any(axis=0)):
        name, at = problem.robot.independent[k].name, int(outside[:, k].argmax())
        text = f"{name} is outside its range: stops are left out"
        value, when = float(q[at, k]), float(t[at])
        found.append(Notice(code="W_RANGE", text=text, t=when, joint=name, value=value))
    return tuple(found)


__all__ = ["WORKS", "Run", "result"]
