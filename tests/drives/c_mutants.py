"""All constants of a C source altered, one at a time, in one program: which its test misses."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

MAIN = """
#include <stdio.h>
int mutant, real_main(void);
int main(void)
{
    for (mutant = -COUNT; mutant <= COUNT; ++mutant)
        if (real_main() == 0) fprintf(stderr, "%d\\n", mutant);
    return 0;
}
"""


class Constant(NamedTuple):
    function: str
    text: str
    line: str

    @property
    def in_a_loop(self) -> bool:
        return self.line.startswith("     ")


def mutants(folder: Path, prefix: str, factor: float) -> tuple[list[Constant], set[int], set[int]]:
    """The constants; the numbers of those that may be multiplied, or negated, unnoticed."""
    text, constants = altered((folder / f"{prefix}.c").read_text(), factor)
    (folder / "mutants.c").write_text(text)
    (folder / "main.c").write_text(MAIN.replace("COUNT", str(len(constants))))
    test = f"{prefix}_test.c"
    for command in (
        ["gcc", "-O1", "-c", "mutants.c", "main.c"],
        ["gcc", "-O1", "-Dmain=real_main", "-c", test],
        ["gcc", "mutants.o", "main.o", f"{prefix}_test.o", "-lm", "-o", "mutants"],
    ):
        subprocess.run(command, cwd=folder, check=True)
    done = subprocess.run(["./mutants"], cwd=folder, capture_output=True, text=True, check=True)
    alive = set(map(int, done.stderr.split()))
    assert 0 in alive, "the source fails its own test as it is"
    return constants, {k - 1 for k in alive if k > 0}, {-k - 1 for k in alive if k < 0}


def altered(text: str, factor: float) -> tuple[str, list[Constant]]:
    found: list[Constant] = []
    lines, function = [], ""
    for line in text.split("\n"):
        if head := re.match(r"(?:void|static \w+) (\w+)\(", line):
            function = head[1]

        def choice(m: re.Match[str], function: str = function, line: str = line) -> str:
            if float(m[1]) == 0:
                return m[0]
            found.append(Constant(function, m[1], line))
            k, x = len(found), float(m[1])
            return f"(mutant == {k} ? R({x * factor!r}) : mutant == -{k} ? R({-x!r}) : {m[0]})"

        defines = line.startswith("#")
        lines.append(line if defines else re.sub(r"R\((-?\d[^()]*)\)", choice, line))
    return "extern int mutant;\n" + "\n".join(lines), found
