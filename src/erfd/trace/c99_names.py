"""What may be a name in C: of a function, an argument, a field, or the start of all of them."""

from __future__ import annotations

import re

from erfd.errors import ErfdError

LONGEST = 61
# headers of the C library, whose file names a prefix would take
HEADERS = frozenset(
    {
        "assert",
        "complex",
        "ctype",
        "errno",
        "fenv",
        "float",
        "inttypes",
        "iso646",
        "limits",
        "locale",
        "math",
        "setjmp",
        "signal",
        "stdarg",
        "stdbool",
        "stddef",
        "stdint",
        "stdio",
        "stdlib",
        "string",
        "tgmath",
        "time",
        "wchar",
        "wctype",
    }
)


def identifier(name: object) -> str:
    """The name, if C can have it."""
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        what = f"{name!r} cannot be a name, or start names, in C"
    elif len(name) > LONGEST:
        what = f"'{name[:20]}...', {len(name)} letters, cannot be a name, or start names, in C"
    else:
        return name
    raise ErfdError(what, f"take a letter, then at most {LONGEST - 1} letters, digits or '_'")


def prefix_of(name: object) -> str:
    """What starts all names, and is the name of the files."""
    if name in HEADERS:
        what = f"the prefix '{name}' would hide the C library's {name}.h"
        raise ErfdError(what, f"take another one, robot_{name} or so")
    return identifier(name)


def function_name(name: object) -> str:
    """What stands behind the prefix and '_', where the type and our helpers have their names."""
    if name == "real" or str(name).endswith("_"):
        raise ErfdError(f"the function's name '{name}' is taken", "take one not ending in '_'")
    return identifier(name)


def derived(robot: str) -> str:
    """A prefix from a robot's name."""
    word = re.sub(r"\W+", "_", robot.lower(), flags=re.ASCII).strip("_")[: LONGEST - 6]
    plain = word[:1].isalpha() and word not in HEADERS
    return word if plain else f"robot_{word}".rstrip("_")
