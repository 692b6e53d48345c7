"""The torque that a motor has at a speed."""

from __future__ import annotations

import math

import pytest

from erfd.drives.limits import on_curve, top_speeds, torque_range
from erfd.robot.drives import Drives, Motor
from erfd.robot.records import Limit
from erfd.trace.function import Function
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

CURVE = ((100.0, 10.0), (200.0, 6.0), (400.0, 1.0))


def test_what_nobody_said_bounds_nothing() -> None:
    assert torque_range(Motor(name="m"), 50.0) == (-math.inf, math.inf)
    assert top_speeds(Drives(motors=(Motor(name="m"),))) == [math.inf]


def test_peak_torque_and_peak_current() -> None:
    motor = Motor(name="m", peak_current=Limit(20.0), torque_constant=0.1)
    assert torque_range(motor, 50.0, 5.0) == (-2.0, 2.0)
    assert torque_range(motor, 50.0, 1.5) == (-1.5, 1.5)
    assert torque_range(Motor(name="m", peak_current=Limit(20.0)), 50.0, 5.0) == (-5.0, 5.0)


@pytest.mark.parametrize(
    ("speed", "torque"),
    [(0, 10), (100, 10), (150, 8), (200, 6), (300, 3.5), (400, 1), (500, 1)],
)
def test_a_curve_goes_straight_between_corners(speed: float, torque: float) -> None:
    assert on_curve(CURVE, speed) == pytest.approx(torque)
    motor = Motor(name="m", torque_curve=CURVE)
    for y in (speed, -speed):
        assert torque_range(motor, y) == pytest.approx((-torque, torque))
        assert torque_range(motor, y, 4.0) == pytest.approx((-min(torque, 4), min(torque, 4)))


def test_one_corner_is_a_level() -> None:
    assert on_curve(((100.0, 3.0),), 250.0) == 3.0


def test_a_motor_on_its_supply_voltage() -> None:
    """Stall 40 * 0.1 / 2 = 2 N m, no load at 400 rad/s; braking has the back-EMF on its side."""
    motor = Motor(name="m", torque_constant=0.1, resistance=2.0, supply_voltage=40.0)
    assert torque_range(motor, 0.0) == pytest.approx((-2.0, 2.0))
    assert torque_range(motor, 100.0) == pytest.approx((-2.5, 1.5))
    assert torque_range(motor, -100.0) == pytest.approx((-1.5, 2.5))
    assert torque_range(motor, 400.0)[1] == pytest.approx(0.0, abs=1e-12)
    assert torque_range(motor, 500.0, 2.2) == pytest.approx((-2.2, 0.0))


def test_a_kernel_gives_the_same() -> None:
    motor = Motor(
        name="m",
        torque_curve=CURVE,
        torque_constant=0.1,
        resistance=0.3,
        supply_voltage=40.0,
        peak_current=Limit(95.0),
    )
    tape = Tape()
    (y,) = symbols(tape, "y", ())
    output(tape, "range", (2,), torque_range(motor, y, 9.0))
    run = Function("range", tape)
    for speed in (-500.0, -250.0, -100.0, -1.0, 0.0, 30.0, 100.0, 199.0, 333.0, 400.0, 1e4):
        assert run(speed) == pytest.approx(torque_range(motor, speed, 9.0), rel=1e-13)
