"""Every key and every element is found at its own line and column, however it is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from erfd.errors import RobotError
from erfd.robot.library import FOLDER, names
from erfd.robot.toml_places import DEPTH, LENGTH, VALUES, Path, places_of
from erfd.robot.toml_tokens import TOKENS, unquoted

TEXT = '''\
# comment [with] = "marks"
format = 1
"quoted key" = 'a # in a string'   # ] } "
'single' = """
[not.a.table]
x = 1 \\""" still """
after = \'\'\'
it's "here" = \'\'\' \t
dotted . "in.ner" . last = [ # a comment ]
  1.5, [2, [3e-1]],
  { a = 1, b.c = [ "]" ] },   { d = "}" },
]
escaped."\\u00e4\\"" = 2

  [ table ]
x.y = """"two quotes""""
empty = {}
[[row]]
name = 1
[row.body]
mass = [1, 2]
[[row]]
[[row.part]]
[[row.part]]
k = { of = { joint = 1 } }
[row.part.inner]
z = 1
[other."a b".c]
many = [ """
two lines, then quotes"""", 3 ]
'''

PLACES: dict[Path, tuple[int, int]] = {
    (): (1, 1),
    ("format",): (2, 1),
    ("quoted key",): (3, 1),
    ("single",): (4, 1),
    ("after",): (7, 1),
    ("dotted",): (9, 1),
    ("dotted", "in.ner"): (9, 10),
    ("dotted", "in.ner", "last"): (9, 21),
    ("dotted", "in.ner", "last", 0): (10, 3),
    ("dotted", "in.ner", "last", 1): (10, 8),
    ("dotted", "in.ner", "last", 1, 0): (10, 9),
    ("dotted", "in.ner", "last", 1, 1): (10, 12),
    ("dotted", "in.ner", "last", 1, 1, 0): (10, 13),
    ("dotted", "in.ner", "last", 2): (11, 3),
    ("dotted", "in.ner", "last", 2, "a"): (11, 5),
    ("dotted", "in.ner", "last", 2, "b"): (11, 12),
    ("dotted", "in.ner", "last", 2, "b", "c"): (11, 14),
    ("dotted", "in.ner", "last", 2, "b", "c", 0): (11, 20),
    ("dotted", "in.ner", "last", 3): (11, 31),
    ("dotted", "in.ner", "last", 3, "d"): (11, 33),
    ("escaped",): (13, 1),
    ("escaped", 'ä"'): (13, 9),
    ("table",): (15, 3),
    ("table", "x"): (16, 1),
    ("table", "x", "y"): (16, 3),
    ("table", "empty"): (17, 1),
    ("row",): (18, 1),
    ("row", 0): (18, 1),
    ("row", 0, "name"): (19, 1),
    ("row", 0, "body"): (20, 1),
    ("row", 0, "body", "mass"): (21, 1),
    ("row", 0, "body", "mass", 0): (21, 9),
    ("row", 0, "body", "mass", 1): (21, 12),
    ("row", 1): (22, 1),
    ("row", 1, "part"): (23, 1),
    ("row", 1, "part", 0): (23, 1),
    ("row", 1, "part", 1): (24, 1),
    ("row", 1, "part", 1, "k"): (25, 1),
    ("row", 1, "part", 1, "k", "of"): (25, 7),
    ("row", 1, "part", 1, "k", "of", "joint"): (25, 14),
    ("row", 1, "part", 1, "inner"): (26, 1),
    ("row", 1, "part", 1, "inner", "z"): (27, 1),
    ("other",): (28, 2),
    ("other", "a b"): (28, 8),
    ("other", "a b", "c"): (28, 1),
    ("other", "a b", "c", "many"): (29, 1),
    ("other", "a b", "c", "many", 0): (29, 10),
    ("other", "a b", "c", "many", 1): (30, 29),
}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of everything that tomllib finds."""
    yield path
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, inner in items:
        yield from paths(inner, (*path, key))


def test_places_of_a_text_with_everything_in_it() -> None:
    assert places_of(TEXT) == PLACES
    assert set(paths(tomllib.loads(TEXT))) == set(PLACES)


@pytest.mark.parametrize("name", names())
def test_library_files(name: str) -> None:
    """tomllib and the scanner find the same things, and a key stands where it is said to stand."""
    text = (FOLDER / f"{name}.toml").read_text("utf-8")
    places, lines = places_of(text), text.splitlines()
    assert set(places) == set(paths(tomllib.loads(text)))
    for path, (line, column) in places.items():
        key, rest = path[-1] if path else "", lines[line - 1][column - 1 :]
        assert isinstance(key, int) or key in unquoted(rest) or rest.startswith("[")


def test_windows_line_ends() -> None:
    assert places_of(TEXT.replace("\n", "\r\n")) == PLACES


@pytest.mark.parametrize(
    "text",
    [
        *("", "=", "]", "}", "[", "[[", "{", "a", ",", ".", "..=", "a = 1 = 2", "a = [}"),
        *('a = "', "a = '''", '"\\', '"""\\', "[a\n[b]", "a = {b", "a = [{b = ]}", '"\\q" = 1'),
        "\x00\ufeff\u2028",
    ],
)
def test_any_text_is_taken(text: str) -> None:
    for line, column in places_of(text).values():
        assert line >= 1
        assert column >= 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * (DEPTH + 1), f"more than {DEPTH} tables or arrays are nested"),
        ("a = " + "{b = " * (DEPTH + 1), f"more than {DEPTH} tables or arrays are nested"),
        (".".join("a" * (DEPTH + 1)) + " = 1", f"more than {DEPTH} tables or arrays are nested"),
        ("[" + ".".join("a" * (DEPTH + 1)) + "]", f"more than {DEPTH} tables or arrays"),
        ("a = [" + "1," * (VALUES + 1) + "]", f"more than {VALUES} values"),
        ("\n" * (TOKENS + 1), f"more than {TOKENS} words and marks"),
        ("a = " + "9" * (LENGTH + 1), f"a word or number of {LENGTH + 1} characters"),
        ("a" * (LENGTH + 1) + " = 1", f"a word or number of {LENGTH + 1} characters"),
    ],
)
def test_what_no_robot_needs_is_refused(text: str, message: str) -> None:
    with pytest.raises(RobotError, match=message) as caught:
        places_of(text)
    assert caught.value.line
    assert caught.value.column


def test_what_a_robot_may_need_is_taken() -> None:
    places_of("a = " + "[" * DEPTH + "]" * DEPTH)
    places_of("a = " + "9" * LENGTH + ' # "' + "9" * 1000)
    places_of('a = "' + "9" * 1000 + '"')
