"""A remedy, its words, and the violations that it is one for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from erfd.judge.steps import AT_A_STEP
from erfd.judge.verdict import Violation
from erfd.repair.move_remedies import Windows, beside

Slower = dict[int, tuple[float, float | None]]
"""Of moves: an override, and the window at 100 % that goes with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """`kind`: move, window, program or payload; `override` a share, `window` s, `payload` kg.

    `whole` tells whether nothing at all is broken in the move (the program) after it; a window may
    do for the motors only.
    """

    kind: str
    text: str
    override: float | None = None
    window: float | None = None
    payload: float | None = None
    whole: bool = True

    def __str__(self) -> str:
        return self.text


def of_move(
    move: int,
    found: Windows,
    slower: Slower,
    written: Callable[[int, float], str] | None,
    passes: int,
) -> Iterable[Remedy]:
    if move in found.clean:
        text = f"r_blend_ori = {1e3 * found.clean[move]:g} ms in this move"
        yield Remedy(kind="window", text=text, window=found.clean[move])
    if move in slower:
        override, window = slower[move]
        window = None if window is None else beside(window, override)
        also = "" if window is None else f"r_blend_ori = {1e3 * window:g} ms and "
        text = f"{also}run this move at {100 * override:.0f} % speed"
        text += f" in all {passes} passes" if passes > 1 else ""
        text += f": {written(move, override)}" if written else ""
        yield Remedy(kind="move", text=text, override=override, window=window)
    if move in found.follows and move not in found.clean:
        text = f"r_blend_ori = {1e3 * found.follows[move]:g} ms lets the motors follow"
        yield Remedy(kind="window", text=text, window=found.follows[move], whole=False)


def chosen(
    v: Violation, mine: tuple[Remedy, ...], lighter: tuple[Remedy, ...]
) -> tuple[Remedy, ...]:
    """A window for the motors only helps against steps; less payload only against torques."""
    own = tuple(x for x in mine if x.whole or AT_A_STEP in v.quantity)
    return (*own, *(lighter if heavy(v) else ()))


def heavy(v: Violation) -> bool:
    return "torque" in v.quantity and AT_A_STEP not in v.quantity
