"""`erfd export` and `erfd count`: files, refusals, tables and JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from erfd.cli.main import run

Captured = pytest.CaptureFixture[str]


def printed(capsys: Captured, *arguments: str, code: int = 0) -> str:
    assert run(list(arguments)) == code
    streams = capsys.readouterr()
    return streams.err if code in (3, 4) else streams.out


def test_the_command_that_it_prints_works(capsys: Captured, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path / "new" / "folder"
    text = printed(capsys, "export", "two_link", "--c", str(folder))
    assert {path.name for path in folder.iterdir()} == {
        "two_link.c",
        "two_link.h",
        "two_link_test.c",
    }
    command = text.splitlines()[-1].removeprefix("test: ")
    assert command in (folder / "two_link.h").read_text("utf-8")
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_options_change_the_files(capsys: Captured, tmp_path: Path) -> None:
    options = ["--float", "--wrench", "--prefix", "arm", "--parameters", "payload.mass,gravity"]
    text = printed(capsys, "export", "two_link", "--c", str(tmp_path), *options, "--json")
    report = json.loads(text)
    assert report["left_out"] is None
    assert report["functions"]["inverse_dynamics"]["sincos"] == 2
    header = (tmp_path / "arm.h").read_text("utf-8")
    for words in ("#define ARM_REAL float", "wrench[6]", "arm_real payload_mass;", "gravity[3];"):
        assert words in header
    loaded = printed(
        capsys, "export", "two_link", "--c", str(tmp_path / "b"), "--payload", "2kg,0,0,10mm"
    )
    assert "two_link.h" in loaded
    assert "2 kg on the tool" in (tmp_path / "b" / "two_link.h").read_text("utf-8")


def test_its_own_files_are_replaced_those_of_others_are_not(
    capsys: Captured, tmp_path: Path
) -> None:
    printed(capsys, "export", "two_link", "--c", str(tmp_path))
    printed(capsys, "export", "two_link", "--c", str(tmp_path))
    mine = tmp_path / "two_link_test.c"
    mine.write_text("int main(void) { return 7; }\n")
    (tmp_path / "two_link.h").unlink()
    text = printed(capsys, "export", "two_link", "--c", str(tmp_path), code=3)
    assert "two_link_test.c: this file was not written by erfd export" in text
    assert mine.read_text() == "int main(void) { return 7; }\n"
    assert not (tmp_path / "two_link.h").exists()
    printed(capsys, "export", "two_link", "--c", str(tmp_path), "--force")
    assert "return 7" not in mine.read_text()
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["two_link"], "--c"),
        (["two_link", "--c", "FOLDER", "--prefix", "2x"], "cannot be a name"),
        (["two_link", "--c", "FOLDER", "--parameters", "wheel"], "no parameter 'wheel'"),
        (["two_link", "--c", "FILE/inside"], "cannot make this folder"),
        (["no_such_robot", "--c", "FOLDER"], "no_such_robot"),
    ],
)
def test_bad_input_is_said(
    arguments: list[str], complaint: str, capsys: Captured, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    places = {"FOLDER": str(tmp_path / "out"), "FILE": str(tmp_path / "file")}
    for word, place in places.items():
        arguments = [x.replace(word, place) for x in arguments]
    assert complaint in printed(capsys, "export", *arguments, code=3)
    assert not (tmp_path / "out").exists()


def test_a_robot_without_an_answer_leaves_forward_dynamics_out(
    capsys: Captured, tmp_path: Path
) -> None:
    text = printed(capsys, "export", "kr5", "--c", str(tmp_path))
    assert "left out: forward_dynamics (joint 'joint_6' feels no inertia" in text
    assert "kr5_forward_dynamics" not in (tmp_path / "kr5.h").read_text("utf-8")


def test_a_parameter_may_give_the_answer_or_not(capsys: Captured, tmp_path: Path) -> None:
    command = ["export", "kr5_r6", "--c", str(tmp_path), "--json", "--parameters"]
    assert json.loads(printed(capsys, *command, "payload"))["left_out"] is None
    assert "inertia" in json.loads(printed(capsys, *command, "gravity"))["left_out"]


def test_a_robot_without_an_answer_is_counted_as_far_as_it_goes(capsys: Captured) -> None:
    report = json.loads(printed(capsys, "count", "kr5_r6", "--json"))
    found = {(x["quantity"], x["method"]): x["robot"] for x in report["counts"]}
    assert found["forward_dynamics", "composite_body"] is None
    assert found["mass_matrix", "composite_body"]["multiplications"] > 0


def test_counts_stand_beside_the_published_tables(capsys: Captured) -> None:
    text = printed(capsys, "count", "rl15")
    assert all(len(line) <= 100 for line in text.splitlines())
    for words in (
        "misprint: A has 233n/3", "Table C1", "1735", "1356   1038", "general 6R", "lagrange",
        "without a wrench", "bias given",
    ):  # fmt: skip
        assert words in text


def test_counts_as_json(capsys: Captured) -> None:
    report = json.loads(printed(capsys, "count", "three_link", "--json"))
    found = {(x["quantity"], x["method"]): x for x in report["counts"]}
    assert found["inverse_dynamics", "newton_euler"]["robot"]["multiplications"] > 0
    assert found["forward_dynamics", "articulated_body"]["general"]["divisions"] == 2
    tables = {x["table"]: x for x in report["published"]}
    assert tables["Table 9.1"]["rows"][0]["multiplications"] == 412 * 3 - 277
    assert tables["Table 1"]["rows"] == [
        {
            "name": "mRNEA, RL15's first n links",
            "note": tables["Table 1"]["rows"][0]["note"],
            "multiplications": 241,
            "additions": 188,
        }
    ]
    assert tables["Table 2"]["rows"] == []
