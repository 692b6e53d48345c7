"""What can be wrong with a pose of an arm that has a closed form, in words and numbers."""

from __future__ import annotations

import numpy as np

from erfd.motion.inverse.closed_form import ClosedForm
from erfd.motion.inverse.records import Array, Fault, Unit, shown

PARTS = ("shoulder", "elbow", "wrist")


def scales(form: ClosedForm) -> Array:
    """Of the margins of shoulder, elbow and wrist: the arm's size where they are lengths."""
    return np.array([form.family.size if unit == "m" else 1.0 for unit in form.units])


def singular(form: ClosedForm, i: int, margins: Array) -> Fault:
    """`margins` by their scales."""
    part = int(margins.argmin())
    amount, unit = float(margins[part] * scales(form)[part]), form.units[part]
    text = f"the {PARTS[part]} is singular ({shown(amount, unit)} away)"
    return Fault(i, "singular", PARTS[part], amount, unit, text)


def lost(i: int, short: float, tilt: float) -> Fault:
    """Other configurations reach the pose, the one of the path does not."""
    far = shown(short, "m") if short > 0.0 else shown(tilt, "rad")
    text = f"out of reach by {far} in the configuration of the path, not in others"
    unit: Unit = "m" if short > 0.0 else "rad"
    return Fault(i, "unreachable", "arm", short or tilt, unit, text)


def out_of_reach(i: int, short: float, tilt: float) -> Fault:
    """No configuration reaches the pose."""
    if short > 0.0:
        return Fault(i, "unreachable", "arm", short, "m", f"out of reach by {shown(short, 'm')}")
    text = f"the wrist cannot turn the tool there: {shown(tilt, 'rad')} missing"
    return Fault(i, "unreachable", "wrist", tilt, "rad", text)
