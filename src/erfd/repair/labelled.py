"""A new curve of the same motion as a trajectory: its samples, moves and lines at new times."""

from __future__ import annotations

import dataclasses

import numpy as np

from erfd.curve import Array, Polynomials
from erfd.trajectory import Move, Trajectory, sample_times

HAIR = 1e-9  # s


def labelled(trajectory: Trajectory, new: Polynomials, origin: Array, step: float) -> Trajectory:
    """Moves and lines as before, at their new times; waits after a move are none of it."""
    of, began = trajectory.move_of, trajectory.breakpoints[origin]
    t = new.breakpoints
    numbers = np.array([of[int(k)] for k in origin]) if of else np.zeros(len(origin), dtype=int)
    moves = []
    for k, move in enumerate(trajectory.moves, 1):
        rows = np.flatnonzero((numbers == k) & (began < move.end - HAIR))
        if len(rows):
            moves.append(_timed(move, float(t[rows[0]]), float(t[rows[-1] + 1])))
        else:
            moves.append(move)
    return dataclasses.replace(
        trajectory,
        curve=new,
        t=sample_times(float(t[0]), float(t[-1]), step),
        pose=None,
        move_of=tuple(int(x) for x in numbers) if of else (),
        moves=tuple(moves),
        notices=(),
        channels={},
        how=f"retimed: {trajectory.how}" if trajectory.how else "retimed",
    )


def _timed(move: Move, start: float, end: float) -> Move:
    return dataclasses.replace(move, start=start, end=end)


def gained(old: Trajectory, new: Trajectory) -> tuple[float, ...]:
    return tuple(
        (a.end - a.start) - (b.end - b.start) for a, b in zip(old.moves, new.moves, strict=True)
    )
