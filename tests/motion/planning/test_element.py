"""One element of path: its text on plain floats and on the tape, and its derivatives."""

from __future__ import annotations

import random

import numpy as np
import pytest

from erfd.motion.planning.attitude import attitude, quaternion, rotation
from erfd.motion.planning.element import corner_kernel, on_corner, on_path, path_kernel
from erfd.motion.planning.geometry import arc, line, parabola
from erfd.motion.planning.rounding import corner
from erfd.motion.planning.tool_motion import Rows

LAW = (0.02, 0.3, -0.04)


def elements(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A line, an arc, turns on the spot (one too small to be one), and a corner."""
    rng = random.Random(seed)

    def vector(size: float) -> tuple[float, float, float]:
        return tuple(rng.uniform(-size, size) for _ in range(3))  # type: ignore[return-value]

    a, b, c = vector(1.0), vector(1.0), vector(1.0)
    start, end, last = rotation(vector(2.0)), rotation(vector(2.0)), rotation(vector(1.0))
    swung = attitude("o_var", start, end, (0.0, 0.0, 0.0))
    rows, still = Rows(), attitude("o_con", start, None, (0.0, 0.0, 0.0))
    straight, round_ = line(a, b, 0.0), arc(a, b, c)
    rows.add(straight, swung, straight.extent)
    turn = tuple(round_.angle * x for x in round_.axis)
    both = attitude("o_pvo", start, end, turn)  # type: ignore[arg-type]
    rows.add(round_, both, round_.extent)
    rows.add(line(a, a, 1.0), swung, 1.0)
    rows.add(line(a, a, 1.0), still._replace(own_turn=(1e-10, 0.0, 0.0)), 1.0)
    after = attitude("o_var", end, last, (0.0, 0.0, 0.0))
    rows.add_corner(parabola(b, straight.leaves, round_.enters, 0.1), (swung, 0.8, after, 0.3))
    made = rows.arrays()
    return made.rows, made.corners


@pytest.mark.parametrize("seed", range(20))
def test_the_kernels_are_the_text(seed: int) -> None:
    rows, corners = elements(seed)
    for x in (0.0, 0.1, 1.3):
        law = np.tile(LAW, (len(rows), 1))
        T, twist, rate = path_kernel()(rows, law, np.full(len(rows), x))
        found = [on_path(row.tolist(), LAW, x) for row in rows]
        cornered = corner_kernel()(rows[-1], corners[0], law[0], x)
        found.append(on_corner(rows[-1].tolist(), corners[0].tolist(), LAW, x))
        whole = [
            np.concatenate([a, b[None]]) for a, b in zip((T, twist, rate), cornered, strict=True)
        ]
        for k, one in enumerate(found):
            assert whole[0][k, :3, 3] == pytest.approx(one.p, abs=1e-14)
            assert whole[0][k, :3, :3] == pytest.approx(np.array(one.R), abs=1e-14)
            assert whole[1][k] == pytest.approx([*one.v, *one.w], abs=1e-12)
            assert whole[2][k] == pytest.approx([*one.a, *one.alpha], abs=1e-11)
            assert whole[0][k, 3].tolist() == [0.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize("seed", range(20))
def test_twists_and_their_rates_are_derivatives(seed: int) -> None:
    rows, corners = elements(seed)
    x, h = 0.7, 1e-4
    for row, rounded in [*((r, False) for r in rows[:-1]), (rows[-1], True)]:

        def at(x: float, row: np.ndarray = row, rounded: bool = rounded) -> list[np.ndarray]:
            numbers = row.tolist()
            if rounded:
                return [np.array(v) for v in on_corner(numbers, corners[0].tolist(), LAW, x)]
            return [np.array(v) for v in on_path(numbers, LAW, x)]

        low, here, high = at(x - h), at(x), at(x + h)
        assert (high[0] - low[0]) / (2 * h) == pytest.approx(here[2], abs=1e-6)
        assert (high[2] - low[2]) / (2 * h) == pytest.approx(here[4], abs=1e-5)
        assert (high[3] - low[3]) / (2 * h) == pytest.approx(here[5], abs=1e-5)
        spin = (high[1] - low[1]) / (2 * h) @ here[1].T
        assert (spin[2, 1], spin[0, 2], spin[1, 0]) == pytest.approx(here[3], abs=1e-6)


def test_a_corner_between_attitudes_that_are_the_same_turns_nothing() -> None:
    q = quaternion(rotation((0.3, 0.2, 0.1)))
    numbers = [0.0] * 25
    moved = on_corner(numbers, corner(q, q, q), LAW, 0.3)
    assert (moved.w, moved.alpha) == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
