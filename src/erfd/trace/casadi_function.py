"""A tape as a casadi.Function with the same names: the tape run on CasADi's SX scalars.

Needs the extra `casadi`. A vector (n) becomes a column, a matrix (m, n) a matrix, a scalar 1 x 1.
Loops are unrolled, so they must be short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.errors import ErfdError, extra
from erfd.trace.series import refuse_series
from erfd.trace.tape import Loop, Port, Tape

LONGEST = 200_000


def casadi_function(name: str, tape: Tape) -> Any:
    """The casadi.Function of a tape."""
    casadi = _casadi()
    refuse_series(tape, f"the CasADi function {name}")
    _check_size(name, tape)
    inputs = [casadi.SX.sym(p.name, *_rectangle(p)) for p in tape.inputs]
    flat = [x for group, p in zip(inputs, tape.inputs, strict=True) for x in _flat(group, p)]
    results = _run(tape, flat, _operations(casadi), casadi)
    outputs, first = [], 0
    for p in tape.outputs:
        rows, columns = _rectangle(p)
        part = casadi.vertcat(*results[first : first + p.size])
        outputs.append(casadi.reshape(part, columns, rows).T)
        first += p.size
    names = [p.name for p in tape.inputs], [p.name for p in tape.outputs]
    return casadi.Function(name, inputs, outputs, *names)


def _casadi() -> Any:
    try:
        import casadi
    except ImportError:
        raise ErfdError("CasADi is not installed", extra("casadi")) from None
    return casadi


def _check_size(name: str, tape: Tape) -> None:
    size = _unrolled(tape)
    if size > LONGEST:
        raise ErfdError(
            f"{name} has {size} operations with its loops unrolled, too many for CasADi",
            f"keep loops below {LONGEST} operations in all",
        )


def _unrolled(tape: Tape) -> int:
    loops = [n.value for n in tape.nodes if isinstance(n.value, Loop)]
    return len(tape.nodes) + sum(loop.rounds() * _unrolled(loop.body) for loop in loops)


def _rectangle(p: Port) -> tuple[int, int]:
    """Rows and columns; dimensions beyond the second join the columns."""
    rows = p.shape[0] if p.shape else 1
    return rows, p.size // rows if rows else 0


def _flat(group: Any, p: Port) -> list[Any]:
    rows, columns = _rectangle(p)
    return [group[i, j] for i in range(rows) for j in range(columns)]


def _operations(casadi: Any) -> dict[str, Callable[..., Any]]:
    return {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "neg": lambda a: -a,
        "reciprocal": lambda a: 1 / a,
        "fma": lambda a, b, c: a * b + c,
        "fms": lambda a, b, c: a * b - c,
        "fnma": lambda a, b, c: c - a * b,
        "fnms": lambda a, b, c: -(a * b) - c,
        "sqrt": casadi.sqrt,
        "sin": casadi.sin,
        "cos": casadi.cos,
        "atan2": casadi.atan2,
        "abs": casadi.fabs,
        "sign": casadi.sign,
        "min": casadi.fmin,
        "max": casadi.fmax,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
        "eq": lambda a, b: a == b,
        "and": casadi.logic_and,
        "or": casadi.logic_or,
        "not": casadi.logic_not,
        "select": casadi.if_else,
    }


def _run(tape: Tape, inputs: Sequence[Any], table: dict[str, Any], casadi: Any) -> list[Any]:
    values: list[Any] = []
    for op, args, value in tape.nodes:
        known = [values[k] for k in args]
        if op == "const":
            values.append(casadi.SX(value))
        elif op == "input":
            values.append(inputs[value])
        elif op == "pick":
            values.append(known[0][value])
        elif isinstance(value, Loop):
            values.append(_loop(op, value, known, table, casadi))
        else:
            values.append(table[op](*known))
    return [values[i] for i in tape.results]


def _loop(op: str, loop: Loop, args: list[Any], table: dict[str, Any], casadi: Any) -> list[Any]:
    state, outers = args[: loop.states], args[loop.states :]
    done = casadi.SX(0)
    for k in range(loop.rounds()):
        after = _run(loop.body, [*state, *outers, casadi.SX(k)], table, casadi)
        if op == "iterate":
            *after, flag = after
            pairs = zip(state, after, strict=True)
            after = [casadi.if_else(done, old, new) for old, new in pairs]
            done = casadi.logic_or(done, flag)
        state = after
    return [*state, done] if op == "iterate" else state
