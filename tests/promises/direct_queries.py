"""Direct queries of the scorebook file, without the program."""

import sqlite3
from contextlib import closing
from typing import Any

from tests.servers import Server


def value(server: Server, query: str) -> Any:
    with closing(sqlite3.connect(server.scorebook)) as kept:
        return kept.execute(query).fetchone()[0]


def contents(server: Server) -> list[str]:
    with closing(sqlite3.connect(server.scorebook)) as kept:
        return list(kept.iterdump())
