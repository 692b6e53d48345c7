"""Compiled functions of the robots judged last, so that a second verdict loads nothing again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function

KEPT = 8  # robots: a payload or a tool makes another one
_kept: deque[tuple[Robot, dict[Any, Any]]] = deque(maxlen=KEPT)


def once(robot: Robot, key: Any, make: Callable[[], Any]) -> Any:
    """What `make` gave when it was first asked for this very robot."""
    found = next((made for known, made in tuple(_kept) if known is robot), None)
    if found is None:
        found = {}
        _kept.append((robot, found))
    if key not in found:
        found[key] = make()
    return found[key]


def kernel(robot: Robot, quantity: str, **options: Any) -> Any:
    """`robot_function`, kept."""
    key = (quantity, *sorted(options.items()))
    return once(robot, key, lambda: robot_function(robot, quantity, **options))
