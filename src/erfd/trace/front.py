"""The IR of the fast front: a builtin that checks its arguments, makes the result, runs the kernel.

It reads NumPy's array object by the offsets that `fastcall.layout_holds` has checked, and takes all
else (types, functions, the fallback) from `@context`, a table filled in after loading.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from erfd.trace.tape import Port

TYPE, DATA, ND, DIMENSIONS, STRIDES, DESCR, FLAGS = 8, 16, 24, 32, 40, 56, 64
GOOD = 0x1 | 0x100  # C-contiguous, aligned
NUMBER_OF_DOUBLE = 12
SAVE_ROWS = 256
CONTEXT = ("type", "descr", "new", "fallback", "vectorcall", "save", "restore", "tuple", "set_item")


def front(inputs: Sequence[Port], outputs: Sequence[Port]) -> str:
    """The IR of `call`, beside `row` and `loop` in the same module."""
    lines = [f"@context = dso_local global [{len(CONTEXT)} x ptr] zeroinitializer"]
    lines += ["define ptr @call(ptr %self, ptr %args, i64 %nargs, ptr %keywords) #0 {", "entry:"]
    for k, name in enumerate(CONTEXT):
        lines.append(f"  %at_{name} = getelementptr ptr, ptr @context, i64 {k}")
        lines.append(f"  %{name} = load ptr, ptr %at_{name}")
    lines += [f"  %steps = alloca [{_steps(inputs, outputs)} x i64]"]
    lines += [f"  %bases = alloca [{len(inputs) + len(outputs)} x ptr]"]
    lines += ["  %rows = alloca i64"]
    lines += [f"  %dims{k} = alloca [{len(p.shape) + 1} x i64]" for k, p in enumerate(outputs)]
    lines += ["  %plain = icmp eq ptr %keywords, null"]
    lines += [f"  %count = icmp eq i64 %nargs, {len(inputs)}", "  %c0 = and i1 %plain, %count"]
    lines += ["  br i1 %c0, label %check, label %slow", "check:"]
    lines += _checks(inputs)
    lines += ["single:", *_single(inputs, outputs), "batch:", *_batch(inputs, outputs)]
    lines += [
        "slow:",
        "  %general = call ptr %vectorcall(ptr %fallback, ptr %args, i64 %nargs, ptr %keywords)",
    ]
    lines += ["  ret ptr %general", "failed:", "  ret ptr null", "}"]
    return "\n".join(lines)


def _steps(inputs: Sequence[Port], outputs: Sequence[Port]) -> int:
    return sum(1 + len(p.shape) for p in (*inputs, *outputs))


def _checks(inputs: Sequence[Port]) -> list[str]:
    """Right kind of array, right core shape; then all single or all batches of one length."""
    checks = _Checks()
    checks.kinds(inputs)
    checks.plain(inputs)
    checks.ranks(inputs)
    checks.sizes(inputs)
    checks.lengths(inputs)
    return checks.lines


class _Checks:
    """Blocks of conditions; a block whose conditions do not all hold goes to the slow way."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.flag = "%c0"

    def do(self, *lines: str) -> None:
        self.lines += lines

    def field(self, k: int, name: str, at: int, kind: str) -> str:
        """Of array k, loaded."""
        self.do(f"  %{name}p{k} = getelementptr i8, ptr %a{k}, i64 {at}")
        self.do(f"  %{name}{k} = load {kind}, ptr %{name}p{k}")
        return f"%{name}{k}"

    def also(self, condition: str) -> None:
        n = len(self.lines)
        self.do(f"  %k{n} = {condition}", f"  %f{n} = and i1 {self.flag}, %k{n}")
        self.flag = f"%f{n}"

    def then(self, label: str) -> None:
        """The end of a block."""
        self.do(f"  br i1 {self.flag}, label %{label}, label %slow", f"{label}:")
        self.flag = "true"

    def kinds(self, inputs: Sequence[Port]) -> None:
        for k in range(len(inputs)):
            self.do(f"  %ap{k} = getelementptr ptr, ptr %args, i64 {k}")
            self.do(f"  %a{k} = load ptr, ptr %ap{k}")
            self.also(f"icmp eq ptr {self.field(k, 'type', TYPE, 'ptr')}, %type")
        self.then("arrays")

    def plain(self, inputs: Sequence[Port]) -> None:
        for k in range(len(inputs)):
            self.field(k, "data", DATA, "ptr")
            self.also(f"icmp eq ptr {self.field(k, 'descr', DESCR, 'ptr')}, %descr")
            self.do(f"  %good{k} = and i32 {self.field(k, 'flags', FLAGS, 'i32')}, {GOOD}")
            self.also(f"icmp eq i32 %good{k}, {GOOD}")
            self.field(k, "nd", ND, "i32")
            self.field(k, "shape", DIMENSIONS, "ptr")
        self.do(f"  %lead = sub i32 %nd0, {len(inputs[0].shape)}")
        self.do("  %few = icmp ule i32 %lead, 1", f"  %ok1 = and i1 {self.flag}, %few")
        self.flag = "%ok1"
        self.then("shapes")

    def ranks(self, inputs: Sequence[Port]) -> None:
        for k, port in enumerate(inputs):
            self.do(f"  %want{k} = add i32 %lead, {len(port.shape)}")
            self.also(f"icmp eq i32 %nd{k}, %want{k}")
        self.then("sizes")
        self.do("  %skip = zext i32 %lead to i64", "  %is_batch = icmp eq i32 %lead, 1")

    def sizes(self, inputs: Sequence[Port]) -> None:
        for k, port in enumerate(inputs):
            for d, size in enumerate(port.shape):
                self.do(f"  %at{k}_{d} = add i64 %skip, {d}")
                self.do(f"  %sp{k}_{d} = getelementptr i64, ptr %shape{k}, i64 %at{k}_{d}")
                self.do(f"  %size{k}_{d} = load i64, ptr %sp{k}_{d}")
                self.also(f"icmp eq i64 %size{k}_{d}, {size}")
        self.then("form")
        self.do("  br i1 %is_batch, label %lengths, label %single", "lengths:")

    def lengths(self, inputs: Sequence[Port]) -> None:
        self.do(*(f"  %n{k} = load i64, ptr %shape{k}" for k in range(len(inputs))))
        for k in range(1, len(inputs)):
            self.also(f"icmp eq i64 %n{k}, %n0")
        self.do(f"  br i1 {self.flag}, label %batch, label %slow")


