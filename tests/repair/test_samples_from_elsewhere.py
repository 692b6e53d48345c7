"""Motions that somebody else sampled: last digits, pauses, swings about them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.arm import Arm
from erfd.curve import Array
from erfd.motion.files.read_back import read_back
from erfd.repair.path import Dwell, paths
from erfd.trajectory import Trajectory
from erfd.verdicts import retiming

ARM = erfd.load("rl15").with_payload(5.0)


def moves(t: Array, seed: int) -> Array:
    """From rest to rest in 2 s, in deg, between two pauses of 0.3 s."""
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(-40.0, 40.0, (2, 6))
    x = np.clip((t - 0.3) / 2.0, 0.0, 1.0)[:, None]
    q: Array = a + (b - a) * (10.0 * x**3 - 15.0 * x**4 + 6.0 * x**5)
    return q


def read(folder: Path, q: Array, t: Array, decimals: int, arm: Arm) -> Trajectory:
    names = ",".join(f"{j.name} [deg]" for j in arm.robot.independent)
    rows = (",".join(f"{x:.{decimals}f}" for x in (s, *row)) for s, row in zip(t, q, strict=True))
    (folder / "theirs.csv").write_text("\n".join([f"t [s],{names}", *rows]) + "\n")
    return erfd.read_trajectory(folder / "theirs.csv", arm)


@pytest.mark.parametrize("decimals", [4, 6, 9])
@pytest.mark.parametrize("seed", range(3))
def test_rounded_samples_with_pauses_get_a_faster_law(
    seed: int, decimals: int, tmp_path: Path
) -> None:
    t = np.linspace(0.0, 2.6, 261)
    theirs = read(tmp_path, moves(t, seed), t, decimals, ARM)
    assert erfd.verify(theirs, ARM).status == "ACHIEVABLE"
    made = erfd.retime(theirs, ARM)
    assert erfd.verify(made, ARM).status == "ACHIEVABLE"
    assert erfd.verify(read_back(made, ARM.robot), ARM).status == "ACHIEVABLE"
    assert 0.45 < made.duration < 2.0
    ends = made.at(np.array([made.start, made.end])).q
    np.testing.assert_allclose(
        np.degrees(ends), moves(t[[0, -1]], seed), atol=2.0 * 10.0**-decimals
    )


@pytest.mark.parametrize("decimals", [4, 9])
def test_pauses_of_samples_stay_as_long(decimals: int, tmp_path: Path) -> None:
    t = np.linspace(0.0, 2.6, 261)
    theirs = read(tmp_path, moves(t, 1), t, decimals, ARM)
    found = [x for x in paths(theirs.curve, np.ones(6)) if isinstance(x, Dwell)]
    pauses = [x.end - x.start for x in found if x.end - x.start > 0.1]
    assert len(pauses) == 2
    assert pauses == pytest.approx([0.3, 0.3], abs=0.1)


def test_a_saved_plan_with_waits_is_retimed_like_its_program(tmp_path: Path) -> None:
    text = """program p; seq
move ptp mainjoint(30, 20, 10, 0, 20, 0) speed_ptp=0.4; wait 0.5;
move ptp mainjoint(-20, 10, 30, 10, 0, 0) speed_ptp=0.4; wait 0.3;
endseq endprogram"""
    program = erfd.parse_text(text)
    plan = erfd.plan(program, ARM)
    erfd.write_trajectory(plan, tmp_path / "plan.csv", ARM)
    saved = erfd.retime(erfd.read_trajectory(tmp_path / "plan.csv", ARM), ARM)
    own = erfd.retime(plan, ARM, program=program)
    assert saved.duration == pytest.approx(own.duration, abs=0.03)


def test_waits_are_no_part_of_the_moves_before_them() -> None:
    text = """program p; seq
move ptp mainjoint(30, 20, 10, 0, 20, 0) speed_ptp=0.4; wait 0.5;
move ptp mainjoint(-20, 10, 30, 10, 0, 0) speed_ptp=0.4; wait 0.3;
endseq endprogram"""
    plan = erfd.plan(erfd.parse_text(text), ARM)
    made = retiming(plan, ARM)
    new = made.trajectory
    assert sum(made.gained) == pytest.approx(plan.duration - new.duration, abs=1e-6)
    assert new.moves[1].start - new.moves[0].end == pytest.approx(0.5, abs=1e-6)
