"""`erfd simulate`: tables, files, plots, exit codes, what is refused."""

from __future__ import annotations

import csv
import json
import math
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.cli.main import run
from erfd.run_page import run_page

Capture = pytest.CaptureFixture[str]


def test_the_summary_says_it_all(capsys: Capture) -> None:
    assert run(["simulate", "three_link", "--t-end", "1s"]) == 0
    text = capsys.readouterr().out
    assert "three_link: 1 s, 101 samples; rigid bodies, no friction, no stops" in text
    assert "dop853: adaptive, order 8(5,3), rtol 1e-12" in text
    assert "residual (energy that no account explains):" in text
    assert max(map(len, text.splitlines())) <= 100


def test_json_and_file_are_the_run(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "fall.csv"
    assert run(["simulate", "three_link", "--out", str(out), "--dt-out", "50ms", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    wanted = erfd.simulate(erfd.load("three_link"), t_end=1.0)
    assert np.allclose(summary["q_end"], wanted.q[-1])
    assert summary["energy_J"]["residual_relative"] < 1e-9
    with out.open() as file:
        rows = list(csv.reader(file))
    assert rows[0][:2] == ["t [s]", "joint_1 [rad]"]
    assert "kinetic energy [J]" in rows[0]
    assert len(rows) == 22
    again = erfd.read_trajectory(out, erfd.load("three_link"))
    assert np.allclose(again.q[-1], wanted.q[-1])


def test_what_torque_wrote_drives_a_run(tmp_path: Path, capsys: Capture) -> None:
    """Inverse dynamics along a motion, played back by simulate: the motion again."""
    out = tmp_path / "torque.csv"
    motion = ["--from", "0,0", "--to", "40deg,20deg", "--time", "1s", "--dt", "1ms"]
    assert run(["torque", "two_link", *motion, "--out", str(out)]) == 0
    assert run(["simulate", "two_link", "--torque", str(out), "--t-end", "1s", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))
    assert np.allclose(np.degrees(summary["q_end"]), [40, 20], atol=0.02)


def pixels(data: bytes) -> np.ndarray:
    """A PNG of 8 bits a colour, without filters, read by its specification."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            kind + body
        )
        parts[kind] = body
        at += 12 + size
    wide, high, depth, colour, *_ = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert (depth, colour) == (8, 2)
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), dtype=np.uint8).reshape(high, -1)
    assert (rows[:, 0] == 0).all()
    return rows[:, 1:].reshape(high, wide, 3)


@pytest.mark.parametrize("kind", ["png", "svg", "html"])
def test_plots(kind: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / f"fall.{kind}"
    assert run(["simulate", "puma", "--plot", str(path), "--t-end", "0.5s"]) == 0
    assert f"written: {path}" in capsys.readouterr().out
    data = path.read_bytes()
    if kind == "png":
        picture = pixels(data)
        colours = {tuple(x) for x in picture.reshape(-1, 3)[::7].tolist()}
        assert picture.shape[0] > 600
        assert (0, 114, 178) in colours
    elif kind == "svg":
        assert data.count(b"<polyline") == 6 + 6 + 3
    else:
        assert b"https://" not in data.partition(b"<script>")[0]
        assert b"replay" in data


def test_the_page_holds_the_run() -> None:
    arm = erfd.load("rl15")
    made = erfd.simulate(arm, t_end=0.3, controller=erfd.PD(100, 1), drives=True, stops=True)
    page = run_page(arm, made)
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert [g["name"] for g in data["groups"]] == ["position", "speed", "motor torque", "energy"]
    assert len(data["violations"]) == len(made.events)
    assert data["groups"][0]["series"][0]["achieved"] is not None
    assert data["status"] == "ran to the end"
    assert "@" not in page.partition("<body>")[2].partition("<script")[0]


def test_a_diverging_run_has_the_exit_code_1(capsys: Capture) -> None:
    words = ["--controller", "pd:kp=2000,kd=200", "--target", "10deg,0,0,0,0,0", "--cycle", "4ms"]
    assert run(["simulate", "rl15", *words]) == 1
    text = capsys.readouterr().out
    assert "DIVERGED: stopped at t = " in text
    assert "at joint_6: its speed passes 100000 rad/s" in text


@pytest.mark.parametrize(
    "words",
    [
        ["rl15", "--drives", "--stops", "--restitution", "0.3"],
        ["rl15", "--torque", "0,50*sin(t),0,0,0,0", "--wrench", "10,0,5*t"],
        ["rl15", "--torque", "joint_2=50*sin(t), joint_5=-3", "--wrench", "fz=-20"],
        ["rl15", "--motor-torque", "0,5,0,0,0,0", "--no-friction"],
        ["irb6", "--q0", "0,-90deg,0,0,0", "--motor-current", "1,0,0,0,0"],
        ["rl15", "--controller", "cascade:bandwidth=50", "--target", "5deg,0,0,0,0,0", "--drives"],
        ["rl15", "--pick", "0.1s,5kg,0,0,100mm", "--drop", "0.2s", "--payload", "1kg"],
        ["two_link", "--base", "slide:1,0,0:0.05*sin(6*t)", "--qd0", "10deg/s,0.2"],
        ["two_link", "--base", "turn:0,0,1:0.3*t**2", "--controller", "pd:kp=9,kd=2"],
        ["two_link", "--integrator", "rk4", "--dt", "1ms"],
        ["two_link", "--integrator", "radau", "--rtol", "1e-6"],
        ["stanford", "--q0", "0,-90deg,635mm,0,180deg,180deg", "--friction"],
    ],
)
def test_options(words: list[str], capsys: Capture) -> None:
    assert run(["simulate", *words, "--t-end", "0.25s", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert math.isclose(found["t_end_s"], 0.25)
    largest = 1e-3 if "--rtol" in words or "--dt" in words else 1e-8
    assert found["energy_J"]["residual_relative"] < largest


def test_a_program_is_a_target(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "p.irl"
    path.write_text(
        "program p; seq move ptp mainjoint(5,0,0,0,0,0) speed_ptp=0.5; endseq endprogram"
    )
    words = ["--controller", "cascade", "--drives", "--target", str(path), "--rtol", "1e-6"]
    assert run(["simulate", "rl15", *words, "--t-end", "0.8s", "--json"]) == 0
    assert abs(np.degrees(json.loads(capsys.readouterr().out)["q_end"][0]) - 5.0) < 0.01


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kr5"], "joint 'joint_6' feels no inertia about its axis"),
        (["rl15", "--torque", "1,2"], "--torque has 2 formulas; give 6, one for each of joint_1"),
        (["rl15", "--torque", "elbow=1"], "--torque: there is no 'elbow'; it has joint_1"),
        (["rl15", "--torque", "no.csv"], "no.csv: there is no such file"),
        (["rl15", "--plot", "a.gif"], "cannot draw 'a.gif'; use .html or .svg or .png"),
        (["rl15", "--out", "a.txt"], "cannot write 'a.txt'; use .csv, .parquet, .pq"),
        (["rl15", "--controller", "pid"], "there is no controller 'pid'; use pd, computed_torque"),
        (["rl15", "--controller", "pd"], "pd needs kp and kd; write pd:kp=100,kd=100"),
        (["rl15", "--controller", "pd:ki=1"], "pd has no gain 'ki'; it has kp, kd"),
        (["rl15", "--controller", "playback"], "playback needs a motion; give --target FILE"),
        (["rl15", "--target", "0,0,0,0,0,0"], "--target and --cycle are a controller's"),
        (["rl15", "--t-end", "-1s"], "t_end is -1.0 s; give a time above 0"),
        (["rl15", "--t-end", "1kg"], "--t-end: '1kg' has the unit 'kg'"),
        (["rl15", "--pick", "0.1s"], "--pick '0.1s' is not understood; write 0.5s,10kg"),
        (["rl15", "--base", "fly:1,0,0:t"], "--base 'fly:1,0,0:t' is not understood"),
        (["rl15", "--base", "slide:1,0,0:abs(t)"], "--base: 'abs(t)' has corners"),
        (["rl15", "--between", "cubic", "--torque", "a.csv"], "a.csv: there is no such file"),
        (["two_link", "--drives"], "'two_link' has no drives"),
        (
            ["rl15", "--controller", "pd:kp=1,kd=1", "--target", "no.irl"],
            "no.irl: there is no such",
        ),
        (["rl15", "--base", "slide:1,0,0:9**9**9"], "--base: '9**9**9' has no finite value"),
        (["rl15", "--base", "slide:1,0,0:1/t"], "--base: '1/t' has no value at t = 0 s"),
        (["rl15", "--pick", "5s,1kg"], "a load at 5 s; give erfd.pick(t, mass), t from 0 to"),
        (["rl15", "--qd0", "1"], "--qd0 has 1 values; give 6"),
    ],
)
def test_what_is_refused(words: list[str], message: str, capsys: Capture) -> None:
    assert run(["simulate", *words]) == 3
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("t,joint_9\n0,1\n1,1\n", "no column bears the name of one of joint_1, joint_2"),
        ("joint_1\n0\n", "there is no column 't'; write t [s] first"),
        ("t,joint_1 [kg]\n0,1\n", "column 'joint_1' has the unit 'kg'; give N m or Nm"),
        ("t,joint_1\n0,1\n0,2\n", "the time does not rise: 0 s after 0 s; let t rise"),
        ("t,joint_1\n0,nan\n", "column 'joint_1' holds nan; give numbers"),
        ("t,joint_1\n0,x\n", "column 'joint_1': 'x' is not a number"),
        ("t,joint_1\n", "0 rows; give 1 to"),
    ],
)
def test_bad_files_of_torques(text: str, message: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "torque.csv"
    path.write_text(text)
    assert run(["simulate", "two_link", "--torque", str(path)]) == 3
    error = capsys.readouterr().err
    assert message in error
    assert "torque.csv" in error


def test_files_of_currents_and_wrenches(tmp_path: Path, capsys: Capture) -> None:
    current, wrench = tmp_path / "i.csv", tmp_path / "w.csv"
    current.write_text("t [ms],motor_1.current [mA],motor_2 [A]\n0,1000,0.5\n100,0,0\n")
    wrench.write_text("t,fx [N],nz [N m]\n0,1,0\n0.2,5,1\n")
    words = ["--motor-current", str(current), "--wrench", str(wrench), "--between", "hold"]
    assert (
        run(["simulate", "irb6", "--q0", "0,-90deg,0,0,0", *words, "--t-end", "0.2s", "--json"])
        == 0
    )
    works = json.loads(capsys.readouterr().out)["energy_J"]["works_end"]
    assert works["motors"] != 0.0
    assert works["wrench"] != 0.0


def test_parquet_is_read_like_csv(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from erfd.motion.files.parquet_table import write_parquet
    from erfd.signals import TORQUE, read_signal

    path = tmp_path / "t.parquet"
    write_parquet(path, ["t [s]", "b [N m]"], [np.array([0.0, 1.0]), np.array([2.0, 3.0])])
    found = read_signal(path, {"a": TORQUE, "b": TORQUE})
    assert np.array_equal(found.values, [[0, 2], [0, 3]])
