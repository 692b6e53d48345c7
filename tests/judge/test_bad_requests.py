"""What is no plan, no arm, no number, no program is refused by name, with what to give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import erfd

BAD: list[tuple[dict[str, Any], str]] = [
    ({"plan": None}, "None is no trajectory; give what erfd.plan"),
    ({"arm": "rl15"}, "'rl15' is not an arm; use erfd.load"),
    ({"wrench": "a"}, "the wrench is 'a'.*give six numbers.*force"),
    ({"wrench": [1, 2]}, "the wrench is .*give six numbers"),
    ({"wrench": [np.nan] * 6}, "the wrench is .*give six numbers"),
    ({"wrench": [1e300] * 6}, "the wrench is .*give six numbers, at most 1e.09"),
    ({"wrench": np.ones(6) * 1j}, "the wrench is .*not made of numbers"),
    ({"payload": "x"}, "the payload is 'x'.*give its mass"),
    ({"payload": ["1", "2", "3", "4"]}, "the payload is .*give its mass"),
    ({"payload": [1, 2]}, "a payload of 2 numbers; give its mass"),
    ({"payload": 1e300}, "the payload is 1e.300, beyond any robot"),
    ({"margin": "90%"}, "the margin is '90%'.*a share above 0 and at most 1: 0.9"),
    ({"margin": None}, "the margin is None.*a share above 0 and at most 1"),
    ({"margin": 0}, "a margin of 0; give a share above 0"),
    ({"margin": 1.5}, "a margin of 1.5; give a share above 0"),
    ({"margin": float("nan")}, "a margin of nan; give a share above 0"),
]


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("rl15")


@pytest.fixture(scope="module")
def plan(arm: erfd.Arm) -> Any:
    return erfd.plan(erfd.parse("examples/lola15.irl"), arm)


@pytest.mark.parametrize("of", ["verify", "retime"])
@pytest.mark.parametrize(("given", "words"), BAD, ids=[words for _, words in BAD])
def test_it_is_said_which_argument_is_wrong(
    arm: erfd.Arm, plan: Any, of: str, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        getattr(erfd, of)(**{"plan": plan, "arm": arm, **given})


@pytest.mark.parametrize(
    ("of", "given", "words"),
    [
        ("verify", {"replan": 5}, "replan is 5.*give the program"),
        ("verify", {"replan": "a.irl"}, "replan is 'a.irl'.*give the program"),
        ("verify", {"replan": [5]}, "replan holds 5, which is no command; give the program"),
        ("verify", {"window": "60s"}, "the window is '60s'.*give seconds"),
        ("retime", {"program": 5}, "program is 5.*give the program"),
        ("retime", {"dt": "a"}, "dt is 'a'.*give a time above 0"),
        ("retime", {"dt": 0}, "dt is 0.0 s; give a time above 0"),
    ],
)
def test_what_only_one_of_them_takes(
    arm: erfd.Arm, plan: Any, of: str, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        getattr(erfd, of)(plan, arm, **given)
