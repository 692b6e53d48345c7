"""`erfd pose`: the same pose has one text, whatever the last bit says."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import erfd
from erfd.cli.main import run
from erfd.cli.pose import _text
from erfd.robot.placement import turn


@pytest.mark.parametrize("axis", ["x", "z"])
@pytest.mark.parametrize("noise", [-1e-9, -1e-16, 0.0, 1e-16, 1e-9])
def test_half_a_turn_is_plus_180_degrees(axis: str, noise: float) -> None:
    T = np.eye(4)
    T[:3, :3] = turn(axis, math.pi + noise)
    text = _text(erfd.load("puma"), "tool", T, [])
    assert " 180.00000 deg" in text
    assert "-180.00000" not in text


ANY = ("pose", "rl15", "--xyz", "700mm,100mm,900mm")
GOOD = (*ANY, "--rpy", "0,-30deg,180deg")
FORBIDDEN = (*ANY, "--rpy", "180deg,60deg,0")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(list(words))
    streams = capsys.readouterr()
    return code, streams.err if code == 3 else streams.out


def test_solutions_outside_the_ranges_are_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = asked(capsys, *FORBIDDEN)
    assert code == 1
    assert "NONE within all joint ranges: joint_5 (4 of 4) would be outside" in unwrapped(text)
    code, text = asked(capsys, *FORBIDDEN, "--json")
    assert (code, json.loads(text)["in_range"]) == (1, 0)


@pytest.mark.parametrize("words", [GOOD, (*ANY, "--starts", "100")])
def test_what_is_in_range_goes_before_what_is_not(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = asked(capsys, *words, "--json")
    said = json.loads(text)
    within = said["within"]
    assert code == 0
    assert within == sorted(within, reverse=True)
    assert 0 < sum(within) == said["in_range"] < len(within)
    far = np.abs(np.array(said["solutions"])).max(axis=1)
    for some in (far[: sum(within)], far[sum(within) :]):
        assert (np.diff(some) >= 0).all()
    code, text = asked(capsys, *words)
    assert f"{sum(within)} in range, which come first" in unwrapped(text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--status", "5"), "--status needs --xyz"),
        (("--starts", "5"), "--starts needs --xyz"),
        (("--rpy", "0,0,0"), "--rpy needs --xyz"),
        (("--q", ""), "--q is empty"),
        (("--q=",), "--q is empty"),
        (("--xyz", "1,0,0", "--status", "5"), "--status 5 needs --rpy"),
        (("--xyz", "1,0,0", "--status", "12"), "--status: at most 11"),
        (("--xyz", "1,0,0", "--status", "a"), "--status: not a whole number"),
        (("--status",), "--status needs a value"),
    ],
)
def test_no_option_is_ignored(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = asked(capsys, "pose", "rl15", *words)
    assert code == 3
    assert text.startswith(f"erfd: {said}")


def test_an_arm_without_status_codes_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = asked(capsys, "pose", "irb6", "--xyz", "1,0,0", "--status", "5")
    assert code == 3
    assert "irb6 has no status codes" in text
    assert "near=" not in text


def unwrapped(text: str) -> str:
    return " ".join(text.split())
