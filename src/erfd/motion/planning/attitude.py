"""The tool's attitude along one move: a turn with the path, and a turn of its own.

    R(u) = Rot(k, u path_turn) Rot(e, u own_turn) R_start            u = s / extent, 0 to 1

k is the arc's axis, so that the frame [tangent, axis x tangent, axis] of the path turns by the
first factor. The modes differ in what they put there (r0 the attitude reached, r1 the target's):

    o_con   R = r0                                                 nothing turns
    o_var   R = slerp(r0, r1, u)                                   own turn r1 r0^T
    o_pco   R = F(s) F(0)^T r0                                     path turn, whatever r1 is
    o_pvo   R = F(s) slerp(F(0)^T r0, F(L)^T r1, u)   both: own turn Rot(k, -Phi) r1 r0^T
"""

from __future__ import annotations

import math
from typing import NamedTuple

from erfd.algebra import IDENTITY, ZERO, Matrix, Vector, add, apply, product, scale, transpose
from erfd.errors import ProgramError

HALF_TURN = 1e-6  # rad: closer to 180 deg there is no short way round
STILL = 1e-9  # rad: what counts as no turn


class Attitude(NamedTuple):
    """Rotation vectors of the whole move (rad), in base axes; where it starts and ends."""

    start: Matrix
    path_turn: Vector
    own_turn: Vector
    end: Matrix

    def at(self, u: float) -> Matrix:
        own = product(rotation(scale(u, self.own_turn)), self.start)
        return product(rotation(scale(u, self.path_turn)), own)

    def rate(self, u: float) -> Vector:
        """The turn per unit of u, in base axes."""
        return add(self.path_turn, apply(rotation(scale(u, self.path_turn)), self.own_turn))


def attitude(mode: str, start: Matrix, target: Matrix | None, path_turn: Vector) -> Attitude:
    """Without a target's attitude the start's is the target's."""
    goal = start if target is None else target
    if mode == "o_con" or (mode == "o_pco" and path_turn == ZERO):
        return Attitude(start, ZERO, ZERO, start)
    if mode == "o_pco":
        return Attitude(start, path_turn, ZERO, product(rotation(path_turn), start))
    with_path = ZERO if mode == "o_var" else path_turn
    back = rotation(scale(-1.0, with_path)) if with_path != ZERO else IDENTITY
    whole = product(product(back, goal), transpose(start))
    return Attitude(start, with_path, rotation_vector(whole), goal)


def rotation(v: Vector) -> Matrix:
    """The rotation about v by its length, after Rodrigues."""
    x, y, z = v
    square = x * x + y * y + z * z
    angle = math.sqrt(square)
    if angle < 1e-9:
        return (1.0, -z, y), (z, 1.0, -x), (-y, x, 1.0)
    s, half = math.sin(angle) / angle, math.sin(0.5 * angle) / angle
    c = 2.0 * half * half
    return (
        (1.0 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y),
        (c * x * y + s * z, 1.0 - c * (x * x + z * z), c * y * z - s * x),
        (c * x * z - s * y, c * y * z + s * x, 1.0 - c * (x * x + y * y)),
    )


def rotation_vector(R: Matrix) -> Vector:
    """Axis times angle, the short way; at half a turn there is none."""
    w = 0.5 * (R[2][1] - R[1][2]), 0.5 * (R[0][2] - R[2][0]), 0.5 * (R[1][0] - R[0][1])
    sine, cosine = math.hypot(*w), 0.5 * (R[0][0] + R[1][1] + R[2][2] - 1.0)
    angle = math.atan2(sine, cosine)
    if angle > math.pi - HALF_TURN:
        what = "E_RANGE: the tool has to turn by exactly 180 deg, and both ways are as short"
        raise ProgramError(what, "add a move to an attitude in between")
    return ZERO if angle < STILL * 1e-6 else scale(angle / sine, w)


def angle_of(a: Matrix, b: Matrix) -> float:
    """How far two attitudes are apart, 0 to pi."""
    D = product(a, transpose(b))
    sine = math.hypot(D[2][1] - D[1][2], D[0][2] - D[2][0], D[1][0] - D[0][1])
    return math.atan2(sine, D[0][0] + D[1][1] + D[2][2] - 1.0)


def quaternion(R: Matrix) -> tuple[float, float, float, float]:
    """w, x, y, z of a rotation, from its largest component."""
    (a, b, c), (d, e, f), (g, h, i) = R
    four = 1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i
    k = max(range(4), key=four.__getitem__)
    rows = (
        (four[0], h - f, c - g, d - b),
        (h - f, four[1], b + d, c + g),
        (c - g, b + d, four[2], f + h),
        (d - b, c + g, f + h, four[3]),
    )
    size = math.hypot(*rows[k])
    w, x, y, z = (v / size for v in rows[k])
    return w, x, y, z
