"""Copy of a complete database into another one, in one transaction."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, Connection, Table, bindparam, func, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance import schema
from scorekeeper.book.maintenance.integrity import compute_result, load_stored_results
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.book.models.tables import DEVICES, EVENTS, MATCHES, metadata

BATCH_SIZE = 2000
STATEMENT_TIMEOUT_SECONDS = 600.0
"""Statement timeout in seconds, for very large scorebooks."""

TABLES = metadata.sorted_tables
"""Parents first."""
REVISION_SUMS = [
    select(func.coalesce(func.sum(table.c.revision), 0)) for table in (MATCHES, EVENTS)
]
_BY_ID = update(DEVICES).where(DEVICES.c.id == bindparam("its_id"))
SET_REPLACED = _BY_ID.values(replaces_id=bindparam("older"))

Progress = Callable[[int, int], None]
"""A callback with the number of steps done, and of all steps."""


@dataclass(frozen=True)
class CopyResult:
    """The numbers of copied rows, and whether the source changed in the meantime."""

    scorebooks: int
    matches: int
    rows: int
    went_on: bool


def copy_database(
    source: str | URL, target: str | URL, progress: Progress = lambda *_: None
) -> CopyResult:
    """Copy a scorebook with everything that belongs to it into an empty database.

    The copy is a snapshot of one moment. If it is interrupted, the target stays empty.
    Raises ScorebookError if the source has other tables than this version, if the target is not
    empty, or if a match of the copy has a different result.
    """
    source_url, target_url = parse_url(source), parse_url(target)
    schema.require_current(source_url)
    if not schema.is_empty(target_url):
        schema.require_current(target_url)
    schema.prepare(target_url)
    with (
        closing(Database(source_url, STATEMENT_TIMEOUT_SECONDS, no_timeout=True)) as database,
        closing(Database(target_url, STATEMENT_TIMEOUT_SECONDS, no_timeout=True)) as other,
    ):
        with database.read() as reading:
            before = _read_state(reading)
            with other.write() as writing:
                _require_empty(writing, target_url)
                _copy_rows(reading.connection(), writing.connection(), before, progress)
                _verify(writing, before, progress)
        with database.read() as reading:
            went_on = _read_state(reading) != before
    counts = before.counts
    rows = sum(counts.values())
    return CopyResult(counts["scorebooks"], counts["matches"], rows, went_on)


@dataclass(frozen=True)
class _State:
    """The number of rows of each table, and the sums of all revisions."""

    counts: dict[str, int]
    revisions: list[int]

    @property
    def whole(self) -> int:
        """The number of steps: each row is copied, and each match is computed."""
        return sum(self.counts.values()) + self.counts["matches"]


def _read_state(session: Session) -> _State:
    counts = {
        table.name: session.scalars(select(func.count()).select_from(table)).one()
        for table in TABLES
    }
    return _State(counts, [session.scalars(each).one() for each in REVISION_SUMS])


def _require_empty(session: Session, target: URL) -> None:
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        quoted = connection.dialect.identifier_preparer.format_table
        # Blocks other writers.
        tables = ", ".join(quoted(table) for table in TABLES)
        connection.execute(text(f"LOCK TABLE {tables} IN EXCLUSIVE MODE"))
    counts = {name: rows for name, rows in _read_state(session).counts.items() if rows}
    if counts:
        description = ", ".join(f"{name}: {rows}" for name, rows in counts.items())
        place = schema.describe_location(target)
        raise ScorebookError(
            f"The database {place} isn't empty ({description}). Nothing was copied. Use a new one."
        )


def _copy_rows(source: Connection, target: Connection, state: _State, progress: Progress) -> None:
    done = 0
    for table in TABLES:
        replaced: list[dict[str, Any]] = []
        options = {"stream_results": True, "yield_per": BATCH_SIZE}
        ordered = select(table).order_by(*table.primary_key)
        for part in source.execute(ordered, execution_options=options).mappings().partitions():
            rows = [dict(row) for row in part]
            if table is DEVICES:
                # The older device may come later.
                replaced += [{"its_id": row["id"], "older": row["replaces_id"]} for row in rows]
                rows = [{**row, "replaces_id": None} for row in rows]
            _insert(target, table, rows)
            done += len(rows)
            progress(done, state.whole)
        if pairs := [pair for pair in replaced if pair["older"] is not None]:
            target.execute(SET_REPLACED, pairs)
        _advance_sequence(target, table)


def _insert(target: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    try:
        target.execute(insert(table), rows)
    except (DataError, IntegrityError) as error:
        # Values are left out, because they may be names or secrets.
        raise ScorebookError(
            f"A row of {table.name} doesn't fit ({type(error.orig).__name__}). Nothing was copied."
            " `scorekeeper check` shows what is wrong with the scorebook."
        ) from None


def _advance_sequence(target: Connection, table: Table) -> None:
    """Set the PostgreSQL sequence of a table to its highest id; SQLite needs none."""
    if target.dialect.name == "postgresql" and table.autoincrement_column is not None:
        sequence = func.pg_get_serial_sequence(table.name, table.autoincrement_column.name)
        last = select(func.max(table.autoincrement_column)).scalar_subquery()
        target.execute(select(func.setval(sequence, last)))


def _verify(session: Session, state: _State, progress: Progress) -> None:
    if _read_state(session) != state:
        raise ScorebookError("Some rows didn't arrive. Nothing was copied. Try again.")
    done, last = sum(state.counts.values()), (0, 0)
    while batch := load_stored_results(session, last):
        results = {ref.key: result for ref, result in batch.items()}
        for stored in load_matches(session, list(batch)):
            if results.pop(stored.key) != compute_result(fill_in_times(stored.match)):
                raise _wrong_result(stored.public_id)
        if results:
            raise _wrong_result(next(ref.public_id for ref in batch if ref.key in results))
        done += len(batch)
        progress(done, state.whole)
        last = max(ref.key for ref in batch)


def _wrong_result(public_id: str) -> ScorebookError:
    return ScorebookError(
        f"The stored result of match {public_id} is wrong. Nothing was copied. `scorekeeper check`"
        " shows what else is wrong, and `scorekeeper check --repair` fixes results."
    )
