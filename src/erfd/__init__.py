"""Effective Robot Forward Dynamics: robot dynamics, robot programs, and the verdict on them.

Is this motion physically achievable by this robot, where is it not, by how much, why, and what
would make it so? A robot program (or any joint trajectory) goes in; out comes a verdict. Under it
lies a library of robot dynamics by every published method.

    arm = erfd.load("rl15")              a library name, or a .toml or .urdf file: an Arm
    arm.inverse_dynamics(q, qd, qdd)     torques in N m; help(erfd.Arm) lists all it can
    motion = erfd.plan(erfd.parse("program.irl"), arm)
    erfd.verify(motion, arm)             the verdict; erfd.retime makes it achievable
    erfd.simulate(arm, ...)              forward in time; erfd.rollout runs thousands at once

Arguments are arrays (..., n) in SI units. What is wrong is an ErfdError that says what to do. All
that is public is listed in `erfd.__all__`; everything heavy is loaded when first used.
"""

from erfd.errors import ErfdError, ProgramError, RobotError, TrajectoryError

TYPE_CHECKING = False  # as typing's, which is not loaded here
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


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'erfd' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names alone."""
    return sorted(__all__)
