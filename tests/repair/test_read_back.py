"""What retiming writes passes the judge as whoever reads the file sees it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.arm import Arm
from erfd.curve import Polynomials
from erfd.judge.verify import judge
from erfd.motion.files.read_back import read_back
from erfd.repair.retime import retime
from erfd.repair.smooth import smoothed
from erfd.repair.stretches import stretches
from erfd.trajectory import Trajectory
from erfd.verdicts import replanner, retiming, with_held
from tests.judge.motions import from_point_to_point, random_points, slower, trajectory

ROBOTS = Path(__file__).parent / "robots"
CRANE = erfd.load(ROBOTS / "crane.toml")
LOLA = Path("examples/lola15.irl")
BACK = """program p; seq
move ptp joint(mainjoint(40, 20, 100, 10)) c_ptp;
move ptp joint(mainjoint(0, 0, 0, 0));
endseq endprogram"""


def planned(text: str, arm: Arm) -> Trajectory:
    return erfd.plan(erfd.parse_text(text), arm)


@pytest.mark.parametrize("payload", [None, (15.0, 0.0, 0.0, 0.1), (80.0,)])
def test_the_published_program_passes_as_it_is_read(
    payload: tuple[float, ...] | None, tmp_path: Path
) -> None:
    arm = with_held(erfd.load("rl15"), payload)
    program = erfd.parse(LOLA)
    plan = erfd.plan(program, arm)
    path, _ = smoothed(plan, arm.robot, replanner(program, arm, plan), 0.5)
    made = retiming(path, arm, program=program).trajectory
    erfd.write_trajectory(made, tmp_path / "new.csv", arm)
    read = erfd.read_trajectory(tmp_path / "new.csv", arm)
    assert erfd.verify(read, arm).violations == ()
    np.testing.assert_array_equal(read.breakpoints, read_back(made, arm.robot).breakpoints)
    assert made.duration < {None: 14.7, 15.0: 14.7, 80.0: 15.8}[payload[0] if payload else None]


@pytest.mark.parametrize("dt", [0.002, 0.01, 0.03])
@pytest.mark.parametrize("seed", range(2))
def test_random_motions_pass_at_any_step(seed: int, dt: float) -> None:
    robot = erfd.load("rl15").robot
    points = random_points(robot, np.random.default_rng(seed), 4, 0.5)
    plan = trajectory(robot, slower(from_point_to_point(points, np.ones(3)), 0.5))
    made = retime(plan, robot, dt=dt)
    assert np.diff(made.trajectory.t) == pytest.approx(dt)
    assert judge(read_back(made.trajectory, robot), robot).status == "ACHIEVABLE"


def test_a_blend_that_turns_back_is_passed_with_a_stop() -> None:
    plan = planned(BACK, CRANE)
    assert any(x.rests for x in stretches(plan.curve, np.ones(4)))
    made = retime(plan, CRANE.robot)
    assert made.verdict.status == "ACHIEVABLE"
    assert judge(read_back(made.trajectory, CRANE.robot), CRANE.robot).status == "ACHIEVABLE"
    # a straight path there and back, to where the plan turned
    top = np.abs(plan.at(np.linspace(0.0, plan.end, 20001)).q[:, 0]).max()
    fine = made.trajectory.at(np.linspace(0.0, made.trajectory.end, 20001)).q
    assert np.abs(fine[:, 0]).max() == pytest.approx(top, abs=1e-6)
    np.testing.assert_allclose(
        fine[:, 1:], fine[:, :1] * fine[-1000, 1:] / fine[-1000, 0], atol=1e-6
    )


@pytest.mark.parametrize("seed", range(5))
def test_stops_within_a_piece_are_found_where_they_are(seed: int) -> None:
    """q = a (t - r)^2: the arm stands at r only; and nowhere where one joint moves on."""
    rng = np.random.default_rng(seed)
    a, r = rng.normal(size=3), float(rng.uniform(0.05, 0.95))
    table = np.stack([a * r * r, -2.0 * a * r, a])[None]
    cut = stretches(Polynomials(np.array([0.0, 1.0]), table), np.ones(3))
    assert [x.rests for x in cut] == [True, False]
    assert cut[0].end == pytest.approx(r, abs=1e-9)
    table[0, 1, 1] += 0.01
    assert len(stretches(Polynomials(np.array([0.0, 1.0]), table), np.ones(3))) == 1
