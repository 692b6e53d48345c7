"""Appendix B of Kvrgic and Vidakovic typed in: the closed forms of RL15's general vectors.

Every misprint has a name in MISPRINTS; `printed` says which of them to leave as printed. Keys are
(link, joint) and (link, joint, joint), counted from 1. The letters are the paper's.
"""

from __future__ import annotations

from math import cos, sin

from erfd.algebra import Matrix, Vector

A1, A2, A3, D4 = 0.2, 0.6, 0.115, 0.825

MISPRINTS = {
    "B.2": "b_11 begins with p*_y1 for -p*_y1",
    "B.3 v8 v9": "-c1 s2, -s1 s2 for 2 s1 c2, -2 c1 c2",
    "B.3 v11": "r_z2 - v14 for -r_z2 - v14",
    "B.4 b_i3": "b_i4 with its factor 2 in the column of q3",
    "B.4 b_i8": "v12 - r_zi for -(v12 + r_zi)",
    "B.5 b_i14": "no factor 2 (English text)",
    "B.5 b_i24": "two signs, and v9 for b_i9, in the column of q2 + q3",
    "B.6 b_i15": "no factor 2 (English text)",
    "B.7 b_646": "v48 r_z - v49 r_y + v61 and its like for 2 v61",
    "B.7 b_656": "v67, v68, v69 too much",
    "B.11 b_i9": "c1 b_i9 for c1 d_i9",
    "B.11 d_i3": "+ v4 d_i3 for - v4 d_i3",
    "B.11 d_i11": "signs in d_i11, d_i12, d_i13",
    "B.11 d_i44": "+ s23 d_i8 for - s23 d_i8",
    "B.13": "only I_6 (z_k x z_5) in the mixed columns",
    "A.2 s4": "link 4 turned by -q4, against Table A1",
}


class Letters:
    """The shorthands of (A.2), with what (B.2) to (B.13) share."""

    def __init__(self, q: list[float], printed: frozenset[str]) -> None:
        q1, q2, q3, q4, q5, _ = q
        c1, s1, c2, s2 = cos(q1), sin(q1), cos(q2), sin(q2)
        c23, s23, c4, c5, s5 = cos(q2 + q3), sin(q2 + q3), cos(q4), cos(q5), sin(q5)
        s4 = sin(q4) if "A.2 s4" in printed else -sin(q4)
        self.c1, self.s1, self.c23, self.s23, self.c4 = c1, s1, c23, s23, c4
        self.v1, self.v2, self.v3, self.v4 = c1 * s23, c1 * c23, s1 * s23, s1 * c23
        self.v12, self.v13, self.v14 = c23 * A3 + s23 * D4, s2 * A2, c2 * A2
        self.v5 = A1 - self.v13
        self.v8, self.v9 = 2 * s1 * c2, -2 * c1 * c2
        if "B.3 v8 v9" in printed:
            self.v8, self.v9 = -c1 * s2, -s1 * s2
        self.v15, self.v16 = -self.v1 * c4 - s1 * s4, s1 * c4 - self.v1 * s4
        self.v17, self.v18 = c1 * s4 - self.v3 * c4, -self.v3 * s4 - c1 * c4
        self.v19, self.v20 = c23 * c4, c23 * s4
        self.v31 = D4 * c23 - s23 * A3
        self.ax = self.v15 * s5 + self.v2 * c5
        self.ay = self.v17 * s5 + self.v4 * c5
        self.az = self.v19 * s5 + s23 * c5
        self.X6, self.Y6 = c1 * (self.v5 + self.v31), s1 * (self.v5 + self.v31)
        self.z1: Vector = (s1, -c1, 0.0)
        self.z3: Vector = (self.v2, self.v4, s23)
        self.z4: Vector = (self.v16, self.v18, self.v20)
        self.a: Vector = (self.ax, self.ay, self.az)


Vectors = dict[tuple[int, ...], Vector]


