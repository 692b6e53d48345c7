"""The plots as a PNG picture, by a rasteriser of our own: the same layout as the SVG drawing.

Everything is drawn twice as large and averaged, which smooths the edges.
Source: the PNG specification (W3C, 2003): signature, IHDR, IDAT, IEND; 8 bits a colour, no filter.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.plots import Array, Panel, Style
from erfd.png_font import stencil
from erfd.svg_plot import GAP, HIGH, LEFT, LINE, NAME, RIGHT, TOP, WIDE, seen, span, ticks

S = 2
INK, GREY, LIGHT, FRAME = (0, 0, 0), (153, 153, 153), (228, 228, 228), (136, 136, 136)
DASHES = {"solid": (), "dash": (7, 4), "dot": (2, 3), "dashdot": (8, 3, 2, 3)}
Colour = tuple[int, int, int]


def png(
    title: str, t: Array, panels: Sequence[Panel], looks: Mapping[str, Style], along: str = "t in s"
) -> bytes:
    heights = [max(HIGH, LINE * len(panel.names) + 8) for panel in panels]
    canvas = Canvas(LEFT + WIDE + RIGHT, TOP + 20 + sum(heights) + GAP * len(panels))
    canvas.text(LEFT, 18, title, scale=4)
    top = TOP + 20
    for panel, height in zip(panels, heights, strict=True):
        _panel(canvas, t, panel, top, height, looks)
        top += height + GAP
    canvas.text(LEFT + WIDE / 2, top - 20, along, anchor=0.5)
    return canvas.encoded()


def _panel(
    canvas: Canvas, t: Array, panel: Panel, top: int, height: int, looks: Mapping[str, Style]
) -> None:
    low, high = span(panel.values)
    start, end = float(t[0]), float(t[-1])
    canvas.text(LEFT, top - 10, panel.title)
    for value in ticks(low, high):
        level = top + height * (high - value) / (high - low)
        canvas.line([LEFT, LEFT + WIDE], [level, level], GREY if value == 0.0 else LIGHT)
        canvas.text(LEFT - 6, level, f"{value:.10g}", anchor=1.0)
    for value in ticks(start, end, 10):
        at = LEFT + WIDE * (value - start) / (end - start)
        canvas.line([at, at], [top, top + height], LIGHT)
        canvas.text(at, top + height + 12, f"{value:.10g}", anchor=0.5)
    right, bottom = LEFT + WIDE, top + height
    canvas.line([LEFT, right, right, LEFT, LEFT], [top, top, bottom, bottom, top], FRAME)
    for k, (name, values) in enumerate(zip(panel.names, panel.values.T, strict=True)):
        some, look = seen(t, values), looks[name]
        x = LEFT + WIDE * (t[some] - start) / (end - start)
        y = top + height * (high - values[some]) / (high - low)
        _curve(canvas, x, y, look)
        _curve(canvas, np.array([right + 12, right + 34]), np.full(2, top + 10 + LINE * k), look)
        short = name if len(name) <= NAME else f"{name[: NAME // 2 - 2]}...{name[-NAME // 2 + 1 :]}"
        canvas.text(right + 40, top + 10 + LINE * k, short)


def _curve(canvas: Canvas, x: Array, y: Array, look: Style) -> None:
    red, green, blue = bytes.fromhex(look.colour[1:])
    canvas.line(x, y, (red, green, blue), width=1.5, dashes=DASHES[look.dash])


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.dots: NDArray[np.uint8] = np.full((S * height, S * width, 3), 255, dtype=np.uint8)

    def line(
        self,
        x: Sequence[float] | Array,
        y: Sequence[float] | Array,
        colour: Colour,
        width: float = 1.0,
        dashes: Sequence[int] = (),
    ) -> None:
        """Discs along the line, less than half a dot apart."""
        along, px, py = _dense(S * np.asarray(x, dtype=float), S * np.asarray(y, dtype=float))
        if dashes:
            drawn = _drawn(along / S, dashes)
            px, py = px[drawn], py[drawn]
        reach = S * width / 2.0
        around = np.arange(-int(reach + 1), int(reach + 1) + 1)
        for dx in around:
            for dy in around[np.hypot(dx, around) <= reach]:
                self._set(px + dx, py + dy, colour)

    def _set(self, x: Any, y: Any, colour: Colour) -> None:
        column, row = np.floor(x).astype(int), np.floor(y).astype(int)
        high, wide, _ = self.dots.shape
        inside = (column >= 0) & (column < wide) & (row >= 0) & (row < high)
        self.dots[row[inside], column[inside]] = colour

    def text(self, x: float, y: float, text: str, anchor: float = 0.0, scale: int = 2) -> None:
        """`anchor` 0: starts at x, 1: ends there; y is the middle."""
        mask = stencil(text, scale)
        left, top = int(S * x - anchor * mask.shape[1]), int(S * y - mask.shape[0] / 2)
        rows, columns = np.nonzero(mask)
        self._set(columns + float(left), rows + float(top), INK)

    def encoded(self) -> bytes:
        high, wide, _ = self.dots.shape
        blocks = self.dots.reshape(high // S, S, wide // S, S, 3).astype(np.uint16)
        pixels = (blocks.sum(axis=(1, 3)) // (S * S)).astype(np.uint8)
        rows, columns, _ = pixels.shape
        lines = np.zeros((rows, 1 + 3 * columns), dtype=np.uint8)
        lines[:, 1:] = pixels.reshape(rows, 3 * columns)
        head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
        body = _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(lines.tobytes(), 9))
        return b"\x89PNG\r\n\x1a\n" + body + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _dense(x: Array, y: Array) -> tuple[Array, Array, Array]:
    """Points at most 0.4 dots apart: their way along the line, and where they are."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    along = np.linspace(0.0, lengths[-1], max(2, int(lengths[-1] / 0.4) + 1))
    rising = np.concatenate([[True], np.diff(lengths) > 0.0])
    return (
        along,
        np.interp(along, lengths[rising], x[rising]),
        np.interp(along, lengths[rising], y[rising]),
    )


def _drawn(along: Array, dashes: Sequence[int]) -> NDArray[np.bool_]:
    """Where a dash is, not a gap."""
    ends = np.cumsum(dashes)
    piece = np.searchsorted(ends, along % ends[-1], side="right")
    found: NDArray[np.bool_] = piece % 2 == 0
    return found
