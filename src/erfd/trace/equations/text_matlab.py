"""The sheet as a MATLAB or Octave file: one function that gives every block by its name.

H = NAME('mass_matrix', q)      h = NAME('velocity_terms', q, qd)      p = NAME('parameters')
"""

from __future__ import annotations

from erfd.trace.equations.letters import identifier
from erfd.trace.equations.sheet import Block, Sheet
from erfd.trace.equations.text_parts import assigned, comment_lines, head_lines, proof_lines
from erfd.trace.equations.write_code import MATLAB, code


def function_name(sheet: Sheet) -> str:
    """Also the file's name, which MATLAB wants."""
    word = identifier(sheet.robot)
    return (word if word[0].isalpha() else "robot_" + word) + "_equations"


def matlab_text(sheet: Sheet) -> str:
    name = function_name(sheet)
    lines = [f"function out = {name}(what, varargin)"]
    lines += comment_lines("% ", [f"Save as {name}.m", "", *head_lines(sheet), ""])
    lines += comment_lines("% ", _calls(sheet, name))
    lines += ["switch what"]
    for block in sheet.blocks:
        call = f"out = {block.function}_(parameters_(), varargin{{:}});"
        lines += [f"    case '{block.function}'", f"        {call}"]
    lines += ["    case 'parameters'", "        out = parameters_();", "    otherwise"]
    lines += ["        error('there is no %s', what);", "end", "end", ""]
    lines += _parameters(sheet)
    for block in sheet.blocks:
        lines += ["", *_function(sheet, block)]
    return "\n".join([*lines, "", *comment_lines("% ", proof_lines(sheet))]) + "\n"


def _calls(sheet: Sheet, name: str) -> list[str]:
    return [f"{name}({', '.join([repr(b.function), *b.inputs])})" for b in sheet.blocks]


def _parameters(sheet: Sheet) -> list[str]:
    lines = ["function p = parameters_()", "p = struct();"]
    lines += [f"{m.name} = {m.value!r};  % {m.said}" for m in sheet.letters]
    lines += ["% constants, computed once"] if sheet.constants else []
    lines += [f"{s.name} = {code(s.expression, MATLAB)};" for s in sheet.constants]
    names = [*(m.name for m in sheet.letters), *(s.name for s in sheet.constants)]
    return [*lines, *(f"p.{name} = {name};" for name in names), "end"]


def _function(sheet: Sheet, block: Block) -> list[str]:
    lines = [f"function out = {block.function}_({', '.join(['p', *block.inputs])})"]
    lines.append(f"% {block.title}: {block.counts}")
    used = block.used()
    known = [*(m.name for m in sheet.letters), *(s.name for s in sheet.constants)]
    lines += [f"{name} = p.{name};" for name in known if name in used]
    for group, members in sheet.groups(block).items():
        lines += [f"{x} = {group}({k});" for k, x in enumerate(members, 1) if x in used]
    lines += [f"{s.name} = {code(s.expression, MATLAB)};" for s in block.steps]
    own, places = assigned(block, lambda x: code(x, MATLAB), "0")
    lines += [f"{name} = {text};" for name, text in own]
    rows, columns = block.rectangle
    lines.append("out = [")
    for r in range(rows):
        lines.append("    " + ", ".join(places[r * columns : (r + 1) * columns]) + ";")
    return [*lines, "];", "end"]
