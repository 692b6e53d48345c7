"""NaN, infinity and impossible sizes never look like a motion that the motors can do."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.drives.check import check_drives
from erfd.drives.train import drives_of
from erfd.errors import ErfdError, RobotError, TrajectoryError
from erfd.robot.drives import Motor

ARM = erfd.load("rl15")
Z = np.zeros(6)
PLAN = np.linspace(0.0, 0.03, 11)[:, None] * np.ones(6)
BAD = (np.nan, np.inf)


def step(**changes: Any) -> Any:
    given = {"q": Z + 0.1, "qd": Z, "q_next": Z + 0.101, "dt": 0.01, **changes}
    return ARM.achievable_step(**given)


@pytest.mark.parametrize("solve", ["mixed", "full", "literal"])
@pytest.mark.parametrize("mode", ["consistent", "as_published"])
@pytest.mark.parametrize("name", ["q", "qd", "q_next"])
def test_a_state_that_is_no_number_has_not_converged(name: str, mode: str, solve: str) -> None:
    rows = np.tile(Z + 0.1, (3, 1))
    rows[1, 2], rows[2, 4] = BAD
    good = {"q": 0.1, "qd": 0.0, "q_next": 0.101}[name]
    rows[np.isfinite(rows)] = good
    found = step(**{name: rows}, mode=mode, solve=solve)
    wished = name == "q_next"  # infinitely far: as fast as the motors can turn
    assert found.converged.tolist() == [True, False, wished]
    assert found.speed_clipped[2].any() or not wished
    alone = step(mode=mode, solve=solve)
    assert (found.qdd[0] == alone.qdd).all()


@pytest.mark.parametrize("name", ["wrench", "peak_torque", "top_speed"])
def test_what_acts_and_what_limits_must_be_numbers(name: str) -> None:
    assert not step(**{name: Z * np.nan}).converged


def test_an_unknown_limit_is_infinite() -> None:
    found = step(peak_torque=Z + np.inf, top_speed=Z + np.inf)
    assert found.converged
    assert not found.saturated.any()


@pytest.mark.parametrize("bad", BAD)
def test_a_plan_with_nan_is_not_as_planned(bad: float) -> None:
    plan = PLAN.copy()
    plan[5, 3] = bad
    motion = ARM.achievable_motion(np.stack([PLAN, plan]), dt=0.01)
    assert motion.converged[0].all()
    assert not motion.as_planned[1]
    assert not np.isnan(bad) or not motion.converged[1].all()


@pytest.mark.parametrize("cycle", [None, 0.01])
@pytest.mark.parametrize("place", ["q", "qd", "tau_motor"])
def test_what_is_no_number_holds_nothing(place: str, cycle: float | None) -> None:
    given = {"q": Z, "qd": Z, "tau_motor": Z, place: Z * np.nan}
    found = ARM.motor_stiction(**given, dt=cycle)
    assert not found.converged
    assert not found.holds.any()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"peak_torque": Z - 1}, "peak_torque is -1 N m"),
        ({"top_speed": Z - 1}, "top_speed is -1 rad/s"),
        ({"payload": (-5, (0.0, 0.0, 0.0))}, "payload_mass is -5 kg"),
        ({"payload": (np.nan, (0.0, 0.0, 0.0))}, "payload_mass is nan kg"),
        ({"track": "gain", "gain": -3.0}, "gain is -3 1/s"),
        ({"dt": np.inf}, "a cycle of inf s"),
        ({"dt": np.array([0.01, -0.01])}, "a cycle of -0.01 s"),
    ],
)
def test_sizes_below_zero_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RobotError, match=message):
        step(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hold": -1.0}, "a hold of -1 s"),
        ({"hold": np.nan}, "a hold of nan s"),
        ({"hold": 1e9}, "a hold of 1e\\+09 s in cycles of 0.01 s"),
        ({"hold": "x"}, "hold is 'x'"),
        ({"dt": "x"}, "dt is 'x'"),
        ({"dt": np.array([0.01, 0.02])}, "dt is array"),
        ({"plan": "abc"}, "a plan that is no array of numbers"),
        ({"plan": [[1, 2], [3]]}, "a plan that is no array of numbers"),
        ({"plan": PLAN * 1j}, "of type complex128"),
    ],
)
def test_plans_that_are_none_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TrajectoryError, match=message):
        ARM.achievable_motion(**{"plan": PLAN, "dt": 0.01, **changes})


def with_motors(motors: list[Motor]) -> erfd.Arm:
    drives = dataclasses.replace(drives_of(ARM.robot), motors=tuple(motors))
    return erfd.Arm(dataclasses.replace(ARM.robot, drives=drives))


@pytest.mark.parametrize("rule", [{"solve": "literal"}, {"speed_limit": "joint"}])
def test_motors_in_another_order_are_not_paired_with_joints(rule: dict[str, Any]) -> None:
    motors = list(drives_of(ARM.robot).motors)
    motors[0], motors[1] = motors[1], motors[0]
    arm = with_motors(motors)
    assert arm.achievable_step(Z, Z, Z + 1e-4, 0.01).converged
    with pytest.raises(RobotError, match="'motor_2' does not turn with joint 1"):
        arm.achievable_step(Z, Z, Z + 1e-4, 0.01, **rule)


def test_ratios_that_differ_by_rounding_only_are_singular() -> None:
    """0.1 + 0.2 is not 0.3: what elimination leaves of them is no ratio."""
    motors = list(drives_of(ARM.robot).motors)
    motors[0] = dataclasses.replace(motors[0], ratios=(1.0, 0.3, 0, 0, 0, 0))
    motors[1] = dataclasses.replace(motors[1], ratios=(1.0, 0.1 + 0.2, 0, 0, 0, 0))
    motors[2] = dataclasses.replace(motors[2], ratios=(0, 0, 119.0, 0, 0, 0))
    with pytest.raises(RobotError, match="the transmission matrix A is singular"):
        with_motors(motors).motor_torque(Z, Z, Z)


def test_drives_without_motors_are_checked_and_said_to_be_so() -> None:
    arm = with_motors([])
    assert arm.effective_inertia(Z).shape == (0,)
    assert "there are no motors" in [x.what for x in check_drives(arm.robot).findings]
    with pytest.raises(ErfdError):
        arm.motor_stiction(Z, Z, Z[:0])
