"""The IR that reads series and keeps records, round by round, in a kernel's loop over rows.

Each lane has the address of its row's series; in round t the row's items stand t strides further
on. Items that lie side by side are read and written in place, others go through a tile on the stack
as rows do in `simd`. Lanes beyond the last row repeat it, and write what it wrote.
"""

from __future__ import annotations

from erfd.trace.ir import Writer
from erfd.trace.tape import Port, Tape
from erfd.trace.tile import LEAST_DEPTH
from erfd.trace.transpose import load_columns, store_columns


class Streams:
    """The series of a tape, operand k of which has the names %a<k>, %s<k>, %c<k>_<d>, %tile<k>."""

    def __init__(self, w: Writer, tape: Tape) -> None:
        self.tape = tape
        self.inputs = list(enumerate(tape.inputs))
        self.outputs = list(enumerate(tape.outputs, len(tape.inputs)))
        self.rows = _rows(w)

    def load(self, w: Writer, wanted: list[int], t: str) -> list[str]:
        """The items of round t; wanted are flat places of the tape's inputs."""
        found: dict[int, str] = {}
        read, first = [], 0
        for k, port in self.inputs:
            places = range(first, first + port.size)
            if port.series and any(p in places for p in wanted):
                read.append((k, port, places, self._at(w, k, t)))
            first += port.size
        self._aside(w, "pack", [(k, port, at) for k, port, _, at in read])
        for k, port, places, at in read:
            columns = load_columns(w, self._lanes(w, k, port, at), port.size)
            found.update(zip(places, columns, strict=True))
        return [found[p] for p in wanted]

    def store(self, w: Writer, loop: int, states: int, records: list[str], t: str) -> None:
        """Keep the records of round t of the loop at this place of the tape."""
        written, first = [], 0
        for k, port in self.outputs:
            nodes = [self.tape.nodes[i] for i in self.tape.results[first : first + port.size]]
            if port.series and nodes[0].args == (loop,):
                at = self._at(w, k, t)
                columns = [records[node.value - states] for node in nodes]
                store_columns(w, self._lanes(w, k, port, at), columns)
                written.append((k, port, at))
            first += port.size
        self._aside(w, "unpack", written)

    def _at(self, w: Writer, k: int, t: str) -> str:
        """The first row's items of round t."""
        offset = w.put(f"mul i64 {t}, %c{k}_0")
        return w.put(f"getelementptr i8, ptr %a{k}, i64 {offset}")

    def _lanes(self, w: Writer, k: int, port: Port, at: str) -> list[str]:
        """An address for each lane: in the array itself, or in the tile."""
        base = w.put(f"select i1 %flow, ptr {at}, ptr %tile{k}")
        step = w.put(f"select i1 %flow, i64 %s{k}, i64 {8 * port.size}")
        offsets = [w.put(f"mul i64 {step}, {r}") if r != "0" else r for r in self.rows]
        return [w.put(f"getelementptr i8, ptr {base}, i64 {o}") for o in offsets]

    def _aside(self, w: Writer, name: str, operands: list[tuple[int, Port, str]]) -> None:
        """Where items do not lie side by side, copy them into the tiles or back."""
        if not operands:
            return
        aside, on = w.fresh_label("aside"), w.fresh_label("on")
        w.do(f"br i1 %flow, label %{on}, label %{aside}, !prof !1")
        w.label(aside)
        for k, port, at in operands:
            w.do(copy_call(name, k, port, at, depth_of(self.tape)))
        w.do(f"br label %{on}")
        w.label(on)


def _rows(w: Writer) -> list[str]:
    """The row of each lane; in the array the last one stands for those beyond it."""
    rows = ["0"]
    for r in range(1, w.width):
        inside = w.put(f"icmp slt i64 {r}, %rows")
        near = w.put(f"select i1 {inside}, i64 {r}, i64 %last")
        rows.append(w.put(f"select i1 %flow, i64 {near}, i64 {r}"))
    return rows


def depth_of(tape: Tape) -> int:
    """How many dimensions the copies of this tape's rows have."""
    return max([LEAST_DEPTH, *(len(port.shape) for port in (*tape.inputs, *tape.outputs))])


def copy_call(name: str, k: int, port: Port, at: str, depth: int) -> str:
    """pack or unpack operand k, its dimensions filled up to `depth`; rounds are left out."""
    lacking = depth - len(port.shape)
    sizes = [1] * lacking + list(port.shape)
    steps = ["0"] * lacking + [f"%c{k}_{d + port.series}" for d in range(len(port.shape))]
    core = ", ".join(f"i64 {n}, i64 {s}" for n, s in zip(sizes, steps, strict=True))
    return f"call void @{name}(ptr %tile{k}, ptr {at}, i64 %s{k}, i64 %rows, {core})"
