"""A scalar that counts what is done with it, whatever its value."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from erfd.dynamics.tree import Tree
from tests.samples import random_state


class Counted:
    """A float; all numbers that grow out of it count in the same account."""

    def __init__(self, value: float, account: Counter[str]) -> None:
        self.value, self.account = value, account

    def _note(self, kind: str, value: float) -> Counted:
        self.account[kind] += 1
        return Counted(value, self.account)

    def __add__(self, other: Any) -> Counted:
        return self._note("additions", self.value + plain(other))

    def __sub__(self, other: Any) -> Counted:
        return self._note("additions", self.value - plain(other))

    def __rsub__(self, other: Any) -> Counted:
        return self._note("additions", plain(other) - self.value)

    def __mul__(self, other: Any) -> Counted:
        return self._note("multiplications", self.value * plain(other))

    def __truediv__(self, other: Any) -> Counted:
        return self._note("divisions", self.value / plain(other))

    def __rtruediv__(self, other: Any) -> Counted:
        return self._note("divisions", plain(other) / self.value)

    def __neg__(self) -> Counted:
        return Counted(-self.value, self.account)

    def sincos(self) -> tuple[Counted, Counted]:
        sine = self._note("sincos", math.sin(self.value))
        return sine, Counted(math.cos(self.value), self.account)

    __radd__ = __add__
    __rmul__ = __mul__


def plain(x: Any) -> float:
    return x.value if isinstance(x, Counted) else x


def forward_dynamics_counts(forward_dynamics: Callable[..., Any], tree: Tree) -> Counter[str]:
    """What one evaluation takes when q, qd, tau and the inertial parameters are variables."""
    account: Counter[str] = Counter()

    def variable(x: Any) -> Any:
        return tuple(map(variable, x)) if isinstance(x, tuple) else Counted(x, account)

    bodies = {name: variable(getattr(tree, name)) for name in ("m", "h", "Io")}
    state = [variable(tuple(row)) for row in random_state(random.Random(0), tree.n)]
    forward_dynamics(replace(tree, **bodies), *state)
    return account
