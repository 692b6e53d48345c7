"""The rounds of forward dynamics from the motors: signs of torques guessed, corrected, settled.

The equation is that of `forward.py`; for given signs it is linear. Wrong signs change all at once,
after some rounds the first wrong one alone (Murty 1974); friction on reactions is taken at the
accelerations of the round before, by its exact slopes (Newton). A row that finds no answer becomes
NaN.
Cost: n^3/6 a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.algebra import Scalar
from erfd.drives.friction import load_shares
from erfd.drives.gears import solve
from erfd.drives.joint_friction import Pressing, tangent
from erfd.drives.transmission import Row, Rows, is_none, weighed
from erfd.dynamics.linear import solve_symmetric
from erfd.trace.choose import absolute, maximum, select, sign, sqrt
from erfd.trace.loops import iterate

FREELY = 8  # rounds in which every wrong sign changes
MOST = 1024  # rounds in which one does
ROUNDING, FAR = 1e-12, 1e30
SETTLED = 1e-5  # squared by the step in hand, and once more by the step after the last round


class Problem(NamedTuple):
    """The equation above for the coordinates that are driven, and the joints that press."""

    drives: Any
    A: Rows
    y: Row
    H: Rows
    bias: Row
    R: Rows
    w: Row
    pressed: list[Pressing]
    symmetric: bool


def solved(p: Problem) -> Row:
    if not p.pressed and not _loaded(p):
        return _step(p, [0] * len(p.y), None)[0]
    signs, x, converged = _iterated(p)
    ok = sqrt(select(converged, 1.0, -1.0))
    return [ok * a for a in _step(p, signs, x if p.pressed else None)[0]]


def _loaded(p: Problem) -> list[int]:
    """The motors whose friction depends on the load."""
    return [i for i, m in enumerate(p.drives.motors) if not all(map(is_none, load_shares(m)))]


def _iterated(p: Problem) -> tuple[Row, Row, Scalar]:
    """The signs of tau, the accelerations where they are needed, and whether both are right."""
    loaded, n = _loaded(p), len(p.H) if p.pressed else 0
    start = [sign(p.w[i]) for i in loaded]
    guess = [select(s < 0, -1.0, 1.0) for s in start]

    def spread(values: Sequence[Scalar]) -> Row:
        signs: Row = [1.0] * len(p.y)
        for i, s in zip(loaded, values, strict=True):
            signs[i] = s
        return signs

    def round_of(state: list[Any]) -> tuple[Row, Scalar]:
        k, x, own = state[0], state[1 : 1 + n], state[1 + n :]
        after, wrong = _step(p, spread(own), x if n else None)
        own, count = _corrected(own, [wrong[i] for i in loaded], k)
        if not n:
            return [k + 1.0, *own], count < 0.5
        return [k + 1.0, *after, *own], _settled(x, after, count)

    first = [0.0 * p.w[0], *(0.0 * b for b in p.bias[:n]), *guess]
    limit = FREELY + min(2 ** len(loaded), MOST) + (30 if n else 0)
    state, converged = iterate(limit, first, round_of)
    return spread(state[1 + n :]), state[1 : 1 + n], converged


def _corrected(signs: Row, wrong: Row, k: Scalar) -> tuple[Row, Scalar]:
    """The signs turned where they are wrong, late in the search the first only; how many were."""
    count: Scalar = 0.0
    turned = []
    late = select(k >= FREELY, 1.0, 0.0)
    for s, bad in zip(signs, wrong, strict=True):
        turned.append(select(bad > late * count, -s, s))
        count = count + bad
    return turned, count


def _step(p: Problem, signs: Sequence[Scalar], x: Row | None) -> tuple[Row, Row]:
    """qdd for these signs of tau, friction on reactions linear near x; where signs are wrong."""
    W = [_reciprocal(m, y, s) for m, y, s in zip(p.drives.motors, p.y, signs, strict=True)]
    columns = list(zip(*([v * a for a in row] for v, row in zip(W, p.A, strict=True)), strict=True))
    R = list(zip(*p.R, strict=True))
    M = [
        [h + weighed(c, r) for h, r in zip(row, R, strict=True)]
        for row, c in zip(p.H, columns, strict=True)
    ]
    rest = [weighed(c, p.w) - b for c, b in zip(columns, p.bias, strict=True)]
    if x is not None:
        _press(p, x, M, rest)
    qdd = solve_symmetric(M, rest) if p.symmetric else [r[0] for r in solve(M, [[b] for b in rest])]
    return qdd, [_wrong(s, w, weighed(r, qdd)) for s, w, r in zip(signs, p.w, p.R, strict=True)]


def _press(p: Problem, x: Row, M: Rows, rest: Row) -> None:
    """Adds the friction on reactions near x to both sides."""
    for press in p.pressed:
        slopes, value = tangent(press, x)
        for i, share in enumerate(press.along):
            if not is_none(share):
                M[i] = [m + share * s for m, s in zip(M[i], slopes, strict=True)]
                rest[i] = rest[i] - share * value


def _wrong(s: Scalar, w: Scalar, spun: Scalar) -> Scalar:
    """1 where w - spun, the transmitted torque, has not this sign, rounding apart."""
    slack = ROUNDING * (absolute(w) + absolute(spun))
    return select(s * (w - spun) < -slack, 1.0, 0.0)


def _reciprocal(motor: Any, y: Scalar, s: Scalar) -> Scalar:
    """1 / S of one motor."""
    forward, back = load_shares(motor)
    if is_none(forward) and is_none(back):
        return 1
    power = s * sign(y)
    return select(power > 0, 1 / (1 + forward), select(power < 0, 1 / (1 - back), 1.0))


def _settled(x: Row, after: Row, count: Scalar) -> Scalar:
    """No sign is wrong, and Newton's last step was that small that the next one is nothing."""
    step = _largest([a - b for a, b in zip(after, x, strict=True)])
    return step + FAR * count <= SETTLED * maximum(_largest(after), 1e-6)


def _largest(values: Row) -> Scalar:
    size: Scalar = 0.0
    for v in values:
        size = maximum(size, absolute(v))
    return size
