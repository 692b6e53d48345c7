"""The facade: shapes, broadcasting, refusals, payload, tool, mimic joints, rows with NaN."""

import dataclasses
import random
import re

import numpy as np
import pinocchio as pin
import pytest
from numpy.testing import assert_allclose

import erfd
from erfd.arm import Arm
from erfd.dynamics.quantities import methods
from erfd.robot.placement import Placement
from erfd.robot.records import Body, Frame, Joint, Mimic
from erfd.robot.robot import Robot
from tests.oracle import model_of, tool_forces
from tests.samples import random_robot, random_state


@pytest.fixture(scope="module")
def rl15() -> Arm:
    return erfd.load("rl15")


def states(arm: Arm, *lead: int) -> list[np.ndarray]:
    rng = np.random.default_rng(7)
    return [rng.uniform(-1.5, 1.5, size=(*lead, arm.n)) for _ in range(3)]


def test_names_and_size(rl15: Arm) -> None:
    assert (rl15.name, rl15.n) == ("rl15", 6)
    assert rl15.joint_names == tuple(f"joint_{k}" for k in range(1, 7))
    assert "rl15" in repr(rl15)


def test_rows_are_samples(rl15: Arm) -> None:
    q, qd, qdd = states(rl15, 4, 3)
    tau = rl15.inverse_dynamics(q, qd, qdd)
    assert tau.shape == (4, 3, 6)
    assert_allclose(tau[2, 1], rl15.inverse_dynamics(q[2, 1], qd[2, 1], qdd[2, 1]), rtol=0, atol=0)
    assert_allclose(rl15.forward_dynamics(q, qd, tau), qdd, atol=1e-10)


def test_leading_shapes_broadcast(rl15: Arm) -> None:
    q, qd, qdd = states(rl15, 5)
    wrench = np.arange(6.0)
    wide = rl15.inverse_dynamics(q[:, None], qd[0], qdd[None, :2], wrench)
    assert wide.shape == (5, 2, 6)
    assert_allclose(wide[3, 1], rl15.inverse_dynamics(q[3], qd[0], qdd[1], wrench))
    assert rl15.inverse_dynamics(q[:0], qd[0], qdd[0]).shape == (0, 6)


def test_equations_of_motion_make_inverse_dynamics(rl15: Arm) -> None:
    q, qd, qdd = states(rl15, 8)
    wrench = [30.0, -20.0, -150.0, 1.0, 2.0, 3.0]
    H, bias = rl15.equations_of_motion(q, qd, wrench)
    tau = np.einsum("...ij,...j->...i", H, qdd) + bias
    assert_allclose(tau, rl15.inverse_dynamics(q, qd, qdd, wrench), rtol=1e-11, atol=1e-9)
    assert_allclose(H, np.swapaxes(H, -1, -2), rtol=0, atol=0)
    assert_allclose(H, rl15.mass_matrix(q), rtol=1e-12, atol=1e-12)
    assert_allclose(bias, rl15.bias(q, qd, wrench), rtol=1e-11, atol=1e-9)
    C = rl15.coriolis_matrix(q, qd)
    whole = np.einsum("...ij,...j->...i", C, qd) + rl15.gravity(q)
    assert_allclose(whole, rl15.bias(q, qd), rtol=1e-11, atol=1e-9)


