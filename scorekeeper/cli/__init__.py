"""The command `scorekeeper`: serving, scoring match files, a demo, a copy of the scorebook.

Whatever a command needs is imported inside it, so that scoring a file loads neither Flask nor
SQLAlchemy.
"""

from scorekeeper.cli.commands import main

__all__ = ["main"]
