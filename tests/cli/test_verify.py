"""`erfd verify`, `retime` and `demo`: what they print and write, and their exit codes."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from erfd.cli.main import run
from tests.schema import misfits

Captured = pytest.CaptureFixture[str]
EXAMPLE = Path("examples/lola15.irl")
EASY = """program p;
seq
  move ptp mainjoint(40, 0, 0, 0, 0, 0) speed_ptp=0.8 acc_ptp=0.8 act_rob="lola_15";
endseq
endprogram
"""


@pytest.fixture
def easy(tmp_path: Path) -> Path:
    path = tmp_path / "easy.irl"
    path.write_text(EASY, "utf-8")
    return path


def printed(capsys: Captured, *arguments: str, code: int) -> str:
    assert run(list(arguments)) == code
    streams = capsys.readouterr()
    return streams.err if code in (3, 4) else streams.out


def test_a_program_that_is_too_fast(capsys: Captured, tmp_path: Path) -> None:
    out = tmp_path / "verdict"
    text = printed(capsys, "verify", str(EXAMPLE), "--no-remedies", "--out", str(out), code=1)
    assert text.startswith("NOT ACHIEVABLE: line 24 CIRCLE s1,s2: motor 4 torque at a speed step")
    assert all(len(line) <= 100 for line in text.splitlines() if "written" not in line)
    report = (out / "report.html").read_text("utf-8")
    assert "NOT ACHIEVABLE" in report
    assert len(report) < 8_000_000
    schema = json.loads((files("erfd.judge") / "verdict.schema.json").read_text("utf-8"))
    found = json.loads((out / "verdict.json").read_text("utf-8"))
    assert misfits(schema, found, schema) == []
    header, *rows = (out / "series.csv").read_text("utf-8").splitlines()
    assert header.startswith("t [s],joint_1 joint torque [N m]")
    assert len(rows) == 1344


def test_the_schema_finds_what_does_not_fit(capsys: Captured, easy: Path) -> None:
    schema = json.loads((files("erfd.judge") / "verdict.schema.json").read_text("utf-8"))
    found = json.loads(printed(capsys, "verify", str(easy), "--json", code=0))
    assert misfits(schema, found, schema) == []
    assert misfits(schema, {**found, "status": "MAYBE"}, schema)
    assert misfits(schema, {**found, "extra": 1}, schema)
    assert misfits(schema, {k: v for k, v in found.items() if k != "reason"}, schema)


def test_a_program_that_can_be_done(capsys: Captured, easy: Path) -> None:
    text = printed(capsys, "verify", str(easy), "--loads", code=0)
    assert text.startswith("ACHIEVABLE: ")
    assert "Bearings" in text
    assert "Not checked, because unknown: stated joint jerk of all joints; continuous torque" in text
    assert printed(capsys, "verify", str(easy), "--strict", code=2).startswith("NOT VERIFIED")


def test_less_margin_and_remedies(capsys: Captured, easy: Path) -> None:
    text = printed(capsys, "verify", str(easy), "--margin", "50%", code=1)
    assert "run this move at" in text
    assert "run the program at" in text
    first = " ".join(text.split("\n\n")[0].split())
    assert re.fullmatch(
        r"NOT ACHIEVABLE: line 3 PTP mainjoint\(40,0,0,0,0,0\): (joint|motor) \d .* \S+ > \S+ .* "
        r"\(\d+ %\) at t = \d\.\d{3} s: run this move at \d+ % speed",
        first,
    )


def test_samples_are_judged_like_a_program(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    samples = tmp_path / "easy.csv"
    printed(capsys, "plan", str(easy), "--out", str(samples), code=0)
    text = printed(capsys, "verify", str(samples), "--robot", "rl15", code=0)
    assert text.startswith("ACHIEVABLE: ")
    assert "--robot" in printed(capsys, "verify", str(samples), code=3)


def test_retiming_keeps_the_path_and_passes(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    out = tmp_path / "faster.csv"
    text = printed(capsys, "retime", str(easy), "--out", str(out), code=0)
    assert text.startswith("ACHIEVABLE: ")
    assert out.read_text("utf-8").startswith("t")
    facts = json.loads(printed(capsys, "retime", str(easy), "--json", code=0))
    assert facts["duration_s"] < 0.95 * facts["planned_s"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--margin", "0%"], "margin"),
        (["--margin", "120%"], "margin"),
        (["--window", "0s"], "window"),
        (["--payload", "-3kg"], "payload"),
        (["--wrench", "1,2"], "--wrench has 2 values"),
        (["--robot", "nobody"], "nobody"),
        (["--mode", "hopeful"], "mode"),
    ],
)
def test_wrong_words(capsys: Captured, easy: Path, arguments: list[str], words: str) -> None:
    assert words in printed(capsys, "verify", str(easy), *arguments, code=3)


def test_no_file_and_no_folder(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    assert "nothing.irl" in printed(capsys, "verify", "nothing.irl", code=3)
    missing = str(tmp_path / "a" / "b")
    assert "no folder" in printed(capsys, "verify", str(easy), "--out", missing, code=3)
    assert "folder" in printed(capsys, "verify", str(easy), "--out", str(easy), code=3)


def test_the_demo_runs_as_described(capsys: Captured, tmp_path: Path) -> None:
    text = printed(capsys, "demo", "--out", str(tmp_path / "demo"), code=0)
    assert "NOT ACHIEVABLE: line 24" in text
    assert "r_blend_ori = " in text
    assert "Repaired: ACHIEVABLE" in text
    assert (tmp_path / "demo" / "report.html").stat().st_size > 4_000_000


def test_the_demo_shows_the_example() -> None:
    packaged = files("erfd.cli") / "data" / "lola15.irl"
    assert packaged.read_text("utf-8") == EXAMPLE.read_text("utf-8")
