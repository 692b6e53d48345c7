"""Compiled code on disk: a second process neither traces nor compiles, and nothing foreign runs."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erfd.dynamics.lump import tree_of
from erfd.robot import library
from erfd.trace import cache, cache_place, engine, kernel
from erfd.trace import function as functions
from erfd.trace import quantity as quantities
from erfd.trace.function import Function
from erfd.trace.quantity import function
from erfd.trace.trace import trace

pytest.importorskip("llvmlite")

TREE = tree_of(library.load("two_link"))
X = np.random.default_rng(1).normal(size=(3, 5, 2))

PROGRAM = """
import sys, warnings
import numpy as np
from erfd.dynamics.lump import tree_of
from erfd.robot import library
from erfd.trace import cache, kernel, quantity
from erfd.trace.quantity import function

done = []
traced, compiled = quantity.trace, kernel.engine.compile_object
quantity.trace = lambda *a, **k: (done.append("traced"), traced(*a, **k))[1]
kernel.engine.compile_object = lambda text: (done.append("compiled"), compiled(text))[1]
CHANGE
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    f = function(tree_of(library.load("two_link")), "forward_dynamics")
    x = np.linspace(0.0, 1.0, 2)
    result = f(x, x, x)
    counts = f.counts
print(*done, len(seen), result.tolist(), counts.multiplications, len(f.inputs))
print(*seen, file=sys.stderr)
"""


def start(place: Path | str, change: str = "", **environment: str) -> subprocess.Popen[str]:
    surroundings = {k: v for k, v in os.environ.items() if k != "ERFD_NO_CACHE"}
    surroundings |= {"ERFD_CACHE_DIR": str(place), **environment}
    program = PROGRAM.replace("CHANGE", change)
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", program]
    return subprocess.Popen(command, env=surroundings, stdout=pipe, stderr=pipe, text=True)


def end(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


def probe(place: Path | str, change: str = "", **environment: str) -> str:
    return end(start(place, change, **environment))


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A directory with one entry, and what the process printed that made it."""
    place = tmp_path_factory.mktemp("warm") / "erfd"
    return place, probe(place)


def entries(place: Path) -> list[Path]:
    return sorted(place.glob("*" + cache.SUFFIX))


def copied(place: Path, tmp_path: Path) -> Path:
    new = tmp_path / "erfd"
    new.mkdir(mode=0o700)
    for path in entries(place):
        (new / path.name).write_bytes(path.read_bytes())
        (new / path.name).chmod(0o600)
    return new


def test_a_second_process_neither_traces_nor_compiles(warm: tuple[Path, str]) -> None:
    place, first = warm
    assert first.startswith("traced compiled 0 [")
    second = probe(place)
    assert second == first.removeprefix("traced compiled ")
    assert place.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o077 for path in entries(place)] == [0]


def test_without_a_cache_every_process_compiles(warm: tuple[Path, str], tmp_path: Path) -> None:
    place, first = warm
    before = [path.stat() for path in place.iterdir()]
    assert probe(place, ERFD_NO_CACHE="1") == first
    assert [path.stat() for path in place.iterdir()] == before
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["first line", "head", "code", "last byte"])
def test_a_flipped_bit_is_compiled_anew(warm: tuple[Path, str], tmp_path: Path, place: str) -> None:
    whole, first = warm
    new = copied(whole, tmp_path)
    (path,) = entries(new)
    good = data = bytearray(path.read_bytes())
    data = bytearray(good)
    at = {"first line": 20, "head": 120, "code": len(data) // 2, "last byte": len(data) - 1}[place]
    data[at] ^= 1
    path.write_bytes(data)
    assert probe(new) == first
    assert path.read_bytes() == good


@pytest.mark.parametrize("left", [0, 10, 83, 500, -1])
def test_a_truncated_file_is_compiled_anew(
    warm: tuple[Path, str], tmp_path: Path, left: int
) -> None:
    new = copied(warm[0], tmp_path)
    (path,) = entries(new)
    path.write_bytes(path.read_bytes()[:left])
    assert probe(new) == warm[1]


@pytest.mark.parametrize(
    "change",
    [
        "kernel.engine.host = lambda h=kernel.engine.host(): ('another-cpu', *h[1:])",
        "kernel.engine.host = lambda h=kernel.engine.host(): (h[0], '-avx2', h[2])",
        "import erfd; erfd.__version__ = '0.0.0'",
        "import llvmlite; llvmlite.__version__ = '0.0.0'",
        "cache._own_text = lambda: 'another text'",
    ],
)
def test_another_cpu_or_version_has_its_own_file(
    warm: tuple[Path, str], tmp_path: Path, change: str
) -> None:
    """`machine` is made before the CPU gets its false name: the code stays runnable."""
    new = copied(warm[0], tmp_path)
    steps = f"kernel.engine.machine(); kernel.engine._new_machine = kernel.engine.machine; {change}"
    assert probe(new, steps) == warm[1]
    assert len(entries(new)) == 2


@pytest.mark.parametrize("field", ["cpu", "features", "erfd", "text", "llvmlite", "key"])
def test_a_file_says_what_it_is_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, field: str
) -> None:
    """Renamed to where another one is looked for, with a digest that fits, it is refused."""
    monkeypatch.setenv("ERFD_CACHE_DIR", str(tmp_path))
    ports = tuple(trace(TREE, "bias").inputs), tuple(trace(TREE, "bias").outputs)
    stored = cache.Stored(*ports, cache.Counts(1, 2, 3), b"code\nwith lines\n")
    cache.store("key", stored)
    assert cache.load("key") == stored
    (path,) = entries(tmp_path)
    head, code = path.read_bytes().partition(b"\n")[2].split(b"\n", 1)
    changed = json.loads(head)
    changed["key" if field == "key" else "for"] = (
        "other" if field == "key" else {**changed["for"], field: "other"}
    )
    content = json.dumps(changed).encode() + b"\n" + code
    digest = cache.hashlib.sha256(content).hexdigest().encode()
    path.write_bytes(cache.MAGIC + digest + b"\n" + content)
    assert cache.load("key") is None


