"""Match files, and scorebooks to import them into."""

import io
import json
from collections.abc import Iterable
from random import Random
from typing import Any

from sqlalchemy import Column, Table, insert, select

from scorekeeper.book.access.grants import MatchRef
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import SCOREBOOKS, metadata
from scorekeeper.book.transfer.comparison import ScorebookRef, load_scorebook_ref
from scorekeeper.book.transfer.exporter import ExportFormat, export
from scorekeeper.book.transfer.file_report import FileReport, ImportResult
from scorekeeper.book.transfer.importer import check_file, import_matches
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import HouseRules, Match, match_file
from tests.book.scorers import NOON
from tests.people import PLAYERS


def new_book(database: Database) -> ScorebookRef:
    with database.write() as session:
        made = session.scalars(insert(SCOREBOOKS).returning(SCOREBOOKS.c.id)).one()
        return load_scorebook_ref(session, made)


def book_with(database: Database, seen: MatchRef) -> ScorebookRef:
    with database.read() as session:
        return load_scorebook_ref(session, seen.scorebook_id)


def played(seed: int, game: str = "partnership", hands: int = 3, **set_up: Any) -> Match:
    """A match of some hands, as chance plays it."""
    start = Match.start(HouseRules.of(game), PLAYERS[game], **{"started": NOON, **set_up})
    return play_match(start, Random(seed), hands=hands)


def named(number: int) -> str:
    return f"match-{number:016d}"


def written(match: Match, public_id: str = "", **changes: Any) -> dict[str, Any]:
    return {**match_file.write(match, public_id), **changes}


def lines(*matches: object) -> bytes:
    """Match files, one per line; text stays as it is."""
    texts = (one if isinstance(one, str) else json.dumps(one) for one in matches)
    return "".join(f"{text}\n" for text in texts).encode()


def checked(database: Database, book: ScorebookRef, file: bytes) -> FileReport:
    *_, report = check_file(database, book, io.BytesIO(file))
    return report


def imported(
    database: Database, book: ScorebookRef, file: bytes, *, overwrite: bool = False
) -> ImportResult:
    report = checked(database, book, file)
    stream = io.BytesIO(file)
    *_, result = import_matches(database, book, stream, report, overwrite=overwrite)
    return result


def sent(
    database: Database,
    book: ScorebookRef,
    kind: ExportFormat = ExportFormat.MATCHES,
    separator: str = ",",
) -> bytes:
    return b"".join(piece for _, piece in export(database, book.id, kind, separator))


def counts(report: FileReport) -> tuple[int, int, int, int, int]:
    return report.new, report.same, report.different, report.deleted, len(report.broken)


def codes(report: FileReport | ImportResult) -> Iterable[tuple[int, str]]:
    return [(one.line, one.error.code) for one in report.broken]


def everything(database: Database) -> dict[str, list[Any]]:
    """All rows of all tables, except the number used to cache statistics."""
    with database.read() as session:
        return {
            table.name: sorted(map(repr, session.execute(select(*_columns(table))).all()))
            for table in metadata.sorted_tables
        }


def _columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if column.name != "statistics_revision"]
