"""What expressions are worth: types, conversions, frames, functions; worked out early or late."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import erfd
from erfd.algebra import apply, product
from erfd.errors import ProgramError
from erfd.motion.commands import Pose, Ptp, Wait
from erfd.motion.language.frames import rotation, triple

angles = st.floats(-180, 180, allow_subnormal=False)
lengths = st.floats(-3000, 3000, allow_subnormal=False)
orientations = st.tuples(angles, angles, angles)
positions = st.tuples(lengths, lengths, lengths)
poses = st.tuples(positions, orientations)
wholes = st.integers(-1000, 1000)


def number(expression: str, declarations: str = "") -> float:
    """What an expression is worth when the program runs."""
    text = f"program p; var {declarations} endvar seq wait {expression}; endseq endprogram"
    (command,) = erfd.parse_text(text).commands()
    assert isinstance(command, Wait)
    return command.seconds


def pose(expression: str, declarations: str = "") -> Pose:
    text = f"program p; var {declarations} endvar seq move ptp {expression}; endseq endprogram"
    (command,) = erfd.parse_text(text).commands()
    assert isinstance(command, Ptp)
    assert isinstance(command.target, Pose)
    return command.target


def kept(expression: str, kind: str) -> str:
    """Declarations that keep an expression from being worked out early."""
    return f"{kind}: kept = {expression};"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 / 2", 3.5),
        ("7 div 2", 3),
        ("-7 div 2 + 10", 7),
        ("7 mod 3", 1),
        ("10 + -7 mod 3", 9),
        ("2 - 3 - 4 + 10", 5),
        ("100 / 10 / 5", 2),
        ("int(3.99)", 3),
        ("int(-3.99) + 10", 7),
        ("real(2) / 4", 0.5),
        ("sin(30)", 0.5),
        ("sin(150) + sin(-30)", 0),
        ("cos(60) + cos(120)", 0),
        ("cos(90)", 0),
        ("tan(45)", 1),
        ("atan2(1, -1)", 135),
        ("sqrt(2) * sqrt(2)", 2),
        ("abs(-3) + abs(2.5)", 5.5),
        ("1e2 + 1.5E-1 + 2.", 102.15),
        ("890.2428 - 610", 280.2428),
    ],
)
def test_numbers(expression: str, value: float) -> None:
    assert number(expression) == pytest.approx(value, abs=1e-15, rel=1e-15)


@given(wholes, wholes.filter(bool))
def test_division_of_whole_numbers(a: int, b: int) -> None:
    """div is towards zero and mod is what it leaves, early and late."""
    declared = f"int: a = {a}, b = {b};"
    wanted = int(a / b)
    assert number(f"({a}) div ({b}) + 1000") == wanted + 1000
    assert number("a div b + 1000", declared) == wanted + 1000
    assert number("a div b * b + a mod b + 1000", declared) == a + 1000


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("true and not false", True),
        ("true or 1 / 0 > 1", True),
        ("false and 1 / 0 > 1", False),
        ("not 1 > 2", True),
        ("1 = 1.0", True),
        ("1 <> 2 and 2 >= 2 and 1 <= 1 and 1 < 2", True),
        ('"a" = "a"', True),
        ('"a" <> "A"', True),
        ("true = false or 3 > 2", True),
    ],
)
def test_conditions(condition: str, value: bool) -> None:
    late = condition.replace("1 /", "one /").replace("true", "yes").replace("2", "two")
    for text in (condition.replace("1 /", "one /"), late):
        declared = "int: one = 1, two = 2; bool: yes = true;"
        body = f"if {text} then wait 1; else wait 2; endif"
        program = f"program p; var {declared} endvar seq {body} endseq endprogram"
        (command,) = erfd.parse_text(program).commands()
        assert isinstance(command, Wait)
        assert command.seconds == (1 if value else 2)


def spelled(value: Any) -> str:
    return f"({', '.join(map(spelled, value))})" if isinstance(value, tuple) else repr(value)


@given(orientations)
def test_an_orientation_is_rz_ry_rx(abc: tuple[float, float, float]) -> None:
    a, b, c = (math.radians(x) for x in abc)
    found = pose(f"pose((0, 0, 0), {spelled(abc)})").rotation
    assert found is not None
    wanted = (
        math.cos(a) * math.cos(b),
        math.sin(a) * math.cos(b),
        -math.sin(b),
        math.cos(b) * math.sin(c),
        math.cos(b) * math.cos(c),
    )
    numbers = (found[0][0], found[1][0], found[2][0], found[2][1], found[2][2])
    assert numbers == pytest.approx(wanted, abs=1e-14)


@given(orientations)
def test_the_triple_gives_the_rotation_back(abc: tuple[float, float, float]) -> None:
    again = rotation(triple(rotation(abc)))
    for row, wanted in zip(again, rotation(abc), strict=True):
        assert row == pytest.approx(wanted, abs=1e-12)


@given(poses, poses, st.booleans())
def test_frames_compose(outer: Any, inner: Any, early: bool) -> None:
    """(R1, p1) @ (R2, p2) = (R1 R2, R1 p2 + p1), worked out early or while the program runs."""
    left, right = f"pose{spelled(outer)}", f"pose{spelled(inner)}"
    found = pose(f"{left} @ {right}") if early else pose(f"kept @ {right}", kept(left, "pose"))
    R1, R2 = rotation(outer[1]), rotation(inner[1])
    wanted = [a + b for a, b in zip(apply(R1, inner[0]), outer[0], strict=True)]
    assert [1000 * x for x in found.position] == pytest.approx(wanted, abs=1e-9)
    assert found.rotation is not None
    for row, other in zip(found.rotation, product(R1, R2), strict=True):
        assert row == pytest.approx(other, abs=1e-9)


@given(poses, positions)
def test_a_frame_and_its_inverse(frame: Any, point: Any) -> None:
    declared = kept(f"pose{spelled(frame)}", "pose")
    back = pose(f"robtarg(inv(kept) @ (kept @ position{spelled(point)}))", declared)
    assert [1000 * x for x in back.position] == pytest.approx(point, abs=1e-8)
    turned = pose("inv(kept) @ kept", declared).rotation
    assert turned is not None
    flat = [x for row in turned for x in row]
    assert flat == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-9)


@given(orientations, orientations, positions)
def test_orientations_compose(first: Any, second: Any, point: Any) -> None:
    left, right = f"orientation{spelled(first)}", f"orizyx{spelled(second)}"
    once = pose(f"pose(({left} @ {right}) @ position{spelled(point)}, (0, 0, 0))").position
    twice = pose(f"pose({left} @ ({right} @ position{spelled(point)}), (0, 0, 0))").position
    assert once == pytest.approx(twice, abs=1e-9)


@given(positions, positions, st.floats(-100, 100))
def test_positions_are_vectors(a: Any, b: Any, factor: float) -> None:
    found = pose(f"robtarg(position{spelled(a)} * {spelled(factor)} - {spelled(b)})").position
    wanted = [x * factor - y for x, y in zip(a, b, strict=True)]
    assert [1000 * x for x in found] == pytest.approx(wanted, abs=1e-9, rel=1e-12)


SHAPES = {
    "robtarg(((1, 2, 3), (0, 0, 180)), 4)": (True, 4, None),
    "robtarg(pose((1, 2, 3), (0, 0, 180)))": (True, None, None),
    "robtarg((1, 2, 3))": (False, None, None),
    "robtarg(position(1, 2, 3), 8)": (False, 8, None),
    "robtarg(((1, 2, 3), (0, 0, 180)), 5, (0, 0, 0, 1))": (True, 5, (0, 0, 0, 1, 0, 0)),
    "robtarg(((1, 2, 3), (0, 0, 180)), 5, 0)": (True, 5, (0,) * 6),
    "robtarg(((1, 2, 3), (0, 0, 180)), 5, 0, addjoint(1, 2))": (True, 5, (0,) * 6),
    "((1, 2, 3), (0, 0, 180))": (True, None, None),
    "((1, 2, 3), orizyx(0, 0, 180))": (True, None, None),
    "(((1, 2, 3), (0, 0, 180)), 9)": (True, 9, None),
    "(position(1, 2, 3), 9)": (False, 9, None),
    "pose((1, 2, 3), (0, 0, 180))": (True, None, None),
    "pose((1, 2, 3))": (False, None, None),
}


@pytest.mark.parametrize("text", SHAPES)
def test_brackets_make_what_is_wanted(text: str) -> None:
    oriented, status, turns = SHAPES[text]
    found = pose(text)
    assert found.position == (0.001, 0.002, 0.003)
    assert (found.rotation is not None) == oriented
    assert (found.status, found.turns) == (status, turns)
    assert pose("kept", kept(text, "robtarg")) == found


def test_what_is_unspecified_has_no_value() -> None:
    declared = "robtarg: s = robtarg(position(1, 2, 3)); mainjoint: q = mainjoint(1, 2);"
    assert number("s.pose.position.z + q.q2", declared) == 5
    for wrong in ("s.status", "s.pose.orientation.a", "q.q3", "s.turns"):
        with pytest.raises(ProgramError, match=r"E_UNSET|E_TYPE"):
            number(wrong, declared)


def test_system_variables_are_those_of_the_robot_until_assigned() -> None:
    arm = erfd.load("rl15")
    text = (
        "program p; seq wait r_speed / 1000; r_speed = 70; wait r_speed; wait r_c_ptp;"
        " wait r_tool.position.z + r_base.position.x; endseq endprogram"
    )
    waits = list(erfd.parse_text(text).commands(arm.robot))
    tool = arm.robot.tool.placement.p[2]
    wanted = [arm.robot.system.r_speed, 70, arm.robot.system.r_c_ptp, 1000 * tool]
    assert [w.seconds for w in waits if isinstance(w, Wait)] == pytest.approx(wanted)
    with pytest.raises(ProgramError, match="E_UNSET"):
        list(erfd.parse_text(text).commands())
