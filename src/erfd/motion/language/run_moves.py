"""Moves and waits when they run: the command that each becomes, in SI units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.motion.commands import Blend, Circle, Command, Joints, Lin, Pose, Ptp, Wait
from erfd.motion.language.frames import rotation
from erfd.motion.language.machine import Machine
from erfd.motion.language.options import DEFAULTS, SETTINGS
from erfd.motion.language.problems import Fault
from erfd.motion.language.scope import Variable
from erfd.motion.language.values import UNSET
from erfd.robot.placement import Placement

MM = 1000.0  # in a m


class Shape(NamedTuple):
    """A move in the code: what lies on the stack (via, target, options in turn), what is fixed."""

    kind: str
    joints: bool
    given: tuple[str, ...]  # options with a value
    blend: str | None
    mode: str | None
    place: tuple[int, int]  # line and column
    system: dict[str, Variable]


def run_move(machine: Machine, shape: Shape) -> Command:
    """The command, in SI units and with the system variables as they are now."""
    stack = machine.stack
    options: dict[str, Any] = {}
    for name in reversed(shape.given):
        options[name] = stack.pop()
    target: Any = stack.pop()
    via = stack.pop() if shape.kind == "circle" else None
    machine.moves += 1
    common: dict[str, Any] = {
        "line": shape.place[0],
        "column": shape.place[1],
        "move": machine.moves,
        "act_rob": options.get("act_rob", _system(machine, shape, "r_act_rob")),
        "base": _frame(_system(machine, shape, "r_base")),
        "tool": _frame(_system(machine, shape, "r_tool")),
        "blend": _blend(machine, shape, options),
    }

    def value(name: str) -> Any:
        return _number(machine, shape, options, name)

    if shape.kind == "ptp":
        goal = _joints(machine, target) if shape.joints else _pose(machine, target)
        return Ptp(
            target=goal,
            speed_ptp=value("speed_ptp"),
            acc_ptp=value("acc_ptp"),
            jerk=value("r_jerk_ptp"),
            **common,
        )
    common |= {"target": _pose(machine, target), "speed": value("speed"), "acc": value("acc")}
    common |= {"c_ori": shape.mode or "o_var", "r_blend_ori": value("r_blend_ori")}
    if via is None:
        return Lin(**common)
    return Circle(via=_point(via[0][0]), **common)


def run_wait(machine: Machine, argument: tuple[tuple[int, int], bool]) -> Command:
    """Seconds from the stack; a wait for a signal only stops."""
    (line, column), timed = argument
    seconds = machine.stack.pop()
    machine.moves += 0
    if timed and seconds < 0:
        raise Fault("E_RANGE", f"wait is {seconds:g} s", "give 0 or a time above it")
    return Wait(seconds=float(seconds) if timed else 0.0, line=line, column=column)


def _system(machine: Machine, shape: Shape, name: str) -> Any:
    value = machine.values[shape.system[name].slot]
    return None if value is UNSET else value


def _number(machine: Machine, shape: Shape, options: dict[str, Any], name: str) -> float | None:
    """An option in SI units, else the system variable, else None."""
    default = name if name in DEFAULTS else f"r_{name}"
    value = options.get(name)
    if value is None:
        value = _system(machine, shape, default)
    return None if value is None else float(value) / SETTINGS[name].divisor


def _blend(machine: Machine, shape: Shape, options: dict[str, Any]) -> Blend | None:
    if shape.blend is None:
        return None
    return Blend(shape.blend, _number(machine, shape, options, shape.blend))  # type: ignore[arg-type]


def _point(position: Any) -> tuple[float, float, float]:
    x, y, z = position
    return x / MM, y / MM, z / MM


def _frame(pose: Any) -> Placement | None:
    return None if pose is None else Placement(rotation(pose[1]), _point(pose[0]))


def _pose(machine: Machine, target: Any) -> Pose:
    (position, orientation), status, turns, _ = target
    axes = len(machine.slides) if machine.slides else 6
    if turns is not None:
        _not_more("turns", turns, machine)
        turns += (0,) * (axes - len(turns))
    R = None if orientation is None else rotation(orientation)
    return Pose(position=_point(position), rotation=R, status=status, turns=turns)


def _joints(machine: Machine, target: Any) -> Joints:
    """Degrees of a turning axis, mm of a sliding one; axes without a value keep theirs."""
    values = target[0]
    _not_more("mainjoint", values, machine)
    slides = machine.slides or (False,) * len(values)
    scaled = [
        None if x is None else x / MM if slide else math.radians(x)
        for x, slide in zip(values, slides, strict=False)
    ]
    return Joints((*scaled, *(None,) * (len(slides) - len(values))))


def _not_more(what: str, values: Sequence[Any], machine: Machine) -> None:
    axes = machine.slides
    if machine.robot and len(values) > len(axes):
        found = (
            f"{what} has {len(values)} values, robot '{machine.robot.name}' has {len(axes)} axes"
        )
        raise Fault("E_RANGE", found, f"give at most {len(axes)}")
