"""From stretches above a limit to violations: place in the program, value, limit, cause.

At a step of speed many joints and motors take part: the worst of each quantity is reported.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, State
from erfd.judge.demand import Demand, Model
from erfd.judge.instants import Instants
from erfd.judge.parts import Splitter, of
from erfd.judge.search import Findings, Run, runs
from erfd.judge.steps import AT_A_STEP, steps
from erfd.judge.thermal import Rms
from erfd.judge.uses import Check, Table
from erfd.judge.verdict import Violation
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Trajectory

MOTOR = ("motor torque", "motor current")
RATES = ("joint position", "stated joint speed", "motor speed")


class Case:
    """What violations are made from: the motion, the model, and how torques are taken apart."""

    def __init__(
        self, trajectory: Trajectory, model: Model, table: Table, why: bool = True
    ) -> None:
        self.trajectory, self.model, self.table, self.why = trajectory, model, table, why
        self.splitter = Splitter(model.robot, _plain(model.wrench), model.mode)

    @property
    def robot(self) -> Robot:
        return self.model.robot

    def move(self, number: int) -> Move | None:
        return self.trajectory.moves[number - 1] if number else None

    def parts(self, check: Check, column: int, state: State) -> dict[str, float]:
        """Of one joint's or motor's torque or current at one instant."""
        if not self.why:
            return {}
        if check.quantity == "joint torque":
            names = [j.name for j in self.robot.independent]
            return of(self.splitter.joint(*state), names.index(check.subjects[column]))
        if check.quantity not in MOTOR or self.robot.drives is None:
            return {}
        names = [m.name for m in self.robot.drives.motors]
        k = names.index(check.subjects[column])
        torque = of(self.splitter.motor(*state), k)
        if check.quantity == "motor torque":
            return torque
        kt = float(self.robot.drives.motors[k].torque_constant)
        return {cause: x / kt for cause, x in torque.items()}


def _plain(wrench: Array | None) -> list[float] | None:
    return None if wrench is None else [float(x) for x in wrench]


def on_the_curve(case: Case, found: Findings) -> list[Violation]:
    return [_of_run(case, found, run) for run in runs(found, case.table)]


def _of_run(case: Case, found: Findings, run: Run) -> Violation:
    at = found.at.take(np.array([run.peak]))
    state = case.trajectory.curve.at(at.t, at.piece)
    bracket = float(found.bracket[run.peak, run.column])
    return _violation(
        case,
        run.column,
        state,
        float(at.t[0]),
        (run.start, run.end),
        int(found.move[run.peak]),
        0.0 if np.isnan(bracket) else bracket,
    )


def _violation(
    case: Case,
    column: int,
    state: State,
    t: float,
    stretch: tuple[float, float],
    move: int,
    bracket: float,
    suffix: str = "",
) -> Violation:
    check, k = case.table.of(column)
    asked = case.model.of(state)
    value = float(check.value(asked)[0, k])
    bounds = check.bounds(asked)
    side = bounds.upper if _above(check, asked, k) else bounds.lower
    limit = float(np.broadcast_to(side, check.value(asked).shape)[0, k])
    place = case.move(move)
    one = State(*(x[0] for x in state))
    return Violation(
        quantity=check.quantity + suffix,
        subject=check.subjects[k],
        unit=check.unit,
        line=place.line if place else 0,
        move=move,
        text=place.text if place else "",
        t=t,
        start=stretch[0],
        end=stretch[1],
        value=value,
        limit=limit,
        utilisation=float(case.table.uses(asked)[0, column]),
        bracket=bracket,
        source=check.sources[k],
        stated=check.stated,
        joints=check.joints[k] if check.joints else (),
        parts=case.parts(check, k, one),
    )


def _above(check: Check, asked: Demand, k: int) -> bool:
    """Whether it is the upper bound that is nearer."""
    value = check.value(asked)
    lower, upper = (np.broadcast_to(b, value.shape)[0, k] for b in check.bounds(asked))
    middle = 0.5 * (lower + upper) if np.isfinite(lower) and np.isfinite(upper) else 0.0
    return bool(value[0, k] >= middle)


def at_steps(case: Case, cycle: float) -> list[Violation]:
    """What the steps of speed would take, done within one cycle of the controller."""
    at, change = steps(case.trajectory)
    if not len(at):
        return []
    curve = case.trajectory.curve.at(at.t, at.piece)
    charged = State(curve.q, curve.qd, change / cycle)
    U = case.table.uses(case.model.of(charged))
    found = []
    for row in range(0, len(at), 2):
        sides = row + np.argmax(U[row : row + 2], axis=0)
        worst: dict[str, int] = {}
        for column, side in enumerate(sides):
            quantity, use = case.table.labels[column][0], U[side, column]
            most = U[sides[worst[quantity]], worst[quantity]] if quantity in worst else 1.0
            if quantity not in RATES and use > most:
                worst[quantity] = column
        found += [_at_step(case, c, charged, at, int(sides[c])) for c in worst.values()]
    return found


def _at_step(case: Case, column: int, charged: State, at: Instants, row: int) -> Violation:
    state = State(*(x[row : row + 1] for x in charged))
    t = float(at.t[row])
    move = int(case.trajectory.move_at(np.array([t]), "left")[0])
    return _violation(case, column, state, t, (t, t), move, 0.0, AT_A_STEP)


def of_heat(case: Case, heat: Rms, limits: Array, margin: float, window: float) -> list[Violation]:
    """Root mean squares above the continuous torque, over all or over the window."""
    drives = case.robot.drives
    found: list[Violation] = []
    if drives is None:
        return found
    for k, motor in enumerate(drives.motors):
        span = f"over {window:g} s"
        for name, value, t in (
            ("over the whole motion", heat.whole[k], case.trajectory.end),
            (span, heat.window[k], heat.ends[k]),
        ):
            limit = margin * limits[k]
            if value > limit and not (name == span and value == heat.whole[k]):
                start = max(case.trajectory.start, float(t) - window)
                found.append(
                    Violation(
                        quantity=f"continuous torque {name}",
                        subject=motor.name,
                        unit="N m",
                        line=0,
                        move=0,
                        text="",
                        t=float(t),
                        start=start if name == span else case.trajectory.start,
                        end=float(t),
                        value=float(value),
                        limit=float(limit),
                        utilisation=float(value / limit) if limit else float("inf"),
                        bracket=0.0,
                        source=motor.continuous_torque.source,
                    )
                )
    return found


def ordered(violations: Sequence[Violation]) -> tuple[Violation, ...]:
    """Physical limits before stated ones, the worst first; ties by time and name."""
    return tuple(
        sorted(
            violations,
            key=lambda v: (v.stated, -v.utilisation, v.t, v.quantity, v.subject),
        )
    )