@pytest.mark.parametrize(
    "head", [b"{}", b"[1]", b"null", b"7", b"\xff\xfe", b'{"key": "key"}', b"[" * 100_000, b""]
)
def test_a_head_of_another_kind_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, head: bytes
) -> None:
    """With a digest that fits, as a version to come may write it."""
    monkeypatch.setenv("ERFD_CACHE_DIR", str(tmp_path))
    cache.store("key", cache.Stored((), (), cache.Counts(1, 2, 3), b"code"))
    (path,) = entries(tmp_path)
    content = head + b"\ncode"
    digest = cache.hashlib.sha256(content).hexdigest().encode()
    path.write_bytes(cache.MAGIC + digest + b"\n" + content)
    assert cache.load("key") is None


def test_processes_that_write_at_once(tmp_path: Path) -> None:
    place = tmp_path / "new" / "erfd"
    running = [start(place) for _ in range(4)]
    results = {end(process).partition("[")[2] for process in running}
    assert len(results) == 1
    assert len(list(place.iterdir())) == 1
    assert probe(place).startswith("0 [")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights as on Unix")
@pytest.mark.parametrize("rights", [0o777, 0o770, 0o702])
def test_a_directory_that_others_may_write_is_refused(
    warm: tuple[Path, str], tmp_path: Path, rights: int
) -> None:
    new = copied(warm[0], tmp_path)
    new.chmod(rights)
    before = [path.stat() for path in entries(new)]
    process = start(new)
    out, err = process.communicate(timeout=120)
    assert out == warm[1].replace("compiled 0", "compiled 1")
    assert "may be written by others" in err
    assert [path.stat() for path in entries(new)] == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can chown")
@pytest.mark.parametrize("what", ["directory", "file"])
def test_what_belongs_to_others_is_not_run(
    warm: tuple[Path, str], tmp_path: Path, what: str
) -> None:
    new = copied(warm[0], tmp_path)
    os.chown(new if what == "directory" else entries(new)[0], 12345, 12345)
    expected = "compiled 1" if what == "directory" else "compiled 0"
    assert probe(new) == warm[1].replace("compiled 0", expected)


def test_a_link_in_place_of_a_file_is_not_followed(warm: tuple[Path, str], tmp_path: Path) -> None:
    new = copied(warm[0], tmp_path)
    (path,) = entries(new)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert probe(new) == warm[1]
    assert not path.is_symlink()


