"""`erfd.rollout`: many robots forward in time at once, with starts and loads of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.errors import RobotError
from erfd.forward.rollout import rolled_out
from erfd.forward.rollout_control import Controller
from erfd.forward.rollout_result import Rollout
from erfd.progress import Wanted


def rollout(
    arm: Arm,
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
    every: int = 1,
    keep_torque: bool = False,
    threads: int | None = None,
    progress: Wanted = None,
    memory_limit: float | None = None,
    out: Rollout | None = None,
) -> Rollout:
    """`steps` steps of `dt` seconds from (q0, qd0); leading dimensions of any argument are robots.

    Joint torques: `torque` (..., n) held for all the time, `torques` (..., steps, n) each held for
    its step, and those of a `controller` (PD or ComputedTorque) towards a `target` (positions
    (..., n), or a Trajectory) or `targets` (q, qd, qdd), each (..., steps, n); they add up and are
    clipped at `limit`. The controller knows the "arm", or the "row" with its own payload.
    `wrench` (..., 6) is constant, on the tool. `payload` is (mass, com[, inertia]) instead of the
    arm's own, `parameters` maps names ("gravity", "link_2.mass") to values, each for every robot.
    `viscous` and `coulomb` friction of the joints; Coulomb's is full from the speed `slip` on.
    With `drives` torques and limits are those of the motors, clipped to what each has at its speed;
    rotors and all friction of the record act, and hold at rest, by steps of semi_implicit_euler;
    otherwise `integrator` is rk4 unless told.

    Every `every`th state is kept; every=steps keeps start and end; `out` is an earlier rollout
    whose memory is used again. A row that diverges is NaN from
    there on and spoils no other: `.diverged`, `.bad_step`. docs/rollout.md tells the rest.
    """
    if not isinstance(arm, Arm):
        raise RobotError(f"{arm!r} is not an arm", "use erfd.load(name or path)")
    changed = bool(parameters) or payload is not None
    method = "" if changed else arm.function("forward_dynamics", wrench=wrench is not None).method
    return rolled_out(
        arm.robot,
        q0,
        qd0,
        steps,
        dt,
        torque=torque,
        torques=torques,
        controller=controller,
        target=target,
        targets=targets,
        knows=knows,
        limit=limit,
        wrench=wrench,
        payload=payload,
        parameters=parameters,
        viscous=viscous,
        coulomb=coulomb,
        slip=slip,
        drives=drives,
        integrator=integrator,
        method=method,
        every=every,
        keep_torque=keep_torque,
        threads=threads,
        progress=progress,
        memory_limit=memory_limit,
        out=out,
    )
