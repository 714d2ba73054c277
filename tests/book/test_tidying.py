"""What is done at each start: what nobody needs any more goes."""

from datetime import timedelta
from pathlib import Path

from sqlalchemy import select, update

from scorekeeper.book.columns import now
from scorekeeper.book.database import Database
from scorekeeper.book.models import Receipt
from scorekeeper.book.tidying import tidy
from tests.book.keeping import Scorer


def receipts(database: Database) -> list[str]:
    """The keys of the forms that are known to have been answered."""
    with database.read() as session:
        return list(session.scalars(select(Receipt.key).order_by(Receipt.key)))


def test_forms_answered_sixty_days_ago_are_forgotten_but_no_rematch(database: Database) -> None:
    ann = Scorer(database)
    for key in ("new", "nearly", "old", "rematch of a match"):
        ann.start(key=key)
    for key, days in (("nearly", 59), ("old", 61), ("rematch of a match", 61)):
        with database.write() as session:
            then = now() - timedelta(days=days)
            session.execute(update(Receipt).where(Receipt.key == key).values(at=then))

    tidy(database)

    assert receipts(database) == ["nearly", "new", "rematch of a match"]


def test_where_nothing_can_be_written_nothing_goes(sqlite_url: str, sqlite_file: Path) -> None:
    sqlite_file.unlink()

    tidy(Database(sqlite_url))

    assert not sqlite_file.exists()
