"""Kvrgic and Vidakovic, Calculation of achievable accelerations."""

from __future__ import annotations

from tools.errata.kvrgic import SLIPS, slip
from tools.errata.row import Row

ROWS = (
    Row(
        "(11)",
        "n_n = N_i + n_e + p_e x f_e",
        "N_n + l_n x F_n + n_e + (p_n* + p_e) x f_e",
        slip("(11) no lever", "bias"),
        SLIPS,
    ),
    Row("(41)", "n'_2a3 with three entries", "[0 0 0 p_2* x E_44]", slip("(41) row 2 lost", "H")),
)
