"""The roots q3 of the general arrangement, many poses at once, polished by Newton's method.

A turn: the condition is a0 + a1 cos q + b1 sin q + a2 cos 2q + b2 sin 2q = 0, which is a polynomial
of degree four in exp(iq) whose roots of length one count. A slide: of degree four in q. The
coefficients are fitted to five samples of the condition itself, so that its text stands once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Condition = Callable[[Array], Array]
NEWTON = 8


def roots_of_turn(condition: Condition) -> Array:
    """(N, 4) angles; the condition maps (M,) or (N, M) angles to (N, M). All are candidates."""
    at = np.asarray(2.0 * np.pi * np.arange(5) / 5.0, dtype=np.float64)
    spectrum = np.fft.fft(condition(at), axis=-1) / 5.0
    order = [-2, -1, 0, 1, 2]
    return _polished(condition, np.angle(_roots(spectrum[:, order])))


def roots_of_slide(condition: Condition, size: float) -> Array:
    """(N, 4) lengths."""
    at = size * np.linspace(-1.0, 1.0, 5)
    values = condition(at)
    powers = np.linalg.solve(np.vander(at / size, increasing=True), values.T).T
    roots = _roots(powers.astype(complex))
    return _polished(condition, size * roots.real)


def _roots(c: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Of c0 + c1 z + ... + c4 z^4, rows at once, by the eigenvalues of companion matrices."""
    companion = np.zeros((len(c), 4, 4), dtype=complex)
    companion[:, 1, 0] = companion[:, 2, 1] = companion[:, 3, 2] = 1.0
    companion[:, :, 3] = -c[:, :4] / c[:, 4:]
    return np.asarray(np.linalg.eigvals(companion))


def _polished(condition: Condition, q: Array) -> Array:
    """Newton's method with differences in place of the derivative; the best of all rounds."""
    best, least = q, np.abs(condition(q))
    for _ in range(NEWTON):
        h = 1e-6 * (1.0 + np.abs(q))
        slope = (condition(q + h) - condition(q - h)) / (2.0 * h)
        step = condition(q) / np.where(slope == 0.0, np.inf, slope)
        q = q - np.clip(step, -0.1, 0.1)
        now = np.abs(condition(q))
        best, least = np.where(now < least, q, best), np.minimum(now, least)
    return best
