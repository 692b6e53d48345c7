"""Writes the pages that the tool makes itself: `python -m tools.equation_pages` from the root.

docs/operation-counts-of-equations.md, docs/worked/*.md and docs/errata.md. The tests compare them
with what would be written now, the last digits of the proofs apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tools.errata.publications import errata_page
from tools.pages.book import one_link_page, three_link_page, two_link_page
from tools.pages.counts import counts_page
from tools.pages.machines import rl15_page, trainer_page
from tools.pages.trttr1_page import trttr1_page

ROOT = Path(__file__).parents[1]
NOISE = r"\S+e-(?:1[3-9]|[2-9]\d)"  # what rounding leaves of nothing
DIGITS = re.compile(rf"largest difference \S+,|(?<=largest entry ){NOISE}")
PAGES: dict[str, Callable[[], str]] = {
    "docs/operation-counts-of-equations.md": counts_page,
    "docs/errata.md": errata_page,
    "docs/worked/one_link.md": one_link_page,
    "docs/worked/two_link.md": two_link_page,
    "docs/worked/three_link.md": three_link_page,
    "docs/worked/trttr1.md": trttr1_page,
    "docs/worked/rl15.md": rl15_page,
    "docs/worked/trainer.md": trainer_page,
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
