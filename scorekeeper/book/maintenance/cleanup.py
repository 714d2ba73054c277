"""Deletion of expired rows: at an upgrade, when `serve` starts, and on command."""

from contextlib import suppress

from scorekeeper.book.access import devices
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.events import events
from scorekeeper.book.joining import join_codes
from scorekeeper.book.matches import deletion, submissions
from scorekeeper.book.scorebooks import erasure

FIRST_STEPS = (submissions.expired, join_codes.expired_codes)
# Run last: scorebooks and devices that nothing refers to any more.
LAST_STEPS = (erasure.unused_scorebooks, devices.expired)
EXPIRED_ROWS = {
    "phones": devices.expired,
    "forms": submissions.expired,
    "join_codes": join_codes.expired_codes,
    "matches": deletion.expired,
    "club evenings": events.expired,
    "scorebooks": erasure.expired_scorebooks,
    "never used": erasure.unused_scorebooks,
}


def count_expired(database: Database) -> dict[str, int]:
    """Count the expired rows of each kind without changing anything."""
    with database.read() as session:
        return {name: old().count(session) for name, old in EXPIRED_ROWS.items()}


def try_cleanup(database: Database) -> None:
    """Delete expired rows; ignore storage errors, because the next start tries again."""
    with suppress(StorageError):
        delete_expired(database)


def delete_expired(database: Database) -> None:
    """Delete expired rows; raise StorageError if the database cannot be written."""
    for old in FIRST_STEPS:
        old().delete_in_batches(database)
    deletion.purge_expired(database)
    events.purge(database)
    erasure.purge_expired(database)
    for old in LAST_STEPS:
        old().delete_in_batches(database)
