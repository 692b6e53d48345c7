"""The equations of a compiled function: its tape as SymPy expressions.

f.equations()                 symbols, intermediates and outputs; for small robots closed form
f.equations().expanded()      without intermediates
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from erfd.dynamics.tree import Tree
from erfd.errors import ErfdError
from erfd.trace.equations.circle import Circle
from erfd.trace.equations.collect import Collector
from erfd.trace.equations.expression import Call, Expression, Name, Plus, Power
from erfd.trace.equations.intermediates import Reader
from erfd.trace.equations.model import groups
from erfd.trace.equations.ring import Ring
from erfd.trace.tape import Loop, Port, Tape

CLOSED = 3
LEVELS = (0, 1, 2)
RING = {"const", "input", "add", "sub", "mul", "neg", "sin", "cos"}


@dataclass(frozen=True)
class Equations:
    """`inputs` and `outputs` are SymPy matrices by name; `steps` (symbol, expression) in order."""

    inputs: dict[str, Any]
    steps: list[tuple[Any, Any]]
    outputs: dict[str, Any]

    def expanded(self) -> Equations:
        """With all intermediates put in."""
        known: dict[Any, Any] = {}
        for symbol, x in self.steps:
            known[symbol] = x.xreplace(known)
        outputs = {name: x.xreplace(known) for name, x in self.outputs.items()}
        return Equations(self.inputs, [], outputs)

    def __repr__(self) -> str:
        lines = [f"{symbol} = {x}" for symbol, x in self.steps]
        return "\n".join([*lines, *(f"{name} = {x}" for name, x in self.outputs.items())])

    def _repr_latex_(self) -> str:
        from sympy import latex

        rows = [rf"{latex(a)} &= {latex(b)}" for a, b in (*self.steps, *self.outputs.items())]
        return "$$\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}$$"


def equations(tape: Tape, tree: Tree | None, form: str = "", simplify: int = 1) -> Equations:
    """`form` is "closed" or "cse"; without it, closed up to three coordinates."""
    if form not in ("", "closed", "cse"):
        raise ErfdError(f"there is no form '{form}'", "use closed or cse")
    if simplify not in LEVELS:
        raise ErfdError(f"there is no level {simplify!r} of simplifying", "use 0, 1 or 2")
    if any(isinstance(node.value, Loop) for node in tape.nodes):
        raise ErfdError("a function with loops in it has no equations", "ask for another one")
    names = [x for port in tape.inputs for x in place_names(port)]
    polynomial = all(node.op in RING for node in tape.nodes)
    small = all(port.size <= CLOSED for port in tape.inputs)
    if form == "closed" and not polynomial:
        raise ErfdError("this function is no sum of products of sines and cosines", "use cse")
    if form == "closed" or (not form and small and polynomial):
        steps, entries = _closed(tape, names, tree, simplify)
    else:
        reader = Reader(tape, names, len(names), {}, {})
        entries = reader.read()
        steps = [(s.name, s.expression) for s in reader.steps]
    return _in_sympy(tape, names, steps, entries)


def place_names(port: Port) -> list[str]:
    """q1, q2, ...; of a matrix H11, H12, ...; a scalar has the port's name."""
    if not port.shape:
        return [port.name]
    if len(port.shape) == 1:
        return [f"{port.name}{k + 1}" for k in range(port.size)]
    columns = port.shape[-1]
    wide = "_" if max(port.shape) > 9 else ""
    return [f"{port.name}{k // columns + 1}{wide}{k % columns + 1}" for k in range(port.size)]


Steps = Sequence[tuple[str, Expression]]


def _closed(
    tape: Tape, names: Sequence[str], tree: Tree | None, level: int
) -> tuple[Steps, list[Expression]]:
    """The tape run on sums of products."""
    size = next((p.size for p in tape.inputs if p.name == "q"), 0)
    ring = Ring(_circle(tree, size))
    turning = {j for g in ring.circle.groups for j in g}
    inputs = [
        ring.angle(int(x[1:]) - 1)
        if x[0] == "q" and x[1:].isdigit() and int(x[1:]) - 1 in turning
        else ring.letter(x)
        for x in names
    ]
    results = [_of_ring(ring, x) for x in _run(tape, inputs)]
    outer = {x for x in names if not (x[0] == "q" and x[1:].isdigit())}
    collector = Collector(ring, outer, level)
    entries = [collector.expression(x) for x in results]
    angles = collector.angles
    return [(x, angles.definition(x)) for x in angles.multiples], entries


def _circle(tree: Tree | None, size: int) -> Circle:
    if tree is None:
        return Circle([[j] for j in range(size)])
    return Circle(groups(tree), waves=tree.follows is not None)


def _of_ring(ring: Ring, x: Any) -> Any:
    return ring.of(x) if isinstance(x, (int, float)) else x


def _run(tape: Tape, inputs: Sequence[Any]) -> list[Any]:
    values: list[Any] = []
    for op, args, value in tape.nodes:
        known = [values[k] for k in args]
        if op == "const":
            values.append(value)
        elif op == "input":
            values.append(inputs[value])
        elif op in ("sin", "cos"):
            values.append(known[0].sincos()[op == "cos"])
        else:
            values.append(_arithmetic(op, known))
    return [values[i] for i in tape.results]


def _arithmetic(op: str, known: list[Any]) -> Any:
    if op == "neg":
        return -known[0]
    a, b = known
    return a + b if op == "add" else a - b if op == "sub" else a * b


def _in_sympy(
    tape: Tape, names: Sequence[str], steps: Steps, entries: Sequence[Expression]
) -> Equations:
    import sympy

    table = {x: sympy.Symbol(x, real=True) for x in names}
    made = []
    for name, x in steps:
        symbol = table[name] = sympy.Symbol(name, real=True)
        made.append((symbol, sympy_of(x, table)))
    inputs, first = {}, 0
    for port in tape.inputs:
        inputs[port.name] = _matrix(sympy, port, [table[x] for x in place_names(port)])
    outputs = {}
    for port in tape.outputs:
        own = [sympy_of(x, table) for x in entries[first : first + port.size]]
        outputs[port.name], first = _matrix(sympy, port, own), first + port.size
    return Equations(inputs, made, outputs)


def _matrix(sympy: Any, port: Port, flat: list[Any]) -> Any:
    if not port.shape:
        return flat[0]
    rows = port.shape[0]
    return sympy.Matrix(rows, port.size // rows if rows else 0, flat)


def sympy_of(x: Expression, table: Mapping[str, Any]) -> Any:
    """The expression as SymPy's."""
    import sympy

    if isinstance(x, Name):
        return table[x.name]
    if isinstance(x, Plus):
        return sympy.Add(*(sympy_of(y, table) for y in x.terms))
    if isinstance(x, Power):
        return sympy_of(x.base, table) ** x.exponent
    if isinstance(x, Call):
        return _called(sympy, x.function, [sympy_of(y, table) for y in x.arguments])
    return sympy.Mul(sympy.sympify(x.coefficient), *(sympy_of(y, table) for y in x.factors))


def _called(sympy: Any, function: str, known: list[Any]) -> Any:
    relations = {"lt": sympy.Lt, "le": sympy.Le, "eq": sympy.Eq, "and": sympy.And}
    relations |= {"or": sympy.Or, "not": sympy.Not}
    if function == "over":
        return 1 / known[0]
    if function == "select":
        return sympy.Piecewise((known[1], known[0]), (known[2], True))
    names = {"abs": "Abs", "min": "Min", "max": "Max"}
    return (relations.get(function) or getattr(sympy, names.get(function, function)))(*known)
