"""A tape as a function in C99, which is C++ too: plain statements, no heap, no globals.

One statement per operation; a product that only one sum uses stands inside it, as a * b + c, and
whether that is rounded once is the compiler's choice. A result that is an input is copied first, so
inputs and outputs may overlap. Numbers have 17 digits where they need them: every bit is kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from erfd.errors import ErfdError
from erfd.trace.c99_declaration import PARAMETERS, declaration
from erfd.trace.fuse import fused
from erfd.trace.series import refuse_series
from erfd.trace.tape import Loop, Node, Tape

OPERATORS = {
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "neg": "-{}",
    "reciprocal": "R(1.0) / {}",
    "fma": "{} * {} + {}",
    "fms": "{} * {} - {}",
    "fnma": "{2} - {0} * {1}",
    "fnms": "-({} * {}) - {}",
    "lt": "{} < {}",
    "le": "{} <= {}",
    "eq": "{} == {}",
    "and": "{} & {}",
    "or": "{} | {}",
    "not": "!{}",
    "select": "{} ? {} : {}",
}
BY_LIBRARY = {"sin": "sin", "cos": "cos", "sqrt": "sqrt", "abs": "fabs", "atan2": "atan2"}
BY_HAND = {
    "min": ("x, y", "(x < y || x != x) ? x : y"),
    "max": ("x, y", "(x > y || x != x) ? x : y"),
    "sign": ("x", "x > R(0.0) ? R(1.0) : x < R(0.0) ? R(-1.0) : x"),
}


class Body:
    """The statements of one function; `used` are the helpers that it calls."""

    def __init__(self, prefix: str) -> None:
        self.prefix, self.real = prefix, f"{prefix}_real"
        self.lines: list[str] = []
        self.used: set[str] = set()
        self.indent = "    "
        self.count = 0

    def do(self, text: str) -> None:
        self.lines.append(self.indent + text)

    def fresh(self, letter: str = "v") -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def hold(self, kind: str, text: str) -> str:
        name = self.fresh()
        self.do(f"const {kind} {name} = {text};")
        return name


def number(x: float) -> str:
    """An infinity is a limit that nobody stated."""
    if math.isnan(x):
        raise ErfdError(f"the constant {x} has no place in C text", "check the robot's numbers")
    return f"R({x!r})" if math.isfinite(x) else "-INFINITY" if x < 0 else "INFINITY"


def write(body: Body, tape: Tape, inputs: list[str], wanted: Sequence[int]) -> list[str]:
    """Append the statements that these results need; the names of all results, "" of the others."""
    names: dict[int, str] = {}
    states: dict[int, list[str]] = {}
    alive = _alive(tape, wanted)
    for i in sorted(alive):
        node = tape.nodes[i]
        known = [names.get(k, "") for k in node.args]
        if node.op == "const":
            names[i] = number(node.value)
        elif node.op == "input":
            names[i] = inputs[node.value]
        elif isinstance(node.value, Loop):
            states[i] = _loop(body, node, known, alive[i])
        elif node.op == "pick":
            names[i] = states[node.args[0]][node.value]
        else:
            kind = "int" if tape.is_flag(i) else body.real
            names[i] = body.hold(kind, _right_side(body, node.op, known))
    return [names.get(i, "") for i in tape.results]


def _alive(tape: Tape, wanted: Sequence[int]) -> dict[int, set[int]]:
    """The nodes that some results need, and of every loop the states that are kept.

    From the last node to the first: all that reads a loop is known before the loop. What only the
    states that nobody reads are made of is needed by nothing.
    """
    picks: dict[int, set[int]] = {tape.results[k]: set() for k in wanted}
    for i in reversed(range(len(tape.nodes))):
        if i not in picks:
            continue
        node = tape.nodes[i]
        args: Sequence[int] = node.args
        if isinstance(node.value, Loop):
            picks[i], read = _kept(node.value, len(node.args), picks[i])
            args = [node.args[k] for k in sorted(read)]
        for k in args:
            picks.setdefault(k, set()).update({node.value} if node.op == "pick" else ())
    return picks


def _right_side(body: Body, op: str, known: list[str]) -> str:
    if op in OPERATORS:
        return OPERATORS[op].format(*known)
    body.used.add(op)
    return f"{body.prefix}_{op}_({', '.join(known)})"


def _loop(body: Body, node: Node, args: list[str], states: set[int]) -> list[str]:
    """A for loop with its state in variables; `iterate` leaves when it is done.

    `states` are those that are read; the others have no variable.
    """
    loop: Loop = node.value
    kept, ends = sorted(states), [loop.states] * (node.op == "iterate")
    state = [body.fresh("s") for _ in range(loop.states)]
    for i in kept:
        body.do(f"{body.real} {state[i]} = {args[i]};")
    k, test = body.fresh("k"), ""
    if ends:
        done = body.fresh("done")
        body.do(f"int {done} = 0;")
        test = f" && !{done}"
    body.do(f"for (int {k} = 0; {k} < {loop.limit}{test}; ++{k}) {{")
    outer, body.indent = body.indent, body.indent + "    "
    inputs = [*state, *args[loop.states :], f"({body.real}){k}"]
    results = write(body, loop.body, inputs, [*kept, *ends])
    after = [body.hold(body.real, results[i]) for i in kept]
    for i, value in zip(kept, after, strict=True):
        body.do(f"{state[i]} = {value};")
    if ends:
        body.do(f"{done} = {results[-1]};")
        state = [*state, done]
    body.indent = outer
    body.do("}")
    return state


def _kept(loop: Loop, given: int, picks: set[int]) -> tuple[set[int], set[int]]:
    """The states that are read behind the loop, or inside for the sake of such ones.

    Then the places, of the `given` ones, that are read: these states and values from outside.
    """
    states, before = {k for k in picks if k < loop.states}, None
    ends = range(loop.states, len(loop.body.results))
    read = set[int]()
    while states != before:
        before = set(states)
        alive = _alive(loop.body, [*sorted(states), *ends])
        read = {x.value for i in alive if (x := loop.body.nodes[i]).op == "input"}
        states |= {k for k in read if k < loop.states}
    return states, {k for k in read if k < given} | states


def definition(
    tape: Tape, name: str, prefix: str, fields: frozenset[str] = frozenset()
) -> tuple[str, set[str]]:
    """The text of the function, and the helpers that it calls."""
    refuse_series(tape, f"the C text of {name}")
    tape = fused(tape.compact())
    read = {node.value for node in tape.nodes if node.op == "input"}
    body, inputs = Body(prefix), list[str]()
    for port in tape.inputs:
        at = f"{PARAMETERS}->{port.name}" if port.name in fields else port.name
        places = range(len(inputs), len(inputs) + port.size)
        inputs += [f"{at}[{k}]" for k in range(port.size)] if port.shape else [at]
        if port.name not in fields and read.isdisjoint(places):
            body.do(f"(void){port.name};")
    if fields & {p.name for p in tape.inputs} and not any("->" in inputs[k] for k in read):
        body.do(f"(void){PARAMETERS};")
    written = write(body, tape, inputs, range(len(tape.results)))
    results = [
        body.hold(body.real, f"({body.real}){x}" if tape.is_flag(i) else x)
        if tape.nodes[i].op == "input" or tape.is_flag(i)
        else x
        for i, x in zip(tape.results, written, strict=True)
    ]
    places_out = [
        f"{p.name}[{k}]" if p.shape else f"*{p.name}" for p in tape.outputs for k in range(p.size)
    ]
    for place, value in zip(places_out, results, strict=True):
        body.do(f"{place} = {value};")
    head = declaration(tape, name, prefix, fields)
    return "\n".join([head, "{", *body.lines, "}"]), body.used
