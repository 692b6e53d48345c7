"""Moves: which targets and options they take, and the command that each becomes when it runs."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.motion.language.aggregates import aggregate
from erfd.motion.language.expressions import Expressions
from erfd.motion.language.machine import Code
from erfd.motion.language.nodes import Aggregate, Expression, Name
from erfd.motion.language.options import BLENDS, MOVES_OF, SETTINGS
from erfd.motion.language.run_moves import Shape, run_move
from erfd.motion.language.scope import Variable
from erfd.motion.language.statement_nodes import Move, Option
from erfd.motion.language.typed import Typed, applied
from erfd.motion.language.types import WRONG, in_words

TARGETS = ("robtarg", "pose", "position")
MM = 1000.0  # in a m


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
