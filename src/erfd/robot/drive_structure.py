"""What every record of drives must be: each motor and element moves something by known numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from erfd.errors import RobotError
from erfd.robot import record_numbers as numbers
from erfd.robot.drives import BallScrew, Coulomb, DriveElement, Drives, Motor, RotorPlace
from erfd.robot.record_checks import check_all, check_known, check_limit, check_mass
from erfd.robot.records import BASE, Body, Joint

if TYPE_CHECKING:
    from erfd.robot.robot import Robot

BOUNDS = (
    *("peak_torque", "continuous_torque", "stall_torque", "top_speed", "peak_current"),
    "peak_power",
)
SIZES = (
    *("rotor_inertia", "torque_constant", "viscous_friction", "load_friction", "resistance"),
    *("supply_voltage", "efficiency", "backward_efficiency"),
)
WAYS = ("forward", "backward", "starting_forward", "starting_backward")


def check_drives(robot: Robot) -> None:
    drives: Any = robot.drives
    if not isinstance(drives, Drives):
        raise RobotError(f"the drives are {drives!r}", "give a Drives record or None")
    check_all("motor", drives.motors, Motor)
    bodies = {BASE, *(b.name for b in robot.bodies)}
    for motor in drives.motors:
        _check_row(motor, len(robot.independent))
        _check_numbers(motor)
        _check_rotor(motor, bodies)
    _check_elements(robot, drives, bodies)


def _check_row(motor: Motor, n: int) -> None:
    what, screw = f"motor '{motor.name}'", motor.ball_screw
    check_row(what, motor.ratios if screw is None else screw.of, n)
    for name in ("pitch", "constant", "cosine", "sine", "offset") if screw else ():
        numbers.number(f"the ball screw's {name} of {what}", getattr(screw, name))
    if screw is not None:
        _check_triangle(what, screw)


def _check_triangle(what: str, screw: BallScrew) -> None:
    """L^2 = a^2 + b^2 + 2 a b cos(...) is nowhere negative."""
    parts = screw.constant, screw.cosine, screw.sine
    if not all(map(numbers.is_real, parts)):
        return
    constant, swing = float(parts[0]), math.hypot(float(parts[1]), float(parts[2]))
    if not constant >= swing * (1.0 - 1e-9) > 0.0:
        given = f"constant {constant:.6g} m^2, cosine and sine together {swing:.6g} m^2"
        remedy = "a crank triangle has constant >= sqrt(cosine^2 + sine^2) > 0"
        raise RobotError(f"the ball screw of {what} closes no triangle: {given}", remedy)


def check_row(what: str, row: Any, n: int) -> None:
    """One number for each coordinate."""
    if not isinstance(row, tuple) or len(row) != n:
        have = f"{what} has {len(row)} ratios" if isinstance(row, tuple) else f"{what}: {row!r}"
        raise RobotError(have, f"give a tuple of {n}, one for each coordinate, 0 for none")
    for x in row:
        numbers.number(f"a ratio of {what}", x)


def _check_numbers(motor: Motor) -> None:
    what = f"motor '{motor.name}'"
    for name in BOUNDS:
        check_limit(f"the {name.replace('_', ' ')} of {what}", getattr(motor, name), 0.0)
    check_known(f"of {what}", motor, SIZES)
    _check_curve(what, motor.torque_curve)
    dry: Any = motor.coulomb_friction
    if dry is not None:
        if not isinstance(dry, Coulomb):
            raise RobotError(f"the Coulomb friction of {what} is {dry!r}", "give a Coulomb or None")
        check_known(f"Coulomb friction of {what}", dry, WAYS)
    if motor.efficiency is not None and motor.load_friction is not None:
        raise RobotError(f"{what} has an efficiency and a load friction", "leave out one of them")
    if numbers.is_real(motor.efficiency) and not 0 < motor.efficiency <= 1:
        shown = f"the efficiency of {what} is {float(motor.efficiency):g}"
        raise RobotError(shown, "give a share above 0 and at most 1")


def _check_curve(what: str, curve: Any) -> None:
    """Corners in the order of their speeds."""
    if not isinstance(curve, tuple) or not all(isinstance(x, tuple) and len(x) == 2 for x in curve):
        raise RobotError(f"the torque curve of {what} is {curve!r}", "give pairs (speed, torque)")
    before = None
    for speed, torque in curve:
        numbers.number(f"a speed of the torque curve of {what}", speed, least=0.0)
        numbers.number(f"a torque of the torque curve of {what}", torque, least=0.0)
        if before is not None and numbers.is_real(speed) and speed <= before:
            raise RobotError(f"the speeds of the torque curve of {what} do not rise", "sort them")
        before = speed if numbers.is_real(speed) else None


def _check_rotor(motor: Motor, bodies: set[str]) -> None:
    rotor: Any = motor.rotor
    if rotor is None:
        return
    what = f"the rotor of motor '{motor.name}'"
    if not isinstance(rotor, RotorPlace):
        raise RobotError(f"{what} is {rotor!r}", "give a RotorPlace or None")
    if rotor.body not in bodies:
        raise RobotError(f"{what} sits on '{rotor.body}', which is not a body", "name a body")
    numbers.axis(f"the axis of {what}", rotor.axis)


def _check_elements(robot: Robot, drives: Drives, bodies: set[str]) -> None:
    if not isinstance(drives.elements, tuple):
        raise RobotError(f"the drive elements are {drives.elements!r}", "give a tuple")
    taken = bodies | {j.name for j in robot.joints} | {f.name for f in robot.frames}
    motors = [m.name for m in drives.motors]
    for element in drives.elements:
        _check_element(element, bodies, taken)
        taken.add(element.joint.name)
        _check_motion(element, motors, len(robot.independent))


def _check_element(element: Any, bodies: set[str], taken: set[str]) -> None:
    if not (isinstance(element, DriveElement) and isinstance(element.joint, Joint)):
        raise RobotError(f"a drive element is {element!r}"[:80], "give a DriveElement")
    joint: Joint = element.joint
    body: Any = element.body
    what = f"drive element '{joint.name}'"
    if not isinstance(body, Body) or not joint.name == joint.child == body.name:
        raise RobotError(f"the names of {what} differ", "one name for joint, child and body")
    if joint.name in taken:
        raise RobotError(f"the name of {what} is taken", "give it its own")
    if joint.parent not in bodies:
        raise RobotError(f"{what} hangs on '{joint.parent}', which is not a body", "name a body")
    if joint.kind not in ("revolute", "prismatic"):
        raise RobotError(f"{what} is {joint.kind}", "make it revolute or prismatic")
    numbers.placement(f"the placement of {what}", joint.placement)
    numbers.axis(f"the axis of {what}", joint.axis)
    check_mass(what, body)


def _check_motion(element: DriveElement, motors: list[str], n: int) -> None:
    """How an element follows: by a row of ratios, or by a motor and one ratio."""
    what = f"drive element '{element.joint.name}'"
    if element.motor is None:
        check_row(what, element.ratios, n)
    elif element.ratios or element.motor not in motors:
        raise RobotError(
            f"{what} follows the motor '{element.motor}'", "name one of the motors, without ratios"
        )
    else:
        numbers.number(f"the ratio of {what}", element.ratio)