def b_vectors(q: list[float], r: list[Vector], printed: frozenset[str] = frozenset()) -> Vectors:
    """(B.2) to (B.7); r[i] is r_i^cm in base axes, r[0] is not used."""
    x = Letters(q, printed)
    b: Vectors = {}
    _b_1_2(b, x, r, printed)
    for i in (3, 4, 5, 6):
        _b_to_3(b, x, i, r[i], printed)
    for i in (4, 5, 6):
        _b_4(b, x, i, r[i], printed)
    for i in (5, 6):
        _b_5(b, x, i, r[i], printed)
    _b_6(b, x, r[6], printed)
    return b


def _b_1_2(b: Vectors, x: Letters, r: list[Vector], printed: frozenset[str]) -> None:
    c1, s1 = x.c1, x.s1
    px, py = A1 * c1, A1 * s1
    b[1, 1] = ((py if "B.2" in printed else -py) - r[1][1], px + r[1][0], 0.0)
    b[1, 1, 1] = (-b[1, 1][1], b[1, 1][0], 0.0)
    rx, ry, rz = r[2]
    v6, v7, v10 = -rz - x.v14, x.v13 - s1 * ry - c1 * rx, 2 * rz
    v11 = rz - x.v14 if "B.3 v11" in printed else -rz - x.v14
    b[2, 1] = (-s1 * x.v5 - ry, c1 * x.v5 + rx, 0.0)
    b[2, 2] = (c1 * v6, s1 * v6, -v7)
    b[2, 1, 1] = (-b[2, 1][1], b[2, 1][0], 0.0)
    b[2, 1, 2] = (x.v8 * A2 + s1 * v10, x.v9 * A2 - c1 * v10, 0.0)
    b[2, 2, 2] = (c1 * v7, s1 * v7, v11)


def _b_to_3(b: Vectors, x: Letters, i: int, r: Vector, printed: frozenset[str]) -> None:
    c1, s1, (rx, ry, rz) = x.c1, x.s1, r
    b2, b9 = x.v12 + x.v14 + rz, s1 * ry + c1 * rx
    b3, b4 = x.v31 + b9, 2 * (x.v12 + rz)
    b5, b6, b7 = s1 * b4, c1 * b4, x.v13 - b3
    b8 = x.v12 - rz if "B.4 b_i8" in printed else -(x.v12 + rz)
    lever = b4 if "B.4 b_i3" in printed else x.v12 + rz
    b[i, 1] = (-x.Y6 - ry, x.X6 + rx, 0.0)
    b[i, 2] = (-c1 * b2, -s1 * b2, b3 - x.v13)
    b[i, 3] = (-c1 * lever, -s1 * lever, b3)
    b[i, 1, 1] = (-b[i, 1][1], b[i, 1][0], 0.0)
    b[i, 1, 2] = (b5 + x.v8 * A2, -b6 + x.v9 * A2, 0.0)
    b[i, 1, 3] = (b5, -b6, 0.0)
    b[i, 2, 2] = (c1 * b7, s1 * b7, b8 - x.v14)
    b[i, 3, 3] = (-c1 * b3, -s1 * b3, b8)
    b[i, 2, 3] = _times(2, b[i, 3, 3])


def _b_4(b: Vectors, x: Letters, i: int, r: Vector, printed: frozenset[str]) -> None:
    c1, s1, c23, s23, (rx, ry, rz) = x.c1, x.s1, x.c23, x.s23, r
    b9 = s1 * ry + c1 * rx
    b10, b11, b12 = x.v4 * rz - s23 * ry, s23 * rx - x.v2 * rz, x.v2 * ry - x.v4 * rx
    b13 = x.v3 * rx - x.v1 * ry
    b[i, 4] = (b10, b11, b12)
    b[i, 1, 4] = _times(1 if "B.5 b_i14" in printed else 2, (-b11, b10, 0.0))
    third = b13 + s1 * b11 + c1 * b10
    b[i, 2, 4] = (-c23 * ry - c1 * b12 + x.v4 * b9, c23 * rx - s1 * b12 - x.v2 * b9, third)
    if "B.5 b_i24" in printed:
        first, second = c23 * ry - c1 * b12 + x.v4 * x.v9, -c23 * rx - s1 * b12 - x.v2 * x.v9
        b[i, 2, 4] = (first, second, third)
    b[i, 3, 4] = b[i, 2, 4]
    b[i, 4, 4] = (x.v4 * b12 - s23 * b11, s23 * b10 - x.v2 * b12, x.v2 * b11 - x.v4 * b10)


