"""Connections to a PostgreSQL server that may stop answering.

Its own limits of time stop with it, and the network below goes on acknowledging: only a clock on
this side helps.
"""

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from scorekeeper.book.database import TO_BE_THERE

SILENCE = 2.0
"""Seconds for which a server is not asked again that did not answer."""

OF_THE_NETWORK = {
    "connect_timeout": int(TO_BE_THERE),
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""Settings of a connection that find a network that is cut."""


class Patience:
    """How long the threads of a process wait for a server, each for what it does."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._silent_until = 0.0

    @contextmanager
    def of(self, seconds: float | None) -> Iterator[None]:
        """Wait no longer for each answer that comes inside; None waits for ever."""
        before = self.seconds
        self._own.seconds = seconds
        try:
            yield
        finally:
            self._own.seconds = before

    @property
    def seconds(self) -> float | None:
        """How long this thread waits now."""
        found: float | None = getattr(self._own, "seconds", None)
        return found

    def connect(self, *arguments: Any, **options: Any) -> "PatientConnection":
        """Connect, unless the server was silent a moment ago."""
        if time.monotonic() < self._silent_until:
            raise psycopg.OperationalError("the server did not answer a moment ago")
        try:
            connection = PatientConnection.connect(*arguments, **OF_THE_NETWORK | options)
        except psycopg.errors.ConnectionTimeout:
            self.lose()
            raise
        connection.patience = self
        return connection

    def lose(self) -> None:
        """Ask the server nothing for a while."""
        self._silent_until = time.monotonic() + SILENCE


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is given up where the server does not answer in time."""

    patience: Patience | None = None

    def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
        """Wait for an answer."""
        seconds = self.patience.seconds if self.patience else None
        if seconds is None:
            return super().wait(gen, *arguments, **options)
        return super().wait(self._limited(gen, time.monotonic() + seconds), *arguments, **options)

    def _limited(self, gen: Any, deadline: float) -> Generator[Any, Any, Any]:
        try:
            state = next(gen)
            while True:
                # psycopg comes by several times a second with nothing that is ready.
                ready = yield state
                if not ready and time.monotonic() > deadline:
                    break
                state = gen.send(ready)
        except StopIteration as answered:
            return answered.value
        assert self.patience is not None
        self.patience.lose()
        self.pgconn.finish()
        raise psycopg.OperationalError("the server does not answer")
