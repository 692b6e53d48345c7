"""The plots as an SVG drawing: one diagram below the other, round ticks, a legend for each."""

from __future__ import annotations

import html
import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from erfd.plots import Array, Panel, Style

WIDE, HIGH, LEFT, RIGHT, TOP, GAP, LINE = 860, 200, 80, 250, 40, 56, 16
NAME, TICKS, FINEST = 34, 6, 1e-12
ADDRESS = "http://www.w3.org/2000/svg"
FONT = 'font-family="sans-serif" font-size="12"'
STROKES = {"solid": "", "dash": "7 4", "dot": "2 3", "dashdot": "8 3 2 3"}


def svg(
    title: str,
    t: Array,
    panels: Sequence[Panel],
    looks: Mapping[str, Style],
    along: str = "t in s",
) -> str:
    parts, top = [], TOP + 20
    for panel in panels:
        parts += _panel(t, panel, top, looks)
        top += _height(panel) + GAP
    head = [
        f'<svg xmlns="{ADDRESS}" width="{LEFT + WIDE + RIGHT}" height="{top}" {FONT}>',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="16">{html.escape(title)}</text>',
    ]
    at = f'x="{LEFT + WIDE / 2}" y="{top - 16}"'
    below = f'<text {at} text-anchor="middle">{html.escape(along)}</text>'
    return "\n".join([*head, *parts, below, "</svg>"]) + "\n"


def _height(panel: Panel) -> int:
    """High enough for its legend."""
    return max(HIGH, LINE * len(panel.names) + 8)


def _panel(t: Array, panel: Panel, top: int, looks: Mapping[str, Style]) -> list[str]:
    low, high = span(panel.values)
    height, start, end = _height(panel), float(t[0]), float(t[-1])
    parts = [f'<text x="{LEFT}" y="{top - 6}">{html.escape(panel.title)}</text>']
    for value in ticks(low, high):
        parts += _level(top + height * (high - value) / (high - low), value)
    for value in ticks(start, end, 10):
        parts += _instant(LEFT + WIDE * (value - start) / (end - start), top, height, value)
    frame = f'x="{LEFT}" y="{top}" width="{WIDE}" height="{height}"'
    parts.append(f'<rect {frame} fill="none" stroke="#888"/>')
    for k, (name, values) in enumerate(zip(panel.names, panel.values.T, strict=True)):
        some = seen(t, values)
        x = LEFT + WIDE * (t[some] - start) / (end - start)
        y = top + height * (high - values[some]) / (high - low)
        parts += _curve(x, y, looks[name]) + _named(name, top + 10 + LINE * k, looks[name])
    return parts


def _level(y: float, value: float) -> list[str]:
    colour = "#999" if value == 0.0 else "#e4e4e4"
    line = f'<path d="M{LEFT} {y:.1f}h{WIDE}" stroke="{colour}"/>'
    return [line, f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.10g}</text>']


def _instant(x: float, top: int, height: int, value: float) -> list[str]:
    line = f'<path d="M{x:.1f} {top}v{height}" stroke="#e4e4e4"/>'
    at = f'x="{x:.1f}" y="{top + height + 16}"'
    return [line, f'<text {at} text-anchor="middle">{value:.10g}</text>']


def _curve(x: Array, y: Array, look: Style) -> list[str]:
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    return [f'<polyline points="{points}" fill="none" stroke-width="1.5" {_stroke(look)}/>']


def _named(name: str, y: int, look: Style) -> list[str]:
    x = LEFT + WIDE + 12
    text = name if len(name) <= NAME else f"{name[: NAME // 2 - 2]}...{name[-NAME // 2 + 1 :]}"
    line = f'<path d="M{x} {y}h22" stroke-width="1.5" {_stroke(look)}/>'
    return [line, f'<text x="{x + 28}" y="{y + 4}">{html.escape(text)}</text>']


def _stroke(look: Style) -> str:
    dashes = STROKES[look.dash]
    return f'stroke="{look.colour}"' + f' stroke-dasharray="{dashes}"' * bool(dashes)


def span(values: Array) -> tuple[float, float]:
    """From a little below to a little above; what is constant stands in the middle."""
    low, high = float(values.min()), float(values.max())
    size = max(abs(low), abs(high))
    room = 0.04 * (high - low)
    if high - low <= FINEST * max(size, 1.0):
        room = 0.1 * size if size > FINEST else 1.0
    return low - room, high + room


def ticks(low: float, high: float, most: int = TICKS) -> list[float]:
    """Round numbers in between, 1, 2 or 5 times a power of ten apart."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(f * power for f in (1.0, 2.0, 5.0, 10.0) if (high - low) / (f * power) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    digits = 1 - math.floor(math.log10(step))
    return [round(k * step, digits) + 0.0 for k in range(first, last + 1)]


def seen(t: Array, values: Array) -> NDArray[np.intp]:
    """The samples that a drawing can show: of each pixel's column first, least, largest, last."""
    if len(t) <= 2 * WIDE:
        return np.arange(len(t))
    column = (WIDE * (t - t[0]) / (t[-1] - t[0])).astype(int)
    edges = [0, *(np.flatnonzero(np.diff(column)) + 1).tolist(), len(t)]
    kept = set[int]()
    for a, b in itertools.pairwise(edges):
        part = values[a:b]
        kept |= {a, a + int(part.argmin()), a + int(part.argmax()), b - 1}
    return np.array(sorted(kept), dtype=np.intp)
