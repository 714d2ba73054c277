"""Scorebooks in a list, as one knows them apart."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.scorebooks.scorebooks import ScorebookAccess
from scorekeeper.words.scorebooks import name_scorebook


@dataclass(frozen=True)
class NamedScorebook:
    """A scorebook, and how it is called to its reader."""

    book: ScorebookAccess
    name: str


def name_scorebooks(session: Session, books: Iterable[ScorebookAccess]) -> list[NamedScorebook]:
    """Return scorebooks with their names; one without is known by who plays in it."""
    return [NamedScorebook(book, _scorebook_name(session, book)) for book in books]


def _scorebook_name(session: Session, book: ScorebookAccess) -> str:
    is_known = book.name is not None or book.is_house
    people = () if is_known else scorebooks.find_player_names(session, book)
    return name_scorebook(book.name, book.is_house, people)
