"""Files that are on their way into scorebooks: looked at, then brought in, beside all requests.

They lie in files without a name, in this process alone: whoever comes too late sends one again.
"""

import hashlib
import logging
import tempfile
import threading
import time
import weakref
from base64 import urlsafe_b64encode
from collections.abc import Callable
from enum import StrEnum
from typing import IO, BinaryIO, cast

from scorekeeper.book.database import Database
from scorekeeper.book.errors import StorageError
from scorekeeper.book.exchange.bringing import Changed, Refused, Report, bring_in, examine
from scorekeeper.book.exchange.comparing import Book
from scorekeeper.book.quotas import Enough

LOG = logging.getLogger("scorekeeper")
LARGEST = 16_000_000
"""Bytes of a file that is sent from a page: some ten thousand matches."""
MOST, OF_ONE = 20, 3
"""Files on their way at once, in all and into one scorebook; more take the place of the oldest."""
AN_HOUR = 3600.0
"""For which a file waits to be brought in."""
PIECE = 100_000
_places = threading.BoundedSemaphore(2)


class State(StrEnum):
    """How far a file has come."""

    READING = "reading"
    READ = "read"
    WRITING = "writing"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_busy(self) -> bool:
        """Whether the file is read or written just now."""
        return self in (State.READING, State.WRITING)


class Arrival:
    """A file on its way into a scorebook, how far it has come, and what is in it."""

    def __init__(self, name: str, book: Book, file: BinaryIO, size: int) -> None:
        self.name, self.book, self.file, self.size = name, book, file, size
        self.state = State.READING
        self.report = Report()
        self.theirs = False
        self.enough: Enough | None = None
        self.position = 0
        self.touched = time.monotonic()
        self._turn = threading.Lock()
        weakref.finalize(self, file.close)

    @property
    def percent(self) -> int:
        """How much of the file is read or written."""
        return min(100, 100 * self.position // max(1, self.size))

    @property
    def may_come(self) -> bool:
        """Whether there is something in it to be brought in."""
        report = self.report
        return not report.broken and bool(report.new or report.back or report.different)

    def look(self, database: Database) -> None:
        """Begin to look at what is in the file."""
        self._begin(lambda: examine(database, self.book, self.file, self._moved), State.READ)

    def bring(self, database: Database, *, theirs: bool) -> None:
        """Begin to bring it in; a second tap finds it begun."""
        with self._turn:
            waits = self.state in (State.READ, State.FAILED) and not self.file.closed
            if not (waits and self.may_come):
                return
            self.state, self.position, self.theirs = State.WRITING, 0, theirs

        def work() -> Report:
            return bring_in(database, self.book, self.file, theirs=theirs, progress=self._moved)

        self._begin(work, State.DONE)

    def let_go(self) -> bool:
        """Forget the file, if it is not read or written just now; return whether it is gone."""
        with self._turn:
            if not self.state.is_busy:
                self.file.close()
            return self.file.closed

    def _begin(self, work: Callable[[], Report], then: State) -> None:
        threading.Thread(target=self._work, args=(work, then), daemon=True).start()

    def _work(self, work: Callable[[], Report], then: State) -> None:
        try:
            with _places:
                self.report = work()
            self.state = then
        except Refused as error:
            self.report, self.state = error.report, State.READ
        except (StorageError, Changed):
            self.state = State.FAILED
        except Enough as error:
            self.enough, self.state = error, State.FAILED
        except Exception:
            LOG.exception("a file could not be brought in")
            self.state = State.FAILED
        finally:
            self.touched = time.monotonic()

    def _moved(self, _matches: int) -> None:
        self.position = self.file.tell()
        self.touched = time.monotonic()


class Arrivals:
    """The files that are on their way in this process."""

    def __init__(self) -> None:
        self._found: dict[str, Arrival] = {}
        self._turn = threading.Lock()

    def find(self, book: Book, name: str) -> Arrival | None:
        """Return a file on its way into this scorebook."""
        found = self._found.get(name)
        return found if found is not None and found.book == book else None

    def receive(self, database: Database, book: Book, sent: IO[bytes]) -> Arrival | None:
        """Take a file in, and begin to look at it; one that is busy is the one that is there.

        Returns None where too many are busy.
        """
        file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - as long as it waits
        digest, size = hashlib.sha256(book.public_id.encode()), 0
        while piece := sent.read(PIECE):
            digest.update(piece)
            size += len(piece)
            file.write(piece)
        name = urlsafe_b64encode(digest.digest()[:16]).decode().rstrip("=")
        with self._turn:
            found = self._found.get(name)
            if found is not None and not found.let_go():
                file.close()
                return found
            self._found.pop(name, None)
            self._make_room(book)
            if len(self._found) >= MOST:
                file.close()
                return None
            found = self._found[name] = Arrival(name, book, file, size)
        found.look(database)
        return found

    def _make_room(self, book: Book) -> None:
        """Let go of files that nobody waits for, and of those that wait longest where many do."""
        long_ago = time.monotonic() - AN_HOUR
        by_age = sorted(self._found.items(), key=lambda found: found[1].touched)
        own = [name for name, one in by_age if one.book == book]
        for name, one in by_age:
            is_over = name in own and one.state in (State.DONE, State.FAILED)
            is_over |= name in own[: 1 - OF_ONE] or one.touched < long_ago
            if (is_over or len(self._found) >= MOST) and one.let_go():
                del self._found[name]
