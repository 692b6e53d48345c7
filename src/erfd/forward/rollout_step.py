"""One step of fixed length in time, over any scalar: x = [q, qd], dx/dt = [qd, qdd(q, qd)].

`rk4`                  k1 = f(x), k2 = f(x + h/2 k1), k3 = f(x + h/2 k2), k4 = f(x + h k3)
                       x' = x + h/6 (k1 + 2 k2 + 2 k3 + k4)                  order 4, four f
`semi_implicit_euler`  qd' = qd + h qdd, q' = q + h qd'                      order 1, one f
`euler`                q' = q + h qd, qd' = qd + h qdd                       order 1, one f
`as_published`         semi_implicit_euler, as Algorithm 1, step 7, moves    order 1, one f

Source: rk4 Kutta 1901; `as_published` Kvrgic and Vidakovic; `euler` Szkodny (22).
The names are those of `erfd.simulate`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.algebra import Scalar
from erfd.trace.choose import select

Row = list[Scalar]
Motion = Callable[[Row, Row], Row]
Rounds = Callable[[int, Row, Callable[[Row, Any], Row]], Row]
Integrator = Callable[[Motion, Row, Row, Scalar, Rounds], tuple[Row, Row]]


def unrolled(count: int, state: Sequence[Any], body: Callable[[Row, Any], Row]) -> Row:
    """The rounds of a loop one after the other, for short programs: as `scan`, without a loop."""
    now = list(state)
    for k in range(count):
        now = body(now, float(k))
    return now


def rk4(motion: Motion, q: Row, qd: Row, h: Scalar, rounds: Rounds = unrolled) -> tuple[Row, Row]:
    x, n = [*q, *qd], len(q)
    half, sixth = h * 0.5, h * (1 / 6)

    def stage(state: Row, k: Scalar) -> Row:
        slope, total = state[: 2 * n], state[2 * n :]
        reach = select(k < 0.5, 0.0, select(k < 2.5, half, h))
        weight = select(k < 0.5, 1.0, select(k < 2.5, 2.0, 1.0))
        at = [a + reach * b for a, b in zip(x, slope, strict=True)]
        slope = [*at[n:], *motion(at[:n], at[n:])]
        return [*slope, *(a + weight * b for a, b in zip(total, slope, strict=True))]

    nothing = [0.0 * v for v in x]
    total = rounds(4, [*nothing, *nothing], stage)[2 * n :]
    after = [a + sixth * b for a, b in zip(x, total, strict=True)]
    return after[:n], after[n:]


def semi_implicit_euler(
    motion: Motion, q: Row, qd: Row, h: Scalar, _: Rounds = unrolled
) -> tuple[Row, Row]:
    after = moved(qd, h, motion(q, qd))
    return moved(q, h, after), after


def euler(motion: Motion, q: Row, qd: Row, h: Scalar, _: Rounds = unrolled) -> tuple[Row, Row]:
    return moved(q, h, qd), moved(qd, h, motion(q, qd))


def moved(x: Row, h: Scalar, rate: Row) -> Row:
    return [a + h * b for a, b in zip(x, rate, strict=True)]


INTEGRATORS: dict[str, Integrator] = {
    "rk4": rk4,
    "semi_implicit_euler": semi_implicit_euler,
    "euler": euler,
    "as_published": semi_implicit_euler,
}
