"""A compiled function as a casadi.Function: the same names, the same values."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from erfd.errors import ErfdError
from erfd.robot import library
from erfd.trace import interpret
from erfd.trace.function import Function
from erfd.trace.loops import scan
from erfd.trace.robot_function import robot_function
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from tests.trace.test_tape import everything, loops

casadi = pytest.importorskip("casadi")


def test_names_shapes_and_values() -> None:
    rng = np.random.default_rng(61)
    q, qd, tau = rng.normal(size=(3, 6))
    for quantity, args in (
        ("forward_dynamics", (q, qd, tau)),
        ("equations_of_motion", (q, qd)),
        ("forward_kinematics", (q,)),
        ("energy", (q, qd)),
    ):
        ours = robot_function(library.load("rl15"), quantity)
        theirs = ours.casadi()
        assert theirs.name() == quantity
        assert theirs.name_in() == [p.name for p in ours.inputs]
        assert theirs.name_out() == [p.name for p in ours.outputs]
        results = theirs.call([casadi.DM(a) for a in args])
        expected = interpret.on_arrays(ours.tape, *args)
        for a, b in zip(results, expected, strict=True):
            assert np.max(np.abs(a.full().reshape(b.shape) - b)) <= 1e-11 * (1 + np.max(np.abs(b)))


@pytest.mark.parametrize("point", [(0.7, -1.3), (1.0, 1.0), (-2.0, 0.5)])
def test_every_operation_and_loop(point: tuple[float, float]) -> None:
    tape = Tape()
    x, y = symbols(tape, "x", ()) + symbols(tape, "y", ())
    A = symbols(tape, "A", (2, 3))
    parts = {"all": everything(x, y), "loops": loops(x, A[0])}
    for name, part in parts.items():
        output(tape, name, (len(part),), part)
    output(tape, "B", (3, 2), [A[3 * j + i] * x for i in range(3) for j in range(2)])
    values = [*point, np.arange(6.0).reshape(2, 3) / 7]
    got = Function("mixed", tape).casadi().call([casadi.DM(v) for v in values])
    for a, b in zip(got, interpret.on_arrays(tape, *values), strict=True):
        assert np.allclose(a.full().reshape(b.shape), b, rtol=1e-12, atol=1e-13)


def test_an_optimiser_can_differentiate_it() -> None:
    fd = robot_function(library.load("rl15"), "forward_dynamics")
    q, qd, tau = np.random.default_rng(67).normal(size=(3, 6))
    jacobian = fd.casadi().jacobian()
    inputs = [casadi.DM(v) for v in (q, qd, tau)]
    by_q, by_qd, by_tau = jacobian.call([*inputs, casadi.DM(6, 1)])
    ours = interpret.on_arrays(fd.derivative("q", "qd", "tau").tape, q, qd, tau)
    for a, b in zip((by_q, by_qd, by_tau), ours, strict=True):
        assert np.max(np.abs(a.full() - b)) <= 1e-9 * (1 + np.max(np.abs(b)))


def test_without_casadi_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "casadi", None)
    with pytest.raises(ErfdError, match=r"CasADi is not installed; .*erfd\[casadi\]"):
        robot_function(library.load("rl15"), "gravity").casadi()


def test_long_loops_are_refused() -> None:
    tape = Tape()
    (x,) = symbols(tape, "x", ())
    output(tape, "y", (), scan(10**6, [x], _grown))
    with pytest.raises(ErfdError, match="too many for CasADi"):
        Function("long", tape).casadi()


def _grown(s: Any, k: Any) -> Any:
    return [s[0] * 1.5 + k]
