"""The test of a C export: reference vectors from the plain float recursions, not from the tape.

Every function is called with 20 random states; the error is the largest difference relative to the
largest entry of that output. In double precision 1e-9 is allowed, in single precision eight times
what the same operations lose in float here, rounded up to a power of ten.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.trace.c99_branches import steady
from erfd.trace.c99_declaration import ports_of
from erfd.trace.c99_header import comment, first_line
from erfd.trace.c99_library import CFunction, Export
from erfd.trace.c99_values import random_value, with_values
from erfd.trace.c99_wrong import chosen
from erfd.trace.interpret import run
from erfd.trace.tape import Port

VECTORS = 20
CHOICES = 480
Rows = list[list[float]]
INDEPENDENT = {"forward_dynamics": "mrnea", "equations_of_motion": "mrnea"}


def selftest(export: Export) -> str:
    rng = random.Random(1)
    tests = [_test(export, f, _states(rng, export, f)) for f in export.functions]
    calls = [f"    failed += test_{f.name}();" for f in export.functions]
    return "\n\n".join([
        comment([first_line(export, f"{export.prefix}_test.c"), "Returns 0 if all is well."]),
        f'#include <math.h>\n#include <stdio.h>\n\n#include "{export.prefix}.h"',
        f"#define VECTORS {VECTORS}",
        COMPARE.replace("REAL", f"{export.prefix}_real"),
        *tests,
        "\n".join(["int main(void)", "{", "    int failed = 0;", *calls,
                   "    return failed ? 1 : 0;", "}"]),
    ]) + "\n"  # fmt: skip


COMPARE = """\
/* The largest difference, relative to the largest reference; not a number counts as infinite. */
static double error_of(const REAL *got, const double *want, int count)
{
    double worst = 0.0, size = 0.0;
    for (int k = 0; k < count; ++k) {
        const double difference = fabs((double)got[k] - want[k]);
        if (!(difference <= worst)) worst = difference <= 1e300 ? difference : 1e300;
        if (fabs(want[k]) > size) size = fabs(want[k]);
    }
    return size > 0.0 ? worst / size : worst;
}

