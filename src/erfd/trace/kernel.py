"""From a tape to something that runs: passes, object code, ufunc and fast front."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from erfd.trace import engine
from erfd.trace.fastcall import layout_holds, make_builtin
from erfd.trace.front import front
from erfd.trace.fuse import fused
from erfd.trace.schedule import scheduled
from erfd.trace.simd import module
from erfd.trace.tape import Loop, Port, Tape
from erfd.trace.ufunc import make_ufunc

LARGEST = 50_000


def prepared(tape: Tape) -> Tape:
    """Compact, multiply-adds fused where the CPU has them, in the order to be compiled."""
    tape = tape.compact()
    for i, node in enumerate(tape.nodes):
        if isinstance(node.value, Loop):
            body = prepared(node.value.body)
            tape.nodes[i] = node._replace(value=replace(node.value, body=body))
    return scheduled(fused(tape) if engine.has_fma() else tape)


def instructions(tape: Tape) -> int:
    """Nodes, those of loops' bodies included."""
    bodies = [n.value.body for n in tape.nodes if isinstance(n.value, Loop)]
    return len(tape.nodes) + sum(instructions(body) for body in bodies)


def source(tape: Tape, width: int | None = None) -> str:
    """The LLVM IR of a prepared tape, for this CPU's widest vectors or the given width."""
    extra = "" if tape.has_series else front(tape.inputs, tape.outputs)
    return module(tape, width or engine.widest(), extra)


class Kernel:
    """Compiled code of a prepared tape: `ufunc`, and `quick(fallback)` for plain arrays."""

    def __init__(self, tape: Tape, name: str, width: int | None = None) -> None:
        if sys.stderr.isatty():
            print(f"erfd: compiling {name}", file=sys.stderr)
        self._load(engine.compile_object(source(tape, width)), tape.inputs, tape.outputs, name)

    @classmethod
    def stored(
        cls, data: bytes, inputs: Sequence[Port], outputs: Sequence[Port], name: str
    ) -> Kernel:
        """The kernel of object code that was compiled before."""
        self = cls.__new__(cls)
        self._load(data, inputs, outputs, name)
        return self

    def _load(
        self, data: bytes, inputs: Sequence[Port], outputs: Sequence[Port], name: str
    ) -> None:
        self.name, self.data, self.code = name, data, engine.Code(data)
        self.ufunc = make_ufunc(self.code, self.code.function("loop"), inputs, outputs, name)
        self.plain = not any(port.series for port in (*inputs, *outputs))

    def quick(self, fallback: Any) -> Any:
        """A builtin for plain arrays; None for series and where NumPy's arrays look different."""
        if not self.plain or not layout_holds():
            return None
        return make_builtin(self.code, fallback, self.name)
