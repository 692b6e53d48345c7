"""Stall: what a motor has to hold while it stands, against its stall torque.

A motor that stands heats one phase only; makers state a torque for it, below or at the continuous
one, which is taken where no other is stated. It counts while a motor stands during a whole piece of
the curve, not where it only turns round.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from erfd.judge.instants import Instants, grid
from erfd.judge.uses import BROKEN
from erfd.judge.verdict import Violation
from erfd.judge.violations import Case
from erfd.robot.drives import Motor
from erfd.robot.records import Limit

STILL = 1e-9  # rad/s


def stall_limit(motor: Motor) -> Limit:
    return motor.stall_torque if motor.stall_torque.known else motor.continuous_torque


def of_stall(case: Case, margin: float) -> list[Violation]:
    """The worst piece of every motor."""
    drives = case.robot.drives
    if drives is None or not any(stall_limit(m).known for m in drives.motors):
        return []
    return list(_found(case, drives.motors, margin))


def _found(case: Case, motors: tuple[Motor, ...], margin: float) -> Iterator[Violation]:
    at = grid(case.trajectory.curve)
    asked = case.model.at(case.trajectory.curve, at)
    starts = np.flatnonzero(np.diff(at.piece, prepend=-1))
    stands = np.maximum.reduceat(np.abs(asked.motor_speed), starts, axis=0) <= STILL
    moves = np.asarray(case.trajectory.move_of or np.zeros(len(starts)), dtype=np.intp)[at.piece]
    for k, motor in enumerate(motors):
        limit = stall_limit(motor)
        most = margin * float(limit.value) if limit.known else math.inf
        torque = np.where(stands[at.piece, k], asked.motor_torque[:, k], 0.0)
        for number in np.unique(moves):
            rows = np.flatnonzero(moves == number)
            row = int(rows[np.abs(torque[rows]).argmax()])
            if abs(torque[row]) > BROKEN * most:
                yield _violation(case, motor, at, row, int(number), float(torque[row]), most)


def _violation(
    case: Case, motor: Motor, at: Instants, row: int, number: int, torque: float, most: float
) -> Violation:
    edges, piece = case.trajectory.breakpoints, int(at.piece[row])
    place = case.move(number)
    return Violation(
        quantity="motor torque at standstill",
        subject=motor.name,
        unit="N m",
        line=place.line if place else 0,
        move=number,
        text=place.text if place else "",
        t=float(at.t[row]),
        start=float(edges[piece]),
        end=float(edges[piece + 1]),
        value=torque,
        limit=math.copysign(most, torque),
        utilisation=abs(torque) / most,
        bracket=0.0,
        source=stall_limit(motor).source,
    )
