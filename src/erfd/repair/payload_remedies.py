"""The largest payload with which a move, or the whole program, breaks nothing.

The payload enters compiled functions as an input, so that a hundred of them are one call: the same
body, less dense. The largest that passes on the judge's grid is then judged in full.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from erfd.curve import Array, State
from erfd.drives.function import drive_function
from erfd.judge.demand import Demand, Model, states
from erfd.judge.instants import grid
from erfd.judge.kernels import kernel, once
from erfd.judge.uses import Table
from erfd.judge.verdict import Judged
from erfd.judge.verify import limits
from erfd.repair.trials import Trials
from erfd.robot.records import Payload
from erfd.robot.robot import Robot

SHARES, COARSEST = 100, 0.1  # parts that are tried; kg
TRIES = 5  # steps down from what passes on the grid until it passes the judge


class Lighter(Model):
    """The robot with a share of its payload; `share` is one number, or one for each instant."""

    def __init__(self, robot: Robot, wrench: Array | None, mode: Any, share: Any) -> None:
        super().__init__(robot, wrench, mode)
        self.share = share
        free: dict[str, Any] = {"wrench": wrench is not None, "parameters": ("payload",)}
        self._tau = kernel(robot, "inverse_dynamics", **free)
        if robot.drives is not None:
            key = ("motor_torque", "payload", wrench is not None, mode)
            self._motor = once(
                robot, key, lambda: drive_function(robot, "motor_torque", mode=mode, **free)
            )

    def of(self, state: State) -> Demand:
        held = self.robot.payload
        if held is None:
            return super().of(state)
        share = np.broadcast_to(self.share, state.q.shape[:1])
        com = np.broadcast_to(np.array(held.com, dtype=float), (len(share), 3))
        inertia = share[:, None, None] * np.array(held.inertia, dtype=float)
        load = () if self.wrench is None else (self.wrench,)
        inputs = (*state, *load, share * float(held.mass), com, inertia)
        tau = self._tau(*inputs)
        if self.robot.drives is None:
            none = np.empty((len(tau), 0))
            return Demand(*state, tau, none, none)
        return Demand(*state, tau, self._speeds(state), self._motor(*inputs))


def largest_payload(trials: Trials, what: Judged, move: int = 0) -> float | None:
    """kg, below the present one; `move` 0 stands for the whole program."""
    held = what.robot.payload
    if held is None or not float(held.mass) > 0.0:
        return None
    whole = float(held.mass)
    step, share = step_of(whole), _largest_share(trials, what, move)
    steps = math.floor((0.0 if share is None else share) * whole / step + 1e-9)
    near = trials.near(move) if move and not trials.hot else ()
    for k in range(steps, max(steps - TRIES, 0), -1):
        mass = k * step
        if mass >= whole or trials.over:
            continue
        less = Lighter(what.robot, what.wrench, what.mode, mass / whole)
        found = trials.judged(what.trajectory, less, near)
        if trials.clean(found, move) if move else not found:
            return round(mass, 9)
    return None


def _largest_share(trials: Trials, what: Judged, move: int) -> float | None:
    """Of a hundred parts of the payload, then of a hundred parts of the step above the best."""
    best = _best(trials, what, move, np.arange(SHARES) / SHARES)
    if best is None:
        return None
    closer = best + np.arange(SHARES) / SHARES**2
    return _best(trials, what, move, closer)


def _best(trials: Trials, what: Judged, move: int, shares: Array) -> float | None:
    curve = what.trajectory.curve
    at = grid(curve)
    if move:
        of = np.asarray(what.trajectory.move_of or (0,), dtype=np.intp)
        at = at.take(np.flatnonzero(np.isin(of[at.piece], trials.passes(move))))
    else:
        at = at.take(np.arange(0, len(at), 4))
    state = states(curve, at)
    many = State(*(np.tile(x, (len(shares), 1)) for x in state))
    model = Lighter(what.robot, what.wrench, what.mode, np.repeat(shares, len(at)))
    U = trials.look.table.uses(model.of(many)).max(axis=1).reshape(len(shares), -1)
    fine = np.flatnonzero(U.max(axis=1) <= 1.0)
    return float(shares[fine[-1]]) if len(fine) else None


def lighter(robot: Robot, share: float) -> Robot:
    """The robot with a part of its payload: the same body, less dense."""
    held = robot.payload
    if held is None or share == 0.0:
        return robot.with_payload(None)
    a, b, c = (tuple(share * float(x) for x in row) for row in held.inertia)
    inertia = ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))
    mass = share * float(held.mass)
    return robot.with_payload(Payload(mass=mass, com=held.com, inertia=inertia))


def standing_payload(robot: Robot, wrench: Array | None, q: Array) -> float | None:
    """The largest payload below the present one with which the arm can stand at all of these q."""
    if robot.payload is None or not float(robot.payload.mass) > 0.0:
        return None
    shares = np.arange(SHARES * SHARES) / SHARES**2
    still = np.zeros((len(shares) * len(q), q.shape[1]))
    model = Lighter(robot, wrench, "consistent", np.repeat(shares, len(q)))
    asked = model.of(State(np.tile(q, (len(shares), 1)), still, still))
    uses = Table(limits(robot, 1.0), lambda _: None).uses(asked)
    fine = np.flatnonzero(uses.max(axis=1).reshape(len(shares), -1).max(axis=1) <= 1.0)
    if not len(fine):
        return None
    step = step_of(float(robot.payload.mass))
    mass = math.floor(shares[fine[-1]] * float(robot.payload.mass) / step + 1e-9) * step
    return mass if mass > 0.0 else None


def step_of(whole: float) -> float:
    """kg, of which what is offered is a multiple: about a hundredth of the payload."""
    return float(min(COARSEST, 10.0 ** (math.floor(math.log10(whole)) - 2)))


def mass_text(mass: float, whole: float) -> str:
    decimals = -round(math.log10(step_of(whole)))
    return f"{mass:.{decimals}f} kg"
