"""The verdict as one HTML page that needs nothing else: no server, no network, no other file.

The page's own parts are in `page/`; plotly's script comes out of its package. Series are 32-bit
floats in base64, the instants are stored once.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.judge.report_facts import facts
from erfd.judge.report_robot import drawn
from erfd.judge.report_tables import (
    limit_rows,
    move_rows,
    plain_quantity,
    program_lines,
    unknown_lines,
    violation_rows,
)
from erfd.judge.verdict import Verdict
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

NEAR = 0.9
MOST_BANDS = 1000  # stretches marked in the diagrams, the worst
SCRIPT = "package_data/plotly.min.js"


@dataclass(frozen=True, kw_only=True)
class Group:
    """Diagrams of one quantity, one for each name: what is asked, achieved, and allowed.

    `units` are those of the names where they differ.
    """

    name: str
    unit: str
    names: Sequence[str]
    programmed: Array
    achieved: Array | None = None
    lower: Array | None = None
    upper: Array | None = None
    units: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Page:
    """Everything that the page shows; rows of all series belong to the instants `t`."""

    verdict: Verdict
    trajectory: Trajectory
    robot: Robot
    t: Array
    q: Array
    groups: Sequence[Group]
    tool: Array
    achieved_tool: Array | None = None
    achieved_q: Array | None = None


def page(what: Page) -> str:
    """The text of the file."""
    template = (files("erfd.judge") / "page" / "report.html").read_text("utf-8")
    return filled(template, _title(what), _data(what))


def filled(template: str, title: str, data: Mapping[str, Any]) -> str:
    """A page whose @NAME@ places get the data and all scripts and styles."""
    place = files("erfd.judge") / "page"
    parts = {
        "TITLE": html.escape(title),
        "STYLE": (place / "report.css").read_text("utf-8"),
        "DATA": embedded(data),
        "PLOTLY": plotly_script(),
        "REPLAY": (place / "replay.js").read_text("utf-8"),
        "SCRIPT": (place / "report.js").read_text("utf-8"),
    }
    return "".join(parts[x] if k % 2 else x for k, x in enumerate(template.split("@")))


def plotly_script() -> str:
    """The script in plotly's package, found without importing it."""
    spec = find_spec("plotly")
    place = Path(spec.origin).parent / SCRIPT if spec and spec.origin else None
    if place is None or not place.is_file():
        from plotly.offline import get_plotlyjs

        script: str = get_plotlyjs()
    else:
        script = place.read_text("utf-8")
    return script.replace("</script", "<\\/script")


def embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end the element that it stands in."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _title(what: Page) -> str:
    """The file's name without its folder, which is nobody's business."""
    source = Path(what.trajectory.file).name if what.trajectory.file else "a trajectory"
    return f"{source} on {what.robot.name}"


def _data(what: Page) -> dict[str, Any]:
    verdict = what.verdict
    first = verdict.violations[0] if verdict.violations else None
    names = [g.name for g in what.groups]
    wanted = plain_quantity(first) if first else "motor torque"
    shown = wanted if wanted in names else names[0]
    others = None if what.achieved_q is None else [packed(x) for x in what.achieved_q.T]
    return {
        "title": _title(what),
        "status": verdict.status,
        "reason": verdict.reason,
        "facts": facts(verdict, NEAR),
        "near": NEAR,
        "t": packed(what.t),
        "joints": [packed(column) for column in what.q.T],
        "achieved_joints": others,
        "line_of": [int(x) for x in _lines(what)],
        "program": program_lines(what.trajectory, verdict, NEAR),
        **violation_rows(verdict),
        **move_rows(verdict, NEAR),
        **limit_rows(verdict),
        "unknown": unknown_lines(verdict.unknown),
        "assumptions": [[k, str(v)] for k, v in verdict.assumptions.items()],
        "groups": [group_data(g) for g in what.groups],
        "first_group": names.index(shown),
        "first_t": first.t if first else float(what.t[0]),
        "bad": [
            {"group": plain_quantity(v), "subject": v.subject, "start": v.start, "end": v.end}
            for v in verdict.violations[:MOST_BANDS]
        ],
        "robot": drawn(what.robot),
        "paths": list(_paths(what)),
    }


def _lines(what: Page) -> Iterable[int]:
    t = what.trajectory
    return np.array([0, *(m.line for m in t.moves)])[t.move_at(what.t)]


def packed(values: Array) -> str:
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f4").tobytes()).decode("ascii")


def group_data(group: Group) -> dict[str, Any]:
    """One group as the page reads it."""
    return {
        "name": group.name,
        "unit": group.unit,
        "series": [
            {
                "name": name,
                "unit": group.units[k] if group.units else group.unit,
                "programmed": packed(group.programmed[:, k]),
                "achieved": None if group.achieved is None else packed(group.achieved[:, k]),
                **_band(group, k),
            }
            for k, name in enumerate(group.names)
        ],
    }


def _band(group: Group, k: int) -> dict[str, str]:
    if group.lower is None or group.upper is None:
        return {}
    lower, upper = group.lower[:, k], group.upper[:, k]
    if not (np.isfinite(lower).all() and np.isfinite(upper).all()):
        return {}
    return {"lower": packed(lower), "upper": packed(upper)}


def _paths(what: Page) -> Iterable[dict[str, Any]]:
    bad = np.zeros(len(what.t), dtype=bool)
    for v in what.verdict.violations:
        bad |= (what.t >= v.start - 1e-9) & (what.t <= v.end + 1e-9)
        bad[int(np.argmin(np.abs(what.t - v.t)))] = True
    flags = "".join("1" if b else "0" for b in bad)
    yield {"points": packed(what.tool.ravel()), "colour": "--one", "dash": [], "bad": flags}
    if what.achieved_tool is not None:
        points = packed(what.achieved_tool.ravel())
        none = "0" * len(what.achieved_tool)
        yield {"points": points, "colour": "--two", "dash": [5, 4], "bad": none}


__all__ = ["Group", "Page", "drawn", "embedded", "group_data", "packed", "page", "plotly_script"]