@pytest.mark.parametrize("seed", range(2))
def test_every_method_against_pinocchio(seed: int) -> None:
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randrange(3, 5))
    arm, model = Arm(robot), model_of(robot)
    data = model.createData()
    q, qd, tau = (np.array(x) for x in random_state(rng, arm.n))
    wrench = np.array([rng.uniform(-30, 30) for _ in range(6)])
    forces = tool_forces(model, data, q, wrench)
    expected = pin.aba(model, data, q, qd, tau, forces).copy()
    for method in methods("forward_dynamics"):
        got = arm.forward_dynamics(q, qd, tau, wrench, method=method)
        assert_allclose(got, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    torque = pin.rnea(model, data, q, qd, expected, forces).copy()
    for method in methods("inverse_dynamics"):
        got = arm.inverse_dynamics(q, qd, expected, wrench, method=method)
        assert_allclose(got, torque, rtol=1e-9, atol=1e-9 * np.abs(torque).max())


def test_kinematics_against_pinocchio() -> None:
    rng = random.Random(3)
    robot = random_robot(rng, 6)
    arm, model = Arm(robot), model_of(robot)
    data = model.createData()
    q, qd, _ = (np.array(x) for x in random_state(rng, arm.n))
    pin.computeJointJacobiansTimeVariation(model, data, q, qd)
    pin.framesForwardKinematics(model, data, q)
    frame = model.getFrameId("tool")
    assert_allclose(arm.forward_kinematics(q), data.oMf[frame].homogeneous, atol=1e-12)
    world = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    assert_allclose(arm.jacobian(q), pin.getFrameJacobian(model, data, frame, world), atol=1e-12)
    rate = pin.getFrameJacobianTimeVariation(model, data, frame, world)
    assert_allclose(arm.jacobian_rate(q, qd), rate, atol=1e-11)
    kinetic, potential = arm.energy(q, qd)
    assert_allclose(kinetic, pin.computeKineticEnergy(model, data, q, qd), rtol=1e-12)
    assert_allclose(potential, pin.computePotentialEnergy(model, data, q), rtol=1e-10)


def test_reactions_carry_the_whole_arm(rl15: Arm) -> None:
    at_rest = np.zeros(6)
    weight = 9.81 * sum(body.mass for body in rl15.robot.bodies)
    q = states(rl15)[0]
    reactions = rl15.joint_reactions(q, at_rest, at_rest)
    assert reactions.shape == (6, 6)
    assert_allclose(reactions[0, :3], [0.0, 0.0, weight], atol=1e-9)
    pushed = rl15.joint_reactions(q, at_rest, at_rest, [0.0, 0.0, -150.0, 0.0, 0.0, 0.0])
    assert_allclose(pushed[0, :3], [0.0, 0.0, weight + 150.0], atol=1e-9)


def test_payload_is_a_body_at_the_tool_and_comes_off_again(rl15: Arm) -> None:
    q, qd, qdd = states(rl15, 3)
    loaded = rl15.with_payload(mass=15.0, com=(0.0, 0.0, 0.1), inertia=np.diag([0.2, 0.2, 0.1]))
    model = model_of(loaded.robot)
    data = model.createData()
    for row in range(3):
        expected = pin.rnea(model, data, q[row], qd[row], qdd[row])
        assert_allclose(loaded.inverse_dynamics(q[row], qd[row], qdd[row]), expected, rtol=1e-11)
    bare = loaded.with_payload()
    assert bare.robot == rl15.robot
    assert (bare.inverse_dynamics(q, qd, qdd) == rl15.inverse_dynamics(q, qd, qdd)).all()


def test_tool_moves_the_tool_point(rl15: Arm) -> None:
    q = states(rl15)[0]
    T = np.eye(4)
    T[:3, 3] = (0.0, 0.0, 0.2)
    moved = rl15.with_tool(T).forward_kinematics(q)
    assert_allclose(moved, rl15.forward_kinematics(q, "dh_6") @ T, atol=1e-14)


@pytest.mark.parametrize("name", ["kr5", "stanford", "puma", "rl15", "irb6", "three_link"])
def test_tools_are_mounted_on_the_last_frame_of_the_table(name: str) -> None:
    arm = erfd.load(name)
    T = np.eye(4)
    T[:3] = [[0, -1, 0, 0.1], [1, 0, 0, -0.2], [0, 0, 1, 0.3]]
    q = states(arm)[0]
    flange = arm.forward_kinematics(q, f"dh_{arm.n}")
    for again in (arm.with_tool(T), arm.with_tool(np.eye(4)).with_tool(T)):
        assert_allclose(again.forward_kinematics(q), flange @ T, atol=1e-14)
    if name != "rl15":  # the others' own tool is the flange
        assert_allclose(arm.with_tool(np.eye(4)).forward_kinematics(q), arm.forward_kinematics(q))


def test_tools_are_mounted_on_the_body_or_on_a_frame_named_flange() -> None:
    robot = random_robot(random.Random(4), 4)
    bare, T = Arm(dataclasses.replace(robot, frames=())), np.eye(4)
    T[:3, 3] = (0.1, 0.2, 0.3)
    q, body = states(bare)[0], robot.tool.body
    mounted = bare.with_tool(T).forward_kinematics(q)
    assert_allclose(mounted, bare.forward_kinematics(q, body) @ T, atol=1e-14)
    flange = Frame(name="flange", body=body, placement=Placement(p=(0.5, 0.0, 0.0)))
    named = Arm(dataclasses.replace(robot, frames=(flange,)))
    mounted = named.with_tool(T).forward_kinematics(q)
    assert_allclose(mounted, named.forward_kinematics(q, "flange") @ T, atol=1e-14)


NO_NUMBERS = {
    "texts": ["1"] * 6,
    "complex": np.ones(6) * 1j,
    "None": [None] * 6,
    "datetime": np.zeros(6, "datetime64[s]"),
    "ragged": [[1.0], 2.0, 3.0, 4.0, 5.0, 6.0],
}


@pytest.mark.parametrize("name", NO_NUMBERS)
def test_what_is_no_number_is_refused_by_name(name: str, rl15: Arm) -> None:
    z, bad = np.zeros(6), NO_NUMBERS[name]
    with refused("qd is not an array of numbers"):
        rl15.inverse_dynamics(z, bad, z)
    with refused("q is not an array of numbers"):
        rl15.gravity(bad)
    with refused("wrench is not an array of numbers"):
        rl15.forward_dynamics(z, z, z, bad)


def test_names_that_are_no_texts_are_refused(rl15: Arm) -> None:
    z = np.zeros(6)
    with refused("method is ['newton_euler']; give a name"):
        rl15.inverse_dynamics(z, z, z, method=["newton_euler"])
    with refused("method is ['denoc']; give a name"):
        rl15.coriolis_matrix(z, z, method=["denoc"])
    with refused("frame is ['tool']; give a name"):
        rl15.jacobian(z, frame=["tool"])
    with refused("frame is ['tool']; give a name"):
        rl15.place(["tool"])
    with refused("quantity is ['bias']; give a name"):
        rl15.function(["bias"])
    with refused("parameters is 'payload'; give a list of names"):
        rl15.function("bias", parameters="payload")
    with refused("parameters is [['payload']]; give a list of names"):
        rl15.function("bias", parameters=[["payload"]])


def test_a_bad_row_stays_alone(rl15: Arm) -> None:
    q, qd, tau = states(rl15, 4)
    q[1, 2], tau[3, 0] = np.nan, np.inf
    qdd = rl15.forward_dynamics(q, qd, tau)
    assert not np.isfinite(qdd[[1, 3]]).any()
    assert np.isfinite(qdd[[0, 2]]).all()


def test_out_is_filled(rl15: Arm) -> None:
    q, qd, qdd = states(rl15, 2)
    out = np.empty((2, 6))
    assert rl15.inverse_dynamics(q, qd, qdd, out=out) is out
    assert (out == rl15.inverse_dynamics(q, qd, qdd)).all()


def test_inputs_are_never_modified(rl15: Arm) -> None:
    q, qd, tau = states(rl15, 2)
    before = q.copy(), qd.copy(), tau.copy()
    rl15.forward_dynamics(q, qd, tau, np.ones(6))
    assert all((a == b).all() for a, b in zip(before, (q, qd, tau), strict=True))


def refused(text: str) -> "pytest.RaisesExc[erfd.RobotError]":
    return pytest.raises(erfd.RobotError, match=re.escape(text))


def test_refusals_name_what_is_wrong(rl15: Arm) -> None:
    z = np.zeros(6)
    with refused("qd has the shape (5,); give (..., 6): 6 joints of 'rl15': joint_1,"):
        rl15.inverse_dynamics(z, np.zeros(5), z)
    with refused("the leading shapes do not broadcast: q (2, 6), qd (3, 6)"):
        rl15.bias(np.zeros((2, 6)), np.zeros((3, 6)))
    with refused("wrench has the shape (3,); give (..., 6): force, then moment"):
        rl15.bias(z, z, np.zeros(3))
    with refused("q is not an array of numbers"):
        rl15.gravity(["a"] * 6)
    with refused("there is no method 'aba' for forward_dynamics; use mrnea"):
        rl15.forward_dynamics(z, z, z, method="aba")
    with refused("'rl15' has no frame 'elbow'; it has tool, base, link_1"):
        rl15.forward_kinematics(z, "elbow")
    with refused("the rotation in T is not a rotation"):
        rl15.with_tool(np.diag([2.0, 2.0, 2.0, 1.0]))
    with refused("the payload's mass is -1 kg; a mass is zero or positive"):
        rl15.with_payload(-1)


def test_a_singular_robot_is_refused_by_joint() -> None:
    kr5 = erfd.load("kr5")
    z = np.zeros(6)
    assert kr5.inverse_dynamics(z, z, np.ones(6))[5] == pytest.approx(0.0, abs=1e-12)
    for method in ["auto", *methods("forward_dynamics")]:
        with refused("joint 'joint_6' feels no inertia about its axis"):
            kr5.forward_dynamics(z, z, z, method=method)


def coupled() -> tuple[Robot, Robot]:
    """A chain of four whose third joint is -0.5 q1 + 0.3, and the same with that joint free."""
    rng = random.Random(5)
    robot = random_robot(rng, 4, branching=0.0, prismatic=0.25, fixed=0.0)
    joints: list[Joint] = list(robot.joints)
    free = Robot(name="free", joints=robot.joints, bodies=robot.bodies, tool=robot.tool)
    third = joints[2]
    joints[2] = Joint(
        name=third.name,
        kind=third.kind,
        parent=third.parent,
        child=third.child,
        placement=third.placement,
        axis=third.axis,
        mimic=Mimic(of=joints[0].name, multiplier=-0.5, offset=0.3),
    )
    bodies: tuple[Body, ...] = robot.bodies
    return Robot(name="tied", joints=tuple(joints), bodies=bodies, tool=robot.tool), free


def test_mimic_joints_are_eliminated_exactly() -> None:
    tied, free = (Arm(robot) for robot in coupled())
    assert (tied.n, tied.tree.n) == (3, 4)
    G = np.array([[1, 0, 0], [0, 1, 0], [-0.5, 0, 0], [0, 0, 1.0]])
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.uniform(-1, 1, size=(3, 3))
    full = G @ q + [0, 0, 0.3, 0]
    assert_allclose(tied.mass_matrix(q), G.T @ free.mass_matrix(full) @ G, rtol=1e-12)
    tau = tied.inverse_dynamics(q, qd, qdd)
    assert_allclose(tau, G.T @ free.inverse_dynamics(full, G @ qd, G @ qdd), rtol=1e-12)
    assert_allclose(tied.jacobian(q), free.jacobian(full) @ G, atol=1e-14)
    for method in methods("mass_matrix"):
        assert_allclose(tied.forward_dynamics(q, qd, tau, method=method), qdd, rtol=1e-9)
    with refused("articulated_body never forms H"):
        tied.forward_dynamics(q, qd, tau, method="articulated_body")
