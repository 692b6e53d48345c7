"""States for the test of a C export are taken where a wrong constant shows."""

from __future__ import annotations

import random

import numpy as np

from erfd.trace.c99_branches import spread
from erfd.trace.c99_wrong import chosen, covering, shown, uses
from erfd.trace.choose import select
from erfd.trace.loops import iterate
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape


def limited() -> Tape:
    """x, and 10 more where it is above 3; a constant that cancels; a loop that ends at x."""
    tape = Tape()
    (x,) = symbols(tape, "x", (1,))
    high = select(x > 3.0, x + 10.0, x)
    (state,), _ = iterate(3, [x], lambda s: ([s[0] * 0.5 + x * 0.5], s[0] > 1e9))
    output(tape, "y", (2,), [high + (x * 7.0 - x * 7.0), state])
    return tape


def test_a_limit_shows_only_between_itself_and_the_wrong_one() -> None:
    tape = limited()
    rows = np.array([[2.0], [2.99], [3.01], [3.02], [3.5]])
    places = uses(tape)
    table = shown(tape, rows, places)
    values = [tape.nodes[tape.nodes[i].args[k]].value for i, k in places]
    assert table[values.index(3.0)].tolist() == [False, False, True, True, False]
    assert table[values.index(10.0)].tolist() == [False, False, True, True, True]


def test_such_a_state_is_chosen() -> None:
    tape = limited()
    rng = random.Random(1)
    rows = np.array([[rng.uniform(-100.0, 100.0)] for _ in range(300)] + [[3.015]])
    picked = chosen(tape, rows, 5)
    assert 300 in picked
    assert len(set(picked)) == 5
    places = uses(tape)
    everywhere = shown(tape, rows, places).any(axis=1)
    assert (shown(tape, rows[picked], places).any(axis=1) == everywhere).all()
    assert 300 not in spread(tape, rows[:300], 5)


def test_what_no_state_shows_asks_for_no_column() -> None:
    table = np.array([[0, 0, 0], [1, 0, 1], [0, 1, 0], [0, 0, 1]], dtype=bool)
    assert covering(table) == [2, 1]
