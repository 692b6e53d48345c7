"""Trajectories to and from files: what is written is read; what is wrong is said with its place."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.errors import TrajectoryError
from erfd.motion.files import csv_table, table
from erfd.trajectory import Trajectory
from tests.motion.planning.contour import commands

ARM = erfd.load("rl15")
TWO = erfd.load("two_link")
GOOD = "t,joint_1,joint_2\n0,0,0\n1,1,1\n"


@pytest.fixture(scope="module")
def plan() -> Trajectory:
    return erfd.plan(commands(), ARM)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_samples_survive_bit_for_bit(plan: Trajectory, suffix: str, tmp_path: Path) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"plan{suffix}"
    erfd.write_trajectory(plan, path, ARM)
    again = erfd.read_trajectory(path, ARM)
    assert again.t.tolist() == plan.t.tolist()
    for mine, theirs in zip(again.samples, plan.samples, strict=True):
        assert mine[:-1].tolist() == theirs[:-1].tolist()
        assert mine[-1] == pytest.approx(theirs[-1], abs=1e-9)
    assert again.move[:-1].tolist() == plan.move[:-1].tolist()
    assert again.line[:-1].tolist() == plan.line[:-1].tolist()
    assert "quintics" in again.how


def test_names_and_units_are_in_the_header(plan: Trajectory, tmp_path: Path) -> None:
    path = tmp_path / "plan.csv"
    erfd.write_trajectory(plan, path, ARM)
    header = path.read_text().partition("\n")[0].split(",")
    assert header[:2] == ["t [s]", "joint_1 [rad]"]
    assert header[7:9] == ["joint_1.speed [rad/s]", "joint_2.speed [rad/s]"]
    assert header[-8:-5] == ["tool.x [m]", "tool.y [m]", "tool.z [m]"]
    assert header[-2:] == ["move", "line"]


def test_channels_are_written(tmp_path: Path) -> None:
    plan = read("t,joint_1,joint_2\n0,0,0\n1,1,1\n", tmp_path)
    full = Trajectory(
        joint_names=plan.joint_names,
        curve=plan.curve,
        t=plan.t,
        channels={"energy [J]": np.array([1.0, 2.0]), "torque": np.ones((2, 2))},
    )
    path = tmp_path / "x.csv"
    erfd.write_trajectory(full, path, TWO)
    assert path.read_text().splitlines()[0].endswith("energy [J],torque 1,torque 2")


def read(text: str, folder: Path) -> Trajectory:
    path = folder / "motion.csv"
    path.write_text(text, "utf-8")
    return erfd.read_trajectory(path, TWO)


def test_units_and_order_are_free(tmp_path: Path) -> None:
    text = 'joint_2 [deg],note,t [ms],joint_1\n90,a,0,0\n180,"b,c",250,1\n0,,1000,2\n'
    motion = read(text, tmp_path)
    assert motion.t.tolist() == [0.0, 0.25, 1.0]
    assert motion.q[:, 1] == pytest.approx([math.pi / 2, math.pi, 0.0])
    assert motion.q[:, 0] == pytest.approx([0.0, 1.0, 2.0])


def test_positions_alone_give_a_natural_spline(tmp_path: Path) -> None:
    t = np.array([0.0, 0.3, 0.5, 1.4, 1.5])
    rows = "\n".join(f"{x!r},{math.sin(x)!r},{x**2!r}" for x in t.tolist())
    motion = read(f"t,joint_1,joint_2\n{rows}\n", tmp_path)
    assert "cubic spline" in motion.how
    assert motion.qdd[[0, -1]] == pytest.approx(np.zeros((2, 2)), abs=1e-12)
    for k in (0, 1, 2):
        left, right = motion.at(t[1:-1], "left")[k], motion.at(t[1:-1])[k]
        assert left == pytest.approx(right, abs=1e-9)


def test_speeds_are_met_by_cubics(tmp_path: Path) -> None:
    """A cubic motion is found again exactly."""
    t = np.array([0.0, 0.2, 0.7, 1.0])
    q, qd = 1 + t - 2 * t**2 + t**3, 1 - 4 * t + 3 * t**2
    names = "t,joint_1,joint_2,joint_1.speed,joint_2.speed"
    lines = [
        f"{a!r},{b!r},0,{c!r},0"
        for a, b, c in zip(*map(np.ndarray.tolist, (t, q, qd)), strict=True)
    ]
    motion = read("\n".join([names, *lines]), tmp_path)
    x = np.linspace(0, 1, 50)
    assert motion.at(x).q[:, 0] == pytest.approx(1 + x - 2 * x**2 + x**3)
    assert motion.at(x).qdd[:, 0] == pytest.approx(-4 + 6 * x, abs=1e-12)
    assert "cubics through positions and speeds" in motion.how


def test_accelerations_are_met_by_quintics(tmp_path: Path) -> None:
    t = np.array([0.0, 0.4, 1.0])
    q, qd, qdd = t**5, 5 * t**4, 20 * t**3
    names = [f"joint_{k}{kind}" for kind in ("", ".speed", ".acceleration") for k in (1, 2)]
    rows = [[a, b, 0.0, c, 0.0, d, 0.0] for a, b, c, d in zip(t, q, qd, qdd, strict=True)]
    lines = [",".join(repr(float(x)) for x in row) for row in rows]
    motion = read("\n".join([",".join(["t", *names]), *lines]), tmp_path)
    x = np.linspace(0, 1, 50)
    assert motion.at(x).q[:, 0] == pytest.approx(x**5, abs=1e-12)
    assert motion.at(x).qdd[:, 0] == pytest.approx(20 * x**3, abs=1e-11)


def test_sizes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_ROWS", 1)
    with pytest.raises(TrajectoryError, match="2 samples; 1 are the most"):
        read(GOOD, tmp_path)
    monkeypatch.setattr(csv_table, "MOST_COLUMNS", 2)
    with pytest.raises(TrajectoryError, match="3 columns; at most 2"):
        read(GOOD, tmp_path)
    monkeypatch.setattr(csv_table, "LARGEST", 5)
    with pytest.raises(TrajectoryError, match="larger than"):
        read(GOOD, tmp_path)


def test_other_joints_are_refused(plan: Trajectory, tmp_path: Path) -> None:
    with pytest.raises(TrajectoryError, match="the robot has joint_1, joint_2"):
        erfd.write_trajectory(plan, tmp_path / "x.csv", TWO)


def test_no_parquet_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "x.parquet"
    path.write_text(GOOD)
    with pytest.raises(TrajectoryError, match="is no Parquet file"):
        erfd.read_trajectory(path, TWO)
    with pytest.raises(TrajectoryError, match="Parquet"):
        erfd.read_trajectory(tmp_path / "none.parquet", TWO)


def test_units_by_option_are_those_of_names_without_one(tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    path.write_text("t,joint_1,joint_2 [rad]\n0,0,0\n500,90,1\n", "utf-8")
    motion = erfd.read_trajectory(path, TWO, units=("deg", "ms"))
    assert motion.end == pytest.approx(0.5)
    assert motion.q[-1].tolist() == pytest.approx([np.pi / 2, 1.0])
    with pytest.raises(TrajectoryError, match="two units of one kind: deg, rad"):
        erfd.read_trajectory(path, TWO, units=("deg", "rad"))
    with pytest.raises(TrajectoryError, match="there is no unit 'inch'; give some of rad, deg"):
        erfd.read_trajectory(path, TWO, units=("inch",))
