"""The motor side as C: no warning of any compiler, whatever the options; its test finds mistakes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from erfd.arm import load
from erfd.cli.main import run
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
