"""`erfd derive ROBOT`: the equations of motion as text, with a proof at the end."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from erfd.arm import load
from erfd.cli.options import loaded
from erfd.cli.output import check_target, say, working
from erfd.errors import ErfdError
from erfd.robot.text_file import write_text
from erfd.trace.equations.letters import KINDS

LETTERS = ",".join(KINDS)
FORMATS = ("latex", "markdown", "sympy", "matlab", "python", "c")


What = Annotated[
    str,
    typer.Option(
        help="M,Cqd,C,g,bias,tau,friction,rotors,fk,jacobian,reactions; "
        "by default M,Cqd,g and friction and rotors where known"
    ),
]
Format = Annotated[
    str, typer.Option("--format", help="latex, markdown, sympy, matlab, python or c")
]
Form = Annotated[
    str, typer.Option(help="closed, or cse: named intermediates (default above 3 joints)")
]
Symbols = Annotated[
    str, typer.Option(help="which numbers are letters: lengths,masses,inertias, or none")
]
Simplify = Annotated[
    int, typer.Option(help="0 term by term, 1 collected, 2 nested: fewest operations")
]
Base = Annotated[
    bool, typer.Option("--base", help="base inertial parameters, with their definitions")
]
Coriolis = Annotated[str, typer.Option(help="which C: christoffel or denoc")]
Wrench = Annotated[bool, typer.Option("--wrench", help="with a load on the tool")]


def derive(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    what: What = "",
    format_: Format = "markdown",
    form: Form = "",
    symbols: Symbols = LETTERS,
    simplify: Simplify = 1,
    base: Base = False,
    coriolis: Coriolis = "christoffel",
    wrench: Wrench = False,
    payload: Annotated[str, typer.Option(help="kg[,x,y,z] in the tool frame")] = "",
    out: Annotated[Path | None, typer.Option(help="write to this file")] = None,
) -> None:
    """Equations of motion as text, proved by running it. Example: erfd derive three_link

    Every export ends with the difference of this very text from the recursions in numbers.
    """
    check_target(out)
    if format_ not in FORMATS:
        raise ErfdError(f"there is no format '{format_}'", f"use {', '.join(FORMATS)}")
    arm, command = loaded(load(robot), payload), _command(locals())
    with working(f"derive {arm.name}") as tell:
        text = arm.derive(
            what=_names(what),
            format=format_,
            form=form,
            symbols=() if symbols == "none" else _names(symbols),
            simplify=simplify,
            base=base,
            coriolis=coriolis,
            wrench=wrench,
            command=command,
            tell=tell,
        )
    if out is None:
        say(text)
    else:
        _write(out, text)


def _write(out: Path, text: str) -> None:
    write_text(out, text)
    proof = [line for line in text.splitlines() if "largest difference" in line]
    say("\n".join([f"{out}: {len(text.encode())} bytes", *(x.lstrip("%#*- ") for x in proof)]))


def _names(text: str) -> list[str]:
    return [x.strip() for x in text.split(",") if x.strip()]


def _command(given: dict[str, object]) -> str:
    """The command line that says the same, without the place of the result."""
    usual = {
        "format_": "markdown",
        "symbols": LETTERS,
        "simplify": 1,
        "coriolis": "christoffel",
    }
    parts = ["erfd", "derive", shlex.quote(Path(str(given["robot"])).name)]
    for name in ("what", "format_", "form", "symbols", "simplify", "coriolis", "payload"):
        if given[name] not in ("", usual.get(name)):
            parts += [f"--{name.rstrip('_')}", shlex.quote(str(given[name]))]
    return " ".join([*parts, *(f"--{x}" for x in ("base", "wrench") if given[x])])
