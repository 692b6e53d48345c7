"""Compiled code: the tape's values, the same bits everywhere, rows that leave each other alone."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from erfd.dynamics.lump import tree_of
from erfd.robot import library
from erfd.trace import engine, interpret, simd
from erfd.trace.kernel import Kernel, prepared
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from erfd.trace.trace import trace
from tests.trace.test_tape import everything, loops, tape_of

pytest.importorskip("llvmlite")
WIDTHS = [w for w in (2, 4, 8) if w <= engine.widest()]


@functools.cache
def forward(width: int) -> Kernel:
    return Kernel(prepared(trace(tree_of(library.load("rl15")), "forward_dynamics")), "fd", width)


@functools.cache
def mixed(width: int) -> Kernel:
    """Every operation, loops, outputs of several shapes."""
    tape = Tape()
    x, y = symbols(tape, "x", ()) + symbols(tape, "y", ())
    A = symbols(tape, "A", (2, 3))
    output(tape, "all", (8,), everything(x, y))
    output(tape, "loops", (7,), loops(x, A[0]))
    output(tape, "B", (3, 2), [A[3 * j + i] * x for i in range(3) for j in range(2)])
    output(tape, "s", (), [A[5] + y])
    return Kernel(prepared(tape), "mixed", width)


def rows(n: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).normal(size=(3, n, 6))


def same(a: Any, b: Any) -> bool:
    """Bit for bit, NaN like NaN."""
    return np.array_equal(a, b, equal_nan=True)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_kernel_computes_the_tape(width: int) -> None:
    tape = trace(tree_of(library.load("rl15")), "forward_dynamics")
    X = rows(37)
    [expected] = interpret.on_arrays(tape, *X)
    assert np.max(np.abs(forward(width).ufunc(*X) / expected - 1)) < 1e-9


@pytest.mark.parametrize("width", WIDTHS)
def test_every_operation_and_loop(width: int) -> None:
    rng = np.random.default_rng(1)
    x, y, A = rng.normal(size=41), rng.normal(size=41), rng.normal(size=(41, 2, 3))
    got = mixed(width).ufunc(x, y, A)
    for k in range(41):
        expected = [
            everything(x[k], y[k]),
            loops(x[k], A[k, 0, 0]),
            (A[k] * x[k]).T,
            A[k, 1, 2] + y[k],
        ]
        for a, b in zip(got, expected, strict=True):
            assert np.allclose(a[k], np.array(b, dtype=float), rtol=1e-12, atol=1e-13)


def test_the_same_bits_at_every_width_and_alone() -> None:
    X = rows(129)
    reference = forward(WIDTHS[0]).ufunc(*X)
    for width in WIDTHS:
        kernel = forward(width)
        assert same(kernel.ufunc(*X), reference)
        quick = kernel.quick(None)
        if quick is not None:
            assert same(quick(*X), reference)
            assert same([quick(*X[:, k]) for k in range(129)], reference)


def test_a_long_tape_takes_its_single_rows_through_the_loop(monkeypatch: Any) -> None:
    monkeypatch.setattr(simd, "LONG", 10)
    tape = prepared(trace(tree_of(library.load("rl15")), "equations_of_motion"))
    kernel, X = Kernel(tape, "eom"), rows(5)
    for k in range(5):
        for a, b in zip(kernel.quick(None)(*X[:2, k]), kernel.ufunc(*X[:2]), strict=True):
            assert same(a, b[k])


@pytest.mark.parametrize("width", WIDTHS)
def test_the_same_bits_at_every_place_and_stride(width: int) -> None:
    f = forward(width).ufunc
    X = rows(67)
    Y = f(*X)
    for n in range(20):
        assert same(f(*X[:, n : n + n]), Y[n : n + n])
    assert same(f(*X[:, ::-1])[::-1], Y)
    assert same(f(*X[:, ::3]), Y[::3])
    assert same(f(*(np.asfortranarray(x) for x in X)), Y)
    assert same(f(*(x[..., ::-1].copy()[..., ::-1] for x in X)), Y)
    assert same(f(*(unaligned(x) for x in X)), Y)
    assert same(
        f(X[0, 3], X[1], X[2, :, None][::2]),
        [
            f(np.tile(X[0, 3], (67, 1)), X[1], x)
            for x in np.broadcast_to(X[2, ::2, None], (34, 67, 6))
        ],
    )
    wide = np.full((67, 13), 7.0)
    f(*X, out=wide[:, 1::2])
    assert same(wide[:, 1::2], Y)
    assert np.all(wide[:, ::2] == 7.0)


def unaligned(x: Any) -> Any:
    buffer = np.zeros(x.nbytes + 3, dtype=np.uint8)
    view = buffer[3:].view(np.float64).reshape(x.shape)
    view[...] = x
    return view


@functools.cache
def many_dimensions(width: int) -> Kernel:
    """Operands of four and five dimensions, as derivatives of derivatives have."""
    tape = Tape()
    A, b = symbols(tape, "A", (2, 1, 3, 2)), symbols(tape, "b", (2,))
    output(tape, "B", (3, 2, 2, 1, 1), [x * b[k % 2] for k, x in enumerate(A)])
    output(tape, "c", (2,), [A[0] + b[0], A[11] + b[1]])
    return Kernel(prepared(tape), "many", width)


@pytest.mark.parametrize("width", WIDTHS)
def test_operands_of_more_than_three_dimensions(width: int) -> None:
    """In the rows that fill no vector and in strided ones, too."""
    f, rng = many_dimensions(width).ufunc, np.random.default_rng(6)
    A, b = rng.normal(size=(21, 2, 1, 3, 2)), rng.normal(size=(21, 2))
    expected = (A.reshape(21, 6, 2) * b[:, None]).reshape(21, 3, 2, 2, 1, 1)
    for n in (1, 3, 8, 21):
        B = np.full((n, *expected.shape[1:]), np.nan)
        assert same(f(A[:n], b[:n], out=(B, None))[0], expected[:n])
    for strided in (np.asfortranarray(A), A[::-1].copy()[::-1], A[..., ::-1].copy()[..., ::-1]):
        B, c = f(strided, b, out=(np.asfortranarray(np.full(expected.shape, np.nan)), None))
        assert same(B, expected)
        assert same(c, A[:, [0, 1], 0, [0, 2], [0, 1]] + b)


@pytest.mark.parametrize("width", WIDTHS)
def test_in_and_out_may_overlap(width: int) -> None:
    f = forward(width).ufunc
    X = rows(50)
    Y = f(*X)
    tau = X[2].copy()
    assert f(X[0], X[1], tau, out=tau) is tau
    assert same(tau, Y)
    long = np.concatenate([X[2], X[2]])
    expected = f(X[0], X[1], long[5:55])
    assert same(f(X[0], X[1], long[5:55], out=long[8:58]), expected)


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e300, -3e9])
def test_a_bad_row_is_alone(width: int, bad: float) -> None:
    f = forward(width).ufunc
    X = rows(45)
    Y = f(*X)
    for row in (0, 7, 8, 21, 44):
        Z = X.copy()
        Z[0, row, 2] = bad
        got = f(*Z)
        others = np.arange(45) != row
        assert same(got[others], Y[others])
        assert np.all(np.isfinite(got[row]) if np.isfinite(bad) else np.isnan(got[row]))


@pytest.mark.parametrize("width", WIDTHS)
def test_shapes_that_numpy_knows(width: int) -> None:
    f = forward(width).ufunc
    X = rows(12)
    assert f.signature == "(6),(6),(6)->(6)"
    assert f(*X[:, :0]).shape == (0, 6)
    assert f(*X.reshape(3, 3, 4, 6)).shape == (3, 4, 6)
    assert f(*X[:, 0]).shape == (6,)
    assert f(*X[:, 0].tolist()).shape == (6,)
    assert f(*X[:, 0].astype(np.float32)).dtype == np.float64
    for wrong in (X[0, :, :5], X[0].T, np.zeros(7)):
        with pytest.raises(ValueError, match=r"core dim|broadcast"):
            f(wrong, X[1], X[2])
    with pytest.raises(TypeError):
        f(*X, where=np.ones(12, dtype=bool))


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("width", WIDTHS)
def test_lanes_that_are_done_wait_for_the_others(width: int) -> None:
    """Newton's root of rows that need different numbers of rounds; a NaN row never says done."""
    x = np.concatenate([10.0 ** np.arange(-8, 9), [np.nan]])
    A = np.ones((18, 2, 3))
    got = mixed(width).ufunc(x, x, A)[1]
    alone = np.array([mixed(width).ufunc(v, v, A[0])[1] for v in x])
    assert same(got, alone)
    assert np.allclose(got[:-1, 2], np.sqrt(2 + x[:-1] ** 2), rtol=1e-10)


def test_object_code_is_the_same_every_time() -> None:
    from erfd.trace.kernel import source

    text = source(prepared(tape_of(everything)))
    assert text == source(prepared(tape_of(everything)))
    assert engine.compile_object(text) == engine.compile_object(text)
