"""A compiled loop as a NumPy generalised ufunc, made through NumPy's own C table by ctypes.

Slot 31 of the ufunc table is `PyUFunc_FromFuncAndDataAndSignature`. NumPy does the rest: leading
shapes, strides, `out=`, overlap, alignment, releasing the GIL. Core sizes are numbers in the
signature, so a wrong length is refused.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.trace.numpy_tables import entry
from erfd.trace.tape import Port

DOUBLE = np.dtype(np.float64).num
NO_IDENTITY = -1
SLOT = 31


def signature(inputs: Sequence[Port], outputs: Sequence[Port]) -> str:
    """Like (6),(6),(6)->(6), with series (t,6),(6)->(t,12)."""

    def text(ports: Sequence[Port]) -> str:
        return ",".join("(" + ",".join(p.core) + ")" for p in ports)

    return f"{text(inputs)}->{text(outputs)}"


def _maker() -> Any:
    """PyUFunc_FromFuncAndDataAndSignature as a ctypes function."""
    many, whole, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
    kinds = [many, many, many, whole, whole, whole, whole, text, text, whole, text]
    return ctypes.PYFUNCTYPE(ctypes.py_object, *kinds)(entry("_UFUNC_API", SLOT))


class Keep:
    """What a ufunc points to and NumPy does not own, the code of its loop included."""

    def __init__(
        self, owner: Any, address: int, ports: int, name: str, doc: str, shape: str
    ) -> None:
        self.owner = owner
        self.loops = (ctypes.c_void_p * 1)(address)
        self.data = (ctypes.c_void_p * 1)(None)
        self.types = (ctypes.c_char * ports)(*([bytes([DOUBLE])] * ports))
        self.name, self.doc, self.shape = name.encode(), doc.encode(), shape.encode()


NAME, TYPES, OBJECT = 56, 64, 88
FOREVER: list[Keep] = []


def _attach(ufunc: Any, keep: Keep) -> None:
    """Let the ufunc own `keep` through its field `obj`; were that elsewhere, keep it for good."""

    def field(at: int) -> Any:
        return ctypes.c_void_p.from_address(id(ufunc) + at)

    known = field(TYPES).value == ctypes.addressof(keep.types) and not field(OBJECT).value
    named = field(NAME).value
    if known and named and ctypes.string_at(named) == keep.name:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(keep))
        field(OBJECT).value = id(keep)
    else:
        FOREVER.append(keep)


def make_ufunc(
    owner: Any,
    address: int,
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    name: str,
    doc: str = "",
) -> Any:
    """The ufunc around the loop at `address`, which lives as long as `owner`."""
    shape = signature(inputs, outputs)
    keep = Keep(owner, address, len(inputs) + len(outputs), name, doc, shape)
    made = _maker()(
        ctypes.addressof(keep.loops),
        ctypes.addressof(keep.data),
        ctypes.addressof(keep.types),
        1,
        len(inputs),
        len(outputs),
        NO_IDENTITY,
        keep.name,
        keep.doc,
        0,
        keep.shape,
    )
    _attach(made, keep)
    return made
