"""What is asked of a function that cannot be is refused in words, or done."""

from __future__ import annotations

import ctypes
import dataclasses
import math
import random
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.drives.function import DRIVE_QUANTITIES
from erfd.errors import ErfdError
from erfd.robot import library
from erfd.robot.robot import Robot
from erfd.trace.c99_library import export
from erfd.trace.function import Function
from erfd.trace.threads import MOST
from erfd.trace.trace import QUANTITIES
from tests.samples import random_robot
from tests.trace.test_c99 import STRICT

NO_NAME = "cannot be a name, or start names, in C"
ROWS = np.zeros((5000, 2))
Ask = Callable[[Any], Any]
REFUSED: dict[str, tuple[Ask, str]] = {
    "by nothing": (lambda f: f.derivative(), "a derivative by nothing; name inputs"),
    "values only": (lambda f: f.derivative(values=True), "a derivative by nothing"),
    "twice": (lambda f: f.derivative("q", "q"), "asked for twice by 'q'; name it once"),
    "unknown": (lambda f: f.derivative("tau"), "unknown input 'tau'; use q, qd, qdd"),
    "list": (lambda f: f.derivative(["q"]), "unknown input"),
    "level": (lambda f: f.equations(simplify=7), "there is no level 7 of simplifying"),
}
REFUSED |= {
    f"{width!r} lanes": (
        lambda f, width=width: f.llvm_ir(width),  # type: ignore[misc]
        "give 1, 2, 4 or 8, or nothing",
    )
    for width in (3, 16, -1, 0, "4", 2.0)
}
REFUSED |= {
    f"threads={n!r}": (
        lambda f, n=n: f(ROWS, ROWS, ROWS, threads=n),  # type: ignore[misc]
        f"threads is {n!r}; give a whole number from 1",
    )
    for n in ("2", 2.5, 2.0, 0, -1, math.nan, [2])
}
OF_ARMS: dict[str, tuple[Ask, str]] = {
    "dt": (
        lambda arm: arm.function("motor_torque", dt="x"),
        "dt is not made of numbers: 'x'; give numbers in SI",
    ),
    "no dt": (lambda arm: arm.function("motor_torque", dt=None), "dt is None; give numbers"),
    "backward dt": (lambda arm: arm.function("motor_torque", dt=-1), "dt is -1; give one time"),
    "endless dt": (lambda arm: arm.function("motor_torque", dt=math.inf), "NaN or infinity"),
    "step": (lambda arm: arm.function("achievable_step", dt="x"), "dt is not made of numbers"),
    "a wrench": (lambda arm: arm.function("bias", wrench=[0] * 6), "give wrench=True"),
    "no wrench": (lambda arm: arm.function("bias", wrench="no"), "give wrench=True"),
}
OF_ARMS |= {
    "what": (lambda arm: arm.derive(what=3), "what is 3; give a list of names, or a text like"),
    "whats": (lambda arm: arm.derive(what=[3]), "what is [3]; give a list of names"),
    "kinds": (lambda arm: arm.derive(symbols=3), "symbols is 3; give a list of names"),
    "command": (lambda arm: arm.derive(command=3), "command is 3; give the text of a command"),
    "format": (lambda arm: arm.derive(format=3), "there is no format '3'; use latex"),
}
OUT: dict[str, tuple[Any, str]] = {
    "number": (3, "out is of type int; give an array for tau"),
    "whole": (np.zeros((5000, 2), int), "out is of type int64; give an array for tau"),
    "two": ((np.zeros((5000, 2)), None), "out has room for 2 results of 1"),
    "rows": (np.zeros((7, 2)), "to which the results do not broadcast; give (5000, 2)"),
    "locked": (np.broadcast_to(0.0, (5000, 2)), "out is read-only; give an array for tau"),
}


@pytest.fixture(scope="module")
def arm() -> Any:
    return erfd.load("trttr1")


@pytest.fixture(scope="module")
def function() -> Function:
    return erfd.load("two_link").function("inverse_dynamics")


@pytest.mark.parametrize("case", [*REFUSED, *OF_ARMS])
def test_it_is_refused_in_words(case: str, arm: Any, function: Function) -> None:
    ask, message = (REFUSED | OF_ARMS)[case]
    for _ in range(2):
        with pytest.raises(ErfdError) as caught:
            ask(function if case in REFUSED else arm)
        assert message in str(caught.value)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("case", OUT)
def test_a_place_that_does_not_take_results(case: str, threads: int, function: Function) -> None:
    place, message = OUT[case]
    with pytest.raises(ErfdError) as caught:
        function(ROWS, ROWS, ROWS, out=place, threads=threads)
    assert message in str(caught.value)


@pytest.mark.parametrize("threads", [True, np.int64(2), 10**6, 10**30])
def test_any_whole_number_of_threads_works(threads: Any, function: Function) -> None:
    rng = np.random.default_rng(1)
    states = rng.uniform(-1, 1, (3, 5000, 2))
    assert np.array_equal(function(*states, threads=threads), function(*states))
    assert sum(t.name.startswith("erfd") for t in threading.enumerate()) <= MOST


