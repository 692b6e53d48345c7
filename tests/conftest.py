"""Hypothesis profiles, a cache of compiled code for this run alone, and the account of skipped
tests: where all is required, none may skip."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

REQUIRE_ALL = os.environ.get("CI") == "true" or os.environ.get("ERFD_REQUIRE_ALL") == "1"

settings.register_profile("default", deadline=None, max_examples=30)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if REQUIRE_ALL else "default"))

if "ERFD_CACHE_DIR" not in os.environ:  # workers inherit it
    os.environ["ERFD_CACHE_DIR"] = tempfile.mkdtemp(prefix="erfd-tests-")
    atexit.register(shutil.rmtree, os.environ["ERFD_CACHE_DIR"], ignore_errors=True)


def skipped(config: pytest.Config) -> list[pytest.TestReport | pytest.CollectReport]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if REQUIRE_ALL and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if count := len(skipped(config)):
        verdict = "and here none may be: the run FAILED" if REQUIRE_ALL else "see below"
        terminalreporter.write_line(f"{count} skipped, {verdict}", bold=True)
