"""Pages of equations that were not asked for by name: blocks of any sums, proved like an export."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from erfd.trace.equations.blocks import angle_steps, outer_names
from erfd.trace.equations.collect import Collector
from erfd.trace.equations.derive import state_latex
from erfd.trace.equations.model import Model
from erfd.trace.equations.run_text import run_latex
from erfd.trace.equations.sheet import Block, Sheet
from erfd.trace.equations.text_latex import markdown_text
from erfd.trace.equations.write_latex import latex

POINTS = 5
TOLERANCE = 1e-11
State = dict[str, list[float]]
Reference = Callable[[Block, State], Sequence[float]]


def vector_block(
    model: Model,
    symbol: str,
    index: str,
    sums: Sequence[Any],
    title: str,
    *,
    inputs: Sequence[str] = ("q", "qd", "qdd"),
    note: str = "",
    outer: set[str] | None = None,
) -> tuple[Block, dict[str, str]]:
    """Three components with x, y, z at the end, or numbers with their own names."""
    collector = Collector(model.ring, outer_names(model) | (outer or set()))
    entries = tuple(collector.expression(x) for x in sums)
    ends = tuple(index + a for a in "xyz") if len(sums) == 3 else (index,)
    made = Block(
        what=symbol + index,
        function=symbol + index,
        title=title,
        symbol=symbol,
        inputs=tuple(inputs),
        shape=(len(sums),),
        entries=entries,
        steps=angle_steps(collector, entries),
        note=note,
        ends=ends,
    )
    return made, {name: collector.angles.latex(name) for name in collector.angles.multiples}


def sheet_of(
    model: Model,
    title: str,
    blocks: Sequence[tuple[Block, Mapping[str, str]]],
    *,
    notes: Sequence[str] = (),
    more: Mapping[str, tuple[str, ...]] | None = None,
    latex: Mapping[str, str] | None = None,
    command: str = "",
) -> Sheet:
    used = set().union(*(b.used() for b, _ in blocks))
    names = {x.name: x.latex for x in model.ring.letters} | state_latex(model)
    for _, own in blocks:
        names |= own
    return Sheet(
        robot=model.robot.name,
        title=title,
        joints=model.joint_names,
        coordinates=tuple(f"q{i} is {x}" for i, x in enumerate(model.joint_names, 1)),
        letters=tuple(m for m in model.meanings.values() if m.name in used),
        constants=(),
        blocks=tuple(b for b, _ in blocks),
        latex=names | dict(latex or {}),
        notes=tuple(notes),
        command=command,
        more=more or {},
    )


def proved(sheet: Sheet, model: Model, reference: Reference) -> str:
    """The page; every entry read back from it and compared at random states."""
    states = _states(sheet, model)
    values = run_latex(sheet, markdown_text(sheet), states)
    worst: dict[str, tuple[float, float]] = {}
    for block, rows in zip(sheet.blocks, values, strict=True):
        for state, row in zip(states, rows, strict=True):
            right = [float(x) for x in reference(block, state)]
            size = max(1.0, *map(abs, right))
            difference = max(abs(a - b) for a, b in zip(row, right, strict=True))
            if not difference <= TOLERANCE * size:
                raise ValueError(f"{block.what} is off by {difference}, its size is {size}")
            old = worst.get(block.symbol, (0.0, 0.0))
            worst[block.symbol] = max(old[0], difference), max(old[1], size)
    by = "the equations above, read back from their LaTeX"
    lines = [f"{by}, against the recursions in numbers at {POINTS} random states:"]
    lines += [
        f"${s}$: largest difference {d:.1e}, largest entry {size:.4g}"
        for s, (d, size) in worst.items()
    ]
    return markdown_text(dataclasses.replace(sheet, proof=tuple(lines)))


def _states(sheet: Sheet, model: Model) -> list[State]:
    """The same in every run, and whatever the page's words are."""
    rng = random.Random(sheet.robot)
    found = []
    for _ in range(POINTS):
        q = [rng.uniform(-1, 1) * (1 if s else math.pi) for s in model.prismatic]
        state = {"q": q, **{r: [rng.uniform(-2, 2) for _ in q] for r in ("qd", "qdd")}}
        state |= {g: [rng.uniform(-9, 9) for _ in x] for g, x in sheet.more.items()}
        found.append(state)
    return found


def matrix_latex(rows: Sequence[Sequence[Any]], model: Model, names: Mapping[str, str]) -> str:
    """A printed matrix."""
    collector = Collector(model.ring, outer_names(model))
    made = [[collector.expression(model.ring.of(x)) for x in row] for row in rows]
    known = {**names, **_of(collector)}
    text = [" & ".join(latex(x, known) for x in row) for row in made]
    return "\\begin{bmatrix}\n" + " \\\\\n".join(text) + "\n\\end{bmatrix}"


def _of(collector: Collector) -> dict[str, str]:
    return {name: collector.angles.latex(name) for name in collector.angles.multiples}
