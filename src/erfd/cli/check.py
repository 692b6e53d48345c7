"""`erfd check ROBOT`: is the robot physically possible, and do all algorithms agree on it?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from erfd.agreement import Agreement, Matrix, agreement
from erfd.arm import Arm, load
from erfd.cli.drive_check import drive_lines, plain_drives
from erfd.cli.output import say, say_json, working
from erfd.drives.check import DriveCheck, check_drives
from erfd.dynamics.singular import singular_message
from erfd.laws import Law
from erfd.robot.check import Finding, findings
from erfd.text_table import counted, render, table


def check(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")],
    states: Annotated[int, typer.Option(min=1, max=1000, help="how many random states")] = 10,
    notes: Annotated[bool, typer.Option("--notes", help="show what is merely unknown too")] = False,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Check a robot's numbers and every algorithm on it. Exit 1 if a fault is found.

    Example: erfd check rl15
    """
    arm = load(robot)
    found = findings(arm.robot)
    slides = [j.kind == "prismatic" for j in arm.robot.independent]
    with working(f"{arm.name}, {counted(arm.n, 'joint')}") as tell:
        result = agreement(arm.tree, slides, states, tell=tell)
    if result.singular is not None:
        found.append(_singular(arm, result.singular))
    drives = check_drives(arm.robot) if arm.robot.drives is not None else None
    found += drives.findings if drives is not None else []
    passed = result.passed and all(f.level != "fault" for f in found)
    if json:
        say_json({**_plain(arm, found, result, passed), "drives": plain_drives(drives)})
    else:
        say(_text(arm, found, result, passed, notes, drives))
    raise typer.Exit(0 if passed else 1)


def _singular(arm: Arm, at: int) -> Finding:
    joint = arm.robot.independent[at]
    what, remedy = singular_message(joint.name, joint.kind == "prismatic")
    return Finding("fault", "mass matrix", f"{what}; {remedy}")


def _text(
    arm: Arm,
    found: Sequence[Finding],
    result: Agreement,
    passed: bool,
    notes: bool,
    drives: DriveCheck | None,
) -> str:
    parts: list[Any] = [
        *(_compared(arm, result) if arm.n else [f"{arm.name}: no joint moves, nothing to compare"]),
        *(drive_lines(arm.robot, drives) if drives is not None else []),
        f"the tool sits on {arm.robot.tool.body}",
        *[f"warning: {x}" for x in arm.robot.warnings],
        *_found(found, notes),
        *([f"condition of H (unit diagonal): {result.condition:.3g}"] if arm.n else []),
        f"{arm.name}: {'all is well' if passed else 'FAULTS FOUND'}",
    ]
    return render(*parts)


def _compared(arm: Arm, result: Agreement) -> list[Any]:
    states = counted(result.states, "random state")
    return [
        f"{arm.name}: {states}, worst differences (no unit)",
        f"columns: {', '.join(f'{short} = {name}' for name, short in SHORT.items())}",
        MEASURED,
        *map(_matrix, result.matrices),
        table("Laws", ["law", "worst", "allowed", ""], map(_law, result.laws)),
    ]


def _found(found: Sequence[Finding], notes: bool) -> list[str]:
    """Faults and doubts; what is merely unknown is counted, or shown on request."""
    lines = [f"{f.level}: {f.where}: {f.what}" for f in found if notes or f.level != "note"]
    hidden = sum(f.level == "note" for f in found)
    if hidden and not notes:
        what = f"{counted(hidden, 'note')} on what is unknown or idealised"
        lines.append(f"{what}: --notes shows {'it' if hidden == 1 else 'them'}")
    return lines


def _law(x: Law) -> list[str]:
    if x.name == DEFINITE:
        return [f"{x.name}: smallest eigenvalue", f"{-x.worst:.1e}", "> 0", _word(x.passed)]
    return [x.name, f"{x.worst:.1e}", f"{x.tolerance:.0e}", _word(x.passed)]


def _matrix(x: Matrix) -> Any:
    what = x.quantity.replace("_", " ")
    title = f"{what}: each algorithm against each other, allowed {x.tolerance:.0e}"
    short = [SHORT.get(name, name) for name in x.methods]
    rows = [
        [name, *(f"{v:.0e}" if k < i else "" for k, v in enumerate(row))]
        for i, (name, row) in enumerate(zip(x.methods, x.worst, strict=True))
    ]
    return table(f"{title}: {_word(x.passed)}", ["", *short], rows)


MEASURED = (
    "measured joint by joint against all that the joint carries: its moments (forces, where it "
    "slides), its inertia; accelerations by the torques that account for their difference"
)
DEFINITE = "H is positive definite"
SHORT = {
    "newton_euler": "n_e",
    "walker_orin_1": "w_o_1",
    "walker_orin_2": "w_o_2",
    "walker_orin_3": "w_o_3",
    "composite_body": "comp",
    "articulated_body": "artic",
    "lagrange": "lagr",
}


def _word(passed: bool) -> str:
    return "ok" if passed else "FAULT"


def _plain(arm: Arm, found: Sequence[Finding], result: Agreement, passed: bool) -> dict[str, Any]:
    return {
        "robot": arm.name,
        "passed": passed,
        "states": result.states,
        "condition": _finite(result.condition),
        "singular_joint": None if result.singular is None else arm.joint_names[result.singular],
        "tool_on": arm.robot.tool.body,
        "warnings": arm.robot.warnings,
        "findings": [f._asdict() for f in found],
        "agreement": [
            {
                "quantity": m.quantity,
                "methods": m.methods,
                "worst": [[_finite(x) for x in row] for row in m.worst],
                "tolerance": m.tolerance,
                "passed": m.passed,
            }
            for m in result.matrices
        ],
        "laws": [{**vars(x), "worst": _finite(x.worst), "passed": x.passed} for x in result.laws],
    }


def _finite(x: float) -> float | None:
    """JSON has no infinity."""
    return x if math.isfinite(x) else None