def _b_5(b: Vectors, x: Letters, i: int, r: Vector, printed: frozenset[str]) -> None:
    c1, s1, s23, (rx, ry, rz) = x.c1, x.s1, x.s23, r
    v2, v4, v16, v18, v20 = x.v2, x.v4, x.v16, x.v18, x.v20
    b14, b15, b16 = v16 * ry - v18 * rx, v20 * rx - v16 * rz, v18 * rz - v20 * ry
    b17 = v20 * (s1 * rx - c1 * ry)
    b[i, 5] = (b16, b15, b14)
    b[i, 1, 5] = _times(1 if "B.6 b_i15" in printed else 2, (-b15, b16, 0.0))
    b[i, 2, 5] = b[i, 3, 5] = _times(2, (-c1 * b14, -s1 * b14, b17 - x.c4 * rz))
    b[i, 4, 5] = _times(2, (v4 * b14 - s23 * b15, s23 * b16 - v2 * b14, v2 * b15 - v4 * b16))
    b[i, 5, 5] = (v18 * b14 - v20 * b15, v20 * b16 - v16 * b14, v16 * b15 - v18 * b16)


def _b_6(b: Vectors, x: Letters, r: Vector, printed: frozenset[str]) -> None:
    c1, s1, s23, (rx, ry, rz) = x.c1, x.s1, x.s23, r
    v2, v4, v16, v18, v20, ax, ay, az = x.v2, x.v4, x.v16, x.v18, x.v20, x.ax, x.ay, x.az
    v35, v36, v37 = ay * rz - az * ry, az * rx - ax * rz, ax * ry - ay * rx
    v47, v48, v49 = v4 * az - s23 * ay, s23 * ax - v2 * az, v2 * ay - v4 * ax
    v61, v62, v63 = v4 * v37 - s23 * v36, s23 * v35 - v2 * v37, v2 * v36 - v4 * v35
    v64, v65 = -(v18 * ay + v20 * az) * rx, -(v20 * az + v16 * ax) * ry
    v66 = -(v16 * ax + v18 * ay) * rz
    v67, v68, v69 = ay * v37 - az * v36, az * v35 - ax * v37, ax * v36 - ay * v35
    v70 = s1 * v36 + c1 * v35
    v71, v72 = (v20 * rz + v18 * ry) * ax, (v16 * rx + v20 * rz) * ay
    v73 = (v18 * ry + v16 * rx) * az
    b[6, 6] = (v35, v36, v37)
    b[6, 1, 6] = _times(2, (-v36, v35, 0.0))
    b[6, 2, 6] = b[6, 3, 6] = _times(2, (-c1 * v37, -s1 * v37, v70))
    b[6, 4, 6] = _times(2, (v61, v62, v63))
    if "B.7 b_646" in printed:
        first, second = v48 * rz - v49 * ry + v61, v49 * rx - v47 * rz + v62
        b[6, 4, 6] = (first, second, v47 * ry - v48 * rx + v63)
    b[6, 5, 6] = _times(2, (v71 + v64, v72 + v65, v73 + v66))
    if "B.7 b_656" in printed:
        b[6, 5, 6] = _plus(b[6, 5, 6], (v67, v68, v69))
    b[6, 6, 6] = (v67, v68, v69)


