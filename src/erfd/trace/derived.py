"""The function of another function's derivatives."""

from __future__ import annotations

import functools
import hashlib

from erfd.trace.derivative import derivative, port
from erfd.trace.function import Function
from erfd.trace.tape import Tape


def derived(function: Function, inputs: tuple[str, ...], values: bool, key: str) -> Function:
    """`key` names what determines the function's tape, as it is stored; "" where nothing does."""
    for name in inputs:
        port(function.inputs, name, "input")
    name = f"{function.name}_derivative"
    derive = function.derive or functools.partial(_by_tape, function)
    make = functools.partial(derive, inputs, values=values)
    if not key:
        return Function(name, make(), function.method)
    own = hashlib.sha256(f"{key} derivative {inputs} {values}".encode()).hexdigest()
    return Function(name, make, function.method, own)


def _by_tape(function: Function, inputs: tuple[str, ...], values: bool) -> Tape:
    return derivative(function.tape, inputs, values=values)
