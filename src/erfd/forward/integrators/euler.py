"""Explicit Euler: q' = q + qd dt, qd' = qd + qdd dt.

Source: Szkodny (22), with which STER ran the IRb-6 at dt = 1 ms. Order 1; it puts
energy into every swing.
"""

from __future__ import annotations

import functools

from erfd.forward.integrators.method import Method
from erfd.forward.integrators.tableau import Explicit, Tableau

EULER = Method(
    name="euler",
    order=1,
    tolerance=None,
    start=functools.partial(Explicit, Tableau(c=(0.0,), a=((),), b=(1.0,))),
    says="fixed steps, explicit Euler (Szkodny, Eq. 22)",
)
