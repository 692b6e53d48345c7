"""Where every key and value of a TOML text stands: line and column, both from 1.

`tomllib` parses but forgets the places. This scanner reads the text once more and maps the path of
each value, such as ("joint", 2, "dh", "alpha") or ("gravity", 0), to the place of its key (of the
value itself in an array). Tables, arrays of tables, dotted and quoted keys, inline tables, strings
of all four kinds and comments are understood. The scanner runs first and in linear time, takes any
text without complaint, and refuses only what no robot needs, so that `tomllib` is never handed a
text that would keep it busy for hours: more than DEPTH levels or VALUES values, a
number of more than LENGTH characters.
"""

from __future__ import annotations

from dataclasses import dataclass

from erfd.errors import RobotError
from erfd.robot.records import MOST_JOINTS
from erfd.robot.toml_tokens import Place, tokens_of, unquoted

DEPTH = 16
VALUES = 250_000
LENGTH = 400
Path = tuple[str | int, ...]


def places_of(text: str) -> dict[Path, Place]:
    """The place of every key and array element."""
    scanner = _Scanner()
    for token, place in tokens_of(text):
        scanner.take(token, place)
    return scanner.places


@dataclass(slots=True)
class _Open:
    """A bracket that is still open: an array at its element `index`, or an inline table."""

    bracket: str
    path: Path
    index: int = 0


class _Scanner:
    def __init__(self) -> None:
        self.places: dict[Path, Place] = {(): (1, 1)}
        self.sizes: dict[Path, int] = {}  # of the arrays of tables
        self.table: Path = ()
        self.parts: list[tuple[str, Place]] = []
        self.path: Path = ()
        self.open: list[_Open] = []
        self.head: Place = (1, 1)
        self.double = False
        self.take = self._key

    def _key(self, token: str, place: Place) -> None:
        if token == "=":
            self.path = self._enter(self.open[-1].path if self.open else self.table)
            self.parts, self.take = [], self._value
        elif token == "[" and not self.open and not self.parts:
            self.head, self.double, self.take = place, False, self._header
        elif token == "}":
            self._close()
        elif token in "\n,[]{":
            self.parts = []
        elif token != ".":
            self._part(token, place)

    def _header(self, token: str, place: Place) -> None:
        if token == "\n":
            if self.parts:
                self.table = self._enter((), header=True)
            self.parts, self.take = [], self._key
        elif token == "[":
            self.double = not self.parts
        elif token not in "].{}=,":
            self._part(token, place)

    def _value(self, token: str, place: Place) -> None:
        if token in "[{":
            self._note(self.path, place)
            self.open.append(_Open(token, self.path))
            _refuse_depth(len(self.open), place)
            self.path = (*self.path, 0)
            self.take = self._value if token == "[" else self._key
        elif token in "]}":
            self._close()
        elif token == "," and self.open:
            self._next()
        elif token == "\n" and not self.open:
            self.take = self._key
        elif token != "\n":
            _refuse_length(token, place)
            self._note(self.path, place)

    def _next(self) -> None:
        """After a comma: the array's next element, or the inline table's next key."""
        top = self.open[-1]
        if top.bracket == "[":
            top.index += 1
            self.path, self.take = (*top.path, top.index), self._value
        else:
            self.parts, self.take = [], self._key

    def _close(self) -> None:
        if self.open:
            self.path = self.open.pop().path
        self.parts, self.take = [], self._value

    def _part(self, token: str, place: Place) -> None:
        _refuse_length(token, place)
        self.parts.append((token, place))
        _refuse_depth(len(self.parts), place)

    def _enter(self, path: Path, *, header: bool = False) -> Path:
        """The path of the key just read, its parts noted; arrays of tables get their index."""
        for k, (token, place) in enumerate(self.parts):
            path = (*path, unquoted(token))
            last = header and k == len(self.parts) - 1
            if last and self.double:
                self.sizes[path] = self.sizes.get(path, 0) + 1
            self._note(path, self.head if last else place)
            if path in self.sizes:
                path = (*path, self.sizes[path] - 1)
                self._note(path, self.head if last else place)
        _refuse_depth(len(path), self.head)
        return path

    def _note(self, path: Path, place: Place) -> None:
        self.places.setdefault(path, place)
        if len(self.places) > VALUES:
            raise RobotError(
                f"the file holds more than {VALUES} values",
                f"a robot file describes one robot of at most {MOST_JOINTS} joints",
                line=place[0],
                column=place[1],
            )


def _refuse_length(token: str, place: Place) -> None:
    if len(token) > LENGTH and token[0] not in "\"'":
        raise RobotError(
            f"a word or number of {len(token)} characters stands here",
            f"at most {LENGTH} are read; texts stand in quotes",
            line=place[0],
            column=place[1],
        )


def _refuse_depth(depth: int, place: Place) -> None:
    if depth > DEPTH:
        raise RobotError(
            f"more than {DEPTH} tables or arrays are nested in each other here",
            "a robot file needs four; see docs/robot-format.md",
            line=place[0],
            column=place[1],
        )
