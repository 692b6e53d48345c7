"""What a plan's notices and errors advise fits the move that they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

import erfd
from erfd.errors import ProgramError
from erfd.trajectory import Trajectory

CRANE = erfd.load(Path(__file__).parents[2] / "repair" / "robots" / "crane.toml")


def planned(moves: str) -> Trajectory:
    return erfd.plan(erfd.parse_text(f"program p; seq {moves} endseq endprogram"), CRANE)


def test_moves_that_overlap_are_told_to_leave_the_blend_out() -> None:
    text = "move ptp mainjoint(40, 20, 100, 10) {}; move ptp mainjoint(0, 0, 0, 0);"
    plan = planned(text.format("c_ptp"))
    assert {n.code for n in plan.notices} == {"W_JOINT_ACC"}
    for notice in plan.notices:
        assert notice.remedy.startswith("leave out c_ptp, or lower acc_ptp= of both moves")
        assert "speed=" not in notice.remedy
    worst = next(n for n in plan.notices if n.joint == "slew")
    assert worst.text.startswith("slew at 200 % of its stated acceleration maximum, -800 deg/s^2")
    assert planned(text.format("")).notices == ()


def test_a_path_is_told_the_words_of_a_path() -> None:
    moves = (
        "move ptp mainjoint(0, 60, 100, -30); move lin position(80, 650, 0) speed=900 acc=20000;"
    )
    codes = {n.code: n.remedy for n in planned(moves).notices}
    assert codes["W_JOINT_ACC"].startswith("lower speed= or acc= of the move")


def test_an_arm_of_four_joints_cannot_keep_every_attitude() -> None:
    moves = "move ptp mainjoint(0, 60, 100, -30); move lin position(300, 400, 300) speed=200;"
    with pytest.raises(ProgramError, match=r"with 4 joints .* but not in this attitude") as caught:
        planned(moves)
    assert "out of reach" not in str(caught.value)
    with pytest.raises(ProgramError, match="E_UNREACHABLE") as caught:
        planned("move ptp mainjoint(0, 60, 100, -30); move lin position(3000, 400, 300) speed=200;")
    assert "move ptp" in str(caught.value) or "move the target" in str(caught.value)
