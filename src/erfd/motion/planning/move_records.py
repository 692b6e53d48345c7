"""The records of moves that a trajectory keeps, and where an error of a move stands."""

from __future__ import annotations

import dataclasses

from erfd.errors import ErfdError
from erfd.motion.commands import Circle, Command, Lin, Ptp
from erfd.motion.planning.chain import PathMove
from erfd.trajectory import Move


def move_record(command: Ptp | Lin | Circle, kind: str, start: float, end: float) -> Move:
    return Move(line=command.line, column=command.column, kind=kind, start=start, end=end)


def path_record(move: PathMove, start: float, end: float) -> Move:
    path = move.path
    return dataclasses.replace(
        move_record(move.command, path.kind, min(start, end), end),
        length=0.0 if path.kind == "turn" else path.extent,
        radius=path.radius if path.bend else None,
        corner=move.corner,
    )


def placed(error: ErfdError, at: Command | Move) -> ErfdError:
    """The place in the program, unless the move came from Python."""
    return error.at(None, at.line or None, at.column or None)
