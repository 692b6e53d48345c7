"""`python -m tools.errata [PUBLICATION [PLACE]]`: shows misprints, computed anew.

Example: python -m tools.errata saha "(9.11c)"
"""

from __future__ import annotations

import sys

from tools.errata.publications import PUBLICATIONS, found


def main(words: list[str]) -> int:
    names = words[:1] or list(PUBLICATIONS)
    if names[0] not in PUBLICATIONS:
        print(f"'{names[0]}' is none of {', '.join(PUBLICATIONS)}", file=sys.stderr)
        return 3
    count = 0
    for name in names:
        for row in PUBLICATIONS[name].rows:
            if all(x in row.where for x in words[1:]):
                count += 1
                print(f"{name} {row.where}\n  printed  {row.printed}\n  right    {row.right}")
                for line in found(row):
                    print(f"  shown    {line}")
    if not count:
        print(f"nothing of {names[0]} at {' '.join(words[1:])}", file=sys.stderr)
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