static int verdict(const char *name, double worst, double allowed)
{
    printf("%-20s %d vectors, worst relative error %.1e, allowed %.0e: %s\\n", name, VECTORS,
           worst, allowed, worst <= allowed ? "ok" : "FAILED");
    return worst <= allowed ? 0 : 1;
}"""


def _states(rng: random.Random, export: Export, function: CFunction) -> list[Rows]:
    """For every vector a group of numbers for every input.

    Of choices, those that go many ways and show which constants are wrong.
    """
    ports = function.tape.inputs
    if function.state is None:
        return [[_input(rng, export, port) for port in ports] for _ in range(VECTORS)]
    choices = []
    for _ in range(CHOICES):
        own = function.state(rng)
        choices.append([own.get(p.name) or _input(rng, export, p) for p in ports])
    rows = np.array([[x for group in state for x in group] for state in choices])
    good = [k for k, well in enumerate(steady(function.tape, rows)) if well]
    return [choices[good[k]] for k in chosen(function.tape, rows[good], VECTORS)]


def _input(rng: random.Random, export: Export, port: Port) -> list[float]:
    if port.name in export.fields:
        return random_value(rng, next(x for x in export.parameters.inputs if x.name == port.name))
    if port.name == "dt":
        return [rng.uniform(0.5, 1.0)]
    if port.name != "q":
        size = {"wrench": 50.0}.get(port.name, 2.0)
        return [rng.uniform(-size, size) for _ in range(port.size)]
    reach = [0.5 if j.kind == "prismatic" else math.pi for j in export.robot.independent]
    return [rng.uniform(-x, x) for x in reach]


def reference(export: Export, function: CFunction, state: Sequence[Sequence[float]]) -> Rows:
    """One flat list for every output, by the recursion on floats."""
    if function.reference is not None:
        ports = function.tape.inputs
        return function.reference({p.name: x for p, x in zip(ports, state, strict=True)})
    text: Any = getattr(quantities, NAMES.get(function.quantity, function.quantity))
    options: dict[str, Any] = {}
    if export.tree.follows is None and function.quantity in INDEPENDENT:
        options["method"] = INDEPENDENT[function.quantity]
    frame = [export.tree.tool] if function.quantity in ("forward_kinematics", "jacobian") else []
    names = [port.name for port in function.tape.inputs]
    given = dict(zip(names, state, strict=True))
    tree = tree_of(with_values(export.parameters, given))
    arguments = [given[name] for name in names if name not in export.fields]
    results = text(tree, *arguments, *frame, **options)
    groups = results if len(function.tape.outputs) > 1 else (results,)
    return [[float(x) for x in np.ravel(group)] for group in groups]


NAMES = {"jacobian": "frame_jacobian"}


def _test(export: Export, function: CFunction, states: list[Rows]) -> str:
    wanted = [reference(export, function, state) for state in states]
    single = _single(function, states, wanted)
    ports = ports_of(function.tape, export.fields)
    real, at = f"{export.prefix}_real", 0
    variables, copies, compared = [], [], []
    for port in function.tape.inputs:
        name = f"parameters.{port.name}" if port.name in export.fields else _own(port)
        copies.append(f"        {_copy(name, port, real, at)}")
        at += port.size
    for port in ports.outputs:
        compared.append(f"        error = error_of({port.name}, row + {at}, {port.size});")
        compared.append("        if (error > worst) worst = error;")
        at += port.size
    if ports.fields:
        variables.append(f"    struct {export.prefix}_parameters parameters;")
    variables += [f"    {real} {p.name}[{p.size}];" for p in (*ports.arguments, *ports.outputs)]
    called = [_own(p) for p in ports.arguments] + ["&parameters"] * bool(ports.fields)
    called += [p.name for p in ports.outputs]
    return "\n".join([
        f"static const double vectors_{function.name}[VECTORS][{at}] = {{",
        *(_row([x for group in (*s, *w) for x in group])
          for s, w in zip(states, wanted, strict=True)),
        "};",
        "",
        f"static int test_{function.name}(void)",
        "{",
        f"    const double allowed = sizeof({real}) == sizeof(float) ? {single!r} : 1e-9;",
        *variables,
        "    double worst = 0.0, error;",
        "    for (int i = 0; i < VECTORS; ++i) {",
        f"        const double *row = vectors_{function.name}[i];",
        *copies,
        f"        {export.prefix}_{function.name}({', '.join(called)});",
        *compared,
        "    }",
        f'    return verdict("{function.name}", worst, allowed);',
        "}",
    ])  # fmt: skip


def _own(port: Port) -> str:
    """An argument as it is passed: an array, or the one number in it."""
    return port.name if port.shape else f"{port.name}[0]"


def _copy(name: str, port: Port, real: str, at: int) -> str:
    if not port.shape:
        return f"{name} = ({real})row[{at}];"
    return f"for (int k = 0; k < {port.size}; ++k) {name}[k] = ({real})row[{at} + k];"


def _row(values: list[float]) -> str:
    lines = [", ".join(map(repr, values[k : k + 4])) for k in range(0, len(values), 4)]
    return "    {" + ",\n     ".join(lines) + "},"


def _single(function: CFunction, states: list[Rows], wanted: list[Rows]) -> float:
    """What single precision may lose."""
    worst = 1e-6
    for state, want in zip(states, wanted, strict=True):
        flat = [np.float32(x) for group in state for x in group]
        with np.errstate(all="ignore"):
            got = np.array(run(function.tape, flat, arrays=True), dtype=np.float64)
        k = 0
        for group in want:
            size = max(map(abs, group)) or 1.0
            worst = max(worst, float(np.abs(got[k : k + len(group)] - group).max()) / size)
            k += len(group)
    return float(f"1e{math.ceil(math.log10(8.0 * worst))}")
