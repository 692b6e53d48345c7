"""The box problem by brute force: every pattern of pieces is solved, and those that fit are kept.

Shares no code with what it judges.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Problem(NamedTuple):
    """N (n, n), tau0, z, slopes above and below zero while lagging and leading, J; all (n,)."""

    N: Array
    tau0: Array
    lag: tuple[Array, Array, Array]
    lead: tuple[Array, Array, Array]
    J: Array


def random_problem(rng: np.random.Generator, n: int, mu: float, spread: float = 1.0) -> Problem:
    """Motors with limits (some 0), friction shares up to mu of any sign, rotors (some 0)."""
    B = rng.normal(size=(n, n)) * 10 ** rng.uniform(-spread, spread, (n, 1))
    N = B @ B.T
    N += 1e-4 * np.trace(N) * np.eye(n)
    size = np.sqrt(np.trace(N))
    limit = np.abs(rng.normal(size=n)) * size * (rng.random(n) > 0.1)
    fixed = rng.normal(size=n) * size * 10 ** rng.uniform(-2, 1)
    share = mu * rng.random(n) * rng.integers(-1, 2, n)
    J = np.abs(rng.normal(size=n)) * np.diag(N) * (rng.random(n) > 0.2)
    slopes = 1 + share, 1 - share
    tau0 = 2 * rng.normal(size=n) * size
    return Problem(N, tau0, (limit - fixed, *slopes), (-limit - fixed, *slopes), J)


def solutions(p: Problem) -> list[Array]:
    """Every w that fits one of the 5^n patterns (3^n where slopes do not depend on the sign)."""
    n = len(p.tau0)
    bent = not np.array_equal(p.lag[1], p.lag[2]) or not np.array_equal(p.lead[1], p.lead[2])
    kinds = [0, -2, -1, 1, 2] if bent else [0, -2, 2]
    patterns = np.array(list(itertools.product(kinds, repeat=n)))
    side = np.where(patterns[..., None] < 0, np.stack(p.lag, -1), np.stack(p.lead, -1))
    positive = (patterns == -2) | (patterns == 1)
    slope = np.where(positive, side[..., 1], side[..., 2]) if bent else side[..., 1]
    off = patterns != 0
    system = np.where(off[:, :, None], slope[..., None] * p.N, 0.0)
    diagonal = np.where(off, p.J, 1.0)
    system[:, range(n), range(n)] += diagonal
    right = np.where(off, side[..., 0] - slope * p.tau0, 0.0)
    w = np.linalg.solve(system, right[..., None])[..., 0]
    fits = [k for k in range(len(w)) if np.all(violation(p, w[k], patterns[k]) < 1e-9)]
    return [w[k] for k in fits]


def violation(p: Problem, w: Array, pattern: Array | None = None) -> Array:
    """By how much each motor is off its curve, relative to the sizes that meet there.

    With a pattern: also off the part of the curve that it names.
    """
    tau = p.N @ w + p.tau0
    scale = np.abs(p.N) @ np.abs(w) + np.abs(p.tau0) + p.J * np.abs(w)
    lag, lead = (z - (tau * np.where(tau > 0, a, b) + p.J * w) for z, a, b in (p.lag, p.lead))
    if pattern is None:
        off = np.where(w < 0, np.abs(lag), np.where(w > 0, np.abs(lead), 0.0))
        kept = np.maximum(np.maximum(-lag, lead), 0.0)
        return np.where(w == 0, kept, off) / scale
    turned = np.where(pattern < 0, w, np.where(pattern > 0, -w, 0.0)) * (np.diag(p.N) + p.J)
    on = np.where(pattern < 0, np.abs(lag), np.where(pattern > 0, np.abs(lead), 0.0))
    kept = np.where(pattern == 0, np.maximum(-lag, lead), 0.0)
    return np.maximum(np.maximum(turned, on), kept) / scale
