"""The robots that come with erfd: one TOML file each in this folder."""

from __future__ import annotations

import difflib
from pathlib import Path

from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.robot.toml_reader import read_toml
from erfd.robot.toml_values import shortened

FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The names that `load` knows, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load(name: str) -> Robot:
    """A robot of the library by its name."""
    known = names()
    if name not in known:
        raise RobotError(f"the library has no robot '{shortened(name)}'", _remedy(name, known))
    return read_toml(FOLDER / f"{name}.toml")


def _remedy(name: str, known: tuple[str, ...]) -> str:
    word = name.lower()[:100]
    said = [x for x in known if len(word) > 2 and word in _description(x).lower()]
    close = said[:3] or difflib.get_close_matches(word, known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(repr(x) for x in close)}?"
    return f"it has {', '.join(known)}; a file's name ends in .toml or .urdf"


def _description(name: str) -> str:
    return read_toml(FOLDER / f"{name}.toml").description
