"""What a robot file says is what the records hold: units, frames, masses, limits, drives."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np
import pytest

from erfd.algebra import product
from erfd.dynamics.kinematics import pose
from erfd.dynamics.lump import tree_of
from erfd.errors import RobotError
from erfd.robot.dh import DhRow, from_dh
from erfd.robot.drives import Coulomb, RotorPlace
from erfd.robot.library import FOLDER, load
from erfd.robot.placement import Placement, from_rpy, turn
from erfd.robot.records import Frame, JointFriction, Limit, Limits, Mimic
from erfd.robot.robot import Robot
from erfd.robot.rotation import departure
from erfd.robot.toml_reader import parse_toml
from tests.robot.test_dh import random_rows

MM = 'format = 1\nname = "arm"\nunits = { length = "mm", angle = "deg" }\n'
SI = 'format = 1\nname = "arm"\nunits = { length = "m", angle = "rad" }\n'
STANDARD = '[dh]\nconvention = "standard"\n'


def joint(k: int = 1, text: str = "", body: str = "mass = 0", kind: str = "revolute") -> str:
    return (
        f'[[joint]]\nname = "joint_{k}"\nkind = "{kind}"\n{text}\n'
        f'[joint.body]\nname = "link_{k}"\n{body}\n'
    )


def only_joint(text: str, head: str = SI, kind: str = "revolute") -> Robot:
    return parse_toml(head + joint(text=text, kind=kind))


IN_MM = """
gravity = [0, 0, -9.81]
[base]
translation = [100, 200, 300]
rotation = { rpy = [180, 90, -90] }
[[joint]]
name = "joint_1"
kind = "revolute"
placement = { translation = [0, 0, 400], rotation = { axis = [0, 0, 1], angle = 45 } }
limits = { position = [-170, 170], speed = 157, acceleration = 200, effort = 100 }
[joint.body]
name = "link_1"
mass = 12.5
com = [1, 2, 100]
inertia = { xx = 1, yy = 2, zz = 3, xy = 0.1 }
[[joint]]
name = "joint_2"
kind = "prismatic"
placement = { translation = [200, 0, 0] }
limits = { lower = -50, speed = 500, acceleration = 1000, effort = 100 }
mimic = { of = "joint_1", multiplier = 0.001, offset = 10 }
[joint.body]
name = "link_2"
mass = 0
[tool]
translation = [120, 120, 350]
rotation = { rpy = [0, 0, 90] }
[payload]
mass = 15
com = [0, 0, 100]
[[frame]]
name = "flange"
translation = [0, 0, 10]
[drives]
[[drives.motor]]
name = "motor_1"
top_speed_rpm = 3000
ball_screw = { pitch = 5, constant = 77895.25, cosine = 60902.55, sine = 29346.68, of = { joint_1 = 1 }, offset = 90 }
"""  # noqa: E501
IN_SI = f"""
gravity = [0, 0, -9.81]
[base]
translation = [0.1, 0.2, 0.3]
rotation = {{ rpy = [{math.pi}, {math.pi / 2}, {-math.pi / 2}] }}
[[joint]]
name = "joint_1"
kind = "revolute"
placement = {{ translation = [0, 0, 0.4], rotation = {{ axis = [0, 0, 1], angle = {math.pi / 4} }} }}
limits = {{ position = [{math.radians(-170)}, {math.radians(170)}], speed = {math.radians(157)}, acceleration = {math.radians(200)}, effort = 100 }}
[joint.body]
name = "link_1"
mass = 12.5
com = [0.001, 0.002, 0.1]
inertia = {{ xx = 1, yy = 2, zz = 3, xy = 0.1 }}
[[joint]]
name = "joint_2"
kind = "prismatic"
placement = {{ translation = [0.2, 0, 0] }}
limits = {{ lower = -0.05, speed = 0.5, acceleration = 1, effort = 100 }}
mimic = {{ of = "joint_1", multiplier = 0.001, offset = 0.01 }}
[joint.body]
name = "link_2"
mass = 0
[tool]
translation = [0.12, 0.12, 0.35]
rotation = {{ rpy = [0, 0, {math.pi / 2}] }}
[payload]
mass = 15
com = [0, 0, 0.1]
[[frame]]
name = "flange"
translation = [0, 0, 0.01]
[drives]
[[drives.motor]]
name = "motor_1"
top_speed = {100 * math.pi}
ball_screw = {{ pitch = 0.005, constant = 0.07789525, cosine = 0.06090255, sine = 0.02934668, of = {{ joint_1 = 1 }}, offset = {math.pi / 2} }}
"""  # noqa: E501


def test_millimetres_and_degrees_or_metres_and_radians() -> None:
    assert parse_toml(MM + IN_MM) == parse_toml(SI + IN_SI)
    assert parse_toml(MM + IN_MM) != parse_toml(MM + IN_MM.replace("350", "351"))


def row_text(row: DhRow) -> tuple[str, str]:
    """The row as the text of its body and of its joint's dh table."""
    values = {key: getattr(row, key) for key in ("theta", "d", "a", "alpha", "offset")}
    if row.kind == "fixed":
        del values["offset"]
    dh = ", ".join(f"{key} = {float(x)!r}" for key, x in values.items() if x is not None)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = row.inertia
    entries = {"xx": xx, "yy": yy, "zz": zz, "xy": xy, "xz": xz, "yz": yz}
    inertia = ", ".join(f"{key} = {x!r}" for key, x in entries.items())
    body = f"mass = {row.mass!r}\ncom = {list(row.com)}\ninertia = {{ {inertia} }}"
    return body, f"dh = {{ {dh} }}"


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(5))
def test_a_dh_file_is_the_dh_table(convention: str, seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, 6, fixed=0.2)
    text = SI + f'[dh]\nconvention = "{convention}"\n'
    for k, row in enumerate(rows, 1):
        body, dh = row_text(row)
        text += joint(k, dh, body, row.kind)
    text += "[tool]\ntranslation = [0.1, 0.2, 0.3]\n"
    tool = Placement(p=(0.1, 0.2, 0.3))
    robot = from_dh("arm", rows, convention=convention, tool=tool)
    assert parse_toml(text) == robot


