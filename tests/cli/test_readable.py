"""What is printed can be read: no -0, no noise, letters that are told apart, progress, remedies."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.agreement import LAGRANGE_JOINTS
from erfd.cli.main import run
from erfd.cli.output import working
from erfd.errors import RobotError, extra
from erfd.png_font import FIRST, stencil
from erfd.robot.records import MOST_JOINTS
from erfd.robot.urdf import parse_urdf
from erfd.text_table import direction, vector
from erfd.trace.count_table import LARGEST_LAGRANGE

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
LINK = '<link name="l{0}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0"'
LINK += ' ixz="0" iyz="0"/></inertial></link>'
JOINT = '<joint name="j{0}" type="fixed"><parent link="l{1}"/><child link="l{0}"/></joint>'


def chain(links: int) -> str:
    bodies = "".join(LINK.format(k) for k in range(links))
    joints = "".join(JOINT.format(k, k - 1) for k in range(1, links))
    return f'<robot name="long">{bodies}{joints}</robot>'


def test_no_zero_is_negative(capsys: Captured) -> None:
    assert run(["torque", "two_link", "--from", "0,-0", "--to", "90deg,-0", "--dt", "1s"]) == 0
    text = capsys.readouterr().out
    assert "from 0, 0 deg to 90, 0 deg" in text
    assert not re.search(r"(?<![\de])-0(?![.\d])", text)


def test_rounding_is_no_part_of_a_vector() -> None:
    assert vector([2.3515e-08, 1.2846e-08, 1.0]) == "0 0 1"
    assert vector([2e-3, 1e-3, 0.0]) == "0.002 0.001 0"  # small, but not beside something large
    assert vector(["a", 0, 1]) == "a 0 1"
    assert direction([0.7071067811865, -0.7071067811865, 1e-9]) == "0.7071 -0.7071 0"


def test_every_letter_has_dots_of_its_own() -> None:
    letters = [chr(FIRST + k) for k in range(95)]
    dots = {letter: stencil(letter, 1).tobytes() for letter in letters}
    assert len(set(dots.values())) == len(letters)


@pytest.mark.parametrize("letter", "gjpqy")
def test_what_hangs_below_the_line_hangs(letter: str) -> None:
    """A q whose stem ends on the line is read as a 9."""
    below = stencil(letter, 1)[-1]
    assert below.any()
    assert not any(stencil(other, 1)[-1].any() for other in "aox09")


def test_q_is_no_nine() -> None:
    apart = (stencil("q", 1) != stencil("9", 1)).sum()
    assert apart >= 8


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_long_work_is_told_to_people_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, told in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        assert run(["check", "one_link", "--states", "1"]) == 0
        assert ("one_link, 1 joint: mass matrix by composite_body" in stream.getvalue()) is told
        assert stream.getvalue().endswith("\r\x1b[K") is told


def test_the_line_goes_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())

    def stopped() -> None:
        with working("a") as tell:
            tell("b")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_check_says_what_differences_are_measured_by(capsys: Captured) -> None:
    assert run(["check", "two_link", "--states", "1"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "measured joint by joint against all that the joint carries" in said
    assert said.count("allowed 1e-12: ok") == 4


def test_an_extra_is_installed_from_the_index_or_in_a_clone() -> None:
    assert "pip install 'erfd[data]'" in extra("data")
    assert "-m pip install -e '.[data]'" in extra("data")


def test_no_format_holds_more_joints_than_the_other() -> None:
    """A robot of URDF can be written as TOML and read again; the root's own joint counts."""
    most = parse_urdf(chain(MOST_JOINTS))
    assert len(most.joints) == MOST_JOINTS
    assert most.to_toml().count("[[joint]]") == MOST_JOINTS  # read again by the writer itself
    with pytest.raises(RobotError, match=f"at most {MOST_JOINTS} are read"):
        parse_urdf(chain(MOST_JOINTS + 1))


def test_the_pages_agree_on_lagrange() -> None:
    pages = [ROOT / "docs" / "algorithms.md", ROOT / "docs" / "counts.md", ROOT / "README.md"]
    algorithms, counts, readme = (" ".join(page.read_text("utf-8").split()) for page in pages)
    assert f"compares it up to {LAGRANGE_JOINTS} joints" in algorithms
    assert f"counts it up to {LARGEST_LAGRANGE}" in algorithms
    assert f"`lagrange` is counted up to {LARGEST_LAGRANGE} joints" in counts
    law = (ROOT / "tests" / "laws" / "test_agreement.py").read_text("utf-8")
    assert 'name != "lagrange" or case.n <= 5' in law
    assert "up to 5" in algorithms
    assert "up to five joints" in readme


@pytest.mark.parametrize("kind", [erfd.PD, erfd.ComputedTorque])
@pytest.mark.parametrize("gains", [(-1, 1), (1, -1), ([1, -2], 1), (np.nan, 1)])
def test_gains_that_drive_away_are_refused(kind: type, gains: tuple[object, object]) -> None:
    with pytest.raises(RobotError, match="a gain is zero or positive"):
        kind(*gains)
    kind(0, [1.0, 2.0])


def test_a_rollout_speaks_in_whole_words() -> None:
    arm = erfd.load("one_link")
    assert repr(erfd.rollout(arm, [0.0], [0.0], 1, 1e-3)).startswith("<Rollout: 1 robot, 1 step of")
    assert "3 robots, 2 steps" in repr(erfd.rollout(arm, np.zeros((3, 1)), [0.0], 2, 1e-3))
