"""A tape as an LLVM module: a loop over rows at one vector width, and one row by itself.

`loop` has the signature of a NumPy ufunc's inner loop. Rows whose elements lie side by side are
read and written in place; other rows, and the last ones that do not fill a vector, go through a
tile on the stack (the last row repeated), so all rows take the same instructions.
"""

from __future__ import annotations

import math

from erfd.trace.body import write_body
from erfd.trace.far_angles import reduce_far
from erfd.trace.ir import Writer
from erfd.trace.streams import Streams, copy_call, depth_of
from erfd.trace.tape import Port, Tape
from erfd.trace.tile import copy
from erfd.trace.transpose import Columns, store_columns

LONG = 4000


def module(tape: Tape, width: int, extra: str = "") -> str:
    """The text of the module, with functions `loop` and, unless there are series, `row`."""
    declared: set[str] = set()
    depth = depth_of(tape)
    parts = [copy("pack", width, depth), copy("unpack", width, depth), reduce_far()]
    if not tape.has_series:
        parts.append(_row(tape, declared) if len(tape) <= LONG else _row_by_loop(tape))
    parts.append(_loop(tape, width, declared))
    known = "\n".join(parts)
    parts += sorted(line for line in declared if line.split("(")[0] not in known)
    parts += [extra, f'attributes #0 = {{ nounwind "prefer-vector-width"="{64 * width}" }}']
    parts += ["attributes #1 = { nounwind noinline cold }", "attributes #2 = { nounwind noinline }"]
    parts.append('!0 = !{!"branch_weights", i32 1, i32 100000}')
    parts.append('!1 = !{!"branch_weights", i32 100000, i32 1}')
    return "\n".join(parts)


def _row(tape: Tape, declared: set[str]) -> str:
    """row(in0, in1, ..., out0, ...): one row, contiguous."""
    w = Writer(1, declared)
    ports = [*tape.inputs, *tape.outputs]
    w.label("entry")
    inputs = Columns(w, tape.inputs, [[f"%p{k}"] for k in range(len(tape.inputs))])
    results = write_body(w, tape, inputs)
    for k, port in enumerate(tape.outputs, len(tape.inputs)):
        store_columns(w, [f"%p{k}"], results[: port.size])
        results = results[port.size :]
    w.do("ret void")
    head = ", ".join(f"ptr %p{k}" for k in range(len(ports)))
    return w.text(f"define void @row({head}) #0")


def steps(ports: list[Port]) -> list[int]:
    """Bytes from row to row, then from element to element, of contiguous operands."""
    outer = [8 * port.size for port in ports]
    core = [[8 * math.prod(p.shape[d + 1 :]) for d in range(len(p.shape))] for p in ports]
    return outer + [x for each in core for x in each]


def _row_by_loop(tape: Tape) -> str:
    """row(...) of a long tape: a batch of one, which saves compiling it twice."""
    ports = [*tape.inputs, *tape.outputs]
    bytes_apart = steps(ports)
    numbers = ", ".join(f"i64 {x}" for x in bytes_apart)
    lines = [f"@row_steps = internal constant [{len(bytes_apart)} x i64] [{numbers}]"]
    lines.append("@one_row = internal constant i64 1")
    lines.append(f"define void @row({', '.join(f'ptr %p{k}' for k in range(len(ports)))}) #0 {{")
    lines.append(f"  %bases = alloca [{len(ports)} x ptr]")
    for k in range(len(ports)):
        lines.append(f"  %at{k} = getelementptr ptr, ptr %bases, i64 {k}")
        lines.append(f"  store ptr %p{k}, ptr %at{k}")
    lines.append("  call void @loop(ptr %bases, ptr @one_row, ptr @row_steps, ptr null)")
    return "\n".join([*lines, "  ret void", "}"])


