"""Laws of the verdict: it depends on the curve alone, its parts add up, floats agree."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.curve import Array, Polynomials, State
from erfd.errors import ErfdError, TrajectoryError
from erfd.judge import instants
from erfd.judge.demand import Model, states
from erfd.judge.diagrams import diagrams
from erfd.judge.instants import Instants
from erfd.judge.report_facts import facts
from erfd.judge.report_tables import move_rows, violation_rows
from erfd.judge.save import plain
from erfd.judge.series import groups
from erfd.judge.verdict import Verdict
from erfd.judge.verify import judge
from erfd.judge.violations import ordered
from erfd.judge.words import figure, of_whom, percent_text
from erfd.robot import library
from erfd.robot.drives import Motor
from erfd.robot.records import CoupledRange, Limit, Payload
from erfd.robot.robot import Robot
from tests.judge.motions import (
    from_point_to_point,
    random_points,
    slower,
    through_points,
    trajectory,
)

RL15 = library.load("rl15")
LOAD = np.array([-100.0, -100.0, -150.0, 0.0, 0.0, 0.0])


def motion(seed: int, steps: bool = False, moves: int = 3) -> Polynomials:
    rng = np.random.default_rng(seed)
    points = random_points(RL15, rng, moves + 1, 0.5)
    durations = rng.uniform(0.6, 2.0, moves)
    return (through_points if steps else from_point_to_point)(points, durations)


def essence(verdict: Verdict) -> tuple[object, ...]:
    return (verdict.status, verdict.reason, verdict.violations, verdict.per_move)


@pytest.mark.parametrize("steps", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_verdict_does_not_depend_on_the_samples(seed: int, steps: bool) -> None:
    curve = motion(seed, steps)
    verdicts = [judge(trajectory(RL15, curve, dt), RL15) for dt in (0.01, 0.004, 0.001)]
    assert essence(verdicts[0]) == essence(verdicts[1]) == essence(verdicts[2])
    assert any("speed step" in v.quantity for v in verdicts[0].violations) == steps


@pytest.mark.parametrize("seed", range(6))
def test_parts_add_up_and_say_the_cause(seed: int) -> None:
    loaded = RL15.with_payload(Payload(mass=15.0, com=(0.0, 0.0, 0.1)))
    verdict = judge(trajectory(loaded, slower(motion(seed), 0.4)), loaded, wrench=LOAD)
    torques = [v for v in verdict.violations if v.quantity == "motor torque"]
    assert torques
    for v in torques:
        assert sum(v.parts.values()) == pytest.approx(v.value, rel=1e-9, abs=1e-9)
        assert {"gravity", "inertia", "payload", "process force", "friction", "rotor"} >= set(
            v.parts
        ) - {"velocity terms"}
        assert v.start <= v.t <= v.end


@pytest.mark.parametrize("seed", range(5))
def test_slower_never_adds_a_violation_but_of_the_static_load(seed: int) -> None:
    curve = slower(motion(seed), 0.6)
    before = {
        (v.quantity, v.subject, v.move) for v in judge(trajectory(RL15, curve), RL15).violations
    }
    for k in (1.1, 1.5, 3.0):
        verdict = judge(trajectory(RL15, slower(curve, k)), RL15)
        after = {(v.quantity, v.subject, v.move) for v in verdict.violations}
        assert after <= before
        assert all(v.quantity != "motor torque" or abs(v.value) < 60.0 for v in verdict.violations)
    assert judge(trajectory(RL15, slower(curve, 8.0)), RL15).status == "ACHIEVABLE"


def test_violations_come_with_their_place_and_worst_first() -> None:
    verdict = judge(trajectory(RL15, slower(motion(1), 0.5)), RL15)
    kinds = [(v.stated, -v.utilisation) for v in verdict.violations]
    assert kinds == sorted(kinds)
    first = verdict.violations[0]
    assert first.line == 9 + first.move
    assert verdict.reason.startswith(f"line {first.line} MOVE {first.move - 1}: ")
    assert first.limit == pytest.approx(first.value / first.utilisation)
    assert verdict.exit_code == 1


def test_a_smaller_margin_breaks_more() -> None:
    path = trajectory(RL15, slower(motion(2), 8.0))
    whole = judge(path, RL15)
    worst = max(use.utilisation for use in whole.per_joint if use.quantity != "joint position")
    assert whole.status == "ACHIEVABLE"
    assert judge(path, RL15, margin=0.99 * worst).status == "NOT ACHIEVABLE"
    assert judge(path, RL15, margin=min(1.0, 1.01 * worst)).status == "ACHIEVABLE"


def with_motor(robot: Robot, k: int, **changes: object) -> Robot:
    assert robot.drives is not None
    motors: list[Motor] = list(robot.drives.motors)
    motors[k] = dataclasses.replace(motors[k], **changes)
    drives = dataclasses.replace(robot.drives, motors=tuple(motors))
    return dataclasses.replace(robot, drives=drives)


def test_an_unknown_required_limit_is_not_verified() -> None:
    robot = with_motor(RL15, 4, peak_torque=Limit())
    verdict = judge(trajectory(robot, slower(motion(3), 8.0)), robot)
    assert verdict.status == "NOT VERIFIED"
    assert verdict.exit_code == 2
    assert "motor 5 torque" in verdict.reason
    assert not [u for u in judge(trajectory(RL15, motion(3)), RL15).unknown if u.required]


def test_continuous_torque_is_the_root_mean_square() -> None:
    curve = slower(motion(4), 4.0)
    free = judge(trajectory(RL15, curve), RL15)
    assert free.status == "ACHIEVABLE"
    hot = with_motor(RL15, 1, continuous_torque=Limit(2.0, "a test"))
    found = judge(trajectory(hot, curve), hot, window=1.0)
    assert {v.subject for v in found.violations} == {"motor_2"}
    assert {v.quantity for v in found.violations} == {
        "continuous torque over the whole motion",
        "continuous torque over 1 s",
    }


def test_current_follows_torque() -> None:
    robot = with_motor(RL15, 2, torque_constant=0.5, peak_current=Limit(20.0, "a test"))
    verdict = judge(trajectory(robot, slower(motion(5), 0.7)), robot)
    uses = {(u.quantity, u.subject): u for u in verdict.per_joint}
    torque, current = uses["motor torque", "motor_3"], uses["motor current", "motor_3"]
    assert current.value == pytest.approx(torque.value / 0.5)


def test_a_robot_without_drives_is_judged_by_effort() -> None:
    puma = library.load("puma")
    verdict = judge(trajectory(puma, from_point_to_point(np.zeros((2, 6)), np.ones(1))), puma)
    assert verdict.status == "NOT VERIFIED"
    assert {u.quantity for u in verdict.unknown if u.required} >= {"joint torque"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"margin": 0.0}, "margin"),
        ({"margin": 1.5}, "margin"),
        ({"window": 0.0}, "window"),
        ({"wrench": [1.0, 2.0]}, "six finite numbers"),
        ({"wrench": [np.nan] * 6}, "six finite numbers"),
    ],
)
def test_senseless_questions_are_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(ErfdError, match=words):
        judge(trajectory(RL15, motion(0)), RL15, **change)  # type: ignore[arg-type]


def test_another_robots_motion_and_a_torn_curve_are_refused() -> None:
    with pytest.raises(TrajectoryError, match="has the joints"):
        judge(trajectory(RL15, motion(0)), library.load("three_link"))
    curve = motion(0)
    torn = curve.coefficients.copy()
    torn[1, 0, 2] += 0.01
    with pytest.raises(TrajectoryError, match=r"jumps by 0\.01"):
        judge(trajectory(RL15, Polynomials(curve.breakpoints, torn)), RL15)


def with_joint(robot: Robot, k: int, **limits: Limit) -> Robot:
    joints = list(robot.joints)
    changed = dataclasses.replace(joints[k].limits, **limits)
    joints[k] = dataclasses.replace(joints[k], limits=changed)
    return dataclasses.replace(robot, joints=tuple(joints))


def test_power_is_torque_times_speed() -> None:
    robot = with_motor(RL15, 0, peak_power=Limit(300.0, "a test"))
    verdict = judge(trajectory(robot, slower(motion(5), 1.5)), robot)
    use = next(u for u in verdict.per_joint if u.quantity == "motor power")
    state = trajectory(robot, slower(motion(5), 1.5)).at(use.t)
    demand = Model(robot).of(State(*(x[None] for x in state)))
    power = demand.motor_torque[0, 0] * demand.motor_speed[0, 0]
    assert use.value == pytest.approx(power, rel=1e-9)
    assert use.utilisation == pytest.approx(abs(power) / 300.0, rel=1e-9)
    assert not [u for u in verdict.unknown if (u.quantity, u.subject) == ("motor power", "motor_1")]


def test_a_coupled_range_is_that_of_the_sum() -> None:
    shared = CoupledRange(
        name="parallelogram",
        of=(0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
        lower=Limit(-0.6, "a test"),
        upper=Limit(1.1, "a test"),
    )
    robot = dataclasses.replace(RL15, coupled=(shared,))
    points = np.zeros((2, 6))
    points[1, 1:3] = 0.6, 0.7
    path = trajectory(robot, slower(from_point_to_point(points, np.ones(1)), 8.0))
    verdict = judge(path, robot)
    (found,) = verdict.violations
    assert (found.quantity, found.subject) == ("coupled range", "parallelogram")
    assert found.value == pytest.approx(1.3)
    assert found.limit == pytest.approx(1.1)
    assert found.joints == ("joint_2", "joint_3")
    assert path.at(found.start).q[1:3].sum() == pytest.approx(1.1, abs=1e-6)


def test_jerk_is_the_change_of_acceleration_over_a_cycle() -> None:
    curve = slower(from_point_to_point(np.array([np.zeros(6), np.full(6, 0.3)]), np.ones(1)), 6.0)
    cycle = RL15.system.r_dt
    t = np.linspace(0.0, 6.0, 60_001)
    path = trajectory(RL15, curve)
    brute = np.abs(path.at(t + cycle).qdd - path.at(t).qdd).max() / cycle
    for share, broken in ((0.99, True), (1.01, False)):
        robot = with_joint(RL15, 2, jerk=Limit(share * brute, "a test"))
        found = judge(trajectory(robot, curve), robot).violations
        assert [v.quantity for v in found] == ["stated joint jerk"] * broken
    step = slower(motion(1), 6.0)
    robot = with_joint(RL15, 0, jerk=Limit(1e-3, "a test"))
    verdicts = [judge(trajectory(robot, step, dt), robot) for dt in (0.01, 0.001)]
    assert essence(verdicts[0]) == essence(verdicts[1])


def test_a_motor_that_stands_is_held_to_its_stall_torque() -> None:
    points = np.zeros((4, 6))
    points[1:, 1] = 1.0, 1.0, 0.5
    curve = slower(from_point_to_point(points, np.ones(3)), 6.0)
    strong = with_motor(RL15, 1, stall_torque=Limit(30.0, "a test"))
    assert judge(trajectory(strong, curve), strong).status == "ACHIEVABLE"
    weak = with_motor(RL15, 1, stall_torque=Limit(3.0, "a test"))
    (found,) = judge(trajectory(weak, curve), weak).violations
    assert (found.quantity, found.subject) == ("motor torque at standstill", "motor_2")
    assert (found.start, found.end, found.line) == (6.0, 12.0, 11)


@pytest.mark.parametrize(("pause", "found"), [(0.05, False), (0.2, True)])
def test_a_short_stop_is_no_standstill_however_it_is_cut(pause: float, found: bool) -> None:
    weak = with_motor(RL15, 1, stall_torque=Limit(3.0, "a test"))
    points = np.zeros((13, 6))
    points[1:12, 1] = 1.0
    curve = from_point_to_point(points, np.array([6.0, *[pause / 10] * 10, 6.0]))
    broken = judge(trajectory(weak, curve), weak).violations  # one in each move
    assert len(broken) == 10 * found
    assert all((v.start, v.end) == pytest.approx((6.0, 6.0 + pause)) for v in broken)


def direction(curve: Polynomials, t: float, piece: int = 0) -> Array:
    return states(curve, Instants(np.array([t]), np.array([piece]))).qd[0]


@pytest.mark.parametrize("noise", [0.0, 1e-17, -1e-17])
def test_a_joint_that_stops_has_the_direction_in_which_it_moved(noise: float) -> None:
    """Whatever sign rounding gives to its last speed: in proportion, and none if it holds."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        points = rng.normal(size=(2, 6))
        points[1, 3] = points[0, 3]
        curve = from_point_to_point(points, np.ones(1))
        table = curve.coefficients.copy()
        table[0, 1, :3] += noise
        for end in (0.0, 1.0):
            got = direction(Polynomials(curve.breakpoints, table), end)
            assert 0.0 < np.abs(got).max() < 1.001e-7
            assert got[3] == 0.0
            size = np.abs(got).max() / np.abs(points[1] - points[0]).max()
            np.testing.assert_allclose(got, size * (points[1] - points[0]), rtol=0.02, atol=1e-12)
        still = Polynomials(np.array([0.0, 1.0]), points[0][None, None])
        assert not direction(still, 1.0).any()


