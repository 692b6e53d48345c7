"""Dry friction over time: rests for ever, starts at its starting torque, gives no power."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

import erfd
from erfd.drives.forward import motor_forward_dynamics
from erfd.drives.stiction import accelerations
from erfd.drives.train import train_of
from erfd.forward.dynamics import Forces, Mechanics
from erfd.forward.equations import Parts, parts
from erfd.forward.modes import Modes
from erfd.forward.options import Physics
from erfd.forward.plant import Plant
from erfd.forward.settle import settled
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot
from tests.drives.drive_samples import driven_robot
from tests.drives.test_stiction import dry, held_torque, matrix
from tests.forward.test_stops import slide

Z = np.zeros(6)
ALL = Physics(drives=True, friction=True)


def rubbing(coulomb: float, axis: tuple[float, float, float] = (0, 0, 1)) -> erfd.Arm:
    """A block on a rail with dry friction of its own, without drives."""
    robot = slide().robot
    friction = JointFriction(coulomb=coulomb)
    joint = dataclasses.replace(robot.joints[0], friction=friction, axis=axis)
    return erfd.Arm(dataclasses.replace(robot, joints=(joint,)))


@pytest.fixture(scope="module")
def rl15() -> erfd.Arm:
    return erfd.load("rl15")


def in_floats(robot: Robot, q: np.ndarray, qd: np.ndarray) -> tuple[Plant, Parts]:
    """The equations' text run on plain numbers: nothing is compiled."""
    plant = Plant(robot, ALL, wrench=False)
    found = parts(train_of(robot), q.tolist(), qd.tolist())
    n, r = plant.n, plant.r
    empty = {"A": (r, n), "y": (r,), "drift": (r,), "R": (r, n), "rho": (r,)}
    shapes = {**empty, "P": (0, 2, n), "F": (0, 2)}
    arrays = {k: np.array(found.get(k, np.zeros(s)), dtype=float) for k, s in shapes.items()}
    more = {k: np.array(found[k], dtype=float) for k in ("H", "bias")}
    return plant, Parts(**arrays, **more, slow=float(found["slow"]))


def first_modes(mechanics: Mechanics, p: Parts, qd: np.ndarray) -> Modes:
    speeds = mechanics.speeds(p, qd)
    return Modes((0,) * len(qd), tuple(int(np.sign(v)) for v in speeds))


def states(robot: Robot, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    n, r = len(robot.independent), len(robot.drives.motors)
    return rng.uniform(-1, 1, n), rng.uniform(-1, 1, n), rng.uniform(-2, 2, r)


@pytest.mark.parametrize("seed", range(200))
def test_moving_drives_accelerate_as_the_drives_room_says(seed: int) -> None:
    """Against `motor_forward_dynamics`, a text of its own that shares no solver with this one."""
    rng = random.Random(seed)
    reactions = 0.05 if seed % 4 == 3 else 0.0
    options = {"load": 0.5, "rotors": seed % 3 == 1, "elements": seed % 2, "reactions": reactions}
    robot = driven_robot(rng, 1 + seed % 6, **options)
    q, qd, torque = states(robot, seed)
    plant, p = in_floats(robot, q, qd)
    act = Forces(np.zeros(plant.n), torque, {})
    ours = plant.mechanics.solve(p, qd, act, first_modes(plant.mechanics, p, qd)).qdd
    train = train_of(robot)
    theirs = np.array(motor_forward_dynamics(train, q.tolist(), qd.tolist(), torque.tolist()))
    np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-8 * np.abs(theirs).max())


@pytest.mark.parametrize("seed", range(60))
def test_drives_at_rest_hold_and_start_as_the_box_problem_says(seed: int) -> None:
    """Against `motor_stiction`, solved piece by piece there, mode by mode here."""
    robot = driven_robot(random.Random(seed), 1 + seed % 6, load=0.5, joint_friction=False)
    q, _, torque = states(robot, seed)
    still = np.zeros(len(q))
    plant, p = in_floats(robot, q, still)
    act = Forces(still, 0.2 * torque, {})
    guess = first_modes(plant.mechanics, p, still)
    found = settled(plant.mechanics, p, q, still, act, guess, plant.ends)
    assert not found.circle
    state = q.tolist(), still.tolist(), (0.2 * torque).tolist()
    theirs = np.array(accelerations(train_of(robot), *state).qdd)
    size = max(1.0, float(np.abs(theirs).max()))
    np.testing.assert_allclose(found.answer.qdd, theirs, atol=1e-7 * size)


@pytest.mark.parametrize("seed", range(80))
def test_power_never_flows_from_friction(seed: int) -> None:
    """200 random drives, 80 robots, under random torques: the work of friction only falls."""
    rng = random.Random(seed)
    options = {"load": 0.4, "rotors": seed % 3 == 1, "elements": seed % 2}
    robot = driven_robot(rng, 1 + seed % 4, reactions=0.02 if seed % 5 == 0 else 0.0, **options)
    q, qd, torque = states(robot, seed)
    run = erfd.simulate(
        erfd.Arm(robot), q, 0.3 * qd, t_end=0.05, motor_torque=torque, rtol=1e-9, atol=1e-9
    )
    assert run.diverged is None, run.diverged
    work = run.energy.works["friction"]
    scale = max(1e-9, float(run.energy.kinetic.max()), float(np.abs(work).max()))
    assert np.diff(work).max() <= 1e-7 * scale
    assert run.drift < 1e-6


