"""A robot written as URDF is the same robot, read by us or by Pinocchio."""

import dataclasses
import math
import random
import xml.etree.ElementTree as ET
from fractions import Fraction

import pinocchio as pin
import pytest
import sympy

from erfd.dynamics.kinematics import pose
from erfd.dynamics.lump import tree_of
from erfd.errors import RobotError
from erfd.robot import library
from erfd.robot.drives import Drives, Motor
from erfd.robot.placement import Placement, from_rpy
from erfd.robot.records import (
    BASE,
    Body,
    Frame,
    Joint,
    JointFriction,
    Limit,
    Limits,
    Mimic,
    Payload,
)
from erfd.robot.robot import STANDARD_GRAVITY, Robot
from erfd.robot.urdf import parse_urdf
from tests.robot.urdf_oracle import gap, ours, random_states, worst_gaps
from tests.robot.urdf_samples import difference
from tests.samples import random_body, random_placement, random_robot, random_rotation

SEEDS = range(20)
PLACE = Placement(from_rpy(0.1, 0.2, 0.3), (1.0, 2.0, 3.0))


def plain(robot: Robot) -> Robot:
    """What URDF can say of it: standard gravity, the base in its place."""
    return dataclasses.replace(robot, gravity=STANDARD_GRAVITY, base=Placement())


def some_robot(seed: int, n: int = 8) -> Robot:
    """Random trees with what a URDF can hold besides bodies."""
    rng = random.Random(seed)
    robot = random_robot(rng, n)
    bodies = [body.name for body in robot.bodies]
    frames = tuple(
        Frame(name=f"frame_{k}", body=rng.choice([BASE, *bodies]), placement=random_placement(rng))
        for k in range(2)
    )
    body = random_body(rng, "load")
    load = Payload(mass=body.mass, com=body.com, inertia=body.inertia)
    joints = tuple(with_limits(joint, rng) for joint in robot.joints)
    return dataclasses.replace(robot, frames=frames, payload=load, joints=joints)


def with_limits(joint: Joint, rng: random.Random) -> Joint:
    if joint.kind == "fixed" or rng.random() < 0.3:
        return joint
    values = sorted(rng.uniform(-3.0, 3.0) for _ in range(2))
    limits = Limits(
        lower=Limit(values[0], "test"),
        upper=Limit(values[1], "test"),
        speed=Limit(rng.uniform(1.0, 2.0), "test"),
        acceleration=rng.choice([Limit(), Limit(rng.uniform(1.0, 2.0), "test")]),
        effort=rng.choice([Limit(), Limit(rng.uniform(1.0, 2.0), "test")]),
    )
    friction = JointFriction(viscous=rng.choice([None, 0.0, rng.random()]), coulomb=rng.random())
    return dataclasses.replace(joint, limits=limits, friction=friction)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_dynamics_read_back(seed: int) -> None:
    robot = plain(some_robot(seed))
    again = parse_urdf(robot.to_urdf())
    assert [j.name for j in again.moving] == [j.name for j in robot.moving]
    for state in random_states(robot):
        assert gap(ours(again, state), ours(robot, state)) < 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_pinocchio_reads_the_same_robot(seed: int) -> None:
    robot = plain(some_robot(seed))
    text = robot.to_urdf()
    gaps = worst_gaps(robot, lambda mimic: pin.buildModelFromXML(text, mimic))
    assert max(gaps.values()) < 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_the_numbers_read_back(seed: int) -> None:
    robot = some_robot(seed)
    again = parse_urdf(robot.to_urdf())
    joints = {joint.name: joint for joint in again.joints}
    bodies = {body.name: body for body in again.bodies}
    for joint, body in zip(robot.joints, robot.bodies, strict=True):
        axis = joints[joint.name].axis if joint.kind == "fixed" else joint.axis
        assert difference(dataclasses.replace(joint, axis=axis), joints[joint.name]) < 1e-15
        assert difference(body, bodies[body.name]) == 0.0
    for frame in robot.frames:
        carrier = next(joint for joint in again.joints if joint.child == frame.name)
        assert carrier.parent == frame.body
        assert difference(frame.placement, carrier.placement) < 1e-15


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tool_reads_back(seed: int) -> None:
    rng = random.Random(seed)
    robot = some_robot(seed)
    if seed % 2:
        body = rng.choice([BASE, *(b.name for b in robot.bodies)])
        at = rng.choice([Placement(), random_placement(rng)])
        robot = robot.with_tool(Frame(name="tool", body=body, placement=at))
    again = parse_urdf(robot.to_urdf())
    tree, read = tree_of(robot), tree_of(again)
    q = [rng.uniform(-3.0, 3.0) for _ in range(tree.n)]
    assert difference(pose(tree, q, tree.tool), pose(read, q, read.tool)) < 1e-13


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_writing_changes_nothing(seed: int) -> None:
    once = parse_urdf(some_robot(seed).to_urdf())
    twice = parse_urdf(once.to_urdf())
    assert difference(once, twice) < 1e-15


