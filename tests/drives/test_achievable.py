"""Laws of the achievable step: limits kept, what is possible is done, modes, variants, refusals."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import erfd
from erfd.drives.achievable import Cycle, Rules, achievable
from erfd.drives.motors import motor_torque
from erfd.drives.train import train_of
from erfd.errors import ErfdError
from erfd.robot.drives import Motor
from erfd.robot.records import Limit
from tests.drives.plans import DT, FROM, TO, WRENCH, rpm_over_ratio, trapezoids

Array = NDArray[np.float64]
ROBOTS = ["rl15", "irb6"]


@pytest.fixture(scope="module")
def rl15() -> erfd.Arm:
    return erfd.load("rl15")


def changed(arm: erfd.Arm, **fields: Any) -> erfd.Arm:
    """The arm with these fields of its motors, a value for each."""
    drives = arm.robot.drives
    motors = tuple(
        dataclasses.replace(m, **{name: values[i] for name, values in fields.items()})
        for i, m in enumerate(drives.motors)
    )
    drives = dataclasses.replace(drives, motors=motors)
    return erfd.Arm(dataclasses.replace(arm.robot, drives=drives))


def states(arm: erfd.Arm, count: int, seed: int) -> tuple[Array, Array, Array]:
    """Positions within the ranges, moderate speeds, and accelerations that often are too much."""
    rng = np.random.default_rng(seed)
    limits = [joint.limits for joint in arm.robot.independent]
    lower, upper = (
        np.array([getattr(x, side).value for x in limits], dtype=float)
        for side in ("lower", "upper")
    )
    q = rng.uniform(lower, upper, (count, arm.n))
    scale = 10.0 ** rng.uniform(-1, 2, (count, 1))
    return q, rng.uniform(-1, 1, q.shape), scale * rng.uniform(-1, 1, q.shape)


def plain_torque(arm: erfd.Arm, q: Array, qd: Array, qdd: Array, wrench: Any = None) -> Array:
    """The motor torques of a motion by plain floats and Newton-Euler, in the robot's own frames."""
    train = train_of(arm.robot, wrench=wrench is not None, plain=True)
    rows = zip(q.tolist(), qd.tolist(), qdd.tolist(), strict=True)
    return np.array([motor_torque(train, *row, wrench) for row in rows])


def test_mixed_keeps_the_limits_and_its_conditions(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 10_000, 1)
    goal = q + (qd + qdd * DT) * DT
    step = rl15.achievable_step(q, qd, goal, DT, WRENCH)
    A = np.array([m.ratios for m in rl15.robot.drives.motors])
    M = np.array([m.peak_torque.value for m in rl15.robot.drives.motors])
    assert step.converged.all()
    assert 0.1 < step.saturated.any(1).mean() < 0.9
    assert np.all(np.abs(step.torque) <= M * (1 + 1e-9))
    wanted = np.einsum("ij,kj->ki", A, (goal - q) / DT)
    top = [m.top_speed.value for m in rl15.robot.drives.motors]
    wanted = (np.clip(wanted, -np.array(top), top) - np.einsum("ij,kj->ki", A, qd)) / DT
    w = np.einsum("ij,kj->ki", A, step.qdd) - wanted
    size = np.abs(wanted) + np.abs(np.einsum("ij,kj->ki", A, step.qdd)) + 1.0
    kept, full = ~step.saturated, step.saturated
    assert np.all(np.abs(w[kept]) < 1e-9 * size[kept])
    assert np.all(np.abs(np.abs(step.torque) - M)[full] < 1e-9 * np.broadcast_to(M, w.shape)[full])
    assert np.all((w * np.sign(step.torque))[full] < 1e-9 * size[full])


def test_the_torques_are_those_of_the_motion(rl15: erfd.Arm) -> None:
    """The independent way: inverse dynamics of the achieved acceleration."""
    q, qd, qdd = states(rl15, 60, 2)
    goal = q + (qd + qdd * DT) * DT
    for solve in ("mixed", "full", "literal"):
        step = rl15.achievable_step(q, qd, goal, DT, WRENCH, solve=solve)
        torque = plain_torque(rl15, q, qd, step.qdd, WRENCH.tolist())
        np.testing.assert_allclose(step.torque, torque, rtol=1e-9, atol=1e-8)
        np.testing.assert_allclose(step.qd, qd + step.qdd * DT, rtol=1e-12)
        np.testing.assert_allclose(step.q, q + step.qd * DT, rtol=1e-12)
        np.testing.assert_allclose(step.error, goal - step.q, rtol=1e-12, atol=1e-15)


