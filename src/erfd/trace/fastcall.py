"""The front for plain arrays: a builtin whose body is LLVM IR, without NumPy's ufunc machinery.

It takes arrays that are exactly ndarray, float64, aligned, C-contiguous and of the right core
shape, either all single states or all batches of one length, makes the result and runs the kernel.
Anything else (keywords, lists, broadcasting, other types) goes to the fallback, the general call.
It reads the fields of NumPy's array object directly; `layout_holds` checks once where they lie.
NumPy's floating-point warnings are not raised on this way.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

import numpy as np

from erfd.trace.engine import Code
from erfd.trace.front import CONTEXT, DATA, DESCR, DIMENSIONS, FLAGS, ND, STRIDES, TYPE
from erfd.trace.numpy_tables import entry

NEW, FAST_WITH_KEYWORDS = 93, 0x80 | 0x2


@functools.cache
def layout_holds() -> bool:
    """NumPy's arrays look in memory as this file assumes."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return False
    samples = [np.zeros(5), np.zeros((3, 4)), np.zeros((2, 3, 4))[:, ::2], np.zeros(3, np.float32)]
    return all(_fields_hold(a) for a in samples)


def _fields_hold(a: Any) -> bool:
    def word(at: int, kind: Any = ctypes.c_ssize_t) -> int:
        return int(kind.from_address(at).value)

    if object.__basicsize__ != 16 or np.ndarray.__basicsize__ < FLAGS + 4:
        return False
    at, nd = id(a), a.ndim
    dims, strides = word(at + DIMENSIONS), word(at + STRIDES)
    return (
        word(at + TYPE) == id(np.ndarray)
        and word(at + DATA) == a.ctypes.data
        and word(at + ND, ctypes.c_int) == nd
        and word(at + DESCR) == id(a.dtype)
        and word(at + FLAGS, ctypes.c_int) == a.flags.num
        and tuple(word(dims + 8 * k) for k in range(nd)) == a.shape
        and tuple(word(strides + 8 * k) for k in range(nd)) == a.strides
    )


class Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Anchor:
    """What the builtin needs alive: it is the builtin's `self`."""

    def __init__(self, code: Code, fallback: Any, name: str) -> None:
        self.code, self.fallback, self.name = code, fallback, name.encode()
        self.method = Method(self.name, code.function("call"), FAST_WITH_KEYWORDS, None)


def make_builtin(code: Code, fallback: Any, name: str) -> Any:
    """The builtin function; `fallback` is called with the same arguments where it cannot serve."""
    table = (ctypes.c_void_p * len(CONTEXT)).from_address(code.variable("context"))
    for k, address in enumerate(_context(fallback)):
        table[k] = address
    anchor = Anchor(code, fallback, name)
    create = ctypes.pythonapi.PyCFunction_NewEx
    create.restype = ctypes.py_object
    create.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    return create(ctypes.addressof(anchor.method), anchor, None)


def _context(fallback: Any) -> list[int]:
    def address(name: str) -> int:
        return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0

    calls = ("PyObject_Vectorcall", "PyEval_SaveThread", "PyEval_RestoreThread")
    more = ("PyTuple_New", "PyTuple_SetItem")
    fixed = [id(np.ndarray), id(np.dtype(np.float64)), entry("_ARRAY_API", NEW), id(fallback)]
    return fixed + [address(name) for name in (*calls, *more)]
