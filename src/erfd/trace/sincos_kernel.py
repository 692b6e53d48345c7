"""Sine and cosine in LLVM IR, branch-free where |x| is at most 2^20, at most 1.3 ulp.

Reduction: x = n pi/2 + r + low with |r| <= pi/4. The three parts of pi/2 have 53, 30 and 53 bits:
the first difference is exact, and so is what the second one loses (it goes into `low`), however
close x is to a multiple of pi/2. Polynomials in r^2: the coefficients of Sun's fdlibm (k_sin.c,
k_cos.c). Lanes beyond 2^20 take a reduction with 256 bits of 2/pi (Payne and Hanek 1983) and join
the others for the polynomials; a NaN or an infinity gives NaN in its own lane.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from erfd.trace.ir import Writer, hexadecimal

LIMIT = 2.0**20
MAGIC = 1.5 * 2.0**52
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


def sincos(w: Writer, angles: list[str]) -> list[tuple[str, str]]:
    """Sine and cosine of several angles; one test for all of them guards the slow reduction."""
    reduced = [_reduce(w, x) for x in angles]
    far = [w.compare("ugt", w.call("fabs", x), w.number(LIMIT)) for x in angles]
    while len(far) > 1:
        far = [
            w.logic("or", *far[k : k + 2]) if k + 1 < len(far) else far[k]
            for k in range(0, len(far), 2)
        ]
    reduced = _blend(w, angles, reduced, w.any(far[0]))
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


def _blend(w: Writer, angles: list[str], reduced: list[Reduced], any_far: str) -> list[Reduced]:
    """In a side branch, replace the reductions in the lanes that are far out."""
    here, slow, join = w.block, w.fresh_label("slow"), w.fresh_label("join")
    w.do(f"br i1 {any_far}, label %{slow}, label %{join}, !prof !0")
    w.label(slow)
    better = []
    for x, each in zip(angles, reduced, strict=True):
        for lane in range(w.width):
            each = _slow_lane(w, x, each, lane)
        better.append(each)
    w.do(f"br label %{join}")
    w.label(join)
    joined = []
    for pair in zip(reduced, better, strict=True):
        phis = [
            w.put(f"phi {kind} [ {fast}, %{here} ], [ {far}, %{slow} ]")
            for kind, fast, far in zip((w.D, w.D, w.I), *pair, strict=True)
        ]
        joined.append(Reduced(*phis))
    return joined


FAR = "{ double, double, i64 }"


def _slow_lane(w: Writer, x: str, near: Reduced, lane: int) -> Reduced:
    kinds, types = ("double", "double", "i64"), (w.D, w.D, w.I)
    parts = [w.lane("double", x, lane)]
    parts += [w.lane(kind, v, lane) for kind, v in zip(kinds, near, strict=True)]
    given = ", ".join(f"{k} {v}" for k, v in zip(("double", *kinds), parts, strict=True))
    far = w.put(f"call {FAR} @reduce_far({given})")
    ones = [w.put(f"extractvalue {FAR} {far}, {k}") for k in range(3)]
    if w.width == 1:
        return Reduced(*ones)
    return Reduced(*(
        w.put(f"insertelement {t} {v}, {k} {one}, i64 {lane}")
        for t, v, k, one in zip(types, near, kinds, ones, strict=True)
    ))  # fmt: skip


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
    flip = w.i("and", w.i("shl", n, w.integer(62)), top)
    flop = w.i("and", w.i("shl", w.i("add", n, w.integer(1)), w.integer(62)), top)
    s, c = w.choose(odd, cosine, sine), w.choose(odd, sine, cosine)
    return w.double(w.i("xor", w.bits(s), flip)), w.double(w.i("xor", w.bits(c), flop))


def reduce_far() -> str:
    """The function that reduces one double by 256 bits of 2/pi; near ones keep their r and n.

    x = M 2^e with whole M: words of 2/pi that give whole turns are skipped, M times the next 256
    bits is the angle in quarter turns: two bits of quadrant, then the fraction.
    """
    table = ", ".join(f"i64 {k}" for k in words())
    p1, p2 = hexadecimal(HALF_PI[0]), hexadecimal(HALF_PI_LOW)
    near = hexadecimal(LIMIT)
    big = hexadecimal(1.7976931348623157e308)
    lines = [
        f"@two_over_pi = internal constant [23 x i64] [{table}]",
        f"define internal {FAR} @reduce_far(double %x, double %r0, double %l0, i64 %n0) #1 {{",
        "entry:",
        "  %size = call double @llvm.fabs.f64(double %x)",
        f"  %far = fcmp ugt double %size, {near}",
        "  br i1 %far, label %check, label %keep",
        "keep:",
        *_returned("k", "%r0", "%l0", "%n0"),
        "check:",
        f"  %finite = fcmp ole double %size, {big}",
        "  br i1 %finite, label %work, label %lost",
        "lost:",
        *_returned("m", "0x7FF8000000000000", "0.0", "0"),
        "work:",
        "  %raw = bitcast double %size to i64",
        "  %exponent = lshr i64 %raw, 52",
        "  %low = and i64 %raw, 4503599627370495",
        "  %M = or i64 %low, 4503599627370496",
        "  %start = sub i64 %exponent, 1013",  # e - 2 + 64 with e = exponent - 1075
        "  %word = lshr i64 %start, 6",
        "  %shift = and i64 %start, 63",
        *_window(),
        "  %wide = zext i64 %M to i256",
        "  %P = mul i256 %wide, %V",
        "  %F = shl i256 %P, 2",
        "  %turn = lshr i256 %P, 254",
        "  %half = lshr i256 %F, 255",
        "  %sum = add i256 %turn, %half",
        "  %q = trunc i256 %sum to i64",
        "  %below = icmp slt i256 %F, 0",
        "  %minus = sub i256 0, %F",
        "  %A = select i1 %below, i256 %minus, i256 %F",
        "  %zeros = call i256 @llvm.ctlz.i256(i256 %A, i1 false)",
        "  %G = shl i256 %A, %zeros",
        "  %g1 = lshr i256 %G, 203",
        "  %g2 = lshr i256 %G, 150",
        "  %h1 = trunc i256 %g1 to i64",
        "  %h2w = trunc i256 %g2 to i64",
        "  %h2 = and i64 %h2w, 9007199254740991",
        "  %d1 = uitofp i64 %h1 to double",
        "  %d2 = uitofp i64 %h2 to double",
        "  %lz = trunc i256 %zeros to i64",
        "  %e1 = sub i64 970, %lz",
        "  %e2 = sub i64 917, %lz",
        "  %s1w = shl i64 %e1, 52",
        "  %s2w = shl i64 %e2, 52",
        "  %s1 = bitcast i64 %s1w to double",
        "  %s2 = bitcast i64 %s2w to double",
        "  %hi = fmul double %d1, %s1",
        "  %lo = fmul double %d2, %s2",
        f"  %a = fmul double %hi, {p1}",
        "  %na = fneg double %a",
        f"  %b = call double @llvm.fma.f64(double %hi, double {p1}, double %na)",
        f"  %c = call double @llvm.fma.f64(double %hi, double {p2}, double %b)",
        f"  %d = call double @llvm.fma.f64(double %lo, double {p1}, double %c)",
        "  %r = fadd double %a, %d",
        "  %back = fsub double %r, %a",
        "  %l = fsub double %d, %back",
        "  %nr = fneg double %r",
        "  %nl = fneg double %l",
        "  %negative = fcmp olt double %x, 0.0",
        "  %flip = xor i1 %below, %negative",
        "  %rr = select i1 %flip, double %nr, double %r",
        "  %ll = select i1 %flip, double %nl, double %l",
        "  %nq = sub i64 0, %q",
        "  %qq = select i1 %negative, i64 %nq, i64 %q",
        *_returned("o", "%rr", "%ll", "%qq"),
        "}",
        "declare double @llvm.fabs.f64(double)",
        "declare double @llvm.fma.f64(double, double, double)",
        "declare i64 @llvm.fshl.i64(i64, i64, i64)",
        "declare i256 @llvm.ctlz.i256(i256, i1)",
    ]
    return "\n".join(lines)


def _returned(word: str, r: str, low: str, n: str) -> list[str]:
    return [
        f"  %{word}0 = insertvalue {FAR} poison, double {r}, 0",
        f"  %{word}1 = insertvalue {FAR} %{word}0, double {low}, 1",
        f"  %{word}2 = insertvalue {FAR} %{word}1, i64 {n}, 2",
        f"  ret {FAR} %{word}2",
    ]


def _window() -> list[str]:
    """Four words from the table, shifted, as one integer %V of 256 bits."""
    lines = [
        "  %at0 = getelementptr i64, ptr @two_over_pi, i64 %word",
        "  %w0 = load i64, ptr %at0",
    ]
    for k in range(1, 5):
        lines.append(f"  %at{k} = getelementptr i64, ptr %at0, i64 {k}")
        lines.append(f"  %w{k} = load i64, ptr %at{k}")
    for k in range(4):
        lines.append(f"  %f{k} = call i64 @llvm.fshl.i64(i64 %w{k}, i64 %w{k + 1}, i64 %shift)")
        lines.append(f"  %z{k} = zext i64 %f{k} to i256")
    lines += [f"  %y{k} = shl i256 %z{k}, {64 * (3 - k)}" for k in range(3)]
    lines += ["  %or1 = or i256 %y0, %y1", "  %or2 = or i256 %y2, %z3", "  %V = or i256 %or1, %or2"]
    return lines
