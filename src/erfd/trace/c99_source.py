"""The C source around functions of tapes: type, helpers, and one function after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from erfd.errors import ErfdError
from erfd.trace.c99 import BY_HAND, BY_LIBRARY, definition
from erfd.trace.c99_names import function_name, identifier, prefix_of
from erfd.trace.tape import Tape

Named = tuple[str, Tape]


def real_type(prefix: str, real: str = "double") -> str:
    """The type of all numbers; -DPREFIX_REAL=float takes another one."""
    macro = f"{prefix.upper()}_REAL"
    return "\n".join([
        f"#ifndef {macro}",
        f"#define {macro} {real}",
        "#endif",
        f"typedef {macro} {prefix}_real;",
    ])  # fmt: skip


def definitions(
    functions: Sequence[Named], prefix: str, fields: frozenset[str] = frozenset()
) -> str:
    """The helpers that are called, then the functions."""
    used: set[str] = set()
    texts = []
    for name, tape in functions:
        text, called = definition(tape, name, prefix, fields)
        texts.append(text)
        used |= called
    number = f"#define R(x) (({prefix}_real)(x))"
    helpers = [_helper(op, prefix) for op in sorted(used)]
    return "\n\n".join([number, *helpers, *texts, "#undef R"])


def _helper(op: str, prefix: str) -> str:
    """A function of the C library in the precision of the type, or one of our own."""
    real = f"{prefix}_real"
    letters = ("x", "y") if op in ("atan2", "min", "max") else ("x",)
    head = f"static {real} {prefix}_{op}_({', '.join(f'{real} {x}' for x in letters)})"
    if op in BY_HAND:
        return f"{head}\n{{\n    return {BY_HAND[op][1]};\n}}"
    single = _call(BY_LIBRARY[op] + "f", "float", letters)
    double = _call(BY_LIBRARY[op], "double", letters)
    return (
        f"{head}\n{{\n    return sizeof({real}) == sizeof(float) ? "
        f"({real}){single}\n        : ({real}){double};\n}}"
    )


def _call(name: str, kind: str, letters: Iterable[str]) -> str:
    return f"{name}({', '.join(f'({kind}){x}' for x in letters)})"


def source(tape: Tape, name: str, prefix: str = "erfd") -> str:
    """One function by itself: a file that compiles."""
    prefix, name = prefix_of(prefix), function_name(name)
    for port in (*tape.inputs, *tape.outputs):
        if not port.size:
            what = f"C has no arrays of no numbers, as {port.name} is here"
            raise ErfdError(what, "give a robot with a joint that moves")
        identifier(port.name)
    return "\n\n".join([
        "#include <math.h>",
        real_type(prefix),
        definitions([(name, tape)], prefix),
    ]) + "\n"  # fmt: skip