@pytest.mark.parametrize("name", library.names())
def test_the_library_reads_back(name: str) -> None:
    robot = plain(library.load(name))
    again = parse_urdf(robot.to_urdf())
    for state in random_states(robot):
        for a, b in zip(ours(again, state), ours(robot, state), strict=True):
            assert abs(a - b).max() <= 1e-13 * max(1.0, abs(b).max())


def two_joints(**changes: object) -> Robot:
    first = Joint(name="lead", kind="revolute", parent=BASE, child="a", placement=PLACE)
    second = Joint(name="tail", kind="revolute", parent="a", child="b", placement=PLACE)
    bodies = tuple(random_body(random.Random(name), name) for name in ("a", "b"))
    joints = (first, dataclasses.replace(second, **changes))
    return Robot(name="two", joints=joints, bodies=bodies, tool=Frame(name="tool", body="b"))


def again(robot: Robot) -> Joint:
    return next(j for j in parse_urdf(robot.to_urdf()).joints if j.name == "tail")


def test_a_mimic_is_written() -> None:
    robot = two_joints(mimic=Mimic(of="lead", multiplier=-1.1, offset=0.2))
    assert again(robot).mimic == robot.joints[1].mimic
    text = robot.to_urdf()
    gaps = worst_gaps(robot, lambda mimic: pin.buildModelFromXML(text, mimic))
    assert len(gaps) == 2
    assert max(gaps.values()) < 1e-13


def test_a_continuous_joint_is_written() -> None:
    robot = two_joints(continuous=True)
    assert again(robot).continuous
    assert 'type="continuous"' in robot.to_urdf()


def test_unknown_limits_read_back_unknown() -> None:
    robot = two_joints()
    assert again(robot).limits == Limits()
    assert '<limit effort="0" velocity="0"/>' in robot.to_urdf()
    assert (
        "joints of unknown range (other readers may take 0 to 0): 'lead', 'tail'" in robot.to_urdf()
    )


def test_what_urdf_cannot_say_stands_in_a_comment() -> None:
    joint = Limits(lower=Limit(0.25, "test"), speed=Limit(0.0, "test"))
    robot = dataclasses.replace(
        two_joints(limits=joint),
        gravity=(0.0, 1.5, 0.0),
        base=PLACE,
        drives=Drives(motors=(Motor(name="motor---1", ratios=(1.0, 0.0)),)),
    )
    text = robot.to_urdf()
    comment = text[text.index("<!--") : text.index("-->")]
    for words in (
        "gravity (0.0, 1.5, 0.0) m/s^2",
        "the base stands at (1.0, 2.0, 3.0) m",
        "turned by roll, pitch, yaw (0.",
        "the drives: 'motor- - -1'",
        "joint 'tail': a lower limit alone, 0.25 rad",
        "joint 'tail': a speed limit known to be 0",
    ):
        assert words in comment
    assert ET.fromstring(text).tag == "robot"  # noqa: S314
    assert parse_urdf(text).gravity == STANDARD_GRAVITY


