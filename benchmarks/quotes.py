"""What README and docs quote of the results: tables and one number, between marks, kept the same.

<!-- benchmark batch -->  ...the group's table...  <!-- end -->
"""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.table import sections_of

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "speed.md", ROOT / "docs" / "rollout.md")
MARKED = re.compile(r"(<!-- benchmark (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
NUMBER = """\
**One number**: a forward-dynamics state of the RL15 takes {ours} in a batch, {ratio:.0f} times less
than Pinocchio's batch call in the same run on one core ([how it is measured](docs/speed.md)).
"""


def refreshed(page: str, results: str, titles: dict[str, str]) -> str:
    """The page with its quotes as the results have them; `titles` of the groups by name."""
    found = sections_of(results)

    def quote(match: re.Match[str]) -> str:
        name = match[2]
        text = number(found[titles["batch"]]) if name == "number" else _table(found[titles[name]])
        return f"{match[1]}{text}{match[3]}"

    return MARKED.sub(quote, page)


def number(batch: str) -> str:
    row = next(line for line in batch.splitlines() if line.startswith("| forward_dynamics |"))
    cells = [cell.strip() for cell in row.split("|")]
    return NUMBER.format(ours=cells[2], ratio=float(cells[4].removesuffix(" x")))


def _table(section: str) -> str:
    return "\n".join(line for line in section.splitlines() if line.startswith("|")) + "\n"
