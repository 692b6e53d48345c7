"""Every export is run and proved; a wrong one is refused; each format goes through its own tool."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

import erfd
from erfd.errors import ErfdError
from erfd.robot.library import load, names
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from erfd.trace.equations import ring, run_text
from erfd.trace.equations.derive import derive, equations_text
from erfd.trace.equations.expression import Plus, times
from erfd.trace.equations.proof import WRITERS, written
from erfd.trace.equations.traced import INERTIAL
from erfd.trace.equations.wish import ASKED, Wish
from erfd.trace.robot_function import robot_function

EVERY = tuple(x for x in ASKED if x not in ("friction", "rotors"))
SMALL = ("one_link", "two_link", "three_link", "trttr1")
KERNELS = {
    "M": "mass_matrix", "C": "coriolis_matrix", "g": "gravity", "bias": "bias",
    "tau": "inverse_dynamics", "fk": "forward_kinematics", "jacobian": "jacobian",
    "reactions": "joint_reactions",
}  # fmt: skip
octave = pytest.mark.skipif(run_text.octave() is None, reason="Octave is not installed")
latex = pytest.mark.skipif(shutil.which("latex") is None, reason="LaTeX is not installed")
compiler = pytest.mark.skipif(run_text.compiler() is None, reason="no C compiler")


def differences(text: str) -> list[float]:
    return [float(x) for x in re.findall(r"largest difference (\S+),", text)]


ALIKE = {"kr5_r6", "kr5_inertia6", "stanford_r6", "three_link_exact"}
DIFFERENT = sorted({*names()} - ALIKE)


@pytest.mark.parametrize("name", DIFFERENT)
def test_every_robot_and_quantity(name: str) -> None:
    robot = load(name)
    for options in ({}, {"symbols": "none"}, {"base": True}):
        text = equations_text(robot, EVERY, "python", form="cse", **options)
        assert len(differences(text)) == len(EVERY)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("format", ["python", "latex", "markdown", "sympy"])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_closed_forms(name: str, format: str, level: int) -> None:
    text = equations_text(load(name), EVERY, format, form="closed", simplify=level)
    assert len(differences(text)) == len(EVERY)
    assert max(differences(text)) < 1e-12


@pytest.mark.parametrize("name", ["stanford", "sdt", "puma", "rl15"])
@pytest.mark.parametrize("base", [False, True])
def test_closed_forms_of_larger_robots(name: str, base: bool) -> None:
    text = equations_text(load(name), ("M", "Cqd", "g"), "python", form="closed", base=base)
    assert len(differences(text)) == 3


@octave
@pytest.mark.parametrize(
    ("name", "form"), [("two_link", "closed"), ("trttr1", "cse"), ("rl15", "cse")]
)
def test_matlab_runs_in_octave(name: str, form: str) -> None:
    what = (*EVERY, "friction") if name == "trttr1" else EVERY
    text = equations_text(load(name), what, "matlab", form=form)
    assert "executed by Octave" in text
    assert len(differences(text)) == len(what)


@compiler
@pytest.mark.parametrize(
    ("name", "form"), [("two_link", "closed"), ("trttr1", "cse"), ("rl15", "cse")]
)
def test_c_compiles_without_warnings_and_runs(name: str, form: str, tmp_path: Path) -> None:
    what = (*EVERY, "rotors") if name == "rl15" else EVERY
    text = equations_text(load(name), what, "c", form=form)
    assert "compiled and run" in text
    (tmp_path / "equations.c").write_text(text)
    options = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-const-variable"]
    command = [str(run_text.compiler()), *options, "-c", "equations.c"]
    subprocess.run(command, cwd=tmp_path, check=True)


@latex
@pytest.mark.parametrize(
    ("name", "form"),
    [("three_link", "closed"), ("trttr1", "closed"), ("stanford", "closed"), ("puma", "cse")],
)
def test_latex_compiles(name: str, form: str, tmp_path: Path) -> None:
    """And no line leaves the page."""
    what = ("M", "Cqd", "g") if name == "stanford" else EVERY
    said = compile_latex(equations_text(load(name), what, "latex", form=form), tmp_path)
    wide = [float(x) for x in re.findall(r"Overfull .hbox \(([\d.]+)pt", said)]
    assert max(wide, default=0.0) < 15.0


def compile_latex(text: str, tmp_path: Path) -> str:
    (tmp_path / "equations.tex").write_text(text, "utf-8")
    command = ["latex", "-interaction=nonstopmode", "-halt-on-error", "equations.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Undefined control sequence" not in done.stdout
    return done.stdout


@pytest.mark.parametrize("format", ["python", "sympy", "latex", "markdown", "c", "matlab"])
def test_a_wrong_equation_is_refused(format: str) -> None:
    """One part in a million, in one entry: nothing is written."""
    sheet, subject, asked = derive(load("two_link"), Wish(what=("M", "g")))
    block = sheet.blocks[1]
    wrong = Plus((block.entries[0], times(1e-6, [block.entries[0]])))
    sheet = replace(
        sheet, blocks=(sheet.blocks[0], replace(block, entries=(wrong, *block.entries[1:])))
    )
    with pytest.raises(ErfdError, match="gravity is off by"):
        written(sheet, subject, asked, format)


def test_a_wrong_letter_of_the_file_is_refused() -> None:
    """The proof is against the file's own robot, not against the letters' values."""
    sheet, subject, asked = derive(load("two_link"), Wish(what=("M",)))
    letters = tuple(m._replace(value=m.value * 1.001) for m in sheet.letters)
    with pytest.raises(ErfdError, match="mass_matrix is off by"):
        written(replace(sheet, letters=letters), subject, asked, "python")


def test_sympy_text_is_sympy() -> None:
    """The exported text gives symbols, steps and matrices; expanded, the closed form (9.29)."""
    space: dict[str, Any] = {}
    exec(equations_text(load("two_link"), ("M",), "sympy", form="cse"), space)
    M = space["expanded"](space["mass_matrix"], [*space["constants"], *space["mass_matrix_steps"]])
    a1, a2, m1, m2, q2 = (space[x] for x in ("a1", "a2", "m1", "m2", "q2"))
    i11 = (m1 * a1**2 + m2 * a2**2) / 3 + m2 * a1**2 + m2 * a1 * a2 * sympy.cos(q2)
    assert sympy.simplify(M[0, 0] - i11) == 0
    assert set(space["values"]) >= {a1, m1}


@pytest.mark.parametrize("name", DIFFERENT)
@pytest.mark.parametrize("base", [False, True])
def test_named_intermediates_take_no_more_operations_than_the_kernel(name: str, base: bool) -> None:
    """With numbers, and with base parameters as letters; a few less, where letters meet first."""
    robot = load(name)
    options: dict[str, Any] = {"base": True} if base else {"symbols": ()}
    sheet, _, _ = derive(robot, Wish(what=tuple(KERNELS), form="cse", **options))
    for block in sheet.blocks:
        if base and block.what not in INERTIAL:
            continue
        counts = robot_function(robot, KERNELS[block.what]).counts
        ours = block.counts.M + block.counts.A
        assert counts.multiplications + counts.additions + counts.divisions >= ours
        assert block.counts.pairs <= counts.sincos


def test_readable_names() -> None:
    text = equations_text(load("three_link"), ("M",), "python", form="closed")
    assert "c23 = cos(q2 + q3)" in text
    assert "    M_33 = m3*a3**2/3\n" in text
    text = equations_text(load("sdt"), ("M",), "python", form="cse")
    assert "m_gondola = 500.0  # kg: mass of gondola" in text


@pytest.mark.parametrize(
    ("sign", "line"), [(1, "c23 = cos(q2 + q3)\n"), (-1, "c2m3 = cos(q2 - q3)\n")]
)
def test_angles_of_parallel_axes_are_added(sign: int, line: str) -> None:
    """Joint 3 of the PUMA as it is, and turning the other way."""
    robot = load("puma")
    joints = list(robot.joints)
    x, y, z = joints[2].axis
    joints[2] = replace(joints[2], axis=(sign * x, sign * y, sign * z))
    text = equations_text(replace(robot, joints=tuple(joints)), ("g", "M"), "python", form="cse")
    assert text.count(line) == 2
    assert max(differences(text)) < 1e-12


def test_loads_on_the_tool() -> None:
    for name, form in (("trttr1", "closed"), ("puma", "cse")):
        text = equations_text(
            load(name), ("bias", "tau", "reactions"), "python", form=form, wrench=True
        )
        assert "def inverse_dynamics(q, qd, qdd, wrench):" in text
        assert len(differences(text)) == 3


def test_which_c() -> None:
    for form in ("closed", "cse"):
        robot = load("sdt")
        one, two = (
            equations_text(robot, ("C",), "python", form=form, coriolis=x)
            for x in ("christoffel", "denoc")
        )
        spaces: list[dict[str, Any]] = [{}, {}]
        exec(one, spaces[0])
        exec(two, spaces[1])
        q, qd = [0.3, 0.5, -0.7, 1.1], [1.0, -0.4, 0.6, 2.0]
        C, D = (np.array(x["coriolis_matrix"](q, qd)) for x in spaces)
        assert np.abs(C - D).max() > 1e-3 * np.abs(C).max()
        np.testing.assert_allclose(C @ qd, D @ qd, atol=1e-9 * np.abs(C).max())


def symbolic_two_link() -> Robot:
    """The library's arm, its first two masses SymPy symbols, one inertia an expression."""
    m = sympy.symbols("m_a m_b")
    robot = load("two_link").map(lambda x: sympy.Rational(str(x)))
    bodies = tuple(
        replace(b, mass=x, inertia=((0, 0, 0), (0, x / 48, 0), (0, 0, x / 48)))
        for b, x in zip(robot.bodies, m, strict=True)
    )
    return replace(robot, bodies=bodies)


