"""What an export holds: letters, blocks of equations, and the proof that they are right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from erfd.trace.equations.expression import (
    Expression,
    Operations,
    constant,
    names,
    total,
)
from erfd.trace.equations.letters import Meaning

INPUTS = {"q": "q", "qd": "qd", "qdd": "qdd", "wrench": "wrench"}


@dataclass(frozen=True)
class Step:
    """A named intermediate; `text` says what it is where that is known."""

    name: str
    latex: str
    expression: Expression
    text: str = ""


@dataclass(frozen=True)
class Block:
    """One quantity: what is computed first, then the entries, rows one after the other.

    `inputs` are groups of names ("q" has q1, q2, ...); `symbol` is how LaTeX writes the quantity.
    """

    what: str
    function: str
    title: str
    symbol: str
    inputs: tuple[str, ...]
    shape: tuple[int, ...]
    entries: tuple[Expression, ...]
    steps: tuple[Step, ...] = ()
    symmetric: bool = False
    note: str = ""
    ends: tuple[str, ...] = ()  # names of the entries instead of their numbers

    @property
    def counts(self) -> Operations:
        """Of the steps and of the entries; a symmetric matrix is computed once."""
        return total([*(step.expression for step in self.steps), *self.computed()])

    def computed(self) -> list[Expression]:
        rows, columns = self.rectangle
        return [
            x
            for k, x in enumerate(self.entries)
            if not self.symmetric or k // columns <= k % columns or rows == 1
        ]

    @property
    def rectangle(self) -> tuple[int, int]:
        return self.shape if len(self.shape) == 2 else (self.shape[0], 1)

    def entry_name(self, k: int) -> str:
        """The number of an entry, from 1: "12", or "1" of a vector."""
        if self.ends:
            return self.ends[k]
        rows, columns = self.rectangle
        wide = max(rows, columns) > 9
        if len(self.shape) == 1:
            return str(k + 1)
        return f"{k // columns + 1}{'_' if wide else ''}{k % columns + 1}"

    def used(self) -> set[str]:
        found: set[str] = set()
        for x in (*self.entries, *(step.expression for step in self.steps)):
            found |= names(x)
        return found

    def shown(self) -> list[tuple[int, Expression]]:
        """The entries worth printing: not the mirrored ones, not the zeros."""
        _, columns = self.rectangle
        return [
            (k, x)
            for k, x in enumerate(self.entries)
            if not (self.symmetric and k // columns > k % columns)
            and not (constant(x) and x.coefficient == 0)  # type: ignore[union-attr]
        ]


@dataclass(frozen=True)
class Sheet:
    """Everything that is written; `constants` are what letters alone determine, computed once."""

    robot: str
    title: str
    joints: tuple[str, ...]
    coordinates: tuple[str, ...]
    letters: tuple[Meaning, ...]
    constants: tuple[Step, ...]
    blocks: tuple[Block, ...]
    latex: Mapping[str, str]
    notes: tuple[str, ...] = ()
    base: bool = False
    command: str = ""
    proof: tuple[str, ...] = field(default=())
    more: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # other groups of inputs

    @property
    def n(self) -> int:
        return len(self.joints)

    def groups(self, block: Block) -> dict[str, list[str]]:
        """The names within the groups of inputs of a block."""
        known = {"wrench": tuple(f"{f}{axis}_tool" for f in "fn" for axis in "xyz"), **self.more}
        return {
            group: list(known.get(group, (f"{group}{i + 1}" for i in range(self.n))))
            for group in block.inputs
        }
