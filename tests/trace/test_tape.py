"""The tape: equal nodes are one, the table of rules, what is refused, loops, storage."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from erfd.errors import ErfdError
from erfd.trace import interpret, text
from erfd.trace.choose import (
    absolute,
    atan2,
    clamp,
    equal,
    fma,
    maximum,
    minimum,
    select,
    sign,
    sqrt,
)
from erfd.trace.counts import count
from erfd.trace.fuse import fused
from erfd.trace.loops import iterate, scan
from erfd.trace.scalar import Scalar, output, symbols
from erfd.trace.schedule import scheduled
from erfd.trace.tape import Tape


def tape_of(f: Callable[..., Any], inputs: int = 2) -> Tape:
    tape = Tape()
    results = f(*symbols(tape, "x", (inputs,)))
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    output(tape, "y", (len(results),), results)
    return tape.compact()


def operations(f: Callable[..., Any], inputs: int = 2) -> list[str]:
    return [n.op for n in tape_of(f, inputs).nodes if n.op not in ("const", "input")]


def held(x: Scalar) -> Scalar:
    """A flag that holds whatever x is."""
    return Scalar(x.tape, x.tape.const(1.0)) < 2.0


SIMPLER: list[tuple[Callable[..., Any], list[str]]] = [
    (lambda x, y: 0 * x + y, []),
    (lambda x, _: 1 * x + 0, []),
    (lambda x, _: x - x, []),
    (lambda x, _: 0 - (0 - x), []),
    (lambda x, y: (-x) * (-y), ["mul"]),
    (lambda x, y: x + (-y), ["sub"]),
    (lambda x, y: x - (-y), ["add"]),
    (lambda x, y: (-x) - y, ["add", "neg"]),
    (lambda x, _: 2.0 * (3.0 * x), ["mul"]),
    (lambda x, _: 2.0 + (3.0 + x), ["add"]),
    (lambda x, _: 2.0 * x + 3.0 * x, ["mul"]),
    (lambda x, _: 2.0 * x - x, []),
    (lambda x, y: (x + y) - y, []),
    (lambda x, y: (x - y) + y, []),
    (lambda x, y: [x * y, y * x], ["mul"]),
    (lambda x, y: [x - y, 3.0 * (y - x)], ["sub", "mul", "neg"]),
    (lambda x, _: x * (1 / x), []) ,
    (lambda x, y: [y / x, 2.0 / x, 1 / x], ["reciprocal", "mul", "mul"]),
    (lambda x, _: x.sincos()[0] ** 2 + x.sincos()[1] ** 2, []),
    (lambda x, _: (-x).sincos(), ["sin", "neg", "cos"]),
    (lambda x, _: (x + math.pi / 2).sincos(), ["cos", "sin", "neg"]),
    (lambda x, _: (x - math.pi).sincos(), ["sin", "neg", "cos", "neg"]),
    (lambda x, _: (x * x).sqrt(), ["abs"]),
    (lambda x, y: select(x < y, x, x), []),
    (lambda x, _: minimum(x, x), []),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(SIMPLER)))
def test_the_table_simplifies_and_keeps_the_value(case: int) -> None:
    f, left = SIMPLER[case]
    assert sorted(operations(f)) == sorted(left)
    x, y = 0.7, -1.3
    expected = f(_Plain(x), _Plain(y))
    listed = expected if isinstance(expected, (list, tuple)) else [expected]
    got = interpret.on_floats(tape_of(f), [x, y])[0]
    assert got == pytest.approx([float(v) for v in listed], abs=1e-15)


FLAGS: list[tuple[Callable[..., Any], list[str], str]] = [
    (lambda x, y: select(held(x), x, y), [], "x"),
    (lambda x, y: select(~held(x), x, y), [], "y"),
    (lambda x, y: select(held(x) & (x < y), x, y), ["lt", "select"], "y"),
    (lambda x, y: select((x < y) & ~held(x), x, y), [], "y"),
    (lambda x, y: select((x < y) | held(x), x, y), [], "x"),
    (lambda x, y: select(~held(x) | (x < y), x, y), ["lt", "select"], "y"),
]


@pytest.mark.parametrize("case", range(len(FLAGS)))
def test_flags_of_numbers_are_known(case: int) -> None:
    f, left, taken = FLAGS[case]
    assert operations(f) == left
    assert interpret.on_floats(tape_of(f), [0.7, -1.3])[0] == [0.7 if taken == "x" else -1.3]


class _Plain(float):
    """A float that has the methods of a traced scalar, never simplified."""

    def sincos(self) -> tuple[_Plain, _Plain]:
        return _Plain(math.sin(self)), _Plain(math.cos(self))

    def sqrt(self) -> _Plain:
        return _Plain(math.sqrt(self))

    def __add__(self, other: Any) -> _Plain:
        return _Plain(float(self) + float(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> _Plain:
        return _Plain(float(self) - float(other))

    def __mul__(self, other: Any) -> _Plain:
        return _Plain(float(self) * float(other))

    __rmul__ = __mul__

    def __neg__(self) -> _Plain:
        return _Plain(-float(self))


def test_quarter_turns_of_numbers_are_exact() -> None:
    tape = tape_of(lambda x: [x * s for s in _numbers(math.pi)], 1)
    assert interpret.on_floats(tape, [1.0])[0] == [0.0, -1.0]


def _numbers(angle: float) -> tuple[Any, Any]:
    tape = Tape()
    constant = Scalar(tape, tape.const(angle))
    s, c = constant.sincos()
    return tape.constant(s.index), tape.constant(c.index)


@pytest.mark.parametrize(
    "misuse",
    [
        lambda x: 1 if x else 2,
        lambda x: x == 1,
        lambda x: x != 2,
        float,
        math.sin,
        lambda x: min(x, 1.0),
        lambda x: x**0.5,
    ],
)
def test_what_needs_a_value_is_refused_with_a_remedy(misuse: Callable[[Any], Any]) -> None:
    tape = Tape()
    (x,) = symbols(tape, "x", (1,))
    with pytest.raises(ErfdError, match=r"; (use|keep)"):
        misuse(x)


def test_two_tapes_do_not_mix() -> None:
    (x,), (y,) = symbols(Tape(), "x", (1,)), symbols(Tape(), "y", (1,))
    with pytest.raises(ErfdError, match="another tape"):
        x + y


def everything(x: Any, y: Any) -> list[Any]:
    """One of each operation."""
    s, c = x.sincos() if hasattr(x, "sincos") else (math.sin(x), math.cos(x))
    z = fma(s, y, c) / (2 + x * x)
    flag = x < y
    limited = clamp(z, -0.5, 0.5)
    return [z, select(flag, s, -c), sign(x), absolute(y), sqrt(x * x + 1), atan2(y, x), limited,
            select(equal(x, y), 1.0, maximum(x, y) - minimum(x, y))]  # fmt: skip


def loops(x: Any, y: Any) -> list[Any]:
    """A scan with an outer value and the round; Newton's square root; one scan in another."""
    total = scan(5, [x, y], lambda s, k: [s[0] + y * k, s[1] * 0.5 + s[0]])

    def newton(s: Any) -> Any:
        better = 0.5 * (s[0] + (2 + x * x) / s[0])
        return [better], absolute(better - s[0]) <= 1e-14

    root, done = iterate(50, [x * 0 + y * 0 + 1 + absolute(x)], newton)
    nested = scan(3, [x], lambda s, _: scan(2, [s[0]], lambda t, k: [t[0] * 0.9 + y * s[0] + k]))
    rounds, over = iterate(12, [0 * x + y], lambda s: ([s[0] + 1], s[0] > 3 * absolute(x)))
    return [*total, *root, select(done, 1.0, 0.0), *nested, *rounds, select(over, 1.0, 0.0)]


