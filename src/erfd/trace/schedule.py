"""The order of a tape: operations as late-chain-first list scheduling gives them.

A machine that starts `WIDTH` operations at a time takes, among those whose arguments are done, the
one with the longest chain behind it; when more than `LIVE` values wait for use, one that ends most
values' lives. Loads are free at the start, so sines and cosines come first and share one test.
"""

from __future__ import annotations

import heapq

from erfd.trace.fuse import FREE, LATENCY
from erfd.trace.tape import Tape

STEP = 4
WIDTH = 2
LIVE = 24


def heights(tape: Tape) -> list[int]:
    """The longest chain from each node to a result, the node's own latency included."""
    height = [0] * len(tape.nodes)
    for i in reversed(range(len(tape.nodes))):
        op, args, _ = tape.nodes[i]
        height[i] += 0 if op in FREE else STEP * LATENCY.get(op, 1)
        for k in args:
            height[k] = max(height[k], height[i])
    return height


def scheduled(tape: Tape, width: int = WIDTH, live: int = LIVE) -> Tape:
    """The same program in the new order."""
    return tape.reordered(_order(tape, width, live))


def _order(tape: Tape, width: int, limit: int) -> list[int]:
    height, uses = heights(tape), tape.uses()
    users: list[list[int]] = [[] for _ in tape.nodes]
    waiting = [0] * len(tape.nodes)
    for i, node in enumerate(tape.nodes):
        waiting[i] = len(set(node.args))
        for k in set(node.args):
            users[k].append(i)
    order: list[int] = []
    ready: list[int] = [i for i, n in enumerate(waiting) if n == 0]
    later: list[tuple[int, int]] = []
    clock, started, alive = 0, 0, 0
    left = list(uses)
    args_of = [n.args for n in tape.nodes]
    free = [n.op in FREE for n in tape.nodes]
    while ready or later:
        while later and later[0][0] <= clock:
            ready.append(heapq.heappop(later)[1])
        if not ready:
            clock, started = later[0][0], 0
            continue

        def freed(i):
            return sum(1 for k in set(args_of[i]) if left[k] == args_of[i].count(k) and not free[k])

        if alive > limit:
            i = max(ready, key=lambda i: (free[i], freed(i), height[i], -i))
        else:
            i = max(ready, key=lambda i: (free[i], height[i], freed(i), -i))
        ready.remove(i)
        order.append(i)
        if not free[i]:
            alive += 1 - freed(i)
            started += 1
        for k in args_of[i]:
            left[k] -= 1
        done = clock + (0 if free[i] else STEP * LATENCY.get(tape.nodes[i].op, 1))
        for u in users[i]:
            waiting[u] -= 1
            if waiting[u] == 0:
                heapq.heappush(later, (done, u))
        if started >= width:
            clock, started = clock + 1, 0
    return order
