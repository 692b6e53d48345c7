"""Operations of the exported equations beside the kernels' and the published formulas."""

from __future__ import annotations

from erfd.robot.library import load
from erfd.trace.equations.derive import derive
from erfd.trace.equations.wish import Wish
from erfd.trace.general import general_counts
from erfd.trace.published_counts import TABLE_9_1
from erfd.trace.robot_function import robot_function

ROBOTS = ("puma", "rl15", "stanford", "kr5", "three_link")
BLOCKS = {
    "tau": "inverse_dynamics",
    "bias": "bias",
    "g": "gravity",
    "M": "mass_matrix",
    "C": "coriolis_matrix",
}
WISHES = {
    "numbers": Wish(what=tuple(BLOCKS), form="cse", symbols=()),
    "base parameters": Wish(what=tuple(BLOCKS), form="cse", base=True),
    "the file's letters": Wish(what=tuple(BLOCKS), form="cse"),
}
PRINTED = ("Khalil et al. (1986)", "ReDySim (Shah et al., 2013)")
HEAD = """\
# Operation counts of the exported equations

Written by `python -m tools.equation_pages`; the tests compare it with what would be written now.

M are multiplications, A additions and subtractions, per state; sines and cosines, and what letters
alone determine, are left out. *Kernel* is `arm.function(...).counts`. The other columns are exports
in the form of named intermediates: with the robot's numbers (`--symbols none`), customised to it
with base inertial parameters as letters (`--base`), and with the file's own parameters as letters,
where coincidences among this robot's numbers (equal moments of inertia, say) are not used. An
export that takes fewer than the kernel adds the angles of parallel axes; the kernel multiplies
their sines out.
"""


def counts_page() -> str:
    parts = [HEAD]
    for name in ROBOTS:
        parts += ["", f"## {name}", "", *_table(name)]
    return "\n".join([*parts, "", *_published()]) + "\n"


def _table(name: str) -> list[str]:
    robot = load(name)
    sheets = [derive(robot, wish)[0] for wish in WISHES.values()]
    lines = [f"| | kernel | {' | '.join(WISHES)} |", "| --- |" + " ---: |" * (1 + len(WISHES))]
    for k, quantity in enumerate(BLOCKS.values()):
        own = robot_function(robot, quantity).counts
        cells = [f"{own.multiplications} M {own.additions} A"]
        cells += [f"{s.blocks[k].counts.M} M {s.blocks[k].counts.A} A" for s in sheets]
        lines.append(f"| {quantity} | {' | '.join(cells)} |")
    return lines


def _published() -> list[str]:
    """Formulas for a general chain of n turning joints."""
    lines = [
        "## Beside the published formulas",
        "",
        "Inverse dynamics of a general chain of n revolute joints, no parameter 0; the robots",
        "have zeros and right angles. Formulas: Table 9.1 of Saha, ch. 9.",
        "",
        "| | M | A | n = 6 |",
        "| --- | --- | --- | ---: |",
    ]
    for row in TABLE_9_1.rows:
        if row.name in PRINTED and row.formulas and (at := row.at(6)):
            (m0, m1), (a0, a1) = row.formulas
            formulas = f"{m1}n - {-m0} | {a1}n - {-a0}"
            lines.append(f"| {row.name} | {formulas} | {at.multiplications} M {at.additions} A |")
    own = general_counts(6, "inverse_dynamics", "newton_euler")
    said = "our general chain, base parameters"
    lines.append(f"| {said} | | | {own.multiplications} M {own.additions} A |")
    for name in ("puma", "rl15"):
        sheet, _, _ = derive(load(name), Wish(what=("tau",), form="cse", base=True))
        counts = sheet.blocks[0].counts
        lines.append(f"| {name}, base parameters | | | {counts.M} M {counts.A} A |")
    return lines
