"""The command line: what it prints, its exit codes, and that bad input never gives a traceback."""

import csv
import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.cli import main
from erfd.cli.main import run
from erfd.cli.units import number
from erfd.robot import library

Captured = pytest.CaptureFixture[str]


def printed(capsys: Captured, *arguments: str, code: int = 0) -> str:
    assert run(list(arguments)) == code
    streams = capsys.readouterr()
    return streams.err if code in (3, 4) else streams.out


def test_robots_lists_the_whole_library(capsys: Captured) -> None:
    text = printed(capsys, "robots")
    assert all(name in text for name in library.names())
    entries = json.loads(printed(capsys, "robots", "--json"))
    rl15 = next(e for e in entries if e["name"] == "rl15")
    assert "mass" in rl15["sourced"]
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize("name", library.names())
def test_show_fits_100_columns(name: str, capsys: Captured) -> None:
    text = printed(capsys, "show", name)
    assert all(len(line) <= 100 for line in text.splitlines())
    assert all(joint.name in text for joint in erfd.load(name).robot.joints)


def test_show_writes_files_that_read_back(capsys: Captured, tmp_path: Path) -> None:
    for option, suffix in (("--toml", "toml"), ("--urdf", "urdf")):
        path = tmp_path / f"copy.{suffix}"
        path.write_text(printed(capsys, "show", "puma", option), encoding="utf-8")
        q = np.linspace(-1, 1, 6)
        copy, puma = erfd.load(path), erfd.load("puma")
        np.testing.assert_allclose(copy.mass_matrix(q), puma.mass_matrix(q), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", library.names())
def test_check_passes_for_the_library_or_names_the_printed_defect(
    name: str, capsys: Captured
) -> None:
    defect = name in {"kr5", "kr5_r6"}
    text = printed(capsys, "check", name, "--states", "3", code=int(defect))
    assert ("'joint_6' feels no inertia about its axis" in text) == defect
    report = json.loads(printed(capsys, "check", name, "--json", "--states", "2", code=int(defect)))
    assert report["passed"] is not defect
    assert report["singular_joint"] == ("joint_6" if defect else None)


def test_check_finds_an_impossible_inertia(capsys: Captured, tmp_path: Path) -> None:
    text = printed(capsys, "show", "two_link", "--toml")
    lines = [
        "inertia = { xx = 1.0, yy = 0.1, zz = 0.1 }" if line.startswith("inertia = {") else line
        for line in text.splitlines()
    ]
    path = tmp_path / "bad.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = " ".join(printed(capsys, "check", str(path), code=1).split())
    assert "principal moment 1 kg m^2 exceeds the sum of the others, 0.2 kg m^2" in found


def test_pose_forward_and_back(capsys: Captured) -> None:
    text = printed(capsys, "pose", "rl15", "--q", "0,30deg,0,0,45deg,0")
    assert "x 531.6465 mm" in text
    wanted = ("--xyz", "1200mm,100mm,700mm", "--rpy", "10deg,80deg,5deg")
    found = json.loads(printed(capsys, "pose", "rl15", *wanted, "--json"))
    assert len(found["solutions"]) == 8
    assert (found["all"], sorted(found["status"])) == (True, [*range(4, 12)])
    for q in found["solutions"]:
        at = erfd.load("rl15").forward_kinematics(q)[:3, 3]
        np.testing.assert_allclose(at, (1.2, 0.1, 0.7), atol=1e-9)
    far = ("pose", "rl15", "--xyz", "1000,0,1000", "--starts", "3")
    missed = printed(capsys, *far, code=1)
    assert "no joint values found" in missed
    assert "the target is 1414.21 m away, the arm is about 2.1 m long: did you mean mm?" in missed


def test_what_pose_prints_can_be_asked_for(capsys: Captured) -> None:
    q = "20deg,-10deg,15deg,30deg,-50deg,10deg"
    lines = printed(capsys, "pose", "rl15", "--q", q).splitlines()
    x, y, z = (word.split()[1] for word in lines[1].removeprefix("position").split(","))
    r, p, w = (word.split()[1] for word in lines[2].removeprefix("attitude").split(","))
    wanted = ("--xyz", f"{x}mm,{y}mm,{z}mm", "--rpy", f"{r}deg,{p}deg,{w}deg", "--q", q)
    found = json.loads(printed(capsys, "pose", "rl15", *wanted, "--json"))
    np.testing.assert_allclose(
        np.degrees(found["solutions"][0]), (20, -10, 15, 30, -50, 10), atol=1e-3
    )


def test_pose_by_status_and_out_of_reach(capsys: Captured) -> None:
    wanted = ("pose", "rl15", "--xyz", "786.9329mm,402.9624mm,632.855mm")
    wanted += ("--rpy", "-175.03779deg,-60deg,15deg")
    lines = printed(capsys, *wanted, "--status", "4").splitlines()
    assert lines[0].startswith("rl15: 1 solution (closed form: there are no others)")
    expected = "4 44.116 44.396 -32.708 -27.942 -47.279 34.809 yes"
    assert " ".join(lines[5].split()) == expected
    far = ("pose", "rl15", "--xyz", "3m,0,0", "--rpy", "0,0,0")
    missing = printed(capsys, *far, code=1)
    assert "no joint values: the wrist centre is 1272 mm out of reach" in missing
    asked = printed(capsys, "pose", "irb6", "--xyz", "1,0,0", "--status", "4", code=3)
    assert "irb6 has no status codes" in asked


def test_a_position_alone_is_enough(capsys: Captured) -> None:
    found = json.loads(printed(capsys, "pose", "two_link", "--xyz", "300mm,300mm,0", "--json"))
    assert len(found["solutions"]) == 2


def test_values_beyond_their_limits_are_named(capsys: Captured) -> None:
    text = printed(capsys, "pose", "rl15", "--q", "0,30,0,0,0,0")
    assert "joint_2: position 1718.9 deg is outside -90..110 deg; did you mean 30deg?" in text
    text = printed(capsys, "torque", "rl15", "--to", "300deg,0,0,0,0,0", "--time", "2s")
    assert "beyond its limit: joint_1: position 300 deg is outside -170..170 deg" in text
    assert "beyond its limit: joint_1: speed 300 deg/s > 174.75 deg/s (172 %)" in text
    assert "rigid bodies only: no rotor inertia, no friction" in text


def test_torque_of_the_three_link_arm_as_printed(capsys: Captured, tmp_path: Path) -> None:
    """Example 9.4: all joints from 0 to 180 deg in 10 s; torques at t = 3 s."""
    out, page, drawing = tmp_path / "t.csv", tmp_path / "t.html", tmp_path / "t.svg"
    turn = ("torque", "three_link", "--to", "180deg,180deg,180deg")
    text = printed(capsys, *turn, "--out", str(out), "--plot", str(page))
    assert "1001 samples, 10 s" in text
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))
    at = next(row for row in rows if math.isclose(float(row["t"]), 3.0))
    torques = [float(v) for k, v in at.items() if k.endswith(".torque")]
    np.testing.assert_allclose(torques, (3.31581, 0.81227, 0.06521), atol=6e-6)
    assert "Plotly.newPlot" in page.read_text(encoding="utf-8")
    printed(capsys, *turn, "--plot", str(drawing))
    assert drawing.read_text(encoding="utf-8").count("<polyline") == 6
    again = printed(capsys, "torque", "three_link", "--trajectory", str(out), "--json")
    assert json.loads(again)[0]["unit"] == "N m"
    assert {path.name for path in tmp_path.iterdir()} == {"t.csv", "t.html", "t.svg"}


