"""The header and the source of a C export: what the numbers mean stands in the header."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from typing import Any

from erfd.robot.records import Joint, Payload
from erfd.trace.c99_declaration import declaration
from erfd.trace.c99_library import MADE_BY, CFunction, Export
from erfd.trace.c99_source import definitions, real_type
from erfd.trace.counts import count
from erfd.trace.parameters import PAYLOAD

WARNINGS = "-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion"


def test_line(prefix: str) -> str:
    """The command that compiles and runs the test."""
    return f"cc {WARNINGS} {prefix}.c {prefix}_test.c -lm -o {prefix}_test && ./{prefix}_test"


def first_line(export: Export, file: str) -> str:
    version = sys.modules["erfd"].__version__
    return (
        f"{file}: {MADE_BY} {version} for the robot '{export.robot.name}'; export it "
        "again instead of editing."
    )


def comment(lines: Sequence[str]) -> str:
    """A C comment; nothing in it can end or nest it."""
    text = "\n".join(f"   {_harmless(line)}".rstrip() for line in lines)
    return "/* " + text.lstrip() + " */"


def _harmless(line: str) -> str:
    line = re.sub(r"[\x00-\x1f\x7f\u2028\u2029]", " ", line)
    line = line.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
    return line.rstrip("\\")


def header(export: Export) -> str:
    guard = f"{export.prefix.upper()}_H"
    declared = [
        comment([f.says + _method(f)])
        + "\n"
        + declaration(f.tape, f.name, export.prefix, export.fields)
        + ";"
        for f in export.functions
    ]
    return "\n\n".join([
        comment([first_line(export, f"{export.prefix}.h"), "", *_about(export)]),
        f"#ifndef {guard}\n#define {guard}",
        '#ifdef __cplusplus\nextern "C" {\n#endif',
        real_type(export.prefix, export.real),
        *_struct(export),
        *declared,
        "#ifdef __cplusplus\n}\n#endif",
        "#endif",
    ]) + "\n"  # fmt: skip


UNITS = {"mass": "kg", "inertia": "kg m^2, about the centre of mass, by rows; upper half read"}


def _struct(export: Export) -> list[str]:
    """The parameters that are inputs, by name."""
    if not export.fields:
        return []
    lines = []
    for x in export.parameters.inputs:
        size = f"[{math.prod(x.shape)}]" if x.shape else ""
        where = "world axes" if x.field == "gravity" else f"{x.owner}"
        unit = {"com": "m", "gravity": "m/s^2"}.get(x.field) or UNITS[x.field]
        lines.append(f"    {export.prefix}_real {x.name}{size}; {comment([f'{unit}; {where}'])}")
    return ["\n".join([f"struct {export.prefix}_parameters {{", *lines, "};"])]


def _method(function: CFunction) -> str:
    return f" Method: {function.method}." if function.method else ""


def _about(export: Export) -> list[str]:
    prefix, robot = export.prefix, export.robot
    return [
        f"Model      {export.digest} (SHA-256 of the robot's numbers, first 16 digits)",
        "Units      m, rad, kg, s, N, N m",
        "Joints     in the order of q, qd (its rate), qdd (the rate of qd) and tau:",
        *(f"             {k}  {_joint(joint)}" for k, joint in enumerate(robot.independent)),
        *_motors(export),
        *_conventions(export),
        f"Precision  {export.real}; -D{prefix.upper()}_REAL=... takes float or double",
        "Memory     no heap, no globals; inputs and outputs may overlap; safe in threads",
        "Operations multiplications, additions, divisions, sine/cosine pairs:",
        *(f"             {_counted(f)}" for f in export.functions),
        *([f"Left out   forward_dynamics: {export.left_out}"] if export.left_out else []),
        f"Compile    cc {WARNINGS} -c {prefix}.c",
        f"Test       {test_line(prefix)}",
    ]


def _joint(joint: Joint) -> str:
    slides = joint.kind == "prismatic"
    return f"{joint.name}: {joint.kind}, {'m, N' if slides else 'rad, N m'}"


def _motors(export: Export) -> list[str]:
    """Where functions of the motor side are among the others."""
    drives = export.robot.drives
    if drives is None or not _has_motors(export):
        return []
    head = "Motors     in the order of tau_motor (N m):"
    return [head, *(f"             {k}  {m.name}" for k, m in enumerate(drives.motors))]


def _has_motors(export: Export) -> bool:
    return any(f.name.startswith("motor_") for f in export.functions)


def _but(export: Export) -> str:
    return "; both in motor_..." if _has_motors(export) else ""


def _conventions(export: Export) -> list[str]:
    robot = export.robot
    lines = [
        f"Gravity    {_gravity(export)}",
        *_payload(export),
        f"Tool       '{robot.tool.name}' on body '{robot.tool.body}'",
        "Friction   none; no rotor inertia: joint side, bodies only" + _but(export),
        "Zero pose  that of the robot's file",
    ]
    if export.fields:
        lines.append("Parameters the struct's fields replace the robot's own numbers")
    if export.wrench:
        lines.append("Wrench     force (N), then moment (N m) about the tool point, on the tool by")
        lines.append("           the environment, base axes")
    return lines


def _gravity(export: Export) -> str:
    if "gravity" in export.fields:
        return "the struct's, m/s^2 in world axes: where masses fall"
    return f"{_triple(export.robot.gravity_in_base)} m/s^2 in base axes: where masses fall"


def _payload(export: Export) -> list[str]:
    """Of what is folded in, every number."""
    payload = export.robot.payload
    given = [x.name for x in export.parameters.inputs if x.owner == PAYLOAD]
    if given:
        own = payload or Payload(mass=0.0)
        rest = [line for name, line in _folded(own) if f"payload_{name}" not in given]
        return ["Payload    on the tool, the struct's " + ", ".join(given), *rest]
    if payload is None:
        return ["Payload    none"]
    (_, mass), *rest_ = _folded(payload)
    return [f"Payload    {mass.strip()} on the tool, included", *(line for _, line in rest_)]


def _folded(payload: Payload) -> list[tuple[str, str]]:
    """By field."""
    rows = payload.inertia
    inertia = "no moments of inertia about it: a point mass"
    if any(float(x) for row in rows for x in row):
        inertia = f"inertia about it, by rows, {', '.join(map(_triple, rows))} kg m^2"
    return [
        ("mass", f"           {float(payload.mass):.6g} kg"),
        (
            "com",
            f"           centre of mass {_triple(payload.com)} m from the tool point, tool axes",
        ),
        ("inertia", f"           {inertia}"),
    ]


def _triple(v: Sequence[Any]) -> str:
    return f"({', '.join(f'{float(x):.6g}' for x in v)})"


def _counted(function: CFunction) -> str:
    c = count(function.tape)
    pairs = f"{c.multiplications} M, {c.additions} A, {c.divisions} D, {c.sincos} S"
    return f"{function.name}: {pairs}"


def source_file(export: Export) -> str:
    functions = [(f.name, f.tape) for f in export.functions]
    return "\n\n".join([
        comment([first_line(export, f"{export.prefix}.c")]),
        f'#include <math.h>\n\n#include "{export.prefix}.h"',
        definitions(functions, export.prefix, export.fields),
    ]) + "\n"  # fmt: skip