def _make(k: int, port: Port, word: str, lead: str | None, cleanup: str) -> list[str]:
    """A new array for output k."""
    sizes = ([lead] if lead else []) + [str(d) for d in port.shape]
    lines = []
    for d, size in enumerate(sizes):
        lines.append(f"  %{word}d{k}_{d} = getelementptr i64, ptr %dims{k}, i64 {d}")
        lines.append(f"  store i64 {size}, ptr %{word}d{k}_{d}")
    kind = f"ptr %type, i32 {len(sizes)}, ptr %dims{k}, i32 {NUMBER_OF_DOUBLE}"
    lines += [
        f"  %{word}o{k} = call ptr %new({kind}, ptr null, ptr null, i32 0, i32 0, ptr null)",
        f"  %{word}x{k} = icmp eq ptr %{word}o{k}, null",
        f"  br i1 %{word}x{k}, label %{cleanup}, label %{word}next{k}",
        f"{word}next{k}:",
        f"  %{word}op{k} = getelementptr i8, ptr %{word}o{k}, i64 {DATA}",
        f"  %{word}data{k} = load ptr, ptr %{word}op{k}",
    ]
    return lines


def _return(word: str, count: int) -> list[str]:
    if count == 1:
        return [f"  ret ptr %{word}o0"]
    lines = [f"  %{word}t = call ptr %tuple(i64 {count})"]
    lines += [f"  %{word}tx = icmp eq ptr %{word}t, null"]
    lines += [f"  br i1 %{word}tx, label %failed, label %{word}fill", f"{word}fill:"]
    for k in range(count):
        lines.append(f"  %{word}i{k} = call i32 %set_item(ptr %{word}t, i64 {k}, ptr %{word}o{k})")
    return [*lines, f"  ret ptr %{word}t"]


def _single(inputs: Sequence[Port], outputs: Sequence[Port]) -> list[str]:
    lines: list[str] = []
    for k, port in enumerate(outputs):
        lines += _make(k, port, "s", None, "failed")
    places = [f"ptr %data{k}" for k in range(len(inputs))]
    places += [f"ptr %sdata{k}" for k in range(len(outputs))]
    return [*lines, f"  call void @row({', '.join(places)})", *_return("s", len(outputs))]


def _batch(inputs: Sequence[Port], outputs: Sequence[Port]) -> list[str]:
    lines: list[str] = []
    for k, port in enumerate(outputs):
        lines += _make(k, port, "b", "%n0", "failed")
    ports = [*inputs, *outputs]
    steps = [8 * p.size for p in ports]
    for port in ports:
        steps += [8 * math.prod(port.shape[d + 1 :]) for d in range(len(port.shape))]
    places = [f"%data{k}" for k in range(len(inputs))] + [f"%bdata{k}" for k in range(len(outputs))]
    for k, step in enumerate(steps):
        lines.append(f"  %st{k} = getelementptr i64, ptr %steps, i64 {k}")
        lines.append(f"  store i64 {step}, ptr %st{k}")
    for k, place in enumerate(places):
        lines.append(f"  %ba{k} = getelementptr ptr, ptr %bases, i64 {k}")
        lines.append(f"  store ptr {place}, ptr %ba{k}")
    run = "  call void @loop(ptr %bases, ptr %rows, ptr %steps, ptr null)"
    lines += ["  store i64 %n0, ptr %rows", f"  %many = icmp sgt i64 %n0, {SAVE_ROWS}"]
    lines += ["  br i1 %many, label %long, label %short", "long:", "  %thread = call ptr %save()"]
    lines += [run, "  call void %restore(ptr %thread)", "  br label %done"]
    return [*lines, "short:", run, "  br label %done", "done:", *_return("b", len(outputs))]
