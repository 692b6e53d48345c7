"""Whatever is fed to the language, out comes a program or errors of ours, with places, soon."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import erfd
from erfd.errors import ProgramError
from erfd.motion.language.layout import formatted
from erfd.motion.language.tables import tables
from tests.motion.language.random_programs import Writer

EXAMPLES = Path(__file__).parents[3] / "examples"
BAD = Path(__file__).parents[2] / "bad" / "programs"
SAMPLES = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.irl"))]
SAMPLES += [path.read_text("utf-8") for path in sorted(BAD.glob("*.irl"))[::9]]
SAMPLES += [Writer(random.Random(seed)).program() for seed in range(5)]
TOKEN = re.compile(r'"[^"\n]*"|\w+|\s+|.', re.DOTALL)
NASTY = [
    *("0", "1", "-1", "1e308", "1e400", "9" * 500, "1..3", "1.", ".5", "00", "1e", "0x7f"),
    *('""', '"x"', '"', "'", "{", "}", "{}", "{ x }", "\x00", "é", "𝕏", "\ud800", "\u2028", "\r"),
    *("//", "(*", "*)", "#", "!", "&", "|", "°", "_", "$", "\\", "\t", "\n"),
    *("a", "s0", "b2", "r_speed", "r_base", "x", "status", "pose.position", "q1"),
    *("goto", "record", "a.b.c", "a[1]", "f(1, 2)", "(1, 2, 3)", "((1, 2, 3), (4, 5, 6))"),
]
WORDS = [*NASTY, *sorted(tables().words), *tables().marks]
ROBOT = erfd.load("rl15").robot


def settled(text: str) -> bool:
    """A program that runs and can be laid out, or errors with places; whether it is a program."""
    try:
        program = erfd.parse_text(text)
    except ProgramError as error:
        check_error(error, text)
        laid_out(text)
        return False
    assert laid_out(text)
    try:
        list(program.commands(ROBOT, most_steps=2000, most_moves=200))
    except ProgramError as error:
        check_error(error, text)
    return True


def check_error(error: ProgramError, text: str) -> None:
    lines = text.count("\n") + 1
    assert len(error.every) <= 25
    for each in error.every:
        assert re.match(r"E_[A-Z_]+: ", each.what)
        assert each.file == "<text>"
        assert each.line is not None
        assert 1 <= each.line <= lines
        assert each.column is not None
        assert 1 <= each.column <= len(text) + 1
        assert len(str(each).split("\n")) >= 3
        assert each.remedy
    assert len(str(error)) < 25 * 1000
    assert str(error).isprintable() or "\n" in str(error)


def laid_out(text: str) -> bool:
    """Laid out the program is the same, and laying it out again changes nothing."""
    try:
        once = formatted(text)
    except ProgramError:
        return False
    assert formatted(once) == once
    assert outcome(once) == outcome(text)
    return True


def outcome(text: str) -> erfd.Program | list[str]:
    """The program, or what is wrong with it without the lines."""
    try:
        return erfd.parse_text(text)
    except ProgramError as error:
        return [re.sub(r"line \d+", "line", x.what) for x in error.every]


def mutated(text: str, rng: random.Random) -> str:
    """Cuts, copies, exchanges and nasty words, between tokens or anywhere."""
    parts = TOKEN.findall(text) if rng.random() < 0.8 else list(text)
    for _ in range(rng.randint(1, 4)):
        i, j = sorted(rng.randrange(len(parts) + 1) for _ in range(2))
        j = min(j, i + rng.choice((1, 1, 3, 30)))
        k = rng.randrange(len(parts) + 1)
        match rng.randrange(5):
            case 0:
                del parts[i:j]
            case 1:
                parts[k:k] = parts[i:j]
            case 2:
                parts[i:j] = [rng.choice(WORDS)]
            case 3:
                parts[i:i] = [rng.choice(WORDS)]
            case _:
                parts[i:j] = [rng.choice(parts or [""])]
    return "".join(parts)


@given(st.text())
@settings(max_examples=200)
def test_any_text(text: str) -> None:
    assert not settled(text)


@given(st.binary())
@settings(max_examples=100)
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.irl"
    path.write_bytes(data)
    with pytest.raises(ProgramError) as caught:
        erfd.parse(path)
    assert caught.value.file == str(path)
    assert caught.value.line


@given(st.lists(st.sampled_from(WORDS)).map(" ".join))
@settings(max_examples=400)
def test_any_words(text: str) -> None:
    settled(text)
    settled(f"program p; var {text} endvar seq endseq endprogram")
    settled(f"program p; var robtarg: a; real: x; int: k; endvar seq {text} endseq endprogram")


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10)
def test_any_mutation(sample: int, seed: int) -> None:
    settled(mutated(SAMPLES[sample], random.Random(seed)))


@given(st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_random_programs_are_right(rng: random.Random) -> None:
    text = Writer(rng).program()
    found = outcome(text)
    if isinstance(found, list):  # constants that cannot be worked out, 1 / 0
        assert {what.split(":")[0] for what in found} == {"E_RANGE"}
    settled(text)


def test_random_programs_reach_both_outcomes() -> None:
    outcomes = [settled(Writer(random.Random(seed)).program()) for seed in range(50)]
    assert sum(outcomes) > 30


HEAD, FOOT = "program p; var int: n; endvar seq n = ", "; endseq endprogram"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "(" * 100_000, "nested deeper than 32"),
        (HEAD + "not " * 100_000 + "1" + FOOT, "'not' does not fit here"),
        (HEAD + "- " * 100_000 + "1" + FOOT, "'-' does not fit here"),
        ("program p; seq " + "if true then " * 100_000, "nested deeper than 32"),
        ("program p; seq " + "repeat " * 100_000, "nested deeper than 32"),
        ("program p; var " + "array[1..1] of " * 20_000, "does not fit here"),
        (
            "program p; var " + "array[1..1] of " * 9 + "int: n; endvar seq endseq endprogram",
            "9 levels",
        ),
        (HEAD + "9" * 1_000_000 + FOOT, "a number of 1000000 digits is too large"),
        (HEAD + "1" + " + 1" * 100_000 + ' + ""' + FOOT, r"'\+' does not go with"),
        (HEAD + "n" * 1_000_000 + FOOT, "nothing is called 'nnn"),
        (HEAD + '"' + "x" * 10_000_000, "this text is not closed"),
        ("{" * 10_000_000, "nothing closes this brace"),
        ("}" * 10_000_000, "closes no comment"),
        ('"' * 1_000_001, "does not fit here|not closed"),
        (";" * 10_000_000, "';' does not fit here"),
        (" " * 10_000_000, "the end of the text does not fit here"),
        ("\n" * 10_000_000, "the end of the text does not fit here"),
        ("(* " * 200_000, "does not fit here"),
        ("program p; seq " + "a;" * 30 + "endseq endprogram", "nothing is called 'a'"),
        ("program p; seq " + "wait 1;" * 700_000 + "endseq endprogram", "more than 2000000 words"),
        ("program p; seq " + "x = = 1;" * 100_000, "'=' does not fit here"),
        ("program p; seq wait 1" + "[1]" * 100_000 + FOOT, r"'\[' does not fit here"),
        (
            "program p; var int: n; endvar seq wait n" + ".x" * 100_000 + FOOT,
            "has no component 'x'",
        ),
        ("program p; var int: n; endvar seq wait n" + "[1]" * 100_000 + FOOT, "has no elements"),
        (
            "program p; var int: n; endvar seq n" + ".x" * 100_000 + " = 1" + FOOT,
            "has no component 'x'",
        ),
    ],
    ids=lambda text: text[:24],
)
def test_hostile_texts(text: str, message: str) -> None:
    with pytest.raises(ProgramError) as caught:
        erfd.parse_text(text)
    assert re.search(message, str(caught.value))
    check_error(caught.value, text)


def test_a_long_sum_is_read() -> None:
    text = HEAD + "1" + " + 1" * 50_000 + FOOT
    program = erfd.parse_text(text)
    assert erfd.parse_text(formatted(text)) == program


VARIABLES = (
    "program p; var int: n = 1; bool: b = true; pose: f = ((1, 2, 3), (4, 5, 6)); endvar seq "
)


@pytest.mark.parametrize(
    "text",
    [
        "n = n" + " + n" * 50_000 + ";",
        "b = b" + " and b" * 50_000 + ";",
        "b = n < 1" + " or n < 2" * 30_000 + ";",
        "f = f" + " @ f" * 50_000 + ";",
        "if b then " + "elsif b then " * 50_000 + "endif",
        "case n of " + "".join(f"when {3 * k}..{3 * k + 1}, -{3 * k + 3}: " for k in range(20_000)),
    ],
    ids=lambda text: text[:12],
)
def test_long_chains_take_no_more_than_their_length(text: str) -> None:
    """In the square of it these would take minutes."""
    end = " endcase" if text.startswith("case") else ""
    program = erfd.parse_text(VARIABLES + text + end + " endseq endprogram")
    assert not list(program.commands())


@pytest.mark.parametrize(
    "text",
    [
        "var A: a, b; endvar seq while true do a = b; endwhile",
        "procedure f(); var A: a; endvar seq f(); endseq endprocedure seq f();",
        "procedure f(A: x); seq f(x); endseq endprocedure var A: a; endvar seq f(a);",
        "var A: " + ", ".join(f"a{k}" for k in range(5000)) + "; endvar seq wait 1;",
    ],
)
def test_what_is_copied_counts(text: str) -> None:
    """Arrays of 100,000 each: after a hundred of them there is an end."""
    whole = "program p; " + text.replace("A:", "array[1..100000] of real:") + " endseq endprogram"
    program = erfd.parse_text(whole)
    with pytest.raises(ProgramError, match="has not ended after 10000000 steps"):
        list(program.commands())


def test_runs_are_bounded() -> None:
    head = "program p; var int: n = 2; real: x = 2; endvar seq while true do "
    for body in ("n = n * n;", "x = x * x;", "wait 1;", "move ptp mainjoint(0);", ""):
        program = erfd.parse_text(head + body + " endwhile endseq endprogram")
        with pytest.raises(ProgramError, match=r"E_STEPS|E_RANGE"):
            for _ in program.commands(most_steps=10_000, most_moves=100):
                pass
