"""Whether a move may be joined with what follows it in this way."""

from __future__ import annotations

from erfd.errors import ProgramError
from erfd.motion.commands import Command, Move, Ptp, Wait, may_join


def check_join(command: Command, after: Command | None) -> None:
    """E_BLEND where it may not; a wait joins nothing."""
    if isinstance(command, Wait) or command.blend is None:
        return
    kind = command.blend.kind
    if after is None or isinstance(after, Wait):
        what = "no move follows" if after is None else "a wait follows"
        raise ProgramError(f"E_BLEND: {kind}, but {what}", f"leave {kind} out: the arm stops here")
    here, there = type(command).__name__.lower(), type(after).__name__.lower()
    if not may_join(kind, here, there):
        what = f"E_BLEND: {kind} cannot join {here} and {there}"
        raise ProgramError(what, f"{_remedy(command, after)}, or leave it out")
    _same(command, after, kind)


def _remedy(command: Move, after: Move) -> str:
    if isinstance(command, Ptp) or isinstance(after, Ptp):
        return "ptp moves are joined by c_ptp"
    return "paths are joined by c_speed, two lines also by c_cp"


def _same(command: Move, after: Move, kind: str) -> None:
    """One robot; on a path one tool."""
    if command.act_rob != after.act_rob and command.act_rob and after.act_rob:
        what = f"E_BLEND: {kind} joins a move of '{command.act_rob}' and one of '{after.act_rob}'"
        raise ProgramError(what, "stop between moves of two robots")
    if kind != "c_ptp" and command.tool != after.tool:
        raise ProgramError(f"E_BLEND: {kind} joins moves of two tools", "stop to change the tool")
