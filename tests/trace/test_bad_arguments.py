"""A compiled function says what is wrong with its arguments by their names, not by NumPy's."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.errors import ErfdError
from erfd.trace import engine
from erfd.trace.function import Function

GOOD = [0.1, 0.2]
BAD: dict[str, tuple[list[Any], type[Exception], str]] = {
    "short": ([GOOD, GOOD, [1, 2, 3]], ValueError, "qdd has 3 numbers; give 2"),
    "scalar": ([GOOD, 1.0, GOOD], ValueError, "qd is one number; give 2"),
    "rows": ([np.zeros((5, 3)), GOOD, GOOD], ValueError, "q has the shape (5, 3); give (..., 2)"),
    "none": ([GOOD, GOOD, None], TypeError, "qdd is None; give numbers"),
    "text": ([GOOD, "speed", GOOD], TypeError, "qd is of type <U5; give real numbers"),
    "complex": ([GOOD, GOOD, [1j, 2]], TypeError, "qdd is of type complex128; give real numbers"),
    "ragged": ([GOOD, [[1, 2], [3]], GOOD], TypeError, "qd is no array: its rows differ"),
    "apart": (
        [np.zeros((3, 2)), np.zeros((4, 2)), GOOD],
        ValueError,
        "the leading shapes do not broadcast: q (3, 2), qd (4, 2), qdd (2,); give as many rows",
    ),
    "few": ([GOOD, GOOD], TypeError, "inverse_dynamics takes q, qd, qdd: 2 inputs were given"),
}


@pytest.fixture(scope="module")
def compiled() -> Function:
    return erfd.load("two_link").function("inverse_dynamics")


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_have_names(compiled: Function, case: str) -> None:
    args, kind, message = BAD[case]
    for times in range(2):  # the first call compiles, later ones take the front
        with pytest.raises(kind, match=re.escape(message)) as caught:
            compiled(*args)
        assert isinstance(caught.value, ErfdError), times
    assert np.shape(compiled(GOOD, GOOD, GOOD)) == (2,)


@pytest.mark.parametrize("case", BAD)
def test_without_a_compiler_they_are_the_same(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "binding", lambda: None)
    tape = erfd.load("two_link").function("inverse_dynamics").tape
    args, kind, message = BAD[case]
    monkeypatch.setattr("erfd.trace.function._warn_once", lambda _: None)
    with pytest.raises(kind, match=re.escape(message)):
        Function("inverse_dynamics", tape)(*args)


def test_parameters_have_names_too() -> None:
    arm = erfd.load("two_link")
    loaded = arm.function("inverse_dynamics", parameters=["payload"])
    names = [port.name for port in loaded.inputs]
    args = [np.zeros(port.shape) for port in loaded.inputs]
    args[names.index("payload_com")] = np.zeros(2)
    with pytest.raises(ValueError, match="payload_com has 2 numbers; give 3"):
        loaded(*args)


def test_a_place_of_another_shape(compiled: Function) -> None:
    with pytest.raises(ValueError, match=r"out has the shape \(3,\); its core dimensions are"):
        compiled(GOOD, GOOD, GOOD, out=np.zeros(3))


def test_numpys_keywords_keep_numpys_words(compiled: Function) -> None:
    with pytest.raises(TypeError, match="where") as caught:
        compiled(GOOD, GOOD, GOOD, where=True)
    assert not isinstance(caught.value, ErfdError)
