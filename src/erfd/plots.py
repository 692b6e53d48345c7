"""Line plots: a self-contained HTML page (plotly, its script inside), an SVG or a PNG picture.

No server, no network: the file is all there is. A curve keeps its colour and dashes in every
diagram of a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.errors import ErfdError

Array = NDArray[np.float64]
KINDS = (".html", ".svg", ".png")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
DASHES = ("solid", "dash", "dot", "dashdot")
NOTHING, FLAT, MOST = 1e-9, 0.1, 4


class Panel(NamedTuple):
    """One diagram over time: its title with unit, and a named curve per column."""

    title: str
    names: Sequence[str]
    values: Array


class Style(NamedTuple):
    colour: str
    dash: str


def by_size(title: str, names: Sequence[str], values: Array) -> list[Panel]:
    """Panels in which no curve is flattened: each begins where the next is ten times smaller.

    What is zero but for rounding stands with the smallest; there are at most four panels.
    """
    if not len(names):
        return []
    sizes = np.abs(values).max(axis=0)
    groups: list[list[int]] = []
    for k in (int(k) for k in np.argsort(-sizes, kind="stable")):
        nothing = sizes[k] <= NOTHING * sizes.max()
        if groups and (nothing or len(groups) == MOST or sizes[k] >= FLAT * sizes[groups[-1][0]]):
            groups[-1].append(k)
        else:
            groups.append([k])
    return [Panel(title, [names[k] for k in x], values[:, x]) for x in map(sorted, groups)]


def styles(panels: Sequence[Panel]) -> dict[str, Style]:
    """A style of its own for every name; the panel with most names gives their order."""
    most_first = sorted(panels, key=lambda panel: -len(panel.names))
    names = dict.fromkeys(name for panel in most_first for name in panel.names)
    looks = [Style(colour, dash) for dash in DASHES for colour in COLOURS]
    return {name: looks[k % len(looks)] for k, name in enumerate(names)}


def draw(path: Path, title: str, t: Array, panels: Sequence[Panel]) -> str | bytes:
    """The text of the file, or the bytes of a picture; its kind follows from the suffix."""
    if path.suffix not in KINDS:
        raise ErfdError(f"cannot draw '{path.name}'", f"use {' or '.join(KINDS)}")
    if path.suffix == ".html":
        return _html(title, t, panels)
    if path.suffix == ".png":
        from erfd.png_plot import png

        return png(title, t, panels, styles(panels))
    from erfd.svg_plot import svg

    return svg(title, t, panels, styles(panels))


def save(path: Path, title: str, t: Array, panels: Sequence[Panel]) -> None:
    """The file, whole or not at all."""
    from erfd.robot.text_file import write_text

    write_text(path, draw(path, title, t, panels))


def _html(title: str, t: Array, panels: Sequence[Panel]) -> str:
    from plotly.graph_objects import Figure, Scatter
    from plotly.io import to_html
    from plotly.subplots import make_subplots

    figure: Figure = make_subplots(
        rows=len(panels),
        cols=1,
        shared_xaxes=True,
        subplot_titles=[panel.title for panel in panels],
        vertical_spacing=0.2 / len(panels),
    )
    looks, shown = styles(panels), set[str]()
    for row, panel in enumerate(panels, 1):
        for name, values in zip(panel.names, panel.values.T, strict=True):
            line = {"color": looks[name].colour, "dash": looks[name].dash}
            legend = {"legendgroup": name, "showlegend": name not in shown}
            figure.add_trace(Scatter(x=t, y=values, name=name, line=line, **legend), row=row, col=1)
            shown.add(name)
    figure.update_layout(title=title, height=260 * len(panels) + 140, hovermode="x unified")
    figure.update_xaxes(title_text="t in s", row=len(panels), col=1)
    text: str = to_html(figure, include_plotlyjs=True, full_html=True)
    return text
