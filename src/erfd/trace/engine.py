"""LLVM through llvmlite: IR text -> object code for this CPU -> addresses of its functions."""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from typing import Any

LOCK = threading.RLock()


@functools.cache
def binding() -> Any:
    """llvmlite's binding with the native target ready, or None where llvmlite is missing."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return None
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@functools.cache
def host() -> tuple[str, str, dict[str, bool]]:
    """Name of the CPU, its features as one text, and as a dictionary."""
    llvm = binding()
    features = llvm.get_host_cpu_features()
    return llvm.get_host_cpu_name(), features.flatten(), dict(features)


def widest() -> int:
    """Doubles in the widest vector of this CPU."""
    features = host()[2]
    return 8 if features.get("avx512f") else 4 if features.get("avx2") else 2


def has_fma() -> bool:
    _, _, features = host()
    return bool(features.get("fma") or features.get("neon") or not _is_x86())


def _is_x86() -> bool:
    return bool(binding().get_process_triple().startswith(("x86", "i686", "amd64")))


@functools.cache
def _side_by_side() -> bool:
    """Code and its constants lie in one block of memory, so that 32 bits reach from one to other.

    Constants are then operands of the instructions that use them. Asked of llvmlite's own memory
    manager, and only where the object format is the system's own.
    """
    knows = "use_lmm" in inspect.signature(binding().create_mcjit_compiler).parameters
    return knows and sys.platform == "linux" and _is_x86()


def _new_machine() -> Any:
    llvm = binding()
    cpu, features, _ = host()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    reloc, model = ("pic", "small") if _side_by_side() else ("default", "jitdefault")
    return target.create_target_machine(
        cpu=cpu, features=features, opt=2, reloc=reloc, codemodel=model, jit=True
    )


machine = functools.cache(_new_machine)


def compile_object(text: str) -> bytes:
    """Object code of a module's IR."""
    with LOCK:
        parsed = binding().parse_assembly(text)
        parsed.verify()
        return bytes(machine().emit_object(parsed))


def assembly(text: str) -> str:
    with LOCK:
        return str(machine().emit_assembly(binding().parse_assembly(text)))


class Code:
    """Object code in memory, ready to run; it stays as long as this value lives."""

    def __init__(self, data: bytes) -> None:
        llvm = binding()
        memory = {"use_lmm": True} if _side_by_side() else {}
        with LOCK:
            empty = llvm.parse_assembly("")
            self._engine = llvm.create_mcjit_compiler(empty, _new_machine(), **memory)
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
            self._engine.finalize_object()

    def function(self, name: str) -> int:
        return int(self._engine.get_function_address(name))

    def variable(self, name: str) -> int:
        return int(self._engine.get_global_value_address(name))
