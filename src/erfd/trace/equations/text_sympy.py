"""The sheet as SymPy: symbols, and for every block its intermediates and its matrix.

`mass_matrix_steps` is a list of (symbol, expression) as `sympy.cse` gives it; `expanded` puts the
steps back in.
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.trace.equations.sheet import Block, Sheet, Step
from erfd.trace.equations.text_parts import comment_lines, head_lines, proof_lines
from erfd.trace.equations.write_code import SYMPY, code

EXPANDED = '''

def expanded(matrix, steps):
    """The matrix with all intermediates put in."""
    for name, expression in reversed(steps):
        matrix = matrix.xreplace({name: expression})
    return matrix
'''


def sympy_text(sheet: Sheet) -> str:
    lines = ['"""', *head_lines(sheet), '"""', ""]
    lines += ["from sympy import Abs, Matrix, Rational, cos, sign, sin, sqrt, symbols", ""]
    inputs = {x: 0 for b in sheet.blocks for group in sheet.groups(b).values() for x in group}
    state = [f"{g}{i + 1}" for g in ("q", "qd", "qdd") for i in range(sheet.n)]
    lines += _symbols(list(dict.fromkeys([*state, *inputs])))
    lines += _symbols([m.name for m in sheet.letters])
    steps = {s.name: s for b in sheet.blocks for s in b.steps}
    lines += _symbols([*(s.name for s in sheet.constants), *steps])
    lines += ["", "values = {"]
    lines += [f"    {m.name}: {m.value!r},  # {m.said}" for m in sheet.letters]
    lines += ["}", *_steps("constants", sheet.constants)]
    text = "\n".join(lines) + "\n" + EXPANDED
    text += "".join("\n\n" + "\n".join(_block(block)) + "\n" for block in sheet.blocks)
    return text + "\n\n" + "\n".join(comment_lines("# ", proof_lines(sheet))) + "\n"


def _symbols(names: Sequence[str]) -> list[str]:
    lines = []
    for k in range(0, len(names), 12):
        part = names[k : k + 12]
        tail = "," if len(part) == 1 else ""
        lines.append(f'{", ".join(part)}{tail} = symbols("{" ".join(part)}{tail}", real=True)')
    return lines


def _steps(name: str, steps: Sequence[Step]) -> list[str]:
    lines = [f"{name} = ["]
    lines += [f"    ({s.name}, {code(s.expression, SYMPY)})," for s in steps]
    return [*lines, "]"] if steps else [f"{name} = []"]


def _block(block: Block) -> list[str]:
    lines = [f"# {block.title}: {block.counts}"]
    lines += _steps(f"{block.function}_steps", block.steps)
    rows, columns = block.rectangle
    written = [code(x, SYMPY) for x in block.entries]
    if block.symmetric:
        home = [
            min(k // columns, k % columns) * columns + max(k // columns, k % columns)
            for k in range(rows * columns)
        ]
        written = [written[k] for k in home]
    lines.append(f"{block.function} = Matrix([")
    for r in range(rows):
        lines.append("    [")
        lines += [f"        {x}," for x in written[r * columns : (r + 1) * columns]]
        lines.append("    ],")
    return [*lines, "])"]
