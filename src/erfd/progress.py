"""A progress bar for work that turns out to be long, or a function of the user's instead of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

LONG = 2.0  # seconds of work that make a bar worth looking at
Wanted = bool | Callable[[int, int], object] | None


class Progress:
    """`advance(n)` after every portion; a bar on stderr by itself only at a terminal."""

    def __init__(self, what: str, total: int, wanted: Wanted) -> None:
        self.what, self.total, self.done = what, total, 0
        self.tell = wanted if callable(wanted) else None
        self.always = wanted is True
        self.never = wanted is False or (wanted is None and not sys.stderr.isatty())
        self.began = time.perf_counter()
        self.bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def advance(self, steps: int) -> None:
        self.done += steps
        if self.tell is not None:
            self.tell(self.done, self.total)
        elif not self.never:
            self._show(steps)

    def _show(self, steps: int) -> None:
        if self.bar is None and (self.always or self._long()):
            self._open()
            steps = self.done
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], advance=steps)

    def _long(self) -> bool:
        spent = time.perf_counter() - self.began
        return spent * self.total > LONG * self.done and self.done < self.total

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        self.bar = Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True))
        self.bar.add_task(self.what, total=self.total)
        self.bar.start()

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
