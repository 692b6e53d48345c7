"""Stall: what a motor has to hold while it stands, against its stall torque.

A motor that stands heats one phase only; makers state a torque for it, below or at the continuous
one, which is taken where no other is stated. It counts where a motor stands for longer than
`WHILE`, not where it turns round or waits for a cycle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array
from erfd.judge.instants import grid
from erfd.judge.uses import BROKEN
from erfd.judge.verdict import Violation
from erfd.judge.violations import Case, Place
from erfd.robot.drives import Motor
from erfd.robot.records import Limit

STILL, WHILE, HAIR = 1e-9, 0.1, 1e-9  # rad/s; s; s


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
    stands &= _spans(stands, np.diff(case.trajectory.breakpoints)) >= WHILE - HAIR
    moves = np.asarray(case.trajectory.move_of or np.zeros(len(starts)), dtype=np.intp)[at.piece]
    for k, motor in enumerate(motors):
        limit = stall_limit(motor)
        most = margin * float(limit.value) if limit.known else math.inf
        torque = np.where(stands[at.piece, k], asked.motor_torque[:, k], 0.0)
        for number in np.unique(moves):
            rows = np.flatnonzero(moves == number)
            row = int(rows[np.abs(torque[rows]).argmax()])
            if abs(torque[row]) > BROKEN * most:
                between = _stretch(case.trajectory.breakpoints, stands[:, k], int(at.piece[row]))
                place = Place(k, float(at.t[row]), *between, int(number))
                yield _violation(case, motor, place, float(torque[row]), most)


def _spans(stands: NDArray[np.bool_], lengths: Array) -> Array:
    """How long each motor stands on either side of each piece together, without a pause."""
    spans = np.zeros(stands.shape)
    for k in range(stands.shape[1]):
        number = np.cumsum(np.diff(stands[:, k], prepend=False))
        spans[:, k] = np.bincount(number, lengths)[number]
    return spans


def _stretch(edges: Array, stands: NDArray[np.bool_], piece: int) -> tuple[float, float]:
    """All the time round a piece in which the motor stands."""
    moves = np.flatnonzero(~stands)
    first = moves[moves < piece].max(initial=-1) + 1
    last = moves[moves > piece].min(initial=len(stands))
    return float(edges[first]), float(edges[last])


def _violation(case: Case, motor: Motor, at: Place, torque: float, most: float) -> Violation:
    move = case.move(at.move)
    return Violation(
        quantity="motor torque at standstill",
        subject=motor.name,
        unit="N m",
        line=move.line if move else 0,
        move=at.move,
        text=move.text if move else "",
        t=at.t,
        start=at.start,
        end=at.end,
        value=torque,
        limit=math.copysign(most, torque),
        utilisation=abs(torque) / most,
        bracket=0.0,
        source=stall_limit(motor).source,
    )
