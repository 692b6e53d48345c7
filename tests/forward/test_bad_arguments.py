"""What is no number, no list, no function is refused by name, with what to give: no traceback."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import erfd


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("two_link")


def event(value: Any) -> list[erfd.UserEvent]:
    return [erfd.UserEvent(name="gate", function=lambda _t, _q, _qd: value)]


PD = erfd.PD(10, 1)
GATE = erfd.UserEvent(name="gate", function=5)  # type: ignore[arg-type]
NOTHING = np.zeros(2)
BAD: list[tuple[dict[str, Any], str]] = [
    ({"t_end": "3"}, "t_end is '3'.*give a time above 0"),
    ({"t_end": None}, "t_end is None.*give a time above 0"),
    ({"t_end": [1, 2]}, "t_end is .*give a time above 0"),
    ({"dt_out": "a"}, "dt_out is 'a'.*give a time above 0"),
    ({"max_step": 1j}, "max_step is 1j.*give a time above 0"),
    ({"integrator": "rk4", "dt": "a"}, "dt is 'a'.*give a time above 0"),
    ({"controller": PD, "cycle": "a"}, "cycle is 'a'.*give a time above 0"),
    ({"rtol": "a"}, "rtol is 'a'.*give 1e-13 to 0.1"),
    ({"atol": [1e-9]}, "atol is .*give 1e-13 to 0.1"),
    ({"restitution": "x"}, "restitution is 'x'.*give 0 .* to 1"),
    ({"q0": np.array([1j, 1.0])}, "q0 is not made of numbers.*in SI"),
    ({"q0": ["1", "2"]}, "q0 is not made of numbers.*in SI"),
    ({"loads": 5}, "loads is 5.*erfd.pick"),
    ({"loads": "ab"}, "loads is 'ab'.*erfd.pick"),
    ({"loads": [erfd.pick("a", 1.0)]}, "a load at 'a'.*erfd.pick"),  # type: ignore[arg-type]
    ({"events": 3}, "events is 3.*UserEvent"),
    ({"events": [GATE]}, "the function of the event 'gate' is 5.*f.t, q, qd."),
    ({"events": event(None)}, "the event 'gate' gave None.*at t = 0 s.*return a number"),
    ({"events": event("a")}, "the event 'gate' gave 'a'"),
    ({"events": event([1.0, 2.0])}, "the event 'gate' gave"),
    ({"prescribed": [1]}, r"prescribed is \[1\].*f\(t\) -> \(q, qd, qdd\)"),
    ({"prescribed": {5: abs}}, "prescribed has the name 5"),
    ({"prescribed": {"joint_1": lambda _: None}}, "motion of 'joint_1' gave no .q, qd, qdd."),
    ({"prescribed": {"joint_1": lambda _: (1j, 0, 0)}}, "motion of 'joint_1' gave no"),
    ({"controller": PD, "target": "x"}, "the target is 'x'.*give 2 positions"),
    ({"controller": PD, "target": lambda _: ("a", 0, 0)}, "the target gave no .q, qd, qdd."),
    ({"controller": erfd.PD("a", 1)}, "kp is 'a'.*give one number, or 2"),
    ({"controller": lambda _t, _q, _qd: 1j * NOTHING}, "the controller gave.*return 2 numbers"),
    ({"controller": lambda _t, _q, _qd: None}, "the controller gave.*return 2 numbers"),
    ({"torque": lambda _: [1j, 1j]}, "torque gave .* at t = 0 s.*return 2 numbers"),
    ({"torque": lambda _: 1j * NOTHING}, "torque gave .* at t = 0 s.*return 2 numbers"),
    ({"torque": lambda _: ["1", "2"]}, "torque gave .* at t = 0 s.*return 2 numbers"),
    ({"torque": ([0.0, "a"], np.zeros((2, 2)))}, "the time of torque is not made of numbers"),
    ({"torque": ([0.0, 1.0], [[1.0, 2.0], [3.0]])}, "torque is not made of numbers"),
    ({"wrench": lambda _: "abc"}, "wrench gave .*return 6 numbers"),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("given", "words"), BAD, ids=[words for _, words in BAD])
def test_a_run_says_which_argument_is_wrong(
    arm: erfd.Arm, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        erfd.simulate(arm, **{"t_end": 0.05, **given})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"limit": "a"}, "limit is not an array of numbers"),
        ({"limit": [None, 1]}, "limit is not an array of numbers"),
        ({"limit": 1j}, "limit is not an array of numbers"),
        ({"parameters": [1]}, r"parameters is \[1\].*give"),
        ({"parameters": "gravity"}, "parameters is 'gravity'.*give"),
        ({"parameters": {5: 1.0}}, "parameters has the name 5"),
        ({"out": 3}, "out is 3; give an earlier rollout"),
        ({"steps": "4"}, "steps='4'.*whole number"),
        ({"dt": "a"}, "dt=a"),
        ({"memory_limit": "a"}, "memory_limit is 'a'"),
    ],
)
def test_a_rollout_says_which_argument_is_wrong(
    arm: erfd.Arm, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(erfd.ErfdError, match=words):
        erfd.rollout(arm, **{"q0": NOTHING, "qd0": NOTHING, "steps": 4, "dt": 1e-3, **given})


def test_a_limit_of_either_sign_is_a_size(arm: erfd.Arm) -> None:
    start = {"q0": NOTHING, "qd0": NOTHING, "steps": 4, "dt": 1e-3, "torque": [50.0, 50.0]}
    both = [erfd.rollout(arm, **start, limit=x) for x in ([3.0, 4.0], [-3.0, -4.0])]
    assert (both[0].q == both[1].q).all()
    assert (both[0].q != erfd.rollout(arm, **start).q).any()


def test_numbers_of_any_kind_pass(arm: erfd.Arm) -> None:
    run = erfd.simulate(arm, t_end=np.float32(0.5), dt_out=np.array(0.1), rtol=np.float64(1e-9))
    assert run.t[-1] == 0.5
    whole = erfd.simulate(arm, [0, 1], t_end=1, torque=lambda _: [0, True], events=event(1))
    assert whole.diverged is None