def d_vectors(
    q: list[float], r: list[Vector], I: list[Matrix], printed: frozenset[str] = frozenset()
) -> Vectors:
    """(B.8) to (B.13); I[i] is I_i^cm in base axes, with y of link 1 upright and principal."""
    x = Letters(q, printed)
    d: Vectors = {(1, 1): (0.0, 0.0, I[1][2][2]), (1, 1, 1): (0.0, 0.0, 0.0)}
    for i in (2, 3, 4, 5, 6):
        _d_to_3(d, x, i, I[i])
    for i in (4, 5, 6):
        _d_4(d, x, i, r[i], I[i], printed)
    for i in (5, 6):
        _d_5(d, x, i, I[i])
    _d_6(d, x, I[6], printed)
    return d


def _moments(I: Matrix) -> tuple[float, ...]:
    """I_x, I_y, I_z, I_xy, I_xz, I_yz with the signs of (B.14)."""
    return I[0][0], I[1][1], I[2][2], -I[0][1], -I[0][2], -I[1][2]


def _d_to_3(d: Vectors, x: Letters, i: int, I: Matrix) -> None:
    Ix, Iy, Iz, Ixy, Ixz, Iyz = _moments(I)
    c1, s1 = x.c1, x.s1
    d1, d2, d3 = Ix * s1 + Ixy * c1, Ixy * s1 + Iy * c1, Ixz * s1 - Iyz * c1
    d4, d5, d6 = Ix + Iy - Iz, Ixz * c1 + Iyz * s1, s1 * c1 * (Ix - Iy)
    d[i, 1] = (-Ixz, -Iyz, Iz)
    d[i, 2] = (d1, -d2, -d3)
    d[i, 1, 1] = (Iyz, -Ixz, 0.0)
    d[i, 1, 2] = (c1 * d4, s1 * d4, -2 * d5)
    d[i, 2, 2] = (c1 * d3, s1 * d3, (c1 * c1 - s1 * s1) * Ixy + d6)
    if i > 2:
        d[i, 3], d[i, 1, 3], d[i, 3, 3] = d[i, 2], d[i, 1, 2], d[i, 2, 2]
        d[i, 2, 3] = _times(2, d[i, 2, 2])


def _d_4(d: Vectors, x: Letters, i: int, r: Vector, I: Matrix, printed: frozenset[str]) -> None:
    Ix, Iy, Iz, Ixy, Ixz, Iyz = _moments(I)
    c1, s1, c23, s23 = x.c1, x.s1, x.c23, x.s23
    v1, v2, v3, v4 = x.v1, x.v2, x.v3, x.v4
    d1, d2, d3, d4 = d[i, 2][0], -d[i, 2][1], -d[i, 2][2], Ix + Iy - Iz
    d7, d8 = Ix * v2 - Ixy * v4 - Ixz * s23, Iy * v4 - Ixy * v2 - Iyz * s23
    d9, d10 = Iz * s23 - Ixz * v2 - Iyz * v4, Ixz * v4 - Iyz * v2
    d11, d12 = -Ix * v1 + Ixy * v3 - Ixz * c23, -Iy * v3 + Ixy * v1 - Iyz * c23
    d13 = Iz * c23 + Ixz * v1 + Iyz * v3
    if "B.11 d_i11" in printed:
        d11, d12 = Ix * v1 - Ixy * v3 - Ixz * c23, Iy * v3 - Ixy * v1 - Iyz * c23
        d13 = Iz * c23 - Ixz * v1 - Iyz * v3
    nine = s1 * r[1] + c1 * r[0] if "B.11 b_i9" in printed else d9
    d[i, 4] = (d7, d8, d9)
    d[i, 1, 4] = (2 * Iyz * s23 - v4 * d4, v2 * d4 - 2 * Ixz * s23, 2 * d10)
    d[i, 2, 4] = d[i, 3, 4] = (
        d11 + (v4 * d3 if "B.11 d_i3" in printed else -v4 * d3) + s23 * d2 - c1 * nine,
        d12 + v2 * d3 + s23 * d1 - s1 * d9,
        d13 - v4 * d1 - v2 * d2 + s1 * d8 + c1 * d7,
    )
    first = v4 * d9 + (s23 * d8 if "B.11 d_i44" in printed else -s23 * d8)
    d[i, 4, 4] = (first, s23 * d7 - v2 * d9, v2 * d8 - v4 * d7)


