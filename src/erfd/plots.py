"""Line plots: a self-contained HTML page (plotly, its script inside), or an SVG drawing.

No server, no network: the file is all there is.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.errors import ErfdError

Array = NDArray[np.float64]
KINDS = (".html", ".svg")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")


class Panel(NamedTuple):
    """One diagram over time: its title with unit, and a named curve per column."""

    title: str
    names: Sequence[str]
    values: Array


def draw(path: Path, title: str, t: Array, panels: Sequence[Panel]) -> str:
    """The text of the file; its kind follows from the suffix."""
    if path.suffix not in KINDS:
        raise ErfdError(f"cannot draw '{path.name}'", f"use {' or '.join(KINDS)}")
    return (_html if path.suffix == ".html" else _svg)(title, t, panels)


def _html(title: str, t: Array, panels: Sequence[Panel]) -> str:
    from plotly.graph_objects import Figure, Scatter
    from plotly.io import to_html
    from plotly.subplots import make_subplots

    titles = [panel.title for panel in panels]
    figure: Figure = make_subplots(
        rows=len(panels), cols=1, shared_xaxes=True, subplot_titles=titles
    )
    for row, panel in enumerate(panels):
        for k, name in enumerate(panel.names):
            line = {"color": COLOURS[k % len(COLOURS)]}
            curve = Scatter(
                x=t,
                y=panel.values[:, k],
                name=name,
                line=line,
                legendgroup=name,
                showlegend=row == 0,
            )
            figure.add_trace(curve, row=row + 1, col=1)
    figure.update_layout(title=title, height=300 * len(panels) + 100, hovermode="x unified")
    figure.update_xaxes(title_text="t in s", row=len(panels), col=1)
    text: str = to_html(figure, include_plotlyjs=True, full_html=True)
    return text


WIDE, HIGH, LEFT, TOP = 860, 220, 70, 40
SVG = "http://www.w3.org/2000/svg"
FONT = 'font-family="sans-serif" font-size="12"'


def _svg(title: str, t: Array, panels: Sequence[Panel]) -> str:
    height = TOP + len(panels) * (HIGH + 60)
    parts = [
        f'<svg xmlns="{SVG}" width="{WIDE + 240}" height="{height}" {FONT}>',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="16">{html.escape(title)}</text>',
    ]
    for k, panel in enumerate(panels):
        parts += _panel(t, panel, TOP + 20 + k * (HIGH + 60))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(t: Array, panel: Panel, top: float) -> list[str]:
    low, high = float(panel.values.min()), float(panel.values.max())
    low, high = (low - 1.0, high + 1.0) if high - low < 1e-12 else (low, high)
    x = LEFT + WIDE * (t - t[0]) / (t[-1] - t[0])
    y = top + HIGH * (high - panel.values) / (high - low)
    parts = [
        f'<rect x="{LEFT}" y="{top}" width="{WIDE}" height="{HIGH}" fill="none" stroke="#888"/>',
        f'<text x="{LEFT}" y="{top - 6}">{html.escape(panel.title)}</text>',
        *_ticks(top, low, high, float(t[0]), float(t[-1])),
    ]
    for k, name in enumerate(panel.names):
        colour = COLOURS[k % len(COLOURS)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y[:, k], strict=True))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
        label = f'x="{LEFT + WIDE + 12}" y="{top + 14 + 16 * k}" fill="{colour}"'
        parts.append(f"<text {label}>{html.escape(name)}</text>")
    return parts


def _ticks(top: float, low: float, high: float, start: float, end: float) -> list[str]:
    parts = []
    for share in (0.0, 0.5, 1.0):
        y, value = top + HIGH * (1.0 - share), low + share * (high - low)
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.4g}</text>')
        x, instant = LEFT + WIDE * share, start + share * (end - start)
        below = f'y="{top + HIGH + 16}" text-anchor="middle"'
        parts.append(f'<text x="{x:.1f}" {below}>{instant:.4g} s</text>')
    return parts
