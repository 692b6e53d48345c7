"""The fastest time law against motions whose duration is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from erfd.curve import Array, Index
from erfd.repair.time_law import Interval, NoTimeLaw, TimeLaw, fastest


def constant(low: float, high: float) -> Interval:
    return lambda _, x: (np.full(x.shape, low), np.full(x.shape, high))


def law(found: TimeLaw | NoTimeLaw) -> TimeLaw:
    assert isinstance(found, TimeLaw)
    return found


@pytest.mark.parametrize(("a", "d", "v", "length"), [(1, 1, 9, 1), (2, 3, 0.5, 1), (4, 1, 1, 5)])
def test_a_point_mass_runs_its_trapezoid(a: float, d: float, v: float, length: float) -> None:
    s = np.linspace(0.0, length, 1001)
    got = law(fastest(s, np.full(1001, v * v), constant(-d, a)))
    peak = min(v, math.sqrt(2.0 * length * a * d / (a + d)))
    exact = peak / a + peak / d + (length - 0.5 * peak**2 * (1.0 / a + 1.0 / d)) / peak
    assert exact <= got.t[-1] * (1.0 + 1e-12)
    assert got.t[-1] == pytest.approx(exact, rel=2e-3)


def test_it_obeys_every_limit_at_every_point() -> None:
    rng = np.random.default_rng(1)
    s = np.linspace(0.0, 1.0, 400)
    bend, slope, room = (np.convolve(rng.normal(size=400), np.ones(30) / 30, "same") for _ in "abc")

    def interval(k: Index, x: Array) -> tuple[Array, Array]:
        viscous = 0.3 * np.sqrt(x)
        a, b, c = (part[k][:, None] for part in (bend, slope, room))
        return -2.0 + b - 3.0 * a * x, 2.0 + c - viscous - 3.0 * a * x

    got = law(fastest(s, np.full(400, 4.0), interval))
    for k in range(399):
        low, high = interval(np.array([k]), got.x[None, k : k + 1])
        assert low[0, 0] - 1e-3 <= got.u[k] <= high[0, 0] + 1e-3
    np.testing.assert_allclose(np.diff(got.x), 2.0 * np.diff(s) * got.u, atol=1e-12)
    slower = law(fastest(s, np.full(400, 3.0), interval))
    assert slower.t[-1] >= got.t[-1] * (1.0 - 1e-9)


def test_viscous_friction_bends_the_law() -> None:
    """x' = 2 (f - c v): v' = (f - c v) / v has its own closed form."""
    s = np.linspace(0.0, 2.0, 4001)
    f, c = 3.0, 2.0

    def interval(k: Index, x: Array) -> tuple[Array, Array]:
        return np.full(x.shape, -1e6), f - c * np.sqrt(x)

    got = law(fastest(s, np.full(4001, 1e3), interval, ends=(0.0, 1e3)))
    t = got.t[-1]
    assert f / c * t + f / c**2 * math.expm1(-c * t) == pytest.approx(2.0, rel=2e-3)


def test_where_standing_still_is_too_much_there_is_no_law() -> None:
    def interval(k: Index, x: Array) -> tuple[Array, Array]:
        here = (k == 7)[:, None]
        return np.where(here, 1.0, x - 9), np.where(here, -1.0, x + 9)

    s = np.linspace(0.0, 1.0, 20)
    assert fastest(s, np.full(20, 1.0), interval) == NoTimeLaw(7, standing=True)


def test_a_hill_that_cannot_be_climbed_from_rest() -> None:
    def interval(k: Index, x: Array) -> tuple[Array, Array]:
        drag = np.where((k >= 5) & (k < 12), -5.0, 5.0)[:, None]
        return np.full(x.shape, -9.0), np.broadcast_to(drag, x.shape)

    s = np.linspace(0.0, 1.0, 20)
    assert isinstance(fastest(s, np.full(20, 1e-6), interval), NoTimeLaw)