@pytest.mark.parametrize("form", ["closed", "cse"])
def test_robots_of_sympy_symbols(form: str) -> None:
    text = equations_text(symbolic_two_link(), ("M", "g", "tau"), "python", form=form)
    assert "m_a = " in text
    assert len(differences(text)) == 3


@pytest.mark.parametrize("form", ["closed", "cse"])
@pytest.mark.parametrize("format", WRITERS)
def test_robots_without_any_number(form: str, format: str) -> None:
    """Every length, mass and moment of inertia is a SymPy symbol, its size unknown."""
    found: dict[float, sympy.Symbol] = {}

    def symbol(x: Any) -> Any:
        if x in (0, 1, -1):
            return int(x)
        return found.setdefault(abs(x), sympy.Symbol(f"p{len(found)}")) * (1 if x > 0 else -1)

    robot = replace(load("three_link").map(symbol), name="letters")
    assert len(found) >= 10
    text = equations_text(robot, ("M", "Cqd", "g", "tau", "fk"), format, form=form)
    assert max(differences(text)) < 1e-12
    assert "a symbol of the robot" in text


def test_a_symbol_under_a_root_is_refused() -> None:
    robot = symbolic_two_link()
    odd = replace(robot.bodies[0], mass=sympy.sqrt(sympy.Symbol("x")) + 1)
    with pytest.raises(ErfdError, match="not a polynomial"):
        equations_text(replace(robot, bodies=(odd, robot.bodies[1])), ("M",))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"what": ("x",)}, "'x' cannot be derived"),
        ({"what": ("M", "M")}, "asked for twice"),
        ({"symbols": ("weights",)}, "no kind of letters"),
        ({"form": "open"}, "no form 'open'"),
        ({"simplify": 3}, "no level 3"),
        ({"coriolis": "x"}, "no C by"),
        ({"format": "word"}, "no format 'word'"),
        ({"base": True, "symbols": "none"}, "base parameters are letters"),
        ({"what": ("friction",)}, "states no friction"),
        ({"what": ("rotors",)}, "no motors"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_wrong_wishes(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ErfdError, match=message):
        equations_text(load("two_link"), **options)


HOSTILE = (
    'j"""\nimport os; os._exit(7)\n"""',
    "a */ #error no /*",
    "b\nerror('no')\n",
    "c\\",
    "%d & #1 {e} $f$ ~^",
    "Gelenk-ä 1",
)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("format", WRITERS)
def test_names_of_a_robot_file_are_text_everywhere(name: str, format: str) -> None:
    """What is executed to prove it, holds nothing of the file but names made plain."""
    robot = load("two_link")
    joints = tuple(
        replace(
            j,
            name=f"{name}{i}",
            parent=j.parent if i == 0 else f"{name}_",
            child=f"{name}{'_' * (i + 1)}",
        )
        for i, j in enumerate(robot.joints)
    )
    bodies = tuple(replace(b, name=f"{name}{'_' * (i + 1)}") for i, b in enumerate(robot.bodies))
    tool = replace(robot.tool, body=bodies[1].name)
    robot = replace(
        robot, name=name, description=name, joints=joints, bodies=bodies, tool=tool, frames=()
    )
    text = equations_text(robot, ("M", "g"), format, command=name)
    assert len(differences(text)) == 2


@latex
def test_hostile_names_compile_as_latex(tmp_path: Path) -> None:
    robot = load("one_link")
    name = HOSTILE[4]
    body = replace(robot.bodies[0], name=name)
    joint = replace(robot.joints[0], name=name, child=name)
    robot = replace(
        robot, name=name, description=name, joints=(joint,), bodies=(body,),
        tool=replace(robot.tool, body=name), frames=(),
    )  # fmt: skip
    compile_latex(equations_text(robot, EVERY, "latex"), tmp_path)


def test_without_octave_the_text_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_text, "octave", lambda: None)
    monkeypatch.setattr(run_text, "compiler", lambda: None)
    for format, said in (("matlab", "no Octave here"), ("c", "no C compiler here")):
        assert said in equations_text(load("one_link"), ("M",), format)


