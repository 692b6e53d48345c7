"""`erfd count ROBOT`: operations of every algorithm, beside what is published."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from erfd.arm import load
from erfd.cli.options import moving
from erfd.cli.output import say, say_json
from erfd.text_table import counted as number_of
from erfd.text_table import render, table
from erfd.trace.count_table import COUNTED, LARGEST_GENERAL, LARGEST_LAGRANGE, Line, lines
from erfd.trace.counts import Counts
from erfd.trace.published_counts import TABLE_C1, TABLES, Table

MEANING = (
    "Operations per state of the compiled programs. M multiplications, A additions and "
    "subtractions, D divisions, S pairs of sine and cosine; a fused multiply-add is one M and one "
    "A, signs are free. A sum of two parallel joint angles takes one pair. The robot: its numbers "
    "folded in, frames on the joint axes, base inertial parameters where the algorithm can use "
    "them. The general chain: revolute joints, every parameter symbolic, any direction of gravity; "
    "work on parameters alone is not counted."
)


def count(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Count the operations of every algorithm for a robot. Example: erfd count rl15"""
    arm = moving(load(robot))
    counted = list(lines(arm.tree))
    if json:
        say_json(_plain(arm.name, arm.n, counted))
    else:
        say(_text(arm.name, arm.n, counted))


def _text(name: str, n: int, counted: list[Line]) -> str:
    parts: list[Any] = [f"{name}, {number_of(n, 'joint')}. {MEANING}"]
    if n > LARGEST_LAGRANGE:
        parts.append(
            f"Not counted: lagrange beyond {LARGEST_LAGRANGE} joints, the general chain beyond "
            f"{LARGEST_GENERAL}."
        )
    if any(line.robot is None for line in counted):
        parts.append(
            "'-': the algorithm does not offer this for joints that mimic others, or a joint feels "
            "no inertia."
        )
    parts += ["", *(_table(name, n, quantity, counted) for quantity in COUNTED)]
    parts.append(f"As printed, for n = {n}. M includes divisions.")
    parts += [x for published in TABLES if (x := _published(published, n)) is not None]
    return render(*parts)


def _table(name: str, n: int, quantity: str, counted: list[Line]) -> Any:
    chosen = [line for line in counted if line.quantity == quantity]
    head = ["algorithm", f"{name[:16]} M", *"ADS"]
    rows = [[line.method, *_cells(line.robot)] for line in chosen]
    if n <= LARGEST_GENERAL:
        head += [f"general {n}R M", *"ADS"]
        rows = [row + _cells(line.general) for row, line in zip(rows, chosen, strict=True)]
    return table(f"{quantity.replace('_', ' ')}: {COUNTED[quantity]}", head, rows)


def _cells(counts: Counts | None) -> list[str]:
    if counts is None:
        return ["-"] * 4
    return [str(x) for x in counts[:4]]


def _published(published: Table, n: int) -> Any:
    rows = [
        [row.name, str(at.multiplications), str(at.additions), row.note]
        for row in published.rows
        if (at := row.at(n)) is not None
    ]
    if not rows or (published is TABLE_C1 and n != 6):
        return None
    quantity = published.quantity.replace("_", " ")
    says = f"; {published.says}" if published.says else ""
    view = table(
        f"{published.name} of {published.source}: {quantity}{says}",
        ["as printed", "M", "A", "note"],
        rows,
    )
    view.columns[-1].justify = "left"
    return view


def _plain(name: str, n: int, counted: list[Line]) -> dict[str, Any]:
    return {
        "robot": name,
        "joints": n,
        "meaning": MEANING,
        "included": COUNTED,
        "counts": [
            {
                "quantity": line.quantity,
                "method": line.method,
                "robot": line.robot._asdict() if line.robot else None,
                "general": line.general._asdict() if line.general else None,
            }
            for line in counted
        ],
        "published": [
            {
                "table": published.name,
                "source": published.source,
                "quantity": published.quantity,
                "says": published.says,
                "rows": [
                    {"name": row.name, "note": row.note, **at._asdict()}
                    for row in published.rows
                    if (at := row.at(n)) is not None
                ],
            }
            for published in TABLES
        ],
    }
