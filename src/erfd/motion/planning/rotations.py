"""Rotations in batches: a row each, as in `attitude.py`."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array


def rotations(v: Array) -> Array:
    """(N, 3) rotation vectors to (N, 3, 3)."""
    x, y, z = v[:, 0], v[:, 1], v[:, 2]
    square = x * x + y * y + z * z
    angle = np.sqrt(square)
    whole = np.where(angle > 1e-9, angle, 1.0)
    s = np.where(angle > 1e-9, np.sin(angle) / whole, 1.0)
    half = np.where(angle > 1e-9, np.sin(0.5 * angle) / whole, 0.5)
    c = 2.0 * half * half
    R = np.empty((len(v), 3, 3))
    cxy, cxz, cyz, sx, sy, sz = c * x * y, c * x * z, c * y * z, s * x, s * y, s * z
    R[:, 0, 0], R[:, 1, 1], R[:, 2, 2] = (
        1.0 - c * (square - x * x),
        1.0 - c * (square - y * y),
        1.0 - c * (square - z * z),
    )
    R[:, 0, 1], R[:, 1, 0] = cxy - sz, cxy + sz
    R[:, 0, 2], R[:, 2, 0] = cxz + sy, cxz - sy
    R[:, 1, 2], R[:, 2, 1] = cyz - sx, cyz + sx
    return R


def applied(R: Array, v: Array) -> Array:
    """Each rotation to its vector."""
    turned: Array = np.matmul(R, v[:, :, None])[:, :, 0]
    return turned


def crossed(a: Array, b: Array) -> Array:
    result = np.empty(np.broadcast_shapes(a.shape, b.shape))
    result[:, 0] = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    result[:, 1] = a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2]
    result[:, 2] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return result
