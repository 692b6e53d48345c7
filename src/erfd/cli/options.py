"""Options that several verbs share: joint values, payload, wrench."""

from __future__ import annotations

import numpy as np

from erfd.arm import Arm
from erfd.cli.units import number, numbers
from erfd.errors import ErfdError
from erfd.rows import Array

ANGLES, LENGTHS = ("rad", "deg"), ("m", "mm", "cm")
FARTHEST = 1e9  # rad or m
HEAVIEST = 1e9  # kg


def moving(arm: Arm) -> Arm:
    """The arm, or an error where there is nothing to move."""
    if arm.n == 0:
        raise ErfdError(f"no joint of '{arm.name}' moves", "give a robot with a joint that moves")
    return arm


def joint_values(arm: Arm, text: str, what: str, angle: float, length: float) -> Array:
    """One value a joint, `90deg,0,100mm`; without a text every joint has the default."""
    sliding = [joint.kind == "prismatic" for joint in arm.robot.independent]
    if not text:
        return np.array([length if slides else angle for slides in sliding])
    parts = text.split(",")
    if len(parts) != arm.n:
        blanks = len(parts) == 1 and len(text.split()) == arm.n
        each = f"give {arm.n}, one for each of {', '.join(arm.joint_names)}"
        raise ErfdError(
            f"{what} has {len(parts)} value{'s' if len(parts) > 1 else ''}",
            f"separate them by commas: {','.join(text.split())}" if blanks else each,
        )
    triples = zip(parts, arm.joint_names, sliding, strict=True)
    return np.array([_joint_value(part, f"{what} of {name}", x) for part, name, x in triples])


def _joint_value(text: str, what: str, slides: bool) -> float:
    """An angle beyond a billion rad says nothing: not even its sixth decimal is kept."""
    value = number(text, what, LENGTHS if slides else ANGLES)
    if abs(value) > FARTHEST:
        unit, thing = ("m", "slide") if slides else ("rad", "angle")
        remedy = f"no {thing} is beyond {FARTHEST:g} {unit}"
        raise ErfdError(f"{what}: {text.strip()} is {value:g} {unit}", remedy)
    return value


def loaded(arm: Arm, text: str) -> Arm:
    """The arm with the payload `mass[,x,y,z]`, a point mass at x, y, z of the tool frame."""
    if not text:
        return arm
    mass, *com = text.split(",")
    if len(com) not in (0, 3):
        raise ErfdError(
            f"--payload '{text}' has {1 + len(com)} parts", "write it as 15kg,0,0,100mm"
        )
    at = [number(x, "--payload", LENGTHS) for x in com] or [0.0, 0.0, 0.0]
    kilograms = number(mass, "--payload", ("kg", "g"))
    if kilograms > HEAVIEST:
        what = f"--payload: {mass.strip()} is {kilograms:g} kg"
        raise ErfdError(what, f"no robot carries more than {HEAVIEST:g} kg")
    return arm.with_payload(kilograms, at)


def wrench_values(text: str) -> list[float] | None:
    """Force and moment by the environment on the tool, `fx,fy,fz[,nx,ny,nz]`, base axes."""
    if not text:
        return None
    parts = text.split(",")
    if len(parts) not in (3, 6):
        raise ErfdError(f"--wrench has {len(parts)} values", "give fx,fy,fz or fx,fy,fz,nx,ny,nz")
    force = numbers(",".join(parts[:3]), "--wrench, force", ("N",))
    moment = [number(part, "--wrench, moment", ("Nm",)) for part in parts[3:]]
    return [*force, *(moment or [0.0] * 3)]
