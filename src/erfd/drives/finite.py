"""Whether numbers are numbers: what comes of NaN or infinity has not converged. Any scalar."""

from __future__ import annotations

from erfd.algebra import Scalar
from erfd.drives.transmission import Row
from erfd.trace.choose import absolute, select

FAR = 1e300


def finite(*rows: Row) -> Scalar:
    """1 where all of them are finite numbers, else 0."""
    size: Scalar = 0.0
    for row in rows:
        for x in row:
            size = size + absolute(x)
    return select(size <= FAR, 1.0, 0.0)


def both(a: Scalar, b: Scalar) -> Scalar:
    """1 where both are 1, else 0."""
    return select(a > 0.5, select(b > 0.5, 1.0, 0.0), 0.0)
