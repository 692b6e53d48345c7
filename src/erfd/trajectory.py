"""A trajectory: the curve of a joint motion, samples of it, and the program that it came from.

Whoever judges evaluates the curve, on both sides of each breakpoint; the samples are what a
controller would command. Positions rad (m), times s, poses in m; everything is frozen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from erfd.curve import Array, Curve, Index, Side, State, pieces_at
from erfd.errors import TrajectoryError

MOST_SAMPLES = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move of the program: its line and column (0: none), its words, and when it runs.

    Of a path: its length (m), an arc's radius (m), the angle (rad) to the next move it is joined
    with.
    """

    line: int = 0
    column: int = 0
    text: str = ""
    kind: str = ""
    start: float
    end: float
    length: float | None = None
    radius: float | None = None
    corner: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something to know of a motion, by its code (`W_SPEED_STEP`), with its place and size.

    `remedy` says what can be done about it.
    """

    code: str
    text: str
    line: int = 0
    column: int = 0
    move: int = 0
    t: float | None = None
    joint: str | None = None
    value: float | None = None
    remedy: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Trajectory:
    """`t` are the instants of the samples; `move_of` says for every piece its move, from 1.

    `how` tells where the curve comes from (planned, or an interpolation, and which); `channels`
    are further signals, a row a sample, named with their unit ("kinetic energy [J]").
    """

    joint_names: tuple[str, ...]
    curve: Curve
    t: Array
    pose: Array | None = None
    move_of: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    notices: tuple[Notice, ...] = ()
    how: str = ""
    file: str | None = None
    listing: str = ""
    channels: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", _frozen(self.t))
        if self.t.ndim != 1 or not len(self.t):
            raise TrajectoryError("a trajectory of no samples", "give at least one instant")
        if self.move_of and len(self.move_of) != len(self.breakpoints) - 1:
            what = f"{len(self.move_of)} moves for {len(self.breakpoints) - 1} pieces"
            raise TrajectoryError(what, "name one for each piece")
        if self.pose is not None:
            object.__setattr__(self, "pose", _frozen(self.pose))
        rows = {"the poses": self.pose, **self.channels}
        for name, values in rows.items():
            if values is not None and len(values) != len(self.t):
                raise TrajectoryError(f"{name}: {len(values)} rows for {len(self.t)} samples")

    def __repr__(self) -> str:
        moves = f", {len(self.moves)} moves" if self.moves else ""
        return f"<Trajectory: {self.n} joints, {self.duration:.3f} s, {len(self.t)} samples{moves}>"

    @property
    def n(self) -> int:
        return len(self.joint_names)

    @property
    def breakpoints(self) -> Array:
        """The instants at which pieces meet, first and last included."""
        return self.curve.breakpoints

    @property
    def start(self) -> float:
        return float(self.breakpoints[0])

    @property
    def end(self) -> float:
        """The end of the curve; samples may hold its last pose a little longer."""
        return float(self.breakpoints[-1])

    @property
    def duration(self) -> float:
        return self.end - self.start

    def at(self, t: ArrayLike, side: Side = "right") -> State:
        """q, qd, qdd (..., n) at any instants; at a breakpoint the values on that side of it.

        Before the start and after the end the arm stands still.
        """
        x = np.asarray(t, dtype=float)
        if not np.isfinite(x).all():
            raise TrajectoryError("asked for an instant that is no number", "give finite times")
        flat = np.atleast_1d(x).ravel()
        inside = np.clip(flat, self.start, self.end)
        q, qd, qdd = self.curve.at(inside, pieces_at(self.curve, inside, side))
        still = (flat < self.start) | (flat > self.end)
        shape = (*x.shape, self.n)
        rates = (np.where(still[:, None], 0.0, rate).reshape(shape) for rate in (qd, qdd))
        return State(q.reshape(shape), *rates)

    @cached_property
    def samples(self) -> State:
        """The samples: the right-hand values, at the end the left-hand ones."""
        state = self.at(self.t)
        for values in state:
            values.flags.writeable = False
        return state

    @property
    def q(self) -> Array:
        return self.samples.q

    @property
    def qd(self) -> Array:
        return self.samples.qd

    @property
    def qdd(self) -> Array:
        return self.samples.qdd

    @cached_property
    def move(self) -> NDArray[np.intp]:
        """The move of each sample, from 1; 0 where there is none."""
        return self.move_at(self.t)

    @cached_property
    def line(self) -> NDArray[np.intp]:
        """The source line of each sample, from 1; 0 where there is none."""
        return np.array([0, *(m.line for m in self.moves)], dtype=np.intp)[self.move]

    def move_at(self, t: ArrayLike, side: Side = "right") -> Index:
        """The move that runs at each instant; at a breakpoint the one on that side of it."""
        x = np.asarray(t, dtype=float)
        if not self.move_of:
            return np.zeros(x.shape, dtype=np.intp)
        return np.asarray(self.move_of, dtype=np.intp)[pieces_at(self.curve, x, side)]

    def sampled(self, state: State) -> Trajectory:
        """Takes the samples' values from who has just evaluated this very curve at `t`."""
        self.__dict__["samples"] = state
        return self

    def resampled(self, dt: float) -> Trajectory:
        """The same curve, sampled every dt; poses and channels, which belong to samples, go."""
        t = sample_times(self.start, self.end, dt)
        return dataclasses.replace(self, t=t, pose=None, channels={})


def sample_times(start: float, end: float, dt: float) -> Array:
    """start + k dt until the end is reached: the last one at or after the end (arm held there)."""
    if not (np.isfinite(dt) and dt > 0.0):
        raise TrajectoryError(f"a time step of {dt} s", "give a time above 0")
    count = np.ceil((end - start) / dt - 1e-9)
    if count >= MOST_SAMPLES:
        what = f"{end - start:g} s in steps of {dt:g} s are {count:.3g} samples"
        raise TrajectoryError(what, f"take a longer step: at most {MOST_SAMPLES:,} samples")
    times: Array = start + dt * np.arange(int(count) + 1, dtype=np.float64)
    return times


def _frozen(values: Array) -> Array:
    array = np.array(values, dtype=float)
    array.flags.writeable = False
    return array
