"""Motors that reach a limit, all together: one complementarity problem, its solution unique.

w is by how much the motors' accelerations miss what is wanted, tau = N w + tau0 what the gears then
transmit, N = A^-T H A^-1. Each motor obeys a falling curve: full torque one way while it lags
(w < 0), full torque the other way while it leads (w > 0), anything between while it keeps up:

    w_i < 0   F_i(tau_i) + J_i w_i = z_i      with the z_i, F_i of its side `lagging`
    w_i > 0   the same                        with those of `leading`
    w_i = 0   tau_i between both ends of the curve

F is the load's friction: slope 1 + mu for a load of one sign, 1 - mu for the other (any positive
slopes will do); J >= 0 is the rotor's inertia.
Source: Achievable accelerations, Algorithm 1 step 6, for the clamped torques; Murty 1974 for the
rule of the least index. Departure: the load's friction is solved with the rest, not frozen.
Where N is symmetric and positive definite, the solution is where a strictly convex function is
least (`docs/achievable.md`): there is one, and no other.
Method: a curve has up to five straight pieces, -2 ... 2 from left to right. All motors whose piece
does not fit go one piece on; after 20 rounds only the first of them does, which always ends.
Systems are masked instead of cut, so that one text serves numbers and traced scalars.
Cost: a factorisation of n x n a round; two or three rounds where something saturates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from erfd.algebra import Scalar
from erfd.drives.pieces import Bent, Curve, bent, first_piece, line, moved, wrong_way
from erfd.dynamics.linear import solve_symmetric
from erfd.trace.choose import absolute, select
from erfd.trace.loops import iterate

BLOCK_ROUNDS = 20
LIMIT = 400

Row = Sequence[Scalar]
Rows = Sequence[Sequence[Scalar]]
System = Callable[[list[list[Scalar]], list[Scalar]], list[Scalar]]


class Solution(NamedTuple):
    """w, the transmitted torques, the pieces (negative: lags, 0: keeps up), rounds, success."""

    w: list[Scalar]
    tau: list[Scalar]
    piece: list[Scalar]
    rounds: Scalar
    converged: Scalar


def solve_box(
    N: Rows, tau0: Row, curves: Sequence[Curve], system: System = solve_symmetric
) -> Solution:
    """By how much the motors miss the wanted accelerations; `system` solves equations like N's."""
    n = len(curves)
    motors = [bent(curve) for curve in curves]
    start = [first_piece(b, t) for b, t in zip(motors, tau0, strict=True)]
    sizes = [[absolute(x) for x in row] for row in N]

    def once(state: list[Scalar]) -> tuple[list[Scalar], Scalar]:
        piece, rounds = state[:n], state[-1]
        w = _meeting(N, tau0, motors, piece, system)
        tau = [t + _dot(row, w) for t, row in zip(tau0, N, strict=True)]
        scale = [
            absolute(t) + _dot(row, [absolute(x) for x in w])
            for t, row in zip(tau0, sizes, strict=True)
        ]
        ways = [
            wrong_way(b, piece[i], w[i], tau[i], scale[i], N[i][i]) for i, b in enumerate(motors)
        ]
        return [*_next(motors, piece, ways, rounds), *w, *tau, rounds + 1], _total(
            [absolute(x) for x in ways]
        ) < 0.5

    nothing = 0.0 * _total(tau0)
    last, done = iterate(LIMIT, [*start, *([nothing] * (2 * n + 1))], once)
    return Solution(last[n : 2 * n], last[2 * n : 3 * n], last[:n], last[-1], done)


def _meeting(
    N: Rows, tau0: Row, motors: Sequence[Bent], piece: Row, system: System
) -> list[Scalar]:
    """w where all motors are on the lines of their pieces: 0 for those that keep up."""
    lines = [line(b, k) for b, k in zip(motors, piece, strict=True)]
    off = [absolute(k) > 0.5 for k in piece]
    masked = [
        [
            select(off[i], x + lines[i].d, 1.0) if i == j else select(off[i] & off[j], x, 0.0)
            for j, x in enumerate(row)
        ]
        for i, row in enumerate(N)
    ]
    rest = [select(f, x.t - t, 0.0) for f, x, t in zip(off, lines, tau0, strict=True)]
    return system(masked, rest)


def _next(motors: Sequence[Bent], piece: Row, ways: Row, rounds: Scalar) -> list[Scalar]:
    """Every motor that must goes on by a piece; in late rounds only the first of them."""
    together = rounds < BLOCK_ROUNDS
    after, before = [], 0.0 * rounds
    for b, k, way in zip(motors, piece, ways, strict=True):
        after.append(moved(b, k, select(together | (before < 0.5), way, 0.0)))
        before = before + absolute(way)
    return after


def _total(values: Row) -> Scalar:
    total: Scalar = 0.0
    for x in values:
        total = total + x
    return total


def _dot(a: Row, b: Row) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def solve_general(M: Rows, rhs: Row) -> list[Scalar]:
    """x of M x = rhs by elimination in the given order; principal minors must be positive."""
    rows = [[*row, r] for row, r in zip(M, rhs, strict=True)]
    n = len(rows)
    for k, pivot in enumerate(rows):
        reciprocal = 1 / pivot[k]
        pivot[k + 1 :] = [x * reciprocal for x in pivot[k + 1 :]]
        for row in rows[k + 1 :]:
            pairs = zip(row[k + 1 :], pivot[k + 1 :], strict=True)
            row[k + 1 :] = [x - row[k] * y for x, y in pairs]
    x = [row[n] for row in rows]
    for k in reversed(range(n)):
        for j in range(k + 1, n):
            x[k] = x[k] - rows[k][j] * x[j]
    return x