def test_a_held_arm_rests_for_ever(rl15: erfd.Arm) -> None:
    """A day, starting friction 1 % above the load."""
    load = np.abs(held_torque(rl15, Z)) + 1e-3
    arm = dry(rl15, 1.01 * load, load)
    run = erfd.simulate(arm, t_end=86400.0, drives=True, max_step=1e4, dt_out=3600.0)
    np.testing.assert_array_equal(run.q, 0.0)
    np.testing.assert_array_equal(run.qd, 0.0)
    assert not any(e.kind == "slip" for e in run.events)


@pytest.mark.parametrize(("share", "motor"), [(1.5, 1), (2.0, 2), (4.0, 0)])
def test_it_starts_exactly_at_its_starting_torque(rl15: erfd.Arm, share: float, motor: int) -> None:
    """A rising motor torque: at the instant when it exceeds the load and the starting friction."""
    load = held_torque(rl15, Z)
    starting = share * (np.abs(load) + 0.1)
    arm = dry(rl15, starting, 0.5 * starting)
    rate = 10.0
    run = erfd.simulate(
        arm,
        t_end=2.0,
        motor_torque=lambda t: np.where(np.arange(6) == motor, rate * t, 0.0),
        events=[
            erfd.UserEvent(
                name="moves", function=lambda _t, _q, qd: abs(qd).max() - 1e-4, stop=True
            )
        ],
    )
    first = next(e for e in run.events if e.kind == "slip")
    assert first.name == arm.motor_names[motor]
    assert abs(first.t - (load[motor] + starting[motor]) / rate) < 1e-9
    assert np.all(run.q[run.t < first.t] == 0.0)


def test_the_share_of_the_load_is_part_of_the_starting_torque(rl15: erfd.Arm) -> None:
    """Upward (1 + mu) tau + F_s, downward F_s less than (1 - mu) tau is not enough."""
    load, mu = held_torque(rl15, Z), 0.25
    arm = dry(rl15, np.full(6, 0.05) + np.abs(load), np.full(6, 0.05), load=mu)
    run = erfd.simulate(
        arm,
        t_end=2.0,
        motor_torque=lambda t: np.where(np.arange(6) == 1, 10.0 * t, 0.0),
        events=[
            erfd.UserEvent(
                name="moves", function=lambda _t, _q, qd: abs(qd).max() - 1e-4, stop=True
            )
        ],
    )
    first = next(e for e in run.events if e.kind == "slip")
    wanted = (1 + mu if load[1] > 0 else 1 - mu) * load[1] + 0.05 + abs(load[1])
    assert abs(first.t - wanted / 10.0) < 1e-9


@pytest.mark.parametrize("speed", [0.5, -2.0])
def test_a_sliding_block_stops_where_mechanics_says(speed: float) -> None:
    """t = m v / F, s = m v^2 / 2 F, and there it stays."""
    arm, m, F = rubbing(12.0, axis=(1, 0, 0)), 40.0, 12.0
    run = erfd.simulate(arm, [0.0], [speed], t_end=10.0, friction=True)
    (rest,) = (e for e in run.events if e.kind == "stick" and e.t > 0)
    assert abs(rest.t - m * abs(speed) / F) < 1e-9
    assert abs(run.q[-1, 0] - np.sign(speed) * m * speed**2 / (2 * F)) < 1e-9
    assert np.all(run.qd[run.t > rest.t] == 0.0)
    assert abs(run.energy.works["friction"][-1] + 0.5 * m * speed**2) < 1e-9


@pytest.mark.parametrize("factor", [0.9999999, 1.0000001])
def test_a_block_on_a_slope_rests_or_slides(factor: float) -> None:
    """Between resting and sliding there is nothing: one part in ten million decides."""
    weight = 40.0 * 9.81
    run = erfd.simulate(rubbing(factor * weight), [1.0], t_end=5.0, friction=True)
    if factor > 1:
        assert np.all(run.q == 1.0)
    else:
        fall = 0.5 * (1 - factor) * 9.81 * 25.0
        assert abs(run.q[-1, 0] - (1.0 - fall)) < 1e-9


def test_friction_that_turns_with_the_motion_is_found_at_every_reversal() -> None:
    """A block driven by a sine: each reversal is an event, the drift is that of smooth motion."""
    run = erfd.simulate(
        rubbing(15.0, axis=(1, 0, 0)),
        t_end=6.0,
        torque=lambda t: [30.0 * np.sin(3.0 * t)],
        friction=True,
    )
    assert sum(e.kind == "stick" for e in run.events) >= 5
    assert run.drift < 1e-10
    pushed = [abs(30.0 * np.sin(3.0 * e.t)) for e in run.events if e.kind == "slip"]
    assert min(pushed) > 15.0 - 1e-8
    assert any(abs(x - 15.0) < 1e-8 for x in pushed)


def test_joint_friction_of_coupled_gears_holds_too() -> None:
    """Joints with friction of their own behind coupled gears: an arm that no motor holds."""
    arm = erfd.load("rl15")
    load = np.abs(arm.gravity(Z)) + 1.0
    joints = tuple(
        dataclasses.replace(j, friction=JointFriction(coulomb=1.2 * x))
        for j, x in zip(arm.robot.joints, load, strict=True)
    )
    held = erfd.Arm(dataclasses.replace(arm.robot, joints=joints))
    run = erfd.simulate(held, t_end=1.0, drives=True)
    assert np.all(run.q == 0.0)
    assert matrix(held).shape == (6, 6)


def test_the_trainer_of_five_axes_stops_by_the_friction_on_its_reactions() -> None:
    """TRTTR1: c arm |F| holds with what it slides with."""
    run = erfd.simulate(erfd.load("trttr1"), qd0=[0.3, 0.5, 0.0, 0.2, 0.5], t_end=3.0, drives=True)
    assert run.diverged is None
    assert run.drift < 1e-8
    assert np.diff(run.energy.works["friction"]).max() <= 1e-9
