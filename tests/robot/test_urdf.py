"""What the URDF reader takes from links and joints, trap by trap."""

import math
from pathlib import Path

import pytest

from erfd.algebra import rotate_tensor
from erfd.errors import RobotError
from erfd.robot.placement import Placement, from_rpy
from erfd.robot.records import Limit
from erfd.robot.robot import STANDARD_GRAVITY
from erfd.robot.urdf import parse_urdf, read_urdf
from tests.robot.urdf_samples import (
    INERTIAL,
    LIMIT,
    joint,
    link,
    one_joint,
    read_arm,
    read_joint,
    urdf,
)

TENSOR = '<inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="3"/>'
WRITTEN = ((1.0, 0.1, 0.2), (0.1, 2.0, 0.3), (0.2, 0.3, 3.0))


def flat(matrix):
    return [x for row in matrix for x in row]


def test_the_inertial_origin_places_and_turns() -> None:
    body = read_arm(
        f'<inertial><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><mass value="5"/>{TENSOR}</inertial>'
    )
    assert (body.mass, body.com) == (5.0, (1.0, 2.0, 3.0))
    expected = rotate_tensor(from_rpy(0.1, 0.2, 0.3), WRITTEN)
    assert flat(body.inertia) == pytest.approx(flat(expected), rel=1e-15)
    assert abs(body.inertia[0][0] - 1.0) > 0.01
    assert all(body.inertia[i][j] == body.inertia[j][i] for i in range(3) for j in range(3))


def test_a_quarter_turn_permutes_the_tensor_exactly() -> None:
    body = read_arm(
        f'<inertial><origin rpy="0 0 {math.pi / 2!r}"/><mass value="5"/>{TENSOR}</inertial>'
    )
    assert body.inertia == ((2.0, -0.1, -0.3), (-0.1, 1.0, 0.2), (-0.3, 0.2, 3.0))


def test_without_rotation_the_tensor_keeps_its_bits() -> None:
    assert read_arm(f'<inertial><mass value="5"/>{TENSOR}</inertial>').inertia == WRITTEN


def test_a_link_without_inertial_is_massless() -> None:
    robot = parse_urdf(
        urdf(
            link("ground"),
            link("a", ""),
            link("b"),
            joint("j", "ground", "a"),
            joint("k", "a", "b"),
        )
    )
    a = next(body for body in robot.bodies if body.name == "a")
    assert (a.mass, a.inertia) == (0, ((0, 0, 0), (0, 0, 0), (0, 0, 0)))


def test_the_origin_of_a_joint() -> None:
    given = read_joint(f'<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>{LIMIT}')
    assert given.placement == Placement(from_rpy(0.1, 0.2, 0.3), (1.0, 2.0, 3.0))
    assert read_joint(f'<origin xyz="1 2 3"/>{LIMIT}').placement.R == Placement().R
    assert read_joint(f'<origin rpy="1 2 3"/>{LIMIT}').placement.p == (0.0, 0.0, 0.0)
    assert read_joint().placement == Placement()


def test_a_quaternion_from_version_1_1_on() -> None:
    """w last: the product of half turns about z, y and x."""
    R, q = from_rpy(0.3, -0.5, 1.7), quaternion(0.3, -0.5, 1.7)
    words = 'quat_xyzw="{!r} {!r} {!r} {!r}"'.format(*q)
    text = one_joint(f"<origin {words}/>{LIMIT}").replace("<robot", '<robot version="1.1"')
    given = parse_urdf(text).joints[1].placement
    assert flat(given.R) == pytest.approx(flat(R), abs=1e-15)


def quaternion(roll: float, pitch: float, yaw: float) -> tuple[float, ...]:
    """The unit quaternion x, y, z, w of fixed-axis angles, by the half-angle formulas."""
    (sr, sp, sy), (cr, cp, cy) = (
        [f(angle / 2) for angle in (roll, pitch, yaw)] for f in (math.sin, math.cos)
    )
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )


@pytest.mark.parametrize(
    ("xyz", "axis"),
    [
        ("0 0 1", (0.0, 0.0, 1.0)),
        ("0 -1 0", (0.0, -1.0, 0.0)),
        ("0 0 -2.5", (0.0, 0.0, -1.0)),
        ("3 0 -4", (0.6, 0.0, -0.8)),
        ("1e-5 0 0", (1.0, 0.0, 0.0)),
    ],
)
def test_the_axis_is_normalised(xyz: str, axis: tuple[float, ...]) -> None:
    text = f'<axis xyz="{xyz}"/>{LIMIT}'
    assert read_joint(text).axis == pytest.approx(axis, abs=1e-16)
    length = math.hypot(*map(float, xyz.split()))
    warned = any("normalised" in warning for warning in parse_urdf(one_joint(text)).warnings)
    assert warned is (length != 1.0)


def test_the_default_axis_is_x() -> None:
    assert read_joint().axis == (1.0, 0.0, 0.0)


def test_an_axis_of_unit_length_keeps_its_bits() -> None:
    x = 1 / math.sqrt(3.0)
    assert read_joint(f'<axis xyz="{x!r} {x!r} {-x!r}"/>{LIMIT}').axis == (x, x, -x)


def test_limits_know_where_they_come_from() -> None:
    limits = parse_urdf(one_joint(), file="some/arm.urdf").joints[1].limits
    source = "arm.urdf"
    assert (limits.lower, limits.upper) == (Limit(-2.0, source), Limit(2.0, source))
    assert (limits.effort, limits.speed) == (Limit(50.0, source), Limit(3.0, source))
    assert not limits.acceleration.known


def test_an_acceleration_limit_is_read() -> None:
    limit = '<limit lower="-1" upper="1" effort="1" velocity="1" acceleration="7"/>'
    assert read_joint(limit).limits.acceleration.value == 7.0


@pytest.mark.parametrize(
    ("limit", "unknown", "warning"),
    [
        ("", "lower upper speed effort", "without <limit> all limits are unknown"),
        ('<limit lower="-1" upper="1" effort="0" velocity="1"/>', "effort", 'effort="0" is read'),
        ('<limit lower="-1" upper="1" effort="1" velocity="0.0"/>', "speed", 'velocity="0" is'),
        ('<limit lower="-1" upper="1" velocity="1"/>', "effort", "without effort its limit"),
        ('<limit lower="-1" upper="1" effort="1"/>', "speed", "without velocity its limit"),
        ('<limit effort="1" velocity="1"/>', "lower upper", "without lower and upper"),
        ('<limit lower="0" upper="0" effort="1" velocity="1"/>', "lower upper", 'upper="0" is'),
    ],
)
def test_zero_and_missing_limits_are_unknown(limit: str, unknown: str, warning: str) -> None:
    for kind in ("revolute", "prismatic"):
        robot = parse_urdf(one_joint(limit, kind))
        limits = robot.joints[1].limits
        known = {
            name: getattr(limits, name).known for name in ("lower", "upper", "speed", "effort")
        }
        assert {name for name, is_known in known.items() if not is_known} == set(unknown.split())
        assert len(robot.warnings) == 1
        assert warning in robot.warnings[0]
        assert "joint 'j' (line 4)" in robot.warnings[0]


def test_one_of_lower_and_upper_leaves_the_other_zero() -> None:
    robot = parse_urdf(one_joint('<limit upper="1" effort="1" velocity="1"/>'))
    limits = robot.joints[1].limits
    assert (limits.lower.value, limits.upper.value) == (0.0, 1.0)
    assert robot.warnings == (
        "the one of lower and upper that is missing is 0: joint 'j' (line 4)",
    )


def test_equal_limits_are_kept_and_warned_of() -> None:
    robot = parse_urdf(one_joint('<limit lower="1" upper="1" effort="1" velocity="1"/>'))
    assert robot.joints[1].limits.lower.value == robot.joints[1].limits.upper.value == 1.0
    assert "lower and upper are both 1 rad" in robot.warnings[0]


def test_a_continuous_joint_is_revolute_without_position_limits() -> None:
    found = read_joint(LIMIT, "continuous")
    assert (found.kind, found.continuous) == ("revolute", True)
    assert not found.limits.lower.known
    assert not found.limits.upper.known
    assert (found.limits.effort.value, found.limits.speed.value) == (50.0, 3.0)
    assert parse_urdf(one_joint("", "continuous")).warnings == ()