BRIEF = ("--time", "1e-200s", "--dt", "1e-201s")
BAD = {
    "no verb": (["fly"], "No such command 'fly'"),
    "no option": (["show", "rl15", "--loud"], "No such option: --loud"),
    "no robot": (["show", "rl16"], "rl16"),
    "too few joints": (["pose", "rl15", "--q", "1,2"], "--q has 2 values; give 6, one for each of"),
    "not a number": (["pose", "two_link", "--q", "1,x"], "'x' is not a number; write it like"),
    "wrong unit": (["pose", "two_link", "--q", "1,2mm"], "'2mm' has the unit 'mm'; use rad, deg"),
    "blanks": (["pose", "two_link", "--q", "1 2"], "1 value; separate them by commas: 1,2"),
    "blanks in xyz": (["pose", "two_link", "--xyz", "1 2 3"], "separate numbers by commas: 1,2,3"),
    "milli or mega": (["pose", "trttr1", "--q", "1Mm,0,0,0,0"], "'1Mm' has the unit 'Mm'"),
    "torques too large": (["torque", "two_link", *BRIEF], "beyond all numbers at t"),
    "the same as JSON": (["torque", "two_link", *BRIEF, "--json"], "beyond all"),
    "too far": (["pose", "trttr1", "--q", "1e306,0,0,0,0"], "is 1e+306 m; no slide is beyond"),
    "one file twice": (
        ["torque", "one_link", "--out", "a.svg", "--plot", "./a.svg"],
        "--plot would overwrite --out; name another file",
    ),
    "too large": (["pose", "two_link", "--q", "1,1e999"], "'1e999' is too large"),
    "payload": (["torque", "rl15", "--payload", "15kg,0"], "'15kg,0' has 2 parts; write it as"),
    "wrench": (["torque", "rl15", "--wrench", "1,2"], "--wrench has 2 values; give fx,fy,fz"),
    "many samples": (["torque", "rl15", "--dt", "1e-9"], "1e+10 samples; give 2 to 200000"),
    "plot kind": (["torque", "rl15", "--plot", "a.gif"], "cannot draw 'a.gif'; use .html or .svg"),
    "no folder": (
        ["torque", "rl15", "--out", "none/a.csv"],
        "there is no folder 'none'; make it",
    ),
    "no file": (["torque", "rl15", "--trajectory", "none.csv"], "none.csv: there is no such file"),
    "no time": (["torque", "rl15", "--time", "0"], "--time is 0 s and --dt 0.01 s; both must be"),
    "no such length": (["pose", "rl15", "--xyz", "1e200,0,0"], "a pose is 1e+200 m away"),
    "idle rpy": (["pose", "rl15", "--rpy", "0,0,0"], "--rpy needs --xyz; give the wanted"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gives_one_line_and_exit_3(name: str, capsys: Captured) -> None:
    arguments, message = BAD[name]
    error = printed(capsys, *arguments, code=3)
    assert error.startswith("erfd: ")
    assert message in error
    assert "Traceback" not in error


TABLES = {
    "": "is empty; give a header: t and the joints",
    "0,0\n1,1\n": "1: there is no header; write t and the joint names first",
    "t,joint_1\n0,0\n": "1 sample; give at least two rows",
    "t,joint_1\n0,0\n0,1\n": "3: the time stands still: 0 s after 0 s; let t rise",
    "t,elbow\n0,0\n1,1\n": "there is no column 'joint_1'; the header names t, elbow; give t and",
    "t,joint_1\n0,0\n1\n": "3: 1 values where the header names 2",
    "t,joint_1\n0,0\n1,a\n": "3: column 'joint_1': 'a' is not a number",
    "t,joint_1\n0,0\n1,nan\n": "3: column 'joint_1' holds nan",
    "t,t,joint_1\n0,0,0\n": "1: column 't' stands twice",
    "\nt,joint_1\n\n0,0\n\n1,a\n": "6: column 'joint_1': 'a' is not a number",
    "t,joint_1\n0,0\n\n1\n": "4: 1 values where the header names 2",
    "t,joint_1\n0,0\n\n0,1\n": "4: the time stands still: 0 s after 0 s; let t rise",
    "t;joint_1\n0;0\n1;1\n": "its values are apart by semicolons; separate them by commas",
}


@pytest.mark.parametrize("text", TABLES)
def test_bad_tables(text: str, capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    path.write_text(text, encoding="utf-8")
    error = printed(capsys, "torque", "one_link", "--trajectory", str(path), code=3)
    assert TABLES[text] in error


def test_positions_alone_are_splined(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    rows = "".join(f"{t},{0.1 * t * t}\n" for t in range(8))
    path.write_text("t,joint_1\n" + rows, encoding="utf-8")
    text = printed(capsys, "torque", "one_link", "--trajectory", str(path))
    assert "by a cubic spline" in text


def test_our_own_fault_is_exit_4(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ValueError(name)

    monkeypatch.setattr("erfd.cli.show.load", broken)
    assert "internal error (ValueError: rl15)" in printed(capsys, "show", "rl15", code=4)
    assert main.INTERRUPTED == 130


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m erfd show rl15 | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("rl15: ")
    assert done.stderr == ""
    assert done.returncode in (0, 141)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_poor_terminal_gets_plain_text(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "erfd", "robots"]
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert "two_link" in done.stdout.decode(encoding)


def test_a_file_that_cannot_be_written_leaves_nothing(capsys: Captured, tmp_path: Path) -> None:
    printed(capsys, "torque", "one_link", "--out", str(tmp_path), code=3)
    assert not list(tmp_path.parent.glob(f".{tmp_path.name}*"))


def test_version(capsys: Captured) -> None:
    assert printed(capsys, "--version") == f"erfd {erfd.__version__}\n"


def test_no_colour_on_a_pipe() -> None:
    environment = {**os.environ, "FORCE_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "erfd", "show", "one_link"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("90°", math.pi / 2),
        ("90 DEG", math.pi / 2),
        ("90Deg", math.pi / 2),
        ("5MM", 0.005),
        ("90deg", math.pi / 2),
        ("120mm", 0.12),
        ("-1.5e1", -15.0),
        (" 2 kg ", 2.0),
        (".5", 0.5),
    ],
)
def test_numbers_with_units(text: str, value: float) -> None:
    assert number(text) == pytest.approx(value, rel=1e-15)
