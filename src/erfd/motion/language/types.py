"""The types of the language: names of one word, and arrays; records and their components.

`?` is the type of what is wrong already: it fits everywhere, so that nothing is reported twice.
"""

from __future__ import annotations

from dataclasses import dataclass

WRONG = "?"
NUMBERS = ("int", "real")
ORDERED = ("int", "real")
COMPARED = ("int", "real", "bool", "string")
MOST_AXES, MOST_ELEMENTS, MOST_LEVELS = 32, 100_000, 8


@dataclass(frozen=True, slots=True)
class Array:
    """array[low..high] of element; the sizes of all levels together are bounded."""

    low: int
    high: int
    element: Type

    @property
    def size(self) -> int:
        """How many elements, those of arrays inside counted too."""
        inner = self.element.size if isinstance(self.element, Array) else 1
        return (self.high - self.low + 1) * inner

    def __str__(self) -> str:
        return f"array[{self.low}..{self.high}] of {self.element}"


Type = str | Array

# Components: name and type. An absent one counts as unspecified.
RECORDS: dict[str, tuple[tuple[str, str], ...]] = {
    "position": (("x", "real"), ("y", "real"), ("z", "real")),
    "orientation": (("a", "real"), ("b", "real"), ("c", "real")),
    "pose": (("position", "position"), ("orientation", "orientation")),
    "robtarg": (
        ("pose", "pose"),
        ("status", "status"),
        ("turns", "turns"),
        ("addjoint", "addjoint"),
    ),
    "joint": (("mainjoint", "mainjoint"), ("addjoint", "addjoint")),
    "mainjoint": tuple((f"q{k}", "real") for k in range(1, MOST_AXES + 1)),
    "addjoint": tuple((f"e{k}", "real") for k in range(1, MOST_AXES + 1)),
}
# How many of its components a constructor needs at least
NEEDED = {
    "position": 3,
    "orientation": 3,
    "pose": 1,
    "robtarg": 1,
    "joint": 1,
    "mainjoint": 1,
    "addjoint": 1,
}

# How a value of a type is written
HOW = {
    "position": "write (x, y, z) in mm",
    "orientation": "write (a, b, c) in degrees",
    "pose": "write ((x, y, z), (a, b, c)) or position(x, y, z)",
    "robtarg": "write robtarg(((x, y, z), (a, b, c)), status)",
    "mainjoint": "write mainjoint(q1, q2, ...) in degrees",
    "addjoint": "write addjoint(e1, ...)",
    "joint": "write joint(mainjoint(q1, q2, ...))",
    "int": "give a whole number; int(x) cuts off what is behind the point",
    "real": "give a number",
    "bool": "give true, false or a comparison",
    "string": 'give a text in double quotes "',
    "status": "give a whole number from 0 to 11",
    "turns": "give 0, or a whole number for each axis: (0, 0, 0, 1, 0, 0)",
}


def read_as(component: str) -> str:
    """The type that a component has when it is read: a status is a whole number."""
    return "int" if component == "status" else component


def component(whole: Type, name: str) -> tuple[int, str] | None:
    """Where a component stands in its record, and its type."""
    names = RECORDS.get(whole, ()) if isinstance(whole, str) else ()
    return next(((k, kind) for k, (word, kind) in enumerate(names) if word == name), None)


def in_words(kind: Type) -> str:
    """A type in a message."""
    words = {"int": "a whole number (int)", "real": "a number (real)", "bool": "true or false"}
    words |= {"string": "a text (string)", "orientation": "an orientation", "addjoint": "addjoint"}
    if isinstance(kind, Array):
        return f"an {kind}"
    return words.get(kind, f"a {kind}")
