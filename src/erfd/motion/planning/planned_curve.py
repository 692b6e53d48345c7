"""The exact joint motion of a plan: polynomials, paths of the tool, and sums of both.

A row is one smooth stretch of one move in its own time: a polynomial of the joints, or a path of
the tool whose joint values come from inverse kinematics, whose joint speeds and accelerations from
the tool's twist by the Jacobian, never from differences. Inverse kinematics starts from the nearest
anchor, a joint vector found while the path was followed, and keeps the configuration of the path.

A piece is the sum of the rows that run at that time and of an offset: moves joined by c_ptp run at
the same time, q = q_1(t) + (q_2(t - t0) - q_2(0)).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array, Index, State
from erfd.motion.inverse_kinematics import Solver
from erfd.motion.planning.blend_turn import smoothed
from erfd.motion.planning.redundant import Guide
from erfd.motion.planning.tool_motion import NONE, Elements, Tool, poses

TOGETHER = 512  # rows whose intermediate results stay near the processor
SWING = 0.2  # rad or m, in one cycle
NEAR = 0.5 ** np.arange(1.0, 15.0)  # of a cycle: the swing may be over right behind an anchor
WITHIN = np.unique([*np.arange(1.0, 16.0) / 16.0, *NEAR, *(1.0 - NEAR)])


@dataclass(frozen=True, slots=True)
class PathRows:
    """Of every path row: element, s = c0 + c1 x + c2 x^2, its window and the time to its centre,
    the active tool's number, its anchors (first, intervals, interval length), the configuration."""

    element: Index
    law: Array
    window: Index
    centre: Array
    tool: Index
    anchor: Index
    intervals: Index
    spacing: Array
    place: Index


@dataclass(frozen=True, slots=True)
class Tools:
    """From each active tool to the robot's own: attitude (T, 3, 3) and position (T, 3)."""

    R: Array
    p: Array

    @property
    def all_own(self) -> bool:
        return len(self.p) == 1

    def own(self, tool: Tool, number: Index) -> Tool:
        """The robot's own tool, moved along with the active one."""
        lever = np.matmul(tool.R, self.p[number][:, :, None])[:, :, 0]
        w, alpha = tool.twist[:, 3:], tool.rate[:, 3:]
        turning = np.cross(w, lever)
        twist = np.hstack([tool.twist[:, :3] + turning, w])
        pull = np.cross(alpha, lever) + np.cross(w, turning)
        rate = np.hstack([tool.rate[:, :3] + pull, alpha])
        return Tool(poses(tool.p + lever, tool.R @ self.R[number]), twist, rate)


@dataclass(frozen=True, slots=True)
class ToolPaths:
    """What the path rows need to be evaluated."""

    elements: Elements
    rows: PathRows
    windows: Array
    tools: Tools

    def motion(self, row: Index, x: Array) -> Tool:
        """The robot's own tool at the time x since each row's start."""
        rows = self.rows
        tool = self.elements.motion(rows.element[row], rows.law[row], x)
        if not len(self.windows):
            return self._own(tool, row)
        window = rows.window[row]
        inside = np.flatnonzero(window != NONE)
        if len(inside):
            part = Tool(*(value[inside] for value in tool))
            since = x[inside] - rows.centre[row[inside]]
            new = smoothed(part, self.windows[window[inside]], since)
            for whole, value in zip(tool, new, strict=True):
                whole[inside] = value
        return self._own(tool, row)

    def _own(self, tool: Tool, row: Index) -> Tool:
        return tool if self.tools.all_own else self.tools.own(tool, self.rows.tool[row])


@dataclass(frozen=True, eq=False)
class PlannedCurve:
    """`layers` (K, m): the rows of each piece, -1 for none; `offsets` (K, n) where m > 1.

    `starts` are the instants at which rows start; `polynomial` says for each row its place among
    the coefficients (P, 4, n), or -1 - its place among the path rows. `guide`: of an arm with more
    joints than the pose determines.
    """

    breakpoints: Array
    layers: Index
    offsets: Array | None
    starts: Array
    polynomial: Index
    coefficients: Array
    paths: ToolPaths
    anchors: Array
    solver: Solver
    guide: Guide | None

    def at(self, t: Array, piece: Index) -> State:
        n = self.coefficients.shape[2]
        state = State(*(np.zeros((len(t), n)) for _ in range(3)))
        if self.offsets is not None:
            state.q[:] = self.offsets[piece]
        for layer in range(self.layers.shape[1]):
            row = self.layers[piece, layer]
            place = self.polynomial[np.maximum(row, 0)]
            self._add_joint(state, np.flatnonzero((row != NONE) & (place >= 0)), row, t)
            self._add_path(state, np.flatnonzero((row != NONE) & (place < 0)), row, t)
        return state

    def swings(self) -> Array:
        """Instants between anchors that are far apart: there the joints are faster than at both."""
        rows = self.paths.rows
        row = np.repeat(np.arange(len(rows.anchor)), rows.intervals + 1)
        far = np.abs(np.diff(self.anchors, axis=0)).max(axis=1, initial=0.0) > SWING
        at = np.flatnonzero(far & (row[1:] == row[:-1]))
        first = self.starts[self.polynomial < 0][row[at]]
        since = (at - rows.anchor[row[at]])[:, None] + WITHIN
        t: Array = first[:, None] + since * rows.spacing[row[at], None]
        return t.ravel()

    def _add_joint(self, state: State, at: Index, row: Index, t: Array) -> None:
        if not len(at):
            return
        x = (t[at] - self.starts[row[at]])[:, None]
        a, b, c, d = (self.coefficients[self.polynomial[row[at]], k] for k in range(4))
        state.q[at] += a + (b + (c + d * x) * x) * x
        state.qd[at] += b + (2.0 * c + 3.0 * d * x) * x
        state.qdd[at] += 2.0 * c + 6.0 * d * x

    def _add_path(self, state: State, at: Index, row: Index, t: Array) -> None:
        for first in range(0, len(at), TOGETHER):
            self._add_some(state, at[first : first + TOGETHER], row, t)

    def _add_some(self, state: State, at: Index, row: Index, t: Array) -> None:
        number = -1 - self.polynomial[row[at]]
        x = t[at] - self.starts[row[at]]
        tool = self.paths.motion(number, x)
        if self.guide is None:
            near, place = self._anchor(number, x), self.paths.rows.place[number]
            q = self.solver.beside(tool.T, near, place)
            found = State(q, *self.solver.rates(q, tool.twist, tool.rate))
        else:
            found = self.guide.at(self.solver, tool, self._led(self.guide, number, x))
        for whole, part in zip(state, found, strict=True):
            whole[at] += part

    def _anchor(self, number: Index, x: Array) -> Array:
        """The nearest one."""
        rows = self.paths.rows
        k = np.rint(x / rows.spacing[number]).astype(np.intp)
        return self.anchors[rows.anchor[number] + np.clip(k, 0, rows.intervals[number])]

    def _led(self, guide: Guide, number: Index, x: Array) -> State:
        """By the anchors before and after."""
        rows = self.paths.rows
        spacing = rows.spacing[number]
        k = np.clip(np.floor(x / spacing).astype(np.intp), 0, rows.intervals[number] - 1)
        return guide.led(self.anchors, rows.anchor[number] + k, x - k * spacing, spacing)
