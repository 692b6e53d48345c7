"""Checks that records share: kinds and names, limits, numbers that may be unknown, masses."""

from __future__ import annotations

from collections import Counter
from typing import Any

from erfd.errors import RobotError
from erfd.robot import record_numbers as numbers
from erfd.robot.records import Body, Limit, Payload


def check_all(what: str, records: Any, kind: type[Any]) -> None:
    """A tuple of records of one kind, each with a name of its own."""
    if not isinstance(records, tuple) or not all(isinstance(x, kind) for x in records):
        raise RobotError(
            f"the {what} records are {str(records)[:60]}", f"give a tuple of {kind.__name__}"
        )
    check_names(what, [x.name for x in records])


def check_names(what: str, names: list[Any]) -> None:
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise RobotError(f"a {what} has no name but {name!r}", f"give every {what} a name")
    for name, count in Counter(names).items():
        if count > 1:
            raise RobotError(
                f"{count} {what}s are named '{name}'", f"give every {what} its own name"
            )


def check_limit(what: str, limit: Any, least: float | None) -> None:
    if not isinstance(limit, Limit):
        raise RobotError(f"{what} is {limit!r}", "give a Limit(value, source)")
    if limit.value is not None:
        numbers.number(what, limit.value, least=least)


def check_known(what: str, record: Any, names: tuple[str, ...]) -> None:
    """Numbers of zero or more, or None where they are unknown."""
    for name in names:
        value = getattr(record, name)
        if value is not None:
            numbers.number(f"the {name.replace('_', ' ')} {what}", value, least=0.0)


def check_mass(what: str, body: Body | Payload) -> None:
    numbers.number(f"the mass of {what}", body.mass, least=0.0, unit="kg")
    numbers.vector(f"the centre of mass of {what}", body.com)
    numbers.inertia(f"the inertia of {what}", body.inertia)
