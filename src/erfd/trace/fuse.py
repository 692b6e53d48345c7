"""Multiply-adds: a product that only sums use becomes part of them, rounded once.

Done here and not by LLVM, so that every vector width and every place in a batch rounds alike.
Of two products in a sum the one whose factors come later is fused; the other is ready before.
"""

from __future__ import annotations

from erfd.trace.tape import Node, Tape

LATENCY = {"reciprocal": 4, "sqrt": 5, "sin": 15, "cos": 15, "atan2": 20, "neg": 0}
FREE = {"const", "input", "pick"}


def depths(tape: Tape) -> list[int]:
    """The length of the longest chain before each node, in additions."""
    depth: list[int] = []
    for op, args, _ in tape.nodes:
        before = max((depth[k] for k in args), default=0)
        depth.append(before if op in FREE else before + LATENCY.get(op, 1))
    return depth


def fused(tape: Tape) -> Tape:
    """The same program with fused multiply-adds."""
    depth, alone = depths(tape), _only_in_sums(tape)
    new = Tape()
    new.inputs, new.outputs = list(tape.inputs), list(tape.outputs)
    at: list[int] = []
    for op, args, value in tape.nodes:
        chosen = _product(tape, op, args, alone, depth)
        if chosen is None:
            at.append(new.emit(op, tuple(at[k] for k in args), value))
        else:
            product, rest, form = chosen
            a, b = tape.nodes[product].args
            at.append(new.emit(form, (at[a], at[b], at[rest])))
    new.results = [at[i] for i in tape.results]
    return _signs(new.compact()).compact()


def _only_in_sums(tape: Tape) -> list[bool]:
    """Products that nothing but one sum uses."""
    uses = tape.uses()
    return [n.op == "mul" and uses[i] == 1 for i, n in enumerate(tape.nodes)]


def _product(
    tape: Tape, op: str, args: tuple[int, ...], alone: list[bool], depth: list[int]
) -> tuple[int, int, str] | None:
    """The product to fuse, the other term, and the form of the result."""
    if op not in ("add", "sub"):
        return None
    a, b = args
    late = alone[a] and (not alone[b] or _ready(tape, a, depth) > _ready(tape, b, depth))
    if late:
        return a, b, "fma" if op == "add" else "fms"
    if alone[b]:
        return b, a, "fma" if op == "add" else "fnma"
    return None


def _ready(tape: Tape, i: int, depth: list[int]) -> int:
    return max(depth[k] for k in tape.nodes[i].args)


TURNED = {"fma": "fnms", "fms": "fnma", "fnma": "fms", "fnms": "fma"}


def _signs(tape: Tape) -> Tape:
    """A sign goes into the one operation that makes its value, where that is free."""
    uses = tape.uses()
    new = Tape()
    new.inputs, new.outputs = list(tape.inputs), list(tape.outputs)
    at: list[int] = []
    for op, args, value in tape.nodes:
        known = tuple(at[k] for k in args)
        if op == "neg" and uses[args[0]] == 1 and (turned := _turned(tape.nodes[args[0]])):
            inner = tape.nodes[args[0]]
            known = tuple(at[k] for k in inner.args)
            if inner.op == "sub":
                known = known[::-1]
            at.append(new.emit(turned, known))
        else:
            at.append(new.emit(op, known, value))
    new.results = [at[i] for i in tape.results]
    return new


def _turned(node: Node) -> str | None:
    """The operation that gives minus the node's value."""
    if node.op == "sub":
        return "sub"
    return TURNED.get(node.op)
