"""C text: reviewed golden files, no warning from any compiler, the same numbers as the tape."""

from __future__ import annotations

import ctypes
import dataclasses
import math
import os
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import erfd
from erfd.dynamics.lump import tree_of
from erfd.errors import ErfdError
from erfd.robot import library
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trace.c99_library import export
from erfd.trace.c99_source import source
from erfd.trace.choose import absolute, atan2, equal, maximum, minimum, select, sign, sqrt
from erfd.trace.function import Function
from erfd.trace.interpret import on_floats
from erfd.trace.loops import iterate, scan
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from erfd.trace.trace import trace
from tests.samples import random_robot

GOLDEN = Path(__file__).parents[1] / "golden"
STRICT = ["-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
COMPILERS = {
    "gcc": ["gcc", "-std=c99"],
    "clang": ["clang", "-std=c99"],
    "g++": ["g++", "-std=c++11", "-x", "c++"],
    "clang++": ["clang++", "-std=c++17", "-x", "c++"],
}
ROBOTS: dict[str, tuple[Robot, dict[str, Any]]] = {
    "two_link": (library.load("two_link"), {}),
    "rl15": (library.load("rl15"), {}),
    "stanford": (library.load("stanford"), {"single": True, "wrench": True}),
    "tree": (random_robot(random.Random(7), 7), {"prefix": "T"}),
    "kr5": (library.load("kr5"), {}),
    "parameters": (
        library.load("rl15"),
        {"wrench": True, "parameters": ["payload", "gravity", "link_3.com", "link_4"]},
    ),
}


def compiler(name: str) -> list[str]:
    if shutil.which(COMPILERS[name][0]) is None:
        pytest.skip(f"there is no {name}")
    return COMPILERS[name]


def compiled(command: Sequence[str], folder: Path) -> str:
    """The command may not say anything."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout + done.stderr == ""
    return done.stdout


def written(folder: Path, robot: Robot, **options: Any) -> str:
    made = export(robot, **options)
    for name, text in made.files().items():
        (folder / name).write_text(text, "utf-8")
    return made.prefix


# every compiler sees two robots, two compilers see every robot
SEEN = [
    (case, name)
    for case in ROBOTS
    for name in COMPILERS
    if case in ("two_link", "parameters") or name in ("gcc", "clang++")
]


@pytest.mark.parametrize("real", ["double", "float"])
@pytest.mark.parametrize(("case", "name"), SEEN)
def test_it_compiles_without_a_warning_and_its_test_passes(
    case: str, name: str, real: str, tmp_path: Path
) -> None:
    robot, options = ROBOTS[case]
    p = written(tmp_path, robot, **options)
    define = f"-D{p.upper()}_REAL={real}"
    command = [*compiler(name), *STRICT, define, f"{p}.c", f"{p}_test.c", "-lm", "-o", "run"]
    compiled(command, tmp_path)
    done = subprocess.run(["./run"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("20 vectors") == 5 - (case == "kr5")


def test_a_wrong_source_fails_its_test(tmp_path: Path) -> None:
    p = written(tmp_path, library.load("two_link"))
    path = tmp_path / f"{p}.c"
    path.write_text(path.read_text("utf-8").replace("R(9.81)", "R(9.82)", 1), "utf-8")
    compiled([*compiler("gcc"), f"{p}.c", f"{p}_test.c", "-lm", "-o", "run"], tmp_path)
    done = subprocess.run(["./run"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "FAILED" in done.stdout


def test_golden_files() -> None:
    """ERFD_WRITE_GOLDEN=1 writes them anew; then read the difference before it is kept."""
    for name, text in export(library.load("two_link")).files().items():
        general = text.replace(f"erfd {erfd.__version__}", "erfd VERSION")
        if os.environ.get("ERFD_WRITE_GOLDEN") == "1":
            GOLDEN.mkdir(exist_ok=True)
            (GOLDEN / name).write_text(general, "utf-8")
        assert (GOLDEN / name).read_text("utf-8") == general


def test_two_robots_share_a_program_and_nothing_is_global(tmp_path: Path) -> None:
    objects = []
    for name in ("two_link", "three_link"):
        p = written(tmp_path, library.load(name))
        compiled([*compiler("gcc"), *STRICT, "-c", f"{p}.c", "-o", f"{p}.o"], tmp_path)
        objects.append(f"{p}.o")
        listed = subprocess.run(
            ["nm", f"{p}.o"], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        symbols_of = re.findall(r"^[0-9a-f ]{16} (\w) (\w+)$", listed, re.MULTILINE)
        assert all(s.startswith(p + "_") for kind, s in symbols_of if kind != "U")
        assert {kind for kind, _ in symbols_of} <= {"T", "t", "U"}
        called = {s for kind, s in symbols_of if kind == "U"}
        assert called <= {"sin", "cos", "sinf", "cosf", "sincos", "sincosf"}
    text = '#include "two_link.h"\n#include "three_link.h"\nint main(void) { return 0; }\n'
    (tmp_path / "main.c").write_text(text)
    compiled([*compiler("gcc"), *STRICT, "main.c", *objects, "-lm", "-o", "both"], tmp_path)


def loaded(tape: Tape, folder: Path, name: str = "f") -> Any:
    """The function of a tape, called with lists of floats."""
    (folder / "f.c").write_text(source(tape, name), "utf-8")
    compiled(
        [*compiler("gcc"), *STRICT, "-ffp-contract=off", "-shared", "-fPIC", "f.c", "-lm", "-o",
         "f.so"], folder,
    )  # fmt: skip
    code = getattr(ctypes.CDLL(str(folder / "f.so")), f"erfd_{name}")
    code.restype = None

    def call(*inputs: Sequence[float]) -> list[list[float]]:
        given = [(ctypes.c_double * len(x))(*x) for x in inputs]
        results = [(ctypes.c_double * p.size)() for p in tape.outputs]
        code(*given, *results)
        return [list(x) for x in results]

    call.code = code  # type: ignore[attr-defined]
    return call


def test_the_numbers_are_those_of_the_tape(tmp_path: Path) -> None:
    tape = trace(tree_of(library.load("rl15")), "equations_of_motion")
    call, rng = loaded(tape, tmp_path), random.Random(1)
    for _ in range(20):
        q, qd = ([rng.uniform(-3, 3) for _ in range(6)] for _ in range(2))
        for got, expected in zip(call(q, qd), on_floats(tape, q, qd), strict=True):
            assert got == pytest.approx(expected, rel=1e-13, abs=1e-13)


def test_a_function_shows_its_c_text(tmp_path: Path) -> None:
    f = Function("gravity", trace(tree_of(library.load("two_link")), "gravity"))
    assert f.c_source() == source(f.tape, "gravity")
    (tmp_path / "own.c").write_text(f.c_source("hold", "arm"), "utf-8")
    assert "void arm_hold(const arm_real q[2], arm_real gravity[2])" in f.c_source("hold", "arm")
    compiled([*compiler("gcc"), *STRICT, "-c", "own.c"], tmp_path)


def test_inputs_and_outputs_may_overlap(tmp_path: Path) -> None:
    tape = Tape()
    x = symbols(tape, "x", (4,))
    output(tape, "y", (4,), [x[3], x[2] + x[0], x[1], x[0]])
    call = loaded(tape.compact(), tmp_path)
    place = (ctypes.c_double * 4)(1.0, 2.0, 3.0, 4.0)
    call.code(place, place)
    assert list(place) == [4.0, 4.0, 2.0, 1.0]


def every_operation() -> Tape:
    tape = Tape()
    x, y, z = symbols(tape, "x", (3,))
    flags = [x < y, x <= y, equal(x, y), (x < y) & (y < z), (x < y) | (y < z), ~(x < y)]
    chosen = [select(flag, x + 1.0, y * 2.0) for flag in flags]
    plain = [minimum(x, y), maximum(x, y), sign(x), absolute(y), sqrt(x), atan2(x, y), 1 / y]
    s, c = z.sincos()
    output(tape, "r", (len(flags) + len(plain) + 3,), [*chosen, *plain, s, c, -(x * y) - z])
    return tape.compact()


def test_every_operation_and_not_a_number(tmp_path: Path) -> None:
    tape, rng = every_operation(), random.Random(2)
    call = loaded(tape, tmp_path)
    special = [0.0, -1.0, 1.0, math.nan, 2.5]
    states = [[a, b, 0.3] for a in special for b in special]
    states += [[rng.uniform(-2, 2) for _ in range(3)] for _ in range(20)]
    for state in states:
        (got,), (expected,) = call(state), on_floats(tape, state)
        assert got == pytest.approx(expected, rel=1e-15, nan_ok=True), state


def loops() -> Tape:
    """A scan inside of an iterate; the state swaps, the rounds count, an outer value is used."""
    tape = Tape()
    x, y = symbols(tape, "x", (2,))

    def inner(state: Any, k: Any) -> Any:
        a, b = state
        return [b * 0.5 + y, a + k]

    def outer(state: Any) -> Any:
        a, b = scan(3, state, inner)
        return [a, b], a + b < x

    (a, b), done = iterate(9, [x, y * 3.0], outer)
    output(tape, "r", (3,), [a, b, select(done, x * 1.0, y - 5.0)])
    return tape.compact()


def wasteful() -> Tape:
    """Loops with states that nobody reads, fed and followed by values that nothing else needs."""
    tape = Tape()
    x, y = symbols(tape, "x", (2,))

    def inner(state: Any, k: Any) -> Any:
        a, b, c = state
        return [a * 0.5 + y, b + sign(a) * x, c * k]

    def outer(state: Any) -> Any:
        a, b, c = scan(3, state, inner)
        return [a, b + y * y, c], a < x

    (a, b, _), _ = iterate(9, [x * 3.0, sign(y) * 2.0, sqrt(x)], outer)
    output(tape, "r", (1,), [scan(2, [a, b * b, x + y], inner)[0]])
    return tape.compact()


def test_nothing_is_computed_that_nobody_reads(tmp_path: Path) -> None:
    tape = wasteful()
    text, call = source(tape, "f"), loaded(tape, tmp_path)
    assert not unread(text)
    assert "sqrt" not in text
    assert "sign" not in text
    for state in ([1.0, 2.0], [-3.0, 0.5]):
        (got,), (expected,) = call(state), on_floats(tape, state)
        assert got == pytest.approx(expected, rel=1e-14)


def unread(text: str) -> list[str]:
    """The variables that are made and never read: no more than once on the left of all."""
    found = []
    for part in text.split("\nvoid ")[1:]:
        read = re.sub(r"(?:const )?\w+ ([vsk]\d+|done\d+) = |^ *([vsk]\d+|done\d+) = ", "",
                      part, flags=re.MULTILINE)  # fmt: skip
        made = re.findall(r"\b([vs]\d+|done\d+) = ", part)
        words = set(re.findall(r"\w+", read))
        found += [name for name in made if name not in words]
    return found


@pytest.mark.parametrize("state", [[100.0, 0.1], [-50.0, 2.0], [0.0, 0.0], [math.nan, 1.0]])
def test_loops(state: list[float], tmp_path: Path) -> None:
    tape = loops()
    call = loaded(tape, tmp_path)
    (got,), (expected,) = call(state), on_floats(tape, state)
    assert got == pytest.approx(expected, rel=1e-14, nan_ok=True)


def test_names_from_files_cannot_leave_the_comments(tmp_path: Path) -> None:
    robot = library.load("two_link")
    first, *rest = robot.joints
    evil = dataclasses.replace(first, name='a */ int x; /* ??/ \n#error "no" \\')
    robot = dataclasses.replace(robot, name='"quoted" */ ärm 7\n', joints=(evil, *rest))
    p = written(tmp_path, robot)
    assert re.fullmatch(r"[a-z0-9_]+", p)
    compiled([*compiler("gcc"), *STRICT, "-c", f"{p}.c"], tmp_path)


def test_the_header_says_what_the_numbers_mean() -> None:
    made = export(library.load("rl15").with_payload(None), wrench=True)
    text = made.files()["rl15.h"]
    for words in (
        made.digest, "m, rad, kg, s, N, N m", "0  joint_1: revolute", "(0, 0, -9.81) m/s^2",
        "Wrench", "Friction   none", "forward_dynamics: ", "cc -std=c99 -O2", "./rl15_test",
    ):  # fmt: skip
        assert words in text
    assert len(made.digest) == 16
    assert export(library.load("puma")).digest != made.digest
    assert "feels no inertia about its axis" in export(library.load("kr5")).files()["kr5.h"]


def test_the_header_says_all_of_the_load() -> None:
    robot = library.load("two_link").with_payload(Payload(mass=15.0, com=(0.0, 0.01, 0.1)))
    text = export(robot, wrench=True).files()["two_link.h"]
    for words in (
        "15 kg on the tool, included", "centre of mass (0, 0.01, 0.1) m from the tool point",
        "a point mass", "Wrench     force (N), then moment (N m) about the tool point",
    ):  # fmt: skip
        assert words in text
    held = Payload(mass=2.0, inertia=((1.0, 0.5, 0.0), (0.5, 2.0, 0.0), (0.0, 0.0, 3.0)))
    text = export(dataclasses.replace(robot, payload=held)).files()["two_link.h"]
    assert "inertia about it, by rows, (1, 0.5, 0), (0.5, 2, 0), (0, 0, 3) kg m^2" in text
    text = export(robot, parameters=["payload.mass", "gravity"]).files()["two_link.h"]
    assert "15 kg" not in text
    assert "9.81" not in text
    for words in ("the struct's payload_mass", "(0, 0.01, 0.1) m", "Gravity    the struct's"):
        assert words in text
    text = export(robot.with_payload(None)).files()["two_link.h"]
    assert "Payload    none" in text


@pytest.mark.parametrize("prefix", ["1a", "_a", "a-b", "a b", "ä", "a" * 70])
def test_a_bad_prefix_is_refused(prefix: str) -> None:
    with pytest.raises(ErfdError, match="cannot be a name"):
        export(library.load("two_link"), prefix)


def test_limits_that_nobody_stated_are_infinities() -> None:
    tape = Tape()
    output(tape, "r", (), [symbols(tape, "x", ())[0] * math.inf])
    assert " INFINITY" in source(tape, "f")


def test_a_constant_without_c_text_is_refused() -> None:
    tape = Tape()
    output(tape, "r", (), [symbols(tape, "x", ())[0] * math.nan])
    with pytest.raises(ErfdError, match="no place in C text"):
        source(tape, "f")
