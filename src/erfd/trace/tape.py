"""The tape: a straight-line program in one flat list, grown by running an algorithm's text on it.

A node is an operation, the indices of its arguments (always smaller than its own) and, where the
operation needs one, a value: a constant's float, an input's place, a pick's number, a loop's body.
Equal nodes are one node. A tape has named inputs and outputs with shapes; flat places run through
all of them in order, rows last to first as in C.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from erfd.trace.ops import OPS

VERSION = 2


class Node(NamedTuple):
    op: str
    args: tuple[int, ...] = ()
    value: Any = None


class Port(NamedTuple):
    """A named group of inputs or outputs; shape () is a scalar.

    A `series` holds such a group for every round of a loop; the rounds are counted when it runs.
    """

    name: str
    shape: tuple[int, ...]
    series: bool = False

    @property
    def size(self) -> int:
        """Places, of a series in each round."""
        return math.prod(self.shape)

    @property
    def core(self) -> tuple[str, ...]:
        """The dimensions of one row, as in a ufunc's signature: "t" is the number of rounds."""
        return ("t",) * self.series + tuple(map(str, self.shape))


@dataclass(frozen=True, slots=True)
class Loop:
    """The value of a `scan` or `iterate` node; its arguments are the first state, then the outers.

    The body's inputs are the state, the outers and the number of rounds done; its results are the
    next state and, for `iterate`, a flag that says done. `limit` is the (largest) number of rounds.
    A `pick` takes one of the loop's results: the last state and, for `iterate`, the flag.

    A `scan` over series has no limit: as many rounds as the series are long. Its last arguments
    are `series`, of which the body gets the round's items after the outers; after the next state
    the body gives `records`, and a `pick` of one of them is the series of all rounds.
    """

    body: Tape
    states: int
    limit: int | None
    series: int = 0

    def rounds(self) -> int:
        """The rounds to count with: those of series count once."""
        return 1 if self.limit is None else self.limit


class Tape:
    """Nodes, named inputs, named outputs and the nodes that they take their values from."""

    def __init__(self, parent: Tape | None = None) -> None:
        self.nodes: list[Node] = []
        self.inputs: list[Port] = []
        self.outputs: list[Port] = []
        self.results: list[int] = []
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 0
        self.captured: dict[int, int] = {}
        self._index: dict[Any, int] = {}

    def emit(self, op: str, args: tuple[int, ...] = (), value: Any = None) -> int:
        """The index of this node, which is appended unless the tape holds it already."""
        if op in OPS and OPS[op].swap:
            args = self._sorted(*args)
        return self._place(Node(op, args, value))

    def _sorted(self, a: int, b: int) -> tuple[int, int]:
        """Arguments that may swap stand constants first, then by age."""
        numbers = self.nodes[a].op == "const", self.nodes[b].op == "const"
        turned = numbers[1] > numbers[0] or (numbers[1] == numbers[0] and a > b)
        return (b, a) if turned else (a, b)

    def _place(self, node: Node) -> int:
        found = self._index.setdefault(node, len(self.nodes))
        if found == len(self.nodes):
            self.nodes.append(node)
        return found

    def find(self, op: str, args: tuple[int, ...]) -> int | None:
        """The node of this operation if it is there already."""
        return self._index.get(Node(op, args))

    def const(self, x: float) -> int:
        return self.emit("const", value=float(x) + 0.0)

    def constant(self, i: int) -> float | None:
        """The number that node i is, or None."""
        node = self.nodes[i]
        return node.value if node.op == "const" else None

    def add_input(self, name: str, shape: tuple[int, ...], series: bool = False) -> list[int]:
        first = sum(port.size for port in self.inputs)
        self.inputs.append(Port(name, shape, series))
        return [self.emit("input", value=first + k) for k in range(self.inputs[-1].size)]

    def add_output(
        self, name: str, shape: tuple[int, ...], results: Sequence[int], series: bool = False
    ) -> None:
        self.outputs.append(Port(name, shape, series))
        if len(results) != self.outputs[-1].size:
            raise ValueError(f"output '{name}' of shape {shape} got {len(results)} values")
        self.results += results

    def is_flag(self, i: int) -> bool:
        op, args, value = self.nodes[i]
        if op == "pick":
            loop = self.nodes[args[0]]
            return bool(loop.op == "iterate" and value == loop.value.states)
        return op in OPS and OPS[op].flag

    @property
    def has_series(self) -> bool:
        return any(port.series for port in (*self.inputs, *self.outputs))

    def live(self) -> list[bool]:
        """Which nodes the results depend on."""
        needed = [False] * len(self.nodes)
        for i in self.results:
            needed[i] = True
        for i in reversed(range(len(self.nodes))):
            if needed[i]:
                for k in self.nodes[i].args:
                    needed[k] = True
        return needed

    def uses(self) -> list[int]:
        """How often each node is an argument or a result."""
        count = [0] * len(self.nodes)
        for node in self.nodes:
            for k in node.args:
                count[k] += 1
        for k in self.results:
            count[k] += 1
        return count

    def reordered(self, order: Iterable[int]) -> Tape:
        """The same program with its nodes in another order, those not named left out."""
        new = Tape()
        new.inputs, new.outputs = list(self.inputs), list(self.outputs)
        at: dict[int, int] = {}
        for i in order:
            op, args, value = self.nodes[i]
            at[i] = new._place(Node(op, tuple(at[k] for k in args), value))
        new.results = [at[i] for i in self.results]
        return new

    def compact(self) -> Tape:
        """Without dead code."""
        return self.reordered(i for i, needed in enumerate(self.live()) if needed)

    def __len__(self) -> int:
        return len(self.nodes)

    def __str__(self) -> str:
        from erfd.trace.text import program

        return program(self)
