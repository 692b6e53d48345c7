"""The report, opened as a file in headless Chromium: it runs, asks nobody, and all is linked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import erfd
from erfd.judge.verdict import Verdict
from tests.judge.chromium import Chromium, installed

pytestmark = pytest.mark.skipif(not installed(), reason="Chromium is not installed")
MOST = 8_000_000  # bytes


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    arm = erfd.load("rl15")
    program = erfd.parse("examples/lola15.irl")
    return erfd.verify(erfd.plan(program, arm), arm, replan=program)


@pytest.fixture(scope="module")
def report(verdict: Verdict, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return verdict.save(tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(scope="module")
def page(report: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(report)
        yield browser


def now(page: Chromium) -> float:
    return float(page.value("Number(document.getElementById('time').value)"))


def picture(page: Chromium) -> str:
    return str(page.value("document.getElementById('replay').toDataURL()"))


def test_it_is_one_small_file_without_an_address(report: Path) -> None:
    assert report.stat().st_size < MOST
    own = report.read_text("utf-8").partition("<script>")[0]
    assert "://" not in own.replace("default-src", "")


def test_the_verdict_and_its_reason_are_shown(page: Chromium, verdict: Verdict) -> None:
    assert page.value("document.getElementById('status').textContent") == "NOT ACHIEVABLE"
    assert page.value("document.getElementById('reason').textContent") == verdict.reason
    rows = page.value("document.querySelectorAll('#violations tbody tr').length")
    assert rows == len(verdict.violations)
    assert page.value("document.querySelectorAll('#moves tbody tr').length") == 13


def test_clicking_a_violation_moves_the_cursor(page: Chromium, verdict: Verdict) -> None:
    for k in (1, len(verdict.violations) - 1):
        before = picture(page)
        page.value(f"document.querySelectorAll('#violations tbody tr')[{k}].click()")
        assert now(page) == pytest.approx(verdict.violations[k].t, abs=1e-3)
        assert picture(page) != before
        line = page.value("document.querySelector('#program li.now').value")
        assert line == verdict.violations[k].line
        page.until("document.querySelector('.at').style.display === 'block'")
        left, x = "parseFloat(document.querySelector('.at').style.left)", "plots[0]._fullLayout"
        page.until(f"Math.abs({left} - {x}._size.l - {x}.xaxis.d2p({verdict.violations[k].t})) < 1")
        shown = page.value("data.groups[group].name")
        assert verdict.violations[k].quantity.startswith(shown)


def test_the_replay_moves(page: Chromium) -> None:
    page.value("seek(1.0)")
    before = picture(page)
    page.value("document.getElementById('play').click()")
    page.until("Number(document.getElementById('time').value) > 1.2")
    page.value("document.getElementById('play').click()")
    assert picture(page) != before
    stopped = now(page)
    assert now(page) == stopped


def test_lines_and_moves_lead_to_their_time(page: Chromium, verdict: Verdict) -> None:
    page.value("document.querySelectorAll('#moves tbody tr')[5].click()")
    assert now(page) == pytest.approx(verdict.per_move[5].start, abs=1e-3)
    page.value("document.querySelectorAll('#program li')[30].click()")
    assert now(page) == pytest.approx(verdict.per_move[8].start, abs=1e-3)


def test_every_group_is_drawn_with_what_is_achieved(page: Chromium, verdict: Verdict) -> None:
    names = page.value("data.groups.map((g) => g.name)")
    for wanted in ("joint position", "joint torque", "motor torque", "joint reaction force"):
        k = names.index(wanted)
        page.value(f"plot({k})")
        told = json.loads(
            page.value("JSON.stringify(plots[0].data.map((d) => [d.name, d.x.length]))")
        )
        series: dict[str, Any] = dict(told)
        assert series["programmed"] == series["achieved"] == len(verdict.judged.trajectory.t)


def test_the_robot_of_the_page_stands_where_ours_does(page: Chromium, verdict: Verdict) -> None:
    what = verdict.judged
    pose = erfd.load("rl15").forward_kinematics(what.trajectory.at(3.0).q)
    tool = page.value("Replay.place(data.robot, pose(joints, 3.0)).tool.p")
    assert tool == pytest.approx(pose[:3, 3].tolist(), abs=1e-6)


def test_dark_and_on_paper(page: Chromium) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.value(colour)
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    page.ask("Emulation.setEmulatedMedia", features=features)
    assert page.value(colour) != light
    page.ask("Emulation.setEmulatedMedia", media="print", features=[])
    assert page.value("getComputedStyle(document.querySelector('.cursor')).display") == "none"
    page.ask("Emulation.setEmulatedMedia", media="", features=[])
    assert len(page.ask("Page.printToPDF")["data"]) > 50_000


def test_no_error_and_no_request(page: Chromium, report: Path) -> None:
    """The last test of the module: after all that was clicked."""
    assert not page.of("Runtime.exceptionThrown")
    assert not [x for x in page.of("Runtime.consoleAPICalled") if x["type"] in ("error", "warning")]
    assert not [x for x in page.of("Log.entryAdded") if x["entry"]["level"] in ("error", "warning")]
    asked = {x["request"]["url"] for x in page.of("Network.requestWillBeSent")}
    assert all(url.startswith(("data:", "blob:")) or url == report.as_uri() for url in asked)
