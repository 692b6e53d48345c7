"""A table of a robot file, asked for typed values; what is wrong is said with its place.

`what` names the table in messages ("body 'link_3'"). Numbers are in `erfd.robot.toml_numbers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from erfd.errors import RobotError
from erfd.robot.toml_places import Path
from erfd.robot.toml_tokens import Place
from erfd.robot.toml_values import did_you_mean, label, shortened, shown


@dataclass(frozen=True, slots=True)
class Table:
    file: str
    places: Mapping[Path, Place]
    path: Path
    data: Mapping[str, Any]
    what: str

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, what: str, remedy: str, *keys: str | int) -> RobotError:
        """An error at the key (or array element), or as near to it as the text has a place."""
        path = (*self.path, *keys)
        while path not in self.places:
            path = path[:-1]
        line, column = self.places[path]
        return RobotError(f"{self.what}: {what}", remedy, file=self.file, line=line, column=column)

    def wrong(self, key: str, wanted: str, *inner: int) -> RobotError:
        """The value, or the element `inner` of it, is not what it must be."""
        value, name = self.data[key], f"'{key}'"
        words = ("row", "column") if len(inner) == 2 else ("element",)
        for word, k in zip(words, inner, strict=False):
            value, name = value[k], f"{name} {word} {k + 1}"
        return self.error(f"{name} is {shown(value)}", f"give {wanted}", key, *inner)

    def only(self, *keys: str) -> Table:
        """Refuse every key that is not among these."""
        for key in self.data:
            if key not in keys:
                remedy = did_you_mean(key, keys) or f"the keys here are {', '.join(keys)}"
                raise self.error(f"unknown key '{shortened(key)}'", remedy, key)
        return self

    def not_both(self, first: str, second: str) -> None:
        if first in self and second in self:
            what = f"both '{first}' and '{second}' are given"
            raise self.error(what, "leave out one of them", second)

    def get(self, key: str, remedy: str) -> Any:
        """The value of a mandatory key."""
        if key not in self.data:
            raise self.error(f"'{key}' is missing", remedy)
        return self.data[key]

    def text(self, key: str, default: str | None = None, *, wanted: str = "a text") -> str:
        """A text; not an empty one where it is mandatory."""
        if key not in self.data and default is not None:
            return default
        value = self.get(key, f'give {key} = "..."')
        if not isinstance(value, str) or (not value and default is None):
            raise self.wrong(key, f"{wanted} in quotes")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.data.get(key, [])
        if not isinstance(values, list):
            raise self.wrong(key, "a list of texts in quotes")
        for k, value in enumerate(values):
            if not isinstance(value, str):
                raise self.wrong(key, "a text in quotes", k)
        return tuple(values)

    def word(self, key: str, words: Iterable[str]) -> str:
        """A mandatory word, one of a few."""
        choice = " or ".join(f'"{w}"' for w in words)
        value = self.get(key, f"write {key} = {choice}")
        if not isinstance(value, str) or value not in words:
            raise self.wrong(key, choice)
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def table(self, key: str, what: str = "", *, wanted: str = "") -> Table:
        """An inner table; a missing one is empty, unless `wanted` says what it must hold."""
        value = self.get(key, wanted) if wanted else self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, wanted.removeprefix("give ") or "a table { ... }")
        name = what or f"{self.what}, {key}"
        return Table(self.file, self.places, (*self.path, key), value, name)

    def tables(self, key: str, what: str) -> list[Table]:
        """An array of tables; messages call each one by its name."""
        values = self.data.get(key, [])
        if not isinstance(values, list) or not all(isinstance(x, dict) for x in values):
            header = ".".join(str(x) for x in (*self.path, key))
            raise self.wrong(key, f"each {what} as a table of its own: [[{header}]]")
        return [
            Table(self.file, self.places, (*self.path, key, k), value, label(what, k, value))
            for k, value in enumerate(values)
        ]

    def sources(self) -> dict[str, str]:
        """The free texts that say where numbers come from, by group."""
        inner = self.table("sources")
        return {key: inner.text(key, "") for key in inner.data}
