"""Which move a blend leads to: c_cp from line to line, c_speed from path to path, c_ptp the rest.

Where one move follows another in the text this is checked before the program runs, everywhere else
while it runs. A blend may not cross a change of robot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from erfd.motion.commands import Circle, Command, Lin, Ptp, Wait, may_join
from erfd.motion.language.declaration_nodes import Routine, Tree
from erfd.motion.language.machine import Machine
from erfd.motion.language.nodes import Span, Text
from erfd.motion.language.options import BLENDS
from erfd.motion.language.problems import Fault, Problems
from erfd.motion.language.statement_nodes import (
    Assignment,
    Case,
    For,
    If,
    Move,
    Option,
    Repeat,
    Return,
    Signal,
    Statement,
    Statements,
    While,
)
from erfd.motion.language.statement_nodes import Wait as WaitNode

END, UNKNOWN = "end", "unknown"
KINDS: dict[type, str] = {Ptp: "ptp", Lin: "lin", Circle: "circle", Wait: "wait"}
NEEDS = {
    "c_ptp": "c_ptp on a path needs a ptp move next",
    "c_cp": "c_cp needs a lin move next, since it rounds two lines",
    "c_speed": "c_speed needs a lin or circle move next",
}


def fault(blend: str, kind: str, following: str) -> Fault | None:
    """What is wrong with a blend of a move of one kind into a move of another."""
    if following in (END, "wait"):
        why = "the program ends" if following == END else "a wait comes next"
        remedy = f"delete {blend}: the robot stops here anyway"
        return Fault("E_BLEND", f"{blend} leads to no move: {why}", remedy)
    if may_join(blend, kind, following):
        return None
    what = f"{NEEDS[blend]}; here comes a {following} move"
    return Fault("E_BLEND", what, "delete the blend or take another")


def other_robot(blend: str) -> Fault:
    what = f"{blend} leads to a move of another robot"
    return Fault("E_BLEND", what, "let the first robot stop: delete the blend")


# While the program runs
def joined(machine: Machine, commands: Iterable[Command]) -> Iterator[Command]:
    """The same commands, each as soon as it is known that its blend leads somewhere."""
    before: Command | None = None
    at = machine.at
    for command in commands:
        if before is not None:
            _join(machine, before, command, at)
            yield before
        before, at = command, machine.at
    if before is not None:
        _join(machine, before, None, at)
        yield before


def _join(machine: Machine, first: Command, second: Command | None, at: Span) -> None:
    if isinstance(first, Wait) or first.blend is None:
        return
    blend = first.blend.kind
    found = fault(blend, KINDS[type(first)], END if second is None else KINDS[type(second)])
    if found is None and second is not None and first.act_rob and second.act_rob:
        found = None if first.act_rob == second.act_rob else other_robot(blend)
    if found is not None:
        raise machine.error(found, at)


# Before it runs
def check_joins(tree: Tree, problems: Problems) -> None:
    """The blends whose next move stands right behind them, and that at the very end."""
    _check(tree.body, problems, END)
    for block in tree.blocks:
        if isinstance(block, Routine):
            _check(block.body, problems, UNKNOWN)


def statements_of(tree: Tree) -> Iterator[Statement]:
    """All statements of a program, those inside of others too."""
    bodies = [tree.body, *(x.body for x in tree.blocks if isinstance(x, Routine))]
    while bodies:
        for node in bodies.pop():
            yield node
            bodies += _inside(node)


def _check(statements: Sequence[Statement], problems: Problems, behind: str) -> None:
    """From the last statement to the first; `next_` is what moves next."""
    following: Move | str = behind
    for node in reversed(statements):
        for inner in _inside(node):
            _check(inner, problems, UNKNOWN)
        if isinstance(node, Move):
            _check_move(node, following, problems)
            following = node
        elif isinstance(node, WaitNode):
            following = "wait"
        elif isinstance(node, Return):
            following = behind
        elif not isinstance(node, (Assignment, Signal)):
            following = UNKNOWN


def _check_move(node: Move, following: Move | str, problems: Problems) -> None:
    blend = next((x for x in node.options if x.name in BLENDS), None)
    if blend is None or following == UNKNOWN:
        return
    kind = following.kind if isinstance(following, Move) else following
    found = fault(blend.name, node.kind, kind)
    if found is None and isinstance(following, Move):
        first, second = _robot(node.options), _robot(following.options)
        found = other_robot(blend.name) if first and second and first != second else None
    if found is not None:
        problems.fault(found, blend.at)


def _robot(options: Sequence[Option]) -> str | None:
    """The robot that is named by a plain text."""
    values = (x.value for x in options if x.name == "act_rob")
    return next((value.value for value in values if isinstance(value, Text)), None)


def _inside(node: Statement) -> Iterator[Statements]:
    if isinstance(node, If):
        yield from (body for _, body in node.branches)
        yield node.otherwise
    elif isinstance(node, Case):
        yield from (body for _, body in node.choices)
        yield node.otherwise
    elif isinstance(node, (For, While, Repeat)):
        yield node.body
