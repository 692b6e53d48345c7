"""How many operations a tape takes: a multiply-add is one of each, loops count every round.

A loop over series counts once: the counts are those of one round and of what stands around it.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.trace.ops import FUSED
from erfd.trace.tape import Loop, Tape


class Counts(NamedTuple):
    """Divisions are reciprocals; `sincos` counts pairs; signs and constants are free."""

    multiplications: int = 0
    additions: int = 0
    divisions: int = 0
    sincos: int = 0
    other: int = 0

    @property
    def flops(self) -> int:
        """Multiplications and additions."""
        return self.multiplications + self.additions


def count(tape: Tape) -> Counts:
    total = Counts(
        multiplications=sum(n.op == "mul" or n.op in FUSED for n in tape.nodes),
        additions=sum(n.op in ("add", "sub") or n.op in FUSED for n in tape.nodes),
        divisions=sum(n.op == "reciprocal" for n in tape.nodes),
        sincos=len({n.args for n in tape.nodes if n.op in ("sin", "cos")}),
        other=sum(n.op in OTHER for n in tape.nodes),
    )
    for node in tape.nodes:
        if isinstance(node.value, Loop):
            body = count(node.value.body)
            rounds = node.value.rounds()
            total = Counts(*(a + rounds * b for a, b in zip(total, body, strict=True)))
    return total


OTHER = {
    "sqrt",
    "atan2",
    "abs",
    "sign",
    "min",
    "max",
    "lt",
    "le",
    "eq",
    "and",
    "or",
    "not",
    "select",
}
