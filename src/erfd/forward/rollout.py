"""Many robots forward in time at once: `erfd.rollout` for a Robot; see docs/rollout.md."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.errors import ErfdError, RobotError
from erfd.forward.rollout_arguments import (
    WRENCH,
    Given,
    positive,
    take_friction,
    take_parameters,
    take_torques,
    whole,
)
from erfd.forward.rollout_control import Controller
from erfd.forward.rollout_function import rollout_function
from erfd.forward.rollout_memory import stated
from erfd.forward.rollout_result import Rollout
from erfd.forward.rollout_run import Kept, Run, places
from erfd.forward.rollout_scene import Setup
from erfd.forward.rollout_steep import refuse_steep
from erfd.forward.rollout_step import INTEGRATORS
from erfd.forward.rollout_targets import take_controller
from erfd.progress import Progress, Wanted
from erfd.robot.robot import Robot
from erfd.trace.function import Function


def rolled_out(
    robot: Robot,
    q0: ArrayLike,
    qd0: ArrayLike,
    steps: int,
    dt: float,
    *,
    torque: ArrayLike | None = None,
    torques: ArrayLike | None = None,
    controller: Controller | None = None,
    target: Any = None,
    targets: Sequence[ArrayLike] | None = None,
    knows: str = "arm",
    limit: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    payload: Sequence[ArrayLike] | None = None,
    parameters: Mapping[str, Any] | None = None,
    viscous: ArrayLike | None = None,
    coulomb: ArrayLike | None = None,
    slip: float = 0.01,
    drives: bool = False,
    integrator: str | None = None,
    method: str = "",
    every: int = 1,
    keep_torque: bool = False,
    threads: int | None = None,
    progress: Wanted = None,
    memory_limit: float | None = None,
    out: Rollout | None = None,
) -> Rollout:
    """The arguments are those of `erfd.rollout`."""
    integrator = _integrator(integrator, drives)
    if knows not in ("arm", "row"):
        raise ErfdError(f"knows='{knows}'", "the controller knows the 'arm', or the 'row'")
    if not robot.independent:
        raise RobotError(f"no joint of '{robot.name}' moves", "give a robot with one that does")
    given = Given(robot, whole("steps", steps), drives)
    given.constants["dt"] = np.asarray(positive("dt", dt, "s"))
    given.row("q", q0, (given.n,))
    given.row("qd", qd0, (given.n,))
    setup = Setup(
        method=method,
        integrator=integrator,
        torque=take_torques(given, torque, torques),
        controller=take_controller(given, controller, target, targets, float(dt)),
        knows=knows,
        limit=limit is not None,
        wrench=wrench is not None,
        viscous=viscous is not None,
        coulomb=coulomb is not None,
        parameters=take_parameters(given, payload, parameters),
        drives=drives,
        keep_torque=keep_torque,
    )
    if limit is not None:
        given.spread("limit", limit)
        given.constants["limit"] = np.abs(given.constants["limit"])
    if wrench is not None:
        given.row("wrench", wrench, (6,), WRENCH)
    if drives and (viscous is not None or coulomb is not None):
        raise RobotError(
            "viscous= or coulomb= with drives", "the drives have friction of their own"
        )
    take_friction(given, viscous, coulomb, slip)
    refuse_steep(robot, integrator, given.constants)
    count = _dividing(given.steps, every)
    kept = _kept(given, count, keep_torque, memory_limit, progress, out)
    return _run(robot, setup, given, every, kept, threads, progress)


def _integrator(name: str | None, drives: bool) -> str:
    """The default is rk4, with drives semi_implicit_euler, which alone has friction that holds."""
    known = ("semi_implicit_euler", "as_published") if drives else tuple(INTEGRATORS)
    if name is None:
        return known[0]
    if name not in known:
        what = f"there is no integrator '{name}'{' with drives' if drives else ''}"
        raise ErfdError(what, f"use {', '.join(known)}")
    return name


def _dividing(steps: int, every: int) -> int:
    """How many states are kept."""
    if steps % whole("every", every):
        what = f"every={every} does not divide {steps} steps"
        raise ErfdError(what, "the last state shall be kept (every=steps keeps start and end only)")
    return steps // every


def _kept(
    given: Given,
    count: int,
    torque: bool,
    limit: float | None,
    progress: Wanted,
    out: Rollout | None,
) -> Kept:
    """The place for the states, said before it is taken; the start is in it."""
    lead, n, wide = given.lead(), given.n, given.torques[0]
    shapes = [(*lead, count + 1, n), (*lead, count + 1, n), (*lead, count, wide)][: 2 + torque]
    if out is None:
        what = f"{math.prod(lead):,} robots x {count + 1:,} states"
        size = 8 * sum(map(math.prod, shapes))
        stated(size, what, limit, True if progress is True else None)
        kept = Kept(*places(shapes))
    else:
        if not isinstance(out, Rollout):
            raise ErfdError(f"out is {out!r}", "give an earlier rollout, or leave it out")
        kept = Kept(out.q, out.qd, out.torque)
        found = [x.shape for x in kept.arrays]
        if found != shapes:
            what = f"out= has arrays of shapes {found}"
            raise ErfdError(what, f"give a rollout with {shapes}, or leave it out")
    kept.q[..., 0, :], kept.qd[..., 0, :] = given.constants.pop("q"), given.constants.pop("qd")
    return kept


def _run(
    robot: Robot,
    setup: Setup,
    given: Given,
    every: int,
    kept: Kept,
    threads: int | None,
    progress: Wanted,
) -> Rollout:
    def made(keep: bool) -> Function:
        return compiled(robot, dataclasses.replace(setup, keep=keep))

    many = None if threads is None else whole("threads", threads)
    run = Run(made, given.constants, given.flows, many)
    with Progress("rollout", given.steps, progress) as bar:
        good = run.through(given.steps, every, kept, bar)
    dt = float(given.constants["dt"])
    return Rollout(
        joint_names=tuple(joint.name for joint in robot.independent),
        dt=dt,
        steps=given.steps,
        integrator=setup.integrator,
        t=dt * every * np.arange(kept.q.shape[-2], dtype=np.float64),
        q=kept.q,
        qd=kept.qd,
        torque=kept.torque,
        good_steps=np.asarray(good, dtype=np.int64),
    )


@functools.lru_cache(maxsize=64)
def compiled(robot: Robot, setup: Setup) -> Function:
    """The same function for the same question."""
    return rollout_function(robot, setup)
