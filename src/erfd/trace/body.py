"""The tape's nodes written as LLVM IR, one after the other, at any vector width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from erfd.trace.atan2_kernel import atan2
from erfd.trace.ir import Writer
from erfd.trace.sincos_kernel import sincos
from erfd.trace.streams import Streams
from erfd.trace.tape import Loop, Node, Tape
from erfd.trace.transpose import Columns
from erfd.trace.turn import Turn


class Names(dict[int, str]):
    """Of the values by their nodes; those of inputs are known, and asked for when first used."""

    def __init__(self, tape: Tape, inputs: Sequence[str] | Columns) -> None:
        super().__init__()
        self.tape, self.inputs = tape, inputs

    def __missing__(self, i: int) -> str:
        node = self.tape.nodes[i]
        self[i] = self.inputs[node.value]
        return self[i]

    def __contains__(self, i: object) -> bool:
        return super().__contains__(i) or self.tape.nodes[i].op == "input"  # type: ignore[call-overload]


def write_body(
    w: Writer, tape: Tape, inputs: Sequence[str] | Columns, streams: Streams | None = None
) -> list[str]:
    """Append the tape's operations; the names of its results, "" for those of series."""
    names = Names(tape, inputs)
    trig: dict[int, tuple[str, str]] = {}
    picks: dict[int, list[str]] = {}
    for i, node in enumerate(tape.nodes):
        known = [names[k] for k in node.args if k in names]
        if node.op == "const":
            names[i] = w.number(node.value)
        elif node.op == "input":
            continue
        elif node.op in ("sin", "cos"):
            _gather_angles(w, tape, i, names, trig)
            names[i] = trig[node.args[0]][node.op == "cos"]
        elif isinstance(node.value, Loop) and node.value.limit is None and streams:
            picks[i] = _write_series(w, tape, i, names, streams)
        elif isinstance(node.value, Loop):
            picks[i] = _write_loop(w, node, known)
        elif node.op == "pick":
            names[i] = picks[node.args[0]][node.value]
        else:
            names[i] = WRITERS[node.op](w, *known)
    return [names[i] for i in tape.results]


def _gather_angles(
    w: Writer, tape: Tape, i: int, names: Names, trig: dict[int, tuple[str, str]]
) -> None:
    """Sines of all angles that are known by now, so that they share one test for far angles."""
    if tape.nodes[i].args[0] in trig:
        return
    later = (n.args[0] for n in tape.nodes[i:] if n.op in ("sin", "cos"))
    angles = list(dict.fromkeys(a for a in later if a in names and a not in trig))
    trig.update(zip(angles, sincos(w, [names[a] for a in angles]), strict=True))


def _select(w: Writer, flag: str, a: str, b: str) -> str:
    return w.choose(flag, a, b)


def _sign(w: Writer, x: str) -> str:
    zero = w.number(0.0)
    below = w.choose(w.compare("olt", x, zero), w.number(-1.0), x)
    return w.choose(w.compare("ogt", x, zero), w.number(1.0), below)


WRITERS: dict[str, Callable[..., str]] = {
    "add": lambda w, a, b: w.f("fadd", a, b),
    "sub": lambda w, a, b: w.f("fsub", a, b),
    "mul": lambda w, a, b: w.f("fmul", a, b),
    "neg": lambda w, a: w.negative(a),
    "reciprocal": lambda w, a: w.f("fdiv", w.number(1.0), a),
    "fma": lambda w, a, b, c: w.fma(a, b, c),
    "fms": lambda w, a, b, c: w.fma(a, b, w.negative(c)),
    "fnma": lambda w, a, b, c: w.fma(w.negative(a), b, c),
    "fnms": lambda w, a, b, c: w.fma(w.negative(a), b, w.negative(c)),
    "sqrt": lambda w, a: w.call("sqrt", a),
    "abs": lambda w, a: w.call("fabs", a),
    "atan2": atan2,
    "sign": _sign,
    "min": lambda w, a, b: w.call("minimum", a, b),
    "max": lambda w, a, b: w.call("maximum", a, b),
    "lt": lambda w, a, b: w.compare("olt", a, b),
    "le": lambda w, a, b: w.compare("ole", a, b),
    "eq": lambda w, a, b: w.compare("oeq", a, b),
    "and": lambda w, a, b: w.logic("and", a, b),
    "or": lambda w, a, b: w.logic("or", a, b),
    "not": lambda w, a: w.logic("xor", a, w.splat("i1", "true")),
    "select": _select,
}


def _write_loop(w: Writer, node: Node, args: list[str]) -> list[str]:
    """Rounds with the state in phis; `iterate` keeps the state of lanes that are done."""
    loop: Loop = node.value
    stops = node.op == "iterate"
    state, outers = args[: loop.states], args[loop.states :]
    kinds = [w.D] * loop.states + ([w.B] if stops else [])
    starts = state + ([w.splat("i1", "false")] if stops else [])
    turn = Turn(w, kinds, starts)
    after = write_body(w, loop.body, [*turn.phis[: loop.states], *outers, turn.rounds])
    if stops:
        done = turn.phis[-1]
        kept = [w.choose(done, old, new) for old, new in zip(turn.phis, after[:-1], strict=False)]
        after = [*kept, w.logic("or", done, after[-1])]
    turn.close(after, str(loop.limit), w.all(after[-1]) if stops else None)
    return after


def _write_series(w: Writer, tape: Tape, i: int, names: Names, streams: Streams) -> list[str]:
    """As many rounds as the series are long, perhaps none; the last state, then blanks."""
    loop, args = tape.nodes[i].value, tape.nodes[i].args
    cut = len(args) - loop.series
    starts = [names[k] for k in args[: loop.states]]
    outers = [names[k] for k in args[loop.states : cut]]
    turn = Turn(w, [w.D] * loop.states, starts, "%t")
    items = streams.load(w, [tape.nodes[k].value for k in args[cut:]], turn.counter)
    after = write_body(w, loop.body, [*turn.phis, *outers, *items, turn.rounds])
    streams.store(w, i, loop.states, after[loop.states :], turn.counter)
    last = turn.close(after[: loop.states], "%t")
    return [*last, *([""] * (len(after) - loop.states))]
