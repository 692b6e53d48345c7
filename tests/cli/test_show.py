"""`erfd show`: the same robot as tables, as a file of either format, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import erfd
from erfd.cli.main import run
from erfd.robot import library
from erfd.robot.toml_reader import parse_toml

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", library.names())
def test_json_holds_the_whole_robot(name: str, capsys: Captured) -> None:
    assert run(["show", name, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    robot = library.load(name)
    assert shown["joint_names"] == [joint.name for joint in robot.independent]
    assert [joint["name"] for joint in shown["robot"]["joint"]] == [j.name for j in robot.joints]
    masses = [joint["body"]["mass"] for joint in shown["robot"]["joint"]]
    assert masses == [body.mass for body in robot.bodies]
    assert {finding["level"] for finding in shown["findings"]} <= {"fault", "doubt", "note"}


def test_a_file_is_written_and_read_back(tmp_path: Path, capsys: Captured) -> None:
    for kind in ("toml", "urdf"):
        path = tmp_path / f"rl15.{kind}"
        assert run(["show", "rl15", f"--{kind}", "--out", str(path)]) == 0
        assert capsys.readouterr().out == f"written: {path}\n"
        assert erfd.load(path).joint_names == erfd.load("rl15").joint_names
    assert parse_toml((tmp_path / "rl15.toml").read_text("utf-8")) == library.load("rl15")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--toml", "--json"], "--toml, --urdf and --json exclude one another"),
        (["--out", "no/such/folder/x.toml"], "there is no folder"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], complaint: str, capsys: Captured) -> None:
    assert run(["show", "puma", *arguments]) == 3
    assert complaint in capsys.readouterr().err


def test_the_file_that_is_read_is_not_overwritten(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "arm.toml"
    path.write_text(library.load("two_link").to_toml(), "utf-8")
    before = path.read_bytes()
    assert run(["show", str(path), "--toml", "--out", str(path)]) == 3
    assert "would overwrite the robot's file" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_count_that_is_wrong_is_named(capsys: Captured) -> None:
    assert run(["pose", "puma", "--xyz", "0.3,0.2"]) == 3
    assert "--xyz has 2 values; give three" in capsys.readouterr().err
