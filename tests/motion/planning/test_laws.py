"""Laws of a plan, over random programs."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import erfd
from erfd.errors import ProgramError
from erfd.motion.commands import Blend, Circle, Command, Joints, Lin, Pose, Ptp
from erfd.motion.planning.geometry import arc
from erfd.trajectory import Trajectory
from tests.motion.planning.random_programs import ARM, program

Array = np.ndarray


class Made:
    """A plan with its moves, and instants strictly inside of pieces."""

    def __init__(self, seed: int, turn: float = 0.3) -> None:
        rng = random.Random(seed)
        self.commands = program(rng, rng.randint(1, 8), turn=turn)
        self.plan = erfd.plan(self.commands, ARM)
        edges = self.plan.breakpoints
        shares = np.array([0.0, 0.13, 0.5, 0.77, 1.0])
        self.t = edges[:-1, None] + np.diff(edges)[:, None] * shares
        self.piece = np.repeat(np.arange(len(edges) - 1), len(shares))
        self.state = self.plan.curve.at(self.t.ravel(), self.piece)

    @property
    def moves(self) -> list[Command]:
        return [c for c in self.commands if hasattr(c, "target")]

    def alone(self, k: int) -> Array:
        """Rows that belong to move k and to no other that runs at the same time."""
        of = np.asarray(self.plan.move_of)[self.piece] == k + 1
        single = (self.plan.curve.layers[self.piece] >= 0).sum(axis=1) == 1
        return np.flatnonzero(of & single)

    def last_element(self, rows: Array) -> Array:
        """Those of them on the last element of path, none where they are not all of it."""
        curve, layer = self.plan.curve, self.plan.curve.layers[self.piece[rows], 0]
        number = -1 - curve.polynomial[layer]
        of = curve.paths.rows.element[number]
        last = of == of[-1:]
        begins = curve.paths.rows.law[number[last], 0] == 0.0
        at_start = self.t.ravel()[rows[last]] == curve.starts[layer[last]]
        return rows[last] if (begins & at_start)[:1].all() else rows[:0]


def made(seed: int, turn: float = 0.3) -> Made:
    for more in range(100):
        try:
            return Made(1000 * seed + more, turn)
        except ProgramError as error:
            if not error.line or "E_" not in error.what:
                raise
    pytest.fail("nothing could be planned")


seeds = st.integers(0, 10_000)
few = settings(max_examples=25, deadline=None)


@few
@given(seeds)
def test_q_is_continuous_and_still_at_the_ends(seed: int) -> None:
    plan = made(seed).plan
    edges = plan.breakpoints
    assert plan.at(edges).q == pytest.approx(plan.at(edges, "left").q, abs=1e-9)
    for t, side in ((0.0, "right"), (plan.end, "left")):
        assert plan.at(t, side).qd == pytest.approx(np.zeros(6), abs=1e-7)


@few
@given(seeds)
def test_speeds_step_only_where_it_is_said(seed: int) -> None:
    plan = made(seed).plan
    inner = plan.breakpoints[1:-1]
    step = np.abs(plan.at(inner).qd - plan.at(inner, "left").qd)
    most = np.array([j.limits.speed.value for j in ARM.robot.independent])
    steps = (step > 0.01 * most).any(axis=1)
    said = [n.t for n in plan.notices if n.code == "W_SPEED_STEP"]
    assert inner[steps].tolist() == said


@few
@given(seeds)
def test_speeds_and_accelerations_are_derivatives(seed: int) -> None:
    """Of the curve of each piece, by differences of second and fourth order."""
    m = made(seed)
    curve, t, h = m.plan.curve, m.t.ravel(), 1e-4
    inside = (m.t > m.t[:, :1]) & (m.t < m.t[:, -1:]) & (np.ptp(m.t, axis=1) > 0.01)[:, None]
    rows = np.flatnonzero(inside.ravel())
    if not len(rows):
        return
    near = [curve.at(t[rows] + k * h, m.piece[rows]) for k in (-2, -1, 1, 2)]
    for order in (0, 1):
        a, b, c, d = (x[order] for x in near)
        slope = (a - 8 * b + 8 * c - d) / (12 * h)
        truth = m.state[order + 1][rows]
        scale = 1.0 + np.abs(m.state.qdd[rows]).max() ** 2
        assert slope == pytest.approx(truth, abs=2e-6 * scale)


@few
@given(seeds)
def test_the_tool_point_is_on_its_line_or_arc(seed: int) -> None:
    m = made(seed)
    p = ARM.forward_kinematics(m.state.q)[:, :3, 3]
    here = None
    for k, move in enumerate(m.moves):
        rows = m.alone(k)
        start, here = here, None if isinstance(move, Ptp) else np.array(move.target.position)
        if isinstance(move, Ptp) or start is None or not len(rows):
            continue
        cut = move.blend is not None and move.blend.kind == "c_cp"
        before = m.moves[k - 1].blend
        if not (cut or (before is not None and before.kind == "c_cp")):
            assert off(move, start, p[rows]).max() < 1e-9


def off(move: Lin | Circle, start: Array, p: Array) -> Array:
    if isinstance(move, Lin):
        t = np.array(move.target.position) - start
        t /= np.linalg.norm(t)
        return np.linalg.norm(np.cross(p - start, t), axis=1)
    path = arc(tuple(start), move.via, move.target.position)
    centre = start + np.array(path.second)
    out = p - centre
    height = out @ np.array(path.axis)
    return np.hypot(np.linalg.norm(out - height[:, None] * path.axis, axis=1) - path.radius, height)


@few
@given(seeds)
def test_speed_and_tangential_acceleration_are_as_programmed(seed: int) -> None:
    m = made(seed)
    J, Jd = ARM.jacobian(m.state.q), ARM.jacobian_rate(m.state.q, m.state.qd)
    v = np.einsum("kij,kj->ki", J[:, :3], m.state.qd)
    a = np.einsum("kij,kj->ki", J[:, :3], m.state.qdd) + np.einsum(
        "kij,kj->ki", Jd[:, :3], m.state.qd
    )
    speed = np.linalg.norm(v, axis=1)
    along = np.abs((v * a).sum(axis=1)) / np.maximum(speed, 1e-6)
    for k, move in enumerate(m.moves):
        if isinstance(move, Ptp):
            continue
        cut = move.blend is not None and move.blend.kind == "c_cp"
        rows = m.alone(k)
        after = m.moves[k + 1] if cut else move
        assert speed[rows].max(initial=0.0) <= max(move.speed, after.speed) * (1 + 1e-7)
        if not cut:
            moving = rows[speed[rows] > 1e-4]
            assert along[moving].max(initial=0.0) <= move.acc * (1 + 1e-5)
        elif len(rows := m.last_element(rows)):
            change = np.linalg.norm(v[rows[-1]] - v[rows[0]])
            mean = change / (m.t.ravel()[rows[-1]] - m.t.ravel()[rows[0]])
            assert mean <= min(move.acc, after.acc) * (1 + 1e-5)


@few
@given(seeds)
def test_the_tool_point_has_a_continuous_velocity(seed: int) -> None:
    """But at corners passed by c_speed, which are named."""
    m = made(seed)
    plan, inner = m.plan, m.plan.breakpoints[1:-1]
    v = []
    for side in ("left", "right"):
        state = plan.at(inner, side)
        v.append(np.einsum("kij,kj->ki", ARM.jacobian(state.q)[:, :3], state.qd))
    step = np.linalg.norm(v[1] - v[0], axis=1)
    corners = {plan.moves[n.move - 1].end for n in plan.notices if n.code == "W_CORNER"}
    for t, size in zip(inner, step, strict=True):
        at_corner = any(abs(t - c) < 1e-6 for c in corners)
        assert size < (0.06 if at_corner else 1e-7)


@few
@given(seeds)
def test_windows_make_the_attitude_smooth(seed: int) -> None:
    """Where a window is asked for at every joint, no turning rate steps."""
    rng = random.Random(seed)
    commands = [
        replace(c, r_blend_ori=0.05) if isinstance(c, Lin | Circle) else c for c in program(rng, 6)
    ]
    try:
        plan = erfd.plan(commands, ARM)
    except ProgramError:
        return
    inner = plan.breakpoints[1:-1]
    w = []
    for side in ("left", "right"):
        state = plan.at(inner, side)
        w.append(np.einsum("kij,kj->ki", ARM.jacobian(state.q)[:, 3:], state.qd))
    single = ((plan.curve.layers[1:] >= 0).sum(axis=1) == 1) & (
        (plan.curve.layers[:-1] >= 0).sum(axis=1) == 1
    )
    assert np.abs(w[1] - w[0])[single].max(initial=0.0) < 1e-7


@few
@given(seeds)
def test_samples_are_the_curve_and_poses_theirs(seed: int) -> None:
    plan: Trajectory = made(seed).plan
    fresh = plan.at(plan.t)
    for mine, theirs in zip(plan.samples, fresh, strict=True):
        assert mine == pytest.approx(theirs, abs=1e-9)
    assert plan.pose == pytest.approx(ARM.forward_kinematics(plan.q), abs=1e-12)
    assert plan.t == pytest.approx(0.01 * np.arange(len(plan.t)))
    assert plan.t[-1] - 0.01 < plan.end <= plan.t[-1] + 1e-9


@few
@given(seeds)
def test_the_arm_stands_where_nothing_joins_two_moves(seed: int) -> None:
    """All that came before has ended there."""
    m = made(seed)
    plan = m.plan
    for k, (move, laid) in enumerate(zip(m.moves, plan.moves, strict=True)):
        if move.blend is None:
            assert all(earlier.end <= laid.end + 1e-12 for earlier in plan.moves[:k])
            assert plan.at(laid.end, "left").qd == pytest.approx(np.zeros(6), abs=1e-7)


def test_a_short_move_does_not_end_before_the_one_it_is_joined_with() -> None:
    """It starts so late that both end together: what follows starts from rest."""
    far, near = ((x, 0.4, -0.3, 0.4, -1.0, 0.3) for x in (1.2, 1.201))
    after = np.array(ARM.forward_kinematics(np.array(near)))[:3, 3] + (0.0, 0.0, 0.1)
    commands: list[Command] = [
        Ptp(target=Joints(far), blend=Blend("c_ptp", 1.0)),
        Ptp(target=Joints(near)),
        Lin(target=Pose(position=tuple(after.tolist())), speed=0.2, acc=1.0),
    ]
    plan = erfd.plan(commands, ARM)
    first, second, third = plan.moves
    assert second.end == pytest.approx(first.end)
    assert third.start == pytest.approx(second.end)
    assert plan.at(second.end).q == pytest.approx(near)
    t = np.linspace(third.start, third.end, 50)
    p = ARM.forward_kinematics(plan.at(t).q)[:, :3, 3]
    assert off(commands[2], p[0], p).max() < 1e-9


@settings(max_examples=40, deadline=None)
@given(seeds, st.floats(0.0, 3.0))
def test_any_program_ends_in_a_plan_or_an_error_of_ours(seed: int, turn: float) -> None:
    rng = random.Random(seed)
    commands = program(rng, rng.randint(1, 12), turn=turn)
    try:
        plan = erfd.plan(commands, ARM)
    except ProgramError as error:
        if not error.what.startswith("E_"):
            raise
    else:
        assert np.isfinite(plan.samples.qdd).all()
