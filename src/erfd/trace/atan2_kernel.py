"""The arc tangent of y/x in LLVM IR, all quadrants, branch-free.

t = min(|x|, |y|) / max(|x|, |y|), moved to |t| <= tan(pi/8) by (t - 1)/(t + 1); the rational
approximation of Cephes (atan.c), about 2 ulp.
"""

from __future__ import annotations

import math

from erfd.trace.ir import Writer

NUMERATOR = (
    -8.750608600031904122785e-1,
    -1.615753718733365076637e1,
    -7.500855792314704667340e1,
    -1.228866684490136173410e2,
    -6.485021904942025371773e1,
)
DENOMINATOR = (
    1.0,
    2.485846490142306297962e1,
    1.650270098316988542046e2,
    4.328810604912902668951e2,
    4.853903996359136964868e2,
    1.945506571482613964425e2,
)


def atan2(w: Writer, y: str, x: str) -> str:
    a, b = w.call("fabs", y), w.call("fabs", x)
    steep = w.compare("ogt", a, b)
    low, high = w.choose(steep, b, a), w.choose(steep, a, b)
    zero = w.number(0.0)
    low, high = _same_infinity(w, low, high)
    moved = w.compare("ogt", low, w.f("fmul", high, w.number(math.tan(math.pi / 8))))
    over = w.choose(moved, w.f("fsub", low, high), low)
    under = w.choose(moved, w.f("fadd", low, high), high)
    nothing = w.compare("oeq", high, zero)
    t = w.choose(nothing, low, w.f("fdiv", over, under))
    angle = w.f("fadd", _polynomial(w, t), w.choose(moved, w.number(math.pi / 4), zero))
    angle = w.choose(steep, w.f("fsub", w.number(math.pi / 2), angle), angle)
    behind = w.put(f"icmp slt {w.I} {w.bits(x)}, {w.integer(0)}")
    angle = w.choose(behind, w.f("fsub", w.number(math.pi), angle), angle)
    return w.call("copysign", angle, y)


def _same_infinity(w: Writer, low: str, high: str) -> tuple[str, str]:
    """inf/inf is 1 here, and a NaN in either argument reaches the result."""
    infinite = w.compare("oeq", low, w.number(math.inf))
    one = w.number(1.0)
    unordered = w.compare("uno", low, high)
    nan = w.number(math.nan)
    high = w.choose(infinite, one, high)
    return w.choose(unordered, nan, w.choose(infinite, one, low)), high


def _polynomial(w: Writer, t: str) -> str:
    z = w.f("fmul", t, t)
    p, q = w.number(NUMERATOR[0]), w.number(DENOMINATOR[0])
    for c in NUMERATOR[1:]:
        p = w.fma(p, z, w.number(c))
    for c in DENOMINATOR[1:]:
        q = w.fma(q, z, w.number(c))
    return w.fma(w.f("fmul", t, z), w.f("fdiv", p, q), t)
