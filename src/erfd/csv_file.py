"""Numbers as CSV text: every one so that it is read back bit for bit."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def csv_text(header: Sequence[str], rows: Iterable[Iterable[float]]) -> str:
    """`rows` hold Python numbers; NumPy's become such by `tolist`."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(header)
    out.writelines(f"{','.join(map(repr, row))}\n" for row in rows)
    return out.getvalue()
