"""The compiled function as a value: fast front, fallback, threads, storage, NumPy without LLVM."""

from __future__ import annotations

import gc
import pickle
import sys
import weakref
from typing import Any

import numpy as np
import pytest

from erfd.dynamics.lump import tree_of
from erfd.errors import ErfdError
from erfd.robot import library
from erfd.trace import engine
from erfd.trace import function as module
from erfd.trace.fastcall import layout_holds
from erfd.trace.function import Function
from erfd.trace.threads import _parts
from erfd.trace.trace import trace

TREE = tree_of(library.load("rl15"))


@pytest.fixture(scope="module")
def fd() -> Function:
    return Function("forward_dynamics", trace(TREE, "forward_dynamics"), "composite_body")


@pytest.fixture(scope="module")
def eom() -> Function:
    return Function("equations_of_motion", trace(TREE, "equations_of_motion", "composite_body"))


def rows(n: int) -> Any:
    return np.random.default_rng(4).normal(size=(3, n, 6))


def test_the_front_and_the_ufunc_agree(fd: Function) -> None:
    pytest.importorskip("llvmlite")
    assert layout_holds()
    X = rows(300)
    fd(*X)
    expected = fd.ufunc(*X)
    assert np.array_equal(fd(*X), expected)
    assert all(np.array_equal(fd(*X[:, k]), expected[k]) for k in range(300))
    got = fd(*X[:, 0])
    assert (type(got), got.dtype, got.shape, got.flags.owndata) == (
        np.ndarray,
        np.float64,
        (6,),
        True,
    )


def test_whatever_the_front_cannot_do_numpy_does(fd: Function) -> None:
    X = rows(10)
    q, qd, tau = X
    expected = fd(*X)
    assert np.array_equal(fd(q[0], qd, tau)[0], expected[0])
    assert np.array_equal(fd(q[0].tolist(), qd[0], tau[0]), expected[0])
    assert np.array_equal(fd(*(x[::-1] for x in X))[::-1], expected)
    assert np.array_equal(fd(*(x[:, ::-1].copy()[:, ::-1] for x in X)), expected)
    assert np.array_equal(fd(*(x.astype(">f8") for x in X)), expected)
    assert np.array_equal(fd(*(x.view(Special) for x in X)), expected)
    assert np.array_equal(fd(*X.reshape(3, 2, 5, 6)), expected.reshape(2, 5, 6))
    assert fd(*X[:, :0]).shape == (0, 6)
    out = np.empty((10, 6))
    assert fd(*X, out=out) is out
    assert np.array_equal(out, expected)
    ints = fd(np.zeros(6, dtype=int), np.zeros(6), np.zeros(6))
    assert np.array_equal(ints, fd(np.zeros(6), np.zeros(6), np.zeros(6)))


