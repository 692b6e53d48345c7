"""`erfd.simulate`: an arm forward in time, free, forced, controlled, with or without its drives."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.curve import Array
from erfd.errors import ErfdError, RobotError
from erfd.forward.arguments import positive
from erfd.forward.assemble import Wish, assumptions_of, problem_of
from erfd.forward.diverge import refuse_singular
from erfd.forward.problem import Load, Problem, UserEvent
from erfd.forward.record import Record
from erfd.forward.result import Run, result
from erfd.forward.run import run
from erfd.progress import Progress

MOST_SAMPLES = 10_000_000


def simulate(
    arm: Arm,
    q0: ArrayLike | None = None,
    qd0: ArrayLike | None = None,
    t_end: float = 1.0,
    torque: Any = None,
    controller: Any = None,
    integrator: str = "auto",
    dt_out: float = 0.01,
    *,
    target: Any = None,
    cycle: float | None = None,
    motor_torque: Any = None,
    motor_current: Any = None,
    between: str = "linear",
    wrench: Any = None,
    prescribed: Mapping[str, Any] | None = None,
    loads: Sequence[Load] = (),
    drives: bool | None = None,
    friction: bool | None = None,
    stops: bool = False,
    restitution: float = 0.0,
    events: Sequence[UserEvent] = (),
    rtol: float | None = None,
    atol: float | None = None,
    dt: float | None = None,
    max_step: float = 0.1,
    progress: bool | Callable[[float], None] | None = None,
) -> Run:
    """The motion from q0, qd0 (zero unless told) to t_end, sampled every dt_out.

    `torque` acts at the joints, `motor_torque` (N m) or `motor_current` (A) at the motors: numbers,
    a function f(t) or f(t, q, qd), or (t, rows), `between` which values are "linear" or a "hold".
    `controller` is erfd.PD, ComputedTorque, Cascade, Playback or a function f(t, q, qd); its
    `target` a pose (q0 unless told), a Trajectory or f(t) -> (q, qd, qdd); with `cycle` (s) its
    torque is held in between. `wrench` is exerted by the environment on the tool. `prescribed`
    gives the motion of coordinates by name (`base_motion`): a Trajectory or f(t) -> (q, qd, qdd).
    `loads` are made by `erfd.pick` and `erfd.drop`, `events` are `erfd.UserEvent`.

    `drives` adds the motors (True where torques are given there), `friction` all friction of the
    record (True with drives), `stops` walls at the ends of the ranges. Without them: rigid bodies.
    `dt` is the step of fixed-step integrators; `progress` False shows no bar, a function is
    told t; see docs/simulate.md for all of it.
    A run that cannot go on is returned as far as it came, with `diverged` set.
    """
    if not isinstance(arm, Arm):
        raise RobotError(f"{arm!r} is not an arm", "use erfd.load(name or path)")
    if not arm.n:
        raise RobotError(f"no joint of '{arm.name}' moves", "give a robot with a joint that moves")
    t_end, dt_out = positive(t_end, "t_end"), positive(dt_out, "dt_out")
    if t_end / dt_out > MOST_SAMPLES:
        what = f"{t_end:g} s every {dt_out:g} s are {t_end / dt_out:.3g} samples"
        raise ErfdError(what, f"at most {MOST_SAMPLES:,}: give a longer dt_out")
    wish = Wish(
        q0=q0,
        qd0=qd0,
        t_end=t_end,
        torque=torque,
        controller=controller,
        target=target,
        cycle=cycle,
        integrator=integrator,
        motor_torque=motor_torque,
        motor_current=motor_current,
        between=between,
        wrench=wrench,
        prescribed=prescribed,
        loads=loads,
        drives=drives,
        friction=friction,
        stops=stops,
        restitution=restitution,
        events=events,
        rtol=rtol,
        atol=atol,
        dt=dt,
        max_step=max_step,
    )
    problem = problem_of(arm.robot, wish)
    if not problem.physics.drives and not problem.given:
        _refuse_singular(arm)
    record = _run(problem, progress)
    made = result(problem, record, dt_out, assumptions_of(problem))
    if made is None:
        raise RobotError(str(record.diverged), "")
    return made


def _run(problem: Problem, wanted: bool | Callable[[float], None] | None) -> Record:
    """With a bar on a terminal where it takes long, or with the user's function of t."""
    if callable(wanted):
        with np.errstate(all="ignore"):
            return run(dataclasses.replace(problem, progress=wanted))
    with Progress("simulated, thousandths", 1000, wanted) as bar, np.errstate(all="ignore"):

        def tell(t: float) -> None:
            share = int(1000.0 * t / problem.t_end)
            if share > bar.done:
                bar.advance(share - bar.done)

        return run(dataclasses.replace(problem, progress=tell))


def _refuse_singular(arm: Arm) -> None:
    """A robot whose forward dynamics has no answer at any pose."""
    try:
        arm.function("forward_dynamics")
    except RobotError as error:
        raise refuse_singular(error, arm.name) from None


__all__ = ["Array", "Load", "Run", "UserEvent", "simulate"]
