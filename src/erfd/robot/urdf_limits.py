"""<limit> -> position, speed, acceleration and effort of a joint, each known or unknown.

Departures from the letter of the format, each with a warning: effort="0", velocity="0" and
lower="0" upper="0" are unknown, not zero, since exporters write them for want of knowledge, and so
is what is missing. One of lower and upper alone leaves the other 0, as the format has it. A
continuous joint has no position limits, whatever stands there.
"""

from __future__ import annotations

from erfd.robot.records import Limit, Limits
from erfd.robot.urdf_values import Notes, error, first, number, short
from erfd.robot.urdf_xml import Element


def read_limits(element: Element, continuous: bool, where: str, notes: Notes) -> Limits:
    found = first(element, "limit", notes)
    if found is None:
        if not continuous:
            notes.warn("without <limit> all limits are unknown", element)
        return Limits()
    lower, upper = (Limit(), Limit()) if continuous else _range(found, element, where, notes)
    return Limits(
        lower=lower,
        upper=upper,
        speed=_bound(found, "velocity", where, notes),
        acceleration=_bound(found, "acceleration", where, notes, required=False),
        effort=_bound(found, "effort", where, notes),
    )


def _range(found: Element, joint: Element, source: str, notes: Notes) -> tuple[Limit, Limit]:
    given = [name for name in ("lower", "upper") if name in found.attributes]
    if not given:
        notes.warn("without lower and upper the range is unknown", found)
        return Limit(), Limit()
    if len(given) == 1:
        notes.warn("the one of lower and upper that is missing is 0", found)
    lower, upper = number(found, "lower", 0.0), number(found, "upper", 0.0)
    unit = "m" if joint.attributes["type"] == "prismatic" else "rad"
    if lower > upper:
        what = f"lower {lower:g} {unit} is above upper {upper:g} {unit}"
        raise error(found, what, "exchange them, or correct the one that is wrong")
    if lower == upper == 0.0:
        notes.warn('lower="0" upper="0" is read as unknown', found)
        return Limit(), Limit()
    if lower == upper:
        notes.warn(f"lower and upper are both {lower:g} {unit}: the joint may not move", found)
    return Limit(lower, source), Limit(upper, source)


def _bound(found: Element, name: str, source: str, notes: Notes, *, required: bool = True) -> Limit:
    if name not in found.attributes:
        if required:
            notes.warn(f"without {name} its limit is unknown", found)
        return Limit()
    value = number(found, name)
    if value < 0.0:
        what = f'{name}="{short(found.attributes[name])}" is negative'
        raise error(found, what, "give the largest magnitude, or 0 where it is unknown")
    if value == 0.0:
        notes.warn(f'{name}="0" is read as unknown', found)
        return Limit()
    return Limit(value, source)
