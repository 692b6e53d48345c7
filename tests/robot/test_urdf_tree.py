"""Order, names, the base and the tool of a robot read from a URDF."""

import pytest

from erfd.dynamics.lump import tree_of
from erfd.robot.records import BASE, MOST_JOINTS
from erfd.robot.urdf import parse_urdf
from tests.robot.urdf_samples import joint, link, urdf


def test_joints_stand_depth_first_children_as_in_the_file() -> None:
    text = urdf(
        *map(link, ("d", "c", "b", "a", "ground")),
        joint("to_c", "a", "c"),
        joint("to_b", "ground", "b"),
        joint("to_a", "ground", "a"),
        joint("to_d", "b", "d"),
    )
    robot = parse_urdf(text)
    assert [j.name for j in robot.moving] == ["to_b", "to_d", "to_a", "to_c"]
    assert [b.name for b in robot.bodies] == ["ground", "b", "d", "a", "c"]


def test_the_root_stands_fixed_on_the_base() -> None:
    robot = parse_urdf(urdf(link("ground"), link("arm"), joint("j", "ground", "arm")))
    first = robot.joints[0]
    assert (first.name, first.kind) == ("base_to_ground", "fixed")
    assert (first.parent, first.child) == (BASE, "ground")
    assert "link 'ground' stands fixed on the base" in robot.remarks
    assert tree_of(robot).n == 1


def test_the_joint_of_the_root_finds_a_free_name() -> None:
    text = urdf(link("ground"), link("arm"), joint("base_to_ground", "ground", "arm"))
    assert [j.name for j in parse_urdf(text).joints] == ["base_to_ground_", "base_to_ground"]


def test_a_root_called_base_is_our_base() -> None:
    robot = parse_urdf(urdf(link("base"), link("arm"), joint("j", "base", "arm")))
    assert [b.name for b in robot.bodies] == ["arm"]
    assert robot.joints[0].parent == BASE
    assert robot.warnings == ()


def test_another_link_called_base_gets_another_name() -> None:
    text = urdf(
        *map(link, ("world", "base", "arm", "urdf_base")),
        joint("fix", "world", "base", "", "fixed"),
        joint("j", "base", "arm"),
        joint("k", "arm", "urdf_base"),
    )
    robot = parse_urdf(text)
    assert [b.name for b in robot.bodies] == ["world", "urdf_base_", "arm", "urdf_base"]
    assert robot.joints[2].parent == "urdf_base_"
    assert robot.bodies[1].mass == 2.0
    assert robot.warnings == (
        "'base' names the robot's base, so this link is 'urdf_base_' here: link 'base' (line 3)",
    )


def test_fixed_joints_are_kept_and_reported() -> None:
    text = urdf(
        *map(link, ("ground", "arm", "hand")),
        joint("j", "ground", "arm"),
        joint("weld", "arm", "hand", '<axis xyz="0 0 0"/>', "fixed"),
    )
    robot = parse_urdf(text)
    assert [j.kind for j in robot.joints] == ["fixed", "revolute", "fixed"]
    assert "fixed joints, their links lumped with the carriers: 'weld'" in robot.remarks
    assert tree_of(robot).m == (4.0,)


def tool_of(*names: str) -> tuple[str, str]:
    """A chain of two moving joints whose last link carries links of these names."""
    text = urdf(
        *map(link, ("ground", "upper", "fore", *names)),
        joint("j", "ground", "upper"),
        joint("k", "upper", "fore"),
        *(joint(f"fix_{name}", "fore", name, "", "fixed") for name in names),
    )
    robot = parse_urdf(text)
    assert robot.tool.name == "tool"
    return robot.tool.body, robot.remarks[-1]


@pytest.mark.parametrize(
    ("names", "tool"),
    [
        (["camera", "tool0"], "tool0"),
        (["ee_link", "tool0", "tool"], "tool"),
        (["tool", "erfd_tool", "erfd_tool_"], "erfd_tool_"),
        (["camera", "panda_hand_tcp"], "panda_hand_tcp"),
        (["end_effector", "left_tcp"], "end_effector"),
    ],
)
def test_the_tool_is_found_by_its_name(names: list[str], tool: str) -> None:
    body, why = tool_of(*names)
    assert body == tool
    assert why == f"the tool is link '{tool}', by its name"


@pytest.mark.parametrize(
    ("names", "tool"),
    [([], "fore"), (["camera", "plate"], "camera"), (["left_tcp", "right_tcp"], "left_tcp")],
)
def test_else_the_tool_is_the_end_of_the_longest_chain(names: list[str], tool: str) -> None:
    body, why = tool_of(*names)
    assert body == tool
    assert "the end of the longest chain" in why


def test_a_robot_that_cannot_move_is_read() -> None:
    robot = parse_urdf(urdf(link("base")))
    assert (robot.joints, robot.tool.body) == ((), BASE)
    assert "no joint moves" in robot.remarks


def test_a_link_may_bear_the_name_of_a_joint() -> None:
    robot = parse_urdf(urdf(link("ground"), link("arm"), joint("arm", "ground", "arm")))
    assert robot.moving[0].name == robot.moving[0].child == "arm"


def test_very_long_chains_are_read() -> None:
    n = MOST_JOINTS - 1  # the root stands on a joint of ours
    links = [link(f"l{k}") for k in range(n + 1)]
    joints = [joint(f"j{k}", f"l{k}", f"l{k + 1}") for k in range(n)]
    assert len(parse_urdf(urdf(*links, *joints)).moving) == n
