"""The one door: a robot, what is wanted of it and in which form -> a sheet of equations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from erfd.errors import ErfdError, RobotError
from erfd.robot.robot import Robot
from erfd.trace.equations import joint_side
from erfd.trace.equations.blocks import Asked, closed
from erfd.trace.equations.constants import Constants, regrouped
from erfd.trace.equations.expression import names
from erfd.trace.equations.friction_block import FRICTION, friction
from erfd.trace.equations.friction_numbers import writable
from erfd.trace.equations.letters import KINDS, plain
from erfd.trace.equations.model import Model, model_of
from erfd.trace.equations.named import KINDS_NEEDED, rounded
from erfd.trace.equations.proof import written
from erfd.trace.equations.ring import Sum
from erfd.trace.equations.sheet import Block, Sheet, Step
from erfd.trace.equations.traced import INERTIAL
from erfd.trace.equations.traced import named as named_intermediates
from erfd.trace.equations.wish import Subject, Wish, check, names_in

SMALL = 3  # joints: beyond them named intermediates are the default


def _silent(_: str) -> None:
    """Tells nobody."""


def derive(
    robot: Robot, wish: Wish, tell: Callable[[str], None] = _silent
) -> tuple[Sheet, Subject, Asked]:
    """The sheet, what it is proved against, and what was asked; `tell` hears what is worked on."""
    check(wish)
    if not robot.independent:
        raise RobotError(
            f"no joint of '{robot.name}' moves", "give a robot with a joint that moves"
        )
    model = model_of(robot, wish.symbols)
    form = wish.form or ("closed" if model.n <= SMALL else "cse")
    asked = Asked(wish.coriolis, wish.wrench, wish.simplify, wish.base)
    constants = Constants(model, max(wish.simplify, 1), base=wish.base)
    taker = joint_side.Taker(bool(wish.symbols))
    blocks, latex = [], dict[str, str]()
    wanted = list(wish.what or _default(robot))
    for k, what in enumerate(wanted, 1):
        tell(f"{what}, {k} of {len(wanted)}")
        block, own = _block(robot, model, what, form, asked, constants, taker)
        blocks.append(block)
        latex |= own
    sheet = _sheet(robot, model, wish, form, blocks, constants, taker, latex)
    return sheet, Subject.of(robot, model), asked


def _default(robot: Robot) -> list[str]:
    found = ["M", "Cqd", "g"]
    if writable(robot):
        found.append(FRICTION)
    return [*found, "rotors"] if joint_side.has_rotors(robot) else found


def _block(
    robot: Robot,
    model: Model,
    what: str,
    form: str,
    asked: Asked,
    constants: Constants,
    taker: joint_side.Taker,
) -> tuple[Block, dict[str, str]]:
    if what == FRICTION:
        return friction(robot, taker, lambda: _recursion(model, "press", form, asked, constants))
    if what == joint_side.ROTORS:
        return joint_side.rotors(robot, taker), {}
    return _recursion(model, what, form, asked, constants)


def _recursion(
    model: Model, what: str, form: str, asked: Asked, constants: Constants
) -> tuple[Block, dict[str, str]]:
    if form == "closed":
        if asked.base and what in INERTIAL and not (what == "C" and asked.coriolis == "denoc"):
            model = _in_base_parameters(model, asked, constants)
        return closed(model, what, asked)
    return named_intermediates(model, what, asked, constants), {}


def _in_base_parameters(model: Model, asked: Asked, constants: Constants) -> Model:
    """The model whose letters are base parameters and the lengths between the joint axes."""
    tree, offsets = regrouped(model, base=not asked.wrench)

    def make(name: str) -> Sum:
        step = constants.steps.get(name)
        return model.ring.letter(name, step.latex if step else "")

    return replace(model, tree=constants.tree(tree, make, base=True), offsets=offsets)


def _sheet(
    robot: Robot,
    model: Model,
    wish: Wish,
    form: str,
    blocks: Sequence[Block],
    constants: Constants,
    taker: joint_side.Taker,
    latex: dict[str, str],
) -> Sheet:
    used = set().union(*(b.used() for b in blocks))
    steps = needed(tuple(constants.steps.values()), used)
    for step in steps:
        used |= names(step.expression)
    letters = {**model.meanings, **taker.meanings}
    _refuse_twins([*letters, *(s.name for s in steps)])
    found = {x.name: x.latex for x in model.ring.letters} | latex
    found |= {m.name: m.latex for m in letters.values()}
    found |= {s.name: s.latex for b in blocks for s in b.steps} | {s.name: s.latex for s in steps}
    found |= state_latex(model)
    return Sheet(
        robot=plain(robot.name),
        title=plain(robot.description),
        joints=model.joint_names,
        coordinates=tuple(
            f"q{i} is {plain(name)}, {'m' if slides else 'rad'}"
            for i, (name, slides) in enumerate(
                zip(model.joint_names, model.prismatic, strict=True), 1
            )
        ),
        letters=tuple(m for m in letters.values() if m.name in used),
        constants=steps,
        blocks=tuple(blocks),
        latex=found,
        notes=(*_rods(robot, wish), *_notes(wish, form, constants, steps, used), *_series(blocks)),
        base=wish.base,
        command=plain(wish.command),
    )


def _refuse_twins(taken: Sequence[str]) -> None:
    twins = sorted({x for x in taken if taken.count(x) > 1})
    if twins:
        raise ErfdError(f"two things are named {', '.join(twins)}", "rename a body or a joint")


def needed(steps: Sequence[Step], used: set[str]) -> tuple[Step, ...]:
    """Those that the blocks use, directly or not, in order."""
    kept: list[Step] = []
    wanted = set(used)
    for step in reversed(steps):
        if step.name in wanted:
            wanted |= names(step.expression)
            kept.append(step)
    return tuple(reversed(kept))


def state_latex(model: Model) -> dict[str, str]:
    found: dict[str, str] = {}
    for i in range(1, model.n + 1):
        found |= {f"q{i}": f"q_{{{i}}}", f"qd{i}": rf"\dot{{q}}_{{{i}}}"}
        found |= {f"qdd{i}": rf"\ddot{{q}}_{{{i}}}", f"tau{i}": rf"\tau_{{{i}}}"}
    return found | {f"{f}{a}_tool": f"{f}_{{{a}}}" for f in "fn" for a in "xyz"}


def _rods(robot: Robot, wish: Wish) -> tuple[str, ...]:
    if not rounded(robot) or not set(KINDS_NEEDED) <= set(wish.symbols):
        return ()
    return ("moments of inertia are those of rods, m a^2/12; the file has five decimals of them",)


def _series(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Where several blocks have intermediates of their own: what holds for one, what for all."""
    names_of = [{s.name for s in b.steps if s.name[0] not in "cs"} for b in blocks]
    if not any(a & b for k, a in enumerate(names_of) for b in names_of[:k]):
        return ()
    said = (
        "intermediates t1, t2, ... are numbered through all blocks; those with a meaning, such as "
        "w2x or f2x, are defined anew in every block, for the motion of that block"
    )
    return (said,)


