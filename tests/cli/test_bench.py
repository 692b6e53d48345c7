"""erfd bench: what is measured is said, and what has no answer is named; no time is asserted."""

import json

import pytest

from erfd.cli.bench import OTHERS, PEERS
from erfd.cli.main import run

Captured = pytest.CaptureFixture[str]
QUICK = ("--seconds", "0.01")


def test_every_function_is_measured(capsys: Captured) -> None:
    assert run(["bench", "two_link", *QUICK, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [line["quantity"] for line in result["functions"]] == [*PEERS, *OTHERS]
    assert all(0.0 < line["batch"] < line["single"] for line in result["functions"])
    assert not result["without"]


@pytest.mark.oracle
def test_pinocchio_joins_in(capsys: Captured) -> None:
    pytest.importorskip("pinocchio")
    assert run(["bench", "stanford", *QUICK, "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["functions"]
    assert [line["peer_batch"] is not None for line in lines] == [True] * 2 + [False] * len(OTHERS)


def test_a_joint_without_inertia_is_named(capsys: Captured) -> None:
    assert run(["bench", "kr5", *QUICK]) == 0
    text = capsys.readouterr().out
    assert "forward_dynamics: joint 'joint_6' feels no inertia" in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_time_without_sense_is_refused(capsys: Captured) -> None:
    assert run(["bench", "two_link", "--seconds", "nan"]) == 3
    assert "give 0.01 to 600 s" in capsys.readouterr().err
