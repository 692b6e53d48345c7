"""The ring of sines, cosines and letters: it evaluates as numbers do, and every identity is 0."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from erfd.errors import ErfdError
from erfd.trace.equations.circle import Circle, Powers
from erfd.trace.equations.collect import Collector
from erfd.trace.equations.expression import operations
from erfd.trace.equations.ring import Ring, Sum, exact
from erfd.trace.equations.write_code import PYTHON, code

GROUPS = ([0], [1, 2, 3], [4])


def value(x: Any, ring: Ring, letters: dict[str, float], q: list[float]) -> float:
    """The sum by its own words: cosines and sines of sums of angles."""
    if not isinstance(x, Sum):
        return float(x)
    total = 0.0
    for (packed, product), c in x.terms.items():
        term = float(c)
        for name, power in ring.powers(packed):
            term *= letters[name] ** power
        for group, factor in zip(ring.circle.groups, ring.circle.products[product], strict=True):
            if isinstance(factor, Powers):
                angle = q[group[0]]
                term *= math.cos(angle) ** factor.c * math.sin(angle) ** factor.s
            else:
                angle = sum(k * q[j] for k, j in zip(factor.k, group, strict=True))
                term *= math.sin(angle) if factor.sine else math.cos(angle)
        total += term
    return total


def grown(rng: random.Random, ring: Ring, q: list[float], letters: dict[str, float]) -> Any:
    """A random expression, as a sum and as a number, side by side."""
    turn = rng.randrange(5)
    s, c = ring.angle(turn).sincos()
    name = rng.choice("abc")
    leaves = [
        (s, math.sin(q[turn])),
        (c, math.cos(q[turn])),
        (ring.letter(name), letters[name]),
        (ring.of(3), 3.0),
    ]
    return rng.choice(leaves)


@pytest.mark.parametrize("seed", range(20))
def test_random_expressions_evaluate_as_numbers_do(seed: int) -> None:
    rng = random.Random(seed)
    ring = Ring(Circle(GROUPS))
    q = [rng.uniform(-3, 3) for _ in range(5)]
    letters = {x: rng.uniform(0.5, 2) for x in "abc"}
    pool = [grown(rng, ring, q, letters) for _ in range(6)]
    for _ in range(12):
        (x, u), (y, v) = rng.choice(pool), rng.choice(pool)
        done = rng.choice([(x + y, u + v), (x - y, u - v), (x * y, u * v), (-x, -u)])
        if not isinstance(done[0], Sum) or len(done[0].terms) < 300:
            pool.append(done)
        assert value(done[0], ring, letters, q) == pytest.approx(done[1], rel=1e-11, abs=1e-11)
    for level in (0, 1, 2):
        collector = Collector(ring, {"b"}, level)
        for x, u in pool:
            expression = collector.expression(x)
            space: dict[str, Any] = {**letters, **{f"q{j + 1}": q[j] for j in range(5)}}
            space |= {"sin": math.sin, "cos": math.cos}
            for n in collector.angles.multiples:
                exec(f"{n} = {code(collector.angles.definition(n), PYTHON)}", space)
            exec(f"found = {code(expression, PYTHON)}", space)
            assert space["found"] == pytest.approx(u, rel=1e-10, abs=1e-10)


def test_identities_are_zero() -> None:
    ring = Ring(Circle(GROUPS))
    for j in range(5):
        s, c = ring.angle(j).sincos()
        assert not s * s + c * c - 1
    (s2, c2), (s3, c3) = ring.angle(1).sincos(), ring.angle(2).sincos()
    c23 = c2 * c3 - s2 * s3
    assert len(c23.terms) == 1
    assert not c2 * c23 + s2 * (s2 * c3 + c2 * s3) - c3
    assert not (c2 * c2 - s2 * s2) - (2 * c2 * c2 - 1)


def test_shorter_forms() -> None:
    ring = Ring(Circle(GROUPS))
    a = ring.letter("a")
    collector = Collector(ring, set())
    s1, _ = ring.angle(0).sincos()
    s2, c2 = ring.angle(1).sincos()
    s3, c3 = ring.angle(2).sincos()
    written = [
        a * s1 * s1,
        a * c2 * c2,
        a * s2 * s2,
        a * (c2 * c3 - s2 * s3),
        a * c2 * c3 + a * s2 * s3,
    ]
    texts = [code(collector.expression(x), PYTHON) for x in written]
    assert texts == ["a*s1**2", "a*c2**2", "a*s2**2", "a*c23", "a*c2m3"]


def test_levels_take_fewer_operations() -> None:
    ring = Ring(Circle([[0]]))
    m, a, b, v = (ring.letter(x) for x in ("m", "a", "b", "qd1"))
    s, c = ring.angle(0).sincos()
    x = m * (a * a + 2 * a * b * c + b * b) * v * v + m * a * s * v * v
    counts = [operations(Collector(ring, {"qd1"}, level).expression(x)).M for level in (0, 1, 2)]
    assert counts[0] > counts[1] >= counts[2]


def test_numbers_are_exact_decimals() -> None:
    assert exact(0.432) == Fraction(432, 1000)
    assert exact(2.0) == 2
    assert isinstance(exact(1 / 3), float)


def test_division_by_a_letter_and_by_a_sum() -> None:
    ring = Ring(Circle([[0]]))
    a, b = ring.letter("a"), ring.letter("b")
    assert a * b / b == a
    assert (a + b) / 2 * 2 == a + b
    assert len((a / (a + b)).terms) == 1


def test_angles_that_have_no_closed_form_are_refused() -> None:
    ring = Ring(Circle([[0]]))
    with pytest.raises(ErfdError, match="use form cse"):
        (ring.angle(0) * 2).sincos()
    with pytest.raises(ErfdError, match="use form cse"):
        _ = ring.angle(0) * 0.5
