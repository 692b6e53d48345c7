"""The discretisation of Algorithm 1, point 7: qd' = qd + qdd dt, q' = q + qd' dt, a cycle a step.

Source: Kvrgic and Vidakovic, and Achievable accelerations, Algorithm 1. The step is the cycle of
the controller (`r_dt` of the robot's system, 10 ms for Lola) unless another one is given. The
formula is that of `semi_implicit_euler`; Szkodny (22) steps by explicit `euler` instead.
"""

from __future__ import annotations

import dataclasses

from erfd.forward.integrators.semi_implicit_euler import SEMI_IMPLICIT_EULER

AS_PUBLISHED = dataclasses.replace(
    SEMI_IMPLICIT_EULER,
    name="as_published",
    says="fixed steps, Algorithm 1, point 7",
)
