"""Numbers beyond every machine: refused or named, never printed as if they meant something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import erfd
from erfd.cli.limits import percent
from erfd.cli.main import run
from erfd.robot.check import findings
from tests.robot.test_findings import TEXT

Captured = pytest.CaptureFixture[str]
DRAWING = (("mass = 1\n", "mass = 1e7\n"), ("com = [0, 0, 0]", "com = [2000, 0, 0]"))


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("torque", "rl15", "--payload", "1e300kg"), "1e+300 kg"),
        (("pose", "rl15", "--q", "1e300,0,0,0,0,0"), "1e+300 rad"),
        (("pose", "rl15", "--q", "0,-2e11deg,0,0,0,0"), "-3.49066e+09 rad"),
        (("pose", "stanford", "--q", "0,0,1e10,0,0,0"), "1e+10 m"),
        (("torque", "rl15", "--to", "1e10,0,0,0,0,0"), "1e+10 rad"),
    ],
)
def test_what_no_robot_does_is_refused(
    words: tuple[str, ...], number: str, capsys: Captured
) -> None:
    assert run(list(words)) == 3
    assert number in capsys.readouterr().err


@pytest.mark.parametrize("change", DRAWING)
def test_a_body_beyond_all_machines_is_a_doubt(
    change: tuple[str, str], tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "absurd.toml"
    path.write_text(TEXT.replace(*change), "utf-8")
    run(["check", str(path), "--states", "1"])
    assert "no machine has beyond" in capsys.readouterr().out
    path.write_text(TEXT, "utf-8")
    run(["check", str(path), "--states", "1"])
    assert "no machine" not in capsys.readouterr().out


def test_a_payload_beyond_all_machines_is_a_doubt() -> None:
    arm = erfd.load("rl15")
    for mass, doubted in ((1e300, True), (1e7, True), (15.0, False)):
        found = findings(arm.with_payload(mass).robot)
        assert any("no machine bears" in x.what for x in found) is doubted


def test_percentages_stay_short() -> None:
    assert [percent(x) for x in (0.126, 5.16, 9999.0)] == ["13 %", "516 %", "999900 %"]
    assert all(percent(x) == "> 999,999 %" for x in (1e4, 4.8e15, 1e300))


@pytest.mark.parametrize("verb", ["pose", "torque", "check", "show", "count"])
def test_no_verb_shows_warnings_of_numpy(verb: str, tmp_path: Path) -> None:
    """In a process of its own: pytest has filters of its own."""
    path = tmp_path / "absurd.toml"
    path.write_text(TEXT.replace("mass = 1\n", "mass = 1e300\n"), "utf-8")
    command = [sys.executable, "-m", "erfd", verb, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "encountered" not in done.stderr


def test_warnings_of_ours_are_shown() -> None:
    code = (
        "import sys, typer, warnings, numpy as np; from erfd.cli import main\n"
        "def shout() -> None:\n"
        "    np.array([1e300]) @ np.array([1e300]) * 1e300\n"
        "    warnings.warn('runs on NumPy', RuntimeWarning)\n"
        "main.app.command()(shout); sys.argv = ['erfd', 'shout']; main.entry()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "erfd: warning: runs on NumPy\n"
