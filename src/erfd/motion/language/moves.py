"""Moves: which targets and options they take, and the command that each becomes when it runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.motion.commands import Blend, Circle, Command, Joints, Lin, Pose, Ptp, Wait
from erfd.motion.language.aggregates import aggregate
from erfd.motion.language.expressions import Expressions
from erfd.motion.language.machine import Code, Machine
from erfd.motion.language.nodes import Aggregate, Expression, Move, Name, Option
from erfd.motion.language.operators import rotation
from erfd.motion.language.options import BLENDS, DEFAULTS, MOVES_OF, SETTINGS
from erfd.motion.language.problems import Fault
from erfd.motion.language.scope import Variable
from erfd.motion.language.typed import Typed, applied
from erfd.motion.language.types import WRONG, in_words
from erfd.motion.language.values import UNSET
from erfd.robot.placement import Placement

TARGETS = ("robtarg", "pose", "position")
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


# Checking
def move_code(checker: Expressions, node: Move, system: dict[str, Variable]) -> Code:
    """Code that makes one command."""
    joints, parts = _targets(checker, node)
    given: list[str] = []
    mode: str | None = None
    for option in _options(checker, node):
        if isinstance(option.value, str):
            mode = option.value
        elif option.value is not None:
            parts.append(_value(checker, option.name, option.value))
            given.append(option.name)
    blend = next((option.name for option in node.options if option.name in BLENDS), None)
    if any(part.type == WRONG for part in parts):
        return []
    place = checker.problems.source.place(node.at[0])
    shape = Shape(node.kind, joints, tuple(given), blend, mode, place, system)
    code = [instruction for part in parts for instruction in part.program]
    return [*code, (run_move, shape, node.at)]


def _targets(checker: Expressions, node: Move) -> tuple[bool, list[Typed]]:
    """Whether the target is one of joints; via and target."""
    parts = [] if node.via is None else [_target(checker, node.via, "a circle's first point")]
    if node.kind != "ptp":
        return False, [*parts, _target(checker, node.target, f"a {node.kind} move")]
    item = checker.item(node.target)
    if not isinstance(item, Aggregate) and item.type in ("joint", "mainjoint"):
        return True, [checker.fit(item, "joint")]
    found = aggregate(checker, item, "robtarg") if isinstance(item, Aggregate) else item
    if found.type == "position" or (isinstance(item, Aggregate) and _flat(item)):
        what = "a ptp move needs a robtarg, a pose or joints, this is a position"
        found = checker.refuse(found.at, "E_TYPE", what, "write robtarg(position(x, y, z))")
    return False, [_fit(checker, found, "a ptp move")]


def _flat(node: Aggregate) -> bool:
    return not isinstance(node.items[0], Aggregate) and len(node.items) == 3


def _target(checker: Expressions, node: Expression, who: str) -> Typed:
    item = checker.item(node)
    if isinstance(item, Aggregate):
        return aggregate(checker, item, "robtarg")
    return _fit(checker, item, who)


def _fit(checker: Expressions, found: Typed, who: str) -> Typed:
    if found.type in (*TARGETS, WRONG):
        return checker.fit(found, "robtarg")
    what = f"{who} needs a target, this is {in_words(found.type)}"
    remedy = "give a robtarg, a pose or a position"
    if found.type in ("joint", "mainjoint"):
        remedy = "joints are reached with 'move ptp'; " + remedy
    return checker.refuse(found.at, "E_TYPE", what, remedy)


def _options(checker: Expressions, node: Move) -> Sequence[Option]:
    """The options that the move may have, each once, one blend at most."""
    seen: dict[str, Option] = {}
    blend: str | None = None
    for option in node.options:
        name = option.name
        if name not in MOVES_OF:
            _unknown(checker, option)
        elif node.kind not in MOVES_OF[name]:
            _misplaced(checker, option, node.kind)
        elif name in seen:
            what = f"option '{name}' is given twice"
            checker.problems.add("E_OPTION", option.at, what, "keep one of them")
        elif name in BLENDS and blend is not None:
            what = f"a move has one blend, here are {blend} and {name}"
            checker.problems.add("E_OPTION", option.at, what, "keep one of them")
        else:
            seen[name] = option
            blend = name if name in BLENDS else blend
    return list(seen.values())


def _unknown(checker: Expressions, option: Option) -> None:
    from difflib import get_close_matches

    near = get_close_matches(option.name[:40], MOVES_OF, 1, 0.6)
    remedy = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(MOVES_OF)}"
    what = f"there is no option '{option.name[:40]}'"
    checker.problems.add("E_OPTION", option.at, what, remedy)


def _misplaced(checker: Expressions, option: Option, kind: str) -> None:
    moves = " and ".join(MOVES_OF[option.name])
    instead = {
        ("speed", "ptp"): "write speed_ptp=, the share of the joint speed maxima",
        ("acc", "ptp"): "write acc_ptp=, the share of the joint acceleration maxima",
        ("speed_ptp", "lin"): "write speed= in mm/s",
        ("speed_ptp", "circle"): "write speed= in mm/s",
        ("acc_ptp", "lin"): "write acc= in mm/s^2",
        ("acc_ptp", "circle"): "write acc= in mm/s^2",
        ("c_cp", "circle"): "two straight lines can be rounded; write c_speed",
        ("c_cp", "ptp"): "write c_ptp",
        ("c_speed", "ptp"): "write c_ptp",
    }
    remedy = instead.get((option.name, kind), f"it goes with {moves}")
    what = f"option '{option.name}' does not go with a {kind} move"
    checker.problems.add("E_OPTION", option.at, what, remedy)


def _value(checker: Expressions, name: str, node: Expression) -> Typed:
    if name == "act_rob":
        if isinstance(node, Name) and checker.scope.find(node.name) is None:
            remedy = f'write it in double quotes: act_rob="{node.name[:40]}"'
            return checker.refuse(node.at, "E_TYPE", "a robot's name is a text", remedy)
        return checker.wanted(node, "string")
    found = checker.wanted(node, "real")
    check = SETTINGS[name].checker(name)
    return applied(check, "real", [found], found.at, checker.problems)


# Running
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
