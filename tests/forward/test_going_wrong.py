"""Runs that cannot go on, events of users, bad arguments: exact messages, nothing lost."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import erfd
from erfd.forward.expression import formula, split
from erfd.robot.records import JointFriction


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("two_link")


def test_a_run_that_diverges_keeps_what_was_computed(arm: erfd.Arm) -> None:
    """Negative damping: the speed grows without end."""
    run = erfd.simulate(
        arm, [0.1, 0.1], t_end=100.0, controller=lambda _t, _q, qd: 0.5 * qd, dt_out=0.001
    )
    assert run.diverged is not None
    assert run.ended == "divergence"
    assert run.diverged.joint in arm.joint_names
    assert "its speed passes 100000 rad/s (m/s), beyond any robot" in run.diverged.cause
    assert "check the sign and the size of the gains" in run.diverged.remedy
    assert str(run.diverged).startswith(f"stopped at t = {run.diverged.t:.9g} s at joint_")
    assert 0.0 < run.end < 100.0
    assert len(run.q) > 5
    assert np.isfinite(run.q).all()
    assert run.t[-1] == run.end


def test_the_first_singularity_is_named() -> None:
    """A point mass on two rods without mass falls freely until the arm is stretched."""
    arm = point_mass()
    run = erfd.simulate(arm, [0.4, -1.2], t_end=5.0)
    assert run.diverged is not None
    assert "H is singular there" in run.diverged.cause
    assert run.diverged.joint in arm.joint_names
    start, end = (arm.forward_kinematics(q)[:2, 3] for q in (run.q[0], run.q[-1]))
    reach = float(np.linalg.norm(arm.forward_kinematics([0.0, 0.0])[:2, 3]))
    drop = np.sqrt(reach**2 - start[0] ** 2) + start[1]
    assert abs(run.diverged.t - np.sqrt(2 * drop / 9.81)) < 1e-3
    assert abs(end[0] - start[0]) < 1e-3


def point_mass() -> erfd.Arm:
    robot = erfd.load("two_link").robot
    tip = robot.tool.placement.p
    nothing = ((0.0,) * 3,) * 3
    first = dataclasses.replace(robot.bodies[0], mass=0.0, inertia=nothing)
    last = dataclasses.replace(robot.bodies[1], mass=1.0, com=tip, inertia=nothing)
    return erfd.Arm(dataclasses.replace(robot, bodies=(first, last)))


def test_friction_without_an_answer_is_named() -> None:
    """Painleve: a coefficient of 3 on the reactions of TRTTR1."""
    robot = erfd.load("trttr1").robot
    friction = JointFriction(reaction=3.0, diameter=0.12)
    joints = tuple(dataclasses.replace(j, friction=friction) for j in robot.joints)
    arm = erfd.Arm(dataclasses.replace(robot, joints=joints))
    with pytest.raises(erfd.RobotError, match="friction that goes with loads or reactions has no"):
        erfd.simulate(arm, qd0=[0.3, 0.5, 0.1, 0.2, 0.5], t_end=1.0, drives=True)


def test_a_start_beyond_the_stops_is_refused() -> None:
    with pytest.raises(erfd.RobotError, match="joint_2 starts at 0 deg, beyond its stops; start"):
        erfd.simulate(erfd.load("irb6"), t_end=0.1, stops=True)


def test_a_torque_that_becomes_no_number_ends_the_run(arm: erfd.Arm) -> None:
    def broken(t: float) -> list[float]:
        return [np.sqrt(0.3 - t) if t < 0.3 else np.nan, 0.0]

    run = erfd.simulate(arm, t_end=1.0, torque=broken)
    assert run.diverged is not None
    assert abs(run.diverged.t - 0.3) < 1e-3
    assert "no number" in run.diverged.cause or "step" in run.diverged.cause


def test_an_error_of_the_users_function_comes_through(arm: erfd.Arm) -> None:
    def faulty(t: float) -> list[float]:
        raise ValueError("sensor")

    with pytest.raises(ValueError, match="sensor"):
        erfd.simulate(arm, t_end=1.0, torque=faulty)


@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_events_of_users_are_found_to_the_last_digits(arm: erfd.Arm, direction: int) -> None:
    """Each passage of a pendulum through its level; with a direction, one way only."""
    event = erfd.UserEvent(
        name="level", function=lambda _t, q, _qd: q[0] + 1.0, direction=direction
    )
    run = erfd.simulate(arm, t_end=3.0, events=[event])
    times = [e.t for e in run.events]
    assert len(times) >= 2
    assert np.abs(run.at(times).q[:, 0] + 1.0).max() < 1e-11
    if direction:
        assert (np.sign(run.at(times).qd[:, 0]) == direction).all()


def test_an_event_may_end_the_run(arm: erfd.Arm) -> None:
    event = erfd.UserEvent(name="down", function=lambda _t, q, _qd: q[0] + 1.0, stop=True)
    run = erfd.simulate(arm, t_end=30.0, events=[event])
    assert run.ended == "'down'"
    assert run.diverged is None
    assert abs(run.q[-1, 0] + 1.0) < 1e-12
    assert run.end < 1.0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"t_end": 0.0}, "t_end is 0.0 s; give a time above 0"),
        ({"t_end": np.nan}, "t_end is nan s"),
        ({"dt_out": 0.0}, "dt_out is 0.0 s; give a time above 0"),
        ({"t_end": 1e9}, r"1e[+]09 s every 0.01 s are 1e[+]11 samples; at most 10,000,000"),
        ({"q0": [0.0]}, r"q0 has the shape \(1,\); give \(2,\): joint_1, joint_2"),
        ({"qd0": [0.0, np.inf]}, "qd0 holds NaN or infinity"),
        ({"q0": "zero"}, "q0 is not made of numbers: 'zero'"),
        ({"integrator": "ode45"}, "there is no integrator 'ode45'; use auto, dop853, rkf45"),
        ({"dt": 0.01}, "'dop853' chooses its steps itself; give rtol and max_step"),
        ({"rtol": 1e-20}, "rtol is 1e-20; give 1e-13 to 0.1"),
        ({"drives": True}, "'two_link' has no drives"),
        ({"motor_torque": [0.0, 0.0]}, "'two_link' has no drives"),
        ({"prescribed": {"elbow": None}}, "'two_link' has no joint 'elbow'; it has joint_1"),
        ({"loads": [erfd.drop(2.0)]}, "a load at 2 s; give erfd.pick"),
        ({"events": [abs]}, "is no event; give UserEvent"),
        ({"loads": [3]}, "3 is no load; give erfd.pick"),
        ({"q0": [0.0, 1e9]}, "q0 of joint_2 is 1e[+]09, beyond any robot; give at most 100000"),
        ({"integrator": "rk4", "dt": 1e-9}, "1 s in steps of 1e-09 s are 1e[+]09 steps; at most"),
        ({"max_step": -1.0}, "max_step is -1.0 s"),
    ],
)
def test_bad_arguments(arm: erfd.Arm, options: dict[str, object], words: str) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        erfd.simulate(arm, **options)  # type: ignore[arg-type]


def test_who_is_no_arm() -> None:
    with pytest.raises(erfd.RobotError, match=r"'rl15' is not an arm; use erfd.load"):
        erfd.simulate("rl15")  # type: ignore[arg-type]


def test_both_motor_inputs() -> None:
    with pytest.raises(erfd.ErfdError, match="motor torques and motor currents are both given"):
        erfd.simulate(erfd.load("irb6"), motor_torque=[0] * 5, motor_current=[0] * 5)


def test_an_unknown_torque_constant_is_named() -> None:
    with pytest.raises(erfd.RobotError, match="the torque constant of motor 'motor_1' is unknown"):
        erfd.simulate(erfd.load("rl15"), t_end=0.1, motor_current=np.zeros(6))


@pytest.mark.parametrize(
    ("text", "at", "value"),
    [
        ("2*sin(pi*t)", 0.5, 2.0),
        ("-t**2 + 3", 2.0, -1.0),
        ("step(t-1)", 1.0, 1.0),
        ("step(t-1)", 0.999, 0.0),
        ("max(t, 0.3)/2", 0.0, 0.15),
        ("exp(-t)*sign(t-5)", 0.0, -1.0),
        ("7", 3.0, 7.0),
    ],
)
def test_formulas(text: str, at: float, value: float) -> None:
    assert np.isclose(formula(text, "--torque")(at), value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("__import__('os')", "means nothing"),
        ("t.real", r"'t.real' means nothing in 't.real'"),
        ("x + 1", r"'x' means nothing in 'x [+] 1'"),
        ("sin", "'sin' means nothing"),
        ("sin(t", r"'sin[(]t' is no formula; write it like"),
        ("[t for t in t]", "means nothing"),
        ("'a'*9999999999", "means nothing"),
        ("lambda: 1", "means nothing"),
        ("-" * 100 + "t", "nested too deeply"),
        ("t" * 3000, "a formula of 3000 characters"),
        ("True", "'True' means nothing"),
    ],
)
def test_what_is_no_formula(text: str, words: str) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        formula(text, "--torque")(0.0)


@pytest.mark.parametrize("text", ["1/t", "log(t)", "sqrt(-1-t)", "exp(1e9)", "9**9**9**9"])
def test_a_formula_without_a_value_says_where(text: str) -> None:
    with pytest.raises(erfd.ErfdError, match="has no finite value at t = 0 s"):
        formula(text, "--torque")(0.0)


def test_commas_in_brackets_separate_nothing() -> None:
    assert split("max(t,1),2,min(t,(3),4)") == ["max(t,1)", "2", "min(t,(3),4)"]
