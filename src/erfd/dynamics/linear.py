"""Symmetric positive definite systems, such as H qdd = tau - bias: H = L^T D L.

Source: Featherstone 2008, section 6.5 (the LTDL factorisation, Tables 6.3 and 6.5).
Cost: n^3/6 multiplications for a chain, less for a tree: L has entries only between a joint and
the joints that carry it, so nothing is computed elsewhere. One reciprocal per pivot.
The elimination runs from the last joint to the first; pivot i is then the inertia that joint i
feels when the joints beyond it are free, so a pivot that vanishes names the joint at fault.
Only the lower triangle of H is read. `parent[i]` is the joint that carries joint i, -1 for the
base; without it every joint hangs on the one before (any full matrix).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from erfd.algebra import Row, Rows, Scalar


class Factors(NamedTuple):
    """H = L^T D L: L below its unit diagonal, 1/D, and the joints that carry each joint."""

    L: Rows
    reciprocals: list[Scalar]
    carriers: list[list[int]]

    def solve(self, rhs: Row) -> list[Scalar]:
        """x of H x = rhs: from the tip to the base with L^T, then D, then outward with L."""
        x = list(rhs)
        for i in reversed(range(len(x))):
            for j in self.carriers[i]:
                x[j] = x[j] - self.L[i][j] * x[i]
        for i, reciprocal in enumerate(self.reciprocals):
            x[i] = x[i] * reciprocal
            for j in self.carriers[i]:
                x[i] = x[i] - self.L[i][j] * x[j]
        return x


def solve_symmetric(
    H: Sequence[Row], rhs: Row, parent: Sequence[int] | None = None
) -> list[Scalar]:
    """x of H x = rhs, H symmetric and positive definite."""
    return factorise(H, parent).solve(rhs)


def factorise(H: Sequence[Row], parent: Sequence[int] | None = None) -> Factors:
    """L, the reciprocals of D and the pattern of L."""
    carriers = _carriers(len(H), parent)
    L = [list(row) for row in H]
    reciprocals: list[Scalar] = [0] * len(H)
    for i in reversed(range(len(H))):
        reciprocals[i] = _eliminate(L, i, carriers[i])
    return Factors(L, reciprocals, carriers)


def pivots(H: Sequence[Row], parent: Sequence[int] | None = None) -> Iterator[tuple[int, Scalar]]:
    """Each joint with its pivot (its entry of D), from the last joint to the first.

    Nothing is divided by a pivot before the next one is asked for, so a caller can stop at one
    that is too small; compare it with H[i][i].
    """
    carriers = _carriers(len(H), parent)
    L = [list(row) for row in H]
    for i in reversed(range(len(H))):
        yield i, L[i][i]
        _eliminate(L, i, carriers[i])


def _eliminate(L: Rows, i: int, carriers: list[int]) -> Scalar:
    """Frees joint i: takes its row out of the rows of its carriers; returns 1 / pivot."""
    reciprocal = 1 / L[i][i]
    for position, j in enumerate(carriers):
        ratio = L[i][j] * reciprocal
        for k in carriers[position:]:
            L[j][k] = L[j][k] - ratio * L[i][k]
        L[i][j] = ratio
    return reciprocal


def _carriers(n: int, parent: Sequence[int] | None) -> list[list[int]]:
    """The joints between each joint and the base, nearest first."""
    carriers: list[list[int]] = []
    for i in range(n):
        k = i - 1 if parent is None else parent[i]
        carriers.append([k, *carriers[k]] if k >= 0 else [])
    return carriers
