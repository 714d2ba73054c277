"""What nobody needs any more goes: at an upgrade, when `serve` starts, and when the host says."""

from contextlib import suppress

from scorekeeper.book.access import devices
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.joining import join_codes
from scorekeeper.book.matches import deletion, submissions
from scorekeeper.book.scorebooks import erasure

FIRST_STEPS = (submissions.expired, join_codes.expired_codes)
# When all else is gone: what may see or hold nothing any more.
LAST_STEPS = (erasure.unused_scorebooks, devices.expired)
EXPIRED_ROWS = {
    "phones": devices.expired,
    "forms": submissions.expired,
    "passes": join_codes.expired_codes,
    "matches": deletion.expired,
    "scorebooks": erasure.expired_scorebooks,
    "never used": erasure.unused_scorebooks,
}


def count_expired(database: Database) -> dict[str, int]:
    """Return how much of everything would go; nothing is changed."""
    with database.read() as session:
        return {name: old().count(session) for name, old in EXPIRED_ROWS.items()}


def try_cleanup(database: Database) -> None:
    """Let go of what is too old; where nothing can be written now, the next start does."""
    with suppress(StorageError):
        delete_expired(database)


def delete_expired(database: Database) -> None:
    """Let go of what is too old; raise StorageError where nothing can be written now."""
    for old in FIRST_STEPS:
        old().delete_in_batches(database)
    deletion.purge_expired(database)
    erasure.purge_expired(database)
    for old in LAST_STEPS:
        old().delete_in_batches(database)