REFERENCE = f"""
{MM}{STANDARD}
{
    joint(
        1,
        "dh = { d = 100, a = 200, alpha = 90, offset = 90 }",
        '''mass = 2
com = [-100, 0, 0]
inertia = { xx = 1, yy = 2, zz = 3, xy = 0.25 }''',
    )
}
{joint(2, "placement = { translation = [10, 20, 30] }" + chr(10) + "axis = [1, 0, 0]")}
[[frame]]
name = "elbow"
body = "link_1"
[[frame]]
name = "column"
body = "base"
translation = [1, 0, 0]
[tool]
body = "link_1"
translation = [0, 0, 50]
"""


def test_the_reference_frame_of_a_standard_dh_body() -> None:
    """x' = x, y' = z, z' = -y across alpha = 90 deg, then 200 mm along x and 100 mm along z."""
    robot = parse_toml(REFERENCE)
    across = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    assert robot.joints[0].placement == Placement(((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    assert robot.bodies[0].com == (0.1, 0, 0.1)
    assert robot.bodies[0].inertia == ((1, 0, 0.25), (0, 3, 0), (0.25, 0, 2))
    turned, moved = robot.joints[1].placement
    assert turned == across
    assert moved == pytest.approx((0.21, -0.03, 0.12), rel=1e-15)
    assert robot.joints[1].axis == (1, 0, 0)
    end = Placement(across, (0.2, 0, 0.1))
    assert robot.frames == (
        Frame(name="dh_1", body="link_1", placement=end),
        Frame(name="elbow", body="link_1", placement=end),
        Frame(name="column", body="base", placement=Placement(p=(0.001, 0, 0))),
    )
    tool = Placement(across, (0.2, -0.05, 0.1))
    assert robot.tool == Frame(name="tool", body="link_1", placement=tool)


def test_a_modified_dh_body_has_its_dh_frame_as_joint_frame() -> None:
    robot = parse_toml(REFERENCE.replace("standard", "modified"))
    assert robot.bodies[0].com == (-0.1, 0, 0)
    assert robot.joints[0].placement.p == (0.2, -0.1, 0)
    assert robot.frames[0].placement == Placement()
    assert robot.tool.placement.p == (0, 0, 0.05)


def test_the_zero_pose_is_the_offset() -> None:
    text = MM + STANDARD + joint(1, "dh = { d = 0, a = 1000, alpha = 0, offset = 30 }")
    text += joint(2, "dh = { theta = 60, a = 0, alpha = 0, offset = 500 }", kind="prismatic")
    tree = tree_of(parse_toml(text))
    place = pose(tree, [0, 0], tree.tool)
    assert np.allclose(place.p, (math.cos(math.pi / 6), 0.5, 0.5))
    assert np.allclose(place.R, turn("z", math.pi / 2), atol=1e-15)


def test_inertia_about_the_frame_is_brought_to_the_centre_of_mass() -> None:
    mass = "mass = 2\ncom = [0.5, 0, 1]\n"
    entries = "xx = 5, yy = 6, zz = 7, xy = 0.1, xz = -0.2, yz = 0.3"
    frame = joint(body=mass + f'inertia = {{ {entries}, about = "frame" }}')
    whole = "[[5, 0.1, -0.2], [0.1, 6, 0.3], [-0.2, 0.3, 7]]"
    same = joint(body=mass + f'inertia = {{ matrix = {whole}, about = "frame" }}')
    com = joint(body=mass + f'inertia = {{ {entries}, about = "com" }}')
    assert parse_toml(SI + frame) == parse_toml(SI + same)
    assert parse_toml(SI + com).bodies[0].inertia == ((5, 0.1, -0.2), (0.1, 6, 0.3), (-0.2, 0.3, 7))
    c = np.array([0.5, 0, 1])
    steiner = 2 * (c @ c * np.eye(3) - np.outer(c, c))
    moved = np.array(parse_toml(SI + frame).bodies[0].inertia) + steiner
    assert np.allclose(moved, ((5, 0.1, -0.2), (0.1, 6, 0.3), (-0.2, 0.3, 7)), atol=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_three_ways_to_say_a_rotation(seed: int) -> None:
    rng = random.Random(seed)
    angles = [rng.uniform(-3, 3) for _ in range(3)]
    R = np.array(from_rpy(*angles))
    angle = math.acos((np.trace(R) - 1) / 2)
    axis = np.array((R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])).tolist()
    for said in (
        f"rpy = {angles}",
        f"matrix = {R.tolist()}",
        f"axis = {axis}, angle = {angle!r}",
    ):
        robot = only_joint(f"placement = {{ rotation = {{ {said} }} }}")
        found = robot.joints[0].placement.R
        assert np.allclose(found, R, rtol=0, atol=1e-14)
        assert departure(found) < 1e-14
        assert not robot.warnings


def test_rpy_is_about_fixed_axes() -> None:
    R = only_joint("placement = { rotation = { rpy = [90, 0, 90] } }", MM).joints[0].placement.R
    assert product(turn("z", math.pi / 2), turn("x", math.pi / 2)) == R
    assert R == ((0, 0, 1), (1, 0, 0), (0, 1, 0))


@pytest.mark.parametrize(
    ("axis", "name"), [("[0, 0, 1]", "z"), ("[0, 5, 0]", "y"), ("[-1, 0, 0]", "x")]
)
def test_quarter_turns_about_coordinate_axes_are_exact(axis: str, name: str) -> None:
    sign = -1 if "-" in axis else 1
    for k in range(-4, 5):
        said = f"placement = {{ rotation = {{ axis = {axis}, angle = {90 * k} }} }}"
        R = only_joint(said, MM).joints[0].placement.R
        assert turn(name, sign * k * math.pi / 2) == R


def test_a_matrix_not_quite_orthogonal_is_brought_to_a_rotation_and_that_is_said() -> None:
    said = "[[1, 1e-8, 0], [0, 1, 0], [0, 0, 1]]"
    robot = only_joint(f"placement = {{ rotation = {{ matrix = {said} }} }}")
    R = robot.joints[0].placement.R
    assert departure(R) < 1e-15
    assert R[0][1] == pytest.approx(0.5e-8)
    assert R[1][0] == pytest.approx(-0.5e-8)
    (warning,) = robot.warnings
    assert warning.startswith("joint 'joint_1', placement, rotation: the matrix is off a rotation")


@pytest.mark.parametrize(
    ("said", "axis", "warned"),
    [
        ("[0, 0, 1]", (0, 0, 1), False),
        ("[0.6, 0, -0.8]", (0.6, 0, -0.8), False),
        ("[0, 1.0000001, 0]", (0, 1, 0), False),
        ("[0, 0, -2]", (0, 0, -1), True),
        ("[3, 0, 4]", (0.6, 0, 0.8), True),
        ("[1e200, 0, 0]", (1, 0, 0), True),
        ("[0, 1e-320, 0]", (0, 1, 0), True),
    ],
)
def test_axes_are_brought_to_length_one(said: str, axis: tuple[float, ...], warned: bool) -> None:
    robot = only_joint(f"axis = {said}")
    assert robot.joints[0].axis == axis
    assert bool(robot.warnings) == warned
    assert not warned or "'axis' has length" in robot.warnings[0]


def test_what_is_left_out() -> None:
    robot = only_joint("")
    assert robot.gravity == (0, 0, -9.81)
    assert robot.base == Placement()
    assert robot.tool == Frame(name="tool", body="link_1")
    assert robot.joints[0].limits == Limits()
    assert (robot.joints[0].parent, robot.joints[0].axis) == ("base", (0, 0, 1))
    assert robot.payload is robot.drives is robot.joints[0].mimic is None
    assert robot.joints[0].friction.viscous is robot.joints[0].friction.coulomb is None


def test_a_tree() -> None:
    text = SI + joint(1) + joint(2) + joint(3, 'parent = "link_1"') + joint(4, 'parent = "base"')
    assert [j.parent for j in parse_toml(text).joints] == ["base", "link_1", "link_1", "base"]


@pytest.mark.parametrize(
    ("said", "limits"),
    [
        ("speed = 2", Limits(speed=Limit(2.0))),
        ('speed = 2, source = "sheet"', Limits(speed=Limit(2.0, "sheet"))),
        (
            'position = [-1, 2], effort = 7, source = { position = "sheet" }',
            Limits(lower=Limit(-1.0, "sheet"), upper=Limit(2.0, "sheet"), effort=Limit(7.0)),
        ),
        (
            'upper = 2, source = { position = "sheet", lower = "nobody knows" }',
            Limits(lower=Limit(None, "nobody knows"), upper=Limit(2.0, "sheet")),
        ),
        ("position = [0, 0]", Limits(lower=Limit(0.0), upper=Limit(0.0))),
    ],
)
def test_limits_and_their_sources(said: str, limits: Limits) -> None:
    assert only_joint(f"limits = {{ {said} }}").joints[0].limits == limits


def test_a_mimic_s_offset_has_the_follower_s_unit() -> None:
    follower = 'mimic = { of = "joint_1", multiplier = 2, offset = 90 }'
    robot = parse_toml(MM + joint(1) + joint(2, follower) + joint(3, follower, kind="prismatic"))
    assert robot.joints[1].mimic == Mimic(of="joint_1", multiplier=2, offset=math.pi / 2)
    assert robot.joints[2].mimic == Mimic(of="joint_1", multiplier=2, offset=0.09)
    early = parse_toml(MM + joint(1, 'mimic = { of = "joint_2" }') + joint(2))
    assert early.joints[0].mimic == Mimic(of="joint_2")


def test_drives() -> None:
    robot = parse_toml(
        SI
        + joint(9)
        + joint(2, 'mimic = { of = "joint_9" }')
        + joint(3, kind="fixed")
        + joint(4)
        + """
[drives]
sources = { peak_torque = "catalogue", top_speed = "catalogue" }
[[drives.motor]]
name = "left"
ratios = { joint_4 = -1, joint_9 = 120 }
peak_torque = 17.8
top_speed_rpm = 60
sources = { top_speed = "plate" }
[[drives.motor]]
name = "right"
ratios = { joint_4 = 100 }
load_friction = 0
"""
    )
    assert robot.drives is not None
    left, right = robot.drives.motors
    assert (left.ratios, right.ratios) == ((120, -1), (0, 100))
    assert left.peak_torque == Limit(17.8, "catalogue")
    assert left.top_speed == Limit(2 * math.pi, "plate")
    assert left.peak_current == Limit()
    assert (left.rotor_inertia, right.load_friction) == (None, 0)


def test_a_motor_with_all_that_can_be_said() -> None:
    robot = parse_toml(
        MM
        + joint()
        + """
[drives]
sources = { continuous_torque = "plate" }
[[drives.motor]]
name = "one"
ratios = { joint_1 = 120 }
continuous_torque = 2
torque_curve_rpm = [[1500, 6], [3000, 4]]
resistance = 1.2
supply_voltage = 48
rotor = { body = "link_1", axis = [0, 2, 0] }
coulomb_friction = { kinetic = [0.1, 0.2], starting = 0.3 }
efficiency = 0.8
backward_efficiency = 0.7
[[drives.motor]]
name = "two"
ratios = { joint_1 = 1 }
coulomb_friction = 0.1
[[drives.element]]
name = "nut"
kind = "prismatic"
on = "link_1"
placement = { translation = [10, 0, 0] }
motor = "one"
ratio = 0.001
mass = 0.5
com = [0, 0, 20]
inertia = { xx = 1, yy = 1, zz = 1 }
"""
    )
    assert robot.drives is not None
    one, two = robot.drives.motors
    assert one.continuous_torque == Limit(2, "plate")
    assert one.torque_curve == ((50 * math.pi, 6), (100 * math.pi, 4))
    assert (one.resistance, one.supply_voltage) == (1.2, 48)
    assert one.rotor == RotorPlace(body="link_1", axis=(0, 1, 0))
    assert one.coulomb_friction == Coulomb(
        forward=0.1, backward=0.2, starting_forward=0.3, starting_backward=0.3
    )
    assert (one.efficiency, one.backward_efficiency, two.efficiency) == (0.8, 0.7, None)
    assert two.coulomb_friction == Coulomb(forward=0.1, backward=0.1)
    assert (two.torque_curve, two.rotor) == ((), None)
    (nut,) = robot.drives.elements
    assert (nut.joint.parent, nut.joint.placement.p) == ("link_1", (0.01, 0, 0))
    assert (nut.motor, nut.ratio, nut.body.com) == ("one", 0.001, (0, 0, 0.02))


def test_drives_in_the_frames_of_a_table() -> None:
    """Axes and places are given in the DH frame at the link's far end."""
    table = """
[dh]
convention = "standard"
[[joint]]
name = "j"
kind = "revolute"
dh = { d = 0, a = 300, alpha = 90 }
friction = { reaction = 0.1, diameter = 60 }
[joint.body]
name = "b"
mass = 0
[[drives.motor]]
name = "m"
ratios = { j = 5 }
rotor = { body = "b", axis = [0, 0, 1] }
[[drives.element]]
name = "e"
kind = "revolute"
on = "b"
ratios = { j = 3 }
mass = 0
"""
    robot = parse_toml(MM + table)
    assert robot.drives is not None
    assert robot.drives.motors[0].rotor is not None
    assert robot.drives.motors[0].rotor.axis == pytest.approx((0, -1, 0))
    assert robot.drives.elements[0].joint.placement.p == pytest.approx((0.3, 0, 0))
    assert robot.joints[0].friction == JointFriction(reaction=0.1, diameter=0.06)


def test_texts() -> None:
    head = 'description = "an arm"\nprogram_names = ["a", "b"]\nremarks = ["r"]\n'
    robot = parse_toml(SI + head + 'sources = { mass = "sheet" }\n' + joint())
    assert (robot.description, robot.program_names, robot.remarks) == ("an arm", ("a", "b"), ("r",))
    assert robot.sources == {"mass": "sheet"}


def test_a_payload_without_inertia_is_a_point() -> None:
    robot = parse_toml(MM + joint() + "[payload]\nmass = 15\ncom = [0, 0, 100]\n")
    assert robot.payload is not None
    assert (robot.payload.mass, robot.payload.com) == (15, (0, 0, 0.1))
    assert not np.array(robot.payload.inertia).any()


def test_a_joint_without_place_only_where_there_is_no_dh() -> None:
    assert only_joint("").joints[0].placement == Placement()
    with pytest.raises(RobotError, match="neither 'dh' nor 'placement'"):
        parse_toml(SI + STANDARD + joint())


def test_numbers_are_floats() -> None:
    robot = parse_toml(MM + IN_MM)
    numbers = [x for b in robot.bodies for x in (b.mass, *b.com) if b.mass]
    numbers += [*robot.gravity, robot.joints[0].limits.speed.value]
    assert all(type(x) is float for x in numbers)


def test_the_file_s_name_is_in_its_errors() -> None:
    with pytest.raises(RobotError, match=r"^arm.toml:2:1: the robot: 'name' is 7"):
        parse_toml("format = 1\nname = 7\n", file="arm.toml")


def test_changing_the_library_robot_changes_the_record() -> None:
    text = (FOLDER / "rl15.toml").read_text("utf-8")
    changed = parse_toml(text.replace("mass = 252", "mass = 253"))
    assert changed != load("rl15")
    bodies = (dataclasses.replace(changed.bodies[0], mass=252.0), *changed.bodies[1:])
    assert dataclasses.replace(changed, bodies=bodies) == load("rl15")


def test_a_payload_that_no_body_is_has_its_place() -> None:
    text = load("two_link").to_toml()
    text += "\n[payload]\nmass = 2.0\ninertia = { xx = 1, yy = 1, zz = 3 }\n"
    with pytest.raises(RobotError, match="the payload has principal moments 1, 1, 3") as caught:
        parse_toml(text)
    assert caught.value.line == text.split("\n").index("[payload]") + 1
