"""A verdict as a file: report (.html), verdict (.json), time series (.csv, .parquet).

Files are written under another name first and then renamed, so that none is ever half-written.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from erfd.csv_file import csv_text
from erfd.curve import Array
from erfd.errors import ErfdError
from erfd.judge.achieved import Achieved
from erfd.judge.diagrams import diagrams
from erfd.judge.kernels import kernel
from erfd.judge.report import Page, page
from erfd.judge.series import achieved_state, groups, instants
from erfd.judge.verdict import Verdict
from erfd.parquet_file import write_parquet
from erfd.robot.text_file import write_text

SUFFIXES = (".html", ".json", ".csv", ".parquet")


def save(verdict: Verdict, path: Path) -> Path:
    makers = {".html": html, ".json": as_json, ".csv": as_csv}
    if path.suffix not in SUFFIXES:
        raise ErfdError(f"cannot write a verdict as '{path.name}'", f"use {' or '.join(SUFFIXES)}")
    if path.suffix == ".parquet":
        write_parquet(path, *series(verdict))
    else:
        write_text(path, makers[path.suffix](verdict))
    return path


def html(verdict: Verdict) -> str:
    what, t = verdict.judged, instants(verdict)
    q = what.trajectory.at(t).q
    got = achieved_state(verdict, t)
    pose = kernel(what.robot, "forward_kinematics", frame="tool")
    shown = Page(
        verdict=verdict,
        trajectory=what.trajectory,
        robot=what.robot,
        t=t,
        q=q,
        groups=diagrams(groups(verdict, t)),
        tool=pose(q)[:, :3, 3],
        achieved_q=None if got is None else got.q,
        achieved_tool=None if verdict.achieved is None else verdict.achieved.tool,
    )
    return page(shown)


def as_json(verdict: Verdict) -> str:
    return json.dumps(plain(verdict), indent=2, allow_nan=False) + "\n"


def plain(verdict: Verdict) -> dict[str, Any]:
    """The verdict as numbers, texts, lists and mappings; SI, every number with its unit beside."""
    return {
        "status": verdict.status,
        "reason": verdict.reason,
        "exit_code": verdict.exit_code,
        "violations": [_plain(v) for v in verdict.violations],
        "per_move": [_plain(m) for m in verdict.per_move],
        "per_joint": [_plain(u) for u in verdict.per_joint],
        "unknown": [_plain(u) for u in verdict.unknown],
        "achieved": _achieved(verdict.achieved),
        "assumptions": {k: str(v) for k, v in verdict.assumptions.items()},
    }


def _achieved(found: Achieved | None) -> dict[str, Any] | None:
    """The largest errors of the tool in the motion that the motors can make."""
    if found is None:
        return None
    return {
        "cycles": len(found.t) - 1,
        "saturated_cycles": found.saturated_cycles,
        "largest_distance_m": float(found.distance.max()),
        "largest_angle_rad": float(found.angle.max()),
        "largest_delay_s": float(np.abs(found.delay).max()),
        "end_distance_m": float(found.distance[-1]),
    }


def _plain(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, (tuple, list)):
        return [_plain(x) for x in value]
    if isinstance(value, dict):
        return {k: _plain(x) for k, x in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool)) or value is None else str(value)


def series(verdict: Verdict) -> tuple[list[str], list[Array]]:
    """A row an instant; the header names the unit of every column, and what is achieved."""
    t = instants(verdict)
    columns, head = [t], ["t [s]"]
    for group in groups(verdict, t):
        for k, name in enumerate(group.names):
            what = f"{name} {group.name}"
            head.append(f"{what} [{group.unit}]")
            columns.append(group.programmed[:, k])
            if group.achieved is not None:
                head.append(f"{what}, achieved [{group.unit}]")
                columns.append(group.achieved[:, k])
    return head, columns


def as_csv(verdict: Verdict) -> str:
    head, columns = series(verdict)
    return csv_text(head, np.stack(columns, axis=1).tolist())
