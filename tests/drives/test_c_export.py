"""The motor side as C: no compiler warns, whatever the options; its own test finds mistakes."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from erfd.arm import load
from erfd.cli.main import run
from tests.drives.c_mutants import Constant, mutants
from tests.drives.driven import TEXT
from tests.trace.test_c99 import COMPILERS, STRICT, unread

OPTIONS = {
    "plain": [],
    "prefix": ["--prefix", "Arm_2"],
    "payload": ["--payload", "1.5kg,0,0,100mm"],
    "wrench": ["--wrench"],
    "float": ["--float"],
    "parameters": ["--parameters", "payload,gravity,link_2.com"],
    "all": ["--float", "--wrench", "--prefix", "x", "--parameters", "payload.mass,link_3"],
}


def exported(folder: Path, robot: str, options: list[str]) -> str:
    """The prefix of the files."""
    (folder / "driven.toml").write_text(TEXT)
    source = str(folder / "driven.toml") if robot == "driven" else robot
    assert run(["export", source, "--c", str(folder), *options]) == 0
    (header,) = folder.glob("*.h")
    return header.stem


CASES = [("driven", key) for key in OPTIONS]
CASES += [("rl15", "wrench"), ("irb6", "plain"), ("trttr1", "payload"), ("two_arm", "parameters")]


@pytest.mark.parametrize(("robot", "key"), CASES)
def test_no_compiler_warns(robot: str, key: str, tmp_path: Path) -> None:
    p = exported(tmp_path, robot, OPTIONS[key] if robot == "driven" else few(key))
    assert not unread((tmp_path / f"{p}.c").read_text())
    here = [c for c in COMPILERS.values() if shutil.which(c[0])]
    assert here or pytest.skip("there is no compiler")
    for command in here:
        files = [f"{p}.c", f"{p}_test.c", "-lm", "-o", "run"]
        quiet(tmp_path, [*command, *STRICT, *files])
        quiet(tmp_path, ["./run"], speaks=True)


def few(key: str) -> list[str]:
    return ["--parameters", "gravity"] if key == "parameters" else OPTIONS[key]


def quiet(folder: Path, command: list[str], speaks: bool = False) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert speaks or not done.stdout


def test_the_sample_has_all_that_motors_may_have() -> None:
    import tomllib

    robot = tomllib.loads(TEXT)
    motors: list[dict[str, Any]] = robot["drives"]["motor"]
    assert robot["dh"]["convention"] == "modified"
    assert "prismatic" in [joint["kind"] for joint in robot["joint"]]
    assert any(len(m["ratios"]) > 1 for m in motors)
    kinds = {"torque_curve_rpm", "supply_voltage", "peak_power", "efficiency", "load_friction"}
    assert kinds <= {key for m in motors for key in m}
    assert load("rl15").robot.drives is not None


CODES = {"0.5", "1.0", "1.5", "2.0"}  # flags and the numbers of pieces; 1 over a number


def cannot_matter(c: Constant, text: str) -> bool:
    """Altered by a hundredth: flags, what is next to nothing, a torque or speed read by its sign.

    What stands in the rounds of a loop is a guess that the step behind the loop replaces; it is
    judged by the other sign.
    """
    code = c.text.lstrip("-") in CODES and ("?" in c.line or "<" in c.line)
    return c.in_a_loop or code or abs(float(c.text)) < 1e-8 or for_its_sign(c, text)


def for_its_sign(c: Constant, text: str) -> bool:
    """Whether all that is made of it ends in comparisons with zero."""
    body = text.split(f"void {c.function}(")[1].split("\n}", maxsplit=1)[0]
    readers: dict[str, list[str]] = {}
    for line in body.split("\n"):
        right = line.partition(" = ")[2]
        for name in set(re.findall(r"\b[vs]\d+\b", right)):
            readers.setdefault(name, []).append(line)
    left, seen = [c.line.partition(" = ")[0].split()[-1]], set[str]()
    while left:
        name = left.pop()
        seen.add(name)
        for line in readers.get(name, []):
            made = line.partition(" = ")[0].split()[-1]
            by_sign = rf"(R\(0\.0\) < {name}|{name} < R\(0\.0\)|_sign_\({name}\));"
            if not re.search(by_sign, line):
                if not re.fullmatch(r"v\d+", made):
                    return False
                left += [] if made in seen else [made]
    return True


@pytest.mark.parametrize("robot", ["driven", "rl15", "irb6"])
def test_its_test_fails_whichever_constant_is_wrong(robot: str, tmp_path: Path) -> None:
    """But for those that nothing depends on: they may be a thousand times larger.

    Factors of what is zero in every motion, what cancels in the effective inertia, the largest
    number that counts as finite, guesses which motor is at its limit that are then put right.
    """
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    p = exported(tmp_path, robot, [])
    constants, slightly, negated = mutants(tmp_path, p, 1.01)
    text = (tmp_path / f"{p}.c").read_text()
    counted = [k for k, c in enumerate(constants) if not cannot_matter(c, text)]
    missed = [k for k in counted if k in slightly]
    assert len(counted) > 0.6 * len(constants)
    assert len(missed) <= 0.016 * len(counted), [constants[k] for k in missed]
    assert len(negated) <= 0.12 * len(constants)
    _, grossly, _ = mutants(tmp_path, p, 1000.0)
    felt = [constants[k] for k in missed if k not in grossly]
    assert len(felt) <= 0.001 * len(counted), felt
