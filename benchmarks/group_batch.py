"""RL15, a batch of 4,096 states: forward and inverse dynamics beside the peers' own batch calls."""

from __future__ import annotations

import numpy as np
from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import STATES, rl15, states
from benchmarks.table import Aim, Row, times_faster
from benchmarks.timing import best

AIMS = {
    "forward_dynamics": ("abaInParallel", Aim(">=", 60, 90)),
    "inverse_dynamics": ("rneaInParallel", Aim(">=", 50, 75)),
}


@group("batch", "RL15, 4,096 states, one thread, per state")
def rows() -> list[Row]:
    table = _beside_pinocchio() if peers.find("pinocchio") else peers.missing("pinocchio", "batch")
    return table + (_beside_mujoco() if peers.find("mujoco") else peers.missing("mujoco", "batch"))


def _beside_pinocchio() -> list[Row]:
    arm, (q, qd, last) = rl15(), states(6)
    peer, table = peers.Pinocchio(arm), []
    for name, (theirs, aim) in AIMS.items():
        f = arm.function(name)
        call, result = peer.batch(theirs, q, qd, last)
        call()
        peers.agree(f(q, qd, last), peer.rows(result))
        times = best({"ours": lambda f=f: f(q, qd, last), "theirs": call}, 4.0)
        each = {side: seconds / STATES for side, seconds in times.items()}
        table.append(times_faster(name, each["ours"], each["theirs"], aim, theirs))
    return table


def _beside_mujoco() -> list[Row]:
    """Its batch call steps in time: forward dynamics and one explicit step."""
    from mujoco import mjtIntegrator, rollout

    arm, (q, qd, tau) = rl15(), states(6)
    peer, f = peers.MuJoCo(arm), arm.function("forward_dynamics")
    step = peer.model.opt.timestep
    peer.model.opt.integrator = mjtIntegrator.mjINT_EULER
    inverse = np.argsort(peer.order)
    start = np.hstack([np.zeros((STATES, 1)), q[:, inverse], qd[:, inverse]])
    spec = peer.mujoco.mjtState.mjSTATE_QFRC_APPLIED
    control = tau[:, None, inverse]

    def theirs() -> object:
        return rollout.rollout(
            peer.model, peer.data, start, control, control_spec=spec, nstep=1, persistent_pool=True
        )

    after = np.asarray(theirs()[0])[:, 0, 7:][:, peer.order]
    peers.agree(f(q, qd, tau), (after - qd) / step)
    times = best({"ours": lambda: f(q, qd, tau), "theirs": theirs}, 2.0)
    each = {side: seconds / STATES for side, seconds in times.items()}
    what = "forward_dynamics (MuJoCo: and a time step)"
    return [times_faster(what, each["ours"], each["theirs"], None, "rollout")]
