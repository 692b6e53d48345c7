"""What is offered as a remedy, applied, passes."""

from __future__ import annotations

import numpy as np
import pytest

import erfd
from erfd.arm import Arm
from erfd.judge.steps import AT_A_STEP
from erfd.judge.verdict import Verdict
from erfd.judge.verify import judge
from erfd.repair.move_remedies import windows
from erfd.repair.payload_remedies import lighter, mass_text, step_of
from erfd.repair.remedies import Doctor
from erfd.repair.replan import Changes, Replanner
from erfd.repair.stretched import stretched
from erfd.repair.trials import worst_of
from erfd.robot.records import Limit
from erfd.robot.robot import Robot
from erfd.robot.toml_reader import parse_toml
from erfd.trajectory import Trajectory
from tests.judge.test_verify import with_joint, with_motor

PROGRAM = """program fast;
var
  robtarg: a = robtarg(((900, 300, 700), (0, -60, 180)), 4);
  robtarg: b = robtarg(((900, -300, 700), (0, -60, 180)));
endvar
seq
  move ptp a speed_ptp=0.5 acc_ptp=0.5;
  move lin b speed=1500 acc=9000;
  move ptp joint(mainjoint(60, 20, 0, 0, 0, 0)) speed_ptp=1 acc_ptp=1;
endseq
endprogram
"""


@pytest.fixture(scope="module")
def arm() -> Arm:
    return erfd.load("rl15").with_payload(12, (0, 0, 0.1))


@pytest.fixture(scope="module")
def case(arm: Arm) -> tuple[Replanner, Trajectory, Verdict]:
    program = erfd.parse_text(PROGRAM)
    plan = erfd.plan(program, arm)
    verdict = judge(plan, arm.robot)
    again = Replanner(program.commands(arm.robot), arm.robot, plan)
    return again, plan, Doctor(verdict, again).treated()


def test_the_program_is_too_fast_in_one_move(
    case: tuple[Replanner, Trajectory, Verdict],
) -> None:
    _, _, verdict = case
    assert verdict.status == "NOT ACHIEVABLE"
    assert 8 in {v.line for v in verdict.violations}


def test_the_override_of_a_move_passes_and_the_next_larger_does_not(
    arm: Arm, case: tuple[Replanner, Trajectory, Verdict]
) -> None:
    again, _, verdict = case
    found = {v.move: r for v in verdict.violations for r in v.remedies if r.kind == "move"}
    assert found
    for move, remedy in found.items():
        passed = judge(again(Changes(override={move: remedy.override})), arm.robot)
        assert not [v for v in passed.violations if v.move == move]
        larger = judge(again(Changes(override={move: remedy.override + 0.01})), arm.robot)
        assert [v for v in larger.violations if v.move == move]


def test_the_override_of_the_program_passes(
    arm: Arm, case: tuple[Replanner, Trajectory, Verdict]
) -> None:
    _, plan, verdict = case
    remedy = next(r for r in verdict.violations[0].remedies if r.kind == "program")
    assert not judge(stretched(plan, remedy.override), arm.robot).violations
    assert judge(stretched(plan, remedy.override + 0.02), arm.robot).violations


def test_an_override_is_the_same_motion_in_another_time(
    case: tuple[Replanner, Trajectory, Verdict],
) -> None:
    again, plan, _ = case
    half = again(Changes(override={1: 0.5, 2: 0.5, 3: 0.5}))
    t = np.linspace(plan.start, plan.end, 200)
    np.testing.assert_allclose(half.at(2.0 * t).q, plan.at(t).q, atol=1e-9)
    np.testing.assert_allclose(stretched(plan, 0.5).at(2.0 * t).qd, 0.5 * plan.at(t).qd, atol=1e-9)


def test_the_largest_payload_that_passes(arm: Arm) -> None:
    heavy = arm.with_payload(90, (0, 0, 0.4))
    plan = stretched(erfd.plan(erfd.parse_text(PROGRAM), heavy), 0.15)
    verdict = Doctor(judge(plan, heavy.robot), None).treated()
    torques = {v.move: v for v in verdict.violations if v.quantity == "motor torque"}
    assert torques
    for move, v in torques.items():
        remedy = next(r for r in v.remedies if r.kind == "payload")
        assert 0.0 < remedy.payload < 90.0
        less = judge(plan, lighter(heavy.robot, remedy.payload / 90.0)).violations
        assert move not in {x.move for x in less}
        more = judge(plan, lighter(heavy.robot, (remedy.payload + 0.1) / 90.0)).violations
        assert move in {x.move for x in more}
    assert str(remedy) in verdict.reason or torques[move] is not verdict.violations[0]


