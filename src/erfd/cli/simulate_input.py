"""What `erfd simulate` is given as text, as arguments of `erfd.simulate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from erfd.arm import Arm
from erfd.cli.options import joint_values
from erfd.cli.simulate_control import controlled
from erfd.cli.units import number, numbers
from erfd.errors import ErfdError
from erfd.forward.base_motion import base_motion
from erfd.forward.expression import formula, split
from erfd.forward.inputs import Table
from erfd.forward.problem import Load, drop, pick
from erfd.signals import CURRENT, TORQUE, WRENCH, names_of, read_signal

TIMES, LENGTHS = ("s", "ms"), ("m", "mm", "cm")
SPEEDS = {False: ("rad/s", "deg/s"), True: ("m/s", "mm/s")}
FILES = (".csv", ".parquet", ".pq")


@dataclass(frozen=True, kw_only=True)
class Options:
    torque: str = ""
    motor_torque: str = ""
    motor_current: str = ""
    between: str = "linear"
    wrench: str = ""
    controller: str = ""
    target: str = ""
    cycle: str = ""
    pick: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    base: str = ""
    q0: str = ""
    qd0: str = ""


def inputs(arm: Arm, o: Options) -> tuple[Arm, dict[str, Any]]:
    """The arm, on a moving base where one is asked for, and the arguments."""
    given: dict[str, Any] = {}
    start = np.zeros(arm.n) if not o.q0 else joint_values(arm, o.q0, "--q0", 0.0, 0.0)
    speeds = _speeds(arm, o.qd0)
    if o.base:
        arm, given["prescribed"] = _moving(arm, o.base)
        start, speeds = (np.concatenate([[0.0], x]) for x in (start, speeds))
    given |= {"q0": start, "qd0": speeds}
    joints = names_of([(j.name, j.kind == "prismatic") for j in arm.robot.independent])
    if o.torque:
        given["torque"] = _signal(o.torque, joints, "--torque", o.between, "torque")
    motors = [] if arm.robot.drives is None else [m.name for m in arm.robot.drives.motors]
    for text, name, units in (
        (o.motor_torque, "motor_torque", TORQUE),
        (o.motor_current, "motor_current", CURRENT),
    ):
        if text:
            flag, kind = f"--{name.replace('_', '-')}", name.split("_")[1]
            given[name] = _signal(text, dict.fromkeys(motors, units), flag, o.between, kind)
    if o.wrench:
        given["wrench"] = _signal(_six(o.wrench), WRENCH, "--wrench", o.between, "wrench")
    given["loads"] = _loads(o)
    return arm, {**given, **controlled(arm, o.controller, o.target, o.cycle, base=bool(o.base))}


def _speeds(arm: Arm, text: str) -> Any:
    if not text:
        return np.zeros(arm.n)
    parts = text.split(",")
    if len(parts) != arm.n:
        names = ", ".join(arm.joint_names)
        raise ErfdError(f"--qd0 has {len(parts)} values", f"give {arm.n}, one for each of {names}")
    kinds = [j.kind == "prismatic" for j in arm.robot.independent]
    return np.array(
        [number(x, "--qd0", SPEEDS[slides]) for x, slides in zip(parts, kinds, strict=True)]
    )


def _signal(
    text: str, units: Any, flag: str, between: str, kind: str
) -> Table | Callable[..., Any]:
    """A file, or a formula for each name."""
    if Path(text).suffix.lower() in FILES:
        return read_signal(text, units, between, kind)  # type: ignore[arg-type]
    parts = split(text)
    if all("=" in part for part in parts):
        parts = _named(parts, list(units), flag)
    if len(parts) != len(units):
        what = f"{flag} has {len(parts)} formula{'s' if len(parts) > 1 else ''}"
        raise ErfdError(what, f"give {len(units)}, one for each of {', '.join(units)}, or a file")
    found = [formula(x, flag) for x in parts]
    return lambda t: [f(t) for f in found]


def _named(parts: Sequence[str], names: Sequence[str], flag: str) -> list[str]:
    """`joint_2=5*t`: a formula for each that is named, zero for the others."""
    found = dict.fromkeys(names, "0")
    for part in parts:
        name, _, text = (x.strip() for x in part.partition("="))
        if name not in found:
            raise ErfdError(f"{flag}: there is no '{name}'", f"it has {', '.join(names)}")
        found[name] = text
    return list(found.values())


def _six(text: str) -> str:
    """Without moments there are none."""
    if Path(text).suffix.lower() in FILES:
        return text
    return text + ",0,0,0" * (len(split(text)) == 3 and "=" not in text)


def _loads(o: Options) -> Sequence[Load]:
    found = []
    for text in o.pick:
        when, *rest = text.split(",")
        if len(rest) not in (1, 4):
            raise ErfdError(f"--pick '{text}' is not understood", "write 0.5s,10kg,0,0,100mm")
        x, y, z = [number(v, "--pick", LENGTHS) for v in rest[1:]] or [0.0, 0.0, 0.0]
        kg = number(rest[0], "--pick", ("kg", "g"))
        found.append(pick(number(when, "--pick", TIMES), kg, (x, y, z)))
    return [*found, *(drop(number(x, "--drop", TIMES)) for x in o.drop)]


def _moving(arm: Arm, text: str) -> tuple[Arm, dict[str, Any]]:
    parts = text.split(":")
    kinds = {"slide": "prismatic", "turn": "revolute"}
    if len(parts) != 3 or parts[0] not in kinds:
        what = f"--base '{text}' is not understood"
        raise ErfdError(what, "write slide:1,0,0:0.1*sin(5*t), or turn:0,0,1:0.5*t (m, rad)")
    axis = numbers(parts[1], "--base, axis", ())
    if len(axis) != 3:
        raise ErfdError(f"--base: the axis has {len(axis)} values", "give x,y,z in base axes")
    moved = arm.with_moving_base(kinds[parts[0]], axis)  # type: ignore[arg-type]
    return moved, {"base_motion": base_motion(parts[2], "--base")}
