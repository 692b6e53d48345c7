"""`python -m erfd` is the command `erfd`."""

from erfd.cli.main import entry

entry()
