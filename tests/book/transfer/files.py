"""Match files, and scorebooks to import them into."""

import io
import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from sqlalchemy import Column, Table, insert, select

from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import SCOREBOOKS, metadata
from scorekeeper.book.transfer.comparison import load_scorebook_ref
from scorekeeper.book.transfer.exporter import export, export_results
from scorekeeper.book.transfer.importer import FileReport, ImportResult, check_file, import_matches
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import HouseRules, Match, match_file
from tests.book.scorers import NOON
from tests.people import PLAYERS


class Book:
    """A scorebook to import files into: a new one, or one that has matches."""

    def __init__(self, database: Database, number: int | None = None) -> None:
        self.database = database
        with database.write() as session:
            new = insert(SCOREBOOKS).returning(SCOREBOOKS.c.id)
            self.ref = load_scorebook_ref(session, number or session.scalars(new).one())

    def check(self, file: bytes) -> FileReport:
        *_, report = check_file(self.database, self.ref, io.BytesIO(file))
        return report

    def store(self, file: bytes, *, overwrite: bool = False) -> ImportResult:
        """Import a file after its check."""
        *_, result = self.store_in_steps(file, self.check(file), overwrite=overwrite)
        return result

    def store_in_steps(
        self, file: bytes, report: FileReport, *, overwrite: bool = False
    ) -> Iterator[ImportResult]:
        stream = io.BytesIO(file)
        return import_matches(self.database, self.ref, stream, report, overwrite=overwrite)

    def export(self) -> bytes:
        return b"".join(export(self.database, self.ref.id))

    def export_results(self, separator: str = ",") -> bytes:
        return b"".join(export_results(self.database, self.ref.id, separator))

    def rows(self) -> dict[str, list[Any]]:
        """All rows of all tables, except the number used to cache statistics."""
        with self.database.read() as session:
            return {
                table.name: sorted(map(repr, session.execute(select(*_columns(table))).all()))
                for table in metadata.sorted_tables
            }


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


def counts(report: FileReport) -> tuple[int, int, int, int, int]:
    return report.new, report.same, report.different, report.deleted, len(report.broken)


def codes(report: FileReport | ImportResult) -> Iterable[tuple[int, str]]:
    return [(one.line, one.error.code) for one in report.broken]


def _columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if column.name != "statistics_revision"]
