"""Controllers reach what they should, saturate, do not wind up; cycles are cycles."""

from __future__ import annotations

import numpy as np
import pytest

import erfd

GOAL = np.array([0.3, -0.2, 0.4, 0.1, 0.2, 0.3])


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("rl15")


@pytest.fixture(scope="module")
def plan(arm: erfd.Arm) -> erfd.Trajectory:
    text = "program p; seq move ptp mainjoint(20,-10,15,10,20,5) speed_ptp=0.4; endseq endprogram"
    return erfd.plan(erfd.parse_text(text), arm)


def test_computed_torque_makes_the_error_a_linear_equation(arm: erfd.Arm) -> None:
    """e'' + kd e' + kp e = 0 in every joint, exactly, whatever the arm does."""
    kp, kd = 25.0, 4.0
    run = erfd.simulate(arm, t_end=1.0, controller=erfd.ComputedTorque(kp, kd), target=GOAL)
    w = np.sqrt(kp - kd * kd / 4)
    decay = np.exp(-kd / 2 * run.t)
    shape = decay * (np.cos(w * run.t) + kd / (2 * w) * np.sin(w * run.t))
    assert np.abs((GOAL - run.q) - GOAL * shape[:, None]).max() < 1e-9


def test_pd_with_gravity_rests_at_its_target(arm: erfd.Arm) -> None:
    run = erfd.simulate(
        arm,
        t_end=3.0,
        controller=erfd.PD([4e3, 4e3, 4e3, 100, 100, 10], [800, 800, 600, 10, 10, 1]),
        target=GOAL,
        integrator="radau",
    )
    assert np.abs(run.q[-1] - GOAL).max() < 2e-2
    hanging = erfd.simulate(
        arm,
        t_end=3.0,
        controller=erfd.PD(
            [4e3, 4e3, 4e3, 100, 100, 10], [800, 800, 600, 10, 10, 1], gravity=False
        ),
        target=GOAL,
        integrator="radau",
    )
    assert np.abs(hanging.q[-1] - GOAL).max() > 0.1


def test_playback_repeats_the_plan(arm: erfd.Arm, plan: erfd.Trajectory) -> None:
    run = erfd.simulate(arm, plan.q[0], t_end=plan.end, controller=erfd.Playback(), target=plan)
    assert np.abs(run.q - plan.at(run.t).q).max() < 1e-7


def test_playback_of_a_wrong_load_goes_astray(arm: erfd.Arm, plan: erfd.Trajectory) -> None:
    run = erfd.simulate(
        arm,
        plan.q[0],
        t_end=plan.end,
        controller=erfd.Playback(),
        target=plan,
        loads=[erfd.pick(0.0, 10.0)],
    )
    assert np.abs(run.q - plan.at(run.t).q).max() > 0.05


@pytest.mark.parametrize("drives", [False, True])
def test_the_cascade_follows_a_plan(arm: erfd.Arm, plan: erfd.Trajectory, drives: bool) -> None:
    run = erfd.simulate(
        arm,
        plan.q[0],
        t_end=plan.end + 0.5,
        controller=erfd.Cascade(),
        target=plan,
        drives=drives,
        rtol=1e-8,
        atol=1e-8,
    )
    wanted = plan.at(run.t).q
    assert np.abs(run.q - wanted).max() < np.radians(1.0)
    assert np.abs(run.q[-1] - wanted[-1]).max() < 1e-4
    assert np.array_equal(run.target, wanted)


def test_the_current_lags(arm: erfd.Arm) -> None:
    """The torque follows what is asked by a first-order lag: it starts from the holding torque."""
    quick = erfd.simulate(arm, t_end=0.05, controller=erfd.Cascade(), target=GOAL, drives=True)
    slow = erfd.simulate(
        arm, t_end=0.05, controller=erfd.Cascade(current_lag=0.01), target=GOAL, drives=True
    )
    hold = arm.motor_torque(np.zeros(6), np.zeros(6), np.zeros(6))
    assert np.allclose(slow.motor_torque[0], hold)
    assert np.abs(quick.motor_torque[0] - hold).max() > 1.0


