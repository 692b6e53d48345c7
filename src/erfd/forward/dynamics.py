"""Accelerations while contacts and senses of friction are known: one linear system.

    (H + A^T S^-1 R) qdd = tau + A^T S^-1 (u - rho - phi) - bias - f + C^T lambda,    C qdd = c

phi, f: dry friction at motors and joints that slide; S = 1 + mu sign(y) sign(tau) the friction of
their loads. Rows of C: coordinates with a given motion, joints at a stop, elements that stick.
Signs of loads and forces on reactions depend on the answer: they are taken from it again until
nothing changes, as in `erfd/drives/forward.py`. Rows that say nothing new are left out.
Cost: the compiled equations and a solution of n + rows, 30 to 60 us.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.forward.constraints import Rule, independent, rest_exactly, solved
from erfd.forward.dry import Dry, pressed_sizes
from erfd.forward.equations import Parts
from erfd.forward.modes import Modes

ROUNDS, SETTLED = 60, 1e-13


class Forces(NamedTuple):
    """What acts: joint torques, motor torques, accelerations of coordinates with a given motion."""

    joint: Array
    motor: Array
    given: dict[int, float]


class Answer(NamedTuple):
    """`tau` is what the gears transmit, `multipliers` the forces of the rows, joint side.

    `lost` is the power that dry friction takes, W; `pressed` the forces on joints with friction.
    """

    qdd: Array
    tau: Array
    rules: list[Rule]
    multipliers: Array
    lost: float
    pressed: Array
    free: Array


class UnsolvedError(Exception):
    """Friction of these elements has no answer here, or several (Painleve)."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))


class Mechanics:
    """The dry elements of a robot, ready to be solved at any state."""

    def __init__(self, elements: Sequence[Dry], n: int, motors: int) -> None:
        self.elements, self.n, self.motors = tuple(elements), n, motors
        self.loaded = [k for k, e in enumerate(elements) if any(e.share)]
        self.rubs = any(e.joint is not None for e in elements)
        self.known: dict[Modes, Array] = {}  # Coulomb friction of modes seen before
        # S and the forces on reactions of the state before
        self.guess: tuple[Array, Array] = np.ones(motors), np.zeros(1)

    def rows(self, p: Parts, modes: Modes, given: Sequence[int]) -> tuple[list[Rule], Array]:
        """The rules that hold, each with its row; those that follow from others are left out."""
        wanted = [(Rule("given", j), self._unit(j)) for j in given]
        wanted += [(Rule("stop", j), self._unit(j)) for j in modes.held if j not in given]
        sticking = [k for k, way in enumerate(modes.slips) if way == 0]
        if not (given or sticking or any(modes.contacts)):
            return [], np.zeros((0, self.n))
        sticking.sort(key=lambda k: self.elements[k].motor >= 0)
        wanted += [(Rule("dry", k), self.row(p, k)) for k in sticking]
        return independent(wanted, self.n)

    def _unit(self, j: int) -> Array:
        row = np.zeros(self.n)
        row[j] = 1.0
        return row

    def row(self, p: Parts, k: int) -> Array:
        """How fast an element slides with each coordinate."""
        e = self.elements[k]
        if e.motor >= 0:
            motor: Array = p.A[e.motor]
            return motor
        return np.zeros(self.n) if e.joint is None else e.joint.row

    def speeds(self, p: Parts, qd: Array) -> Array:
        return np.array([self.row(p, k) @ qd for k in range(len(self.elements))])

    def solve(self, p: Parts, qd: Array, act: Forces, modes: Modes) -> Answer:
        rules, C = self.rows(p, modes, sorted(act.given))
        c = np.array([self._wanted(p, rule, act) for rule in rules])
        phi = self._coulomb(modes)
        S, pressed = self._start(p, modes)
        for _ in range(ROUNDS):
            f = self._rubbing(p, modes, pressed)
            W = p.A / S[:, None]
            M = p.H + W.T @ p.R
            free = act.motor - p.rho - phi
            qdd, multipliers = solved(M, act.joint + W.T @ free - p.bias - f, C, c)
            rest_exactly(qdd, C, c)
            tau = (free - p.R @ qdd) / S
            sizes = pressed_sizes(p.P, p.F, qdd)
            again = self._shares(tau, modes)
            change = float(np.abs(sizes - pressed).max(initial=0.0))
            if change <= SETTLED * (1.0 + float(sizes.max(initial=0.0))) and (again == S).all():
                break
            S, pressed = again, sizes
        else:
            raise UnsolvedError([e.name for e in self.elements])
        self.guess = S, pressed
        lost = float(phi @ p.y + f @ qd + ((S - 1.0) * tau) @ p.y)
        return Answer(qdd, tau, rules, multipliers, lost, pressed, free - p.R @ qdd)

    def _start(self, p: Parts, modes: Modes) -> tuple[Array, Array]:
        """What was right before is mostly right again; what sticks has no share of its load."""
        S, pressed = self.guess
        S = np.where([w == 0 for w in self._ways(modes)], 1.0, S) if self.loaded else S
        return S, pressed if len(pressed) == len(p.F) else np.zeros(len(p.F))

    def _ways(self, modes: Modes) -> list[int]:
        """Of every motor; 0 where it sticks or nothing rubs."""
        ways = [0] * self.motors
        for e, way in zip(self.elements, modes.slips, strict=True):
            if e.motor >= 0:
                ways[e.motor] = way
        return ways

    def _wanted(self, p: Parts, rule: Rule, act: Forces) -> float:
        if rule.kind == "given":
            return act.given[rule.number]
        if rule.kind == "dry" and self.elements[rule.number].motor >= 0:
            return -float(p.drift[self.elements[rule.number].motor])
        return 0.0

    def _coulomb(self, modes: Modes) -> Array:
        """Coulomb friction of the motors that slide."""
        if modes in self.known:
            return self.known[modes]
        phi = np.zeros(self.motors)
        for e, way in zip(self.elements, modes.slips, strict=True):
            if e.motor >= 0 and way:
                phi[e.motor] = e.sliding[0] if way > 0 else -e.sliding[1]
        self.known[modes] = phi
        return phi

    def _rubbing(self, p: Parts, modes: Modes, pressed: Array) -> Array:
        """Dry friction of the joints that slide, joint side."""
        f = np.zeros(self.n)
        if not self.rubs:
            return f
        for k, way in enumerate(modes.slips):
            if way and (joint := self.elements[k].joint) is not None:
                f += self.sense(p, k) * way * joint.force(pressed) * joint.row
        return f

    def sense(self, p: Parts, k: int) -> float:
        """1 where an element and its joint move the same way, else -1."""
        e = self.elements[k]
        if e.motor < 0 or e.joint is None:
            return 1.0
        return 1.0 if p.A[e.motor] @ e.joint.row > 0.0 else -1.0

    def _shares(self, tau: Array, modes: Modes) -> Array:
        S = np.ones(self.motors)
        for k in self.loaded:
            way, e = modes.slips[k], self.elements[k]
            if way and tau[e.motor] != 0.0:
                drives = way * tau[e.motor] > 0.0
                S[e.motor] += e.share[0] if drives else -e.share[1]
        return S
