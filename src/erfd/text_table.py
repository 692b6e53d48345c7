"""Tables and numbers as plain text of at most 100 columns."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from typing import Any, Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column, Table

from erfd.robot.record_numbers import is_real

WIDTH, NARROWEST, NAME = 100, 60, 20
width: ContextVar[int] = ContextVar("width", default=WIDTH)


def fit(columns: int) -> None:
    """Tables as wide as this terminal, within reason."""
    width.set(max(NARROWEST, min(WIDTH, columns)))


def render(*parts: Any) -> str:
    """Tables and lines as plain text of at most WIDTH columns."""
    console = Console(
        file=io.StringIO(), width=WIDTH, color_system=None, highlight=False, emoji=False
    )
    for part in parts:
        if isinstance(part, Table) and part.title:
            console.print(part.title, markup=False, width=width.get())
            part.title = None
        wide = _share(console, part) if isinstance(part, Table) else width.get()
        console.print(part, markup=False, width=wide)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _share(console: Console, view: Table) -> int:
    """Gives every column its width, the widest giving way first; the room that this takes.

    No number is broken for a narrow terminal; what is wider than WIDTH even so is folded. Left to
    itself, rich lets a table whose columns cannot shrink stand out, and cuts its last digits off.
    """
    most = [max(map(cell_len, _lines(column)), default=0) for column in view.columns]
    least = [column.min_width or 1 for column in view.columns]
    whole = Measurement.get(console, console.options.update(max_width=sum(most) + WIDTH), view)
    around = whole.maximum - sum(most)
    if sum(least) + around > WIDTH:
        least = [1] * len(most)
    room = max(width.get(), min(sum(least) + around, WIDTH))
    for column, share in zip(view.columns, _shrunk(most, least, room - around), strict=True):
        column.min_width, column.width = None, share
    return room


def _lines(column: Column) -> list[str]:
    return [line for cell in (column.header, *column.cells) for line in str(cell).splitlines()]


def _shrunk(most: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    widths = list(most)
    while sum(widths) > room and (wide := [k for k, w in enumerate(widths) if w > least[k]]):
        widths[max(wide, key=lambda k: widths[k])] -= 1
    return widths


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], names: Sequence[int] = (0,)
) -> Table:
    """The first column to the left, the others to the right; long names break between words."""
    result = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    broken = [[broken_name(x) if k in names else x for k, x in enumerate(row)] for row in rows]
    for k, column in enumerate(columns):
        whole = [row[k].splitlines() if k in names else row[k].split() for row in broken]
        whole.append(column.split())
        least = min(max((cell_len(x) for words in whole for x in words), default=0), NAME)
        justify: Literal["left", "right"] = "left" if k == 0 else "right"
        result.add_column(column, justify=justify, overflow="fold", min_width=least or None)
    for row in broken:
        result.add_row(*row)
    return result


def broken_name(name: str) -> str:
    """A long name in lines of at most NAME columns, broken after "_" and the like if it can be."""
    if cell_len(name) <= NAME or " " in name:
        return name
    lines = [""]
    for part in re.findall(r"[^_./:-]*[_./:-]+|[^_./:-]+", name):
        if lines[-1] and cell_len(lines[-1] + part) > NAME:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def counted(number: int, what: str) -> str:
    """1 joint, 2 joints."""
    return f"{number} {what}{'s' * (number != 1)}"


def row(numbers: Iterable[Any]) -> str:
    """Numbers apart by blanks; what is no number yet as its own text."""
    return " ".join(short(x) for x in numbers)


def vector(numbers: Iterable[Any], digits: int = 5) -> str:
    """A vector for reading: what is below a millionth of its size is shown as 0."""
    values = list(numbers)
    if not all(map(is_real, values)):
        return row(values)
    least = 1e-6 * max((abs(float(x)) for x in values), default=0.0)
    return " ".join(short(0.0 if abs(float(x)) < least else x, digits) for x in values)


def direction(numbers: Iterable[Any]) -> str:
    """A unit vector, so that three of them stand on a line."""
    values = list(numbers)
    return vector([round(float(x), 4) for x in values] if all(map(is_real, values)) else values)


def short(x: Any, digits: int = 5) -> str:
    """A number of any kind in few digits."""
    if not is_real(x):
        return str(x)
    value = float(x)
    return "0" if abs(value) < 5e-13 else f"{value:.{digits}g}"


def known(x: Any) -> str:
    return "unknown" if x is None else short(x)


def times(factor: float, x: Any) -> Any:
    """A number in other units; fractions too become floats."""
    return factor * (float(x) if is_real(x) else x)
