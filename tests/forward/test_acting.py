"""What acts over time: tables, functions, currents, wrenches, bases, loads, and their energy."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import erfd
from erfd.forward.inputs import Table, input_of

RL15 = erfd.load("rl15")


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("two_link")


def test_a_held_table_is_what_constant_torques_in_turn_are(arm: erfd.Arm) -> None:
    t, rows = np.array([0.0, 0.2, 0.5]), np.array([[1.0, 0.0], [-2.0, 0.5], [3.0, -1.0]])
    run = erfd.simulate(arm, t_end=0.7, torque=(t, rows), between="hold")
    q, qd = np.zeros(2), np.zeros(2)
    for row, span in zip(rows, (0.2, 0.3, 0.2), strict=True):
        part = erfd.simulate(arm, q, qd, t_end=span, torque=row)
        q, qd, _ = part.at(span, "left")
    assert np.abs(run.q[-1] - q).max() < 1e-11
    assert {0.2, 0.5} <= set(run.breakpoints.tolist())
    assert np.allclose(run.torque[np.searchsorted(run.t, 0.3)], rows[1])


def test_a_linear_table_is_its_function(arm: erfd.Arm) -> None:
    t = np.array([0.0, 0.3, 0.6])
    rows = np.array([[0.0, 1.0], [3.0, 0.0], [0.0, 0.0]])

    def straight(x: float) -> list[float]:
        return [float(np.interp(x, t, rows[:, k])) for k in range(2)]

    table = erfd.simulate(arm, t_end=0.6, torque=(t, rows))
    function = erfd.simulate(arm, t_end=0.6, torque=straight, max_step=1e-3)
    assert np.abs(table.q - function.q).max() < 1e-8
    assert table.drift < 1e-10


def test_tables_keep_their_end_values() -> None:
    table = Table(np.array([1.0, 2.0]), np.array([[1.0], [5.0]]))
    q = np.zeros(1)
    assert table.after(0.0)(0.5, q, q) == 1.0
    assert table.after(1.0)(1.5, q, q) == 3.0
    assert table.after(1.0)(2.0, q, q) == 5.0
    assert table.after(2.0)(9.0, q, q) == 5.0


def test_currents_are_torques_by_the_torque_constant() -> None:
    arm = erfd.load("irb6")
    kt = np.array([m.torque_constant for m in arm.robot.drives.motors], dtype=float)
    start = [0.0, -1.5, 0.2, 0.0, 0.0]
    current = np.array([0.5, 1.0, -0.5, 0.2, 0.1])
    by_current = erfd.simulate(arm, start, t_end=0.3, motor_current=current)
    by_torque = erfd.simulate(arm, start, t_end=0.3, motor_torque=kt * current)
    assert np.array_equal(by_current.q, by_torque.q)
    assert np.allclose(by_current.motor_torque, kt * current)


def test_motors_give_no_more_than_they_have() -> None:
    run = erfd.simulate(RL15, t_end=0.1, motor_torque=np.full(6, 1e3))
    limits = [float(m.peak_torque.value) for m in RL15.robot.drives.motors]
    assert np.allclose(run.motor_torque, limits)


def test_a_wrench_is_a_force_at_the_tool(arm: erfd.Arm) -> None:
    """A force up of the weight that it carries does the work F dz."""
    wrench = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    wrench[1] = 20.0
    run = erfd.simulate(arm, t_end=0.5, wrench=wrench)
    tool = arm.forward_kinematics(run.q)[:, :3, 3]
    assert np.allclose(run.energy.works["wrench"], 20.0 * (tool[:, 1] - tool[0, 1]), atol=1e-9)
    assert run.drift < 1e-10


@pytest.mark.parametrize("options", [{}, {"drives": True}, {"drives": True, "stops": True}])
def test_the_ledger_closes_whatever_acts(options: dict[str, bool]) -> None:
    run = erfd.simulate(
        RL15,
        [0.2, -0.4, 0.5, 0.1, 0.6, 0.0],
        t_end=0.6,
        torque=lambda t: 50 * np.sin(4 * t + np.arange(6)),
        wrench=lambda t: [20 * np.cos(t), 0, -30, 0, 1, 0],
        loads=[erfd.pick(0.1, 5.0, (0, 0, 0.1)), erfd.drop(0.4)],
        **options,
    )
    assert run.drift < 1e-9
    e = run.energy
    assert all(np.any(e.works[x]) for x in ("motors", "wrench", "payload"))


def test_a_joint_torque_does_its_work(arm: erfd.Arm) -> None:
    run = erfd.simulate(arm, t_end=0.5, torque=[2.0, 0.0])
    assert np.allclose(run.energy.works["motors"], 2.0 * run.q[:, 0], atol=1e-10)


def test_rotors_take_part_in_the_kinetic_energy() -> None:
    arm = erfd.load("rl15")
    run = erfd.simulate(arm, qd0=np.full(6, 0.1), t_end=0.01, drives=True, friction=False)
    qd = np.full(6, 0.1)
    A = arm.transmission_matrix()
    J = np.array([m.rotor_inertia for m in arm.robot.drives.motors], dtype=float)
    rotors = 0.5 * float(J @ (A @ qd) ** 2)
    assert np.isclose(run.energy.kinetic[0], arm.energy(np.zeros(6), qd)[0] + rotors)


def test_a_base_whose_motion_is_given_is_hybrid_dynamics() -> None:
    moving = erfd.load("two_link").with_moving_base("prismatic", axis=(1, 0, 0), mass=3.0)

    def shake(t: float) -> tuple[float, float, float]:
        return 0.1 * np.sin(5 * t), 0.5 * np.cos(5 * t), -2.5 * np.sin(5 * t)

    run = erfd.simulate(moving, t_end=1.0, prescribed={"base_motion": shake})
    given = np.zeros((len(run.t), 3))
    given[:, 0] = -2.5 * np.sin(5 * run.t)
    qdd, _ = moving.hybrid_dynamics(run.q, run.qd, given, prescribed=["base_motion"])
    assert np.abs(run.qdd - qdd).max() < 1e-7 * np.abs(qdd).max()
    assert np.abs(run.q[:, 0] - 0.1 * np.sin(5 * run.t)).max() < 1e-10
    assert run.drift < 1e-10


def test_controllers_leave_given_coordinates_alone() -> None:
    moving = erfd.load("two_link").with_moving_base("prismatic", axis=(1, 0, 0), mass=3.0)
    run = erfd.simulate(
        moving,
        t_end=0.3,
        controller=erfd.ComputedTorque(100, 20),
        target=[0.0, 0.5, 0.2],
        prescribed={"base_motion": lambda t: (0.2 * t * t, 0.4 * t, 0.4)},
    )
    assert np.all(run.torque[:, 0] == 0.0)
    assert run.drift < 1e-10


def test_a_given_motion_moves_the_motors_of_a_robot_with_drives() -> None:
    moving = RL15.with_moving_base("revolute", axis=(0, 0, 1))
    run = erfd.simulate(
        moving,
        t_end=0.5,
        drives=True,
        prescribed={"base_motion": lambda t: (0.5 * t * t, t, 1.0)},
    )
    assert run.drift < 1e-9
    assert np.abs(run.q[:, 0] - 0.5 * run.t**2).max() < 1e-10
    assert run.energy.works["base"][-1] > 0.0


def test_a_payload_that_comes_along_changes_no_speed() -> None:
    run = erfd.simulate(RL15, t_end=0.6, loads=[erfd.pick(0.3, 10.0)])
    before, after = run.at(0.3, "left"), run.at(0.3, "right")
    assert np.array_equal(before.qd, after.qd)
    loaded = erfd.simulate(RL15.with_payload(10.0), before.q, before.qd, t_end=0.3)
    assert np.abs(run.at(0.6, "left").q - loaded.at(0.3, "left").q).max() < 1e-10


def test_a_payload_at_rest_is_a_blow_that_keeps_momentum() -> None:
    run = erfd.simulate(RL15, t_end=0.4, loads=[erfd.pick(0.3, 10.0, at_rest=True)])
    before, after = run.at(0.3, "left"), run.at(0.3, "right")
    M0, M1 = RL15.mass_matrix(before.q), RL15.with_payload(10.0).mass_matrix(before.q)
    assert np.allclose(M1 @ after.qd, M0 @ before.qd, atol=1e-9)
    lost = 0.5 * after.qd @ M1 @ after.qd - 0.5 * before.qd @ M0 @ before.qd
    assert lost < 0.0


def test_the_bodies_come_back_to_the_bit_when_the_payload_goes() -> None:
    run = erfd.simulate(RL15, t_end=0.6, loads=[erfd.pick(0.2, 10.0), erfd.drop(0.4)])
    start = run.at(0.4, "right")
    alone = erfd.simulate(RL15, start.q, start.qd, t_end=0.2)
    assert np.abs(run.at(0.6, "left").q - alone.at(0.2, "left").q).max() < 1e-10


def test_a_run_is_a_trajectory_that_the_judge_takes() -> None:
    run = erfd.simulate(RL15, t_end=0.3, drives=True)
    assert erfd.verify(run, RL15).status in ("ACHIEVABLE", "NOT ACHIEVABLE", "NOT VERIFIED")
    t = np.linspace(0.0, 0.3, 50)
    slope = (run.at(t + 1e-6).q - run.at(t - 1e-6).q) / 2e-6
    inside = (t > 1e-3) & (t < 0.299)
    assert np.abs(slope - run.at(t).qd)[inside].max() < 1e-4


def test_speed_dependent_limits_bound_the_torque() -> None:
    """A DC motor at its supply voltage: beyond its speed without load it drives no more."""
    arm = erfd.load("rl15")
    motors = tuple(
        dataclasses.replace(m, torque_constant=0.5, resistance=1.0, supply_voltage=20.0)
        for m in arm.robot.drives.motors
    )
    drives = dataclasses.replace(arm.robot.drives, motors=motors)
    slow = erfd.Arm(dataclasses.replace(arm.robot, drives=drives))
    run = erfd.simulate(slow, t_end=1.0, motor_torque=lambda _t: [5.0, 0, 0, 0, 0, 0])
    y = slow.motor_speeds(run.q, run.qd)
    bound = np.maximum((20.0 - 0.5 * y) * 0.5, 0.0)
    assert (run.motor_torque[:, 0] <= np.minimum(5.0, bound[:, 0]) + 1e-9).all()
    assert any(e.kind == "limit" for e in run.events)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([1.0, 2.0, 3.0], "torque has 3 values; give 2"),
        (lambda: [0.0, 0.0], "torque is a function of 0 arguments; write it as f"),
        (lambda t: [t], r"torque gave the shape \(1,\) at t = 0 s; let it return 2 numbers"),
        ("much", "torque is not made of numbers"),
        ([np.nan, 0.0], "torque holds NaN or infinity"),
        (
            (np.array([0.0, 0.0]), np.zeros((2, 2))),
            "the time of a table does not rise: 0 s, then 0",
        ),
        ((np.array([0.0, 1.0]), np.zeros((3, 2))), r"a table of t \(2,\) and values \(3, 2\)"),
    ],
)
def test_what_is_wrong_with_an_input_is_said(given: object, words: str, arm: erfd.Arm) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        erfd.simulate(arm, t_end=0.1, torque=given)


def test_an_unknown_interpolation() -> None:
    with pytest.raises(erfd.ErfdError, match="no interpolation 'cubic'; use hold or linear"):
        input_of((np.array([0.0]), np.zeros((1, 1))), 1, "torque", "cubic")  # type: ignore[arg-type]
