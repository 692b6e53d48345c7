"""Names and numbers out of the attributes of a URDF, with errors that say where.

What is written is taken literally: finite decimal numbers in SI units, separated by blanks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from difflib import get_close_matches

from erfd.algebra import Vector
from erfd.errors import RobotError
from erfd.robot.urdf_xml import Element

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
XACRO = "expand the file with xacro first: xacro robot.urdf.xacro > robot.urdf"
SAMPLE = {"xyz": "0 0 0.5", "rpy": "0 0 1.57", "quat_xyzw": "0 0 0 1"}


class Notes:
    """Findings that are no errors; the same finding of many joints or links is one warning."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def warn(self, finding: str, element: Element) -> None:
        place = f"{owner(element)} (line {element.line})"
        self._places.setdefault(finding, []).append(place)

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(f"{finding}: {listing(at)}" for finding, at in self._places.items())


def short(text: str, most: int = 60) -> str:
    """A text from the file, fit for one line."""
    shown = text if len(text) <= most else f"{text[: most - 3]}..."
    return "".join(letter if letter.isprintable() else "?" for letter in shown)


def quoted(names: Iterable[str]) -> str:
    return listing([f"'{short(name)}'" for name in names])


def listing(items: list[str], most: int = 6) -> str:
    rest = [f"{len(items) - most} more"] if len(items) > most else []
    return ", ".join([*items[:most], *rest])


def nearest(name: str, names: Iterable[str]) -> str:
    """A remedy: the name that was probably meant."""
    few = [x for x in names if len(x) <= 100][:200]
    close = get_close_matches(name[:100], few, n=1, cutoff=0.75)
    if close:
        return f"perhaps '{short(close[0])}' is meant"
    return f"known are {quoted(few)}" if few else "there is none"


def owner(element: Element) -> str:
    """The link or joint that an element belongs to, by name."""
    at: Element | None = element
    while at is not None:
        if at.tag in {"link", "joint"}:
            name = at.attributes.get("name", "")
            return f"{at.tag} '{short(name)}'" if name.strip() else f"a {at.tag}"
        at = at.parent
    return "the robot"


def error(element: Element, what: str, remedy: str = "") -> RobotError:
    """An error of an element; `what` begins with a verb or shows an attribute of an inner one."""
    inner = "" if element.tag in {"link", "joint"} else f": <{short(element.tag)}>"
    return element.error(f"{owner(element)}{inner} {what}", remedy)


def first(element: Element, tag: str, notes: Notes) -> Element | None:
    """The child of that tag; the first if there are several, as urdfdom takes it."""
    found = element.all(tag)
    if len(found) > 1:
        notes.warn(f"the first <{tag}> is read, the others are not", element)
    return found[0] if found else None


def text(element: Element, name: str) -> str:
    """An attribute that must be there, expanded."""
    value = element.attributes.get(name)
    if value is None:
        raise error(element, f'has no attribute "{name}"', f'add {name}="..."')
    if "${" in value or "$(" in value:
        raise error(element, f'has the xacro expression {name}="{short(value)}"', XACRO)
    return value


def name_in(element: Element, attribute: str) -> str:
    """A name, which must not be empty."""
    name = text(element, attribute)
    if not name.strip():
        raise error(element, f'has an empty attribute "{attribute}"', "give a name")
    return name


def number(element: Element, name: str, default: float | None = None) -> float:
    if default is not None and name not in element.attributes:
        return default
    return _number(element, name, text(element, name).strip())


def numbers(element: Element, name: str, count: int) -> list[float]:
    parts = text(element, name).split()
    shown = f'{name}="{short(element.attributes[name])}"'
    if len(parts) != count:
        remedy = f'separate the numbers by blanks, as in {name}="{SAMPLE[name]}"'
        have = f"{len(parts)} number{'s' * (len(parts) != 1)}"
        raise error(element, f"{shown} has {have}, needs {count}", remedy)
    return [_number(element, name, part) for part in parts]


def vector(element: Element, name: str) -> Vector:
    x, y, z = numbers(element, name, 3)
    return x, y, z


def _number(element: Element, name: str, part: str) -> float:
    alone = part == element.attributes[name].strip()
    shown = f'{name}="{short(part)}"' if alone else f"{name}: '{short(part)}'"
    value = float(part) if NUMBER.fullmatch(part) else math.nan
    if math.isfinite(value):
        return value
    if NUMBER.fullmatch(part) or part.lower().lstrip("+-") in {"nan", "inf", "infinity"}:
        raise error(element, f"{shown} is not finite", "give a finite number")
    remedy = "write a plain number in SI units (m, kg, rad)"
    if "," in part:
        remedy = "write decimals with a point, and blanks between numbers"
    raise error(element, f"{shown} is not a number", remedy)
