"""Many columns solved with one factorised mass matrix, by the cheaper of two ways."""

from __future__ import annotations

from typing import Any

from erfd.dynamics.linear import Factors
from erfd.trace.partials import is_zero

Row = list[Any]
Rows = list[list[Any]]


class Solver:
    """H^-1 on many columns."""

    def __init__(self, factors: Factors) -> None:
        n = len(factors.reciprocals)
        self.factors = factors
        self.inverse: Rows = [[0] * n for _ in range(n)]
        for k in range(n):
            column = factors.solve([int(i == k) for i in range(n)])
            for i in range(k + 1):
                self.inverse[i][k] = self.inverse[k][i] = column[i]

    def minus(self, matrix: Rows) -> Rows:
        """-H^-1 times a matrix."""
        columns = [list(x) for x in zip(*matrix, strict=True)]
        solved = [self._product(x) if self._is_full else self.factors.solve(x) for x in columns]
        return [[-x for x in row] for row in zip(*solved, strict=True)]

    @property
    def _is_full(self) -> bool:
        """Whether a product with the inverse takes no more than solving with the factors."""
        entries = sum(not is_zero(x) for row in self.inverse for x in row)
        steps = sum(len(x) for x in self.factors.carriers)
        return entries <= 2 * steps + len(self.inverse)

    def _product(self, column: Row) -> Row:
        result: Row = []
        for row in self.inverse:
            terms = [a * b for a, b in zip(row, column, strict=True) if not is_zero(a)]
            result.append(sum(terms[1:], terms[0]))
        return result
