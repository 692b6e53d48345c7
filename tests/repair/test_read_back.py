"""What retiming writes passes the judge as whoever reads the file sees it."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.arm import Arm
from erfd.curve import Polynomials
from erfd.judge.verify import judge
from erfd.motion.files.read_back import read_back
from erfd.repair.payload_remedies import lighter
from erfd.repair.replan import Changes
from erfd.repair.retime import retime
from erfd.repair.run import NoTimeLawError
from erfd.repair.smooth import smoothed
from erfd.repair.stretches import stretches
from erfd.robot.records import Limit
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


TOO_FAST = """program p;
seq
  move ptp mainjoint(150, 0, 0, 0, 0, 0) speed_ptp=1;
  move ptp mainjoint(0, 30, 30, 0, 20, 0) speed_ptp=0.97;
endseq
endprogram
"""


def test_what_a_remedy_says_can_be_written_into_the_program() -> None:
    arm = erfd.load("rl15")
    program = erfd.parse_text(TOO_FAST)
    verdict = erfd.verify(erfd.plan(program, arm), arm, replan=program)
    assert [v.line for v in verdict.violations] == [3, 4]
    lines = TOO_FAST.splitlines()
    for v in verdict.violations:
        said = next(str(x) for x in v.remedies if x.kind == "move")
        assert re.fullmatch(r"run this move at \d+ % speed: speed_ptp=\S+ acc_ptp=\S+", said)
        line = re.sub(r" speed_ptp=\S+", "", lines[v.line - 1].rstrip(";"))
        lines[v.line - 1] = f"{line} {said.partition(': ')[2]};"
    mended = erfd.parse_text("\n".join(lines))
    assert erfd.verify(erfd.plan(mended, arm), arm).violations == ()


@pytest.mark.parametrize("o", [0.05, 0.333, 0.91])
def test_the_numbers_of_an_override_are_those_that_were_planned(o: float) -> None:
    """Whatever the speed: the written program has the very curve that was judged."""
    text = """program p; seq
move ptp mainjoint(20, 0, 0, 0, 40, 0);
move lin position(900, 300, 1200) speed=777.7 acc=3456;
endseq endprogram"""
    arm = erfd.load("rl15")
    program = erfd.parse_text(text)
    plan = erfd.plan(program, arm)
    again = replanner(program, arm, plan)
    changed = again(Changes(override={2: o}))
    said = again.written(2, o)
    assert len(said) < 30
    written = erfd.parse_text(re.sub(r"speed=777.7 acc=3456", said, text))
    direct = erfd.plan(written, arm)
    assert direct.end == pytest.approx(changed.end, abs=1e-9)
    assert direct.moves[1].end - direct.moves[1].start > 0.8 * (plan.end - plan.moves[0].end) / o


def test_vain_remedies_are_said_and_the_payload_of_the_whole_is_one_number() -> None:
    arm = CRANE
    program = erfd.parse_text(BACK)
    verdict = erfd.verify(erfd.plan(program, arm), arm, replan=program)
    assert {v.tried for v in verdict.violations} == {"no override of this move alone helps"}
    assert "no override of this move alone helps; run the program at" in verdict.reason
    heavy = with_held(erfd.load("rl15"), (60.0, 0.0, 0.0, 0.3))
    program = erfd.parse_text(TOO_FAST.replace("=1;", "=0.6;").replace("0.97", "0.6"))
    plan = erfd.plan(program, heavy)
    verdict = erfd.verify(plan, heavy, replan=program)
    assert verdict.violations
    (most,) = {
        x.payload for v in verdict.violations for x in v.remedies if "whole program" in str(x)
    }
    share = most / 60.0
    assert erfd.verify(plan, Arm(lighter(heavy.robot, share))).violations == ()
    assert erfd.verify(plan, Arm(lighter(heavy.robot, share + 0.2 / 60.0))).violations != ()


def test_where_nothing_can_be_held_the_payload_that_can_is_named() -> None:
    heavy = with_held(erfd.load("rl15"), (200.0, 0.0, 0.0, 0.1))
    plan = planned(TOO_FAST, heavy)
    with pytest.raises(NoTimeLawError, match=r"motor 5 torque .* a payload of") as caught:
        retime(plan, heavy.robot)
    found = re.search(r"a payload of (\S+) kg can be held", str(caught.value))
    assert found
    q = plan.at(float(re.search(r"at t = (\S+) s", str(caught.value))[1])).q  # type: ignore[index]
    for mass, fine in ((float(found[1]) - 0.2, True), (float(found[1]) + 0.3, False)):
        robot = lighter(heavy.robot, mass / 200.0)
        stands = trajectory(robot, from_point_to_point(np.stack([q, q]), np.ones(1)))
        assert (not judge(stands, robot).violations) == fine


def test_where_nothing_limits_accelerations_that_is_said() -> None:
    arm = erfd.load("centrifuge")
    with pytest.raises(NoTimeLawError, match="nothing known limits the acceleration"):
        retime(erfd.plan(erfd.parse(Path("examples/centrifuge_profile.irl")), arm), arm.robot)


@pytest.mark.parametrize("seed", range(2))
def test_joints_of_unknown_speed_are_retimed_by_what_else_is_known(seed: int) -> None:
    bare = dataclasses.replace(erfd.load("rl15").robot, drives=None)
    unknown = Limit(None, "")
    joints = tuple(
        dataclasses.replace(j, limits=dataclasses.replace(j.limits, speed=unknown))
        for j in bare.joints
    )
    free = dataclasses.replace(bare, joints=joints)
    points = random_points(free, np.random.default_rng(seed), 3, 0.1)  # short: speeds stay low
    plan = trajectory(free, from_point_to_point(points, np.ones(2)))
    made, known = retime(plan, free), retime(plan, bare)
    assert made.verdict.violations == ()
    assert made.trajectory.duration == pytest.approx(known.trajectory.duration, rel=2e-3)
