"""The 13-move program of Lola 15: as resolved it parses, as printed it fails at its open brace."""

import math
from pathlib import Path

import pytest

import erfd
from erfd import ProgramError
from erfd.motion.commands import Blend, Circle, Joints, Lin, Pose, Ptp

EXAMPLES = Path(__file__).parents[3] / "examples"
KINDS = [Ptp, Circle, Circle, Lin, Circle, Lin, Lin, Circle, Lin, Circle, Ptp, Ptp, Ptp]


@pytest.fixture(scope="module")
def program() -> erfd.Program:
    return erfd.parse(EXAMPLES / "lola15.irl")


def test_it_has_15_variables_and_13_moves(program: erfd.Program) -> None:
    assert program.name == "lola15dd"
    assert len(program.variables) == 15
    assert len(program.moves) == 13
    assert program.warnings == ()
    commands = list(program.commands())
    assert [type(x) for x in commands] == KINDS
    assert [x.move for x in commands] == list(range(1, 14))
    assert [x.line for x in commands] == list(range(23, 36))
    assert {x.act_rob for x in commands} == {"lola_15"}


def test_targets_are_in_si_units(program: erfd.Program) -> None:
    first, second, *_ = program.commands()
    assert isinstance(first, Ptp)
    assert isinstance(first.target, Pose)
    assert first.target.position == pytest.approx((0.7869329, 0.4029624, 0.632855), abs=1e-15)
    assert (first.target.status, first.target.turns) == (4, None)
    a, b, c = (math.radians(x) for x in (15, -60, -175.03779))
    assert first.target.rotation is not None
    x_axis = [row[0] for row in first.target.rotation]
    wanted = [math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), -math.sin(b)]
    assert x_axis == pytest.approx(wanted, abs=1e-15)
    assert math.atan2(first.target.rotation[2][1], first.target.rotation[2][2]) == pytest.approx(c)
    assert (first.speed_ptp, first.acc_ptp, first.blend) == (0.6, 1.0, Blend("c_ptp"))
    assert isinstance(second, Circle)
    assert second.via == pytest.approx((0.8505427, 0.0, 0.6291809), abs=1e-15)
    assert (second.speed, second.acc, second.c_ori) == (0.76, 1.0, "o_pco")
    assert second.blend == Blend("c_speed")


def test_the_corner_has_its_radius(program: erfd.Program) -> None:
    corner = list(program.commands())[5]
    assert corner.blend == Blend("c_cp", 0.15)


def test_three_joints_leave_the_others_alone(program: erfd.Program) -> None:
    twelfth = list(program.commands())[11]
    assert isinstance(twelfth, Ptp)
    assert twelfth.target == Joints(tuple(math.radians(x) for x in (-115.70, 55.70, 68.70)))
    arm = erfd.load("rl15")
    padded = list(program.commands(arm.robot))[11]
    assert isinstance(padded, Ptp)
    assert padded.target == Joints((*twelfth.target.values, None, None, None))


def test_the_listing_as_printed_fails_at_its_brace() -> None:
    with pytest.raises(ProgramError) as caught:
        erfd.parse(EXAMPLES / "lola15_as_printed.irl")
    first, second = caught.value.every
    assert (first.line, first.column) == (26, 1)
    assert first.what.startswith("E_LEX_COMMENT: ")
    assert "{move circle s1, s2" in first.excerpt
    assert second.what.startswith("E_SYNTAX: 'endseq' is missing")


def test_without_the_brace_the_end_is_missing() -> None:
    text = (EXAMPLES / "lola15_as_printed.irl").read_text("utf-8").replace("{", "")
    with pytest.raises(ProgramError) as caught:
        erfd.parse_text(text)
    assert len(caught.value.every) == 1
    assert caught.value.what == "E_SYNTAX: 'endseq' is missing before the end of the text"
    assert erfd.parse_text(text + "endseq endprogram").name == "lola15dd"
