"""What every format says: the head, the entries of a block by name, the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from erfd.trace.equations.expression import Expression
from erfd.trace.equations.sheet import Block, Sheet


def head_lines(sheet: Sheet) -> list[str]:
    """What this is, the coordinates, the counts of the blocks, notes."""
    lines = [f"{sheet.robot}: equations of motion", ""]
    lines += [f"made by: {sheet.command}", ""] if sheet.command else []
    lines += [f"{x}." for x in sheet.coordinates]
    lines += ["SI units. qd and qdd are speeds and accelerations; c23 is cos(q2 + q3).", ""]
    lines += ["operations (M multiplications and divisions, A additions and subtractions):"]
    wide = max(len(b.function) for b in sheet.blocks)
    for block in sheet.blocks:
        said = f"; {block.note}" if block.note else ""
        lines.append(f"  {block.function:<{wide}}  {block.counts}{said}")
    if sheet.notes:
        lines += ["", *sheet.notes]
    return lines


def proof_lines(sheet: Sheet) -> list[str]:
    if not sheet.proof:
        return ["none yet"]
    first, *rest = sheet.proof
    return [f"proof: {first}", *(f"  {line}" for line in rest)]


def comment_lines(mark: str, lines: Iterable[str]) -> list[str]:
    return [(mark + line).rstrip() for line in lines]


def assigned(
    block: Block, write: Callable[[Expression], str], zero: str
) -> tuple[list[tuple[str, str]], list[str]]:
    """The entries as (name, text), and what stands at every place: a name or zero."""
    lines: list[tuple[str, str]] = []
    places: list[str] = []
    shown = dict(block.shown())
    _, columns = block.rectangle
    for k, x in enumerate(block.entries):
        mirrored = block.symmetric and k // columns > k % columns
        home = k % columns * columns + k // columns if mirrored else k
        if home not in shown:
            places.append(zero)
            continue
        name = f"{block.what}_{block.entry_name(home)}"
        places.append(name)
        if home == k:
            lines.append((name, write(x)))
    return lines, places
