"""The function of another function's derivatives."""

from __future__ import annotations

import functools
import hashlib

from erfd.errors import ErfdError
from erfd.trace.derivative import derivative, port
from erfd.trace.function import Function
from erfd.trace.tape import Tape


def derived(function: Function, inputs: tuple[str, ...], values: bool, key: str) -> Function:
    """`key` names what determines the function's tape, as it is stored; "" where nothing does."""
    _checked(function, inputs)
    name = f"{function.name}_derivative"
    derive = function.derive or functools.partial(_by_tape, function)
    make = functools.partial(derive, inputs, values=values)
    if not key:
        return Function(name, make(), function.method)
    own = hashlib.sha256(f"{key} derivative {inputs} {values}".encode()).hexdigest()
    return Function(name, make, function.method, own)


def _checked(function: Function, inputs: tuple[str, ...]) -> None:
    if not inputs:
        known = ", ".join(repr(p.name) for p in function.inputs)
        raise ErfdError("a derivative by nothing", f"name inputs: derivative({known})")
    for k, name in enumerate(inputs):
        port(function.inputs, name, "input")
        if name in inputs[:k]:
            raise ErfdError(f"a derivative was asked for twice by '{name}'", "name it once")


def _by_tape(function: Function, inputs: tuple[str, ...], values: bool) -> Tape:
    return derivative(function.tape, inputs, values=values)
