"""What every solver of inverse kinematics can be asked."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from erfd.motion.inverse.choice import Index, Ranges
from erfd.motion.inverse.records import Array, Branches, Fault, Way


class Solver(Protocol):
    """Inverse kinematics of one robot; poses T (N, 4, 4) are the tool's in the base, in m."""

    @property
    def n(self) -> int: ...

    @property
    def exact(self) -> bool:
        """Whether all solutions are found (a closed form), or those that a search finds."""

    @property
    def ranges(self) -> Ranges:
        """The ranges of the joints, and which of them turn."""

    @property
    def coded(self) -> bool:
        """Whether the places have status codes."""

    @property
    def flags(self) -> tuple[str, ...]:
        """What the K places are called, shoulder, elbow and wrist; none for a search."""

    def places(self, status: int | None) -> NDArray[np.bool_]:
        """Which of the places a status code allows."""

    def missing(self, T: Array) -> tuple[Array, Array]:
        """How far poses out of reach are away: position (m) and attitude (rad)."""

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        """All solutions; what is not defined (singular poses) is kept as in `near` (n,)."""

    def nearest(
        self,
        T: Array,
        near: Array,
        status: int | None = None,
        turns: tuple[int, ...] | None = None,
        bounded: bool = True,
    ) -> Way:
        """For each pose the solution nearest to `near` (n,) or (N, n), within the joint ranges.

        `status` 4..11 asks for one configuration, 0..3 leave the wrist open; `turns` are whole
        turns added to angles in (-pi, pi] instead of the nearest ones. Not `bounded`: joint ranges
        do not matter.
        """

    def follow(self, T: Array, start: Array) -> Way:
        """Along a path: the configuration nearest to `start` is kept, angles run on smoothly."""

    def beside(self, T: Array, near: Array, place: Index) -> Array:
        """Between the poses of a path: each one's solution in the configuration that `follow` kept
        (`place`), beside `near` (N, n), ranges apart; NaN where it has none."""

    def margins(self, T: Array, near: Array, place: int) -> Array:
        """How far that configuration is from singular there (N,), NaN where it has no solution."""

    def trouble(self, T: Array, near: Array, place: int) -> Fault:
        """What is wrong with one pose (4, 4) whose margin is too small or NaN."""

    def rates(self, q: Array, twist: Array, rate: Array) -> tuple[Array, Array]:
        """Joint speeds and accelerations from the tool's twist (N, 6) and its time derivative."""
