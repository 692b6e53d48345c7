"""Whatever is fed to the reader, out comes a robot or an error of ours, soon."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erfd.dynamics.lump import tree_of
from erfd.errors import ErfdError
from erfd.robot.check import findings
from erfd.robot.robot import Robot
from erfd.robot.urdf import parse_urdf, read_urdf
from tests.robot.urdf_samples import LIMIT, joint, link, urdf
from tests.samples import random_robot

MIMIC = f'{LIMIT}<dynamics damping="1" friction="2"/><mimic joint="j" offset="0.1"/>'
SAMPLES = [
    urdf(
        *map(link, ("ground", "a", "b", "tool0")),
        joint("j", "ground", "a", f'<origin xyz="1 2 3" rpy="1 2 3"/><axis xyz="0 0 2"/>{LIMIT}'),
        joint("k", "a", "b", MIMIC, "prismatic"),
        joint("w", "b", "tool0", "", "fixed"),
    ),
    random_robot(random.Random(1), 4).to_urdf(),
]
TOKEN = re.compile(r"<[^>]*>|[^<>\"]+|[\"<>]")
NASTY = [
    *("0", "-0", "1e308", "-1e308", "1e-320", "nan", "inf", "-1", "", " ", "1 2", "1,2", "9" * 400),
    *("base", "ground", "j", "k", "tool", "fixed", "floating", "continuous", "&lt;", "&x;", "${a}"),
    *("<link/>", "<joint>", "</joint>", "<mimic/>", "<limit/>", "<origin/>", "\x00", "é", "]]>"),
]


def settled(text: str, mimic: str) -> None:
    """A robot to lump, judge, write and read again, or an error that fits one line."""
    robot = outcome(text, mimic)
    if isinstance(robot, Robot):
        assert len(tree_of(robot).names) == len(robot.moving)
        assert isinstance(findings(robot), list)
        again = parse_urdf(robot.to_urdf())
        assert [joint.name for joint in again.moving] == [joint.name for joint in robot.moving]
    else:
        assert robot.file == "<text>"
        assert "\n" not in str(robot)


def outcome(text: str, mimic: str) -> Robot | ErfdError:
    try:
        return parse_urdf(text, mimic=mimic)
    except ErfdError as error:
        return error


def mutated(text: str, rng: random.Random) -> str:
    """Cuts, copies, exchanges and nasty words, between tokens or anywhere."""
    parts = TOKEN.findall(text) if rng.random() < 0.8 else list(text)
    for _ in range(rng.randint(1, 4)):
        i, j = sorted(rng.randrange(len(parts) + 1) for _ in range(2))
        j = min(j, i + rng.choice((1, 1, 3, 30)))
        k = rng.randrange(len(parts) + 1)
        chunk = parts[i:j]
        match rng.randrange(5):
            case 0:
                del parts[i:j]
            case 1:
                parts[k:k] = chunk
            case 2:
                parts[i:j] = []
                parts[k:k] = chunk
            case 3:
                parts[i:j] = [rng.choice(NASTY)]
            case 4:
                words = re.split(r"([\w.+-]+)", "".join(chunk))
                words[1::2] = [rng.choice(NASTY) if rng.random() < 0.3 else x for x in words[1::2]]
                parts[i:j] = words
    return "".join(parts)


@settings(max_examples=200)
@given(st.sampled_from(SAMPLES), st.integers(0, 2**32), st.sampled_from(["exact", "independent"]))
def test_mutated_files(text: str, seed: int, mimic: str) -> None:
    settled(mutated(text, random.Random(seed)), mimic)


@settings(max_examples=200)
@given(
    st.text()
    | st.text(alphabet="<>/=\"'&;! abrobtlinkj0")
    | st.from_regex(r"<robot( [abc]=\"[0-9]*\")*>")
)
def test_random_texts(text: str) -> None:
    settled(text, "exact")


@settings(max_examples=200)
@given(st.binary(max_size=300), st.sampled_from([b"", b"<robot>", b"\xff\xfe", b"\xef\xbb\xbf<"]))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes, head: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.urdf"
    path.write_bytes(head + data)
    with pytest.raises(ErfdError) as caught:
        read_urdf(path)
    assert caught.value.file == str(path)


def test_the_mutations_hit_robots_and_errors_alike() -> None:
    """Else the test above would test little."""
    outcomes = {"robot": 0}
    for seed in range(300):
        try:
            parse_urdf(mutated(SAMPLES[seed % 2], random.Random(seed)))
            outcomes["robot"] += 1
        except ErfdError as error:
            kind = re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "?", error.what)
            outcomes[kind] = outcomes.get(kind, 0) + 1
    assert outcomes["robot"] > 30
    assert len(outcomes) > 15


HOSTILE = {
    "long number": urdf(link("a", f'<inertial><mass value="{"9" * 10**6}"/></inertial>')),
    "many attributes": "<robot " + " ".join(f'a{k}="1"' for k in range(50_000)) + "/>",
    "many numbers": urdf(link("a"), joint("j", "a", "b", f'<origin xyz="{"1 " * 10**6}"/>')),
    "many links": urdf(*(link(f"l{k}", "") for k in range(30_000))),
    "long loop": urdf(
        *(link(f"l{k}", "") for k in range(20_000)),
        *(joint(f"j{k}", f"l{k - 1}", f"l{k}", "", "fixed") for k in range(1, 20_000)),
        joint("j0", "l19999", "l0", "", "fixed"),
    ),
    "many mimics": urdf(
        *(link(f"l{k}") for k in range(5_001)),
        *(
            joint(f"j{k}", f"l{k}", f"l{k + 1}", f'{LIMIT}<mimic joint="j{k + 1}"/>')
            for k in range(5_000)
        ),
    ),
    "wide names": urdf(
        *(link(f"{k}" + "x" * 90) for k in range(3000)), joint("j", "x" * 99, "y" * 99)
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(name: str) -> None:
    with pytest.raises(ErfdError):
        parse_urdf(HOSTILE[name])


def test_the_samples_themselves_are_robots(tmp_path: Path) -> None:
    for text in SAMPLES:
        path = tmp_path / "sample.urdf"
        path.write_text(text, "utf-8")
        assert read_urdf(path).moving


def test_a_name_cannot_turn_the_text_of_an_error_round() -> None:
    text = urdf(link("a"), link("li\u202enk7"), joint("j", "a", "link7"))
    with pytest.raises(ErfdError, match=r"perhaps 'li\?nk7' is meant") as caught:
        parse_urdf(text)
    assert str(caught.value).isprintable()
