"""A compiled function as a value: it runs, shows itself, counts itself and pickles.

It compiles at its first call, unless the disk cache holds its code: then the tape is not even
traced before something asks for it. Called with plain arrays it takes the fast front, otherwise
NumPy's ufunc; without llvmlite, or beyond 50,000 instructions, the tape runs on NumPy.
"""

from __future__ import annotations

import functools
import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from erfd.dynamics.tree import Tree
from erfd.errors import ErfdError
from erfd.trace import cache, engine, interpret
from erfd.trace.bad_arguments import KindError, lanes, refused, whole_threads
from erfd.trace.counts import Counts, count
from erfd.trace.kernel import LARGEST, Kernel, instructions, prepared, source
from erfd.trace.tape import Port, Tape
from erfd.trace.text import digest, from_json, to_json
from erfd.trace.threads import in_threads

if TYPE_CHECKING:
    from erfd.trace.equations.of_function import Equations


class Function:
    """`f(*inputs, out=None, threads=None)`: arrays (..., *shape) in, arrays (..., *shape) out."""

    def __init__(
        self, name: str, tape: Tape | Callable[[], Tape], method: str = "", key: str = ""
    ) -> None:
        """`key` says all that determines the tape; a tape to be made when needed must have one."""
        self.name, self.method = name, method
        self._key = key
        self._make: Callable[[], Tape] = Tape if isinstance(tape, Tape) else tape
        self._tape = tape.compact() if isinstance(tape, Tape) else None
        self._lock = threading.RLock()
        self._kernel: Kernel | None = None
        self.derive: Callable[..., Tape] | None = None
        self.tree: Tree | None = None  # of a robot's function; says which axes are parallel

    @property
    def tape(self) -> Tape:
        with self._lock:
            if self._tape is None:
                self._tape = self._make().compact()
            return self._tape

    @property
    def inputs(self) -> tuple[Port, ...]:
        return self._stored.inputs if self._stored else tuple(self.tape.inputs)

    @property
    def outputs(self) -> tuple[Port, ...]:
        return self._stored.outputs if self._stored else tuple(self.tape.outputs)

    @property
    def counts(self) -> Counts:
        return self._stored.counts if self._stored else self._counted()

    def _counted(self) -> Counts:
        return count(prepared(self.tape) if engine.binding() else self.tape)

    @functools.cached_property
    def _stored(self) -> cache.Stored | None:
        """What an earlier process compiled; only looked for where it saves the tracing."""
        return cache.load(self._key) if self._key else None

    @property
    def digest(self) -> str:
        return digest(self.tape)

    @property
    def ufunc(self) -> Any:
        """The NumPy generalised ufunc."""
        kernel = self._compiled()
        return kernel.ufunc if kernel else None

    def derivative(self, *inputs: str, values: bool = False) -> Function:
        """The derivatives of all outputs with respect to these inputs (names), in one pass.

        Each has the shape of the output, then of the input; `values` puts the outputs before them.
        """
        from erfd.trace.derived import derived

        return derived(self, inputs, values, self._key)

    def equations(self, form: str = "", simplify: int = 1) -> Equations:
        """SymPy expressions of the same program: inputs, intermediates, outputs."""
        from erfd.trace.equations.of_function import equations

        return equations(self.tape, self.tree, form, simplify)

    def casadi(self) -> Any:
        """A casadi.Function with the same names of inputs and outputs."""
        from erfd.trace.casadi_function import casadi_function

        return casadi_function(self.name, self.tape)

    def c_source(self, name: str = "", prefix: str = "erfd") -> str:
        """This function in C99, a file that compiles by itself: void prefix_name(...)."""
        from erfd.trace.c99_source import source

        return source(self.tape, name or self.name, prefix or "erfd")

    def program(self) -> str:
        return str(prepared(self.tape) if engine.binding() else self.tape)

    def llvm_ir(self, width: int | None = None) -> str:
        """For vectors of so many doubles (1, 2, 4 or 8), or for the widest of this CPU."""
        if engine.binding() is None:
            raise ErfdError("llvmlite is not installed: nothing is compiled", "install llvmlite")
        return source(prepared(self.tape), lanes(width))

    def __call__(
        self, *args: Any, out: Any = None, threads: int | None = None, **others: Any
    ) -> Any:
        """The first call compiles and then puts the fast front in this call's place.

        `threads` share out the rows of large batches; more than help are not started.
        Other keywords are the ufunc's: `dtype`, `casting`, `axes`, ...; NumPy allows no `where`.
        """
        self._compiled()
        return self._general(*args, out=out, threads=threads, **others)

    def _compiled(self) -> Kernel | None:
        with self._lock:
            if self._kernel is None and (kernel := self._made()) is not None:
                self._kernel = kernel
                quick = kernel.quick(self._general)
                call = quick or Function._general
                self.__class__ = type("Function", (type(self),), {"__call__": call})
            return self._kernel

    def _made(self) -> Kernel | None:
        """From the cache, or compiled and then kept there."""
        tape = None if self._stored else self._for_kernel()
        if found := self._stored or (cache.load(self.digest) if tape and not self._key else None):
            return Kernel.stored(found.code, found.inputs, found.outputs, self.name)
        if tape is None:
            return None
        kernel = Kernel(tape, self.name)
        ports = tuple(tape.inputs), tuple(tape.outputs)
        cache.store(self._key or self.digest, cache.Stored(*ports, count(tape), kernel.data))
        return kernel

    def _for_kernel(self) -> Tape | None:
        if any(port.size == 0 for port in (*self.tape.inputs, *self.tape.outputs)):
            return None  # a robot of no joints: ufuncs have no dimension of length 0
        if engine.binding() is None:
            _warn_once("llvmlite is not installed: erfd runs on NumPy, many times slower")
            return None
        tape = prepared(self.tape)
        if instructions(tape) > LARGEST:
            _warn_once(f"{self.name} has {instructions(tape)} instructions and runs on NumPy")
            return None
        return tape

    def _general(
        self, *args: Any, out: Any = None, threads: int | None = None, **others: Any
    ) -> Any:
        if len(args) != len(self.inputs):  # a ufunc would take one more for `out`
            names = ", ".join(port.name for port in self.inputs)
            what = f"{self.name} takes {names}: {len(args)} inputs were given"
            raise KindError(what, "give one array for each")
        shared = 1 if threads is None else whole_threads(threads)
        try:
            with np.errstate(all="ignore"):
                return self._run(args, out, shared, others)
        except (TypeError, ValueError):
            wrong = None if others else refused(self.name, self.inputs, self.outputs, args, out)
            if wrong is None:
                raise
            raise wrong from None

    def _run(self, args: tuple[Any, ...], out: Any, threads: int, others: dict[str, Any]) -> Any:
        run = self._kernel.ufunc if self._kernel else self._on_numpy
        if others or threads == 1:
            return run(*args, **others) if out is None else run(*args, out=out, **others)
        return in_threads(
            run,
            self.inputs,
            self.outputs,
            [interpret.doubles(a) for a in args],
            out,
            threads,
        )

    def _on_numpy(self, *args: Any, out: Any = None) -> Any:
        results = interpret.on_arrays(self.tape, *args)
        if out is not None:
            places = out if isinstance(out, tuple) else (out,)
            for place, result in zip(places, results, strict=True):
                place[...] = result
            results = list(places)
        return results[0] if len(results) == 1 else tuple(results)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.name, to_json(self.tape), self.method, self.derive, self.tree)

    def __repr__(self) -> str:
        ports = ", ".join(f"{p.name}{list(p.shape)}" for p in self.inputs)
        return f"<{self.name}({ports}){' by ' + self.method if self.method else ''}>"


def _rebuild(
    name: str, tape: str, method: str, derive: Callable[..., Tape] | None, tree: Tree | None = None
) -> Function:
    function = Function(name, from_json(tape), method)
    function.derive, function.tree = derive, tree
    return function


_warned: set[str] = set()


def _warn_once(text: str) -> None:
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=4)
