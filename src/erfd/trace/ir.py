"""A writer of LLVM IR text at one vector width: names, types, constants, intrinsics.

Width 1 writes plain doubles; the operations and their order are the same at every width, and no
flag lets LLVM contract, reorder or approximate, so every width gives the same bits.
"""

from __future__ import annotations

import struct


class Writer:
    """Lines of one function; `declared` and `constants` gather what the module needs besides."""

    def __init__(self, width: int, declared: set[str]) -> None:
        self.width, self.declared = width, declared
        self.lines: list[str] = []
        self.rooms: list[str] = []
        self.count = 0
        self.block = "entry"
        self.D, self.I, self.B = (self.vector(t) for t in ("double", "i64", "i1"))

    def vector(self, kind: str) -> str:
        return kind if self.width == 1 else f"<{self.width} x {kind}>"

    def new(self) -> str:
        self.count += 1
        return f"%t{self.count}"

    def put(self, text: str) -> str:
        """A line that gives a value; the value's name."""
        name = self.new()
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.block = name

    def fresh_label(self, word: str) -> str:
        self.count += 1
        return f"{word}{self.count}"

    def room(self, doubles: int) -> str:
        """Room on the stack, made once where the function begins; its address."""
        name = self.new()
        self.rooms.append(f"  {name} = alloca [{doubles} x double], align 64")
        return name

    def vector_at(self, base: str, k: int) -> str:
        """The address of the k-th of vectors that stand one after the other."""
        return self.put(f"getelementptr double, ptr {base}, i64 {k * self.width}")

    def text(self, head: str) -> str:
        """The whole function, whose first line is its first label."""
        return "\n".join([f"{head} {{", self.lines[0], *self.rooms, *self.lines[1:], "}"])

    def splat(self, kind: str, text: str) -> str:
        if self.width == 1:
            return text
        return "<" + ", ".join([f"{kind} {text}"] * self.width) + ">"

    def number(self, x: float) -> str:
        return self.splat("double", hexadecimal(x))

    def integer(self, k: int) -> str:
        return self.splat("i64", str(k))

    def spread(self, scalar: str, kind: str = "double") -> str:
        """A scalar value in every lane."""
        if self.width == 1:
            return scalar
        V = f"<{self.width} x {kind}>"
        one = self.put(f"insertelement {V} poison, {kind} {scalar}, i64 0")
        zeros = f"<{self.width} x i32> zeroinitializer"
        return self.put(f"shufflevector {V} {one}, {V} poison, {zeros}")

    def lane(self, kind: str, x: str, lane: int) -> str:
        """One lane of a vector."""
        if self.width == 1:
            return x
        return self.put(f"extractelement <{self.width} x {kind}> {x}, i64 {lane}")

    def call(self, name: str, *args: str) -> str:
        """An intrinsic on doubles: llvm.<name>.f64 or .v8f64."""
        full = f"@llvm.{name}." + ("f64" if self.width == 1 else f"v{self.width}f64")
        self.declared.add(f"declare {self.D} {full}({', '.join([self.D] * len(args))})")
        return self.put(f"call {self.D} {full}({', '.join(f'{self.D} {a}' for a in args)})")

    def fma(self, a: str, b: str, c: str) -> str:
        return self.call("fma", a, b, c)

    def f(self, op: str, a: str, b: str) -> str:
        return self.put(f"{op} {self.D} {a}, {b}")

    def i(self, op: str, a: str, b: str) -> str:
        return self.put(f"{op} {self.I} {a}, {b}")

    def negative(self, a: str) -> str:
        return self.put(f"fneg {self.D} {a}")

    def compare(self, condition: str, a: str, b: str) -> str:
        return self.put(f"fcmp {condition} {self.D} {a}, {b}")

    def choose(self, flag: str, a: str, b: str) -> str:
        return self.put(f"select {self.B} {flag}, {self.D} {a}, {self.D} {b}")

    def logic(self, op: str, a: str, b: str) -> str:
        return self.put(f"{op} {self.B} {a}, {b}")

    def bits(self, x: str) -> str:
        return self.put(f"bitcast {self.D} {x} to {self.I}")

    def double(self, x: str) -> str:
        return self.put(f"bitcast {self.I} {x} to {self.D}")

    def mask(self, flags: str) -> tuple[str, str]:
        """The flags of all lanes as one integer, and its type."""
        if self.width == 1:
            return flags, "i1"
        return self.put(f"bitcast {self.B} {flags} to i{self.width}"), f"i{self.width}"

    def any(self, flags: str) -> str:
        m, kind = self.mask(flags)
        return m if self.width == 1 else self.put(f"icmp ne {kind} {m}, 0")

    def all(self, flags: str) -> str:
        m, kind = self.mask(flags)
        return m if self.width == 1 else self.put(f"icmp eq {kind} {m}, -1")


def hexadecimal(x: float) -> str:
    """A double as LLVM reads it, to the bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
