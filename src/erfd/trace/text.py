"""A tape as text: as a program to read, and as JSON to keep. A digest names its content."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from erfd.trace.tape import VERSION, Loop, Node, Port, Tape

SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "lt": "<",
    "le": "<=",
    "eq": "==",
    "and": "&",
    "or": "|",
}


def program(tape: Tape, indent: str = "") -> str:
    """One line per operation; constants and inputs are named where they are used."""
    places = [_place(p, k) for p in tape.inputs for k in range(p.size)]
    lines = [indent + "in  " + ", ".join(_shaped(p) for p in tape.inputs)]
    for i, node in enumerate(tape.nodes):
        if node.op not in ("const", "input"):
            lines.append(f"{indent}v{i} = {_right_side(tape, node, places)}")
        if isinstance(node.value, Loop):
            lines.append(program(node.value.body, indent + "    "))
    k = 0
    for port in tape.outputs:
        names = [_name(tape, i, places) for i in tape.results[k : k + port.size]]
        lines.append(f"{indent}out {_shaped(port)} = " + " ".join(names))
        k += port.size
    return "\n".join(lines)


def _shaped(port: Port) -> str:
    return f"{port.name}[{', '.join(port.core)}]"


def _place(port: Port, k: int) -> str:
    name = f"{port.name}[t]" if port.series else port.name
    return f"{name}[{k}]" if port.shape else name


def _name(tape: Tape, i: int, places: list[str]) -> str:
    op, _, value = tape.nodes[i]
    if op == "input":
        return str(places[value])
    return f"{value!r}" if op == "const" else f"v{i}"


def _right_side(tape: Tape, node: Node, places: list[str]) -> str:
    names = [_name(tape, k, places) for k in node.args]
    if node.op in SIGNS:
        return f"{names[0]} {SIGNS[node.op]} {names[1]}"
    if node.op == "pick":
        return f"{names[0]}[{node.value}]"
    head = node.op
    if isinstance(node.value, Loop):
        rounds = "t" if node.value.limit is None else node.value.limit
        head = f"{node.op}, {rounds} rounds:"
    return f"{head}({', '.join(names)})"


def to_data(tape: Tape) -> dict[str, Any]:
    """The tape as lists and texts for JSON; floats in hexadecimal keep every bit."""
    return {
        "version": VERSION,
        "inputs": [[p.name, list(p.shape), p.series] for p in tape.inputs],
        "outputs": [[p.name, list(p.shape), p.series] for p in tape.outputs],
        "nodes": [[n.op, list(n.args), _pack(n.value)] for n in tape.nodes],
        "results": tape.results,
    }


def from_data(data: dict[str, Any]) -> Tape:
    if data["version"] != VERSION:
        raise ValueError(f"tape of version {data['version']}, this is version {VERSION}")
    tape = Tape()
    tape.inputs = [Port(name, tuple(shape), series) for name, shape, series in data["inputs"]]
    tape.outputs = [Port(name, tuple(shape), series) for name, shape, series in data["outputs"]]
    for op, args, value in data["nodes"]:
        tape.emit(op, tuple(args), _unpack(value))
    tape.results = list(data["results"])
    return tape


def _pack(value: Any) -> Any:
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, Loop):
        return [to_data(value.body), value.states, value.limit, value.series]
    return value


def _unpack(value: Any) -> Any:
    if isinstance(value, str):
        return float.fromhex(value)
    if isinstance(value, list):
        return Loop(from_data(value[0]), *value[1:])
    return value


def to_json(tape: Tape) -> str:
    return str(json.dumps(to_data(tape), separators=(",", ":")))


def from_json(text: str) -> Tape:
    return from_data(json.loads(text))


def digest(tape: Tape) -> str:
    """The SHA-256 of the tape's content, the same in every process."""
    return hashlib.sha256(to_json(tape).encode()).hexdigest()