@pytest.mark.parametrize("name", ["a b", "1a", "_a", "é", "a*/", "", "x" * 200, 3, "real", "sin_"])
def test_names_that_c_cannot_have(name: Any, function: Function) -> None:
    if name:
        with pytest.raises(ErfdError, match=r"in C|is taken"):
            function.c_source(name)
    if name not in ("", "real", "sin_"):
        with pytest.raises(ErfdError, match=NO_NAME):
            function.c_source(prefix=name)
        with pytest.raises(ErfdError, match=NO_NAME):
            export(library.load("two_link"), name)


@pytest.mark.parametrize("prefix", ["math", "stdio"])
def test_a_prefix_hides_no_header(prefix: str, function: Function) -> None:
    for ask in (
        lambda: function.c_source(prefix=prefix),
        lambda: export(library.load("one_link"), prefix),
    ):
        with pytest.raises(ErfdError, match=f"would hide the C library's {prefix}.h; take another"):
            ask()


def test_a_body_that_c_cannot_name() -> None:
    robot = random_robot(random.Random(1), 2, fixed=0.0, branching=0.0)
    last = robot.bodies[-1].name
    odd = erfd.Arm(
        dataclasses.replace(
            robot,
            bodies=(robot.bodies[0], dataclasses.replace(robot.bodies[1], name="2nd")),
            joints=(robot.joints[0], dataclasses.replace(robot.joints[1], child="2nd")),
            tool=dataclasses.replace(robot.tool, body="2nd"),
        )
    )
    assert last not in odd.robot.to_toml()
    f = odd.function("inverse_dynamics", parameters=["2nd.mass"])
    with pytest.raises(ErfdError, match="'2nd_mass' cannot be a name"):
        f.c_source()


@pytest.mark.parametrize("word", ["int", "while", "NULL", "sin", "main", "R", "double", "x", "k"])
def test_words_of_c_may_start_names_and_end_them(word: str, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    f = erfd.load("two_link").function("forward_dynamics")
    (tmp_path / "own.c").write_text(f.c_source(word, word), "utf-8")
    made = export(library.load("two_link"), word)
    for name, text in made.files().items():
        (tmp_path / name).write_text(text, "utf-8")
    for files in (["-c", "own.c"], [f"{word}.c", f"{word}_test.c", "-lm", "-o", "run"]):
        command = ["gcc", "-std=c99", *STRICT, *files]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run(["./run"], cwd=tmp_path, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("math", "robot_math"), ("7-axis", "robot_7_axis"), ("é", "robot"), ("a" * 90, "a" * 55)],
)
def test_a_robot_of_any_name_has_a_prefix(name: str, prefix: str) -> None:
    assert export(dataclasses.replace(library.load("one_link"), name=name)).prefix == prefix


def still() -> Robot:
    """A robot none of whose joints moves."""
    robot = random_robot(random.Random(3), 1, fixed=0.0)
    fixed = dataclasses.replace(robot.joints[0], kind="fixed")
    return dataclasses.replace(robot, joints=(fixed,))


@pytest.mark.parametrize("quantity", ["bias", "mass_matrix", "jacobian", "forward_kinematics"])
def test_a_robot_that_does_not_move_has_equations_but_no_c_text(quantity: str) -> None:
    f = erfd.Arm(still()).function(quantity)
    assert f(*(np.zeros(p.shape) for p in f.inputs)).shape == f.outputs[0].shape
    (entries,) = f.equations().outputs.values()
    assert len(entries) == f.outputs[0].size
    with pytest.raises(ErfdError, match="C has no arrays of no numbers, as q is here; give a rob"):
        f.c_source()


def test_a_robot_that_does_not_move_has_nothing_to_derive() -> None:
    with pytest.raises(ErfdError, match="no joint of 'random_1' moves; give a robot with a joint"):
        erfd.Arm(still()).derive()


def test_names_of_quantities_may_be_one_text() -> None:
    arm = erfd.load("two_link")
    assert arm.derive("M, g") == arm.derive(["M", "g"])


EVERY = {"two_link": sorted(QUANTITIES), "trttr1": [*DRIVE_QUANTITIES, "achievable_step"]}


@pytest.mark.parametrize("robot", EVERY)
def test_the_c_text_of_every_function_is_that_function(robot: str, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    arm, compiled = erfd.load(robot), 0
    for quantity in EVERY[robot]:
        if quantity == "motor_current":
            continue  # no torque constants are known
        f = arm.function(quantity)
        (tmp_path / f"{quantity}.c").write_text(f.c_source(), "utf-8")
        command = ["gcc", "-std=c99", *STRICT, "-shared", "-fPIC", f"{quantity}.c", "-lm"]
        done = subprocess.run(
            [*command, "-o", f"{quantity}.so"], cwd=tmp_path, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
        library = ctypes.CDLL(str(tmp_path / f"{quantity}.so"))
        rng = np.random.default_rng(compiled)
        given = [rng.uniform(0.1, 1.0, p.shape) for p in f.inputs]
        found = [np.zeros(p.shape) for p in f.outputs]
        call = [
            x.ctypes.data_as(ctypes.c_void_p) if x.shape else ctypes.c_double(float(x))
            for x in given
        ]
        library[f"erfd_{quantity}"](*call, *(x.ctypes.data_as(ctypes.c_void_p) for x in found))
        results = f(*given)
        for a, b in zip(found, results if isinstance(results, tuple) else (results,), strict=True):
            assert np.abs(a - b).max() <= 1e-12 * max(1.0, np.abs(b).max()), quantity
        compiled += 1
    assert compiled >= 5
