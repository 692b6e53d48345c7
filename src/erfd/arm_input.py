"""What users hand to an arm beside arrays of states: payloads, tools, names; or a clear error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.records import Payload
from erfd.robot.rotation import CLOSE, departure, mirrors, nearest_rotation
from erfd.rows import Array


def payload_of(mass: float, com: Sequence[float], inertia: Any) -> Payload:
    m, at = numbers_of("the payload's mass", mass), numbers_of("the payload's centre of mass", com)
    if m.shape != () or not m >= 0.0:
        raise RobotError(f"the payload's mass is {mass} kg", "a mass is zero or positive")
    if at.shape != (3,):
        raise RobotError(f"the payload's centre of mass has the shape {at.shape}", "give (3,)")
    a, b, c = (tuple(row) for row in tensor_of(inertia).tolist())
    x, y, z = at.tolist()
    return Payload(mass=float(m), com=(x, y, z), inertia=(a, b, c))


def tensor_of(inertia: Any) -> Array:
    """An inertia that a body could have, or a clear error."""
    tensor = np.zeros((3, 3)) if inertia is None else numbers_of("the payload's inertia", inertia)
    if tensor.shape != (3, 3):
        raise RobotError(f"the payload's inertia has the shape {tensor.shape}", "give (3, 3)")
    if np.abs(tensor - tensor.T).max() > 1e-9 * np.abs(tensor).max():
        raise RobotError("the payload's inertia is not symmetric", "give all nine numbers, kg m^2")
    a, b, c = np.linalg.eigvalsh(tensor)
    slack = 1e-9 * abs(c)
    if a < -slack or c > a + b + slack:
        moments = f"principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2"
        raise RobotError(f"no payload has {moments}", "none is negative or above the others' sum")
    return 0.5 * (tensor + tensor.T)


def names_of(given: Sequence[str], what: str = "parameters") -> tuple[str, ...]:
    if isinstance(given, (list, tuple)) and all(isinstance(x, str) for x in given):
        return tuple(given)
    raise RobotError(f"{what} is {given!r}", "give a list of names")


def choice_of(what: str, value: object) -> bool:
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise RobotError(f"{what} is {value!r}", f"give {what}=True; its numbers come with the call")


def refuse_no_names(**given: object) -> None:
    for what, value in given.items():
        if not isinstance(value, str):
            raise RobotError(f"{what} is {value!r}", "give a name, a text")


def seconds_of(what: str, value: Any) -> float:
    """A time that is no less than zero."""
    time = numbers_of(what, value)
    if time.shape != () or time < 0.0:
        raise RobotError(f"{what} is {value!r}", "give one time in s, not below 0")
    return float(time)


def numbers_of(what: str, value: Any) -> Array:
    if value is None:
        raise RobotError(f"{what} is None", "give numbers in SI")
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise RobotError(
            f"{what} is not made of numbers: {value!r}", "give numbers in SI"
        ) from None
    if not np.isfinite(array).all():
        raise RobotError(f"{what} holds NaN or infinity", "give finite numbers")
    return array


def placement_of(T: ArrayLike) -> Placement:
    """Its rotation to rounding: seven digits are brought to the nearest one."""
    matrix = numbers_of("T", T)
    if matrix.shape != (4, 4):
        raise RobotError(f"T has the shape {matrix.shape}", "give a 4 x 4 homogeneous matrix")
    a, b, c = (tuple(row) for row in matrix[:3, :3].tolist())
    R, wrong = (a, b, c), []
    if not np.allclose(matrix[3], (0, 0, 0, 1)):
        wrong.append(("the last row of T is not 0, 0, 0, 1", "make it so"))
    if not departure(R) <= CLOSE or mirrors(R):
        wrong.append(("the rotation in T is not a rotation", "make R R^T = 1 and det R = +1"))
    if wrong:
        raise RobotError(", and ".join(x for x, _ in wrong), wrong[-1][1])
    x, y, z = matrix[:3, 3].tolist()
    return Placement(nearest_rotation(R), (x, y, z))
