"""Files of matches that phones download, a few at a time.

Each is written completely before its first byte is sent. Then a failure is still an error page, and
a slow reader holds no session of the database.
"""

import tempfile
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast
from weakref import WeakSet

from scorekeeper.book.db.errors import Full
from scorekeeper.web.scorebooks.job_queue import JobQueue, QueueTimeout

MAX_WRITING = 2
"""Exports that this process writes at a time; each takes a processor for seconds."""
MAX_OPEN = 8
"""Exports at a time, with those being sent: some servers need a thread for each."""


class Exports:
    """The exports of this process: one at a time per owner, such as a scorebook or phone."""

    def __init__(self) -> None:
        self.queue = JobQueue(MAX_WRITING, timeout_seconds=0)
        # Weak references: a file disappears with its response.
        self._files: WeakSet[BinaryIO] = WeakSet()
        self._lock = threading.Lock()

    @contextmanager
    def new_file(self, *owners: Hashable) -> Iterator[BinaryIO]:
        """Yield a temporary file to be sent; raise QueueTimeout or Full if there can be none."""
        with self.queue.turn(*owners):
            try:
                file = self._open_file()
                yield file
                file.seek(0)
            except OSError as error:
                raise Full(str(error)) from error

    def _open_file(self) -> BinaryIO:
        with self._lock:
            if sum(not file.closed for file in self._files) >= MAX_OPEN:
                raise QueueTimeout
            file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - sent later
            self._files.add(file)
            return file
