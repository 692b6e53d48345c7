"""docs/command-line.md knows every verb, and the pages together every option."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer

import erfd
from erfd.cli.main import app
from erfd.motion.files.csv_table import LARGEST
from erfd.plots import KINDS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "command-line.md").read_text("utf-8")
ALL = "\n".join(path.read_text("utf-8") for path in sorted(DOCS.glob("*.md")))
COMMAND: Any = typer.main.get_command(app)
VERBS = COMMAND.commands


def options(verb: str) -> list[str]:
    found = [name for x in VERBS[verb].params for name in (*x.opts, *x.secondary_opts)]
    return [name for name in found if name.startswith("--")]


def _off(name: str) -> str:
    """A switch is told by either of its names."""
    return f"--no-{name[2:]}"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_its_paragraph(verb: str) -> None:
    assert re.search(rf"^\*\*{verb}\*\* ", PAGE, re.MULTILINE)


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_stands_on_a_page(verb: str) -> None:
    told = [re.search(rf"({name}|{_off(name)})(?![\w-])", ALL) for name in options(verb)]
    assert all(told), [x for x, found in zip(options(verb), told, strict=True) if not found]


def test_which_verbs_take_json() -> None:
    without = [verb for verb in VERBS if "--json" not in options(verb)]
    names = ", ".join(f"`{verb}`" for verb in without[:-1])
    assert f"Every verb but {names} and `{without[-1]}` takes `--json`" in " ".join(PAGE.split())


def test_every_kind_of_plot_is_told() -> None:
    section = PAGE.partition("\n## Plots\n")[2].partition("\n## ")[0]
    for kind in KINDS:
        assert f"`--plot FILE{kind}`" in section


def test_the_pages_agree_on_the_size_of_files() -> None:
    assert LARGEST == 1 << 30
    for page in ("command-line.md", "trajectory.md"):
        assert "at most 1 GB" in (DOCS / page).read_text("utf-8")


def test_only_what_is_public_is_seen() -> None:
    assert dir(erfd) == sorted(erfd.__all__)
    assert all(hasattr(erfd, name) for name in dir(erfd))
    words = "Is this motion physically achievable by this robot, where is it not, by how much, why"
    readme = (DOCS.parent / "README.md").read_text("utf-8").replace("*", "")
    assert erfd.__doc__ is not None
    for text in (readme, erfd.__doc__):
        assert words.lower() in " ".join(text.split()).lower()


def test_sources_have_names() -> None:
    """Publications are named as people find them, not by the names of files somewhere."""
    code = re.compile(r"\b0\d\d_[0-9a-f]{8,}")
    root = DOCS.parent
    others = [x for room in ("src", "tools") for x in (root / room).rglob("*.py")]
    for path in (*DOCS.rglob("*.md"), *others):
        assert not code.search(path.read_text("utf-8")), path
