"""Names of scorebooks as the reader sees them."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.book.players.players import list_preview_names
from scorekeeper.book.scorebooks.scorebooks import FIND_NAME, ScorebookAccess
from scorekeeper.words.scorebooks.scorebook import name_scorebook


@dataclass(frozen=True)
class NamedScorebook:
    """A scorebook and its displayed name."""

    book: ScorebookAccess
    name: str


def name_scorebooks(session: Session, books: Iterable[ScorebookAccess]) -> list[NamedScorebook]:
    """Return scorebooks with their names; one without a name is named after its players."""
    return [
        NamedScorebook(book, _scorebook_name(session, book.id, book.name, book.is_home))
        for book in books
    ]


def find_name(session: Session, scorebook_id: int) -> str:
    """Return the name of a scorebook for a phone that may join it."""
    name, is_home = session.execute(FIND_NAME, {"scorebook": scorebook_id}).one()
    return _scorebook_name(session, scorebook_id, name, is_home)


def _scorebook_name(session: Session, scorebook_id: int, name: str | None, is_home: bool) -> str:
    is_known = name is not None or is_home
    people = () if is_known else list_preview_names(session, scorebook_id)
    return name_scorebook(name, is_home, people)
