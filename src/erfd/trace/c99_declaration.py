"""How a tape's function is declared in C: arguments, the struct of parameters, results."""

from __future__ import annotations

from typing import NamedTuple

from erfd.trace.tape import Port, Tape

PARAMETERS = "parameters"


class Ports(NamedTuple):
    """How the ports of a tape are called in C: which are arguments, which are named fields."""

    arguments: tuple[Port, ...]
    fields: tuple[Port, ...]
    outputs: tuple[Port, ...]


def ports_of(tape: Tape, fields: frozenset[str]) -> Ports:
    """`fields` are the names of the inputs that are read from the struct of parameters."""
    return Ports(
        tuple(p for p in tape.inputs if p.name not in fields),
        tuple(p for p in tape.inputs if p.name in fields),
        tuple(tape.outputs),
    )


def declaration(tape: Tape, name: str, prefix: str, fields: frozenset[str] = frozenset()) -> str:
    """void prefix_name(const real q[6], ..., real tau[6]), over several lines where it is long."""
    ports, real = ports_of(tape, fields), f"{prefix}_real"
    parts = [f"const {real} {_dimensioned(p)}" if p.shape else f"{real} {p.name}" for p in ports[0]]
    if ports.fields:
        parts.append(f"const struct {prefix}_{PARAMETERS} *{PARAMETERS}")
    parts += [f"{real} {_dimensioned(p)}" if p.shape else f"{real} *{p.name}" for p in ports[2]]
    head = f"void {prefix}_{name}("
    line = head + ", ".join(parts) + ")"
    return line if len(line) < 100 else head + (",\n" + " " * len(head)).join(parts) + ")"


def _dimensioned(port: Port) -> str:
    return f"{port.name}[{port.size}]" if port.shape else port.name
