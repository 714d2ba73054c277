"""Files of matches, and scorebooks they go into."""

import io
import json
from collections.abc import Iterable
from random import Random
from typing import Any

from sqlalchemy import insert, select

from scorekeeper.book.access import SCOREBOOKS, Seen
from scorekeeper.book.columns import Base
from scorekeeper.book.database import Database
from scorekeeper.book.exchange.bringing import Report, bring_in, examine
from scorekeeper.book.exchange.comparing import Book, book_of
from scorekeeper.book.exchange.exporter import Kind, send
from scorekeeper.cli.play import play
from scorekeeper.rules import HouseRules, Match, notation
from tests.book.keeping import NOON
from tests.people import PLAYERS


def new_book(database: Database) -> Book:
    """An empty scorebook that no phone has yet."""
    with database.write() as session:
        made = session.scalars(insert(SCOREBOOKS).returning(SCOREBOOKS.c.id)).one()
        return book_of(session, made)


def book_with(database: Database, seen: Seen) -> Book:
    """The scorebook of a match."""
    with database.read() as session:
        return book_of(session, seen.scorebook_id)


def played(seed: int, game: str = "partnership", hands: int = 3, **set_up: Any) -> Match:
    """A match of some hands, as chance plays it."""
    start = Match.start(HouseRules.of(game), PLAYERS[game], **{"started": NOON, **set_up})
    return play(start, Random(seed), hands=hands)


def named(number: int) -> str:
    """An id as match files have them."""
    return f"match-{number:016d}"


def written(match: Match, public_id: str = "", **changes: Any) -> dict[str, Any]:
    """A match as its file, with changes."""
    return {**notation.write(match, public_id), **changes}


def lines(*matches: object) -> bytes:
    """Match files one a line; what is text already stays it."""
    texts = (one if isinstance(one, str) else json.dumps(one) for one in matches)
    return "".join(f"{text}\n" for text in texts).encode()


def looked_at(database: Database, book: Book, file: bytes) -> Report:
    return examine(database, book, io.BytesIO(file))


def brought(database: Database, book: Book, file: bytes, *, theirs: bool = False) -> Report:
    return bring_in(database, book, io.BytesIO(file), theirs=theirs)


def sent(database: Database, book: Book, kind: Kind = Kind.MATCHES, separator: str = ",") -> bytes:
    """All matches of a scorebook as a file."""
    return b"".join(piece for _, piece in send(database, book.id, kind, separator))


def counts(report: Report) -> tuple[int, int, int, int, int]:
    """New, same, different, coming back, broken."""
    return report.new, report.same, report.different, report.back, report.broken


def codes(report: Report) -> Iterable[tuple[int, str]]:
    """What is broken: lines and codes."""
    return [(one.line, one.error.code) for one in report.some_broken]


def everything(database: Database) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with database.read() as session:
        return {
            table.name: sorted(map(repr, session.execute(select(table)).all()))
            for table in Base.metadata.sorted_tables
        }
