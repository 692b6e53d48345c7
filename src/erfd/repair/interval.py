"""One compiled function: the interval of s_ddot that motors and joints leave at a point and speed.

Each motor has two lines u = slope s_ddot + bend x + flat + viscous s_dot (see `limits_along.py`);
the larger counts where the motor turns forward (sigma >= 0), else the smaller, between `lower` and
`upper`. Each joint has first s_ddot + second x between -most and most. The side on which both lines
must keep a bound is exact; on the other one is enough, and the wider answer is taken.
"""

from __future__ import annotations

from functools import cache, reduce
from typing import Any

from erfd.algebra import sqrt
from erfd.trace.choose import maximum, minimum, select
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

FAR = 1e300
Rays = tuple[Any, Any, Any, Any]


@cache
def interval_function(motors: int, joints: int) -> Function:
    """Inputs: slope, bend, flat (2 motors), viscous, sigma, lower, upper (motors), first, second,
    most (joints), x; outputs: low, high."""
    facts = ("limits along a path", motors, joints)
    return Function("limits_along", lambda: _traced(motors, joints), "", key_of(facts))


def _traced(motors: int, joints: int) -> Tape:
    tape = Tape()
    slope, bend, flat = (symbols(tape, n, (2 * motors,)) for n in ("slope", "bend", "flat"))
    viscous, sigma, lower, upper = (
        symbols(tape, name, (motors,)) for name in ("viscous", "sigma", "lower", "upper")
    )
    first, second, most = (symbols(tape, n, (joints,)) for n in ("first", "second", "most"))
    x = symbols(tape, "x", ())[0]
    speed = sqrt(x)
    pairs = []
    for i in range(motors):
        rest = viscous[i] * speed
        both = [
            _rays(slope[k], bend[k] * x + flat[k] + rest, lower[i], upper[i])
            for k in (i, motors + i)
        ]
        pairs.append(_of_two(both[0], both[1], sigma[i]))
    for j in range(joints):
        ray = _rays(first[j], second[j] * x, -most[j], most[j])
        pairs.append((maximum(ray[0], ray[2]), minimum(ray[1], ray[3])))
    lows, highs = zip(*pairs, strict=True)
    output(tape, "low", (), [reduce(maximum, lows)])
    output(tape, "high", (), [reduce(minimum, highs)])
    return tape.compact()


def _rays(slope: Any, known: Any, lower: Any, upper: Any) -> Rays:
    """s_ddot from, to by slope s_ddot + known <= upper; from, to by >= lower."""
    rises = slope > 0
    top, bottom = (upper - known) / slope, (lower - known) / slope
    return (
        select(rises, -FAR, top),
        select(rises, top, FAR),
        select(rises, bottom, -FAR),
        select(rises, FAR, bottom),
    )


def _of_two(a: Rays, b: Rays, sigma: Any) -> tuple[Any, Any]:
    """Of the larger of both lines (sigma >= 0) or the smaller."""
    both = maximum(a[0], b[0]), minimum(a[1], b[1])
    one = minimum(a[2], b[2]), maximum(a[3], b[3])
    strict = maximum(a[2], b[2]), minimum(a[3], b[3])
    wide = minimum(a[0], b[0]), maximum(a[1], b[1])
    forward = sigma >= 0
    low = select(forward, maximum(both[0], one[0]), maximum(wide[0], strict[0]))
    high = select(forward, minimum(both[1], one[1]), minimum(wide[1], strict[1]))
    return low, high
