"""The motor side compiled: C that agrees with plain floats, derivatives with differences."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from erfd.arm import Arm, load
from erfd.cli.main import run
from erfd.drives.c99 import motor_functions
from erfd.errors import ErfdError, RobotError
from erfd.robot.robot import Robot
from erfd.trace.c99_header import test_line as compile_line
from erfd.trace.c99_library import export
from erfd.trace.function import Function
from tests.drives.drive_samples import driven_robot

STATE = ("q", "qd", "qdd")


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("name", ["rl15", "irb6", "trttr1", "random"])
def test_the_c_files_pass_their_own_test(name: str, single: bool, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    robot = load(name).robot if name != "random" else sample()
    options: dict[str, object] = {"wrench": True, "parameters": ("payload",)}
    more = motor_functions(robot, wrench=True, parameters=("payload",))
    made = export(robot, "arm", single=single, more=more, **options)
    for file, text in made.files().items():
        (tmp_path / file).write_text(text)
    done = subprocess.run(
        compile_line("arm"), shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    tested = [line.split()[0] for line in done.stdout.splitlines()]
    assert tested[5:] == [function.name for function in more]
    assert ("motor_current" in tested) == (name == "irb6")
    assert {"motor_torque", "motor_effective_inertia", "achievable_step"} <= set(tested)
    header = (tmp_path / "arm.h").read_text()
    assert "Motors     in the order of tau_motor (N m):" in header
    assert "bodies only; both in motor_..." in header


def sample() -> Robot:
    return driven_robot(random.Random(5), 4, load=0.5, elements=1, rotors=True, reactions=0.05)


def test_the_command_exports_the_motor_side(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["export", "rl15", "--c", str(tmp_path)]) == 0
    text = (tmp_path / "rl15.h").read_text()
    for name in ("motor_torque", "motor_forward_dynamics", "motor_inertia_and_bias"):
        assert f"void rl15_{name}(const rl15_real q[6]" in text
    assert "left out" not in capsys.readouterr().out


def test_what_cannot_be_exported_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = load("rl15").robot.to_toml()
    start = text.index('[[drives.motor]]\nname = "motor_4"')
    end = text.index("[[drives.motor]]", start + 5)
    (tmp_path / "five.toml").write_text(text[:start] + text[end:])
    assert run(["export", str(tmp_path / "five.toml"), "--c", str(tmp_path / "out")]) == 0
    said = "left out: the motor side (5 motors move 6 coordinates, so A cannot be inverted)"
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    "quantity", ["motor_torque", "motor_forward_dynamics", "motor_equations_of_motion"]
)
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_are_those_of_differences(quantity: str, seed: int) -> None:
    rng = random.Random(seed)
    robot = driven_robot(
        rng, 3, load=0.5, elements=seed, rotors=seed == 1, reactions=0.1 * (seed == 2)
    )
    arm = Arm(robot)
    f = arm.function(quantity, wrench=True)
    names = [port.name for port in f.inputs]
    given = dict(zip(names, np.random.default_rng(seed).uniform(0.2, 1, (4, 3)), strict=True))
    given["wrench"] = np.random.default_rng(seed).uniform(-9, 9, 6)
    if quantity == "motor_forward_dynamics":
        motion = np.random.default_rng(seed).uniform(0.2, 1, 3)
        given["tau_motor"] = arm.motor_torque(given["q"], given["qd"], motion, given["wrench"])
    found = f.derivative(*names)(*given.values())
    blocks = iter(found)
    for output in f.outputs:
        for name in names:
            block = next(blocks)
            expected = differences(f, given, name, [o.name for o in f.outputs].index(output.name))
            size = np.abs(expected).max() + 1.0
            np.testing.assert_allclose(block, expected, atol=3e-6 * size, err_msg=name)


def differences(f: object, given: dict[str, np.ndarray], name: str, which: int) -> np.ndarray:
    """Central ones, the changed place last."""
    h, columns = 1e-6, []
    for k in range(given[name].size):
        ends = []
        for step in (h, -h):
            moved = {**given, name: given[name] + step * (np.arange(given[name].size) == k)}
            result = f(*moved.values())  # type: ignore[operator]
            ends.append(result[which] if isinstance(result, tuple) else result)
        columns.append((ends[0] - ends[1]) / (2 * h))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("saturates", [False, True])
def test_derivatives_of_the_achievable_step(saturates: bool) -> None:
    """With a motor at its limit too: the slopes of the piece on which the step lies."""
    f = load("rl15").function("achievable_step", wrench=True)
    rng = np.random.default_rng(3)
    q, qd = rng.uniform(-1, 1, (2, 6))
    following = q + (qd + (40.0 if saturates else 2.0) * 0.01 * np.eye(6)[0]) * 0.01
    values = (q, following, q, qd, 0.01, rng.uniform(-50, 50, 6))
    given = dict(zip([port.name for port in f.inputs], values, strict=True))
    assert bool(f(*values)[5][0]) is saturates
    names = ["q_next", "q", "qd", "wrench"]
    blocks = dict(zip(derivative_names(f, names), f.derivative(*names)(*values), strict=True))
    for name in names:
        expected = differences(f, given, name, 2)
        found = blocks["qdd", name]
        np.testing.assert_allclose(found, expected, atol=1e-5 * (np.abs(expected).max() + 1.0))


def derivative_names(f: Function, names: list[str]) -> list[tuple[str, str]]:
    return [(output.name, name) for output in f.outputs for name in names]


def test_what_the_motor_side_offers_by_name() -> None:
    arm = load("rl15")
    step = arm.function("achievable_step", parameters=("payload.mass", "peak_torque"))
    assert step is arm.function("achievable_step", parameters=("payload.mass", "peak_torque"))
    names = ["planned", "q_next", "q", "qd", "dt", "payload_mass", "peak_torque"]
    assert [port.name for port in step.inputs] == names
    gain = arm.function("achievable_motion", track="gain", solve="full", mode="as_published")
    assert [port.name for port in gain.inputs][-1] == "gain"
    held = arm.function("motor_stiction", rule="cycle", wrench=True)
    assert [port.name for port in held.outputs] == ["qdd", "friction", "holds", "converged"]
    for quantity, options, message in (
        ("achievable_step", {"solv": 1}, "no option 'solv'; there are mode, solve, track"),
        ("achievable_step", {"dt": 0.01}, "dt is an input of achievable_step"),
        ("motor_torque", {"solve": "full"}, "motor_torque has no option 'solve'"),
        ("bias", {"solve": "full"}, "bias has no solve; they belong to the motor side"),
        ("motor_stiction", {"mode": "as_published"}, "no mode, no dt= and no parameters"),
    ):
        with pytest.raises(RobotError, match=message):
            arm.function(quantity, **options)


@pytest.mark.parametrize(
    ("quantity", "name"),
    [
        ("motor_angles", "payload"),
        ("transmission_matrix", "payload.mass"),
        ("motor_speeds", "gravity"),
        ("effective_inertia", "gravity"),
    ],
)
def test_parameters_that_change_nothing_are_refused(quantity: str, name: str) -> None:
    arm = load("rl15")
    with pytest.raises(RobotError, match=f"{quantity} does not depend on {name}; leave"):
        arm.function(quantity, parameters=(name,))


def test_the_c_files_leave_out_what_a_quantity_does_not_read() -> None:
    names = ("payload", "gravity")
    made = {x.name: x for x in motor_functions(load("rl15").robot, parameters=names)}
    inputs = [port.name for port in made["motor_effective_inertia"].tape.inputs]
    assert "payload_mass" in inputs
    assert "gravity" not in inputs
    assert "gravity" in [port.name for port in made["motor_torque"].tape.inputs]


def test_derivatives_of_rl15_by_payload() -> None:
    arm = load("rl15")
    f = arm.function("motor_torque", parameters=("payload.mass",))
    state = np.random.default_rng(3).uniform(-1, 1, (3, 6))
    (slope,) = [f.derivative("payload_mass")(*state, 15.0)]
    heavy, light = (load("rl15").with_payload(m) for m in (16, 14))
    expected = (heavy.motor_torque(*state) - light.motor_torque(*state)) / 2
    np.testing.assert_allclose(slope, expected, rtol=1e-9, atol=1e-9)


def test_what_has_no_derivative_is_named() -> None:
    f = load("rl15").function("motor_torque")
    with pytest.raises(ErfdError, match="unknown input 'tau_motor'; use q, qd, qdd"):
        f.derivative("tau_motor")
    with pytest.raises(RobotError, match="'five' has no drives"):
        Arm(Robot(name="five", joints=(), bodies=())).function("motor_torque")


@pytest.mark.parametrize("quantity", ["motor_torque", "motor_forward_dynamics"])
def test_a_row_does_not_depend_on_its_place(quantity: str) -> None:
    """Batches, strides and threads give the same bits."""
    f = load("rl15").function(quantity)
    state = np.random.default_rng(4).uniform(-1, 1, (3, 1037, 6))
    whole = f(*state)
    np.testing.assert_array_equal(f(*(x[517] for x in state)), whole[517])
    np.testing.assert_array_equal(f(*(x[::3] for x in state)), whole[::3])
    np.testing.assert_array_equal(f(*state, threads=2), whole)
