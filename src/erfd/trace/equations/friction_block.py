"""Friction as a block of its own: at the joints, on what the joints bear, and at the motors.

    joints     b qd + f sgn(qd) + c arm |F| sgn(qd)
    motors     A^T (f_v y + f_c sgn(y) + mu |u| sgn(y)),   y = A qd,   u = A^-T tau

F is the force across the joint's axis, arm half of the spindle's diameter on a turning joint and 1
on a slide: Eqs. (4), (5) of Detesan et al. The motors' is (91), (D.3) of
Kvrgic and Vidakovic with the sign of the power that flows; tau are the rigid robot's torques.
sgn 0 = 0: nothing here holds a joint at rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from erfd.errors import RobotError
from erfd.robot.drives import Motor
from erfd.robot.records import Joint
from erfd.robot.robot import Robot
from erfd.trace.equations.expression import (
    Call,
    Expression,
    Name,
    Power,
    names,
    plus,
    times,
)
from erfd.trace.equations.friction_numbers import (
    at_motors,
    brought,
    dry,
    pressed,
    shares,
    why_not,
)
from erfd.trace.equations.joint_side import Taker
from erfd.trace.equations.sheet import Block, Step

FRICTION = "friction"
Press = Callable[[], tuple[Block, dict[str, str]]]


def friction(robot: Robot, taker: Taker, press: Press) -> tuple[Block, dict[str, str]]:
    """The block; `press` gives the forces across the joints' axes where they are needed."""
    if reason := why_not(robot):
        raise RobotError(f"'{robot.name}' {reason}", "leave friction out of --what")
    steps, latex, inputs = [], dict[str, str](), ["qd"]
    if any(map(pressed, robot.independent)):
        forces, latex = press()
        steps, inputs = _across(forces, robot), list(forces.inputs)
    terms = [[_at_joint(j, i, taker)] for i, j in enumerate(robot.independent, 1)]
    motors = at_motors(robot)
    if any(any(shares(m)) for m in motors):
        inputs.append("tau")
    steps += _motor_steps(motors, taker)
    for j, own in enumerate(terms, 1):
        own += [times(1, [_ratio(m, r, j, taker), Name(f"Q{r}")]) for r, m in enumerate(motors, 1)]
    made = Block(
        what=FRICTION,
        function="friction",
        title="Friction, at the joints",
        symbol=r"\tau^f",
        inputs=tuple(inputs),
        shape=(len(terms),),
        entries=tuple(plus(x) for x in terms),
        steps=tuple(steps),
        note=_note(robot),
    )
    return made, latex


def _note(robot: Robot) -> str:
    said = ["sgn 0 = 0"]
    if any(map(pressed, robot.independent)):
        said.append("F_x, F_y: force across the joint's axis")
    if motors := at_motors(robot):
        said.append("y: speeds of the motors, Q: their friction")
        if any(any(shares(m)) for m in motors):
            said.append("u: what tau, the torques without friction, is at the motors")
    return "; ".join(said)


def _across(forces: Block, robot: Robot) -> list[Step]:
    """What the forces need, and they themselves, of the joints concerned."""
    found = list(forces.steps)
    for i, joint in enumerate(robot.independent):
        if pressed(joint):
            for axis, x in zip("xy", forces.entries[2 * i : 2 * i + 2], strict=True):
                found.append(Step(f"F{axis}{i + 1}", f"F_{{{i + 1}{axis}}}", x))
    wanted, kept = {s.name for s in found[len(forces.steps) :]}, list[Step]()
    for step in reversed(found):
        if step.name in wanted:
            wanted |= names(step.expression)
            kept.append(step)
    return kept[::-1]


def _at_joint(joint: Joint, i: int, taker: Taker) -> Expression:
    own, qd = joint.friction, Name(f"qd{i}")
    slides, of = joint.kind == "prismatic", f"friction of {joint.name}"
    unit, speed = ("N", "s/m") if slides else ("N m", "s/rad")
    end = str(i)
    b = taker.of("fv", end, own.viscous or 0, f"{unit} {speed}", f"viscous {of}")
    f = taker.of("fc", end, own.coulomb or 0, unit, f"Coulomb {of}")
    terms = [times(1, [b, qd]), times(1, [f, Call("sign", (qd,))])]
    if pressed(joint):
        c = taker.of("fr", end, own.reaction, "", f"dry friction of {joint.name} on its reaction")
        d = taker.of("ds", end, own.diameter or 0, "m", f"diameter of {joint.name}'s spindle")
        size = plus([Power(Name(f"F{axis}{i}"), 2) for axis in "xy"])
        arm = [] if slides else [times(Fraction(1, 2), [d])]
        terms.append(times(1, [c, *arm, Call("sqrt", (size,)), Call("sign", (qd,))]))
    return plus(terms)


def _ratio(motor: Motor, r: int, j: int, taker: Taker) -> Expression:
    text = f"turns of {motor.name} for one of joint {j}"
    return taker.of("A", f"{r}{j}", motor.ratios[j - 1], "", text)


def _motor_steps(motors: Sequence[Motor], taker: Taker) -> list[Step]:
    """y, u and Q of every motor."""
    found = []
    back = brought(motors)
    for r, motor in enumerate(motors, 1):
        n = range(1, len(motor.ratios) + 1)
        y = plus([times(1, [_ratio(motor, r, j, taker), Name(f"qd{j}")]) for j in n])
        found.append(Step(f"ym{r}", f"y_{{{r}}}", y))
        if any(shares(motor)):
            text = f"torque at {motor.name} for one at joint"
            row = [taker.of("B", f"{r}{j}", back[r - 1][j - 1], "", f"{text} {j}") for j in n]
            u = plus([times(1, [b, Name(f"tau{j}")]) for j, b in enumerate(row, 1)])
            found.append(Step(f"um{r}", f"u_{{{r}}}", u))
        found.append(Step(f"Q{r}", f"Q_{{{r}}}", _at_motor(motor, r, taker)))
    return found


def _at_motor(motor: Motor, r: int, taker: Taker) -> Expression:
    y, u, end, of = Name(f"ym{r}"), Name(f"um{r}"), str(r), f"friction of {motor.name}"
    way = Call("sign", (y,))
    turns = Call("abs", (way,))
    b = taker.of("bm", end, motor.viscous_friction or 0, "N m s/rad", f"viscous {of}")
    both, apart = dry(motor)
    c = taker.of("cm", end, both, "N m", f"Coulomb {of}, both ways")
    d = taker.of("dm", end, apart, "N m", f"Coulomb {of}, half of forward less backward")
    even, uneven = shares(motor)
    m = taker.of("mu", end, even, "", f"{of}, share of the load")
    w = taker.of("nu", end, uneven, "", f"{of}, half of driving less driven share of the load")
    on_speed = [times(1, [b, y]), times(1, [c, way]), times(1, [d, turns])]
    return plus([*on_speed, times(1, [m, Call("abs", (u,)), way]), times(1, [w, u, turns])])
