"""What a new node may become instead: constant folding and a table of rules.

A rule looks at the arguments and returns the node that stands for the result, or None. Rules keep
the value over the real numbers (0 x = 0 also where x is not finite). Signs are pulled outward, so
that a b, (-a) b and a (-b) share one product; sums absorb them again.
"""

from __future__ import annotations

from collections.abc import Callable

from erfd.robot.placement import exact_sincos
from erfd.trace.ops import OPS
from erfd.trace.tape import Tape

Rule = Callable[..., int | None]


def build(tape: Tape, op: str, args: tuple[int, ...]) -> int:
    """The node for this operation: folded, simplified, found again, or new."""
    values = [tape.constant(a) for a in args]
    if all(v is not None for v in values) and not OPS[op].flag and op not in ("sin", "cos"):
        return tape.const(OPS[op].fold(*values))
    for rule in RULES.get(op, ()):
        result = rule(tape, *args)
        if result is not None:
            return result
    return tape.emit(op, args)


def _inside(tape: Tape, i: int, op: str) -> tuple[int, ...] | None:
    node = tape.nodes[i]
    return node.args if node.op == op else None


def _both_ways(rule: Callable[[Tape, int, int], int | None]) -> Rule:
    def tried(t: Tape, a: int, b: int) -> int | None:
        first = rule(t, a, b)
        return first if first is not None else rule(t, b, a)

    return tried


def add_zero(t: Tape, a: int, b: int) -> int | None:
    return b if t.constant(a) == 0 else None


def add_negative(t: Tape, a: int, b: int) -> int | None:
    inner = _inside(t, a, "neg")
    return build(t, "sub", (b, inner[0])) if inner else None


def add_constants(t: Tape, a: int, b: int) -> int | None:
    """c1 + (c2 + x) = (c1 + c2) + x."""
    inner = _inside(t, b, "add")
    if t.constant(a) is None or inner is None or t.constant(inner[0]) is None:
        return None
    return build(t, "add", (build(t, "add", (a, inner[0])), inner[1]))


def add_undo(t: Tape, a: int, b: int) -> int | None:
    """(x - y) + y = x."""
    inner = _inside(t, a, "sub")
    return inner[0] if inner and inner[1] == b else None


def add_multiples(t: Tape, a: int, b: int) -> int | None:
    """c1 x + c2 x = (c1 + c2) x."""
    ca, xa = _multiple(t, a)
    cb, xb = _multiple(t, b)
    return build(t, "mul", (t.const(ca + cb), xa)) if xa == xb else None


def add_squares(t: Tape, a: int, b: int) -> int | None:
    """cos^2 + sin^2 = 1."""
    x, y = _inside(t, a, "mul"), _inside(t, b, "mul")
    if x is None or y is None or x[0] != x[1] or y[0] != y[1]:
        return None
    c, s = _inside(t, x[0], "cos"), _inside(t, y[0], "sin")
    return t.const(1) if c is not None and c == s else None


def _multiple(t: Tape, i: int) -> tuple[float, int]:
    inner = _inside(t, i, "mul")
    number = t.constant(inner[0]) if inner else None
    return (number, inner[1]) if inner and number is not None else (1.0, i)


def sub_simple(t: Tape, a: int, b: int) -> int | None:
    if a == b:
        return t.const(0)
    if t.constant(a) == 0:
        return build(t, "neg", (b,))
    if (number := t.constant(b)) is not None:
        return build(t, "add", (t.const(-number), a))
    return None


def sub_negative(t: Tape, a: int, b: int) -> int | None:
    """a - (-y) = a + y, (-x) - b = -(x + b)."""
    if inner := _inside(t, b, "neg"):
        return build(t, "add", (a, inner[0]))
    if inner := _inside(t, a, "neg"):
        return build(t, "neg", (build(t, "add", (inner[0], b)),))
    return None


def sub_undo(t: Tape, a: int, b: int) -> int | None:
    """(x + b) - b = x, a - (a - y) = y, a - (a + y) = -y."""
    inner = _inside(t, a, "add")
    if inner and b in inner:
        return inner[0] if inner[1] == b else inner[1]
    inner = _inside(t, b, "sub")
    if inner and inner[0] == a:
        return inner[1]
    inner = _inside(t, b, "add")
    if inner and a in inner:
        return build(t, "neg", (inner[0] if inner[1] == a else inner[1],))
    return None


def sub_multiples(t: Tape, a: int, b: int) -> int | None:
    ca, xa = _multiple(t, a)
    cb, xb = _multiple(t, b)
    return build(t, "mul", (t.const(ca - cb), xa)) if xa == xb else None


def sub_turned(t: Tape, a: int, b: int) -> int | None:
    """b - a is there already."""
    found = t.find("sub", (b, a))
    return build(t, "neg", (found,)) if found is not None else None


def mul_simple(t: Tape, a: int, b: int) -> int | None:
    number = t.constant(a)
    if number is None:
        return None
    if number == 0:
        return t.const(0)
    if number < 0:
        return build(t, "neg", (build(t, "mul", (t.const(-number), b)),))
    return b if number == 1 else None


