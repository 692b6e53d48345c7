"""`erfd plan`: the table, the file, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import erfd
from erfd.cli.main import run

PROGRAM = """program small;
seq
  move ptp joint(mainjoint(0, 20, 0, 0, -60, 0)){robot};
  move lin position(1000, 100, 800) speed=300 acc=1000 c_speed;
  move lin position(1000, 300, 800) speed=300 acc=1000;
endseq
endprogram
"""
NAMED = PROGRAM.format(robot=' act_rob="lola_15"')


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "small.irl"
    path.write_text(NAMED)
    return path


def test_the_table_has_a_row_a_move(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", str(program)]) == 0
    text = capsys.readouterr().out
    assert "small: 3 moves of rl15" in text
    rows = [line.split() for line in text.splitlines()]
    kinds = [row[:3] for row in rows if len(row) > 2 and row[1] in ("ptp", "lin", "circle")]
    assert kinds == [["1", "ptp", "3"], ["2", "lin", "4"], ["3", "lin", "5"]]
    assert "W_CORNER" in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_file_is_the_plan(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "small.csv"
    assert run(["plan", str(program), "--out", str(out), "--dt", "4ms", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    motion = erfd.read_trajectory(out, erfd.load("rl15"))
    assert len(motion.t) == summary["samples"]
    assert motion.t[1] == pytest.approx(0.004)
    assert [m["kind"] for m in summary["moves"]] == ["ptp", "lin", "lin"]
    assert summary["moves"][2]["length_m"] == pytest.approx(0.2)
    assert {w["code"] for w in summary["warnings"]} >= {"W_CORNER"}


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (PROGRAM.format(robot=""), [], "names no robot (act_rob); say which: --robot rl15"),
        (PROGRAM.format(robot=' act_rob="r2"'), [], "E_ROBOT: no robot of the library is called"),
        (NAMED, ["--out", "x.txt"], "cannot write 'x.txt'; use .csv, .parquet, .pq"),
        (NAMED, ["--dt", "0"], "a time step of 0.0 s"),
        (NAMED.replace("300, 800)", "9000, 800)"), [], "small.irl:5:3: E_UNREACHABLE"),
    ],
)
def test_what_is_refused(
    text: str,
    options: list[str],
    message: str,
    program: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program.write_text(text)
    assert run(["plan", str(program), *options]) == 3
    assert message in capsys.readouterr().err


def test_another_robot_may_be_named(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.write_text(PROGRAM.format(robot=' act_rob="r2"'))
    assert run(["plan", str(program), "--robot", "rl15"]) == 0
    assert "W_ROBOT: the program is for 'r2', the plan for 'rl15'" in capsys.readouterr().out
