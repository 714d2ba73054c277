"""Long jobs, of which a process runs only a few at a time: a queue, and exports of scorebooks."""

import tempfile
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast
from weakref import WeakSet

from flask import abort, current_app

from scorekeeper.book.db.errors import Full
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import gettext as _

MAX_WRITING = 2
"""Exports that this process writes at a time; each takes a processor for seconds."""
MAX_OPEN = 8
"""Exports at a time, with those being sent: some servers need a thread for each."""
RETRY_AFTER_SECONDS = "10"


class QueueTimeout(Exception):
    """The queue timeout passed while other jobs were running."""


class JobQueue:
    """A queue of jobs: `most` run at a time, but only one per owner, such as a scorebook."""

    def __init__(self, most: int, timeout_seconds: float) -> None:
        self.most, self.timeout_seconds = most, timeout_seconds
        self._running: list[set[Hashable]] = []
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, *owners: Hashable) -> Iterator[None]:
        """Wait for a free slot; raise QueueTimeout if none becomes free in time."""
        mine = set(owners)
        with self._changed:
            if not self._changed.wait_for(lambda: self._is_free(mine), self.timeout_seconds):
                raise QueueTimeout
            self._running.append(mine)
        try:
            yield
        finally:
            with self._changed:
                self._running.remove(mine)
                self._changed.notify_all()

    def _is_free(self, mine: set[Hashable]) -> bool:
        return len(self._running) < self.most and all(map(mine.isdisjoint, self._running))


class Exports:
    """The exports of this process: one at a time per owner, such as a scorebook or phone."""

    def __init__(self) -> None:
        self.queue = JobQueue(MAX_WRITING, timeout_seconds=0)
        # Weak references: a file disappears with its response.
        self.files: WeakSet[BinaryIO] = WeakSet()
        self.lock = threading.Lock()


@contextmanager
def new_file(scorebook_id: int) -> Iterator[BinaryIO]:
    """Yield a file to be sent; respond with 503 while others are exported, or raise Full."""
    with take_turn(scorebook_id) as exports:
        try:
            with exports.lock:
                if sum(not file.closed for file in exports.files) >= MAX_OPEN:
                    raise QueueTimeout
                file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - sent later
                exports.files.add(file)
            yield file
            file.seek(0)
        except OSError as error:
            raise Full(str(error)) from error


@contextmanager
def take_turn(scorebook_id: int) -> Iterator[Exports]:
    """Take a turn of the queue; respond with 503 while others are exported."""
    exports: Exports = current_app.extensions.setdefault("exports", Exports())
    try:
        with exports.queue.turn(
            scorebook_id, current_device.read_secret(), rate_limits.client_address()
        ):
            yield exports
    except QueueTimeout:
        text = _("Other downloads are running right now. Try again in a moment.")
        response = render_error(503, _("Downloads are busy"), text)
        response.headers["Retry-After"] = RETRY_AFTER_SECONDS
        abort(response)
