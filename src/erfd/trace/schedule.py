"""The order of a tape: late chains first, but never far from the order in which it was written.

The written order keeps values short-lived; a processor that waits for one long chain wants others
beside it. So, of the next operations (a wide window, in long programs a narrow one) the one with
the longest chain behind it starts; two start in each step of an imagined machine. Angles that are
sums come before all else, so that all sines are taken together.
"""

from __future__ import annotations

from erfd.trace.fuse import FREE, LATENCY
from erfd.trace.tape import Tape

STEP = 4
TOGETHER = 2
LONG, WIDE, NARROW = 2000, 256, 16
SUMS = {"add", "sub", "neg"}


def heights(tape: Tape) -> list[int]:
    """The longest chain from each node to a result, the node's own latency included."""
    height = [0] * len(tape.nodes)
    for i in reversed(range(len(tape.nodes))):
        op, args, _ = tape.nodes[i]
        height[i] += 0 if op in FREE else STEP * LATENCY.get(op, 1)
        for k in args:
            height[k] = max(height[k], height[i])
    return height


def angles(tape: Tape) -> list[int]:
    """Sums of inputs and numbers that sines are taken of, and what they are made of."""
    plain = [False] * len(tape.nodes)
    needed = [False] * len(tape.nodes)
    for i, (op, args, _) in enumerate(tape.nodes):
        plain[i] = op in ("const", "input") or (op in SUMS and all(plain[k] for k in args))
    for i in reversed(range(len(tape.nodes))):
        op, args, _ = tape.nodes[i]
        if op in ("sin", "cos") or needed[i]:
            for k in args:
                needed[k] = plain[k]
    return [i for i, n in enumerate(tape.nodes) if needed[i] and n.op in SUMS]


def scheduled(tape: Tape) -> Tape:
    """The same program in the new order."""
    window = WIDE if len(tape) <= LONG else NARROW
    height = heights(tape)
    first = [i for i, n in enumerate(tape.nodes) if n.op in FREE and n.op != "pick"]
    first += angles(tape)
    done = dict.fromkeys(first, 0)
    waiting = [i for i in range(len(tape.nodes)) if i not in done]
    order, started = list(first), 0
    while waiting:
        i = _next(tape, waiting[:window], done, height, started // TOGETHER)
        node = tape.nodes[i]
        start = max([started // TOGETHER, *(done[k] for k in node.args)])
        done[i] = start + STEP * LATENCY.get(node.op, 1)
        started = max(started, start * TOGETHER) + 1
        waiting.remove(i)
        order.append(i)
    return tape.reordered(order)


def _next(tape: Tape, near: list[int], done: dict[int, int], height: list[int], now: int) -> int:
    """The highest of those that can start now; if none can, the one that can start first."""
    best, rank = near[0], (-(10**9), 0)
    for i in near:
        args = tape.nodes[i].args
        if all(k in done for k in args):
            wait = max(0, max((done[k] for k in args), default=0) - now)
            if (-wait, height[i]) > rank:
                best, rank = i, (-wait, height[i])
    return best