def test_a_joint_that_turns_back_just_before_it_stops_has_its_last_direction() -> None:
    """qd = 1000 (t - 0.1) (t - 0.0995): forward, then backward for half a millisecond."""
    a, b = 0.1, 0.0995
    table = 1000.0 * np.array([0.0, a * b, -(a + b) / 2.0, 1.0 / 3.0])[None, :, None]
    curve = Polynomials(np.array([0.0, a]), table)
    assert direction(curve, 0.0)[0] > 0.0
    assert -1.001e-7 < direction(curve, a)[0] < 0.0
    assert -1.001e-7 < direction(curve, a - 1e-7)[0] < 0.0


def test_what_samples_leave_at_a_stop_for_microseconds_is_no_direction() -> None:
    """It brakes with 1 rad/s^2, and ends 2e-6 rad/s in the other direction."""
    table = np.array([[0.0, -3e-4 + 2e-6, 0.5], [-4.5e-8, 2e-6, 0.0]])[:, :, None]
    curve = Polynomials(np.array([0.0, 3e-4, 1.0]), table)
    for t in (3e-4, 3e-4 - 1e-6):
        assert -1.001e-7 < direction(curve, t)[0] < 0.0


def test_distance_from_singular_postures() -> None:
    points = np.zeros((2, 6))
    points[:, 4] = -0.3, -1.2
    (move,) = judge(trajectory(RL15, from_point_to_point(points, np.full(1, 9.0))), RL15).per_move
    assert move.wrist == pytest.approx(0.3)
    stretched = np.zeros((2, 6))
    stretched[1, 2] = np.radians(82.064)
    path = trajectory(RL15, from_point_to_point(stretched, np.full(1, 9.0)))
    (move,) = judge(path, RL15).per_move
    assert move.reach == pytest.approx(0.0, abs=1e-6)
    assert move.wrist == pytest.approx(0.0, abs=1e-9)


