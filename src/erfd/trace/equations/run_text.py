"""The exported text itself, executed: Python, SymPy, Octave, a C compiler, our reader of LaTeX.

Each takes the text and a list of states, and gives for every block its values at every state, flat,
row by row.
"""

from __future__ import annotations

import contextlib
import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from erfd.errors import ErfdError
from erfd.trace.equations.read_latex import evaluate
from erfd.trace.equations.sheet import Sheet
from erfd.trace.equations.text_c import prefix
from erfd.trace.equations.text_matlab import function_name

State = dict[str, list[float]]
Values = list[list[list[float]]]
COMPILERS = ("cc", "gcc", "clang")
OCTAVES = ("octave-cli", "octave")
LIMIT = 300  # seconds


def run_python(sheet: Sheet, text: str, states: Sequence[State]) -> Values:
    space: dict[str, Any] = {}
    exec(compile(text, "<export>", "exec"), space)  # noqa: S102
    return [
        [_flat(space[b.function](*(state[x] for x in b.inputs))) for state in states]
        for b in sheet.blocks
    ]


def run_sympy(sheet: Sheet, text: str, states: Sequence[State]) -> Values:
    import sympy

    space: dict[str, Any] = {}
    exec(compile(text, "<export>", "exec"), space)  # noqa: S102
    letters = {symbol: sympy.Float(value) for symbol, value in space["values"].items()}
    _fill(letters, space["constants"])
    found: Values = []
    for b in sheet.blocks:
        rows = []
        for state in states:
            known = dict(letters)
            for group, members in sheet.groups(b).items():
                known |= {
                    space[x]: sympy.Float(v) for x, v in zip(members, state[group], strict=True)
                }
            _fill(known, space[f"{b.function}_steps"])
            rows.append([float(x.xreplace(known)) for x in space[b.function]])
        found.append(rows)
    return found


def _fill(known: dict[Any, Any], steps: Sequence[tuple[Any, Any]]) -> None:
    for symbol, expression in steps:
        known[symbol] = expression.xreplace(known)


def _flat(x: Any) -> list[float]:
    return [float(y) for part in x for y in (part if isinstance(part, list) else [part])]


def compiler() -> str | None:
    return next((x for x in COMPILERS if shutil.which(x)), None)


def octave() -> str | None:
    return next((x for x in OCTAVES if shutil.which(x)), None)


def run_c(sheet: Sheet, text: str, states: Sequence[State]) -> Values:
    """The text is included in a program that prints the results."""
    lines = ["#include <stdio.h>", '#include "equations.c"', "int main(void)", "{"]
    lines += [f"    {prefix(sheet)}_prepare();"] if sheet.constants else []
    for b in sheet.blocks:
        size = math.prod(b.shape)
        for state in states:
            groups = [f"const double {g}[] = {{{_listed(state[g])}}};" for g in b.inputs]
            call = f"{prefix(sheet)}_{b.function}({', '.join([*b.inputs, 'out'])});"
            lines += ["    {", *groups, f"double out[{size}];", call]
            lines += [f'for (int k = 0; k < {size}; k++) printf("%.17g\\n", out[k]);', "    }"]
    files = {"equations.c": text, "main.c": "\n".join([*lines, "    return 0;", "}"]) + "\n"}
    with _folder(files) as folder:
        options = ["-std=c99", "-O0", "-o", "run", "main.c", "-lm"]
        _run([str(compiler()), *options], folder)
        return _shaped(sheet, states, _run([str(folder / "run")], folder))


def run_matlab(sheet: Sheet, text: str, states: Sequence[State]) -> Values:
    """By Octave, which reads the same text."""
    name = function_name(sheet)
    lines = []
    for b in sheet.blocks:
        for state in states:
            inputs = "".join(f", [{_listed(state[g])}]" for g in b.inputs)
            lines.append(f"x = {name}('{b.function}'{inputs}).'; printf('%.17g\\n', x(:));")
    files = {f"{name}.m": text, "run_equations.m": "\n".join(lines) + "\n"}
    with _folder(files) as folder:
        command = [str(octave()), "--no-gui", "--norc", "--no-history", "--quiet"]
        return _shaped(sheet, states, _run([*command, "run_equations.m"], folder))


def _listed(numbers: Sequence[float]) -> str:
    return ", ".join(map(repr, numbers))


@contextlib.contextmanager
def _folder(files: dict[str, str]) -> Any:
    with tempfile.TemporaryDirectory(prefix="erfd-equations-") as name:
        folder = Path(name)
        for file, text in files.items():
            (folder / file).write_text(text, "utf-8")
        yield folder


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(  # noqa: S603
        command, cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    if done.returncode:
        raise ErfdError(
            f"{Path(command[0]).name} refused the exported text: {done.stderr.strip()[:400]}",
            "please report it",
        )
    return done.stdout


def _shaped(sheet: Sheet, states: Sequence[State], printed: str) -> Values:
    numbers = iter([float(x) for x in printed.split()])
    return [
        [[next(numbers) for _ in range(math.prod(b.shape))] for _ in states] for b in sheet.blocks
    ]


def run_latex(sheet: Sheet, text: str, states: Sequence[State]) -> Values:
    """The equations of the text, read and evaluated one after the other."""
    bodies = re.findall(r"\\begin\{align(?:ed|\*)\}\n(.*?)\n\\end\{align", text, re.DOTALL)
    letters = {sheet.latex[m.name]: m.value for m in sheet.letters}
    if sheet.constants:
        letters |= evaluate(bodies.pop(0), letters)
    found: Values = []
    for b in sheet.blocks:
        shown = bool(b.shown() or b.steps)
        body = bodies.pop(0) if shown else ""
        rows = []
        for state in states:
            known = dict(letters)
            for group, members in sheet.groups(b).items():
                known |= {sheet.latex[x]: v for x, v in zip(members, state[group], strict=True)}
            values = evaluate(body, known)
            rows.append(_entries(b, values))
        found.append(rows)
    return found


def _entries(block: Any, values: dict[str, float]) -> list[float]:
    from erfd.trace.equations.text_latex import symbol

    shown = {k for k, _ in block.shown()}
    _, columns = block.rectangle
    found = []
    for k in range(len(block.entries)):
        mirrored = block.symmetric and k // columns > k % columns
        home = k % columns * columns + k // columns if mirrored else k
        name = f"{symbol(block)}_{{{block.entry_name(home)}}}"
        found.append(values[name] if home in shown else 0.0)
    return found


RUNNERS: dict[str, Callable[[Sheet, str, Sequence[State]], Values]] = {
    "python": run_python,
    "sympy": run_sympy,
    "matlab": run_matlab,
    "c": run_c,
    "latex": run_latex,
    "markdown": run_latex,
}
