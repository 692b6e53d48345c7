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
from rich.table import Table

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
        wide = _room(console, part) if isinstance(part, Table) else width.get()
        console.print(part, markup=False, width=wide)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _room(console: Console, view: Table) -> int:
    """No number is broken for a narrow terminal; what is wider than WIDTH even so is folded."""
    least = Measurement.get(console, console.options.update(max_width=2 * WIDTH), view).minimum
    if least > WIDTH:
        for column in view.columns:
            column.min_width = None
    return max(width.get(), min(least, WIDTH))


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