def _notes(
    wish: Wish, form: str, constants: Constants, steps: Sequence[Step], used: set[str]
) -> tuple[str, ...]:
    found = []
    if form == "cse" and wish.symbols and steps:
        found.append(
            "constants: frames on the joint axes, inertial parameters regrouped toward the base"
        )
    if wish.base:
        zeros = len(constants.zeros)
        if zeros:
            found.append(f"{zeros} base parameters are 0 with this robot's numbers and left out")
        for x, (sign, name) in constants.equals.items():
            if name not in used:
                continue
            what = constants.described(x)
            found.append(f"{what} = {'-' if sign < 0 else ''}{name} with this robot's numbers")
    return tuple(found)


def equations_text(
    robot: Robot,
    what: Sequence[str] = (),
    format: str = "markdown",
    *,
    tell: Callable[[str], None] = _silent,
    **options: Any,
) -> str:
    """The equations as text in a format, proved; the options are those of `Wish`.

    `tell` is called with a few words on what is worked on.
    """
    wanted = {f.name for f in fields(Wish)}
    for name in options:
        if name not in wanted:
            raise ErfdError(f"there is no option '{name}'", f"use {', '.join(sorted(wanted))}")
    symbols = options.pop("symbols", KINDS)
    kinds = () if symbols in ("none", None) else names_in("symbols", symbols)
    wish = Wish(what=names_in("what", what), symbols=kinds, **options)
    made = derive(robot, wish, tell)
    tell("proof")
    return written(*made, format)
