"""Rows in memory <-> columns in vectors: element k of W rows becomes one vector, and back.

Rows are contiguous inside and any number of bytes apart. Lanes hold the rows in an order that
makes the shuffles cheap: pairs of rows (r, r + 1) stand side by side in 128 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from erfd.trace.ir import Writer
from erfd.trace.tape import Port

PAIRS = {2: (0,), 4: (0, 2), 8: (0, 4, 2, 6)}


def lanes(width: int) -> list[int]:
    """Which row each lane holds."""
    return [0] if width == 1 else [r + k for r in PAIRS[width] for k in (0, 1)]


def load_columns(w: Writer, rows: list[str], size: int) -> list[str]:
    """The vectors of elements 0 .. size-1, from pointers to the rows."""
    if w.width == 1:
        return [_load(w, rows[0], k, "double") for k in range(size)]
    if size == 1:
        return [_join_scalars(w, rows)]
    columns: dict[int, str] = {}
    for at, wide in _blocks(w, size):
        loader = _load_four if wide == 4 else _load_two
        columns.update(zip(range(at, at + wide), loader(w, rows, at), strict=True))
    return [columns[k] for k in range(size)]


class Columns:
    """The vectors of all inputs by their flat places, a port's read when one is first asked for."""

    def __init__(self, w: Writer, ports: Sequence[Port], rows: Sequence[list[str]]) -> None:
        self.w = w
        self.found: dict[int, str] = {}
        ends = accumulate((port.size for port in ports), initial=0)
        places = [range(a, b) for a, b in pairwise(ends)]
        self.ports = list(zip(places, ports, rows, strict=True))

    def __getitem__(self, k: int) -> str:
        """ "" for a place of a series."""
        if k not in self.found:
            places, port, at = next(x for x in self.ports if k in x[0])
            columns = [""] * port.size if port.series else load_columns(self.w, at, port.size)
            self.found.update(zip(places, columns, strict=True))
        return self.found[k]


def store_columns(w: Writer, rows: list[str], columns: list[str]) -> None:
    """Write the vectors as elements 0, 1, ... of the rows."""
    if w.width == 1:
        for k, c in enumerate(columns):
            _store(w, rows[0], k, "double", c)
    elif len(columns) == 1:
        for lane, row in enumerate(lanes(w.width)):
            x = w.put(f"extractelement {w.D} {columns[0]}, i64 {lane}")
            _store(w, rows[row], 0, "double", x)
    else:
        for at, wide in _blocks(w, len(columns)):
            storer = _store_four if wide == 4 else _store_two
            storer(w, rows, at, columns[at : at + wide])


def _blocks(w: Writer, size: int) -> list[tuple[int, int]]:
    """Columns by fours and twos; an odd last one goes along with its neighbour once more."""
    blocks = [(at, 4) for at in range(0, size - 3, 4)] if w.width > 2 else []
    done = 4 * len(blocks)
    blocks += [(at, 2) for at in range(done, size - 1, 2)]
    return blocks + ([(size - 2, 2)] if size % 2 else [])


def _address(w: Writer, row: str, k: int) -> str:
    return w.put(f"getelementptr double, ptr {row}, i64 {k}") if k else row


def _load(w: Writer, row: str, k: int, kind: str) -> str:
    return w.put(f"load {kind}, ptr {_address(w, row, k)}, align 1")


def _store(w: Writer, row: str, k: int, kind: str, x: str) -> None:
    w.do(f"store {kind} {x}, ptr {_address(w, row, k)}, align 1")


def _shuffle(w: Writer, size: int, a: str, b: str, picks: list[int]) -> str:
    V = f"<{size} x double>"
    mask = ", ".join(f"i32 {k}" for k in picks)
    return w.put(f"shufflevector {V} {a}, {V} {b}, <{len(picks)} x i32> <{mask}>")


def _concat(w: Writer, parts: list[str], size: int) -> str:
    """Vectors of `size` lanes, one after the other."""
    while len(parts) > 1:
        joined = list(range(2 * size))
        parts = [
            _shuffle(w, size, a, b, joined) for a, b in zip(parts[::2], parts[1::2], strict=True)
        ]
        size *= 2
    return parts[0]


def _join_scalars(w: Writer, rows: list[str]) -> str:
    vector = "poison"
    for lane, row in enumerate(lanes(w.width)):
        x = _load(w, rows[row], 0, "double")
        vector = w.put(f"insertelement {w.D} {vector}, double {x}, i64 {lane}")
    return vector


def _unpack(w: Writer, a: str, b: str) -> list[str]:
    """The even, then the odd elements of a and b, alternating."""
    n = w.width
    return [_shuffle(w, n, a, b, [x for k in range(s, n, 2) for x in (k, n + k)]) for s in (0, 1)]


def _load_two(w: Writer, rows: list[str], at: int) -> list[str]:
    halves = [
        _concat(w, [_load(w, rows[r + s], at, "<2 x double>") for r in PAIRS[w.width]], 2)
        for s in (0, 1)
    ]
    return _unpack(w, *halves)


def _load_four(w: Writer, rows: list[str], at: int) -> list[str]:
    first = range(0, w.width, 4)
    quads = [
        _concat(w, [_load(w, rows[k + r], at, "<4 x double>") for k in first], 4) for r in range(4)
    ]
    a, b = _unpack(w, quads[0], quads[1]), _unpack(w, quads[2], quads[3])
    n = w.width
    halves = [[k for q in range(0, 2 * n, 4) for k in (q + 2 * s, q + 2 * s + 1)] for s in (0, 1)]
    return [_shuffle(w, n, a[c % 2], b[c % 2], halves[c // 2]) for c in range(4)]


def _store_two(w: Writer, rows: list[str], at: int, columns: list[str]) -> None:
    for s, half in enumerate(_unpack(w, *columns)):
        for k, r in enumerate(PAIRS[w.width]):
            part = _shuffle(w, w.width, half, half, [2 * k, 2 * k + 1])
            _store(w, rows[r + s], at, "<2 x double>", part)


def _store_four(w: Writer, rows: list[str], at: int, columns: list[str]) -> None:
    n = w.width
    a, b = _unpack(w, *columns[:2]), _unpack(w, *columns[2:])
    for s in (0, 1):
        for k, pair in enumerate(PAIRS[n]):
            picks = [2 * k, 2 * k + 1, n + 2 * k, n + 2 * k + 1]
            part = _shuffle(w, n, a[s], b[s], picks)
            _store(w, rows[pair + s], at, "<4 x double>", part)
