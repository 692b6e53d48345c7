"""Measures erfd beside its peers in one run: make bench, or a part: make bench ARGS="batch single".

`benchmarks/results.md` keeps a section for each group; those that run are written anew, and so are
the quotes in README and docs/speed.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

from benchmarks import peers, registry
from benchmarks.quotes import PAGES, refreshed
from benchmarks.registry import groups
from benchmarks.table import merged, section

from erfd.trace import engine

RESULTS = Path(__file__).parent / "results.md"


def arguments() -> argparse.Namespace:
    known = groups()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("groups", nargs="*", help=f"which: {', '.join(known)}; without, all")
    parser.add_argument("--print", action="store_true", help="write no file")
    found = parser.parse_args()
    if unknown := [name for name in found.groups if name not in known]:
        parser.error(f"there is no group '{unknown[0]}'; there are {', '.join(known)}")
    return found


def head() -> str:
    machine = (
        f"{platform.machine()}, {8 * 8 * engine.widest()}-bit vectors" if engine.binding() else ""
    )
    ours = f"Python {platform.python_version()}, NumPy {version('numpy')}"
    return "\n".join([
        "# Benchmarks",
        "",
        f"{ours}, {peers.versions()}; {machine}.",
        "Both sides in turns in one process, results compared first; best of many short slices.",
        "`make bench` writes this file; `docs/speed.md` says what is measured and how.",
        "",
    ])  # fmt: skip


def main() -> None:
    asked, known = arguments(), groups()
    registry.keep = not asked.print
    os.environ["ERFD_NO_CACHE"] = "1"  # first calls are timed
    sections = {}
    for name in asked.groups or known:
        start = time.perf_counter()
        sections[known[name].title] = text = section(known[name].title, known[name].rows())
        print(text, flush=True)
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    if not asked.print:
        order = [group.title for group in known.values()]
        text = merged(RESULTS, head(), sections, order)
        RESULTS.write_text(text, "utf-8")
        titles = {group.name: group.title for group in known.values()}
        for page in PAGES:
            page.write_text(refreshed(page.read_text("utf-8"), text, titles), "utf-8")


if __name__ == "__main__":
    main()
