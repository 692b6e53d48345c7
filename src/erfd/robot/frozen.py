"""A mapping that cannot be changed: what frozen records hold where they hold a mapping.

It is a dict in every other way: it compares, prints, copies and pickles like one.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Frozen(dict[K, V]):
    """A dict whose every change is refused."""

    __slots__ = ()

    def _refused(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this belongs to a frozen record: make a new one, as dict(...)")

    __setitem__ = __delitem__ = __ior__ = _refused
    clear = pop = popitem = setdefault = update = _refused

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def copy(self) -> Frozen[K, V]:
        return self

    def __copy__(self) -> Frozen[K, V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)
