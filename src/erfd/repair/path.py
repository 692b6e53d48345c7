"""The path of a motion without its time law: q as a function of a length s, between two stops.

A motion is cut where the arm stands, be it for an instant within a piece of its curve
(`stretches.py`): a blend of two moves that turns back does so. What lies between is cut again at
the breakpoints of its curve into sections, each smooth. In a section q(s) is a cubic spline through
points of the curve, s the length of the joint path (each joint by its own scale), knots evenly in
s, the tangent of the curve at both ends. Knots are added until the spline is within `CLOSE` of the
curve between them.
Where two sections meet with different tangents the path has a corner: s_dot must be 0 there.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Curve, State
from erfd.repair.nearly_still import Nearly, grouped
from erfd.repair.stretches import Stretch, stretches

CLOSE = 1e-7
STILL = 1e-9
FEWEST, FEWEST_OF_ALL, MOST, DENSE = 24, 500, 1536, 2049
CORNER = 1e-5


class Section(NamedTuple):
    """One smooth piece of a path: knots (from 0), q and its derivatives there, and the instants."""

    s: Array
    q: Array
    first: Array
    second: Array
    t: Array
    coefficients: Array


class Dwell(NamedTuple):
    """A time in which the arm stands, but for a hair from q to `to`."""

    start: float
    end: float
    q: Array
    to: Array


class Path(NamedTuple):
    """Sections between two stops, each of one piece; `corners` tells where two meet with a bend."""

    sections: tuple[Section, ...]
    pieces: tuple[int, ...]
    corners: tuple[bool, ...]
    start: float
    end: float


def paths(curve: Curve, scale: Array) -> list[Path | Dwell]:
    """The motion cut at its stops; joints are divided by `scale` before lengths are taken."""
    found: list[Path | Dwell] = []
    run: list[Stretch | Nearly] = []
    for one in grouped(curve, stretches(curve, scale), scale):
        if isinstance(one, Nearly):
            if one.pause:
                _close(found, curve, run, scale)
                found.append(Dwell(one.start, one.end, one.q, one.to))
            elif (one.to != one.q).any():
                run.append(one)
        elif not _moves(curve, one):
            _close(found, curve, run, scale)
            found.append(_dwell(curve, one))
        else:
            run.append(one)
            if _stops(curve, one):
                _close(found, curve, run, scale)
    _close(found, curve, run, scale)
    return found


def _moves(curve: Curve, one: Stretch) -> bool:
    t = np.linspace(one.start, one.end, 9)
    return bool(np.abs(curve.at(t, np.full(9, one.piece)).qd).max() > STILL)


def _stops(curve: Curve, one: Stretch) -> bool:
    """Whether the arm stands at its end."""
    if one.rests:
        return True
    return bool(np.abs(curve.at(np.array([one.end]), np.array([one.piece])).qd).max() <= STILL)


def _dwell(curve: Curve, one: Stretch) -> Dwell:
    q = curve.at(np.array([one.start]), np.array([one.piece])).q[0]
    return Dwell(one.start, one.end, q, q)


def _close(
    found: list[Path | Dwell], curve: Curve, run: list[Stretch | Nearly], scale: Array
) -> None:
    if not any(isinstance(one, Stretch) for one in run):
        found += [Dwell(x.start, x.end, x.q, x.to) for x in run if isinstance(x, Nearly)]
        run.clear()
        return
    measured = {k: _lengths(curve, x, scale) for k, x in enumerate(run) if isinstance(x, Stretch)}
    whole = sum(float(length[-1]) for length, *_ in measured.values())
    sections = tuple(
        _straight(one, scale)
        if isinstance(one, Nearly)
        else _section(curve, one.piece, scale, measured[k], whole)
        for k, one in enumerate(run)
    )
    corners = tuple(
        bool(np.abs((a.first[-1] - b.first[0]) / scale).max() > CORNER)
        for a, b in pairwise(sections)
    )
    pieces = tuple(one.piece for one in run)
    found.append(Path(sections, pieces, corners, run[0].start, run[-1].end))
    run.clear()


def _straight(one: Nearly, scale: Array) -> Section:
    """The line, as knots."""
    way = one.to - one.q
    length = float(np.linalg.norm(way / scale))
    share = np.linspace(0.0, 1.0, FEWEST + 1)
    first = np.tile(way / length, (FEWEST + 1, 1))
    q = one.q + np.outer(share, way)
    none = np.zeros_like(first)
    table = np.stack([q[:-1], first[:-1], none[:-1], none[:-1]], axis=1)
    t = one.start + share * (one.end - one.start)
    return Section(share * length, q, first, none, t, table)


def _section(
    curve: Curve, k: int, scale: Array, measured: tuple[Array, Array, State], whole: float
) -> Section:
    """Knots are doubled until the spline between them is close to the curve.

    A path has `FEWEST_OF_ALL` of them or more, since between two the time law is a straight line.
    """
    length, dense, state = measured
    ends = _tangent(state, 0, scale), _tangent(state, -1, scale)
    count = max(FEWEST, math.ceil(FEWEST_OF_ALL * float(length[-1]) / whole))
    while True:
        made = _spline(curve, k, length, dense, count, ends)
        if count >= MOST or _error(curve, k, length, dense, made, scale) < CLOSE:
            return made
        count *= 2


def _lengths(curve: Curve, one: Stretch, scale: Array) -> tuple[Array, Array, State]:
    """s at instants close together: the speed along the path, integrated by Simpson's rule."""
    t = np.linspace(one.start, one.end, 2 * DENSE - 1)
    state = curve.at(t, np.full(len(t), one.piece))
    v = np.linalg.norm(state.qd / scale, axis=1)
    parts = (t[2::2] - t[:-2:2]) / 6.0 * (v[:-2:2] + 4.0 * v[1:-1:2] + v[2::2])
    return np.concatenate([[0.0], np.cumsum(parts)]), t[::2], state