def test_full_is_forward_dynamics_of_the_clipped_torques(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 500, 3)
    step = rl15.achievable_step(q, qd, q + (qd + qdd * DT) * DT, DT, solve="full")
    M = np.array([m.peak_torque.value for m in rl15.robot.drives.motors])
    some = step.saturated.any(1)
    clipped = np.clip(step.needed, -M, M)
    np.testing.assert_allclose(step.torque[some], clipped[some], rtol=1e-8, atol=1e-8)
    np.testing.assert_array_equal(step.saturated, np.abs(step.needed) > M)


def test_literal_may_pass_a_limit_and_the_others_not(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 2000, 4)
    goal = q + (qd + qdd * DT) * DT
    M = np.array([m.peak_torque.value for m in rl15.robot.drives.motors])
    shares = {
        solve: np.abs(rl15.achievable_step(q, qd, goal, DT, solve=solve).torque / M).max()
        for solve in ("mixed", "full", "literal")
    }
    assert shares["mixed"] < 1 + 1e-9
    assert shares["full"] < 1 + 1e-7
    assert shares["literal"] > 1.5


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("rules", [{}, {"solve": "full"}, {"implicit_viscous": True}])
def test_what_is_possible_is_done_to_the_last_bit_but_rounding(
    name: str, rules: dict[str, Any]
) -> None:
    arm = erfd.load(name)
    arm = changed(arm, peak_current=[Limit()] * len(arm.robot.drives.motors))
    q, qd, qdd = states(arm, 300, 5)
    qdd *= 0.1
    goal = q + (qd + qdd * DT) * DT
    infinite = np.full(len(arm.robot.drives.motors), np.inf)
    step = arm.achievable_step(
        q, qd, goal, DT, planned=q, peak_torque=infinite, top_speed=infinite, **rules
    )
    assert not step.saturated.any()
    assert not step.speed_clipped.any()
    np.testing.assert_allclose(step.q, goal, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(step.torque, step.needed)
    if not rules.get("implicit_viscous"):
        torque = plain_torque(arm, q, qd, step.qdd)
        np.testing.assert_allclose(step.torque, torque, rtol=1e-8, atol=1e-8)


def test_ball_screws_saturate_too() -> None:
    """A depends on q and turns with it: the conditions in motor accelerations hold as well."""
    arm = erfd.load("irb6")
    q, qd, qdd = states(arm, 200, 6)
    count = len(arm.robot.drives.motors)
    free = np.full(count, np.inf)
    goal = q + (qd + qdd * DT) * DT
    need = arm.achievable_step(q, qd, goal, DT, top_speed=free).needed
    peak = np.minimum(0.5 * np.abs(need).max(0), np.median(np.abs(need), 0) * 2)
    step = arm.achievable_step(q, qd, goal, DT, peak_torque=peak, top_speed=free)
    assert step.converged.all()
    assert step.saturated.any(0).all()
    assert np.all(np.abs(step.torque) <= peak * (1 + 1e-9))
    np.testing.assert_allclose(
        step.torque, plain_torque(arm, q, qd, step.qdd), rtol=1e-7, atol=1e-9
    )


def test_a_motor_without_torque_and_one_without_limit(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 500, 7)
    goal = q + (qd + qdd * DT) * DT
    peak = [0.0, np.inf, np.inf, np.inf, np.inf, 0.0]
    step = rl15.achievable_step(q, qd, goal, DT, peak_torque=peak)
    assert step.converged.all()
    assert step.saturated[:, [0, 5]].all()
    assert not step.saturated[:, 1:5].any()
    np.testing.assert_allclose(step.torque[:, [0, 5]], 0.0, atol=1e-9)


def test_a_need_equal_to_the_limit_is_not_saturated(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 50, 8)
    goal = q + (qd + qdd * DT) * DT
    free = [np.inf] * 6
    need = np.abs(rl15.achievable_step(q, qd, goal, DT, peak_torque=free).needed)
    for solve in ("mixed", "full"):
        assert not rl15.achievable_step(
            q, qd, goal, DT, peak_torque=need, solve=solve
        ).saturated.any()
        less = rl15.achievable_step(q, qd, goal, DT, peak_torque=need * (1 - 1e-9), solve=solve)
        assert less.saturated.any(1).all()


def test_speeds_are_limited_in_motor_coordinates(rl15: erfd.Arm) -> None:
    """Joints 5 and 6, each at its own limit, turn motor 6 at 442 of its 356 rad/s."""
    motors = rl15.robot.drives.motors
    A = np.array([m.ratios for m in motors])
    W = np.array([m.top_speed.value for m in motors])
    v = np.array([0, 0, 0, 0, 1, 1]) * W / np.diag(A)
    assert (A @ v)[5] == pytest.approx(442, abs=1)
    q = np.zeros(6)
    free = [np.inf] * 6
    options: dict[str, Any] = {"peak_torque": free}
    motor = rl15.achievable_step(q, q, q + v * DT, DT, **options)
    joint = rl15.achievable_step(q, q, q + v * DT, DT, speed_limit="joint", **options)
    assert np.all(np.abs(A @ motor.qd) <= W * (1 + 1e-12))
    np.testing.assert_array_equal(motor.speed_clipped, [0, 0, 0, 0, 0, 1])
    np.testing.assert_allclose(joint.qd, v, rtol=1e-12, atol=1e-12)
    assert (A @ joint.qd)[5] > 1.2 * W[5]
    faster = rl15.achievable_step(q, q, q + 2 * v * DT, DT, speed_limit="joint", **options)
    np.testing.assert_allclose(faster.qd, v, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(faster.speed_clipped, [0, 0, 0, 0, 1, 1])


def test_tracks(rl15: erfd.Arm) -> None:
    """What the three ask of a robot that is beside its plan."""
    q, now, goal = np.zeros(6), np.full(6, 0.001), np.full(6, 0.0012)
    ask = {"planned": now, "peak_torque": [np.inf] * 6}
    plan = rl15.achievable_step(q, q, goal, DT, **ask)
    gain = rl15.achievable_step(q, q, goal, DT, track="gain", gain=5.0, **ask)
    dead = rl15.achievable_step(q, q, goal, DT, track="deadbeat", **ask)
    np.testing.assert_allclose(plan.q, goal - now, rtol=1e-9)
    np.testing.assert_allclose(gain.q, goal - now + 5.0 * now * DT, rtol=1e-9)
    np.testing.assert_allclose(dead.q, goal, rtol=1e-9)


def test_the_braking_case(rl15: erfd.Arm) -> None:
    """Braking, the print may ask motor 1 for 17.9 of its 17.8 N m where 12.1 do."""
    rng = np.random.default_rng(0)
    limits = [joint.limits for joint in rl15.robot.independent]
    q, _, _ = states(rl15, 20_000, 0)
    top = np.minimum([x.speed.value for x in limits], rpm_over_ratio(rl15))
    qd = rng.uniform(-1, 1, q.shape) * top
    qdd = rng.uniform(-1, 1, q.shape) * [x.acceleration.value for x in limits]
    goal, free = q + (qd + qdd * DT) * DT, [np.inf] * 6
    ours = rl15.achievable_step(q, qd, goal, DT, WRENCH, top_speed=free)
    theirs = rl15.achievable_step(q, qd, goal, DT, WRENCH, top_speed=free, mode="as_published")
    false = theirs.saturated[:, 0] & ~ours.saturated[:, 0]
    assert false.any()
    assert np.all((ours.needed * qd)[false, 0] < 0)
    assert np.abs(ours.needed[false, 0]).max() < 15
    more = theirs.needed[false, 0] / ours.needed[false, 0]
    assert np.all(more > 1.35)
    assert more.max() < 1.22 / 0.78 + 1e-9


def test_flags_belong_to_their_cycle(rl15: erfd.Arm) -> None:
    run = rl15.achievable_motion(trapezoids(rl15, FROM, TO), DT, WRENCH)
    again = [rl15.achievable_step(run.q[k], run.qd[k], run.planned[k + 1], DT, WRENCH,
                                  planned=run.planned[k]) for k in (60, 61, 75, 76)]  # fmt: skip
    assert [bool(x.saturated[0]) for x in again] == [False, True, True, False]


def test_a_motion_is_its_steps(rl15: erfd.Arm) -> None:
    plan = trapezoids(rl15, FROM, TO, 2.5)
    run = rl15.achievable_motion(plan, DT, WRENCH)
    every = rl15.achievable_step(run.q[:-1], run.qd[:-1], plan[1:], DT, WRENCH, planned=plan[:-1])
    for name in ("q", "qd"):
        np.testing.assert_allclose(getattr(run, name)[1:], getattr(every, name), atol=1e-12)
    for name in ("qdd", "torque", "needed"):
        np.testing.assert_allclose(getattr(run, name), getattr(every, name), rtol=1e-8, atol=1e-8)
    for name in ("saturated", "speed_clipped", "converged"):
        np.testing.assert_array_equal(getattr(run, name), getattr(every, name))


def test_variants_are_the_single_runs_to_the_bit(rl15: erfd.Arm) -> None:
    plan = trapezoids(rl15, FROM, TO, 2.5)
    masses = np.array([0.0, 2.0, 5.0, 8.0, 11.0, 15.0, 30.0, 60.0, 100.0])
    peak = np.array([m.peak_torque.value for m in rl15.robot.drives.motors])
    scale = np.linspace(1.0, 0.6, 9)[:, None] * peak
    wrench = np.linspace(0, 1.5, 9)[:, None] * WRENCH
    com = (0.0, 0.0, 0.1)
    runs = rl15.achievable_motion(plan, DT, wrench, payload=(masses, com), peak_torque=scale)
    assert runs.q.shape == (9, len(plan), 6)
    assert (np.diff(runs.saturated.sum((1, 2))) > 0).all()
    assert not runs.as_planned.any()
    for i in (0, 4, 8):
        one = rl15.achievable_motion(
            plan, DT, wrench[i], payload=(masses[i], com), peak_torque=scale[i]
        )
        for name in ("q", "qd", "qdd", "torque", "needed", "saturated", "converged"):
            np.testing.assert_array_equal(getattr(runs[i], name), getattr(one, name))
    heavier = rl15.with_payload(mass=15, com=com)
    same = heavier.achievable_motion(plan, DT, wrench[5], peak_torque=scale[5])
    np.testing.assert_allclose(runs[5].q, same.q, rtol=0, atol=1e-10)


def test_plans_may_differ_in_each_variant(rl15: erfd.Arm) -> None:
    plans = np.stack([trapezoids(rl15, FROM, TO), trapezoids(rl15, FROM, TO)[::-1]])
    runs = rl15.achievable_motion(plans, DT, hold=0.2)
    assert runs.q.shape == (2, plans.shape[1] + 20, 6)
    np.testing.assert_allclose(runs.t[-1], DT * (plans.shape[1] + 19))
    np.testing.assert_array_equal(runs[1].q, rl15.achievable_motion(plans[1], DT, hold=0.2).q)


def test_the_achieved_motion_is_a_curve(rl15: erfd.Arm) -> None:
    run = rl15.achievable_motion(trapezoids(rl15, FROM, TO), DT, WRENCH)
    curve = run.trajectory
    edges = curve.breakpoints
    left, right = curve.at(edges[1:-1], "left"), curve.at(edges[1:-1], "right")
    np.testing.assert_allclose(left.q, right.q, rtol=0, atol=1e-14)
    np.testing.assert_allclose(left.qd, right.qd, rtol=0, atol=1e-13)
    np.testing.assert_allclose(
        curve.at(0.5 * (run.t[1:] + run.t[:-1])).q, 0.5 * (run.q[1:] + run.q[:-1])
    )
    np.testing.assert_allclose(curve.at(run.t[:-1]).qdd, run.qdd)
    far = np.abs(curve.q[:-1] - run.q[:-1])
    np.testing.assert_allclose(far, np.abs(run.qdd) * DT**2 / 8, rtol=1e-6, atol=1e-15)
    np.testing.assert_array_equal(curve.q[-1], run.q[-1])
    again = rl15.achievable_motion(curve, DT, WRENCH)
    assert not again.saturated[:60].any()


def test_positions_beyond_the_range_are_reported(rl15: erfd.Arm) -> None:
    upper = np.array([joint.limits.upper.value for joint in rl15.robot.independent])
    step = rl15.achievable_step(upper, np.zeros(6), upper + np.eye(6)[0] * 1e-4, DT)
    np.testing.assert_array_equal(step.outside, [True, *[False] * 5])


def test_a_torque_curve_limits_by_the_speed_of_the_cycle(rl15: erfd.Arm) -> None:
    """Full torque to half the top speed, then falling to a third of it."""
    motors: tuple[Motor, ...] = rl15.robot.drives.motors
    corners = [
        (
            (0.5 * m.top_speed.value, m.peak_torque.value),
            (m.top_speed.value, m.peak_torque.value / 3),
        )
        for m in motors
    ]
    arm = changed(rl15, torque_curve=corners)
    top = np.array([m.top_speed.value / m.ratios[i] for i, m in enumerate(motors)])
    for share, limit in ((0.3, 1.0), (0.75, 2 / 3), (1.0, 1 / 3)):
        v = np.zeros(6)
        v[0] = share * top[0]
        step = arm.achievable_step(np.zeros(6), v, v * DT + 1.0, DT, top_speed=[np.inf] * 6)
        assert step.saturated[0]
        assert step.torque[0] == pytest.approx(17.8 * limit)


def test_implicit_viscous_friction_is_that_of_the_end(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 20, 12)
    goal = q + (qd + 0.1 * qdd * DT) * DT
    ask = {"peak_torque": [np.inf] * 6, "top_speed": [np.inf] * 6}
    now = rl15.achievable_step(q, qd, goal, DT, **ask)
    end = rl15.achievable_step(q, qd, goal, DT, implicit_viscous=True, **ask)
    A = np.array([m.ratios for m in rl15.robot.drives.motors])
    f = np.array([m.viscous_friction for m in rl15.robot.drives.motors])
    np.testing.assert_allclose(
        end.needed - now.needed, f * DT * (now.qdd @ A.T), rtol=1e-7, atol=1e-10
    )


def test_numbers_and_kernel_agree(rl15: erfd.Arm) -> None:
    q, qd, qdd = states(rl15, 15, 13)
    goal = q + (qd + qdd * DT) * DT
    train = train_of(rl15.robot, plain=True)
    for mode in ("consistent", "as_published"):
        for solve in ("mixed", "full", "literal"):
            rules = Rules(mode=mode, solve=solve)  # type: ignore[arg-type]
            step = rl15.achievable_step(q, qd, goal, DT, mode=mode, solve=solve)
            for k in range(len(q)):
                row = [x[k].tolist() for x in (q, qd, q, goal)]
                plain = achievable(train, rules, Cycle(*row, DT))
                np.testing.assert_allclose(plain.qdd, step.qdd[k], rtol=1e-7, atol=1e-7)
                np.testing.assert_allclose(plain.needed, step.needed[k], rtol=1e-9, atol=1e-9)
                np.testing.assert_array_equal(plain.saturated, step.saturated[k])


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"mode": "printed"}, "there is no mode 'printed'"),
    ({"solve": "all"}, "there is no solve 'all'"),
    ({"track": "gain"}, "track='gain' with gain=None"),
    ({"gain": 2.0}, "track='plan' with gain=2.0"),
    ({"speed_limit": "tool"}, "there is no speed_limit 'tool'"),
    ({"wrench": np.zeros(5)}, r"wrench has the shape \(5,\)"),
    ({"peak_torque": np.zeros(5)}, r"peak_torque has the shape \(5,\)"),
    ({"payload": 15.0}, "this payload is not understood"),
    ({"payload": (15.0, (0, 0))}, r"payload_com has the shape \(2,\)"),
    ({"dt": 0.0}, "a cycle of 0 s"),
    ({"q": np.zeros(5)}, r"q has the shape \(5,\)"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_what_is_refused(rl15: erfd.Arm, given: dict[str, Any], message: str) -> None:
    ask = {"q": np.zeros(6), "qd": np.zeros(6), "q_next": np.zeros(6), "dt": DT, **given}
    with pytest.raises(ErfdError, match=message):
        rl15.achievable_step(**ask)


MOTIONS: list[tuple[tuple[Any, ...], str]] = [
    ((np.zeros((5, 6)),), "positions without a time step"),
    ((np.zeros(6), DT), "a plan of no cycle"),
    ((np.zeros((1, 6)), DT), "a plan of no cycle"),
    ((np.zeros((9, 5)), DT), r"plan has the shape \(9, 5\)"),
    ((np.zeros((9, 6)), -DT), "a cycle of"),
]


@pytest.mark.parametrize(("given", "message"), MOTIONS)
def test_plans_that_are_refused(rl15: erfd.Arm, given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ErfdError, match=message):
        rl15.achievable_motion(*given)


def test_robots_that_are_refused(rl15: erfd.Arm) -> None:
    q = np.zeros(3)
    with pytest.raises(ErfdError, match="has no drives"):
        erfd.load("three_link").achievable_step(q, q, q, DT)
    locking = changed(rl15, load_friction=[0.2, 0.2, 1.0, 0.2, 0.2, 0.2])
    with pytest.raises(ErfdError, match="motor 'motor_3': friction takes 1"):
        locking.achievable_step(*np.zeros((3, 6)), DT)
    with pytest.raises(ErfdError, match="variants"):
        _ = rl15.achievable_motion(np.zeros((2, 4, 6)), DT).trajectory
    with pytest.raises(ErfdError, match="one variant only"):
        rl15.achievable_motion(np.zeros((4, 6)), DT)[0]
