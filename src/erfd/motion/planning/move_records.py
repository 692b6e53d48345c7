"""The records of moves that a trajectory keeps, and where an error of a move stands."""

from __future__ import annotations

from erfd.errors import ErfdError
from erfd.motion.commands import Circle, Command, Lin, Ptp
from erfd.motion.planning.batch import Timed
from erfd.motion.planning.chain import PathMove
from erfd.motion.planning.legs import Leg
from erfd.trajectory import Move


def move_record(command: Ptp | Lin | Circle, kind: str, start: float, end: float) -> Move:
    return Move(line=command.line, column=command.column, kind=kind, start=start, end=end)


def path_records(
    moves: list[PathMove], legs: list[Leg], by_leg: list[list[Timed]], still: tuple[float, float]
) -> list[Move]:
    """Of the moves of a chain; `still` are the times of a move that has no leg."""
    spans = {m.number: list(still) for m in moves}
    for leg, laid in zip(legs, by_leg, strict=True):
        span, last = spans[leg.move], laid[-1]
        span[0] = min(span[0], laid[0].start)
        span[1] = max(span[1], last.start + last.piece.duration)
    return [path_record(move, *spans[move.number]) for move in moves]


def path_record(move: PathMove, start: float, end: float) -> Move:
    path, command = move.path, move.command
    return Move(
        line=command.line,
        column=command.column,
        kind=path.kind,
        start=min(start, end),
        end=end,
        length=0.0 if path.kind == "turn" else path.extent,
        radius=path.radius if path.bend else None,
        corner=move.corner,
    )


def placed(error: ErfdError, at: Command | Move) -> ErfdError:
    """The place in the program, unless the move came from Python."""
    return error.at(None, at.line or None, at.column or None)
