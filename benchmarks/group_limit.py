"""Against the limit: RL15 on 512 rows beside chains of multiply-adds at the same vector width.

The limit is (M + A + 38 per sine/cosine pair) operations at P operations per second; P is what
independent chains of multiply-adds reach that touch no memory, each one counted as two.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from benchmarks.registry import group
from benchmarks.robots import rl15, states
from benchmarks.table import Aim, Row, duration
from benchmarks.timing import best

from erfd.trace import engine
from erfd.trace.ir import Writer

ROWS, PAIR = 512, 38
CHAINS, STEPS, ROUNDS = 12, 16, 4000


def chains(width: int) -> str:
    """LLVM IR of `chains(rounds)`: CHAINS values, in each round STEPS multiply-adds on each."""
    w = Writer(width, set())
    w.label("entry")
    w.do("br label %head")
    w.label("head")
    w.do("%i = phi i64 [ 0, %entry ], [ %next, %head ]")
    place, names = len(w.lines), [w.new() for _ in range(CHAINS)]
    factor, term, after = w.number(0.999999), w.number(1e-3), list(names)
    for _ in range(STEPS):
        after = [w.fma(x, factor, term) for x in after]
    w.do("%next = add i64 %i, 1")
    w.do("%more = icmp slt i64 %next, %rounds")
    w.do("br i1 %more, label %head, label %leave")
    w.lines[place:place] = [
        f"  {name} = phi {w.D} [ {w.number(1.0 + k)}, %entry ], [ {end}, %head ]"
        for k, (name, end) in enumerate(zip(names, after, strict=True))
    ]
    w.label("leave")
    total = after[0]
    for x in after[1:]:
        total = w.f("fadd", total, x)
    w.do(f"ret double {w.lane('double', total, 0)}")
    attributes = f'"prefer-vector-width"="{64 * width}"'
    head = f"define double @chains(i64 %rounds) {attributes} {{"
    return "\n".join([head, *w.lines, "}", *sorted(w.declared)])


def chain_call(width: int) -> Callable[[], float]:
    """The call alone, so that nothing but the chains is timed; it keeps the code alive."""
    code = engine.Code(engine.compile_object(chains(width)))
    run = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64)(code.function("chains"))

    def call(_alive: engine.Code = code) -> float:
        return float(run(ROUNDS))

    return call


@group("limit", "RL15, 512 rows through the public call, against the limit of the machine")
def rows() -> list[Row]:
    if engine.binding() is None:
        return [Row("no llvmlite: nothing is compiled")]
    arm, x, width = rl15(), states(6, ROWS), engine.widest()
    table = []
    for name, aim in (("forward_dynamics", Aim("<=", 1.6, 1.3)), ("inverse_dynamics", None)):
        f = arm.function(name)
        times = best({"ours": lambda f=f: f(*x), "chains": chain_call(width)}, 8.0)
        power = 2 * width * CHAINS * STEPS * ROUNDS / times["chains"]
        counts = f.counts
        limit = (counts.flops + PAIR * counts.sincos) / power
        each = times["ours"] / ROWS
        what = (
            f"{name}: {counts.flops} + {PAIR} x {counts.sincos} at {power / 1e9:.1f}e9 per second"
        )
        table.append(Row(what, duration(each), f"{duration(limit)} limit", each / limit, aim))
    return table