def test_the_order_in_which_violations_are_found_does_not_matter() -> None:
    verdict = judge(trajectory(RL15, slower(motion(1, steps=True), 0.5)), RL15)
    rng = np.random.default_rng(0)
    for _ in range(20):
        mixed = [verdict.violations[k] for k in rng.permutation(len(verdict.violations))]
        assert ordered(mixed) == verdict.violations


@pytest.mark.parametrize("seed", range(4))
def test_what_a_slower_motion_adds_is_the_static_load(seed: int) -> None:
    """Inertia that helped against gravity helps less: only that may break a limit anew."""
    held = RL15.with_payload(Payload(mass=90.0, com=(0.0, 0.0, 0.5)))
    curve = slower(motion(seed), 0.6)
    before = judge(trajectory(held, curve), held, wrench=LOAD).violations
    known = {(v.quantity, v.subject, v.move) for v in before}
    model = Model(held, LOAD)
    for k in (1.2, 2.0, 4.0):
        path = trajectory(held, slower(curve, k))
        for v in judge(path, held, wrench=LOAD).violations:
            if (v.quantity, v.subject, v.move) in known:
                continue
            assert v.quantity == "motor torque"
            q, qd, _ = path.at(v.t)
            none = np.zeros((1, 6))
            still = model.of(State(q[None], np.sign(qd)[None] * 1e-9, none)).motor_torque[0]
            assert abs(still[int(v.subject[-1]) - 1]) > v.limit * 0.98


