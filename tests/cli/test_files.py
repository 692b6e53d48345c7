"""What the command line writes and reads: links, pipes, modes, sizes, names that CSV must quote."""

import contextlib
import os
import threading
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.cli.main import run
from erfd.cli.torque_samples import read_samples
from erfd.errors import TrajectoryError
from erfd.motion.files import csv_table
from erfd.robot.text_file import write_text

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX modes and pipes")
Captured = pytest.CaptureFixture[str]


def torque(*options: str | Path, code: int = 0) -> None:
    assert run(["torque", "one_link", "--dt", "1s", *map(str, options)]) == code


@posix
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe, got = tmp_path / "p", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text("utf-8")), daemon=True)
    reader.start()
    torque("--out", pipe)
    reader.join(timeout=30)
    assert pipe.is_fifo()
    assert got[0].startswith("t,joint_1,")


@posix
def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "a.csv", tmp_path / "link.csv"
    link.symlink_to(target)
    for _ in range(2):  # at first the target does not exist
        torque("--out", link)
        assert link.is_symlink()
        assert target.read_text("utf-8").startswith("t,joint_1,")
    assert [path.name for path in target.parent.iterdir()] == ["a.csv"]


@posix
def test_modes_are_kept(tmp_path: Path) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("secret", "utf-8")
    old.chmod(0o600)
    before = os.umask(0o027)
    try:
        torque("--out", old)
        torque("--out", new)
    finally:
        os.umask(before)
    assert (old.stat().st_mode & 0o777, new.stat().st_mode & 0o777) == (0o600, 0o640)


def test_nothing_is_left_behind_by_any_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "a.csv"
    old.write_text("before", "utf-8")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_text(old, "after")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert old.read_text("utf-8") == "before"


def test_what_was_read_is_not_overwritten(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    motion, robot = tmp_path / "motion.csv", tmp_path / "arm.toml"
    torque("--out", motion)
    text = motion.read_text("utf-8")
    torque("--trajectory", motion, "--out", tmp_path / "." / "motion.csv", code=3)
    assert "--out would overwrite the trajectory; name another" in capsys.readouterr().err
    assert motion.read_text("utf-8") == text
    robot.write_text(erfd.load("one_link").robot.to_toml(), "utf-8")
    assert run(["torque", str(robot), "--out", str(robot)]) == 3
    assert "--out would overwrite the robot's file" in capsys.readouterr().err


@posix
def test_a_pipe_has_a_limit_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_table, "LARGEST", 2**20)
    pipe = tmp_path / "p"
    os.mkfifo(pipe)

    def endless() -> None:
        with contextlib.suppress(BrokenPipeError), pipe.open("wb") as file:
            while True:
                file.write(b"0,0\n" * 1000)

    writer = threading.Thread(target=endless, daemon=True)
    writer.start()
    with pytest.raises(TrajectoryError, match="is larger than 1 MB; take fewer samples"):
        read_samples(pipe, erfd.load("one_link"))
    writer.join(timeout=30)


NAMES = ["a,b", 'say "hi"', " blank ", "two\nlines", "t2"]


def test_our_own_file_reads_back_whatever_the_names(tmp_path: Path) -> None:
    text = erfd.load("seven_axis").robot.to_toml()
    for k, name in enumerate(NAMES, 1):
        quoted = name.replace('"', '\\"').replace("\n", "\\n")
        text = text.replace(f'"joint_{k}"', f'"{quoted}"').replace(f"joint_{k} =", f'"{quoted}" =')
    path, out = tmp_path / "arm.toml", tmp_path / "a.csv"
    path.write_text(text, "utf-8")
    arm = erfd.load(path)
    assert list(arm.joint_names[:5]) == NAMES
    assert run(["torque", str(path), "--dt", "1s", "--out", str(out)]) == 0
    back = read_samples(out, arm)
    assert back.how == "speeds and accelerations from the file"
    np.testing.assert_allclose(back.motion.q[-1], 1.0)
    assert run(["torque", str(path), "--trajectory", str(out)]) == 0


def test_a_joint_named_t_cannot_have_a_column(tmp_path: Path, capsys: Captured) -> None:
    text = erfd.load("one_link").robot.to_toml().replace('"joint_1"', '"t"')
    path, out = tmp_path / "arm.toml", tmp_path / "a.csv"
    path.write_text(text, "utf-8")
    assert run(["torque", str(path), "--out", str(out)]) == 3
    assert "two columns of --out would be called 't'" in capsys.readouterr().err
    assert not out.exists()


def test_a_missing_file_says_what_else_there_is(capsys: Captured) -> None:
    torque("--trajectory", "none.csv", code=3)
    assert "there is no such file; check the path, or say cycloid" in capsys.readouterr().err


def test_a_spreadsheet_with_semicolons_is_told_what_to_write(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("\ufefft;joint_1;joint_2\n0;0;0\n0,5;0,1;0\n", "utf-8")
    assert run(["torque", "two_link", "--trajectory", str(path)]) == 3
    complaint = capsys.readouterr().err
    assert "sheet.csv:1: its values are apart by semicolons; separate them by commas" in complaint


COLUMNS = "t [s],joint_1 [rad],joint_1.speed [rad/s],joint_1.acceleration [rad/s^2]"
ROWS = "0,0,0,0\n1,1,2,0.5\n2,4,1,0\n"


def test_torque_reads_what_verify_reads(tmp_path: Path) -> None:
    """Units in the header, or assumed; the motion at the samples is that of the trajectory."""
    arm = erfd.load("one_link")
    plain, other = tmp_path / "plain.csv", tmp_path / "degrees.csv"
    plain.write_text(f"{COLUMNS}\n{ROWS}", "utf-8")
    motion = erfd.read_trajectory(plain, arm)
    given = read_samples(plain, arm)
    for ours, theirs in zip(given.motion, (motion.t, *motion.samples), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    rows = [[float(x) for x in line.split(",")] for line in ROWS.split()]
    np.testing.assert_allclose(given.motion.qdd[:, 0], [row[3] for row in rows], atol=1e-12)
    factors = np.array([1e3, *[180.0 / np.pi] * 3])
    text = "\n".join(",".join(map(repr, (row * factors).tolist())) for row in np.array(rows))
    for header, units in (
        (COLUMNS.replace("rad", "deg").replace("[s]", "[ms]"), ""),
        ("t,joint_1,joint_1.speed,joint_1.acceleration", "deg,ms"),
    ):
        other.write_text(f"{header}\n{text}\n", "utf-8")
        again = read_samples(other, arm, units).motion
        for x, y in zip(again, given.motion, strict=True):
            np.testing.assert_allclose(x, y, atol=1e-12)


def test_units_belong_to_a_file(capsys: Captured) -> None:
    torque("--units", "deg", code=3)
    assert "--units are for the columns of a file" in capsys.readouterr().err


def test_a_plan_is_read_back_by_torque(tmp_path: Path, capsys: Captured) -> None:
    program, out = tmp_path / "p.irl", tmp_path / "p.csv"
    program.write_text(
        "program p; seq move ptp mainjoint(0,10,0,0,0,0) speed_ptp:=0.5; endseq endprogram", "utf-8"
    )
    assert run(["plan", str(program), "--robot", "rl15", "--out", str(out)]) == 0
    assert run(["torque", "rl15", "--trajectory", str(out)]) == 0
    text = capsys.readouterr().out
    assert "speeds and accelerations from the file" in text
    assert "columns not used: tool.x [m]" in text
