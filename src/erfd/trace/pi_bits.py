"""pi, pi/2 and 2/pi to many bits.

pi is computed here in whole numbers, so no constant has to be trusted.
"""

from __future__ import annotations

from fractions import Fraction

BITS = 1472


def _pi(bits: int) -> int:
    """pi 2^bits, by Machin's formula in whole numbers."""

    def arctan(inverse: int) -> int:
        total = power = (1 << bits + 32) // inverse
        k, sign = 1, 1
        while power:
            power //= inverse * inverse
            k, sign = k + 2, -sign
            total += sign * (power // k)
        return total

    return 4 * (4 * arctan(5) - arctan(239)) >> 32


PI = _pi(BITS)
TWO_OVER_PI = float(Fraction(2 << BITS, PI))


def half_pi_parts() -> tuple[float, float, float]:
    """pi/2 as a sum of doubles of 53, 30 and 53 bits."""
    exact = Fraction(PI, 2 << BITS)
    first = float(exact)
    unit = Fraction(1, 2**83)
    second = float((exact - Fraction(first)) // unit * unit)
    return first, second, float(exact - Fraction(first) - Fraction(second))


HALF_PI = half_pi_parts()
HALF_PI_LOW = HALF_PI[1] + HALF_PI[2]


def words() -> list[int]:
    """The bits of 2/pi after 64 zero bits, in words of 64, the highest first."""
    number = (2 << (2 * BITS)) // PI
    return [0] + [(number >> (BITS - 64 * (k + 1))) % 2**64 for k in range(22)]
