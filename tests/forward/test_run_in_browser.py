"""The page of a run, opened in headless Chromium: it runs, shows the run, and its replay moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.forward.result import Run
from erfd.run_page import run_page
from tests.judge.chromium import Chromium, installed

pytestmark = pytest.mark.skipif(not installed(), reason="Chromium is not installed")
ARM = erfd.load("rl15")


@pytest.fixture(scope="module")
def run() -> Run:
    options = {"drives": True, "stops": True, "rtol": 1e-6, "atol": 1e-6}
    goal = [0.8, -0.2, 0.2, 0.0, 0.3, 0.0]
    return erfd.simulate(ARM, t_end=1.0, controller=erfd.Cascade(), target=goal, **options)


@pytest.fixture(scope="module")
def page(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    path: Path = tmp_path_factory.mktemp("run") / "run.html"
    path.write_text(run_page(ARM, run), "utf-8")
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(path)
        yield browser


def test_energy_events_and_plots_are_those_of_the_run(page: Chromium, run: Run) -> None:
    assert page.value("document.getElementById('status').textContent") == "ran to the end"
    assert page.value("document.querySelectorAll('#violations tbody tr').length") == len(run.events)
    accounts = 3 + sum(bool(np.any(x)) for x in run.energy.works.values())
    assert page.value("document.querySelectorAll('#moves tbody tr').length") == accounts
    assert page.value("plots.length") == 6
    assert page.value("plots[0].data.length") >= 2
    assert (
        page.value("getComputedStyle(document.getElementById('program-section')).display") == "none"
    )


def test_a_click_on_an_event_goes_there(page: Chromium, run: Run) -> None:
    k = len(run.events) - 1
    page.value(f"document.querySelectorAll('#violations tbody tr')[{k}].click()")
    now = float(page.value("Number(document.getElementById('time').value)"))
    assert now == pytest.approx(run.events[k].t, abs=1e-3)


def test_the_replay_shows_the_arm_in_motion(page: Chromium) -> None:
    page.value("seek(0)")
    before = page.value("document.getElementById('replay').toDataURL()")
    page.value("seek(0.7)")
    assert page.value("document.getElementById('replay').toDataURL()") != before


def test_other_quantities_can_be_chosen(page: Chromium) -> None:
    page.value("plot(data.groups.findIndex((g) => g.name === 'energy'))")
    assert page.value("plots.length") >= 5
