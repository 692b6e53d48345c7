"""Joints that follow others: exactly, or freed on demand; and matter beyond every coordinate."""

import pinocchio as pin
import pytest

from erfd.dynamics.lump import tree_of
from erfd.errors import RobotError
from erfd.robot.records import Mimic
from erfd.robot.urdf import parse_urdf
from tests.robot.urdf_oracle import worst_gaps
from tests.robot.urdf_samples import INERTIAL, LIMIT, joint, link, urdf


def follow(of: str, words: str = "") -> str:
    return f'{LIMIT}<mimic joint="{of}" {words}/>'


def hand(*fingers: str, first: str = LIMIT) -> str:
    """A palm on joint 'j', and fingers 'f0', 'f1', ... whose joints hold the given texts."""
    names = [f"f{k}" for k in range(len(fingers))]
    place = '<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><axis xyz="0 1 0"/>'
    parents = ["palm", *names]
    return urdf(
        *map(link, ("ground", "palm", *names)),
        joint("j", "ground", "palm", place + first),
        *(joint(f"k{k}", parents[k], names[k], place + x) for k, x in enumerate(fingers)),
    )


def test_a_mimic_is_recorded() -> None:
    robot = parse_urdf(hand(follow("j", 'multiplier="-2" offset="0.5"'), follow("j")))
    assert robot.joints[2].mimic == Mimic(of="j", multiplier=-2.0, offset=0.5)
    assert robot.joints[3].mimic == Mimic(of="j", multiplier=1.0, offset=0.0)
    assert [j.name for j in robot.independent] == ["j"]
    assert "in reduced coordinates: 'k0' follows 'j', 'k1' follows 'j'" in robot.remarks


def test_the_chain_of_followers_resolves() -> None:
    first, second = (
        follow("k1", 'multiplier="2" offset="1"'),
        follow("j", 'multiplier="3" offset="4"'),
    )
    follows = tree_of(parse_urdf(hand(first, second))).follows
    assert follows == ((0, 1, 0), (0, 6.0, 9.0), (0, 3.0, 4.0))


@pytest.mark.parametrize(
    "text",
    [
        hand(follow("j", 'multiplier="-0.7" offset="0.3"'), LIMIT, follow("j", 'multiplier="2"')),
        hand(LIMIT, follow("k0", 'offset="-0.4"'), follow("k0", 'multiplier="0.5" offset="1"')),
        hand(follow("j", 'multiplier="0.05"')).replace(
            '"k0" type="revolute"', '"k0" type="prismatic"'
        ),
    ],
)
def test_reduced_coordinates_agree_with_pinocchio(text: str) -> None:
    robot = parse_urdf(text)
    gaps = worst_gaps(robot, lambda mimic: pin.buildModelFromXML(text, mimic))
    assert len(gaps) == 2
    assert max(gaps.values()) < 1e-13


def test_independent_frees_what_follows() -> None:
    text = hand(follow("nowhere"), follow("j"))
    robot = parse_urdf(text, mimic="independent")
    assert [j.name for j in robot.independent] == ["j", "k0", "k1"]
    assert robot.warnings == (
        "<mimic> is not applied, as was asked: joint 'k0' (line 7), joint 'k1' (line 8)",
    )
    with pytest.raises(RobotError, match=r'mimic="independent"$'):
        parse_urdf(text)


def test_other_modes_are_refused() -> None:
    with pytest.raises(RobotError, match="mimic='both' is not known; use one of 'exact', 'indep"):
        parse_urdf(hand(), mimic="both")


def test_a_fixed_joint_follows_nothing() -> None:
    text = hand(LIMIT, follow("gone")).replace('"k1" type="revolute"', '"k1" type="fixed"')
    robot = parse_urdf(text)
    assert [j.name for j in robot.independent] == ["j", "k0"]
    assert (
        "a fixed joint follows nothing: its <mimic> is not read: joint 'k1' (line 8)"
        in robot.warnings
    )


def chain(*massive: bool, last: str = LIMIT, kind: str = "revolute") -> str:
    """A chain of links with or without mass; the last joint holds the given text."""
    names = [f"l{k}" for k in range(len(massive))]
    links = [
        link(name, INERTIAL if heavy else "") for name, heavy in zip(names, massive, strict=True)
    ]
    parents = ["ground", *names[:-1]]
    inner = [LIMIT] * (len(names) - 1) + [last]
    ends = zip(parents, names, inner, strict=True)
    return urdf(
        link("ground", ""),
        *links,
        *(joint(f"j{k}", a, b, text, kind) for k, (a, b, text) in enumerate(ends)),
    )


@pytest.mark.parametrize(
    ("massive", "refused"),
    [
        ((True,), None),
        ((False, True), None),
        ((False, False, True), None),
        ((True, False), "j1"),
        ((False, True, False, False), "j2"),
        ((False,), "j0"),
    ],
)
def test_matter_is_needed_beyond_every_moving_joint(
    massive: tuple[bool, ...], refused: str
) -> None:
    if refused is None:
        assert len(parse_urdf(chain(*massive)).moving) == len(massive)
    else:
        with pytest.raises(RobotError, match=f"joint '{refused}' moves nothing that has mass"):
            parse_urdf(chain(*massive))


def test_massless_links_on_fixed_joints_are_welcome() -> None:
    text = chain(True, False).replace('"j1" type="revolute"', '"j1" type="fixed"')
    assert len(parse_urdf(text).moving) == 1


def test_a_follower_needs_no_mass_of_its_own_and_lends_its_mass() -> None:
    assert len(parse_urdf(chain(True, False, last=follow("j0"))).independent) == 1
    links = [link("ground", ""), link("a", ""), link("b")]
    joints = [joint("lead", "ground", "a"), joint("tail", "ground", "b", follow("lead"))]
    assert len(parse_urdf(urdf(*links, *joints)).independent) == 1
    still = urdf(*links, joints[0], joint("tail", "ground", "b", follow("lead", 'multiplier="0"')))
    with pytest.raises(RobotError, match="joint 'lead' moves nothing"):
        parse_urdf(still)


def test_inertia_alone_serves_a_turn_but_not_a_slide() -> None:
    rotor = INERTIAL.replace('<mass value="2"/>', '<mass value="0"/>')
    for kind, fine in (("revolute", True), ("prismatic", False)):
        text = chain(True, kind=kind).replace(INERTIAL, rotor)
        if fine:
            assert parse_urdf(text).bodies[1].mass == 0.0
        else:
            with pytest.raises(RobotError, match="moves nothing that has mass: 'l0'"):
                parse_urdf(text)
