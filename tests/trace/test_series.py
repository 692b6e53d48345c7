"""Loops over series: what comes in and goes out round by round, at any length and in any layout."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from erfd.errors import ErfdError
from erfd.trace import engine, interpret, text
from erfd.trace.casadi_function import casadi_function
from erfd.trace.choose import absolute
from erfd.trace.counts import count
from erfd.trace.derivative import derivative
from erfd.trace.function import Function
from erfd.trace.kernel import Kernel, prepared
from erfd.trace.loops import iterate, scan
from erfd.trace.scalar import output, symbols
from erfd.trace.series import scan_series, series
from erfd.trace.tape import Tape
from tests.trace.test_kernel import same, unaligned

ROUNDS = (0, 1, 7)


def body(s: Any, item: Any, k: Any, scale: Any) -> tuple[list[Any], list[Any]]:
    """A root by Newton in each round, a loop of fixed length, the round, an outer value."""

    def newton(v: Any) -> Any:
        error = v[0] * v[0] - 2 - item[0] * item[0]
        return [0.5 * (v[0] + (2 + item[0] * item[0]) / v[0])], absolute(error) <= 1e-12

    root, _ = iterate(60, [1 + absolute(item[0])], newton)
    (slow,) = scan(3, [0 * item[1] + s[1]], lambda v, _: [0.5 * v[0] + item[1]])
    a, b = 0.9 * s[0] + item[0] * scale + item[3], slow * item[2] - root[0]
    return [a, b], [a, b * k, root[0], scale, item[2]]


def tape() -> Tape:
    new = Tape()
    u, z, x = series(new, "u", (3,)), series(new, "z", ()), symbols(new, "x", (2,))
    last, records = scan_series([*u, *z], x, lambda s, item, k: body(s, item, k, x[1]))
    output(new, "last", (2,), last)
    output(new, "kept", (2, 2), records[:4])
    output(new, "more", (), records[4:])
    return new.compact()


def by_floats(u: Any, z: Any, x: Any) -> tuple[Any, Any, Any]:
    """The same text on plain numbers."""
    items = [*np.asarray(u).T.tolist(), list(z)]
    last, records = scan_series(items, x.tolist(), lambda s, i, k: body(s, i, k, float(x[1])))
    kept = np.array(records[:4]).T.reshape(len(z), 2, 2)
    return np.array(last), kept, np.array(records[4] if records else [])


@functools.cache
def kernel(width: int) -> Any:
    return Kernel(prepared(tape()), "series", width).ufunc


def samples(lead: tuple[int, ...], rounds: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(rounds)
    return (
        rng.normal(size=(*lead, rounds, 3)),
        rng.normal(size=rounds),
        rng.normal(size=(*lead, 2)),
    )


@pytest.mark.parametrize("rounds", ROUNDS)
def test_the_tape_means_what_its_text_means(rounds: int) -> None:
    u, z, x = samples((), rounds)
    expected = by_floats(u, z, x)
    floats = interpret.on_floats(tape(), u, z, x)
    assert np.allclose(floats[0], expected[0], rtol=1e-12)
    assert np.allclose(np.array(floats[1]).T.reshape(rounds, 2, 2), expected[1], rtol=1e-12)
    for a, b in zip(interpret.on_arrays(tape(), u, z, x), expected, strict=True):
        assert a.shape == b.shape
        assert np.allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("lead", [(), (1,), (5,), (8,), (19,), (2, 3), (0,)])
def test_the_kernel_computes_the_tape(lead: tuple[int, ...], rounds: int) -> None:
    pytest.importorskip("llvmlite")
    u, z, x = samples(lead, rounds)
    expected = interpret.on_arrays(tape(), u, z, x)
    widths = [w for w in (2, 4, 8) if w <= engine.widest()]
    first = kernel(widths[0])(u, z, x)
    for a, b in zip(first, expected, strict=True):
        assert a.shape == b.shape
        assert np.allclose(a, b, rtol=1e-12)
    for width in widths:
        for a, b in zip(kernel(width)(u, z, x), first, strict=True):
            assert same(a, b)


def layouts() -> list[Callable[[Any], Any]]:
    return [
        np.asfortranarray,
        unaligned,
        lambda a: a[::-1].copy()[::-1],
        lambda a: a[..., ::-1].copy()[..., ::-1],
        lambda a: np.repeat(a, 2, axis=0)[::2],
    ]


@pytest.mark.parametrize("layout", range(len(layouts())))
def test_the_same_bits_in_every_layout_and_place(layout: int) -> None:
    pytest.importorskip("llvmlite")
    change, f = layouts()[layout], kernel(engine.widest())
    u, z, x = samples((21,), 6)
    expected = f(u, z, x)
    for got in (f(change(u), z, change(x)), f(u[:, ::-1][:, ::-1], change(z), x)):
        for a, b in zip(got, expected, strict=True):
            assert same(a, b)
    wide = np.full((21, 6, 2, 5), 7.0)
    f(u, z, x, out=(np.empty((21, 2)), wide[..., 1::2], np.empty((21, 6))))
    assert same(wide[..., 1::2], expected[1])
    assert np.all(wide[..., ::2] == 7.0)
    for k in range(21):
        for a, b in zip(f(u[k], z, x[k]), expected, strict=True):
            assert same(a, b[k])


@pytest.mark.filterwarnings("ignore:invalid value")
def test_a_bad_row_is_alone_and_series_may_be_overwritten() -> None:
    pytest.importorskip("llvmlite")
    f = kernel(engine.widest())
    u, z, x = samples((13,), 9)
    expected = f(u, z, x)
    bad = u.copy()
    bad[5, 3, 0] = np.nan
    others = np.arange(13) != 5
    for a, b in zip(f(bad, z, x), expected, strict=True):
        assert same(a[others], b[others])
    assert np.all(np.isnan(f(bad, z, x)[0][5]))
    assert same(f(bad, z, x)[1][5, :3], expected[1][5, :3])
    f(u, z, x, out=(x, np.empty((13, 9, 2, 2)), u[..., 2]))
    assert same(x, expected[0])
    assert same(u[..., 2], expected[2])


def test_the_function_runs_it_too() -> None:
    u, z, x = samples((2000,), 3)
    f = Function("series", tape())
    expected = f(u, z, x)
    if f.ufunc is not None:
        assert f.ufunc.signature == "(t,3),(t),(2)->(2),(t,2,2),(t)"
    for a, b in zip(f(u, z, x, threads=2), expected, strict=True):
        assert same(a, b)
    for wrong in ((u, z[:2], x), (u[..., :2], z, x), (u[0, 0], z, x)):
        with pytest.raises(ValueError, match=r"dimension|broadcast"):
            f(*wrong)


def test_it_is_stored_named_and_counted() -> None:
    again = text.from_json(text.to_json(tape()))
    assert text.to_json(again) == text.to_json(tape())
    assert text.digest(again) == text.digest(tape())
    assert "in  u[t, 3], z[t], x[2]" in str(again)
    assert "scan, t rounds:" in str(again)
    assert "out kept[t, 2, 2] = " in str(again)
    assert count(tape()).divisions == 60


def test_passes_without_a_place_for_series_say_so() -> None:
    pytest.importorskip("casadi")
    f = Function("run", tape())
    for use in (
        lambda: derivative(tape(), ["x"]),
        lambda: casadi_function("run", tape()),
        f.c_source,
    ):
        with pytest.raises(ErfdError, match=r"no series \(u, z, kept, more\)"):
            use()


def mixed(t: Tape, u: Any, v: Any) -> None:
    _, a = scan_series(u, [], lambda s, item, _: (s, item))
    _, b = scan_series(v, [], lambda s, item, _: (s, item))
    output(t, "y", (2,), [*a, *b])


MISUSES: list[tuple[Callable[[Tape, Any, Any], Any], str]] = [
    (lambda t, u, _: symbols(t, "x", ())[0] + u[0], "value of its own in every round"),
    (lambda t, u, _: output(t, "y", (1,), u), "one loop's records"),
    (mixed, "one loop's records"),
    (lambda t, u, _: output(t, "y", (2,), [*u, 1.0]), "one loop's records"),
    (lambda _, u, __: scan_series([*u, [1.0]], [], lambda s, i, __: (s, i)), "several kinds"),
    (lambda _, u, __: scan_series(u, [0.0], lambda s, i, __: ([*s, 1], i)), "1 values became"),
    (lambda _, u, v: scan_series(u, [], lambda s, i, __: (s, [v[0] + i[0]])), "of its own"),
    (
        lambda t, u, _: scan(
            2, symbols(t, "x", (1,)), lambda s, _: scan_series(u, s, lambda s, i, _: (s, i))[0]
        ),
        "inside of another",
    ),
    (lambda t, *_: scan(2, [symbols(t, "x", ())[0] < 1], lambda s, _: s), "a flag in it"),
]


@pytest.mark.parametrize("case", range(len(MISUSES)))
def test_misuse_is_refused_with_a_remedy(case: int) -> None:
    t = Tape()
    u, v = series(t, "u", (1,)), series(t, "v", (1,))
    use, words = MISUSES[case]
    with pytest.raises(ErfdError, match=words) as error:
        use(t, u, v)
    assert "; " in str(error.value)
