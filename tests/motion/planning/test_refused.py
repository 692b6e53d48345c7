"""What cannot be planned is refused with code, line and place; what is remarkable is said."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import replace

import numpy as np
import pytest

import erfd
from erfd.errors import ErfdError, ProgramError, RobotError, TrajectoryError
from erfd.motion.commands import Blend, Circle, Command, Joints, Lin, Pose, Ptp, Wait
from erfd.motion.planning.attitude import rotation
from erfd.robot.placement import Placement
from erfd.robot.records import Limit, Mimic
from tests.motion.planning.random_programs import ARM, POSTURE, degrees

READY = Ptp(target=Joints(POSTURE), line=1)
T = ARM.forward_kinematics(np.array(POSTURE))
X, Y, Z = (float(v) for v in T[:3, 3])
ROTATION = tuple(map(tuple, T[:3, :3].tolist()))


def at(x: float = 0.0, y: float = 0.0, z: float = 0.0, **more: object) -> Pose:
    return Pose(position=(X + x, Y + y, Z + z), **more)


def refused(*commands: Command) -> str:
    with pytest.raises(ErfdError) as caught:
        erfd.plan([READY, *commands], ARM)
    return str(caught.value)


def said(*commands: Command) -> list[str]:
    plan = erfd.plan([READY, *commands], ARM)
    return [f"{n.line} {n.code}: {n.text}" for n in plan.notices]


def test_out_of_reach() -> None:
    text = refused(Lin(target=at(y=0.1), line=2), Lin(target=at(x=0.9), line=3))
    assert text.startswith("3: E_UNREACHABLE: out of reach by ")
    assert " mm along move 3, t = " in text
    assert text.endswith("; move the target, the base or the tool")
    assert refused(Ptp(target=at(x=3.0), line=7)).startswith("7: E_UNREACHABLE: out of reach by ")


def test_a_path_from_home_starts_in_a_singular_pose() -> None:
    home = Ptp(target=Joints((0.0,) * 6), line=2)
    text = refused(home, Lin(target=at(), line=3))
    assert text.startswith("3: E_SINGULAR: the wrist is singular (")
    assert ", 0 mm along move 3, t = " in text


def pose_of(T: np.ndarray) -> Pose:
    R = tuple(map(tuple, T[:3, :3].tolist()))
    return Pose(position=tuple(T[:3, 3].tolist()), rotation=R)


def test_a_singular_pose_on_the_way() -> None:
    """The wrist straightens in the middle of the line."""
    flat = (0.0, 0.2, -0.2, 0.0, 0.0, 0.0)
    before, after = (ARM.forward_kinematics(np.add(flat, (0, 0, 0, 0, d, 0))) for d in (-0.3, 0.3))
    R = [tuple(map(tuple, x[:3, :3].tolist())) for x in (before, after)]
    a, b = (
        Pose(position=tuple(x[:3, 3].tolist()), rotation=r)
        for x, r in zip((before, after), R, strict=True)
    )
    start = Ptp(target=Joints((0.0, 0.2, -0.2, 0.0, -0.3, 0.0)), line=2)
    text = refused(start, Lin(target=a, line=3), Lin(target=b, line=4))
    assert text.startswith("4: E_SINGULAR: the wrist is singular")


def test_a_status_that_is_not_there() -> None:
    assert refused(Ptp(target=at(x=0.3, status=5), line=2)).startswith("2: E_BRANCH: ")


def test_ranges() -> None:
    text = refused(Ptp(target=Joints(degrees(0, 0, 0, 0, 130, 0)), line=5))
    assert text.startswith("5: E_JOINT_LIMIT: joint_5 is at 120")
    assert ", above its 120 deg, on its way to 130 deg, in move 2 at t = " in text


def test_arcs_that_are_none() -> None:
    via = (X, Y + 0.1, Z)
    line = Circle(via=via, target=at(y=0.2), line=2)
    assert refused(line) == (
        "2: E_COLLINEAR: the start, the via point and the target are on one line; "
        "move the via point aside, or write move lin"
    )
    assert "the arc ends where it starts" in refused(Circle(via=via, target=at(), line=2))
    assert "via point is where the arc starts" in refused(
        Circle(via=(X, Y, Z), target=at(y=0.1), line=2)
    )
    assert "via point is on the target" in refused(Circle(via=via, target=at(y=0.1), line=2))


PASS = Lin(target=at(y=0.1), blend=Blend("c_speed"), line=2)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            PASS,
            None,
            "c_speed, but no move follows",
        ),
        (Lin(target=at(y=0.1), blend=Blend("c_cp"), line=2), Wait(seconds=1), "c_cp, but a wait"),
        (
            replace(PASS, blend=Blend("c_ptp")),
            Lin(target=at()),
            "c_ptp cannot join",
        ),
        (
            PASS,
            READY,
            "c_speed cannot join lin and",
        ),
        (
            Lin(target=at(y=0.1), blend=Blend("c_cp", 0.2), line=2),
            Lin(target=at(x=0.1)),
            "c_cp of 200 mm, but what is left of this line is 100 mm",
        ),
        (
            Lin(target=at(y=0.2), blend=Blend("c_cp", 0.15), line=2),
            Lin(target=at(y=0.2, z=0.1)),
            "c_cp of 150 mm, but the next line is 100 mm",
        ),
        (
            Lin(target=at(y=0.1), blend=Blend("c_speed"), act_rob="a", line=2),
            Lin(target=at(), act_rob="b"),
            "c_speed joins a move of 'a' and one of 'b'",
        ),
    ],
)
def test_blends_that_are_none(first: Command, second: Command | None, message: str) -> None:
    text = refused(*([first] if second is None else [first, second]))
    assert text.startswith("2: E_BLEND: ")
    assert message in text


def test_two_corners_may_not_overlap() -> None:
    cut = Blend("c_cp", 0.06)
    second = Lin(target=at(y=0.1, z=0.1), blend=cut, line=3)
    moves = [Lin(target=at(y=0.1), blend=cut, line=2), second]
    text = refused(*moves, Lin(target=at(z=0.1), line=4))
    assert text.startswith("3: E_BLEND: c_cp of 60 mm, but what is left of this line is 40 mm")


def test_half_a_turn_has_two_ways() -> None:
    R = tuple(map(tuple, (T[:3, :3] @ np.diag((-1.0, -1.0, 1.0))).tolist()))
    assert refused(Lin(target=at(y=0.1, rotation=R), line=2)).startswith(
        "2: E_RANGE: the tool has to turn by exactly 180 deg"
    )


def test_joint_values() -> None:
    text = refused(Ptp(target=Joints((0.0,) * 7), line=2))
    assert text.startswith("2: E_TYPE: 7 joint values for the 6 joints of 'rl15'")
    plan = erfd.plan([READY, Ptp(target=Joints((0.3, None, -0.1)))], ARM)
    assert plan.q[-1] == pytest.approx((0.3, POSTURE[1], -0.1, *POSTURE[3:]))


def test_unknown_maxima_are_asked_for() -> None:
    arm = erfd.load("two_link")
    with pytest.raises(RobotError, match="the speed maximum of joint_1 is unknown") as caught:
        erfd.plan([Ptp(target=Joints((1.0, 0.0)), line=4)], arm)
    assert caught.value.line == 4


def test_a_program_is_shown_where_it_needs_a_maximum() -> None:
    program = erfd.parse_text(
        "program p; seq\n  move ptp joint(mainjoint(1, 2));\nendseq endprogram"
    )
    with pytest.raises(ProgramError, match="E_ROBOT: the speed maximum of joint_1") as caught:
        erfd.plan(program, erfd.load("two_link"))
    assert (caught.value.line, caught.value.column) == (2, 3)
    assert "    2 |   move ptp joint(mainjoint(1, 2));\n" in caught.value.excerpt


@pytest.mark.parametrize("turns", [(1,), (0,) * 5, (0,) * 7])
def test_turns_are_one_for_each_joint(turns: tuple[int, ...]) -> None:
    text = refused(Ptp(target=at(rotation=ROTATION, turns=turns), line=2))
    assert text.startswith(f"2: E_TYPE: {len(turns)} turns for the 6 joints of 'rl15'; give 6")


def test_the_first_joint_to_leave_its_range_is_named() -> None:
    """Joint 5 goes below its range before joint 4 goes above its own."""
    target = (POSTURE[0], POSTURE[1], POSTURE[2], math.radians(185), -math.radians(170), 0.0)
    assert "joint_5 is at -12" in refused(Ptp(target=Joints(target), line=2))


@pytest.mark.parametrize(
    "given", [{"dt": "x"}, {"dt": [0.1]}, {"start": "abc"}, {"start": [0] * 5}]
)
def test_what_is_no_time_step_and_no_start(given: dict[str, object]) -> None:
    with pytest.raises(TrajectoryError):
        erfd.plan([READY], ARM, **given)


def mimicking(**limits: Limit) -> erfd.Arm:
    """Joint 6 turns half as far as joint 5, the other way, from 10 deg."""
    half = Mimic(of="joint_5", multiplier=-0.5, offset=math.radians(10))
    joints = [
        dataclasses.replace(j, mimic=half, limits=dataclasses.replace(j.limits, **limits))
        if j.name == "joint_6"
        else j
        for j in ARM.robot.joints
    ]
    return erfd.Arm(dataclasses.replace(ARM.robot, joints=tuple(joints), drives=None))


def test_joints_that_mimic_others_have_ranges_and_maxima_too() -> None:
    move = [Ptp(target=Joints((0.0, 0.0, 0.0, 0.0, math.radians(80))), line=3)]
    arm = mimicking(lower=Limit(-0.5, "made up"), speed=Limit(0.1, "made up"))
    with pytest.raises(ProgramError, match=r"3: E_JOINT_LIMIT: joint_6 is at -28.* way to -30 deg"):
        erfd.plan(move, arm)
    plan = erfd.plan(move, mimicking(speed=Limit(0.1, "made up")))
    assert np.abs(plan.qd[:, 4]).max() == pytest.approx(0.2)  # half of it is what joint 6 may do


def test_robots() -> None:
    two = [Lin(target=at(y=0.1), act_rob="lola_15"), Lin(target=at(), act_rob="r2", line=3)]
    assert refused(*two).startswith("3: E_ROBOT: the program moves 2 robots: lola_15, r2")
    assert said(Lin(target=at(y=0.1), act_rob="r2", line=2))[0] == (
        "2 W_ROBOT: the program is for 'r2', the plan for 'rl15'"
    )


def test_nothing_to_do() -> None:
    for commands in ([], [Wait(seconds=0.0)], [Ptp(target=Joints((0.0,) * 6))]):
        with pytest.raises(ProgramError, match="E_NO_MOTION"):
            erfd.plan(commands, ARM)


def test_what_is_no_program() -> None:
    with pytest.raises(ProgramError, match="is no program"):
        erfd.plan("lola15.irl", ARM)  # type: ignore[arg-type]
    with pytest.raises(ProgramError, match="is no command"):
        erfd.plan([1], ARM)  # type: ignore[list-item]
    with pytest.raises(ProgramError, match="is not an arm"):
        erfd.plan([READY], ARM.robot)  # type: ignore[arg-type]
    with pytest.raises(TrajectoryError, match="give 6 joint values"):
        erfd.plan([READY], ARM, start=(0.0, 1.0))
    with pytest.raises(TrajectoryError, match="time step"):
        erfd.plan([READY], ARM, dt=-1.0)


def test_corners_are_slowed_and_said() -> None:
    """2 v sin(corner / 2) <= acc dt."""
    first = Lin(target=at(y=0.1), speed=0.3, acc=2.0, blend=Blend("c_speed"), line=2)
    texts = said(first, Lin(target=at(y=0.1, z=0.1), speed=0.3, acc=1.0, line=3))
    assert texts[0] == f"2 W_CORNER: corner of 90 deg: passed at {10 / math.sqrt(2):.4g} mm/s only"


def test_small_corners_pass_silently() -> None:
    first = Lin(target=at(y=0.1), speed=0.3, acc=2.0, blend=Blend("c_speed"), line=2)
    bend = 0.1 * math.tan(math.radians(0.9))
    plan = erfd.plan([READY, first, Lin(target=at(y=0.2, z=bend), speed=0.3, acc=2.0)], ARM)
    assert not [n for n in plan.notices if n.code == "W_CORNER"]
    assert plan.moves[1].corner == pytest.approx(math.radians(0.9))


def test_a_turn_on_the_spot() -> None:
    R = tuple(map(tuple, (T[:3, :3] @ np.array(rotation((0.0, 0.0, 0.5)))).tolist()))
    plan = erfd.plan([READY, Lin(target=at(rotation=R), line=2)], ARM)
    move = plan.moves[1]
    own = ARM.robot.system
    assert (move.kind, move.length) == ("turn", 0.0)
    assert move.end - move.start == pytest.approx(2 * math.sqrt(0.5 / own.r_acc_ori))
    assert ARM.forward_kinematics(plan.at(plan.end).q)[:3, :3] == pytest.approx(
        np.array(R), abs=1e-9
    )
    p = ARM.forward_kinematics(plan.at(np.linspace(move.start, move.end, 50)).q)[:, :3, 3]
    assert p == pytest.approx(np.broadcast_to(T[:3, 3], p.shape), abs=1e-9)


def test_waits_and_moves_without_way_take_their_time() -> None:
    plan = erfd.plan(
        [READY, Lin(target=at(), line=2), Wait(seconds=0.5), Lin(target=at(y=0.1))], ARM
    )
    assert plan.moves[1].start == plan.moves[1].end
    assert plan.moves[2].start - plan.moves[1].end == pytest.approx(0.5)
    still = plan.at(plan.moves[1].end + 0.25)
    assert still.q == pytest.approx(np.array(POSTURE), abs=1e-9)
    assert not still.qd.any()


def test_base_and_tool_of_a_command() -> None:
    """A target in a base, for a tool counted from the flange."""
    base = Placement(rotation((0.0, 0.0, 0.3)), (0.05, 0.0, 0.1))
    tool = Placement(rotation((0.1, 0.0, 0.0)), (0.0, 0.05, 0.3))
    arm = ARM.with_tool(np.vstack([np.column_stack([tool.R, tool.p]), (0, 0, 0, 1)]))
    goal = arm.forward_kinematics(np.add(POSTURE, 0.05))
    inside = base.inverse().then(
        Placement(tuple(map(tuple, goal[:3, :3].tolist())), tuple(goal[:3, 3].tolist()))
    )
    target = Pose(position=inside.p, rotation=inside.R)
    for move in (Lin, Ptp):
        plan = erfd.plan([READY, move(target=target, base=base, tool=tool)], ARM)
        assert arm.forward_kinematics(plan.q[-1]) == pytest.approx(goal, abs=1e-9)
    p = arm.forward_kinematics(erfd.plan([READY, Lin(target=target, base=base, tool=tool)], ARM).q)
    start = arm.forward_kinematics(np.array(POSTURE))[:3, 3]
    along = goal[:3, 3] - start
    off = np.cross(p[:, :3, 3] - start, along / np.linalg.norm(along))[-40:]
    assert np.abs(off).max() < 1e-9


def test_the_base_of_the_system() -> None:
    base = Placement(rotation((0.0, 0.0, 0.3)), (0.05, 0.0, 0.1))
    system = dataclasses.replace(ARM.robot.system, r_base=base)
    arm = erfd.Arm(dataclasses.replace(ARM.robot, system=system))
    plan = erfd.plan([READY, Lin(target=Pose(position=(X, Y, Z - 0.1)))], arm)
    assert plan.pose[-1, :3, 3] == pytest.approx(base.point((X, Y, Z - 0.1)), abs=1e-9)
