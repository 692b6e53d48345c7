"""What a motor's torque is made of: the joints' torques by cause, its rotor, friction.

    consistent      u_a = A^-T (sum of the joints' parts) + rotor + friction
    rotor           I_a (A qdd + (dA/dt) qd), and what its moving carrier adds
    friction        f_v y + f_c sign(y) + mu |tau| sign(y), and A^-T of the friction at the joints

`as_published` has K^-1 in place of A^-T, K the diagonal of A, and mu K^-1 sign(qd) u (see
`drives/equations.py`). Every part comes from its own law and none is what is left of the whole, so
that it means something when they add up to the torque.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.drives.equations import refuse_unpublished, transmitted
from erfd.drives.friction import load_shares, on_load, on_speed
from erfd.drives.sides import Causes, causes
from erfd.drives.train import Train
from erfd.drives.transmission import accelerations

Geared = Callable[[Array], Array]
ELEMENTS = "drive elements"


def motor_parts(
    train: Train, mode: str, joint: Mapping[str, Array], state: tuple[Array, ...], wrench: Any
) -> dict[str, Array]:
    """`joint` are the parts at the joints; bodies of the drives come on top."""
    drives, (q, qd, qdd) = train.drives, state
    found = causes(train, q.tolist(), qd.tolist(), qdd.tolist(), wrench)
    published = mode == "as_published"
    geared = _by_the_diagonal(train) if published else _geared(train, found)
    by_cause = {cause: np.array(torque, dtype=float) for cause, torque in joint.items()}
    if drives.elements:
        by_cause[ELEMENTS] = _row(found.bodies) - sum(by_cause.values())
    parts = {cause: geared(torque) for cause, torque in by_cause.items()}
    J = np.array([float(m.rotor_inertia or 0.0) for m in drives.motors])
    spun = J * _row(accelerations(found.at, qdd.tolist())) + _row(found.felt)
    parts["rotor"] = spun + geared(_row(found.rotors))
    u = _row(found.bodies) + _row(found.rotors) + _row(found.friction)
    rubbed = geared(_row(found.friction)) + _row(on_speed(drives, found.at.y))
    on_gears = (
        _published_load(train, qd, geared(u)) if published else _load(train, found, geared(u))
    )
    parts["friction"] = rubbed + on_gears
    return parts


def _geared(train: Train, found: Causes) -> Geared:
    return lambda u: _row(transmitted(train.drives, found.at, u.tolist()))


def _by_the_diagonal(train: Train) -> Geared:
    k = _row(refuse_unpublished(train.drives))
    return lambda u: u / k


def _load(train: Train, found: Causes, tau: Array) -> Array:
    return _row(on_load(train.drives, found.at.y, tau.tolist()))


def _published_load(train: Train, qd: Array, tau: Array) -> Array:
    mu = np.array([float(load_shares(m)[0]) for m in train.drives.motors])
    return mu * np.sign(qd) * tau


def _row(values: Any) -> Array:
    return np.array(values, dtype=float)
