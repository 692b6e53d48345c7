"""How many values of a tape do not find room in the registers, in the order of the tape.

Of too many values the one that is used last waits on the stack (Belady 1966, the fewest there can
be): it is stored once, and read again where it is used. Constants and inputs wait in memory anyway.
"""

from __future__ import annotations

from erfd.trace.tape import Tape

REGISTERS = 30  # of 32, two for what is being computed


def traffic(tape: Tape) -> int:
    """Values stored on the stack, and read from there."""
    uses = _uses(tape)
    near: set[int] = set()
    stored: set[int] = set()
    total = 0
    for i, (op, args, _) in enumerate(tape.nodes):
        if op in ("const", "input"):
            continue
        values = {k for k in args if tape.nodes[k].op not in ("const", "input")}
        total += len(values - near)
        near |= values
        for k in values:
            while uses[k] and uses[k][-1] <= i:
                uses[k].pop()
        near = {k for k in near if uses[k]} | {i}
        if len(near) > REGISTERS:
            last = max(near, key=lambda k: uses[k][-1] if uses[k] else 0)
            near.remove(last)
            total += last not in stored
            stored.add(last)
    return total


def _uses(tape: Tape) -> list[list[int]]:
    """Where each node is used, the next one last; results at the end."""
    uses: list[list[int]] = [[] for _ in tape.nodes]
    for k in tape.results:
        uses[k].append(len(tape.nodes))
    for i in reversed(range(len(tape.nodes))):
        for k in set(tape.nodes[i].args):
            uses[k].append(i)
    return uses
