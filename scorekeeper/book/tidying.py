"""What is done at each start of the program: what nobody needs any more goes."""

from contextlib import suppress

from scorekeeper.book import knocking, passes, scorebooks, submissions, tries
from scorekeeper.book.database import Database
from scorekeeper.book.deletion import forget
from scorekeeper.book.errors import StorageError


def tidy(database: Database) -> None:
    """Let go of what is too old; where nothing can be written now, the next start does."""
    with suppress(StorageError), database.write() as session:
        for old in (submissions, passes, knocking, tries):
            old.forget_old(session)
    with suppress(StorageError):
        forget(database)
        scorebooks.forget(database)