@pytest.mark.parametrize("format", WRITERS)
def test_the_same_text_every_time(format: str) -> None:
    one, two = (equations_text(load("trttr1"), ("M", "Cqd"), format) for _ in range(2))
    assert one == two


def test_a_closed_form_that_nobody_reads_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ring, "LIMIT", 10_000)
    with pytest.raises(ErfdError, match="use form cse"):
        equations_text(load("rl15"), ("tau",), "python", form="closed")
    assert len(differences(equations_text(load("rl15"), ("tau",), "python"))) == 1


def test_arm_and_function() -> None:
    arm = erfd.load("three_link")
    assert arm.derive(["g"], "python").count("largest difference") == 1
    f = arm.function("mass_matrix")
    closed = f.equations()
    q = list(closed.inputs["q"])
    at = dict(zip(q, (0.2, -0.4, 0.9), strict=True))
    for made in (closed, f.equations(form="cse"), f.equations().expanded()):
        H = np.array(made.expanded().outputs["H"].subs(at), dtype=float)
        np.testing.assert_allclose(H, arm.mass_matrix([0.2, -0.4, 0.9]), atol=1e-14)
    assert any(str(x) == "c23" for x, _ in closed.steps)
    assert r"\cos" in closed._repr_latex_()


def test_equations_of_any_function() -> None:
    arm = erfd.load("two_link")
    state = [[0.3, -0.8], [0.5, 1.5], [0.1, 0.2]]
    f = arm.function("forward_dynamics")
    for function in (f, f.derivative("q", "tau")):
        made = function.equations().expanded()
        known = {
            s: v for group, row in zip(made.inputs.values(), state, strict=True)
            for s, v in zip(group, row, strict=True)
        }  # fmt: skip
        results = function(*state)
        for x, right in zip(
            made.outputs.values(), results if isinstance(results, tuple) else [results], strict=True
        ):
            found = np.array(x.subs(known), dtype=float).reshape(np.shape(right))
            np.testing.assert_allclose(found, right, rtol=1e-10)
    with pytest.raises(ErfdError, match="no sum of products"):
        f.equations(form="closed")
    with pytest.raises(ErfdError, match="no form"):
        f.equations(form="x")


