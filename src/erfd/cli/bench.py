"""`erfd bench`: how fast this machine computes a robot, beside Pinocchio where it is installed.

Both sides take turns in one process and their results are compared first. The full comparison,
with targets and more peers, is `make bench` in the source tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from erfd.arm import Arm, load
from erfd.cli.bench_pinocchio import Pinocchio, find
from erfd.cli.options import moving
from erfd.cli.output import say, say_json
from erfd.errors import ErfdError, RobotError
from erfd.text_table import counted, render, table
from erfd.timing import best, duration

STATES = 1024
PEERS = {
    "inverse_dynamics": ("rneaInParallel", "rnea"),
    "forward_dynamics": ("abaInParallel", "aba"),
}
OTHERS = ("equations_of_motion", "mass_matrix", "bias", "forward_kinematics", "jacobian")
CLOSE = 1e-7  # relative to the largest value; else nothing is compared

Calls = dict[str, Callable[[], Any]]


class Line(NamedTuple):
    """Seconds per state in a batch and for one state per call; None where there is no peer."""

    quantity: str
    method: str
    batch: float
    single: float
    peer_batch: float | None
    peer_single: float | None


def bench(
    robot: Annotated[str, typer.Argument(help="a library name or a .toml or .urdf file")] = "rl15",
    seconds: Annotated[float, typer.Option(help="s for each line of the table")] = 1.0,
    json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False,
) -> None:
    """Measure the compiled functions of a robot on this machine. Example: erfd bench rl15

    Times are those of the best of many short slices, on one thread. Where Pinocchio is installed
    it is measured in turns with them, after its results were compared with ours.
    """
    if not 0.01 <= seconds <= 600.0:
        raise ErfdError(f"--seconds is {seconds:g}", "give 0.01 to 600 s")
    arm = moving(load(robot))
    lines, without = [], []
    for name in (*PEERS, *OTHERS):
        try:
            lines.append(_line(arm, name, seconds))
        except RobotError as error:  # forward dynamics of a joint that feels no inertia
            without.append(f"{name}: {error}")
    if json:
        rows = [line._asdict() for line in lines]
        head = {"robot": arm.name, "states": STATES, "unit": "s"}
        say_json(head | {"functions": rows, "without": without})
    else:
        say(_text(arm, lines, without))


def _line(arm: Arm, name: str, seconds: float) -> Line:
    f = arm.function(name)
    states = np.random.default_rng(1).uniform(-1.0, 1.0, (len(f.inputs), STATES, arm.n))
    first = [x[0].copy() for x in states]
    calls: Calls = {"batch": lambda: f(*states), "single": lambda: f(*first)}
    times = best(calls | _peer(arm, name, states, f(*states)), seconds)
    share = {k: t / STATES if k.endswith("batch") else t for k, t in times.items()}
    beside = share.get("peer_batch"), share.get("peer_single")
    return Line(name, f.method or "", share["batch"], share["single"], *beside)


def _peer(arm: Arm, name: str, states: Any, ours: Any) -> Calls:
    """Pinocchio's calls, if it is there, reads this robot, and says the same."""
    if name not in PEERS or (module := find("pinocchio")) is None:
        return {}
    if any(joint.mimic for joint in arm.robot.joints):
        return {}
    peer, (together, alone) = Pinocchio(arm), PEERS[name]
    batch, result = peer.batch(together, *states)
    batch()
    off = float(np.abs(peer.rows(result) - ours).max())
    if not off <= CLOSE * float(np.abs(ours).max()):
        raise ErfdError(f"{name} and Pinocchio's {alone} differ by {off:.2e}", "erfd check ROBOT")
    columns = [x[:, 0].copy() for x in (peer.q(states[0]), *map(peer.v, states[1:]))]
    call = getattr(module, alone)
    return {"peer_batch": batch, "peer_single": lambda: call(peer.model, peer.data, *columns)}


def _text(arm: Arm, lines: list[Line], without: list[str]) -> str:
    beside = any(line.peer_batch for line in lines)
    head = ["function", "method", "batch", "call"]
    head += ["Pinocchio", "call", "faster", "call"] if beside else []
    note = "" if beside else "Pinocchio is not measured: not installed, or it lacks this robot."
    title = f"{arm.name}, {counted(arm.n, 'joint')}, one thread. "
    title += f"batch: time per state of {STATES}; call: one state per call from Python."
    rows = [_cells(line, beside) for line in lines]
    return render(table(title, head, rows), *filter(None, [note, *without]))


def _cells(line: Line, beside: bool) -> list[str]:
    cells = [line.quantity, line.method, duration(line.batch), duration(line.single)]
    if not beside:
        return cells
    if line.peer_batch is None or line.peer_single is None:
        return [*cells, *[""] * 4]
    pairs = ((line.peer_batch, line.batch), (line.peer_single, line.single))
    faster = [f"{theirs / ours:.3g} x" for theirs, ours in pairs]
    return [*cells, *(duration(theirs) for theirs, _ in pairs), *faster]
