"""Derivatives of forward dynamics with respect to q, qd and tau in one pass, RL15 in batch."""

from __future__ import annotations

import numpy as np
from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import rl15, states
from benchmarks.table import Aim, Row, times_faster
from benchmarks.timing import best

ROWS = 1024


@group("derivatives", "RL15, derivatives, 1,024 states, per state")
def rows() -> list[Row]:
    if not peers.find("pinocchio"):
        return peers.missing("pinocchio", "derivatives")
    forward = _compared("forward_dynamics", "tau", "computeABADerivatives", Aim(">=", 20))
    return [forward, _compared("inverse_dynamics", "qdd", "computeRNEADerivatives", None)]


def _compared(name: str, last: str, theirs: str, aim: Aim | None) -> Row:
    arm = rl15()
    peer, x = peers.Pinocchio(arm), states(6, ROWS)
    f = arm.function(name).derivative("q", "qd", last)
    call = getattr(peer.pin, theirs)
    columns = peer.q(x[0]), peer.v(x[1]), peer.v(x[2])
    states_of = [tuple(a[:, k].copy() for a in columns) for k in range(ROWS)]
    ours = f(*x)
    for k in range(0, ROWS, 64):
        found = call(peer.model, peer.data, *states_of[k])
        for block, mine in zip(found, ours, strict=True):
            whole = np.asarray(block)
            if last in ("tau", "qdd") and block is found[2]:
                whole = np.triu(whole) + np.triu(whole, 1).T
            peers.agree(mine[k], whole[np.ix_(peer.rates, peer.rates)])

    def all_states() -> None:
        for state in states_of:
            call(peer.model, peer.data, *state)

    times = best({"ours": lambda: f(*x), "theirs": all_states}, 2.5)
    what = f"d {name} / d q, qd, {last} in one pass"
    return times_faster(what, times["ours"] / ROWS, times["theirs"] / ROWS, aim, theirs)
