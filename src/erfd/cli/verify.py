"""`erfd verify PROGRAM`: can this robot with this load do it, where not, why, and what helps?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from erfd.cli.loads import loads as loads_of
from erfd.cli.loads import loads_text
from erfd.cli.motion_input import motion_input, share
from erfd.cli.output import (
    check_folder,
    check_target,
    refuse_overwriting,
    say,
    say_json,
    working,
)
from erfd.cli.units import number
from erfd.cli.verdict_text import verdict_text
from erfd.errors import ErfdError
from erfd.judge.save import SUFFIXES, plain, save
from erfd.judge.verdict import Verdict
from erfd.judge.verify import WINDOW
from erfd.parquet_file import pyarrow
from erfd.verdicts import verify as verified

KINDS = ("csv", "parquet")
PARQUET = (".parquet",)
STRANGE = (".pdf", ".htm", ".txt", ".png", ".svg", ".xlsx", ".md", ".pq")


def verify(
    program: Annotated[Path, typer.Argument(help="a robot program, or samples as .csv, .parquet")],
    robot: Annotated[str, typer.Option(help="a library name or file; else as act_rob says")] = "",
    payload: Annotated[str, typer.Option(help="mass[,x,y,z] in the tool frame")] = "",
    wrench: Annotated[str, typer.Option(help="fx,fy,fz[,nx,ny,nz] on the tool, base axes")] = "",
    units: Annotated[str, typer.Option(help="of samples without any in their header: deg,ms")] = "",
    margin: Annotated[str, typer.Option(help="share of every limit but the ranges")] = "100%",
    window: Annotated[str, typer.Option(help="of the sliding mean of heat")] = f"{WINDOW:g}s",
    out: Annotated[Path | None, typer.Option(help="folder, or .html, .json, .csv")] = None,
    series: Annotated[str, typer.Option(help="the series' kind: csv or parquet")] = "csv",
    remedies: Annotated[bool, typer.Option(help="seek what would make it pass")] = True,
    strict: Annotated[bool, typer.Option("--strict", help="any unknown limit counts")] = False,
    loads: Annotated[bool, typer.Option("--loads", help="bearing loads, energy, power")] = False,
    mode: Annotated[str, typer.Option(help="consistent, or as_published")] = "consistent",
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Judge a motion: ranges, motor speeds, torques, currents, heat. Exit 0 yes, 1 no, 2 unknown.

    Example: erfd verify lola15.irl --payload 10kg,0,0,100mm --out verdict
    """
    check_out(out, series)
    for place in _targets(out, series) if out else []:
        refuse_overwriting({"--out": place}, {"the motion": str(program)})
    given = motion_input(program, robot, payload, wrench, units)
    with working(str(program)) as tell:
        tell("judged")
        verdict = verified(
            given.plan,
            given.arm,
            wrench=given.wrench,
            margin=share(margin, "--margin"),
            replan=given.program if remedies else None,
            mode=mode,
            window=number(window, "--window", ("s", "ms")),
            progress=lambda done, of: tell(f"remedies sought, {done} of {of} changes"),
        )
    verdict = verdict.strictly() if strict else verdict
    if json:
        say_json(plain(verdict) | ({"loads": loads_of(verdict)} if loads else {}))
    else:
        say(verdict_text(verdict, given.arm))
        if loads:
            say(loads_text(verdict))
    for path in written(verdict, out, series):
        if not json:
            say(f"written: {path}")
    raise typer.Exit(verdict.exit_code)


def check_out(out: Path | None, series: str = "csv") -> None:
    """Refuse what cannot be written, before anything is computed."""
    if series not in KINDS:
        raise ErfdError(f"--series '{series}'", f"give {' or '.join(KINDS)}")
    if out is not None and (series == "parquet" or out.suffix in PARQUET):
        pyarrow()
    if out is None or _one_file(out):
        check_target(out)
    elif out.suffix in STRANGE and not out.is_dir():
        raise ErfdError(f"cannot write '{out.name}'", f"name a folder, or {', '.join(SUFFIXES)}")
    elif out.is_dir():
        check_folder(out)
    elif out.exists():
        raise ErfdError("is no folder", f"name one, or {' or '.join(SUFFIXES)}", file=str(out))
    elif not out.parent.is_dir():
        raise ErfdError(f"there is no folder '{out.parent}'", "make it first", file=str(out))
    else:
        check_folder(out.parent)


def _one_file(out: Path) -> bool:
    return out.suffix in SUFFIXES and not out.is_dir()


def _targets(out: Path, series: str) -> list[Path]:
    if _one_file(out):
        return [out]
    return [out / name for name in ("report.html", "verdict.json", f"series.{series}")]


def written(verdict: Verdict, out: Path | None, series: str = "csv") -> list[Path]:
    """Report, verdict and series in a folder, which is made if need be; or the one file asked."""
    if out is None:
        return []
    if not _one_file(out):
        out.mkdir(exist_ok=True)
    return [save(verdict, place) for place in _targets(out, series)]
