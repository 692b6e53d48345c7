"""Where `erfd plan` says that something is: file, line, column, the line with carets, a remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import erfd
from erfd.cli.main import run
from erfd.errors import ProgramError

HEAD = """program t;
var
  pose: a = pose(position(1000, 0, 900), orientation(0, -45, 180));
endvar
seq
  move ptp mainjoint(0, 20, 0, 0, -60, 0);
  move lin a c_speed;   move lin position(1000, 20, 900);
"""
FOOT = "\nendseq\nendprogram\n"


def plan(text: str) -> erfd.Trajectory:
    return erfd.plan(erfd.parse_text(HEAD + text + FOOT, "t.irl"), erfd.load("rl15"))


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("  move lin position(5000, 0, 900);", "E_UNREACHABLE", 3),
        ("move ptp robtarg(a, 4); move ptp robtarg(((5000, 0, 900), (0, 0, 0)));",
         "E_UNREACHABLE", 25),
        ("  move ptp robtarg(((1400, 0, 900), (0, -45, 180)), 5);", "E_BRANCH", 3),
        ("  move ptp mainjoint(0, 0, 0, 0, 0, 0); move lin position(1300, -120, 800);",
         "E_SINGULAR", 41),
        ("   move lin a; move circle position(1050, 0, 900), position(1100, 0, 900);",
         "E_COLLINEAR", 16),
        ("  move ptp mainjoint(0, 200);", "E_JOINT_LIMIT", 3),
        (" move lin a c_cp=15; move lin position(1020, 0, 900) c_cp=15; move lin a;",
         "E_BLEND", 22),
        ('move ptp a act_rob="x"; move ptp a act_rob="y";', "E_ROBOT", 1),
        ("  wait 1; move lin ((1000, 0, 900), (0, 135, 0)); move ptp a; wait 2;", "E_RANGE", 11),
    ],
)  # fmt: skip
def test_the_planners_errors_show_their_statement(text: str, code: str, column: int) -> None:
    with pytest.raises(ProgramError) as caught:
        plan(text)
    error = caught.value
    assert (error.file, error.line, error.column) == ("t.irl", 8, column)
    assert error.what.startswith(f"{code}: ")
    assert error.remedy
    statement = text[column - 1 :].split(";", maxsplit=1)[0] + ";"
    shown, carets = error.excerpt.split("\n")
    assert shown == f"    8 | {text.rstrip()}"[: len(shown)]
    assert carets == f"      | {' ' * (column - 1)}{'^' * len(statement)}"


def test_how_far_a_paths_target_is_out_of_reach() -> None:
    with pytest.raises(ProgramError, match=r"along move 4, .*; its target is out of reach by 3\d+"):
        plan("  move lin position(5000, 0, 900);")


def test_warnings_stand_below_their_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.irl").write_text(HEAD + "  move lin robtarg(a, 8);" + FOOT)
    assert run(["plan", "t.irl", "--robot", "rl15"]) == 0
    text = capsys.readouterr().out
    line = "  move lin a c_speed;   move lin position(1000, 20, 900);"
    assert f"t.irl:7:3:\n    7 | {line}\n      |   {'^' * 19}\n  W_CORNER: corner of" in text
    assert "t.irl:8:3:\n    8 |   move lin robtarg(a, 8);\n      |   ^" in text
    assert "\n  W_STATUS_IGNORED: status 8 is ignored on a path: the configuration stays 4" in text
    end = text[text.index("what can be done:") :]
    assert "  W_CORNER: round it with c_cp, or make the tangents meet\n" in end
    assert run(["plan", "t.irl", "--robot", "rl15", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["warnings"]
    assert all(w["remedy"] and w["column"] == 3 for w in said)


def test_what_the_checker_said_keeps_its_remedy() -> None:
    text = "  wait true;"
    (notice,) = [n for n in plan(text).notices if n.code == "W_NOT_MODELLED"]
    assert (notice.line, notice.column) == (8, 3)
    assert notice.remedy == "the motion stops here and goes on at once"
