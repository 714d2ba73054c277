"""The command line, `scorekeeper`.

Each command imports its modules itself, so that scoring a file loads neither Flask nor SQLAlchemy.
"""

from scorekeeper.cli import host_commands
from scorekeeper.cli.commands import main

__all__ = ["host_commands", "main"]