@pytest.mark.parametrize("name", ["rl15", "stanford", "seven_axis"])
def test_no_intermediate_has_two_meanings_or_a_single_use(name: str) -> None:
    """Numbered through all blocks; the upper half of M alone is written, and counts."""
    text = equations_text(load(name), ["M", "Cqd", "g", "tau"], "python", form="cse")
    made = re.findall(r"^    (t\d+) = ", text, re.MULTILINE)
    assert len(made) == len(set(made)) > 20
    assert made == [f"t{k}" for k in range(1, len(made) + 1)]
    assert not re.search(r"\b(t\d+) \+ \1\b", text)
    words = re.findall(r"\bt\d+\b", text.split('"""', 2)[2])
    aliases = re.findall(r"^    \w+_\d+ = (t\d+)$", text, re.MULTILINE)
    assert not [x for x in aliases if words.count(x) < 3]


def micro(scale: float) -> Robot:
    """two_link with all lengths shrunk, its masses with the cube of that."""
    robot = load("two_link")

    def shrunk(at: Placement) -> Placement:
        x, y, z = at.p
        return Placement(at.R, (scale * x, scale * y, scale * z))

    bodies = tuple(
        replace(
            b,
            mass=scale**3 * b.mass,
            com=tuple(scale * x for x in b.com),  # type: ignore[arg-type]
            inertia=tuple(tuple(scale**5 * x for x in row) for row in b.inertia),  # type: ignore[arg-type]
        )
        for b in robot.bodies
    )
    joints = tuple(replace(j, placement=shrunk(j.placement)) for j in robot.joints)
    frames = tuple(replace(f, placement=shrunk(f.placement)) for f in robot.frames)
    tool = replace(robot.tool, placement=shrunk(robot.tool.placement))
    return replace(
        robot, name="micro", bodies=bodies, joints=joints, frames=frames, tool=tool, payload=None
    )


@pytest.mark.parametrize("form", ["closed", "cse"])
@pytest.mark.parametrize("symbols", [("lengths", "masses", "inertias"), ()])
def test_no_robot_is_too_small_for_its_equations(form: str, symbols: tuple[str, ...]) -> None:
    """No inertia is taken for rounding, and no difference for small."""
    robot = micro(1e-4)
    options: dict[str, Any] = {"form": form, "symbols": symbols, "what": ("M", "g", "bias", "tau")}
    sheet, subject, asked = derive(robot, Wish(**options))
    assert "largest difference" in written(sheet, subject, asked, "python")
    for k, block in enumerate(sheet.blocks):
        entry = len(block.entries) - 1
        wrong = Plus((block.entries[entry], times(1e-6, [block.entries[entry]])))
        entries = (*block.entries[:entry], wrong, *block.entries[entry + 1 :])
        blocks = (*sheet.blocks[:k], replace(block, entries=entries), *sheet.blocks[k + 1 :])
        with pytest.raises(ErfdError, match=f"the exported {block.function} is off by"):
            written(replace(sheet, blocks=blocks), subject, asked, "python")
