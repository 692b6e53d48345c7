"""A coordinate's motion from a formula of t: its speed and acceleration by exact derivatives."""

from __future__ import annotations

from collections.abc import Callable

from erfd.errors import ErfdError
from erfd.forward.expression import computed, parsed

Motion = Callable[[float], tuple[float, float, float]]
ROUGH = ("abs", "min", "max", "sign", "step")


def base_motion(text: str, what: str) -> Motion:
    """f(t) -> (q, qd, qdd)."""
    import sympy as sp

    if any(name in text for name in ROUGH):
        raise ErfdError(f"{what}: '{text}' has corners", f"leave {', '.join(ROUGH)} out")
    t = sp.Symbol("t", real=True)
    names = ("sin", "cos", "tan", "exp", "sqrt", "log", "tanh")
    tree = parsed(text, what)
    try:
        q = sp.sympify(computed(tree, {"t": t, "pi": sp.pi}, {x: getattr(sp, x) for x in names}))
    except (ArithmeticError, ValueError, TypeError):
        raise ErfdError(f"{what}: '{text}' has no finite value") from None
    run = sp.lambdify(t, [q, sp.diff(q, t), sp.diff(q, t, 2)], "math")

    def motion(now: float) -> tuple[float, float, float]:
        try:
            x, v, a = (float(y) for y in run(now))
        except (ArithmeticError, ValueError, TypeError):
            raise ErfdError(f"{what}: '{text}' has no value at t = {now:g} s") from None
        return x, v, a

    return motion
