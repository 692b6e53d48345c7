"""Times of several sides of a comparison: the package's own clock."""

from erfd.timing import FEWEST, best, duration

__all__ = ["FEWEST", "best", "duration"]
