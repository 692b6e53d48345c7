"""Sums of many terms in the order that saves operations: products one after the other.

(a b + c d) + (e f + g h) takes two products, two multiply-adds and a sum; a b + c d + e f + g h
takes one product and three multiply-adds. So sums that only another sum uses are opened, and the
terms are added up in the order in which they are ready.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.trace.fuse import depths
from erfd.trace.tape import Tape

SUMS = {"add", "sub", "neg"}
PATIENCE = 3


class Term(NamedTuple):
    """A node of the old tape with its sign; `ready` tells when its factors, or it itself, are."""

    ready: int
    negative: bool
    node: int
    product: bool


def chained(tape: Tape) -> Tape:
    """The same program with its sums as chains, sorted by what is ready first."""
    uses, depth = tape.uses(), depths(tape)
    inner = _inner(tape, uses)
    new = Tape()
    new.inputs, new.outputs = list(tape.inputs), list(tape.outputs)
    at: list[int] = []
    for i, (op, args, value) in enumerate(tape.nodes):
        known = tuple(at[k] for k in args)
        terms = [] if inner[i] or op not in ("add", "sub") else _terms(tape, i, inner, False)
        if len(terms) < 3:
            at.append(new.emit(op, known, value))
        else:
            at.append(_chain(new, at, [_term(tape, k, sign, uses, depth) for sign, k in terms]))
    new.results = [at[i] for i in tape.results]
    return new.compact()


def _inner(tape: Tape, uses: list[int]) -> list[bool]:
    """Sums that nothing but one other sum uses."""
    inner = [False] * len(tape.nodes)
    for op, args, _ in tape.nodes:
        if op in SUMS:
            for k in args:
                inner[k] = uses[k] == 1 and tape.nodes[k].op in SUMS
    return inner


def _terms(tape: Tape, i: int, inner: list[bool], negative: bool) -> list[tuple[bool, int]]:
    op, args, _ = tape.nodes[i]
    signs = [negative != (op == "neg"), negative != (op == "sub")]
    found = []
    for k, sign in zip(args, signs, strict=False):
        found += _terms(tape, k, inner, sign) if inner[k] else [(sign, k)]
    return found


def _term(tape: Tape, k: int, negative: bool, uses: list[int], depth: list[int]) -> Term:
    op, args, _ = tape.nodes[k]
    product = op == "mul" and uses[k] == 1
    return Term(max(depth[a] for a in args) if product else depth[k], negative, k, product)


def _chain(new: Tape, at: list[int], terms: list[Term]) -> int:
    """One term after the other; the first is no product where that does not mean to wait."""
    terms = sorted(terms)
    soon = [x for x in terms if not x.product and x.ready <= terms[0].ready + PATIENCE]
    first = soon[0] if soon else terms[0]
    total, negative = at[first.node], first.negative
    for x in (x for x in terms if x is not first):
        if x.negative == negative:
            total = new.emit("add", (total, at[x.node]))
        elif negative:
            total, negative = new.emit("sub", (at[x.node], total)), False
        else:
            total = new.emit("sub", (total, at[x.node]))
    return new.emit("neg", (total,)) if negative else total
