"""Spelling values as TOML so that they are read back bit for bit, and laying out their lines."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from erfd.algebra import IDENTITY, ZERO, Scalar
from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.records import Sources
from erfd.robot.toml_values import shortened

BARE = re.compile(r"[A-Za-z0-9_-]+")


class Entry(NamedTuple):
    """A line `key = value  # unit`, left out when there is no value."""

    key: str
    value: str | None
    unit: str = ""


def lines(entries: Iterable[Entry]) -> list[str]:
    given = [e for e in entries if e.value is not None]
    return [f"{key(e.key)} = {e.value}{e.unit and f'  # {e.unit}'}" for e in given]


def section(header: str, entries: Iterable[Entry]) -> list[str]:
    """A table with its entries; one without any is left out."""
    given = lines(entries)
    return [header, *given] if given else []


def number(x: Scalar) -> str:
    """The shortest decimal that is this float; what is no finite float cannot be written."""
    try:
        value = float(x)
        exact = math.isfinite(value) and bool(value == x)
    except (TypeError, ValueError, OverflowError):
        exact = False
    if not exact:
        what = f"the number {shortened(str(x))} is not a finite float"
        raise RobotError(what, "a file holds floats only: robot.map(float)")
    return repr(value)


def known(x: Scalar) -> str | None:
    return None if x is None else number(x)


def numbers(values: Iterable[Scalar]) -> str:
    return f"[{', '.join(number(x) for x in values)}]"


def rows(matrix: Iterable[Iterable[Scalar]]) -> str:
    return f"[{', '.join(numbers(row) for row in matrix)}]"


def string(text: str) -> str:
    """A basic string: as JSON spells it, but for DEL and for halves of characters."""
    spelt = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    return re.sub("[\ud800-\udfff]", "\ufffd", spelt)


def strings(texts: Iterable[str]) -> str | None:
    """A list with a line for each text."""
    spelt = [f"  {string(text)},\n" for text in texts]
    return f"[\n{''.join(spelt)}]" if spelt else None


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else string(name)


def inline(entries: Mapping[str, str]) -> str:
    """An inline table of spelt values."""
    pairs = ", ".join(f"{key(k)} = {value}" for k, value in entries.items())
    return f"{{ {pairs} }}" if pairs else "{}"


def sources(texts: Sources) -> Entry:
    """Where the numbers come from, by group."""
    spelt = {group: string(text) for group, text in texts.items()}
    return Entry("sources", inline(spelt) if spelt else None)


def placed(place: Placement) -> list[Entry]:
    """Translation and rotation, each left out when it is none."""
    moved, turned = numbers(place.p), rows(place.R)
    matrix = None if turned == rows(IDENTITY) else inline({"matrix": turned})
    return [
        Entry("translation", None if moved == numbers(ZERO) else moved, "m"),
        Entry("rotation", matrix),
    ]
