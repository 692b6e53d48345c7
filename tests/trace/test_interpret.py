"""The tape on NumPy: a batch takes the memory of what is under way, and the bits are the same."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.trace import interpret
from erfd.trace.function import Function
from erfd.trace.interpret import last_uses
from erfd.trace.tape import Tape

ROWS = 20_000
CASES = {
    "forward_dynamics": ("rl15", {}),
    "inverse_dynamics": ("rl15", {"wrench": True}),
    "mass_matrix": ("two_arm", {}),
    "motor_forward_dynamics": ("trttr1", {}),
}


def function(case: str) -> Function:
    robot, options = CASES[case]
    return erfd.load(robot).function(case, **options)


def states(f: Function, rows: int) -> list[Any]:
    rng = np.random.default_rng(3)
    return [rng.uniform(-1, 1, (rows, *port.shape)) for port in f.inputs]


def all_kept(tape: Tape, *_: Any) -> list[int]:
    """As if every value were a result."""
    return [len(tape.nodes)] * len(tape.nodes)


@pytest.mark.parametrize("case", CASES)
def test_the_bits_are_those_of_a_run_that_keeps_everything(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    f = function(case)
    given = states(f, 300)
    lean = interpret.on_arrays(f.tape, *given)
    monkeypatch.setattr(interpret, "last_uses", all_kept)
    for a, b in zip(lean, interpret.on_arrays(f.tape, *given), strict=True):
        assert a.tobytes() == b.tobytes()


def test_loops_and_series_keep_their_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = erfd.load("trttr1")
    step, along = arm.function("achievable_step"), arm.function("achievable_motion")
    rng = np.random.default_rng(5)
    given = [rng.uniform(0.001, 0.02, (7, *port.shape)) for port in step.inputs]
    series = [
        rng.uniform(0.001, 0.02, (2, *((6,) if port.series else ()), *port.shape))
        for port in along.inputs
    ]
    lean = interpret.on_arrays(step.tape, *given), interpret.on_arrays(along.tape, *series)
    monkeypatch.setattr(interpret, "last_uses", all_kept)
    whole = interpret.on_arrays(step.tape, *given), interpret.on_arrays(along.tape, *series)
    for found, expected in zip(lean, whole, strict=True):
        for a, b in zip(found, expected, strict=True):
            assert a.tobytes() == b.tobytes()


def peak(tape: Tape, given: list[Any]) -> float:
    """The most arrays of one number a row that were there at once."""
    tracemalloc.start()
    try:
        interpret.on_arrays(tape, *given)
        return tracemalloc.get_traced_memory()[1] / (8 * ROWS)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("case", CASES)
def test_few_arrays_live_at_once(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    f = function(case)
    given = states(f, ROWS)
    results = sum(port.size for port in f.outputs)
    kinds = [node.op not in ("const", "input") for node in f.tape.nodes]
    lean = peak(f.tape, given)
    assert lean < 100 + 2 * results
    monkeypatch.setattr(interpret, "last_uses", all_kept)
    assert peak(f.tape, given) > 0.9 * sum(kinds)


def test_the_last_use_of_a_value() -> None:
    tape = erfd.load("two_link").function("forward_dynamics").tape
    last = last_uses(tape)
    for k, at in enumerate(last):
        readers = [i for i, node in enumerate(tape.nodes) if k in node.args]
        assert at == (len(tape.nodes) if k in tape.results else max([k, *readers]))
