"""erfd: is this motion physically achievable by this robot, where is it not, and why?

`erfd.load("rl15")` gives an `Arm`. Everything heavier than the errors is loaded when first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from erfd.errors import ErfdError, ProgramError, RobotError, TrajectoryError

if TYPE_CHECKING:
    from erfd.arm import Arm, load
    from erfd.forward.controllers import Cascade, Playback
    from erfd.forward.problem import UserEvent, drop, pick
    from erfd.forward.result import Run
    from erfd.forward.rollout_control import PD, ComputedTorque
    from erfd.motion.language.program import Program, parse, parse_text
    from erfd.planning import plan, read_trajectory, write_trajectory
    from erfd.robot.dh import DhRow, from_dh
    from erfd.robot.robot import Robot
    from erfd.rollouts import rollout
    from erfd.simulating import simulate
    from erfd.trajectory import Trajectory
    from erfd.verdicts import retime, verify

__version__ = "0.1.0"

_PLACES = {
    "Arm": "erfd.arm",
    "load": "erfd.arm",
    "Program": "erfd.motion.language.program",
    "parse": "erfd.motion.language.program",
    "parse_text": "erfd.motion.language.program",
    "Robot": "erfd.robot.robot",
    "DhRow": "erfd.robot.dh",
    "from_dh": "erfd.robot.dh",
    "Trajectory": "erfd.trajectory",
    "plan": "erfd.planning",
    "read_trajectory": "erfd.planning",
    "write_trajectory": "erfd.planning",
    "verify": "erfd.verdicts",
    "retime": "erfd.verdicts",
    "rollout": "erfd.rollouts",
    "PD": "erfd.forward.rollout_control",
    "ComputedTorque": "erfd.forward.rollout_control",
    "simulate": "erfd.simulating",
    "Run": "erfd.forward.result",
    "Cascade": "erfd.forward.controllers",
    "Playback": "erfd.forward.controllers",
    "UserEvent": "erfd.forward.problem",
    "pick": "erfd.forward.problem",
    "drop": "erfd.forward.problem",
}

__all__ = [
    "PD",
    "Arm",
    "Cascade",
    "ComputedTorque",
    "DhRow",
    "ErfdError",
    "Playback",
    "Program",
    "ProgramError",
    "Robot",
    "RobotError",
    "Run",
    "Trajectory",
    "TrajectoryError",
    "UserEvent",
    "__version__",
    "drop",
    "from_dh",
    "load",
    "parse",
    "parse_text",
    "pick",
    "plan",
    "read_trajectory",
    "retime",
    "rollout",
    "simulate",
    "verify",
    "write_trajectory",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'erfd' has no attribute '{name}'")
    value = getattr(importlib.import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
