"""The decoupled natural orthogonal complement (DeNOC): dynamics from twists and N = N_l N_d.

Source: Saha chapter 9. The twists of all links are t = N_l N_d qd; wrenches of
constraint do no work, so N^T cancels them from the Newton-Euler equations of the free links:

    GIM  H = N^T M N                          `mass_matrix`         (9.11)-(9.15)   O(n depth)
    MCI  C = N^T (M N-dot + W M N)            `coriolis_matrix`     (9.16)          O(n depth)
    VCI  h = C qd                             `convective`          (9.17)-(9.19)   O(n)
    tau    = H qdd + h - N^T w^E              `inverse_dynamics`    (9.32)-(9.35)   O(n)
    qdd from H = U D U^T                      `forward_dynamics`    (9.38)-(9.41)   O(n)

w^E holds gravity and the wrench on the tool. Frames: base axes; twists are (angular velocity;
velocity of the mass centre). Each part says in its own file where it departs from print and why.
"""

from erfd.dynamics.denoc_convective import coriolis_matrix
from erfd.dynamics.denoc_forward import forward_dynamics
from erfd.dynamics.denoc_inertia import Matrices, mass_matrix, matrices
from erfd.dynamics.denoc_inverse import bias, convective, inverse_dynamics

__all__ = [
    "Matrices",
    "bias",
    "convective",
    "coriolis_matrix",
    "forward_dynamics",
    "inverse_dynamics",
    "mass_matrix",
    "matrices",
]
