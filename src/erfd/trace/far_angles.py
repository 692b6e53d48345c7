"""The reduction of angles of any size by a quarter turn, in LLVM IR.

Payne and Hanek 1983: of 2/pi only the bits matter that do not give whole turns.
"""

from __future__ import annotations

from erfd.trace.far_lanes import FAR, LANES
from erfd.trace.ir import hexadecimal
from erfd.trace.pi_bits import HALF_PI, HALF_PI_LOW, words

LIMIT = 2.0**20


def reduce_far() -> str:
    """The function that reduces one double by 256 bits of 2/pi; near ones keep their r and n.

    x = M 2^e with whole M: words of 2/pi that give whole turns are skipped, M times the next 256
    bits is the angle in quarter turns: two bits of quadrant, then the fraction.
    """
    return "\n".join([
        *_kept_or_lost(),
        *_whole(),
        *_window(),
        *_quarters(),
        *_two_doubles(),
        *_times_half_pi(),
        *_signed(),
        *LANES,
        "declare double @llvm.fabs.f64(double)",
        "declare double @llvm.fma.f64(double, double, double)",
        "declare i64 @llvm.fshl.i64(i64, i64, i64)",
        "declare i256 @llvm.ctlz.i256(i256, i1)",
    ])  # fmt: skip


def _kept_or_lost() -> list[str]:
    """Near angles are returned as they came, what is no number as NaN."""
    table = ", ".join(f"i64 {k}" for k in words())
    big = hexadecimal(1.7976931348623157e308)
    return [
        f"@two_over_pi = internal constant [23 x i64] [{table}]",
        f"define internal {FAR} @reduce_far(double %x, double %r0, double %l0, i64 %n0) #1 {{",
        "entry:",
        "  %size = call double @llvm.fabs.f64(double %x)",
        f"  %far = fcmp ugt double %size, {hexadecimal(LIMIT)}",
        "  br i1 %far, label %check, label %keep",
        "keep:",
        *_returned("k", "%r0", "%l0", "%n0"),
        "check:",
        f"  %finite = fcmp ole double %size, {big}",
        "  br i1 %finite, label %work, label %lost",
        "lost:",
        *_returned("m", "0x7FF8000000000000", "0.0", "0"),
        "work:",
    ]


def _whole() -> list[str]:
    """M, and where in 2/pi the bits begin that matter."""
    return [
        "  %raw = bitcast double %size to i64",
        "  %exponent = lshr i64 %raw, 52",
        "  %low = and i64 %raw, 4503599627370495",
        "  %M = or i64 %low, 4503599627370496",
        "  %start = sub i64 %exponent, 1013",  # e - 2 + 64 with e = exponent - 1075
        "  %word = lshr i64 %start, 6",
        "  %shift = and i64 %start, 63",
    ]


def _quarters() -> list[str]:
    """The nearest quarter turn %q, and what is left, %A of 2^-256 quarters, below it or above."""
    return [
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
    ]


def _two_doubles() -> list[str]:
    """%A as the sum %hi + %lo, of the 53 bits behind its leading zeros and the 53 after them."""
    return [
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
    ]


def _times_half_pi() -> list[str]:
    """The angle %r + %l in radians."""
    p1, p2 = hexadecimal(HALF_PI[0]), hexadecimal(HALF_PI_LOW)
    return [
        f"  %a = fmul double %hi, {p1}",
        "  %na = fneg double %a",
        f"  %b = call double @llvm.fma.f64(double %hi, double {p1}, double %na)",
        f"  %c = call double @llvm.fma.f64(double %hi, double {p2}, double %b)",
        f"  %d = call double @llvm.fma.f64(double %lo, double {p1}, double %c)",
        "  %r = fadd double %a, %d",
        "  %back = fsub double %r, %a",
        "  %l = fsub double %d, %back",
    ]


def _signed() -> list[str]:
    """For the sign of x, and of what was left of the quarter."""
    return [
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
    ]


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
