"""`erfd demo`: the main job: a program on the RL15 judged, explained, and repaired."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from erfd.arm import load
from erfd.cli.output import say
from erfd.cli.verdict_text import verdict_text
from erfd.cli.verify import check_out, written
from erfd.cli.wrap import wrapped
from erfd.errors import ErfdError
from erfd.motion.language.program import parse
from erfd.planning import plan, write_trajectory
from erfd.repair.smooth import smoothed
from erfd.verdicts import replanner, retiming, verify

PROGRAM = "lola15.irl"
ROUNDING = 0.5  # deg


def demo(
    out: Annotated[Path, typer.Option(help="a folder for the report and the repaired motion")] = (
        Path("erfd-demo")
    ),
) -> None:
    """Verify a published 13-move program on the RL15, say why it fails, and repair it."""
    check_out(out)
    arm = load("rl15")
    with as_file(files("erfd.cli") / "data" / PROGRAM) as place:
        program = parse(place)
    made = plan(program, arm, arm.robot.system.r_dt)
    verdict = verify(made, arm, replan=program)
    say(verdict_text(verdict, arm))
    if verdict.status != "NOT ACHIEVABLE" or not verdict.violations[0].remedies:
        raise ErfdError("the demo's program should break a limit, with a remedy")
    out.mkdir(exist_ok=True)
    report = written(verdict, out)[0]
    path, rounded = smoothed(made, arm.robot, replanner(program, arm, made), ROUNDING)
    repaired = retiming(path, arm, program=program)
    if repaired.verdict.status != "ACHIEVABLE":
        raise ErfdError(f"the repaired program does not pass: {repaired.verdict.reason}")
    write_trajectory(repaired.trajectory, out / "repaired.csv", arm)
    new, old = repaired.trajectory.duration, made.duration
    text = (
        f"Repaired: {repaired.verdict.status} in {new:.3f} s (planned {old:.3f} s) along the same "
        f"tool path, the tool turned off by at most {rounded:.2f} deg at the speed steps."
    )
    say("\n" + wrapped(text, hang="  "))
    say(f"Report:   {report}\nMotion:   {out / 'repaired.csv'}")
    say("Next:     erfd verify YOUR.irl --robot YOUR.toml --out DIR; erfd robots")