@pytest.mark.parametrize(("mass", "step"), [(60.0, 0.1), (12.0, 0.1), (8.0, 0.01), (0.3, 1e-3)])
def test_small_payloads_are_offered_in_small_steps(mass: float, step: float) -> None:
    assert step_of(mass) == pytest.approx(step)
    assert float(mass_text(7 * step, mass).removesuffix(" kg")) == pytest.approx(7 * step)


def test_a_window_takes_a_step_of_speed_away() -> None:
    arm = erfd.load("rl15")
    program = erfd.parse("examples/lola15.irl")
    plan = erfd.plan(program, arm)
    again = Replanner(program.commands(arm.robot), arm.robot, plan)
    doctor = Doctor(judge(plan, arm.robot), again)
    window = windows(doctor.trials, [8]).follows[8]
    after = judge(again(Changes(window={8: window})), arm.robot)
    assert not [v for v in after.violations if v.move == 8 and AT_A_STEP in v.quantity]
    assert not [v for v in after.violations if v.move in (8, 9) and v.quantity == "motor torque"]


def falling(to: float, top: float) -> Robot:
    """Motor 1 loses its torque at some of its top speed."""
    bare = erfd.load("rl15").robot
    assert bare.drives is not None
    motor = bare.drives.motors[0]
    speed, torque = float(motor.top_speed.value), float(motor.peak_torque.value)
    curve = ((0.0, torque), (to * speed, torque), (top * speed, 0.5))
    return with_motor(bare, 0, torque_curve=curve, top_speed=Limit(2.0 * speed, "a test"))


@pytest.mark.parametrize(
    "robot",
    [
        falling(0.85, 0.9),
        with_motor(erfd.load("rl15").robot, 0, peak_power=Limit(600.0, "a test")),
        with_joint(erfd.load("rl15").robot, 0, jerk=Limit(150.0, "a test")),
    ],
    ids=["torque that falls with speed", "power", "jerk"],
)
def test_no_larger_override_passes_however_a_limit_depends_on_speed(robot: Robot) -> None:
    text = (
        "program p; seq move ptp mainjoint(120,0,0,0,0,0) speed_ptp=1 acc_ptp=1; endseq endprogram"
    )
    program = erfd.parse_text(text)
    plan = erfd.plan(program, Arm(robot))
    again = Replanner(program.commands(robot), robot, plan)
    remedies = Doctor(judge(plan, robot), again).treated().violations[0].remedies
    passes = [
        k
        for k in range(5, 101)
        if not judge(again(Changes(override={1: k / 100})), robot).violations
    ]
    for kind in ("move", "program"):
        offered = next(r.override for r in remedies if r.kind == kind)
        assert offered == pytest.approx(max(passes) / 100)


def thrower(effort: float) -> Arm:
    """A heavy rod that this effort holds at -75 and 30 deg, but not between."""
    text = f"""format = 1
name = "thrower"
units = {{ length = "m", angle = "deg" }}
[dh]
convention = "modified"
[[joint]]
name = "arm"
kind = "revolute"
dh = {{ d = 0, a = 0, alpha = 90 }}
limits = {{ position = [-170, 170], speed = 400, acceleration = 300, effort = {effort} }}
[joint.body]
name = "rod"
mass = 10
com = [1, 0, 0]
inertia = {{ xx = 0, yy = 0.1, zz = 0.1 }}
"""
    return Arm(parse_toml(text))


@pytest.mark.parametrize(("effort", "band"), [(95.0, range(25, 29)), (97.0, range(15, 35))])
def test_an_override_that_passes_between_others_that_do_not_is_found(
    effort: float, band: range
) -> None:
    """Too fast it cannot be sped up, too slow it cannot be carried over the top."""
    arm = thrower(effort)
    program = erfd.parse_text(
        "program p; seq move ptp mainjoint(-75) speed_ptp=0.05 acc_ptp=0.01; "
        "move ptp mainjoint(30) speed_ptp=1 acc_ptp=1; endseq endprogram"
    )
    plan = erfd.plan(program, arm, start=[np.radians(-75.0)])
    again = Replanner(program.commands(arm.robot), arm.robot, plan)
    plans = {k: again(Changes(override={2: k / 100})) for k in range(5, 101)}
    assert [k for k, x in plans.items() if not judge(x, arm.robot).violations] == list(band)
    verdict = Doctor(judge(plan, arm.robot), again).treated()
    for v in verdict.violations:
        (offered,) = (r.override for r in v.remedies if r.kind == "move")
        assert offered == pytest.approx(band[-1] / 100)


