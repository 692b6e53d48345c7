"""The groups of the benchmark. A new one is a file `group_<name>.py`, listed in GROUPS, with:

@group("drives", "Motor side, RL15")
def rows() -> list[Row]: ...
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from benchmarks.table import Row

Rows = Callable[[], list[Row]]
GROUPS = (
    "start",
    "batch",
    "single",
    "robots",
    "derivatives",
    "limit",
    "counts",
    "scaling",
    "threads",
    "series",
    "verdict",
    "rollout",
    "simulate",
    "drives",
    "motion",
    "equations",
)


class Group(NamedTuple):
    name: str
    title: str
    rows: Rows


_known: dict[str, Group] = {}
keep = True  # whether a run may write files, pictures among them


def group(name: str, title: str) -> Callable[[Rows], Rows]:
    """Register a function that measures and returns rows."""

    def register(rows: Rows) -> Rows:
        _known[name] = Group(name, title, rows)
        return rows

    return register


def groups() -> dict[str, Group]:
    """All groups in their order."""
    for name in GROUPS:
        import_module(f"benchmarks.group_{name}")
    return {name: _known[name] for name in GROUPS}
