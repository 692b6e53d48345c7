"""Numbers with units as people type them: `90deg`, `90°`, `120mm`, `15kg`; bare ones are SI."""

from __future__ import annotations

import math
import re

from erfd.errors import ErfdError

FACTORS = {
    "": 1.0,
    "rad": 1.0,
    "deg": math.pi / 180.0,
    "m": 1.0,
    "mm": 1e-3,
    "cm": 1e-2,
    "s": 1.0,
    "ms": 1e-3,
    "kg": 1.0,
    "g": 1e-3,
    "N": 1.0,
    "Nm": 1.0,
    "rad/s": 1.0,
    "deg/s": math.pi / 180.0,
    "m/s": 1.0,
    "mm/s": 1e-3,
}
NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z/°º]*)\Z")


def number(text: str, what: str = "number", allowed: tuple[str, ...] = tuple(FACTORS)) -> float:
    """One number in SI; `allowed` are the units that make sense here."""
    match = NUMBER.match(text.strip())
    if match is None:
        raise ErfdError(f"{what}: '{text}' is not a number", _remedy(text))
    value, unit = match[1], _unit(match[2])
    if unit and unit not in allowed:
        known = ", ".join(u for u in allowed if u)
        raise ErfdError(f"{what}: '{text}' has the unit '{unit}'", f"use {known} or no unit for SI")
    result = float(value) * FACTORS[unit]
    if not math.isfinite(result):
        raise ErfdError(f"{what}: '{text}' is too large for a number")
    return result


def _unit(typed: str) -> str:
    """DEG and ° are deg; only where capitals mean nothing else (Mm is not mm)."""
    unit = typed.replace("°", "deg").replace("º", "deg")
    shouted = (len(unit) > 1 and unit.isupper()) or (len(unit) > 2 and unit.istitle())
    return unit.lower() if shouted and unit.lower() in FACTORS else unit


def _remedy(text: str) -> str:
    parts = text.split()
    if len(parts) > 1 and all(NUMBER.match(part) for part in parts):
        return f"separate numbers by commas: {','.join(parts)}"
    return "write it like 1.5, 90deg or 120mm"


def numbers(text: str, what: str, allowed: tuple[str, ...] = tuple(FACTORS)) -> list[float]:
    """Numbers separated by commas."""
    return [number(part, what, allowed) for part in text.split(",")]
