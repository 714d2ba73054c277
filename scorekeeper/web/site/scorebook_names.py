"""Names of scorebooks as the reader sees them."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.book.players.players import list_preview_names
from scorekeeper.book.scorebooks.scorebooks import ScorebookAccess
from scorekeeper.words.scorebooks.scorebook import name_scorebook


@dataclass(frozen=True)
class NamedScorebook:
    """A scorebook and its displayed name."""

    book: ScorebookAccess
    name: str


def name_scorebooks(session: Session, books: Iterable[ScorebookAccess]) -> list[NamedScorebook]:
    """Return scorebooks with their names; one without a name is named after its players."""
    return [NamedScorebook(book, _scorebook_name(session, book)) for book in books]


def _scorebook_name(session: Session, book: ScorebookAccess) -> str:
    is_known = book.name is not None or book.is_home
    people = () if is_known else list_preview_names(session, book.id)
    return name_scorebook(book.name, book.is_home, people)
