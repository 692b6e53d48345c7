"""The diagrams of the page: turning and sliding joints beside each other, in the tables' units."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from erfd.curve import Array
from erfd.judge.motor_limits import SPEED
from erfd.judge.report import Group
from erfd.judge.words import SHOWN


def diagrams(groups: Sequence[Group]) -> list[Group]:
    """Groups of one name, which stand beside each other, are one."""
    shown = [_shown(group) for group in groups]
    return [_together(list(same)) for _, same in groupby(shown, key=lambda g: g.name)]


def _shown(group: Group) -> Group:
    unit = f"motor {group.unit}" if group.name == SPEED else group.unit
    word, factor = SHOWN.get(unit, (group.unit, 1.0))
    return dataclasses.replace(
        group,
        unit=word,
        units=[word] * len(group.names),
        programmed=factor * group.programmed,
        achieved=_times(factor, group.achieved),
        lower=_times(factor, group.lower),
        upper=_times(factor, group.upper),
    )


def _times(factor: float, values: Array | None) -> Array | None:
    return None if values is None else factor * values


def _together(same: list[Group]) -> Group:
    if len(same) == 1:
        return same[0]
    return Group(
        name=same[0].name,
        unit=", ".join(dict.fromkeys(g.unit for g in same)),
        units=[unit for g in same for unit in g.units],
        names=[name for g in same for name in g.names],
        programmed=np.hstack([g.programmed for g in same]),
        achieved=_beside([g.achieved for g in same]),
        lower=_beside([g.lower for g in same]),
        upper=_beside([g.upper for g in same]),
    )


def _beside(parts: Sequence[Array | None]) -> Array | None:
    known = [x for x in parts if x is not None]
    return np.hstack(known) if len(known) == len(parts) else None