@pytest.mark.parametrize("name", ["lola15", "spot_welding"])
def test_a_program_sampled_at_10_4_and_1_ms_has_one_verdict(name: str) -> None:
    arm, program = erfd.load("rl15"), erfd.parse(f"examples/{name}.irl")
    verdicts = [erfd.verify(erfd.plan(program, arm, dt), arm) for dt in (0.01, 0.004, 0.001)]
    assert essence(verdicts[0]) == essence(verdicts[1]) == essence(verdicts[2])
    assert any("speed step" in v.quantity for v in verdicts[0].violations) == (name == "lola15")


def test_what_is_at_a_limit_but_for_rounding_breaks_nothing() -> None:
    path = trajectory(RL15, slower(motion(2), 8.0))
    used = [u for u in judge(path, RL15).per_joint if u.quantity != "joint position"]
    use = max(u.utilisation for u in used)
    assert judge(path, RL15, margin=use * (1.0 - 1e-7)).status == "ACHIEVABLE"
    assert judge(path, RL15, margin=use * (1.0 - 1e-5)).status == "NOT ACHIEVABLE"


def test_too_many_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instants, "MOST_PIECES", 2)
    with pytest.raises(TrajectoryError, match="3 pieces; take fewer samples: 2 pieces are judged"):
        judge(trajectory(RL15, motion(0)), RL15)


