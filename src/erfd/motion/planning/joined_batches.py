"""The batches of a whole plan as one table: numbers that refer to other tables are moved on."""

from __future__ import annotations

import numpy as np

from erfd.curve import Index
from erfd.motion.planning.batch import Batch, Followed
from erfd.motion.planning.planned_curve import PathRows, ToolPaths, Tools
from erfd.motion.planning.tool_motion import NONE, Elements


def joined(parts: list[Followed], tools: Tools, n: int) -> Followed:
    """`n` is the number of joints."""
    if not parts:
        empty = Batch(1.0)
        empty.numbers.append((0.0,) * 10)
        return Followed(empty.paths(tools), np.zeros((1, n)))
    if len(parts) == 1:
        return parts[0]
    elements = _shifted(
        [p.paths.rows.element for p in parts], [len(p.paths.elements.rows) for p in parts]
    )
    windows = [p.paths.rows.window for p in parts]
    window = _shifted(windows, [len(p.paths.windows) for p in parts])
    window[np.concatenate(windows) == NONE] = NONE
    anchor = _shifted([p.paths.rows.anchor for p in parts], [len(p.anchors) for p in parts])
    rows = PathRows(
        elements,
        np.concatenate([p.paths.rows.law for p in parts]),
        window,
        np.concatenate([p.paths.rows.centre for p in parts]),
        np.concatenate([p.paths.rows.tool for p in parts]),
        anchor,
        np.concatenate([p.paths.rows.intervals for p in parts]),
        np.concatenate([p.paths.rows.spacing for p in parts]),
        np.concatenate([p.paths.rows.place for p in parts]),
    )
    everything = ToolPaths(
        _elements(parts), rows, np.concatenate([p.paths.windows for p in parts]), tools
    )
    rates = [p.rates for p in parts if p.rates is not None]
    anchors = np.concatenate([p.anchors for p in parts])
    return Followed(everything, anchors, np.concatenate(rates) if rates else None)


def _shifted(tables: list[Index], sizes: list[int]) -> Index:
    """The numbers of each table counted on from the sizes of those before it."""
    offsets = np.cumsum([0, *sizes[:-1]])
    numbers: Index = np.concatenate(tables) + np.repeat(offsets, [len(t) for t in tables])
    return numbers


def _elements(parts: list[Followed]) -> Elements:
    rows = np.concatenate([p.paths.elements.rows for p in parts])
    corners = [p.paths.elements.corners for p in parts]
    counts = [len(p.paths.elements.rows) for p in parts]
    offsets = np.repeat(np.cumsum([0, *(len(c) for c in corners[:-1])]), counts)
    rounded = np.concatenate([p.paths.elements.rounded for p in parts])
    rounded = np.where(rounded == NONE, NONE, rounded + offsets)
    return Elements(rows, np.concatenate(corners), rounded)
