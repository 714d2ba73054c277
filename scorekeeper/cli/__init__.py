"""The command `scorekeeper`: serving, scoring match files, a demo, copies, doors.

Whatever a command needs is imported inside it, so that scoring a file loads neither Flask nor
SQLAlchemy.
"""

from scorekeeper.cli import host_commands
from scorekeeper.cli.commands import main

__all__ = ["host_commands", "main"]
