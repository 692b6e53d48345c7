"""Functions of time that are strong for a moment: what sticks starts, once, and rests again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

import erfd
from erfd.forward.expression import formula
from erfd.forward.segment import Segment
from erfd.forward.watch import Label, Watch, first_hit
from erfd.robot.drives import Coulomb
from erfd.robot.records import JointFriction

Torque = Callable[[float], list[float]]
DRY = 0.5  # N m


@pytest.fixture(scope="module")
def wheel() -> erfd.Arm:
    """One joint without gravity, with dry friction."""
    robot = erfd.load("one_link").robot
    (joint,) = robot.joints
    rubbing = dataclasses.replace(joint, friction=JointFriction(coulomb=DRY))
    return erfd.Arm(dataclasses.replace(robot, joints=(rubbing,), gravity=(0, 0, 0)))


def pulse(middle: float, height: float = 10.0 * DRY, width: float = 0.004) -> Torque:
    return lambda t: [height * float(np.exp(-(((t - middle) / width) ** 2)))]


@pytest.mark.parametrize("middle", np.linspace(0.5, 0.6, 7))
@pytest.mark.parametrize("way", [-1.0, 1.0])
def test_a_pulse_starts_what_sticks_at_its_breakaway(
    wheel: erfd.Arm, middle: float, way: float
) -> None:
    """Torque = friction at middle - width sqrt(ln 10), wherever steps begin and end."""
    run = erfd.simulate(wheel, t_end=1.0, torque=pulse(middle, way * 10.0 * DRY), friction=True)
    slip, stick = run.events
    assert abs(slip.t - (middle - 0.004 * np.sqrt(np.log(10.0)))) < 1e-9
    assert (slip.kind, stick.kind) == ("slip", "stick")
    inertia = float(wheel.mass_matrix([0.0])[0, 0])
    t = np.linspace(slip.t, stick.t, 20_001)
    torque = way * np.array([pulse(middle)(x)[0] - DRY for x in t])
    momentum = np.concatenate([[0], np.cumsum(0.5 * np.diff(t) * (torque[1:] + torque[:-1]))])
    assert abs(momentum[-1]) < 1e-6
    assert run.at(middle).qd[0] == pytest.approx(np.interp(middle, t, momentum) / inertia, rel=1e-4)
    assert run.drift < 1e-9


@pytest.mark.parametrize("length", [0.0015, 0.01, 0.03])
def test_a_torque_that_jumps_starts_a_joint_once(wheel: erfd.Arm, length: float) -> None:
    """5 N m against 0.5 N m for T: the wheel stops after 10 T, each phase uniform."""

    def push(t: float) -> list[float]:
        return [10.0 * DRY if 0.51 < t < 0.51 + length else 0.0]

    run = erfd.simulate(wheel, t_end=1.5, torque=push, friction=True)
    assert [e.kind for e in run.events] == ["slip", "stick"]
    assert abs(run.events[0].t - 0.51) < 1e-9
    assert abs(run.events[1].t - (0.51 + 10.0 * length)) < 1e-4
    inertia = float(wheel.mass_matrix([0.0])[0, 0])
    way = 0.5 * 9.0 * DRY / inertia * length**2 * 10.0
    assert run.q[-1, 0] == pytest.approx(way, rel=1e-2)


def test_a_step_of_the_torque_is_run_through_to_the_end() -> None:
    arm = erfd.load("trttr1")
    f = formula("step(t-0.51)", "--torque")
    run = erfd.simulate(arm, t_end=1.0, torque=lambda t: [100.0 * f(t)] * arm.n, friction=True)
    assert run.diverged is None
    assert run.t[-1] == 1.0
    starts = [e for e in run.events if abs(e.t - 0.51) < 1e-3]
    assert {e.name for e in starts} >= {"joint_2", "joint_4", "joint_5"}
    assert all(0.51 <= e.t < 0.51 + 1e-9 for e in starts)
    assert len(run.events) < 50


@pytest.mark.parametrize("before", [1.0, 1e-300, 0.0])
@pytest.mark.parametrize("jump", [0.1234, 0.5, 1e-9])
def test_the_root_of_a_function_that_jumps_is_behind_the_jump(before: float, jump: float) -> None:
    """Where it is told to have happened, it has happened: nothing is found twice."""
    watch = Watch(
        [Label("start", 0)],
        lambda t, _: np.array([before if t <= jump else -1.0]),
        np.array([0.5, 1.0]),
    )
    hit = first_hit(Segment(0.0, 1.0, 1.0, np.zeros((1, 2))), [watch])
    assert hit is not None
    assert watch.values(hit.t, np.zeros(2))[0] < 0.0
    assert 0.0 <= hit.t - jump < 1e-14


def test_it_is_looked_at_as_often_as_was_promised() -> None:
    watch = Watch([], lambda _t, y: y, np.array([0.5, 1.0]), 1e-3)
    assert watch.instants(2.0, 2.0004) == [2.0002, 2.0004]
    looks = watch.instants(2.0, 2.1)
    assert looks[-1] == 2.1
    assert np.diff([2.0, *looks]).max() < 1e-3 + 1e-12


def test_motors_at_rest_start_by_a_short_pulse_too() -> None:
    robot = erfd.load("rl15").robot
    assert robot.drives is not None
    rubs = Coulomb(forward=0.5, backward=0.5)
    motors = tuple(dataclasses.replace(m, coulomb_friction=rubs) for m in robot.drives.motors)
    drives = dataclasses.replace(robot.drives, motors=motors)
    arm = erfd.Arm(dataclasses.replace(robot, gravity=(0, 0, 0), drives=drives))

    def push(t: float) -> np.ndarray:
        return np.array([*pulse(0.26, 2.0)(t), 0.0, 0.0, 0.0, 0.0, 0.0])

    run = erfd.simulate(arm, t_end=0.4, motor_torque=push)
    fine = erfd.simulate(arm, t_end=0.4, motor_torque=push, max_step=5e-4)
    first = next(e for e in run.events if e.name == "motor_1")
    assert first.t == pytest.approx(0.26 - 0.004 * np.sqrt(np.log(4.0)), abs=1e-9)
    assert [e.text for e in run.events] == [e.text for e in fine.events]
    assert np.abs(run.q - fine.q).max() < 1e-9
    assert np.abs(run.q[-1] - run.q[0]).max() > 1e-6


def test_a_users_event_that_only_time_makes_is_seen() -> None:
    event = erfd.UserEvent(name="gate", function=lambda t, _q, _qd: abs(t - 0.4567) - 2e-3)
    run = erfd.simulate(erfd.load("two_link"), t_end=1.0, events=[event])
    assert [e.t for e in run.events] == pytest.approx([0.4547, 0.4587], abs=1e-12)
