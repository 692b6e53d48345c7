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
Source: Kvrgic and Vidakovic (D.3), Szkodny (19), Detesan et al. (3)-(5),
all as corrected in `equations.py` and `joint_friction.py`.
Cost: the joint side, and n^3/6 a round.
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.drives.equations import Mode, refuse_unpublished, total
from erfd.drives.forward_rounds import Problem, solved
from erfd.drives.friction import known, load_shares, on_speed, refuse_locking
from erfd.drives.gears import driven, refuse_unequal, solve
from erfd.drives.joint_friction import Pressing
from erfd.drives.motors import rotor_side
from erfd.drives.sides import Wrench, presses, sides
from erfd.drives.train import Train
from erfd.drives.transmission import Row, is_none, weighed
from erfd.trace.choose import sign


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
    found, rest = solved(problem), iter(undriven)
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
