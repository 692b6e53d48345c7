"""Forward dynamics from the motors: the accelerations under given motor torques.

    A^T tau = H qdd + bias + f_r(qdd),      S tau = w - R qdd
    w = u_a - rho - f_v y - f_c sign(y)

    (H + A^T S^-1 R) qdd + f_r(qdd) = A^T S^-1 w - bias,           tau = S^-1 (w - R qdd)

S = 1 + mu sign(y) sign(tau) depends on the answer. For given signs the equation is linear, so they
are guessed from w, corrected by the tau that comes out (Newton's method for a function of straight
pieces) and, should that go round in a circle, one at a time, the first wrong one. For mu < 1 the
root is unique and that always ends: S, I_a and H A^-1 make a P-matrix of every choice of signs
(Murty 1974). With exact rotors this holds as long as their cross terms stay small. f_r, dry
friction on joint reactions, is the size of a force that is affine in qdd: Newton with the exact
slopes, in the same rounds. From some size of c on that has no root, or several (Painleve).

A row that finds no answer becomes NaN, in derivatives too. sign(0) = 0: nothing sticks here.
Source: `000_4be33360307a90a6` (D.3), `003_fa20222ca044aed0` (19), `004_85877c3daf2ebc3e` (3)-(5),
all as corrected in `equations.py` and `joint_friction.py`.
Cost: the joint side, and n^3/6 a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.algebra import Scalar
from erfd.drives.equations import Mode, refuse_unpublished, total
from erfd.drives.friction import known, load_shares, on_speed, refuse_locking
from erfd.drives.gears import driven, refuse_unequal, solve
from erfd.drives.joint_friction import Pressing, tangent
from erfd.drives.motors import rotor_side
from erfd.drives.sides import Wrench, presses, sides
from erfd.drives.train import Train
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


def motor_forward_dynamics(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    tau_motor: Sequence[Scalar],
    wrench: Wrench = None,
    undriven: Sequence[Scalar] = (),
    mode: Mode = "consistent",
    dt: Scalar = 0,
) -> Row:
    """qdd; `undriven` are the accelerations of the coordinates that no motor moves."""
    refuse_unequal(train.drives)
    if mode == "as_published":
        return _published(train, q, qd, tau_motor, wrench, dt)
    refuse_locking(train.drives)
    problem = _problem(train, q, qd, tau_motor, wrench, undriven, dt)
    moved = driven(train.drives)
    found, rest = _solved(problem), iter(undriven)
    own = dict(zip(moved, found, strict=True))
    return [own[j] if j in own else next(rest) for j in range(len(qd))]


def _problem(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    tau_motor: Sequence[Scalar],
    wrench: Wrench,
    undriven: Sequence[Scalar],
    dt: Scalar,
) -> Problem:
    drives, both = train.drives, sides(train, q, qd, wrench)
    R, rho = rotor_side(train, both)
    late = [known(m.viscous_friction) * dt for m in drives.motors]
    if not is_none(dt):
        R = [total(r, [f * a for a in row]) for r, f, row in zip(R, late, both.at.A, strict=True)]
        rho = total(rho, [f * d for f, d in zip(late, both.at.drift, strict=True)])
    loss = total(rho, on_speed(drives, both.at.y))
    w = [u - x for u, x in zip(tau_motor, loss, strict=True)]
    moved = driven(drives)
    rest = [j for j in range(len(qd)) if j not in moved]
    pressed = presses(train, q, qd, wrench)
    bias = [b + _of(row, rest, undriven) for row, b in zip(both.H, both.bias, strict=True)]
    return Problem(
        drives,
        [[row[j] for j in moved] for row in both.at.A],
        both.at.y,
        [[both.H[i][j] for j in moved] for i in moved],
        [bias[i] for i in moved],
        [[row[j] for j in moved] for row in R],
        [x - _of(row, rest, undriven) for x, row in zip(w, R, strict=True)],
        [_restricted(x, moved, rest, undriven) for x in pressed],
        not (train.rotors or pressed),
    )


def _of(row: Sequence[Scalar], places: Sequence[int], values: Sequence[Scalar]) -> Scalar:
    return weighed([row[j] for j in places], values)


def _restricted(
    press: Pressing, moved: list[int], rest: list[int], undriven: Sequence[Scalar]
) -> Pressing:
    """In the driven coordinates."""
    along = [press.along[j] for j in moved]
    P = [[row[j] for j in moved] for row in press.P]
    F = [f + _of(row, rest, undriven) for row, f in zip(press.P, press.F, strict=True)]
    return press._replace(along=along, P=P, F=F)


def _solved(p: Problem) -> Row:
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


def _published(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    tau_motor: Sequence[Scalar],
    wrench: Wrench,
    dt: Scalar,
) -> Row:
    """The printed torque, solved for the motion: its friction is linear in qdd."""
    k, drives = refuse_unpublished(train.drives), train.drives
    both = sides(train, q, qd, wrench)
    R, rho = rotor_side(train, both)
    M, rest = [], []
    for i, (motor, fixed) in enumerate(
        zip(drives.motors, on_speed(drives, both.at.y), strict=True)
    ):
        share = (1 + load_shares(motor)[0] * sign(qd[i])) / k[i]
        late = known(motor.viscous_friction) * dt
        own = [r + late * a for r, a in zip(R[i], both.at.A[i], strict=True)]
        M.append([share * h + r for h, r in zip(both.H[i], own, strict=True)])
        rest.append([tau_motor[i] - share * both.bias[i] - rho[i] - fixed])
    return [row[0] for row in solve(M, rest)]