def test_dynamics_is_the_friction_of_the_joint() -> None:
    friction = read_joint(f'{LIMIT}<dynamics damping="0.1" friction="0.2"/>').friction
    assert (friction.viscous, friction.coulomb) == (0.1, 0.2)
    half = read_joint(f'{LIMIT}<dynamics friction="0"/>').friction
    assert (half.viscous, half.coulomb) == (None, 0.0)
    assert read_joint().friction.viscous is None


def test_the_same_warning_of_many_joints_is_one() -> None:
    names = [f"l{k}" for k in range(9)]
    limit = '<limit lower="-1" upper="1" effort="0" velocity="1"/>'
    chain = [joint(f"j{k}", names[k - 1], names[k], limit) for k in range(1, 9)]
    warnings = parse_urdf(urdf(*map(link, names), *chain)).warnings
    assert len(warnings) == 1
    assert "joint 'j1' (line 11), joint 'j2' (line 12)" in warnings[0]
    assert warnings[0].endswith(", 2 more")


def test_the_first_of_two_counts_as_in_urdfdom() -> None:
    robot = parse_urdf(one_joint(inertial=INERTIAL + INERTIAL.replace('"2"', '"3"')))
    assert robot.bodies[1].mass == 2.0
    assert "the first <inertial> is read, the others are not: link 'arm' (line 3)" in robot.warnings


def test_what_means_nothing_to_dynamics_is_passed_over() -> None:
    shape = (
        '<origin xyz="?"/><geometry><mesh filename="package://gone/x.dae" scale="a b"/></geometry>'
    )
    extras = f"<visual>{shape}</visual><collision>{shape}</collision>"
    strange = '<safety_controller k_velocity="?"/><calibration rising="?"/><controller:x y="1"/>'
    text = urdf(
        '<material name="red"><color rgba="?"/></material>',
        link("ground", extras),
        link("arm", extras + INERTIAL),
        joint("j", "ground", "arm", LIMIT + strange),
        '<transmission name="t"><joint name="j"/></transmission><gazebo><link name="x"/></gazebo>',
        '<unknown xacro="1"/>text',
    )
    robot = parse_urdf(text)
    plain = parse_urdf(one_joint())
    assert (robot.bodies, robot.joints[0]) == (plain.bodies, plain.joints[0])
    assert robot.warnings == ()


def test_what_a_robot_is_otherwise() -> None:
    robot = parse_urdf(one_joint())
    assert (robot.name, robot.gravity, robot.base) == ("sample", STANDARD_GRAVITY, Placement())


def test_a_robot_without_name_is_called_like_its_file() -> None:
    text = urdf(link("ground"), head="")
    robot = parse_urdf(text, file="folder/arm.urdf")
    assert robot.name == "arm"
    assert robot.warnings == ("without a name the robot takes its file's: the robot (line 1)",)


def test_a_file_is_read_like_its_text(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(one_joint(), "utf-8")
    assert read_urdf(path) == parse_urdf(one_joint(), file="arm.urdf")
    assert read_urdf(str(path)).name == "sample"


def test_an_error_names_the_file_as_given(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(one_joint(kind="planar"), "utf-8")
    with pytest.raises(RobotError) as caught:
        read_urdf(path)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(path), 4, 1)
    with pytest.raises(RobotError, match=r"^here:4:1: joint 'j' is of type"):
        parse_urdf(one_joint(kind="planar"), file="here")


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1.0), ("+1.5", 1.5), (".5", 0.5), ("2.", 2.0), ("1e-3", 1e-3), ("1E+2", 100.0)],
)
def test_numbers_as_c_writes_them(text: str, value: float) -> None:
    assert read_arm(f'<inertial><mass value=" {text} "/>{TENSOR}</inertial>').mass == value


@pytest.mark.parametrize("text", ["1_0", "١", "0x1p3", "1e", "e5", ".", "", "1 2", "--1", "1f"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(RobotError, match="is not a number"):
        read_arm(f'<inertial><mass value="{text}"/>{TENSOR}</inertial>')