def test_a_stated_effort_counts_beside_drives_after_them() -> None:
    """What joints transmit is judged with and without motors; beside motors it is only stated."""

    def with_effort(robot: Robot, most: float) -> Robot:
        joints = tuple(
            dataclasses.replace(j, limits=dataclasses.replace(j.limits, effort=Limit(most, "test")))
            for j in robot.joints
        )
        return dataclasses.replace(robot, joints=joints)

    curve = slower(motion(1), 3.0)
    plan = trajectory(RL15, curve)
    assert judge(plan, RL15).violations == ()
    needed = np.abs(Model(RL15).of(plan.at(plan.t)).tau).max()
    driven = with_effort(RL15, 0.5 * float(needed))
    bare = dataclasses.replace(driven, drives=None)
    found, alone = judge(plan, driven).violations, judge(plan, bare).violations
    assert found
    assert {v.quantity for v in found} == {"stated joint torque"}
    assert all(v.stated for v in found)
    assert {v.quantity for v in alone} == {"joint torque"}
    assert not any(v.stated for v in alone)
    for a, b in zip(found, alone, strict=True):
        assert (a.t, a.subject) == (b.t, b.subject)
        assert a.value == pytest.approx(b.value)
        assert sum(a.parts.values()) == pytest.approx(a.value)
    assert judge(plan, with_effort(RL15, 1e6)).violations == ()


def test_a_mode_that_is_none_is_refused_with_drives_and_without() -> None:
    plan = trajectory(RL15, motion(1))
    for robot in (RL15, dataclasses.replace(RL15, drives=None)):
        with pytest.raises(ErfdError, match="no mode 'foo'"):
            judge(plan, robot, mode="foo")


@pytest.mark.parametrize("seed", range(3))
def test_the_first_figures_of_the_report_are_those_of_the_verdict(seed: int) -> None:
    """The worst is the worst of all, and the delay is the largest either way."""
    verdict = judge(trajectory(RL15, motion(seed, steps=True)), RL15)
    shown = {name: value for name, value, _ in facts(verdict, 0.9)}
    top = max(verdict.violations, key=lambda v: v.utilisation)
    assert shown[f"worst: {of_whom(top.quantity, top.subject)}"] == percent_text(top.utilisation)
    late = plain(verdict)["achieved"]["largest_delay_s"]
    assert shown["largest delay"] == f"{figure(1e3 * late)} ms"


def test_the_report_shows_every_joint_in_the_units_of_its_tables() -> None:
    """Turning and sliding joints beside each other; columns that hold nothing are left out."""
    arm = erfd.load(Path("tests/repair/robots/crane.toml"))
    program = erfd.parse_text(
        "program p; seq move ptp mainjoint(40, 20, 100, 10) c_ptp; move ptp mainjoint(0, 0, 0, 0);"
        " endseq endprogram"
    )
    verdict = erfd.verify(erfd.plan(program, arm), arm)
    t = verdict.judged.trajectory.t
    shown = {g.name: g for g in diagrams(groups(verdict, t))}
    position = shown["joint position"]
    assert list(position.names) == ["slew", "boom", "wrist", "telescope"]
    assert list(position.units) == ["deg", "deg", "deg", "mm"]
    assert np.abs(position.programmed).max(axis=0) == pytest.approx([40, 20, 10, 100], rel=0.06)
    most = shown["stated joint acceleration"]
    top = max(v.value for v in verdict.violations if v.subject == "slew")
    assert np.abs(most.programmed[:, 0]).max() == pytest.approx(np.degrees(abs(top)), rel=1e-6)
    assert len(shown) == len(diagrams(groups(verdict, t)))
    for table, rows in (("move_heads", "moves"), ("violation_heads", "violations")):
        found = move_rows(verdict, 0.9) if rows == "moves" else violation_rows(verdict)
        for k, (head, _) in enumerate(found[table]):
            assert any(row["cells"][k][0] for row in found[rows]), head
        assert all(len(row["cells"]) == len(found[table]) for row in found[rows])
