"""From stretches above a limit to violations: place in the program, value, limit, cause.

At a step of speed many joints and motors take part: the worst of each quantity is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, State
from erfd.judge.demand import Model, states
from erfd.judge.parts import Splitter, of
from erfd.judge.search import Findings, Run, runs
from erfd.judge.steps import AT_A_STEP, steps
from erfd.judge.thermal import Rms
from erfd.judge.uses import BROKEN, Check, Table
from erfd.judge.verdict import Violation
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Trajectory

MOTOR = ("motor torque", "motor current")
JOINT = ("joint torque", "stated joint torque")
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
        if check.quantity in JOINT:
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


class Place(NamedTuple):
    """Where a limit is broken: column, instant, stretch, move; how closely the peak is known."""

    column: int
    t: float
    start: float
    end: float
    move: int
    bracket: float = 0.0
    suffix: str = ""


def on_the_curve(case: Case, found: Findings) -> list[Violation]:
    stretches = runs(found, case.table)
    peaks = found.at.take(np.array([run.peak for run in stretches], dtype=np.intp))
    places = [_place(found, run) for run in stretches]
    return _violations(case, places, states(case.trajectory.curve, peaks))


def _place(found: Findings, run: Run) -> Place:
    bracket = float(np.nan_to_num(found.bracket[run.peak, run.column]))
    t, move = float(found.at.t[run.peak]), int(found.move[run.peak])
    return Place(run.column, t, run.start, run.end, move, bracket)


def at_steps(case: Case, cycle: float, only: Sequence[int] = ()) -> list[Violation]:
    """What the steps of speed would take, done within one cycle of the controller."""
    at, change = steps(case.trajectory)
    if only:
        mine = np.flatnonzero(np.isin(case.trajectory.move_at(at.t, "left"), only))
        at, change = at.take(mine), change[mine]
    if not len(at):
        return []
    curve = case.trajectory.curve.at(at.t, at.piece)
    charged = State(curve.q, curve.qd, change / cycle)
    U = case.table.uses(case.model.of(charged))
    moves = case.trajectory.move_at(at.t, "left")
    places, rows = [], []
    for row in range(0, len(at), 2):
        sides = row + np.argmax(U[row : row + 2], axis=0)
        for column in _worst_of_each(case.table, U[sides, np.arange(U.shape[1])]):
            t = float(at.t[row])
            places.append(Place(column, t, t, t, int(moves[row]), 0.0, AT_A_STEP))
            rows.append(int(sides[column]))
    return _violations(case, places, State(*(x[rows] for x in charged)))


def _worst_of_each(table: Table, uses: Array) -> Iterable[int]:
    """The column of the largest use above 1 of each quantity that a step changes."""
    worst: dict[str, int] = {}
    for column in np.flatnonzero(uses > BROKEN):
        quantity = table.labels[column][0]
        more = quantity not in worst or uses[column] > uses[worst[quantity]]
        if more and quantity not in RATES:
            worst[quantity] = int(column)
    return worst.values()


def _violations(case: Case, places: Sequence[Place], state: State) -> list[Violation]:
    """One for each row of the state."""
    if not places:
        return []
    asked = case.model.of(state)
    values, limits, uses = (
        f(asked) for f in (case.table.values, case.table.limits, case.table.uses)
    )
    return [
        _violation(
            case,
            place,
            State(*(x[k] for x in state)),
            *(float(x[k, place.column]) for x in (values, limits, uses)),
        )
        for k, place in enumerate(places)
    ]


def _violation(
    case: Case, place: Place, state: State, value: float, limit: float, use: float
) -> Violation:
    check, k = case.table.of(place.column)
    move = case.move(place.move)
    return Violation(
        quantity=check.quantity + place.suffix,
        subject=check.subjects[k],
        unit=check.unit,
        line=move.line if move else 0,
        move=place.move,
        text=move.text if move else "",
        t=place.t,
        start=place.start,
        end=place.end,
        value=value,
        limit=limit,
        utilisation=use,
        bracket=place.bracket,
        source=check.sources[k],
        stated=check.stated,
        joints=check.joints[k] if check.joints else (),
        parts=case.parts(check, k, state),
    )


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
            if value > BROKEN * limit and not (name == span and value == heat.whole[k]):
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
