"""The parser accepts what lark's own parser accepts on the same grammar, and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token
from lark.exceptions import LarkError
from lark.lexer import Lexer

from erfd.motion.language.parser import parse_tree
from erfd.motion.language.problems import Problems
from erfd.motion.language.source import Source
from erfd.motion.language.tables import END, grammar, tables
from erfd.motion.language.tokens import tokens
from tests.motion.language.random_programs import Writer

EXAMPLES = Path(__file__).parents[3] / "examples"
GOOD = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.irl"))]


class OurTokens(Lexer):
    """Our tokens under lark's names."""

    def __init__(self, conf: Any) -> None:
        texts = {t.name: t.pattern for t in conf.terminals if t.pattern.type == "str"}
        self.names = {p.value.replace("\\", ""): name for name, p in texts.items()}

    def lex(self, data: str) -> Iterator[Token]:
        problems = Problems(Source(data, "<text>"))
        for kind, text, _, _ in tokens(problems):
            if kind != END:
                yield Token(self.names.get(kind, kind), text)


@lru_cache(maxsize=1)
def lark() -> Lark:
    return Lark(grammar(), parser="lalr", lexer=OurTokens, maybe_placeholders=False)


def ours(text: str) -> bool:
    problems = Problems(Source(text, "<text>"))
    return parse_tree(problems) is not None and not problems.errors


def theirs(text: str) -> bool:
    try:
        lark().parse(text)
    except LarkError:
        return False
    return True


@pytest.mark.parametrize("text", GOOD, ids=range(len(GOOD)))
def test_examples(text: str) -> None:
    assert ours(text) is theirs(text)


@given(st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_random_programs(rng: random.Random) -> None:
    text = Writer(rng).program()
    assert theirs(text)
    assert ours(text)


SOME = [*sorted(tables().words), *tables().marks, "a", "b", "1", "2.5", '"x"', ".x", "(1, 2)"]


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(SOME), max_size=3))
@settings(max_examples=150)
def test_words_exchanged(rng: random.Random, words: list[str]) -> None:
    """A word of a program exchanged for others: rarely right, never judged otherwise."""
    parts = re.findall(r"\S+", Writer(rng).program())
    at = rng.randrange(len(parts))
    parts[at : at + rng.randint(0, 1)] = words
    text = " ".join(parts)
    assert ours(text) is theirs(text)


def test_words_of_the_language_are_no_names() -> None:
    """lark's own lexer, which has no word for what is a name here, and every word."""
    plain = Lark(grammar(), parser="lalr", lexer="contextual", maybe_placeholders=False)
    text = "program abc; seq wait robtarg; endseq endprogram"
    for word in tables().words:
        assert not ours(text.replace("abc", word))
    plain.parse(text.replace("robtarg", "seconds"))
    assert ours(text.replace("robtarg", "seconds"))


def test_every_word_is_in_the_page() -> None:
    """The language's words all stand in its page."""
    page = (Path(__file__).parents[3] / "docs" / "language.md").read_text("utf-8")
    missing = {word for word in tables().words if not re.search(rf"\b{word}\b", page)}
    assert missing == set()