def _tangent(state: State, at: int, scale: Array) -> Array:
    """dq/ds at an end; where the arm stands there, the direction in which it starts."""
    inward = 1.0 if at == 0 else -1.0
    near = 1 if at == 0 else -2
    for rate in (state.qd[at], inward * state.qdd[at], state.qd[near]):
        size = float(np.linalg.norm(rate / scale))
        if size > STILL:
            tangent: Array = rate / size
            return tangent
    return np.zeros(len(scale))


def _at(curve: Curve, k: int, length: Array, dense: Array, s: Array) -> tuple[Array, Array]:
    """The instants at which the length is s, and q there."""
    t = np.interp(s, length, dense)
    return t, curve.at(t, np.full(len(t), k)).q


def _spline(
    curve: Curve, k: int, length: Array, dense: Array, count: int, ends: tuple[Array, Array]
) -> Section:
    from scipy.interpolate import CubicSpline

    s = np.linspace(0.0, length[-1], count + 1)
    t, q = _at(curve, k, length, dense, s)
    spline = CubicSpline(s, q, bc_type=((1, ends[0]), (1, ends[1])))
    return Section(s, q, spline(s, 1), spline(s, 2), t, spline.c[::-1].transpose(1, 0, 2))


def _error(curve: Curve, k: int, length: Array, dense: Array, made: Section, scale: Array) -> float:
    """Between the knots, in the joints' scale, the part across the path."""
    s = 0.5 * (made.s[:-1] + made.s[1:])
    _, q = _at(curve, k, length, dense, s)
    h = (s - made.s[:-1])[:, None]
    c = made.coefficients
    off = (c[:, 0] + h * (c[:, 1] + h * (c[:, 2] + h * c[:, 3])) - q) / scale
    along = 0.5 * (made.first[:-1] + made.first[1:]) / scale
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
    across = off - along * (off * along).sum(axis=1, keepdims=True)
    return float(np.abs(across).max())
