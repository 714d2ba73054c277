"""A queue of long jobs, of which a process runs only a few at a time."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager


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