def test_nothing_to_say_is_no_comment() -> None:
    limits = Limits(lower=Limit(-1.0, "test"), upper=Limit(1.0, "test"))
    robot = two_joints(limits=limits)
    lead = dataclasses.replace(robot.joints[0], continuous=True)
    assert "<!--" not in dataclasses.replace(robot, joints=(lead, robot.joints[1])).to_urdf()


def test_names_of_any_letters_read_back() -> None:
    name = "l & <b> \"q\" 'a' é \t\n 界 😀"
    bodies = (random_body(random.Random(1), name),)
    joints = (Joint(name=name, kind="revolute", parent=BASE, child=name),)
    robot = Robot(name=name, joints=joints, bodies=bodies, tool=Frame(name="tool", body=name))
    read = parse_urdf(robot.to_urdf())
    assert (read.name, read.joints[0].name, read.bodies[0].name) == (name, name, name)


@pytest.mark.parametrize("letter", ["\0", "\x1f", "\ud800", "\uffff"])
def test_names_that_xml_cannot_hold_are_refused(letter: str) -> None:
    robot = dataclasses.replace(two_joints(), name=f"a{letter}b")
    with pytest.raises(RobotError, match="give it another name"):
        robot.to_urdf()


def test_symbols_are_refused() -> None:
    robot = two_joints()
    heavy = Body(name="b", mass=sympy.Symbol("m"))
    robot = dataclasses.replace(robot, bodies=(robot.bodies[0], heavy))
    with pytest.raises(RobotError, match=r"robot 'two' holds what is no plain number.*; give it"):
        robot.to_urdf()


def test_fractions_are_written_as_floats() -> None:
    robot = two_joints()
    assert parse_urdf(robot.map(Fraction).to_urdf()) == parse_urdf(robot.to_urdf())


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    """Links called like what the writer adds: tool, payload and their joints."""
    robot = two_joints()
    names = {"a": "erfd_tool", "b": "payload"}
    bodies = tuple(dataclasses.replace(b, name=names[b.name]) for b in robot.bodies)
    joints = (
        dataclasses.replace(robot.joints[0], child="erfd_tool", name="payload_fixed"),
        dataclasses.replace(
            robot.joints[1], parent="erfd_tool", child="payload", name="erfd_tool_fixed"
        ),
    )
    robot = dataclasses.replace(
        robot,
        joints=joints,
        bodies=bodies,
        tool=Frame(name="tool", body="payload", placement=PLACE),
        payload=Payload(mass=1.0),
    )
    read = parse_urdf(robot.to_urdf())
    assert [b.name for b in read.bodies] == ["erfd_tool", "payload", "payload_", "erfd_tool_"]
    assert read.tool.body == "erfd_tool_"
    moved = read.with_tool(Frame(name="tool", body="erfd_tool", placement=PLACE))
    assert parse_urdf(moved.to_urdf()).tool.body == "erfd_tool__"


def test_a_robot_without_joints_is_written() -> None:
    robot = Robot(name="stone", joints=(), bodies=())
    assert difference(parse_urdf(robot.to_urdf()), robot) == 0.0


def test_a_rotation_near_gimbal_lock_reads_back() -> None:
    for off in (0.0, 1e-16, 1e-12, 1e-8, 1e-4):
        R = from_rpy(0.3, math.pi / 2 - off, 2.0)
        robot = two_joints(placement=Placement(R, (0.0, 0.0, 0.0)))
        assert difference(again(robot).placement.R, R) < 2e-15
        R = random_rotation(random.Random(1))
        assert difference(again(two_joints(placement=Placement(R))).placement.R, R) < 1e-15
