"""Operations of the RL15, numbers folded in."""

from __future__ import annotations

from benchmarks.registry import group
from benchmarks.robots import rl15
from benchmarks.table import Aim, Row

QUANTITIES = ("forward_dynamics", "inverse_dynamics", "equations_of_motion", "mass_matrix")


@group("counts", "RL15, operations of the compiled program")
def rows() -> list[Row]:
    arm, table = rl15(), []
    for name in QUANTITIES:
        f = arm.function(name)
        c = f.counts
        text = f"{c.multiplications} M + {c.additions} A + {c.divisions} D + {c.sincos} sincos"
        aim = Aim("<=", 800, 650, "") if name == "forward_dynamics" else None
        table.append(Row(f"{name} by {f.method}", text, "", c.flops, aim, " M + A"))
    return table