@pytest.mark.parametrize("text_of", [everything, loops])
def test_a_tape_means_what_its_text_means(text_of: Callable[..., Any]) -> None:
    tape = tape_of(text_of)
    rng = random.Random(1)
    for _ in range(50):
        x, y = rng.uniform(-3, 3), rng.uniform(-3, 3)
        expected = [float(v) for v in text_of(x, y)]
        for version in (tape, fused(tape), scheduled(tape), scheduled(fused(tape))):
            assert interpret.on_floats(version, [x, y])[0] == pytest.approx(expected, rel=1e-12)
            rows = interpret.on_arrays(version, [[x, y], [y, x]])[0]
            assert list(rows[0]) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("text_of", [everything, loops])
def test_a_stored_tape_is_the_same_tape(text_of: Callable[..., Any]) -> None:
    tape = tape_of(text_of)
    again = text.from_json(text.to_json(tape))
    assert text.to_json(again) == text.to_json(tape)
    assert text.digest(again) == text.digest(tape_of(text_of)) == text.digest(tape)
    assert str(again) == str(tape)
    other = text.digest(tape_of(lambda x, y: [*text_of(x, y), x]))
    assert other != text.digest(tape)


def test_a_tape_of_another_version_is_refused() -> None:
    data = json.loads(text.to_json(tape_of(everything)))
    data["version"] += 1
    with pytest.raises(ValueError, match="version"):
        text.from_data(data)


def test_dead_code_is_dropped_and_the_program_reads() -> None:
    tape = tape_of(lambda x, y: [x + y, x.sincos() and x - y][:1])
    assert [n.op for n in tape.nodes] == ["input", "input", "add"]
    assert "v2 = x[0] + x[1]" in str(tape)
    assert "out y[1] = v2" in str(tape)


def test_counts_count_fused_operations_and_rounds() -> None:
    tape = tape_of(lambda x, y: [x * y + x, *scan(4, [x], lambda s, _: [s[0] * y])])
    assert count(tape)[:2] == (5, 1)
    assert count(fused(tape))[:2] == (5, 1)
    pair = count(tape_of(lambda x, y: [*x.sincos(), y.sincos()[0] / x]))
    assert (pair.sincos, pair.divisions) == (2, 1)


def test_fusing_saves_instructions_and_keeps_counts() -> None:
    tape = tape_of(lambda x, y: [x * y - x * x, -(x * y * y + 1), 3 - x * y * x * y])
    whole = fused(tape)
    assert len(whole) < len(tape)
    assert count(whole).flops <= count(tape).flops + 1
    x, y = 0.7, -1.3
    expected = [x * y - x * x, -(x * y * y + 1), 3 - x * y * x * y]
    assert interpret.on_floats(whole, [x, y])[0] == pytest.approx(expected, rel=1e-14)


SIGNS: list[Callable[..., Any]] = [
    lambda x, y: -(x * y + 1),
    lambda x, y: -(x * y - 1),
    lambda x, y: -(1 - x * y),
    lambda x, y: -(x - y),
    lambda x, y: -(x * y - x * x),
]


@pytest.mark.parametrize("case", range(len(SIGNS)))
def test_signs_go_into_multiply_adds(case: int) -> None:
    whole = fused(tape_of(SIGNS[case]))
    assert "neg" not in [n.op for n in whole.nodes]
    assert interpret.on_floats(whole, [0.7, -1.3])[0][0] == pytest.approx(SIGNS[case](0.7, -1.3))
