"""NumPy's tables of C functions, read from the capsules that it hands to extension modules."""

from __future__ import annotations

import ctypes
import importlib


def entry(table: str, slot: int) -> int:
    """The address in one slot of `_ARRAY_API` or `_UFUNC_API`."""
    umath = importlib.import_module("numpy._core._multiarray_umath")
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    start = pointer(getattr(umath, table), None)
    return int(ctypes.cast(start, ctypes.POINTER(ctypes.c_void_p))[slot] or 0)
