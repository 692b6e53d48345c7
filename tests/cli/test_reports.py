"""What the verbs print: angles, effective values, ranges, notes, text that a terminal obeys."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.cli.main import run
from erfd.cli.output import harmless
from erfd.cli.pose import angles
from erfd.robot.placement import from_rpy

Captured = pytest.CaptureFixture[str]


def printed(capsys: Captured, *arguments: str, code: int = 0) -> str:
    assert run(list(arguments)) == code
    streams = capsys.readouterr()
    return streams.err if code in (3, 4) else streams.out


@pytest.mark.parametrize("off", [0.0, 1e-13, 1e-9, 1e-5, 0.1])
def test_angles_give_the_rotation_back(off: float) -> None:
    for side in (1.0, -1.0):
        R = np.array(from_rpy(0.7, side * (math.pi / 2 - off), -1.9))
        np.testing.assert_allclose(np.array(from_rpy(*angles(R))), R, atol=1e-14)


def test_the_effective_value_is_that_of_the_trapezoid_rule(
    capsys: Captured, tmp_path: Path
) -> None:
    """One link swings on a motion given at three uneven instants."""
    path = tmp_path / "m.csv"
    rows = ("0,0.5,0,3", "1,0.7,0,-1", "4,0.9,0,2")
    path.write_text(
        "\n".join(["t,joint_1,joint_1.speed,joint_1.acceleration", *rows]), encoding="utf-8"
    )
    asked = ("torque", "one_link", "--trajectory", str(path), "--json")
    rms = json.loads(printed(capsys, *asked))[0]["rms"]
    tau = erfd.load("one_link").inverse_dynamics(
        [[0.5], [0.7], [0.9]], np.zeros((3, 1)), [[3.0], [-1.0], [2.0]]
    )[:, 0]
    mean = (0.5 * (tau[0] ** 2 + tau[1] ** 2) + 1.5 * (tau[1] ** 2 + tau[2] ** 2)) / 4.0
    assert rms == pytest.approx(math.sqrt(mean), rel=1e-12)


def test_huge_torques_have_an_effective_value(capsys: Captured) -> None:
    asked = ("torque", "one_link", "--wrench", "1e200,1e200,0", "--json")
    peak = json.loads(printed(capsys, *asked))[0]
    assert 0.0 < peak["rms"] <= abs(peak["peak"])


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        ("lower = 300", "450.0000       unknown"),
        ("upper = -300", "-630.0000       unknown"),
        ("position = [170, 300]", "90.0000"),
    ],
)
def test_half_a_range_is_enough_for_the_search(
    limits: str, found: str, capsys: Captured, tmp_path: Path
) -> None:
    path = tmp_path / "arm.toml"
    path.write_text(
        f"""format = 1
name = "half"
units = {{ length = "m", angle = "deg" }}
dh = {{ convention = "standard" }}
[[joint]]
name = "joint_1"
kind = "revolute"
dh = {{ d = 0, a = 1, alpha = 0 }}
limits = {{ {limits} }}
body = {{ name = "link", mass = 1, com = [0, 0, 0], inertia = {{ xx = 1, yy = 1, zz = 1 }} }}
""",
        encoding="utf-8",
    )
    text = printed(capsys, "pose", str(path), "--xyz", "0,1,0", code=int("[" in limits))
    assert " ".join(found.split()) in " ".join(text.split())
    assert ("no: joint_1" in text) == ("[" in limits)


def test_no_number_is_a_negative_zero(capsys: Captured) -> None:
    text = printed(capsys, "pose", "two_link", "--q", "-1e-9,0")
    assert "y 0.0000 mm" in text
    assert "yaw 0.00000 deg" in text
    assert " -0.000000" not in text


def test_check_says_where_the_tool_is_and_what_its_words_mean(
    capsys: Captured, tmp_path: Path
) -> None:
    text = printed(capsys, "check", "two_link", "--states", "2")
    assert "the tool sits on link_2" in text
    legend = " ".join(text.split())
    assert "n_e = newton_euler" in legend
    assert "lagr = lagrange" in legend
    law = next(line for line in text.splitlines() if "positive definite" in line)
    assert float(law.split("eigenvalue")[1].split()[0]) > 0.01
    assert "--notes shows them" in text
    assert "unknown limits" not in text
    full = printed(capsys, "check", "two_link", "--states", "2", "--notes")
    assert "note: joint_1: unknown limits: lower, upper, speed" in full
    assert "--notes shows" not in full


def test_check_repeats_the_readers_warnings(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    text = erfd.load("two_link").robot.to_urdf()
    tag = '<link name="link_1">'
    assert tag in text
    path.write_text(text, encoding="utf-8")
    warnings = erfd.load(path).robot.warnings
    assert warnings
    shown = " ".join(printed(capsys, "check", str(path), "--states", "2").split())
    assert all("warning: " + " ".join(text.split()) in shown for text in warnings)


def test_a_terminal_is_given_nothing_to_obey(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "arm.toml"
    text = erfd.load("one_link").robot.to_toml()
    text = text.replace('"joint_1"', '":smile: \\u001b[31m \\u007f\\u202e"')
    path.write_text(text, encoding="utf-8")
    shown = printed(capsys, "show", str(path))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert ":smile:" in shown
    assert "\\u001b" in shown
    report = json.loads(printed(capsys, "torque", str(path), "--json"))
    assert report[0]["joint"] == ":smile: \x1b[31m \x7f\u202e"
    error = printed(capsys, "pose", str(path), "--q", "1,2", code=3)
    assert "\x1b" not in error
    assert harmless("a\tb\nc") == "a\tb\nc"


def test_help_promises_what_exists(capsys: Captured) -> None:
    text = " ".join(printed(capsys, "--help").split())
    assert "The dynamics of a robot by every published method" in text
    assert "really achieve" not in text
