"""`erfd fmt PROGRAM`: a robot program laid out one way, comments kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from erfd.cli.output import say
from erfd.errors import ErfdError, ProgramError
from erfd.motion.language.layout import formatted
from erfd.motion.language.program import read_program
from erfd.robot.text_file import write_text

PIPE = Path("-")


def fmt(
    programs: Annotated[list[Path], typer.Argument(help="files of robot programs; - is the pipe")],
    check: Annotated[bool, typer.Option("--check", help="change nothing, name the files")] = False,
    write: Annotated[bool, typer.Option("--write", help="lay the files out in place")] = False,
) -> None:
    """Lay a robot program out: one statement to a line, blocks indented. Comments stay.

    Without an option the text is printed. --check: exit 1 if a file is laid out otherwise.
    Example: erfd fmt lola15.irl --write
    """
    if check and write:
        raise ErfdError("--check and --write exclude each other", "give one of them")
    if len(programs) > 1 and not (check or write):
        raise ErfdError("only one program can be printed", "give --check or --write with several")
    if write and PIPE in programs:
        raise ErfdError("what comes in on a pipe cannot be written back", "leave --write out")
    texts = {path: read_program(path) for path in programs}
    laid_out = _laid_out(texts)
    if not (check or write):
        say(laid_out[programs[0]])
        return
    changed = [path for path in programs if laid_out[path] != texts[path]]
    for path in changed:
        if write:
            write_text(path, laid_out[path])
        say(f"{path}: {'laid out anew' if write else 'would be laid out anew'}")
    if not changed:
        say(f"{len(programs)} program{'s' * (len(programs) > 1)} laid out already")
    raise typer.Exit(1 if check and changed else 0)


def _laid_out(texts: Mapping[Path, str]) -> dict[Path, str]:
    """All of them; what is wrong with any is said at once, before anything is written."""
    found, wrong = dict[Path, str](), list[ProgramError]()
    for path, text in texts.items():
        try:
            found[path] = formatted(text, str(path))
        except ProgramError as error:
            wrong += error.every
    for each in wrong:
        each.others = ()
    if wrong:
        wrong[0].others = tuple(wrong[1:])
        raise wrong[0]
    return found