def mul_negative(t: Tape, a: int, b: int) -> int | None:
    inner = _inside(t, a, "neg")
    return build(t, "neg", (build(t, "mul", (inner[0], b)),)) if inner else None


def mul_constants(t: Tape, a: int, b: int) -> int | None:
    """c1 (c2 x) = (c1 c2) x."""
    inner = _inside(t, b, "mul")
    if t.constant(a) is None or inner is None or t.constant(inner[0]) is None:
        return None
    return build(t, "mul", (build(t, "mul", (a, inner[0])), inner[1]))


def mul_reciprocal(t: Tape, a: int, b: int) -> int | None:
    inner = _inside(t, a, "reciprocal")
    return t.const(1) if inner and inner[0] == b else None


def neg_neg(t: Tape, a: int) -> int | None:
    inner = _inside(t, a, "neg")
    return inner[0] if inner else None


def odd(op: str) -> Rule:
    """f(-x) = -f(x)."""

    def rule(t: Tape, a: int) -> int | None:
        inner = _inside(t, a, "neg")
        return build(t, "neg", (build(t, op, inner),)) if inner else None

    return rule


def even(op: str) -> Rule:
    """f(-x) = f(x)."""

    def rule(t: Tape, a: int) -> int | None:
        inner = _inside(t, a, "neg")
        return build(t, op, inner) if inner else None

    return rule


def reciprocal_twice(t: Tape, a: int) -> int | None:
    inner = _inside(t, a, "reciprocal")
    return inner[0] if inner else None


def quarter_turns(op: str) -> Rule:
    """Numbers, and x + k pi/2 for whole k: exact, without a sine of its own."""

    def rule(t: Tape, a: int) -> int | None:
        number = t.constant(a)
        if number is not None:
            return t.const(exact_sincos(number)[op == "cos"])
        inner = _inside(t, a, "add")
        offset = t.constant(inner[0]) if inner else None
        if inner is None or offset is None:
            return None
        s, c = exact_sincos(offset)
        if not s.is_integer() or not c.is_integer():
            return None
        sine, cosine = build(t, "sin", (inner[1],)), build(t, "cos", (inner[1],))
        first, second = (cosine, sine) if op == "sin" else (sine, cosine)
        result = first if c == 0 else second
        negative = c < 0 or (s < 0 if op == "sin" else s > 0)
        return build(t, "neg", (result,)) if negative else result

    return rule


def sqrt_square(t: Tape, a: int) -> int | None:
    inner = _inside(t, a, "mul")
    return build(t, "abs", (inner[0],)) if inner and inner[0] == inner[1] else None


def same(_: Tape, a: int, b: int) -> int | None:
    return a if a == b else None


def select_same(_: Tape, _flag: int, a: int, b: int) -> int | None:
    return a if a == b else None


def known(t: Tape, flag: int) -> bool | None:
    """What a flag is whatever the inputs are; numbers are compared here."""
    op, args, _ = t.nodes[flag]
    if op == "not":
        inner = known(t, args[0])
        return None if inner is None else not inner
    if op not in ("lt", "le", "eq"):
        return None
    a, b = (t.constant(k) for k in args)
    return None if a is None or b is None else bool(OPS[op].fold(a, b))


def select_known(t: Tape, flag: int, a: int, b: int) -> int | None:
    value = known(t, flag)
    return None if value is None else a if value else b


def with_known(deciding: bool) -> Rule:
    """A flag that is known to be `deciding` decides alone; otherwise the other one does."""

    def rule(t: Tape, a: int, b: int) -> int | None:
        value = known(t, a)
        return None if value is None else a if value == deciding else b

    return _both_ways(rule)


def not_not(t: Tape, a: int) -> int | None:
    inner = _inside(t, a, "not")
    return inner[0] if inner else None


RULES: dict[str, tuple[Rule, ...]] = {
    "add": (
        _both_ways(add_zero),
        _both_ways(add_negative),
        _both_ways(add_constants),
        _both_ways(add_undo),
        add_multiples,
        _both_ways(add_squares),
    ),
    "sub": (sub_simple, sub_negative, sub_undo, sub_multiples, sub_turned),
    "mul": (
        _both_ways(mul_simple),
        _both_ways(mul_negative),
        _both_ways(mul_constants),
        _both_ways(mul_reciprocal),
    ),
    "neg": (neg_neg,),
    "reciprocal": (odd("reciprocal"), reciprocal_twice),
    "sqrt": (sqrt_square,),
    "sin": (quarter_turns("sin"), odd("sin")),
    "cos": (quarter_turns("cos"), even("cos")),
    "abs": (even("abs"),),
    "sign": (odd("sign"),),
    "min": (same,),
    "max": (same,),
    "and": (same, with_known(False)),
    "or": (same, with_known(True)),
    "not": (not_not,),
    "select": (select_same, select_known),
}
