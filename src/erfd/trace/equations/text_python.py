"""The sheet as a Python module: plain floats, nothing to import but math."""

from __future__ import annotations

from erfd.trace.equations.sheet import Block, Sheet
from erfd.trace.equations.text_parts import assigned, comment_lines, head_lines, proof_lines
from erfd.trace.equations.write_code import PYTHON, code

SIGN = '''

def sign(x):
    """-1, 0 or 1."""
    return (x > 0) - (x < 0)
'''


def python_text(sheet: Sheet) -> str:
    lines = ['"""', *head_lines(sheet), '"""', "", "from math import cos, sin, sqrt", ""]
    lines += [f"{m.name} = {m.value!r}  # {m.said}" for m in sheet.letters]
    if sheet.constants:
        lines += ["", "# constants, computed once"]
        lines += [f"{s.name} = {code(s.expression, PYTHON)}" for s in sheet.constants]
    functions = ["\n".join(_function(sheet, block)) for block in sheet.blocks]
    text = "\n".join(lines).rstrip() + "\n"
    if any("sign(" in x for x in functions):
        text += SIGN
    text += "".join(f"\n\n{x}\n" for x in functions)
    return text + "\n\n" + "\n".join(comment_lines("# ", proof_lines(sheet))) + "\n"


def _function(sheet: Sheet, block: Block) -> list[str]:
    lines = [
        f"def {block.function}({', '.join(block.inputs)}):",
        f'    """{block.title}: {block.counts}."""',
    ]
    used = block.used()
    for group, members in sheet.groups(block).items():
        if used & set(members):
            lines.append(f"    {', '.join(members)}{',' if len(members) == 1 else ''} = {group}")
    lines += [f"    {s.name} = {code(s.expression, PYTHON)}" for s in block.steps]
    own, places = assigned(block, lambda x: code(x, PYTHON), "0.0")
    lines += [f"    {name} = {text}" for name, text in own]
    rows, columns = block.rectangle
    if len(block.shape) == 1:
        return [*lines, f"    return [{', '.join(places)}]"]
    lines.append("    return [")
    for r in range(rows):
        lines.append(f"        [{', '.join(places[r * columns : (r + 1) * columns])}],")
    return [*lines, "    ]"]