@pytest.mark.parametrize("seed", range(4))
def test_overrides_are_the_largest_that_pass(seed: int) -> None:
    """Every override of every broken move, judged in full, without the search's quick look."""
    rng = np.random.default_rng(seed)
    arm = erfd.load("rl15").with_payload(12.0, (0.0, 0.0, 0.1))
    goals = rng.uniform([-90, -30, -30, -90, -60, -90], [90, 30, 30, 90, 60, 90], (4, 6)).round()
    moves = (f"move ptp mainjoint({', '.join(map(str, g))}) speed_ptp=1 c_ptp" for g in goals)
    program = erfd.parse_text(
        f"program p; seq {'; '.join(moves)[: -len(' c_ptp')]}; endseq endprogram"
    )
    plan = erfd.plan(program, arm)
    again = Replanner(program.commands(arm.robot), arm.robot, plan)
    verdict = judge(plan, arm.robot)
    assert verdict.violations
    doctor = Doctor(verdict, again)
    before = doctor.trials.before
    for move in {v.move for v in verdict.violations}:
        passing = []
        for k in range(100, 4, -1):
            found = judge(again(Changes(override={move: k / 100})), arm.robot).violations
            if doctor.trials.clean(worst_of(found), move):
                passing.append(k)
                break
        offered = [
            round(100 * r.override)
            for v in doctor.treated().violations
            if v.move == move
            for r in v.remedies
            if r.kind == "move" and r.override
        ]
        assert set(offered) == set(passing), (move, before)


def test_whoever_waits_for_remedies_is_told_how_far_they_are(arm: Arm) -> None:
    program = erfd.parse_text(PROGRAM)
    told: list[tuple[int, int]] = []
    erfd.verify(erfd.plan(program, arm), arm, replan=program, progress=lambda *x: told.append(x))
    done = [x for x, _ in told]
    assert done == list(range(1, len(told) + 1))
    assert {of for _, of in told} == {Doctor.tries}
    assert 96 < done[-1] <= Doctor.tries


LOOP = """program p;
var int: i; endvar
seq
  for i = 1 to 3 do
    move ptp mainjoint(150, 0, 0, 0, 0, 0) speed_ptp=1;
    move ptp mainjoint(150 - 40 * i, 0, 0, 0, 0, 0) speed_ptp=1;
  endfor
endseq
endprogram
"""


def test_what_a_remedy_writes_into_a_loop_holds_in_all_its_passes() -> None:
    """Of the second statement only the passes that reach full speed are broken."""
    arm = erfd.load("rl15")
    program = erfd.parse_text(LOOP)
    verdict = erfd.verify(erfd.plan(program, arm), arm, replan=program)
    assert {v.line for v in verdict.violations} == {5, 6}
    lines = LOOP.splitlines()
    for line in (5, 6):
        said = {str(x) for v in verdict.violations if v.line == line for x in v.remedies}
        (own,) = (x for x in said if "this move" in x)
        assert "in all 3 passes: speed_ptp=" in own
        lines[line - 1] = lines[line - 1].replace("speed_ptp=1", own.partition(": ")[2])
    mended = erfd.parse_text("\n".join(lines))
    assert erfd.verify(erfd.plan(mended, arm), arm).violations == ()


STEP_THAT_NO_WINDOW_HELPS = """program p;
seq
move ptp robtarg(((900, 0, 700), (0, -60, 180)), 4) speed_ptp=0.3 acc_ptp=0.3;
move ptp joint(mainjoint(50.2, 16.5, 23.4, -11.4, 31.3, -22.5)) speed_ptp=1 acc_ptp=1;
move lin robtarg(((864, 180, 797), (0, -60, 180)), 4) speed=1500 acc=9000 c_cp=40;
move lin robtarg(((959, 239, 721), (20, -60, 180)), 4) speed=800 acc=9000 c_speed;
move circle robtarg(((915, 67, 778), (0, -60, 180)), 4),
  robtarg(((995, -14, 766), (0, -60, 180)), 4) speed=800 acc=1500;
endseq
endprogram
"""


def test_moves_that_end_in_a_step_are_tried_without_a_window_too(arm: Arm) -> None:
    """The fourth move; by the judge on every override, without the search's quick look."""
    program = erfd.parse_text(STEP_THAT_NO_WINDOW_HELPS)
    plan = erfd.plan(program, arm)
    again = Replanner(program.commands(arm.robot), arm.robot, plan)
    doctor = Doctor(judge(plan, arm.robot), again)
    trials, verdict = doctor.trials, doctor.treated()
    assert trials.stepped(trials.before, 4)
    offered = {
        (r.override, r.window)
        for v in verdict.violations
        if v.move == 4
        for r in v.remedies
        if r.kind == "move"
    }
    passing = [
        k
        for k in range(5, 101)
        if trials.clean(trials.judged(again(trials.changed(4, k / 100, None))), 4)
    ]
    assert {(round(100 * (x or 0)), window) for x, window in offered} == {(max(passing), None)}