def _loop(tape: Tape, width: int, declared: set[str]) -> str:
    """loop(args, dimensions, steps, data)."""
    ports = [*tape.inputs, *tape.outputs]
    w = Writer(width, declared)
    w.label("entry")
    for k, port in enumerate(ports):
        w.do(f"%tile{k} = alloca [{max(1, width * port.size)} x double], align 64")
        _load(w, f"p{k}", "ptr", "args", k)
        _load(w, f"s{k}", "i64", "steps", k)
    _load(w, "n", "i64", "dimensions", 0)
    if tape.has_series:
        _load(w, "t", "i64", "dimensions", 1 + rounds_place(ports))
    _core_strides(w, ports)
    w.do("%some = icmp sgt i64 %n, 0")
    w.do("br i1 %some, label %head, label %leave")
    w.label("head")
    w.do("%i = phi i64 [ 0, %entry ], [ %next, %tail ]")
    w.do("%left = sub i64 %n, %i")
    w.do(f"%full = icmp sge i64 %left, {width}")
    w.do("%ok = and i1 %full, %direct")
    w.do(f"%rows = select i1 %full, i64 {width}, i64 %left")
    w.do("%last = sub i64 %rows, 1")
    for k in range(len(ports)):
        w.do(f"%o{k} = mul i64 %i, %s{k}")
        w.do(f"%a{k} = getelementptr i8, ptr %p{k}, i64 %o{k}")
    w.do("br i1 %ok, label %compute, label %gather, !prof !1")
    w.label("gather")
    for k, port in enumerate(tape.inputs):
        if not port.series:
            w.do(copy_call("pack", k, port, f"%a{k}", depth_of(tape)))
    w.do("br label %compute")
    w.label("compute")
    _compute(w, tape, ports)
    w.do("br i1 %ok, label %tail, label %scatter, !prof !1")
    w.label("scatter")
    for k, port in enumerate(tape.outputs, len(tape.inputs)):
        if not port.series:
            w.do(copy_call("unpack", k, port, f"%a{k}", depth_of(tape)))
    w.do("br label %tail")
    w.label("tail")
    w.do(f"%next = add i64 %i, {width}")
    w.do("%more = icmp slt i64 %next, %n")
    w.do("br i1 %more, label %head, label %leave")
    w.label("leave")
    w.do("ret void")
    return w.text("define void @loop(ptr %args, ptr %dimensions, ptr %steps, ptr %data) #0")


def _load(w: Writer, name: str, kind: str, table: str, k: int) -> None:
    at = w.put(f"getelementptr i64, ptr %{table}, i64 {k}")
    w.do(f"%{name} = load {kind}, ptr {at}")


def _core_strides(w: Writer, ports: list[Port]) -> None:
    """%c<k>_<d>: bytes from element to element in every dimension, of a series the first one.

    %direct: all elements of a row lie side by side; %flow: all items of a round of a series do.
    """
    at, flags = len(ports), ["true", "true"]
    for k, port in enumerate(ports):
        for d in range(len(port.core)):
            _load(w, f"c{k}_{d}", "i64", "steps", at)
            at += 1
        for d in range(len(port.shape)):
            expected = 8 * math.prod(port.shape[d + 1 :])
            same = w.put(f"icmp eq i64 %c{k}_{d + port.series}, {expected}")
            flags[port.series] = w.put(f"and i1 {flags[port.series]}, {same}")
    w.do(f"%direct = and i1 {flags[0]}, true")
    w.do(f"%flow = and i1 {flags[1]}, true")


def rounds_place(ports: list[Port]) -> int:
    """Where the number of rounds stands among the sizes of different names."""
    names = list(dict.fromkeys(name for port in ports for name in port.core))
    return names.index("t")


def _compute(w: Writer, tape: Tape, ports: list[Port]) -> None:
    rows: list[list[str]] = []
    for k, port in enumerate(ports):
        if port.series:
            rows.append([])
            continue
        base = w.put(f"select i1 %ok, ptr %a{k}, ptr %tile{k}")
        step = w.put(f"select i1 %ok, i64 %s{k}, i64 {8 * port.size}")
        offsets = [w.put(f"mul i64 {step}, {r}") if r else "0" for r in range(w.width)]
        rows.append([w.put(f"getelementptr i8, ptr {base}, i64 {o}") for o in offsets])
    inputs = Columns(w, tape.inputs, rows[: len(tape.inputs)])
    streams = Streams(w, tape) if tape.has_series else None
    results = write_body(w, tape, inputs, streams)
    for port, at in zip(tape.outputs, rows[len(tape.inputs) :], strict=True):
        if not port.series:
            store_columns(w, at, results[: port.size])
        results = results[port.size :]
