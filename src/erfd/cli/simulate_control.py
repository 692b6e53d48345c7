"""The controller of `erfd simulate`: its name with gains, and its target."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from erfd.arm import Arm
from erfd.cli.options import joint_values
from erfd.cli.units import number
from erfd.errors import ErfdError
from erfd.forward.controllers import PD, Cascade, ComputedTorque, Playback
from erfd.motion.language.program import parse
from erfd.planning import plan, read_trajectory

KINDS: dict[str, tuple[Callable[..., Any], dict[str, float]]] = {
    "pd": (PD, {"kp": math.nan, "kd": math.nan}),
    "computed_torque": (ComputedTorque, {"kp": 100.0, "kd": 20.0}),
    "cascade": (Cascade, {"bandwidth": 60.0, "current_lag": 0.0, "feedforward": 1.0}),
    "playback": (Playback, {}),
}
SAMPLES = (".csv", ".parquet", ".pq")


def controlled(
    arm: Arm, controller: str, target: str, cycle: str, *, base: bool = False
) -> dict[str, Any]:
    if not controller:
        if target or cycle:
            raise ErfdError("--target and --cycle are a controller's", "name a --controller")
        return {}
    found: dict[str, Any] = {"controller": _record(controller)}
    if target:
        found["target"] = _target(arm, target, base=base)
    elif controller.startswith("playback"):
        raise ErfdError("playback needs a motion", "give --target FILE, samples or a program")
    if cycle:
        found["cycle"] = number(cycle, "--cycle", ("s", "ms"))
    return found


def _record(text: str) -> Any:
    name, _, rest = text.partition(":")
    if name not in KINDS:
        raise ErfdError(f"there is no controller '{name}'", f"use {', '.join(KINDS)}")
    make, gains = KINDS[name]
    values = dict(gains)
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key not in gains:
            known = f"it has {', '.join(gains)}" if gains else "it has none"
            raise ErfdError(f"{name} has no gain '{key}'", known)
        values[key] = number(value, f"--controller, {key}", ())
    missing = [key for key, value in values.items() if math.isnan(value)]
    if missing:
        example = ",".join(f"{key}=100" for key in missing)
        raise ErfdError(f"{name} needs {' and '.join(missing)}", f"write {name}:{example}")
    return make(**values)


def _target(arm: Arm, text: str, *, base: bool) -> Any:
    """The moving base has no target of its own."""
    path = Path(text)
    if base and not path.suffix:
        text = f"0,{text}"
    if path.suffix.lower() in SAMPLES:
        return read_trajectory(path, arm)
    if path.is_file() or path.suffix == ".irl":
        return plan(parse(path), arm, arm.robot.system.r_dt)
    return joint_values(arm, text, "--target", 0.0, 0.0)