def _d_5(d: Vectors, x: Letters, i: int, I: Matrix) -> None:
    """v38 to v43 are not defined in print: z1 x z4 and z3 x z4."""
    Ix, Iy, Iz, Ixy, Ixz, Iyz = _moments(I)
    c1, s1, s23, v2, v4 = x.c1, x.s1, x.s23, x.v2, x.v4
    v16, v18, v20 = x.v16, x.v18, x.v20
    d1, d2, d3, d4 = d[i, 2][0], -d[i, 2][1], -d[i, 2][2], Ix + Iy - Iz
    d7, d8, d9 = d[i, 4]
    d14, d15 = Ix * v16 - Ixy * v18 - Ixz * v20, Iy * v18 - Ixy * v16 - Iyz * v20
    d16, d19 = Iz * v20 - Ixz * v16 - Iyz * v18, Ixz * v18 - Iyz * v16
    d17, d18 = 2 * Ixz * v20, 2 * Iyz * v20
    d21, d22, d23 = _turned(I, _cross(x.z1, x.z4))
    d24, d25, d26 = _turned(I, _cross(x.z3, x.z4))
    d[i, 5] = (d14, d15, d16)
    d[i, 1, 5] = (d18 - v18 * d4, v16 * d4 - d17, 2 * d19)
    d[i, 2, 5] = d[i, 3, 5] = (
        v20 * d2 - v18 * d3 - c1 * d16 + d21,
        v16 * d3 + v20 * d1 - s1 * d16 + d22,
        s1 * d15 + c1 * d14 - v16 * d2 - v18 * d1 + d23,
    )
    d[i, 4, 5] = (
        d24 + v4 * d16 - s23 * d15 + v18 * d9 - v20 * d8,
        d25 - v2 * d16 + s23 * d14 - v16 * d9 + v20 * d7,
        d26 + v2 * d15 - v4 * d14 + v16 * d8 - v18 * d7,
    )
    d[i, 5, 5] = (v18 * d16 - v20 * d15, v20 * d14 - v16 * d16, v16 * d15 - v18 * d14)


def _d_6(d: Vectors, x: Letters, I: Matrix, printed: frozenset[str]) -> None:
    Ix, Iy, Iz, Ixy, Ixz, Iyz = _moments(I)
    ax, ay, az = x.a
    d2, d3 = Ix * ax - Ixy * ay - Ixz * az, Iy * ay - Ixy * ax - Iyz * az
    d4 = Iz * az - Ixz * ax - Iyz * ay
    d[6, 6] = (d2, d3, d4)
    d[6, 6, 6] = (d4 * ay - d3 * az, d2 * az - d4 * ax, d3 * ax - d2 * ay)
    z0: Vector = (0.0, 0.0, 1.0)
    for k, z in ((1, z0), (2, x.z1), (3, x.z1), (4, x.z3), (5, x.z4)):
        d[6, k, 6] = _turned(I, _cross(z, x.a))
        if "B.13" not in printed:
            rest = _plus(_cross(z, _turned(I, x.a)), _cross(x.a, _turned(I, z)))
            d[6, k, 6] = _plus(d[6, k, 6], rest)


def _times(s: float, v: Vector) -> Vector:
    return (s * v[0], s * v[1], s * v[2])


def _plus(v: Vector, w: Vector) -> Vector:
    return (v[0] + w[0], v[1] + w[1], v[2] + w[2])


def _cross(v: Vector, w: Vector) -> Vector:
    return (v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0])


def _turned(I: Matrix, v: Vector) -> Vector:
    return tuple(sum(row[k] * v[k] for k in range(3)) for row in I)
