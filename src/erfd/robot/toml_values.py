"""Values of a TOML file in messages: short, on one line, without surprises."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from typing import Any

FOREIGN = {
    "type": "kind",
    "velocity": "speed",
    "range": "position",
    "torque": "effort",
    "xyz": "translation",
    "position": "translation",
    "rpy": "rotation",
    "quaternion": "rotation",
    "center_of_mass": "com",
    "cog": "com",
    "damping": "viscous",
    "gear_ratio": "ratios",
    "max_torque": "peak_torque",
    "armature": "rotor_inertia",
    "rated_torque": "continuous_torque",
    "nominal_torque": "continuous_torque",
    "max_speed": "top_speed",
    "kt": "torque_constant",
    "joint": "of",
}


def number_of(value: Any) -> float | None:
    """The value as a finite float, None when it is not one; true and false are no numbers."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        result = float(value)
    except OverflowError:
        return None
    return result if math.isfinite(result) else None


def shown(value: Any) -> str:
    """A value in a message, never longer than a few words."""
    match value:
        case bool():
            text = "true" if value else "false"
        case int() | float() if number_of(value) is None:
            text = "no finite number" if isinstance(value, float) else "too large a number"
        case int() | float():
            text = f"{value:g}" if abs(value) > 1e15 else str(value)
        case str():
            text = f'the text "{shortened(value)}"' if value else "an empty text"
        case list():
            text = f"a list of {len(value)}"
        case _:
            text = "a table" if isinstance(value, dict) else "a date or time"
    return text


def shortened(text: str, size: int = 60) -> str:
    """One printable line of bounded length."""
    line = "".join(c if c.isprintable() else "?" for c in text[: size + 1])
    return line if len(line) <= size else f"{line[:size]}..."


def label(what: str, index: int, value: Mapping[str, Any]) -> str:
    """How messages call an element of an array of tables: by its name, else by its number."""
    name = value.get("name")
    if isinstance(name, str) and name:
        return f"{what} '{shortened(name)}'"
    return f"{what} number {index + 1}"


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A guess at what a misspelt or foreign word was to be; empty when nothing is near."""
    known = list(words)
    foreign = [x for x in (FOREIGN.get(word),) if x in known]
    close = foreign or difflib.get_close_matches(word[:100], known, n=1)
    return f"did you mean '{shortened(close[0])}'?" if close else ""
