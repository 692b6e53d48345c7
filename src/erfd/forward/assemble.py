"""From what users say to a problem: every argument checked, every default filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from erfd.curve import Array
from erfd.errors import ErfdError, RobotError
from erfd.forward.arguments import given_of, positive, refuse_outside, share, state_of, tolerance_of
from erfd.forward.controllers import law_of, target_of
from erfd.forward.controllers.target import Target
from erfd.forward.inputs import Input, Table, input_of
from erfd.forward.integrators import Method, integrator
from erfd.forward.law import Law
from erfd.forward.options import Physics
from erfd.forward.problem import MOST_STEPS, Load, Problem, UserEvent
from erfd.forward.reals import items, mapping, real
from erfd.robot.robot import Robot


@dataclass(frozen=True, kw_only=True)
class Wish:
    """The arguments of `erfd.simulate`, told there."""

    q0: Any = None
    qd0: Any = None
    t_end: float = 1.0
    torque: Any = None
    controller: Any = None
    target: Any = None
    cycle: float | None = None
    integrator: str = "auto"
    motor_torque: Any = None
    motor_current: Any = None
    between: str = "linear"
    wrench: Any = None
    prescribed: Mapping[str, Any] | None = None
    loads: Sequence[Any] = ()
    drives: bool | None = None
    friction: bool | None = None
    stops: bool = False
    restitution: float = 0.0
    events: Sequence[Any] = ()
    rtol: float | None = None
    atol: float | None = None
    dt: float | None = None
    max_step: float = 0.1


def problem_of(robot: Robot, wish: Wish) -> Problem:
    physics, method = _physics(robot, wish), integrator(wish.integrator)
    n = len(robot.independent)
    motors = 0 if robot.drives is None else len(robot.drives.motors)
    prescribed = mapping(wish.prescribed, "prescribed", "give {joint: f(t) -> (q, qd, qdd)}")
    given = tuple(given_of(robot, name, x) for name, x in prescribed.items())
    at_motors = wish.motor_current if wish.motor_torque is None else wish.motor_torque
    tolerance = method.tolerance or 1e-9
    q0 = state_of(robot, wish.q0, "q0")
    if physics.stops:
        refuse_outside(robot, q0)
    law, target = _law(robot, wish, physics, q0)
    return Problem(
        robot=robot,
        physics=physics,
        q0=q0,
        qd0=state_of(robot, wish.qd0, "qd0"),
        t_end=positive(wish.t_end, "t_end"),
        method=method,
        joint=_input(wish.torque, n, "torque", wish),
        motor=_input(at_motors, motors, "the motor input", wish),
        currents=wish.motor_current is not None,
        law=law,
        target=target,
        wrench=_input(wish.wrench, 6, "wrench", wish),
        given=given,
        loads=_loads(wish),
        events=_events(wish),
        rtol=tolerance_of(wish.rtol, tolerance, "rtol"),
        atol=tolerance_of(wish.atol, tolerance, "atol"),
        step=_step(robot, wish, method),
        longest=positive(wish.max_step, "max_step"),
    )


def _physics(robot: Robot, wish: Wish) -> Physics:
    at_motors = wish.motor_torque is not None or wish.motor_current is not None
    drives = at_motors if wish.drives is None else bool(wish.drives)
    if wish.motor_torque is not None and wish.motor_current is not None:
        raise ErfdError("motor torques and motor currents are both given", "give one of them")
    if at_motors and not drives:
        raise ErfdError("torques are given at the motors, and drives=False", "leave drives out")
    if drives and robot.drives is None:
        raise RobotError(f"'{robot.name}' has no drives", "describe its motors under [drives]")
    e = share(wish.restitution, "restitution")
    friction = drives if wish.friction is None else bool(wish.friction)
    return Physics(
        drives=drives, friction=friction, stops=bool(wish.stops), limits=drives, restitution=e
    )


def _step(robot: Robot, wish: Wish, method: Method) -> float:
    if wish.dt is not None:
        if method.adaptive:
            what = f"'{method.name}' chooses its steps itself"
            raise ErfdError(what, "give rtol and max_step, or integrator='rk4' with dt")
        dt = positive(wish.dt, "dt")
        if wish.t_end / dt > MOST_STEPS:
            what = f"{wish.t_end:g} s in steps of {dt:g} s are {wish.t_end / dt:.3g} steps"
            raise ErfdError(what, f"at most {MOST_STEPS:,}: give a longer dt")
        return dt
    return float(robot.system.r_dt) if method.name == "as_published" else 1e-3


def _input(given: Any, size: int, name: str, wish: Wish) -> Input | None:
    return None if given is None else input_of(given, size, name, wish.between)  # type: ignore[arg-type]


def _law(robot: Robot, wish: Wish, physics: Physics, q0: Array) -> tuple[Law | None, Target | None]:
    if wish.controller is None:
        for name in ("target", "cycle"):
            if getattr(wish, name) is not None:
                raise ErfdError(f"{name} is given without a controller", "name a controller")
        return None, None
    cycle = None if wish.cycle is None else positive(wish.cycle, "cycle")
    target = target_of(robot, q0 if wish.target is None else wish.target)
    made = law_of(wish.controller, robot, target, cycle, drives=physics.drives)
    return made, (None if callable(wish.controller) and wish.target is None else target)


def _loads(wish: Wish) -> tuple[Load, ...]:
    remedy = f"give erfd.pick(t, mass), t from 0 to below {wish.t_end:g} s"
    loads = items(wish.loads, "loads", remedy)
    for load in loads:
        if not isinstance(load, Load):
            raise ErfdError(f"{load!r} is no load", remedy)
        when = real(load.t, f"a load at {load.t!r}, which is no time", remedy)
        if not 0.0 <= when < wish.t_end:
            raise ErfdError(f"a load at {when:g} s", remedy)
    return loads


def _events(wish: Wish) -> tuple[UserEvent, ...]:
    remedy = "give UserEvent(name=..., function=...)"
    events = items(wish.events, "events", remedy)
    for event in events:
        if not isinstance(event, UserEvent):
            raise ErfdError(f"{event!r} is no event", remedy)
        function: Any = event.function
        if not callable(function):
            what = f"the function of the event '{event.name}' is {function!r}"
            raise ErfdError(what, "give f(t, q, qd), which passes through zero")
    return events


def assumptions_of(problem: Problem) -> tuple[str, ...]:
    """What the run leaves out and takes in, in words."""
    physics, method = problem.physics, problem.method
    parts = ["rigid bodies"]
    parts += ["motors with rotor inertia and torque limits"] if physics.drives else []
    parts += ["friction of the record"] if physics.friction else ["no friction"]
    stops = f"stops, restitution {physics.restitution:g}" if physics.stops else "no stops"
    if method.adaptive:
        how = f"{method.name}: {method.says}, rtol {problem.rtol:g}"
    else:
        how = f"{method.name}: {method.says}, {1e3 * problem.step:g} ms"
    return (f"{', '.join(parts)}, {stops}", how + _between(problem))


def _between(problem: Problem) -> str:
    """What is assumed between the rows of tables."""
    words = {"hold": "rows held until the next one", "linear": "rows joined by straight lines"}
    given = (problem.joint, problem.motor, problem.wrench)
    found = {words[x.between] for x in given if isinstance(x, Table)}
    return "".join(f"; {x}" for x in sorted(found))
