"""Sine, cosine and atan2 of compiled code against many digits."""

from __future__ import annotations

import functools
import math
from typing import Any

import mpmath
import numpy as np
import pytest

from erfd.trace.choose import atan2
from erfd.trace.far_angles import LIMIT
from erfd.trace.kernel import Kernel, prepared
from erfd.trace.pi_bits import HALF_PI
from tests.trace.test_tape import tape_of

pytest.importorskip("llvmlite")
LONG = np.finfo(np.longdouble).nmant >= 63
HARD = [6381956970095103 * 2.0**797, 1e22, 1.7976931348623157e308, LIMIT, np.nextafter(LIMIT, 0)]


@functools.cache
def kernel() -> Any:
    return Kernel(prepared(tape_of(lambda x: list(x.sincos()), 1)), "sincos")


def exact(x: float) -> tuple[Any, Any]:
    with mpmath.workprec(1300):
        return mpmath.sin(mpmath.mpf(x)), mpmath.cos(mpmath.mpf(x))


def worst(x: Any) -> float:
    """The largest error in units in the last place, against mpmath."""
    errors = []
    for row, value in zip(kernel().ufunc(x[:, None]), x, strict=True):
        for got, true in zip(row, exact(float(value)), strict=True):
            unit = math.ulp(abs(float(true)))
            errors.append(float(abs(mpmath.mpf(float(got)) - true) / unit))
    return max(errors)


def worst_by_long_doubles(x: Any) -> float:
    """The same against 64 bits of mantissa, a million points at once."""
    y = kernel().ufunc(x[:, None]).astype(np.longdouble)
    errors = []
    for k, true in enumerate((np.sin(x.astype(np.longdouble)), np.cos(x.astype(np.longdouble)))):
        errors.append(np.max(np.abs(y[:, k] - true) / np.spacing(np.abs(true.astype(float)))))
    return float(max(errors))


def points(n: int) -> dict[str, Any]:
    rng = np.random.default_rng(2)
    multiples = rng.integers(-63000, 63000, n) * (math.pi / 2)
    return {
        "to 1e5": rng.uniform(-1e5, 1e5, n),
        "small": rng.uniform(-8, 8, n),
        "multiples of a quarter turn": multiples,
        "beside them": np.nextafter(multiples, 0),
        "eighths": multiples + math.pi / 4,
        "tiny": np.exp(rng.uniform(-700, 0, n)),
        "far": np.exp(rng.uniform(11, 709, n)) * rng.choice([-1, 1], n),
    }


@pytest.mark.parametrize("kind", list(points(1)))
def test_sine_and_cosine_to_one_and_a_half_units(kind: str) -> None:
    assert worst(points(1500)[kind]) <= 1.3


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="long double is no longer than double here")
@pytest.mark.parametrize("kind", list(points(1)))
def test_a_million_points(kind: str) -> None:
    assert worst_by_long_doubles(points(10**6)[kind]) <= 1.3


def test_hard_cases() -> None:
    assert worst(np.array([*HARD, *(-x for x in HARD)])) <= 1.3


@pytest.mark.filterwarnings("ignore:invalid value")
def test_no_angle() -> None:
    y = kernel().ufunc(np.array([[math.nan], [math.inf], [-math.inf], [0.0], [5e-324]]))
    assert np.all(np.isnan(y[:3]))
    assert y[3:].tolist() == [[0.0, 1.0], [5e-324, 1.0]]


def test_parts_of_the_quarter_turn() -> None:
    with mpmath.workprec(300):
        rest = mpmath.pi / 2 - sum(mpmath.mpf(p) for p in HALF_PI)
        assert abs(rest) < mpmath.mpf(2) ** -135
    assert (HALF_PI[1] * 2.0**83).is_integer()


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_atan2() -> None:
    f = Kernel(prepared(tape_of(atan2)), "atan2").ufunc
    rng = np.random.default_rng(3)
    p = rng.normal(size=(3000, 2)) * np.exp(rng.uniform(-30, 30, size=(3000, 2)))
    for (y, x), got in zip(p, f(p)[:, 0], strict=True):
        true = mpmath.atan2(mpmath.mpf(float(y)), mpmath.mpf(float(x)))
        assert abs(mpmath.mpf(float(got)) - true) <= 2.5 * math.ulp(abs(float(true)))
    special = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan]
    pairs = np.array([(y, x) for y in special for x in special])
    expected = np.arctan2(pairs[:, 0], pairs[:, 1])
    assert np.allclose(f(pairs)[:, 0], expected, rtol=1e-15, equal_nan=True)