def test_where_no_directory_can_be_made_it_compiles(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert probe(tmp_path / "file" / "erfd").startswith("traced compiled 1 [")


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("ERFD_NO_CACHE", raising=False)
    monkeypatch.setenv("ERFD_CACHE_DIR", str(tmp_path / "erfd"))
    monkeypatch.setattr(cache_place, "_warned", set())
    return tmp_path / "erfd"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("step", ["mkstemp", "write"])
def test_a_full_or_read_only_disk(
    monkeypatch: pytest.MonkeyPatch, empty: Path, code: int, step: str
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    if step == "mkstemp":
        monkeypatch.setattr(tempfile, "mkstemp", refuse)
    else:
        monkeypatch.setattr(Path, "replace", refuse)
    f = function(TREE, "forward_dynamics")
    with pytest.warns(RuntimeWarning, match=os.strerror(code)):
        got = f(*X)
    function(TREE, "inverse_dynamics")(*X)  # a second warning would be an error
    assert np.array_equal(got, Function("f", trace(TREE, "forward_dynamics"))(*X))
    assert not list(empty.glob("*"))


def test_the_files_read_longest_ago_make_room(monkeypatch: pytest.MonkeyPatch, empty: Path) -> None:
    stored = cache.Stored((), (), cache.Counts(), bytes(5000))
    for k in range(3):
        cache.store(f"key {k}", stored)
        for path in entries(empty):
            os.utime(path, (path.stat().st_mtime - 100,) * 2)
    size = max(path.stat().st_size for path in entries(empty))
    monkeypatch.setattr(cache, "LARGEST", 3 * size + 100)
    assert cache.load("key 0") is not None  # now the youngest
    cache.store("key 3", stored)
    assert [cache.load(f"key {k}") is not None for k in range(4)] == [True, False, True, True]


def test_unfinished_files_are_cleared_when_old(empty: Path) -> None:
    empty.mkdir(mode=0o700)
    old, fresh = empty / "unfinished-a", empty / "unfinished-b"
    for path in (old, fresh):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    cache.store("key", cache.Stored((), (), cache.Counts(), b""))
    assert not old.exists()
    assert fresh.exists()


def test_the_key_tells_robots_quantities_and_options_apart(empty: Path) -> None:
    robot = library.load("two_link")
    heavier = tree_of(robot.map(lambda x: x * 1.0000000000000002))
    made = [
        function(TREE, "forward_dynamics"),
        function(heavier, "forward_dynamics"),
        function(TREE, "forward_dynamics", "articulated_body"),
        function(TREE, "forward_dynamics", wrench=True),
        function(TREE, "inverse_dynamics"),
        function(TREE, "jacobian"),
        function(TREE, "jacobian", place=TREE.places["base"]),
    ]
    assert len({f._key for f in made}) == len(made)
    assert function(tree_of(library.load("two_link")), "jacobian")._key == made[5]._key


def test_what_is_stored_is_what_would_be_traced(
    monkeypatch: pytest.MonkeyPatch, empty: Path
) -> None:
    first = function(TREE, "equations_of_motion")
    first(X[0], X[1])

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("traced")

    with monkeypatch.context() as patch:
        patch.setattr(quantities, "trace", refuse)
        patch.setattr(engine, "compile_object", refuse)
        second = function(TREE, "equations_of_motion")
        assert (second.inputs, second.outputs) == (first.inputs, first.outputs)
        assert second.counts == first.counts == first._counted()
        assert all(map(np.array_equal, second(X[0], X[1]), first(X[0], X[1])))
        assert repr(second) == repr(first)
    assert second.program() == first.program()


def test_a_tape_without_a_key_is_known_by_its_content(
    monkeypatch: pytest.MonkeyPatch, empty: Path
) -> None:
    tape = trace(TREE, "bias")
    Function("bias", tape)(X[0], X[1])
    monkeypatch.setattr(kernel.engine, "compile_object", None)
    Function("bias", tape)(X[0], X[1])


def test_beyond_the_size_nothing_is_stored(monkeypatch: pytest.MonkeyPatch, empty: Path) -> None:
    monkeypatch.setattr(functions, "LARGEST", 10)
    monkeypatch.setattr(functions, "_warned", set())
    f = function(TREE, "forward_dynamics")
    with pytest.warns(RuntimeWarning, match=r"has \d+ instructions and runs on NumPy"):
        got = f(*X)
    assert not empty.exists()
    monkeypatch.undo()
    assert np.allclose(got, Function("f", trace(TREE, "forward_dynamics"))(*X), rtol=1e-12)


@pytest.mark.parametrize(
    ("platform", "variable"), [("linux", "XDG_CACHE_HOME"), ("win32", "LOCALAPPDATA")]
)
def test_the_platform_says_where(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str
) -> None:
    monkeypatch.delenv("ERFD_CACHE_DIR", raising=False)
    monkeypatch.delenv("ERFD_NO_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, "/here")
    assert cache_place.directory() == Path("/here/erfd")


def test_one_line_when_it_compiles_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    function(TREE, "bias")(X[0], X[1])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    function(TREE, "gravity")(X[0])
    assert capsys.readouterr().err == "erfd: compiling gravity\n"
    function(TREE, "gravity")(X[0])
    assert capsys.readouterr().err == ""
