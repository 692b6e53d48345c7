"""The equations of motion at the motors: u_a = H_a qdd + u'_a, in two modes.

Joint side u = H qdd + u'; motors turn at y = A qd and accelerate at A qdd + (dA/dt) qd.

`consistent` (the default)          tau = A^-T u, S = diag(1 + mu sign(y) sign(tau))
    u_a  = tau + I_a (A qdd + (dA/dt) qd) + f_v y + f_c sign(y) + mu |tau| sign(y)
    H_a  = S A^-T H + I_a A
    u'_a = S A^-T u' + I_a (dA/dt) qd + f_v y + f_c sign(y)

`as_published`                      K = diag(A), signs of the joints' speeds, u of a wanted motion
    H_a  = K^-1 H + (I_a + f_v dt) A
    u'_a = K^-1 (u' + mu sign(qd) u) + f_v y + f_c sign(y)

With dt the viscous friction is taken at the end of a cycle of that length: f_v dt A is added to
H_a (in `consistent` too, where it is asked for).

Source: Kvrgic and Vidakovic (D.1)-(D.3), Szkodny (13) and dA/dt. Departures of
`consistent`: couplings transmit torques by A^-T, friction takes power from whoever drives, and it
follows the load instead of standing in u'_a at a motion that may never be reached. Rotors on moving
carriers add to H, u' and the rotor's own rows, see `rotors.py`.
Cost: over H and u' about n^2 operations. Everything is lists of any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from erfd.algebra import Scalar
from erfd.drives.friction import known, load_shares, on_load, on_speed, shares
from erfd.drives.gears import driven, gear_torques, refuse_unequal
from erfd.drives.transmission import (
    Row,
    Rows,
    Turning,
    accelerations,
    is_none,
    speeds,
    turning,
)
from erfd.errors import RobotError
from erfd.robot.drives import Drives
from erfd.trace.choose import sign

Mode = Literal["consistent", "as_published"]
MODES = ("consistent", "as_published")


def transmitted(drives: Drives, at: Turning, u: Sequence[Scalar]) -> Row:
    """tau = A^-T u: what each gear transmits, seen at its motor."""
    refuse_unequal(drives)
    return [row[0] for row in gear_torques(at.A, [[x] for x in u], driven(drives))]


def consistent_torque(
    drives: Drives, at: Turning, u: Sequence[Scalar], yd: Sequence[Scalar], dt: Scalar = 0
) -> Row:
    """u_a of the joint torques u and the motors' accelerations yd."""
    tau = transmitted(drives, at, u)
    spun = [_inertia(drives, i, dt) * a for i, a in enumerate(yd)]
    return total(tau, on_load(drives, at.y, tau), spun, on_speed(drives, at.y))


def consistent_equations(
    drives: Drives,
    at: Turning,
    H: Sequence[Sequence[Scalar]],
    bias: Sequence[Scalar],
    direction: Sequence[Scalar],
    dt: Scalar = 0,
) -> tuple[Rows, Row]:
    """H_a and u'_a; `direction` is sign(y) sign(tau) of each motor (`friction.directions`)."""
    refuse_unequal(drives)
    S = shares(drives, direction)
    geared = gear_torques(at.A, [[*row, b] for row, b in zip(H, bias, strict=True)], driven(drives))
    H_a, b_a = [], []
    for i, fixed in enumerate(on_speed(drives, at.y)):
        J = _inertia(drives, i, dt)
        *row, b = geared[i]
        H_a.append([S[i] * h + J * a for h, a in zip(row, at.A[i], strict=True)])
        b_a.append(S[i] * b + J * at.drift[i] + fixed)
    return H_a, b_a


def published_torque(
    drives: Drives,
    at: Turning,
    qd: Sequence[Scalar],
    u: Sequence[Scalar],
    qdd: Sequence[Scalar],
    dt: Scalar = 0,
) -> Row:
    """u_a = H_a qdd + u'_a with u at this very motion."""
    k, mu = refuse_unpublished(drives), [load_shares(m)[0] for m in drives.motors]
    through = [(x + m * (sign(v) * x)) / r for x, m, v, r in zip(u, mu, qd, k, strict=True)]
    spun = [_inertia(drives, i, dt) * a for i, a in enumerate(speeds(at.A, qdd))]
    return total(through, spun, on_speed(drives, at.y))


def published_equations(
    drives: Drives,
    at: Turning,
    qd: Sequence[Scalar],
    H: Sequence[Sequence[Scalar]],
    bias: Sequence[Scalar],
    u: Sequence[Scalar],
    dt: Scalar = 0,
) -> tuple[Rows, Row]:
    """H_a and u'_a as printed; `u` are the joint torques of the wanted motion."""
    k, fixed = refuse_unpublished(drives), on_speed(drives, at.y)
    H_a, b_a = [], []
    for i, motor in enumerate(drives.motors):
        J, mu = _inertia(drives, i, dt), load_shares(motor)[0]
        H_a.append([h / k[i] + J * a for h, a in zip(H[i], at.A[i], strict=True)])
        b_a.append((bias[i] + mu * (sign(qd[i]) * u[i])) / k[i] + fixed[i])
    return H_a, b_a


def refuse_unpublished(drives: Drives) -> Row:
    """The ratios on the diagonal of A; the printed formulas know nothing else."""
    rows = [m.ratios for m in drives.motors]
    if any(m.ball_screw is not None for m in drives.motors):
        raise _unpublished("a ball screw")
    if any(m.efficiency is not None for m in drives.motors):
        raise _unpublished("an efficiency")
    if any(len(row) != len(rows) for row in rows) or any(is_none(r[i]) for i, r in enumerate(rows)):
        raise _unpublished("motors that are not one to each joint, in their order")
    return [row[i] for i, row in enumerate(rows)]


def _unpublished(what: str) -> RobotError:
    return RobotError(f"the mode 'as_published' has no formula for {what}", "use mode='consistent'")


def _inertia(drives: Drives, i: int, dt: Scalar) -> Scalar:
    """I_a, and f_v dt where friction is taken at the end of a cycle."""
    motor = drives.motors[i]
    return known(motor.rotor_inertia) + known(motor.viscous_friction) * dt


def total(first: Sequence[Scalar], *others: Sequence[Scalar]) -> Row:
    """The sum of rows."""
    result = list(first)
    for row in others:
        result = [a + b for a, b in zip(result, row, strict=True)]
    return result


__all__ = ["MODES", "Mode", "Turning", "accelerations", "turning"]
