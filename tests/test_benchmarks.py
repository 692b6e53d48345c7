"""The benchmark's own arithmetic: targets, sections, groups, what a missing peer says."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import group_counts, group_limit, peers, robots, timing
from benchmarks.quotes import PAGES, refreshed
from benchmarks.registry import GROUPS, groups
from benchmarks.table import Aim, Row, merged, section, share, times_faster

from erfd.trace import engine

ROOT = Path(__file__).parents[1]


def test_a_target_is_met_or_missed_by_so_much() -> None:
    fast, small = Aim(">=", 60, 90), Aim("<=", 0.35)
    assert [fast.met(x) for x in (50, 60, 95)] == ["**no**, off by 17%", "yes", "yes, and the goal"]
    assert [small.met(x) for x in (0.35, 0.42)] == ["yes", "**no**, off by 20%"]
    assert times_faster("a", 1e-9, 61e-9, fast, "aba").cells() == (
        "a", "1 ns", "61 ns aba", "61 x", ">= 60 x", ">= 90 x", "yes",
    )  # fmt: skip
    assert share("b", 1e-6, 4e-6).cells()[3] == "0.25 x"


def test_a_part_that_runs_leaves_the_other_sections(tmp_path: Path) -> None:
    path, order = tmp_path / "results.md", ["one", "two"]
    path.write_text(merged(path, "# head\n", {"two": section("two", [Row("x", "1")])}, order))
    path.write_text(merged(path, "# new\n", {"one": section("one", [Row("y", "2")])}, order))
    text = path.read_text()
    assert text.startswith("# new")
    assert [text.index(word) for word in ("## one", "| y | 2", "## two", "| x | 1")] == sorted(
        text.index(word) for word in ("## one", "| y | 2", "## two", "| x | 1")
    )


def test_the_best_slice_of_each_side_counts() -> None:
    calls: list[str] = []
    times = timing.best({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, 0.01)
    assert set(times) == {"a", "b"}
    assert all(0 < seconds < 1 for seconds in times.values())
    assert min(calls.count("a"), calls.count("b")) >= timing.FEWEST


def test_every_group_is_registered_and_its_file_is_there() -> None:
    assert tuple(groups()) == GROUPS
    files = {path.stem.removeprefix("group_") for path in (ROOT / "benchmarks").glob("group_*.py")}
    assert files == set(GROUPS)


def test_a_missing_peer_gives_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find", lambda _: None)
    monkeypatch.setattr(robots, "shared", lambda _: None)
    for name in ("batch", "single", "robots", "derivatives"):
        for row in groups()[name].rows():
            assert "is not installed" in row.what


def test_results_are_compared_first() -> None:
    peers.agree([1.0, 2.0], [1.0, 2.0 + 1e-9])
    for wrong in ([1.0, 2.1], [1.0, float("nan")]):
        with pytest.raises(SystemExit, match="nothing is measured"):
            peers.agree(wrong, [1.0, 2.0])


def test_the_limit_is_measured_with_multiply_adds_only() -> None:
    pytest.importorskip("llvmlite")
    text = group_limit.chains(engine.widest())
    assert text.count("@llvm.fma") == group_limit.CHAINS * group_limit.STEPS + 1
    assert "load" not in text
    assert group_limit.chain_call(engine.widest())() > 0


def test_the_limit_times_the_chains_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither looking the code up nor making the call belongs to the operations per second."""
    pytest.importorskip("llvmlite")
    call = group_limit.chain_call(engine.widest())
    monkeypatch.setattr(engine.Code, "function", None)
    monkeypatch.setattr(group_limit.ctypes, "CFUNCTYPE", None)
    assert call() > 0


@pytest.mark.oracle
def test_mujoco_is_called_with_everything_ready() -> None:
    """As by its users: between two results there is nothing but the state and mj_forward."""
    pytest.importorskip("mujoco")
    arm, (q, qd, last) = robots.rl15(), (x[0] for x in robots.states(6, 1))
    peer = peers.MuJoCo(arm)
    for name, call in (("forward", peer.forward), ("inverse", peer.inverse)):
        ours = arm.function(f"{name}_dynamics")(q, qd, last)
        run = call(q, qd, last)
        for _ in range(2):
            peers.agree(ours, run()[peer.order])


def test_counts_of_the_table_are_those_of_the_function() -> None:
    row = group_counts.rows()[0]
    counts = robots.rl15().function("forward_dynamics").counts
    assert row.figure == counts.flops
    assert row.aim is not None
    assert row.aim.met(counts.flops).startswith("yes")


def test_pages_quote_the_results() -> None:
    results = (ROOT / "benchmarks" / "results.md").read_text("utf-8")
    titles = {group.name: group.title for group in groups().values()}
    for page in PAGES:
        text = page.read_text("utf-8")
        assert "<!-- benchmark " in text
        assert refreshed(text, results, titles) == text
