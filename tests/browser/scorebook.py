"""The scorebook behind a served address: a test sits down at a table where it wants to begin."""

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.matches import changes, matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.rules import Match


@dataclass(frozen=True)
class Scorebook:
    """Where a server keeps its matches, and where it is reached."""

    file: Path
    address: str

    def start(self, secret: str, match: Match) -> str:
        """Write a match into the scorebook of a device, and return its id."""
        with self._opened() as database, database.write() as session:
            sent = Submission.of(new_public_id(), None, ())
            return matches.start_match(session, Secret(secret), sent, match)

    def let_in(self, secret: str, public_id: str, role: str) -> str:
        """Let a new phone keep or watch a match of a device; return the secret it shows."""
        with self._opened() as database, database.write() as session:
            seen = matches.find_match(session, Secret(secret), public_id)
            right = devices.Right(seen.scorebook_id, seen.id, role)
            return devices.grant_access(session, right, None, Secret(new_public_id()))

    def undo(self, secret: str, public_id: str) -> None:
        """Take back what was recorded last of a match."""
        device = Secret(secret)
        with self._opened() as database, database.write() as session:
            stored = matches.load(session, matches.find_match(session, device, public_id))
            sent = Submission.of(new_public_id(), stored.version, ())
            matches.record(session, device, stored, changes.undo(session, stored), sent)

    def _opened(self) -> "closing[Database]":
        return closing(Database(f"sqlite:///{self.file}"))


def tonight() -> datetime:
    """Return when matches begin that are played right now."""
    return datetime.now(UTC).replace(microsecond=0)
