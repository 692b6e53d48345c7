"""What a tape costs on a vector unit, in cycles per vector: enough to compare algorithms.

Two multipliers and two adders run beside each other; a multiply-add needs a multiplier only. What
does not fit into the registers is stored and read again.
"""

from __future__ import annotations

from erfd.trace.fuse import fused
from erfd.trace.ops import FUSED
from erfd.trace.registers import traffic
from erfd.trace.tape import Loop, Tape

CYCLES = {"mul": 0.5, "add": 0.25, "sub": 0.25, "neg": 0.1, "reciprocal": 8.0, "sqrt": 12.0}
CYCLES |= dict.fromkeys(FUSED, 0.5)
SINCOS, ATAN2, OTHER = 15.0, 40.0, 0.5
STACK = 0.2
FREE = {"const", "input", "pick", "sin", "cos"}


def cost(tape: Tape) -> float:
    """Cycles for one vector of rows, the largest number of rounds taken for loops."""
    return _cost(fused(tape))


def _cost(tape: Tape) -> float:
    total = SINCOS * len({n.args for n in tape.nodes if n.op in ("sin", "cos")})
    total += STACK * traffic(tape)
    for op, _, value in tape.nodes:
        if isinstance(value, Loop):
            total += value.rounds() * _cost(fused(value.body))
        elif op == "atan2":
            total += ATAN2
        elif op not in FREE:
            total += CYCLES.get(op, OTHER)
    return total
