"""The sheet as C99: one function for every block, results row by row; only math.h is needed."""

from __future__ import annotations

import math

from erfd.trace.equations.letters import identifier
from erfd.trace.equations.sheet import Block, Sheet
from erfd.trace.equations.text_parts import assigned, comment_lines, head_lines, proof_lines
from erfd.trace.equations.write_code import C, code

SIGN = "static double erfd_sign(double x) { return (double)((x > 0.0) - (x < 0.0)); }"


def prefix(sheet: Sheet) -> str:
    word = identifier(sheet.robot)
    return word if word[0].isalpha() else "robot_" + word


def c_text(sheet: Sheet) -> str:
    lines = ["/*", *comment_lines(" * ", map(_safe, head_lines(sheet))), " */", ""]
    lines += ["#include <math.h>", ""]
    lines += [
        f"static const double {m.name} = {m.value!r}; /* {_safe(m.said)} */" for m in sheet.letters
    ]
    functions = [_function(sheet, block) for block in sheet.blocks]
    if any("erfd_sign(" in line for f in functions for line in f):
        lines += ["", SIGN]
    if sheet.constants:
        lines += ["", "/* constants, computed once: call this first */"]
        lines += [f"static double {s.name};" for s in sheet.constants]
        lines += [f"void {prefix(sheet)}_prepare(void)", "{"]
        lines += [f"    {s.name} = {code(s.expression, C)};" for s in sheet.constants]
        lines += ["}"]
    for f in functions:
        lines += ["", *f]
    proof = ["", "/*", *comment_lines(" * ", map(_safe, proof_lines(sheet))), " */"]
    return "\n".join([*lines, *proof]) + "\n"


def _safe(text: str) -> str:
    return text.replace("*/", "* /").replace("/*", "/ *")


def signature(sheet: Sheet, block: Block) -> str:
    sizes = {g: len(members) for g, members in sheet.groups(block).items()}
    inputs = [f"const double {g}[{k}]" for g, k in sizes.items()]
    size = math.prod(block.shape)
    return f"void {prefix(sheet)}_{block.function}({', '.join([*inputs, f'double out[{size}]'])})"


def _function(sheet: Sheet, block: Block) -> list[str]:
    lines = [f"/* {_safe(block.title)}: {block.counts} */", signature(sheet, block), "{"]
    used = block.used()
    for group, members in sheet.groups(block).items():
        here = [(k, x) for k, x in enumerate(members) if x in used]
        lines += [f"    const double {x} = {group}[{k}];" for k, x in here]
        lines += [] if here else [f"    (void){group};"]
    lines += [f"    const double {s.name} = {code(s.expression, C)};" for s in block.steps]
    own, places = assigned(block, lambda x: code(x, C), "0.0")
    lines += [f"    const double {name} = {text};" for name, text in own]
    lines += [f"    out[{k}] = {place};" for k, place in enumerate(places)]
    return [*lines, "}"]
