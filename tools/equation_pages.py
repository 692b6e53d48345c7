"""Writes the pages that the tool makes itself: `python -m tools.equation_pages` from the root.

docs/operation-counts-of-equations.md, docs/worked/*.md and docs/errata.md. The tests compare them
with what would be written now, the last digits of the proofs apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tools.pages.counts import counts_page

ROOT = Path(__file__).parents[1]
DIGITS = re.compile(r"largest difference \S+,|(?<=largest entry )\S+")
PAGES: dict[str, Callable[[], str]] = {
    "docs/operation-counts-of-equations.md": counts_page,
}


def without_digits(text: str) -> str:
    """What does not depend on the machine's sine."""
    return DIGITS.sub("...", text)


def main() -> None:
    for name, make in PAGES.items():
        path = ROOT / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(make(), "utf-8")
        print(name)


if __name__ == "__main__":
    main()