def test_nothing_winds_up() -> None:
    """A slide behind a saturated drive overshoots far less than with an integral left alone."""
    from tests.forward.test_stops import slide

    arm = slide()
    loop = {"position": 20.0, "speed": 2000.0, "reset": 0.05, "torque": 600.0}
    run = erfd.simulate(arm, t_end=4.0, controller=erfd.Cascade(**loop), target=[1.0])
    over = run.q[:, 0].max() - 1.0
    assert abs(run.q[-1, 0] - 1.0) < 1e-4
    assert np.abs(run.torque).max() <= 600.0
    assert over < 0.25
    wound = np.abs(run.torque[:, 0]) >= 600.0 - 1e-9
    assert wound.any()


def test_a_cycle_holds_its_torque(arm: erfd.Arm) -> None:
    seen: list[float] = []

    def own(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        seen.append(t)
        return -0.1 * qd + np.zeros_like(q)

    run = erfd.simulate(arm, t_end=0.1, controller=own, cycle=0.01)
    edges = 0.01 * np.arange(11)
    assert np.abs(run.breakpoints[:, None] - edges).min(axis=0).max() < 1e-12
    assert len(set(np.round(seen, 9))) <= 11
    assert run.drift < 1e-10


def test_events_between_cycles_do_not_disturb_them() -> None:
    """A stop that is hit in a cycle: the controller still acts at every multiple of its cycle."""
    from tests.forward.test_stops import slide

    seen: list[float] = []

    def own(t: float, _q: np.ndarray, _qd: np.ndarray) -> np.ndarray:
        seen.append(t)
        return np.array([100.0])

    options = {"stops": True, "restitution": 0.6, "controller": own, "cycle": 0.1}
    run = erfd.simulate(slide(), [0.3], t_end=1.95, **options)
    assert sum(e.kind == "stop" for e in run.events) > 3
    acted = sorted({round(t, 9) for t in seen})
    assert {round(0.1 * k, 9) for k in range(20)} <= set(acted)


def test_the_shorter_the_cycle_the_nearer_to_a_controller_that_acts_always() -> None:
    arm, law = erfd.load("two_link"), erfd.ComputedTorque(100.0, 20.0)
    always = erfd.simulate(arm, t_end=0.5, controller=law, target=[0.5, 0.3])
    errors = [
        np.abs(
            erfd.simulate(arm, t_end=0.5, controller=law, target=[0.5, 0.3], cycle=T).q - always.q
        ).max()
        for T in (0.02, 0.01, 0.005)
    ]
    assert errors[0] > 1.8 * errors[1] > 3.2 * errors[2] > 0.0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"controller": 3.0}, "3.0 is no controller; give PD, ComputedTorque, Cascade, Playback"),
        ({"target": [0.0] * 6}, "target is given without a controller"),
        ({"controller": erfd.PD(1, 1), "target": [0.0] * 5}, r"the target has the shape \(5,\)"),
        ({"controller": erfd.PD([1, 2], 1)}, r"kp has the shape \(2,\); give one number, or 6"),
        ({"controller": erfd.PD(1, 1), "cycle": 0.0}, "cycle is 0.0 s; give a time above 0"),
        ({"controller": erfd.Cascade(reset=0.0)}, "a reset time is not above 0"),
    ],
)
def test_what_is_wrong_is_said(arm: erfd.Arm, options: dict[str, object], words: str) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        erfd.simulate(arm, t_end=0.1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("what", [{"bandwidth": 0.0}, {"current_lag": -1.0}])
def test_a_cascade_refuses_nonsense(what: dict[str, float]) -> None:
    with pytest.raises(erfd.ErfdError):
        erfd.Cascade(**what)
