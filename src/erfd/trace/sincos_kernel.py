"""Sine and cosine in LLVM IR, branch-free below 2^19 quarter turns (8e5), at most 1.3 ulp.

Reduction: x = n pi/2 + r + low with |r| <= pi/4. The three parts of pi/2 have 53, 30 and 53 bits:
the first difference is exact, and so is what the second one loses (it goes into `low`), however
close x is to a multiple of pi/2. Polynomials in r^2: the coefficients of Sun's fdlibm (k_sin.c,
k_cos.c). Lanes beyond 2^20 take a reduction with 256 bits of 2/pi (Payne and Hanek 1983) and join
the others for the polynomials; a NaN or an infinity gives NaN in its own lane.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.trace.ir import Writer
from erfd.trace.pi_bits import HALF_PI, TWO_OVER_PI

MAGIC = 1.5 * 2.0**52
MAGIC_BITS = 0x4338000000000000
TURNS = 2**19  # TURNS quarter turns are less than LIMIT
SINE = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
COSINE = (
    -0.5,
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)


def sincos(w: Writer, angles: list[str]) -> list[tuple[str, str]]:
    """Sine and cosine of several angles; one test for all of them guards the slow reduction."""
    reduced = [_reduce(w, x) for x in angles]
    reduced = _blend(w, angles, reduced, w.any(_far(w, [x.n for x in reduced])))
    return [_polynomials(w, x) for x in reduced]


class Reduced(NamedTuple):
    """x = n pi/2 + r + low; the last two bits of n count."""

    r: str
    low: str
    n: str


def _reduce(w: Writer, x: str) -> Reduced:
    first, second, third = (w.number(-part) for part in HALF_PI)
    t = w.fma(x, w.number(TWO_OVER_PI), w.number(MAGIC))
    n = w.f("fsub", t, w.number(MAGIC))
    exact = w.fma(n, first, x)
    r = w.fma(n, second, exact)
    low = w.fma(n, second, w.f("fsub", exact, r))
    return Reduced(r, w.fma(n, third, low), w.bits(t))


def _far(w: Writer, turns: list[str]) -> str:
    """Lanes in which some n lies outside of +-TURNS: all that are far, NaN, and a few others.

    n stands in the last bits of t; what is beyond, or no number, has other bits before them.
    """
    offset = w.integer(TURNS - MAGIC_BITS)
    together = w.i("add", turns[0], offset)
    for n in turns[1:]:
        together = w.i("or", together, w.i("add", n, offset))
    beyond = w.i("and", together, w.integer(-2 * TURNS))
    return w.put(f"icmp ne {w.I} {beyond}, {w.integer(0)}")


def _blend(w: Writer, angles: list[str], reduced: list[Reduced], any_far: str) -> list[Reduced]:
    """In a side branch, replace the reductions in the lanes that are far out.

    They go through memory, so that one call serves all angles and lanes.
    """
    here, slow, join = w.block, w.fresh_label("slow"), w.fresh_label("join")
    w.do(f"br i1 {any_far}, label %{slow}, label %{join}, !prof !0")
    w.label(slow)
    tile = w.room(4 * len(angles) * w.width)
    kinds = (w.D, w.D, w.D, w.I)
    for k, (x, each) in enumerate(zip(angles, reduced, strict=True)):
        for j, (kind, v) in enumerate(zip(kinds, (x, *each), strict=True)):
            w.do(f"store {kind} {v}, ptr {w.vector_at(tile, 4 * k + j)}, align 8")
    w.do(f"call void @reduce_lanes(ptr {tile}, i64 {len(angles)}, i64 {w.width})")
    places = [[w.vector_at(tile, 4 * k + j) for j in (1, 2, 3)] for k in range(len(angles))]
    better = [
        [w.put(f"load {kind}, ptr {p}, align 8") for kind, p in zip(kinds[1:], at, strict=True)]
        for at in places
    ]
    w.do(f"br label %{join}")
    w.label(join)
    joined = []
    for pair in zip(reduced, better, strict=True):
        phis = [
            w.put(f"phi {kind} [ {fast}, %{here} ], [ {far}, %{slow} ]")
            for kind, fast, far in zip(kinds[1:], *pair, strict=True)
        ]
        joined.append(Reduced(*phis))
    return joined


def _horner(w: Writer, coefficients: tuple[float, ...], z: str) -> str:
    total = w.number(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        total = w.fma(total, z, w.number(c))
    return total


def _polynomials(w: Writer, reduced: Reduced) -> tuple[str, str]:
    r, low, n = reduced
    z = w.f("fmul", r, r)
    sine = w.f("fadd", w.fma(w.f("fmul", r, z), _horner(w, SINE, z), low), r)
    cosine = w.fma(z, _horner(w, COSINE, z), w.number(1.0))
    odd = w.put(f"icmp ne {w.I} {w.i('and', n, w.integer(1))}, {w.integer(0)}")
    top = w.integer(-(2**63))
    signs = w.i("shl", n, w.integer(62))
    flip = w.i("and", signs, top)
    flop = w.i("and", w.i("add", signs, w.integer(2**62)), top)
    s, c = w.choose(odd, cosine, sine), w.choose(odd, sine, cosine)
    return w.double(w.i("xor", w.bits(s), flip)), w.double(w.i("xor", w.bits(c), flop))
