"""How far a matrix is from a rotation, and the rotation that it stands for.

Digits that were left out turn R into a map that stretches by their size, and then no two algorithms
agree: one uses R^T R = 1 where another does not. So records hold rotations to rounding, readers
bring what was written with few digits to the nearest rotation, and keep the bits of all others.
"""

from __future__ import annotations

from erfd.algebra import Matrix, Scalar, add_matrices, cross, dot, product, scale_matrix, transpose

ROUNDING = 1e-14  # what arithmetic leaves of an exact rotation; it keeps its bits
CLOSE = 1e-6  # what seven digits leave


def departure(R: Matrix) -> Scalar:
    """The largest entry of R R^T - 1."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = product(R, transpose(R))
    return max(abs(x) for x in (xx - 1, yy - 1, zz - 1, xy, xz, yz))


def mirrors(R: Matrix) -> bool:
    return bool(dot(cross(R[0], R[1]), R[2]) < 0)


def nearest_rotation(R: Matrix) -> Matrix:
    """The rotation nearest to a matrix that is close to one; a rotation keeps its bits.

    Newton's iteration for the polar factor, R <- R (3 - R^T R) / 2, squares the departure.
    """
    if departure(R) <= ROUNDING:
        return R
    for _ in range(5):
        square = product(R, product(transpose(R), R))
        R = scale_matrix(0.5, add_matrices(scale_matrix(3.0, R), scale_matrix(-1.0, square)))
    return R
