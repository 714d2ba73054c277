"""The command line, `scorekeeper`."""

from scorekeeper.cli.group import main

__all__ = ["main"]
