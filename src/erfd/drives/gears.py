"""What the gears transmit: tau of A^T tau = u, the joint torques u brought to the motors.

Source: Szkodny Eq. (13): power is conserved, tau . y = u . qd with y = A qd. The
Kvrgic and Vidakovic divide by the ratios instead, which is right without coupling only.
Gauss, with pivots taken where A has the fewest entries: a coupling costs a multiplication and an
addition, ratios fold into the program. Coordinates that no motor moves have no row here.
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.drives.transmission import Rows, is_none
from erfd.errors import RobotError
from erfd.robot.drives import Drives
from erfd.robot.record_numbers import is_real

ROUNDING = 1e-14


def driven(drives: Drives) -> list[int]:
    """The coordinates that some motor moves."""
    rows = [m.ratios if m.ball_screw is None else m.ball_screw.of for m in drives.motors]
    count = len(rows[0]) if rows else 0
    return [j for j in range(count) if not all(is_none(row[j]) for row in rows)]


def refuse_unequal(drives: Drives) -> None:
    """Motor torques follow from joint torques only where there are as many of both."""
    moved, motors = len(driven(drives)), len(drives.motors)
    if moved != motors:
        raise RobotError(
            f"{motors} motors move {moved} coordinates, so A cannot be inverted",
            "give each coordinate that is driven one motor",
        )


def refuse_crossed(drives: Drives, why: str) -> None:
    """Where motor i has to be that of coordinate i."""
    for i, motor in enumerate(drives.motors):
        row = motor.ratios if motor.ball_screw is None else motor.ball_screw.of
        if is_none(row[i]):
            what = f"motor '{motor.name}' does not turn with joint {i + 1}, and {why}"
            raise RobotError(what, "list the motors in the order of the joints that they move")


def gear_torques(
    A: Sequence[Sequence[Scalar]], u: Sequence[Sequence[Scalar]], driven: Sequence[int]
) -> Rows:
    """A^-T u, u a matrix by rows (a row for each coordinate), in the driven coordinates."""
    transposed = [[row[j] for row in A] for j in driven]
    return solve(transposed, [list(u[j]) for j in driven])


def solve(B: Sequence[Sequence[Scalar]], R: Sequence[Sequence[Scalar]]) -> Rows:
    """X of B X = R, B square: zeros that are known stay out of the work."""
    n, rows = len(B), [[*b, *r] for b, r in zip(B, R, strict=True)]
    left, order = list(range(n)), list[tuple[int, int]]()
    columns = list(range(n))
    for _ in range(n):
        i, j = _pivot(rows, left, columns)
        left.remove(i)
        columns.remove(j)
        order.append((i, j))
        for k in left:
            if not is_none(rows[k][j]):
                _eliminate(rows, k, i, j, [*columns, *range(n, len(rows[0]))])
    return _backward(rows, order, n)


def _pivot(rows: Rows, left: list[int], columns: list[int]) -> tuple[int, int]:
    """Where the row and the column have the fewest entries; of numbers the largest."""
    entries = [(i, j) for i in left for j in columns if not is_none(rows[i][j])]
    if not entries:
        raise RobotError(
            "the transmission matrix A is singular: some motion of the joints turns no motor",
            "mend the ratios of the motors",
        )
    wide = {i: sum(not is_none(rows[i][j]) for j in columns) for i in left}
    high = {j: sum(not is_none(rows[i][j]) for i in left) for j in columns}

    def rank(at: tuple[int, int]) -> tuple[float, ...]:
        i, j = at
        x = rows[i][j]
        return (wide[i] - 1) * (high[j] - 1), not is_real(x), -abs(x) if is_real(x) else 0

    return min(entries, key=rank)


def _eliminate(rows: Rows, k: int, i: int, j: int, places: list[int]) -> None:
    ratio = rows[k][j] / rows[i][j]
    for p in places:
        if not is_none(rows[i][p]):
            rows[k][p] = _less(rows[k][p], ratio * rows[i][p])


def _less(a: Scalar, b: Scalar) -> Scalar:
    """a - b; of numbers zero where only rounding is left, so that a singular A is known as such."""
    left = a - b
    if is_real(left) and abs(left) <= ROUNDING * abs(a):
        return 0.0
    return left


def _backward(rows: Rows, order: list[tuple[int, int]], n: int) -> Rows:
    X: Rows = [[] for _ in range(n)]
    for position in reversed(range(n)):
        i, j = order[position]
        values = rows[i][n:]
        for _, known in order[position + 1 :]:
            if not is_none(rows[i][known]):
                values = [v - rows[i][known] * x for v, x in zip(values, X[known], strict=True)]
        X[j] = [v / rows[i][j] for v in values]
    return X
