"""RL15, one state per call from Python: the compiled function, and the method of the arm."""

from __future__ import annotations

from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import rl15, states
from benchmarks.table import Aim, Row, share
from benchmarks.timing import best

AIMS = {
    "forward_dynamics": ("aba", "forward", Aim("<=", 0.35), Aim("<=", 0.5)),
    "inverse_dynamics": ("rnea", "inverse", Aim("<=", 0.5), Aim("<=", 0.7)),
}


@group("single", "RL15, one state per call from Python")
def rows() -> list[Row]:
    table: list[Row] = []
    for peer, measure in (("pinocchio", _beside_pinocchio), ("mujoco", _beside_mujoco)):
        table += measure() if peers.find(peer) else peers.missing(peer, "one state")
    return table


def _beside_pinocchio() -> list[Row]:
    arm, peer = rl15(), peers.Pinocchio(rl15())
    x, y = [a[0].copy() for a in states(6, 1)], [a[:, 0].copy() for a in _columns(peer)]
    table = []
    for name, (theirs, _, by_function, by_arm) in AIMS.items():
        f, method, call = arm.function(name), getattr(arm, name), getattr(peer.pin, theirs)
        peers.agree(f(*x), peer.rows(call(peer.model, peer.data, *y)[:, None])[0])
        times = best({
            "function": lambda f=f: f(*x),
            "arm": lambda method=method: method(*x),
            "theirs": lambda call=call: call(peer.model, peer.data, *y),
        }, 3.0)  # fmt: skip
        mine = times["function"]
        table.append(
            share(f"f = arm.function('{name}'); f(...)", mine, times["theirs"], by_function, theirs)
        )
        table.append(share(f"arm.{name}(...)", times["arm"], times["theirs"], by_arm, theirs))
    return table


def _columns(peer: peers.Pinocchio) -> list[object]:
    q, qd, last = states(6, 1)
    return [peer.q(q), peer.v(qd), peer.v(last)]


def _beside_mujoco() -> list[Row]:
    arm, peer = rl15(), peers.MuJoCo(rl15())
    x = [a[0].copy() for a in states(6, 1)]
    table = []
    for name, (_, theirs, *_rest) in AIMS.items():
        f, call = arm.function(name), getattr(peer, theirs)(*x)
        peers.agree(f(*x), call()[peer.order])
        times = best({"ours": lambda f=f: f(*x), "theirs": call}, 1.0)
        table.append(
            share(f"function {name}", times["ours"], times["theirs"], None, f"mj_{theirs}")
        )
    return table
