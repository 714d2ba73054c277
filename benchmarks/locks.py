"""Measures how long a save holds the write lock, in this process, without a network."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.clients import SCORER, due_form
from benchmarks.scorebooks import Scorebook
from scorekeeper.app import create_app
from scorekeeper.config import Config


class Insert:
    """The floor: inserts and commits one row in a file with the same settings."""

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, text)")

    def __call__(self) -> float:
        """Return the seconds the lock was held."""
        self.connection.execute("BEGIN IMMEDIATE")
        held = time.perf_counter()
        self.connection.execute("INSERT INTO bare (text) VALUES ('Ben 490')")
        self.connection.execute("COMMIT")
        return time.perf_counter() - held


class Save:
    """Saves through the app and times the write lock."""

    def __init__(self, app: Any, places: Iterator[str]) -> None:
        self.places = places
        self.held: list[float] = []
        self.client = app.test_client()
        self.client.set_cookie("scorekeeper_device", SCORER)
        database = app.extensions["database"]
        database.write = self._timed(database.write)

    def __call__(self) -> float:
        """Return the seconds the lock was held."""
        page = self.client.get(f"/matches/{next(self.places)}?by=side").text
        action, fields = due_form(page)
        before = len(self.held)
        answer = self.client.post(action, data=fields)
        if (answer.status_code, len(self.held)) != (303, before + 1):
            raise RuntimeError(f"{action} answered {answer.status_code}")
        return self.held[-1]

    def _timed(self, write: Any) -> Any:
        @contextmanager
        def timed() -> Iterator[Any]:
            with write() as session:
                begun = time.perf_counter()
                yield session
            self.held.append(time.perf_counter() - begun)

        return timed


@contextmanager
def holding(book: Scorebook, places: Iterator[str]) -> Iterator[tuple[Insert, Save]]:
    """Open the bare file and the app."""
    settings = {
        "SCOREKEEPER_DATA": str(book.folder),
        "SCOREKEEPER_HOSTED": "1",
        "SCOREKEEPER_RATE_LIMITS": "unlimited",
        "SCOREKEEPER_QUOTAS": "unlimited",
    }
    app = create_app(Config.from_environment(settings))
    insert = Insert(book.folder)
    with closing(app.extensions["database"]), closing(insert.connection):
        yield insert, Save(app, places)