class Special(np.ndarray):
    """A subclass, which the front must not take for the real thing."""


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda X: X[:2], TypeError),
        (lambda X: [*X, X[0], X[0]], TypeError),
        (lambda X: [X[0], X[1], X[2][:, :5]], ValueError),
        (lambda X: [X[0], X[1], X[2][:4]], ValueError),
        (lambda X: [X[0], X[1], None], TypeError),
        (lambda X: [X[0], X[1], "torque"], TypeError),
    ],
)
def test_wrong_arguments_are_refused(fd: Function, change: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        fd(*change(list(rows(10))))
    with pytest.raises(TypeError):
        fd(*rows(10), speed=3)


def test_nothing_leaks(fd: Function) -> None:
    X = rows(1)[:, 0]
    fd(*X)
    before = [sys.getrefcount(x) for x in (*X, np.ndarray, np.dtype(np.float64))]
    made = [fd(*X) for _ in range(1000)]
    owners = sys.getrefcount(made[0])
    del made
    assert owners == 2
    after = [sys.getrefcount(x) for x in (*X, np.ndarray, np.dtype(np.float64))]
    assert max(abs(a - b) for a, b in zip(after, before, strict=True)) <= 4


def test_several_outputs_come_as_a_tuple(eom: Function) -> None:
    q, qd, _ = rows(20)
    H, b = eom(q, qd)
    assert (H.shape, b.shape) == ((20, 6, 6), (20, 6))
    one = eom(q[3], qd[3])
    assert isinstance(one, tuple)
    assert np.array_equal(one[0], H[3])
    assert np.array_equal(one[1], b[3])
    assert np.array_equal(H, H.transpose(0, 2, 1))


def test_threads_change_nothing(fd: Function, eom: Function) -> None:
    X = rows(5000)
    expected = fd(*X)
    assert np.array_equal(fd(*X, threads=2), expected)
    assert np.array_equal(fd(*X, threads=7), expected)
    assert np.array_equal(fd(X[0, 0], X[1], X[2], threads=3), fd(X[0, 0], X[1], X[2]))
    out = np.empty((5000, 6))
    assert fd(*X, out=out, threads=2) is out
    assert np.array_equal(out, expected)
    for a, b in zip(eom(X[0], X[1], threads=2), eom(X[0], X[1]), strict=True):
        assert np.array_equal(a, b)


def test_threads_overwrite_no_input_that_another_still_reads(fd: Function) -> None:
    """Rows written one further on are the next part's input: the same as without threads."""
    q, qd, tau = rows(9000)
    expected = fd(q, qd, tau)
    for start, end in ((0, 1), (1, 0)):
        long = np.zeros((9001, 6))
        given, place = long[start : 9000 + start], long[end : 9000 + end]
        given[...] = q
        assert fd(given, qd, tau, out=place, threads=2) is place
        assert np.array_equal(place, expected)
    assert fd(q, qd, tau, out=tau, threads=2) is tau
    assert np.array_equal(tau, expected)


@pytest.mark.parametrize("shape", [(18000, 6), (8000, 6), (1, 6)])
def test_threads_fill_no_place_of_another_shape(fd: Function, shape: tuple[int, ...]) -> None:
    """A place that is too large was filled in part."""
    X = rows(9000)
    for threads in (1, 2):
        with pytest.raises(ValueError, match="broadcast"):
            fd(*X, out=np.empty(shape), threads=threads)
    wide = np.empty((3, 9000, 6))
    assert np.array_equal(fd(*X, out=wide, threads=2)[2], fd(*X))


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("each", [1, 7, 5000])
def test_parts_are_all_rows_once(threads: int, each: int) -> None:
    for rows in (1, 2, 7, 8, 17, 1000, 5000, 100_001):
        parts = _parts(rows, threads, each)
        assert [k for part in parts for k in range(rows)[part]] == list(range(rows))
        assert rows < 8 * threads or all(part.start % 8 == 0 for part in parts)


def test_a_part_that_fails_ends_the_call(fd: Function) -> None:
    X, out = rows(5000), np.empty((5000, 5))
    with pytest.raises(ValueError, match="core dim"):
        fd(*X, out=out, threads=2)


@pytest.mark.parametrize("kind", [complex, np.longdouble, object, "U8"])
def test_what_is_no_double_is_refused(fd: Function, kind: Any) -> None:
    q, qd, tau = rows(2000)
    for threads in (1, 2):
        with pytest.raises(TypeError):
            fd(q.astype(kind), qd, tau, threads=threads)
    with pytest.raises(TypeError, match="real number"):
        fd._on_numpy(q.astype(kind), qd, tau)


def test_one_input_too_many_is_no_output(fd: Function) -> None:
    """NumPy would take it for `out` and write there."""
    q, qd, tau = rows(5)
    wrench = np.ones(6)
    for given in ((q, qd, tau, wrench), (q, qd), (q[0], qd[0], tau[0], wrench)):
        with pytest.raises(TypeError, match=r"forward_dynamics takes q, qd, tau: \d inputs"):
            fd(*given)
    assert np.all(wrench == 1)


def test_numpy_says_what_it_does_not_allow(fd: Function) -> None:
    X = rows(5)
    with pytest.raises(TypeError, match="where"):
        fd(*X, where=np.ones(5, dtype=bool))
    with pytest.raises(TypeError, match="nonsense"):
        fd(*X, nonsense=1)
    assert np.array_equal(fd(*X.transpose(0, 2, 1), axes=[0, 0, 0, 1]), fd(*X))


def test_it_shows_itself(fd: Function) -> None:
    assert fd.counts.flops <= 800
    assert (fd.counts.divisions, fd.counts.sincos) == (5, 5)
    assert "out qdd[6]" in fd.program()
    assert "define void @loop" in fd.llvm_ir(4)
    assert repr(fd) == "<forward_dynamics(q[6], qd[6], tau[6]) by composite_body>"


def stored(f: Function) -> Function:
    again = pickle.loads(pickle.dumps(f))  # noqa: S301
    assert isinstance(again, Function)
    return again


def test_it_pickles_before_and_after_its_first_call(fd: Function) -> None:
    X = rows(3)
    expected = fd(*X)
    again = stored(fd)
    assert (again.name, again.method, again.digest) == (fd.name, fd.method, fd.digest)
    assert np.array_equal(again(*X), expected)
    assert np.array_equal(stored(again)(*X), expected)


def test_code_lives_as_long_as_it_is_used() -> None:
    pytest.importorskip("llvmlite")
    f = Function("gravity", trace(TREE, "gravity"))
    q = rows(1)[0, 0]
    expected = f(q)
    call, ufunc, there = type(f).__call__, f.ufunc, weakref.ref(f._kernel.code)
    f._kernel.quick = None
    del f
    gc.collect()
    assert there() is not None
    assert np.array_equal(call(q), expected)
    assert np.array_equal(ufunc(q), expected)
    del call, ufunc
    gc.collect()
    assert there() is None


def test_without_llvmlite_the_tape_runs_on_numpy(
    monkeypatch: pytest.MonkeyPatch, fd: Function
) -> None:
    X = rows(9)
    expected = fd(*X)
    monkeypatch.setattr(engine, "binding", lambda: None)
    monkeypatch.setattr(module, "_warned", set())
    slow = Function(fd.name, fd.tape)
    with pytest.raises(ErfdError, match="llvmlite"):
        Function("f", fd.tape).llvm_ir()
    with pytest.warns(RuntimeWarning, match="llvmlite"):
        got = slow(*X)
    assert np.allclose(got, expected, rtol=1e-10)
    out = np.empty((9, 6))
    assert slow(*X, out=out) is out
    assert np.array_equal(out, got)
    assert np.allclose(slow(*X[:, 0]), expected[0], rtol=1e-10)


def test_very_long_tapes_run_on_numpy(monkeypatch: pytest.MonkeyPatch, fd: Function) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(module, "LARGEST", 100)
    monkeypatch.setattr(module, "_warned", set())
    X = rows(9)
    with pytest.warns(RuntimeWarning, match="instructions"):
        got = Function(fd.name, fd.tape)(*X)
    assert np.allclose(got, fd(*X), rtol=1e-10)
