"""Whatever is fed to the reader, out comes a robot or an error of ours, with a place, soon."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erfd.errors import ErfdError
from erfd.robot.check import findings
from erfd.robot.library import FOLDER, names
from erfd.robot.records import MOST_JOINTS
from erfd.robot.robot import Robot
from erfd.robot.text_file import decode
from erfd.robot.toml_reader import parse_toml
from erfd.robot.toml_writer import to_toml
from tests.robot.toml_samples import full_robot

SAMPLES = [(FOLDER / f"{name}.toml").read_text("utf-8") for name in names()]
SAMPLES += [to_toml(full_robot(random.Random(seed), 4)) for seed in range(4)]
TOKEN = re.compile(r'"[^"\n]*"|\w+|\s+|.', re.DOTALL)
NASTY = [
    *(
        "0",
        "-1",
        "1e308",
        "-1e308",
        "1e-320",
        "1e400",
        "nan",
        "-inf",
        "0x7f",
        "9" * 400,
        "1_0",
        "1.5",
    ),
    *(
        "true",
        "[]",
        "{}",
        "[[]]",
        '""',
        '"x"',
        "2024-01-01",
        "12:00:00",
        "'''",
        '"""',
        "#",
        "\\",
        "\x00",
    ),
    *(
        "[",
        "]",
        "{",
        "}",
        ",",
        ".",
        "=",
        "\n",
        "[joint]\n",
        "[[joint]]\n",
        "[joint.body]\n",
        "é",
        "𝕏",
    ),
    *(
        "dh",
        "placement",
        "axis",
        "mimic",
        "fixed",
        "prismatic",
        "about",
        '"frame"',
        "base",
        '"base"',
    ),
    *(
        '"mm"',
        '"rad"',
        '"modified"',
        "format",
        "offset",
        "theta",
        '"joint_1"',
        '"link_2"',
        "matrix",
    ),
]


def outcome(text: str) -> Robot | ErfdError:
    try:
        return parse_toml(text)
    except ErfdError as error:
        return error


def settled(text: str) -> Robot | ErfdError:
    """A robot to judge, to write and to read again, or a complaint of one line with its place."""
    result = outcome(text)
    if isinstance(result, Robot):
        assert parse_toml(to_toml(result)) == result
        assert isinstance(findings(result), list)
    else:
        lines = text.count("\n") + 1
        assert result.file == "<text>"
        assert result.line is not None
        assert 1 <= result.line <= lines
        assert result.column is not None
        assert 1 <= result.column <= len(text) + 1
        assert len(str(result)) < 1000
        assert "\n" not in str(result)
    return result


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
                parts[i:j] = [rng.choice(NASTY)]
            case 3:
                parts[i:i] = [rng.choice(NASTY)]
            case _:
                parts[i:j] = [rng.choice(parts)]
    return "".join(parts)


@given(st.text())
@settings(max_examples=200)
def test_any_text(text: str) -> None:
    assert isinstance(settled(text), ErfdError)


@given(st.binary())
@settings(max_examples=200)
def test_any_bytes(data: bytes) -> None:
    try:
        text = decode(data, "<text>")
    except ErfdError as error:
        assert error.line is not None  # noqa: PT017 - either way is right
    else:
        settled(text)


@given(st.lists(st.sampled_from([*NASTY, " ", "a", "name", "kind"])).map("".join))
@settings(max_examples=200)
def test_any_words(text: str) -> None:
    settled(text)


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_any_mutation_of_a_good_file(sample: int, seed: int) -> None:
    settled(mutated(SAMPLES[sample], random.Random(seed)))


def test_mutations_reach_both_outcomes() -> None:
    kinds = [
        isinstance(outcome(mutated(SAMPLES[k % 18], random.Random(k))), Robot) for k in range(200)
    ]
    assert 10 < sum(kinds) < 190


JOINT = """[[joint]]
name = "j{k}"
kind = "revolute"
{more}
[joint.body]
name = "b{k}"
mass = 1
com = [0, 0, 0]
inertia = {{ xx = 1, yy = 1, zz = 1 }}
"""
HEAD = 'format = 1\nname = "r"\nunits = { length = "m", angle = "rad" }\n'


def chain(n: int, more: str = "") -> str:
    return HEAD + "".join(
        JOINT.format(k=k, more=more.replace("#", str(k - 1)) if k else "") for k in range(n)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (chain(MOST_JOINTS + 1), f"it has {MOST_JOINTS + 1} joints; at most {MOST_JOINTS} are"),
        (HEAD + "[[joint]]\n" * 30_000, "it has 30000 joints"),
        (chain(30_000), "more than 250000 values"),
        (HEAD + "x = " + "[" * 1_000_000, "nested"),
        (HEAD + "x" + ".x" * 1_000_000, "nested"),
        (HEAD + "[x" + ".x" * 1_000_000, "nested"),
        (HEAD + 'x = "' + "\\" * 1_000_000, "not closed"),
        (HEAD + '"""\\"' * 200_000, "nested"),
        (HEAD + '"""' + '\\"""' * 200_000, "not closed|otherwise"),
        (HEAD + "x = 1e400\n" + JOINT.format(k=0, more=""), "unknown key 'x'"),
        (chain(1).replace("mass = 1", "mass = 1e400"), "'mass' is no finite number"),
        (chain(1).replace("mass = 1", "mass = " + "9" * 390), "'mass' is too large a number"),
        (HEAD.replace('"r"', '"' + "r" * 1_000_000 + '"') + "x = 1", "unknown key 'x'"),
    ],
)
def test_hostile_texts(text: str, message: str) -> None:
    result = settled(text)
    assert isinstance(result, ErfdError)
    assert re.search(message, str(result))


def test_as_many_joints_are_read_as_a_urdf_may_have() -> None:
    robot = parse_toml(chain(MOST_JOINTS, 'mimic = { of = "j#" }'))
    assert len(robot.joints) == MOST_JOINTS
    assert [joint.name for joint in robot.independent] == ["j0"]
