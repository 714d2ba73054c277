"""Lists of matches: the running ones, the deleted ones, and the history page by page.

A phone sees those of its scorebooks. Functions that end in `_in` are for the public API, whose
clients have a read link of one scorebook.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Row, Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.history.history_entries import (
    HISTORY_ROWS,
    HistoryEntry,
    HistoryRow,
    load_entries,
)
from scorekeeper.book.history.search import BY_MATCH, Filters, Position, find_matches, find_names
from scorekeeper.book.matches.deletion import RESTORE_PERIOD
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.models.conditions import (
    IS_FINISHED,
    IS_IN_PROGRESS,
    NOT_DELETED,
    of_matches,
    of_scorebook,
)
from scorekeeper.book.models.tables import ADDRESSES, MATCHES
from scorekeeper.rules.review.evenings import EVENING_GAP

NO_FILTERS = Filters()
PAGE_SIZE = 20
BATCH_SIZE = 100
"""Matches that an export or a season book loads at a time."""
MAX_EXTRA_MATCHES = 12
"""Matches by which a page may exceed its size to end between two evenings."""
MAX_DELETED_MATCHES = 100

MIN_TIME, MAX_TIME = (moment.replace(tzinfo=UTC) for moment in (datetime.min, datetime.max))


@dataclass(frozen=True)
class HistoryPage:
    """A page of the history, and the position where the next page starts, if there is one.

    The page holds all matches that began between `since` and `until`, and the events without a
    match. `player` and `partner` are the names of the players that were searched for by their
    public ids.
    """

    rows: tuple[HistoryRow, ...]
    older: Position | None = None
    can_write: bool = True
    since: datetime = MIN_TIME
    until: datetime = MAX_TIME
    player: str = ""
    partner: str = ""

    @property
    def shown(self) -> tuple[tuple[int, int, int | None], ...]:
        """The id and revision of each match, and the revision of its event."""
        return tuple((row.id, row.revision, row.event_revision) for row in self.rows)

    @property
    def matches(self) -> list[HistoryRow]:
        return [row for row in self.rows if row.game_key]

    @property
    def running(self) -> list[grants.MatchRef]:
        return [
            grants.MatchRef.from_row(row, grants.OF_OWNER if self.can_write else grants.READS_ONLY)
            for row in self.matches
            if row.is_running
        ]


@dataclass(frozen=True)
class RestorableMatch:
    """A deleted match, and until when it can be restored."""

    entry: HistoryEntry
    restorable_until: datetime


_LATEST = (
    select(MATCHES.c.id)
    .where(of_scorebook(MATCHES), IS_IN_PROGRESS, NOT_DELETED)
    .order_by(MATCHES.c.last_played_at.desc(), MATCHES.c.id.desc())
    .limit(bindparam("limit"))
)
_REFS = grants.MATCH_REFS.add_columns(MATCHES.c.last_played_at)
RUNNING_MATCHES = _REFS.where(of_scorebook(MATCHES), MATCHES.c.id.in_(_LATEST)).order_by(
    MATCHES.c.last_played_at.desc(), MATCHES.c.id.desc()
)
BATCH_OF_MATCHES = (
    grants.MATCH_REFS.where(
        of_scorebook(MATCHES), MATCHES.c.id > bindparam("after", type_=BigInteger), NOT_DELETED
    )
    .order_by(MATCHES.c.id)
    .limit(bindparam("limit"))
)
BATCH_OF_EVENT = BATCH_OF_MATCHES.where(MATCHES.c.event_id == bindparam("event", type_=BigInteger))
MATCH_BY_PUBLIC_ID = grants.MATCH_REFS.where(of_scorebook(MATCHES), NOT_DELETED).where(
    ADDRESSES.c.public_id == bindparam("public_id")
)
FINISHED_MATCHES = HISTORY_ROWS.where(of_scorebook(MATCHES), IS_FINISHED, NOT_DELETED).order_by(
    *(column.desc() for column in BY_MATCH)
)
DELETED_MATCHES = (
    HISTORY_ROWS.add_columns(MATCHES.c.deleted_at)
    .where(of_scorebook(MATCHES), MATCHES.c.deleted_at > bindparam("since"))
    .order_by(MATCHES.c.deleted_at.desc())
    .limit(bindparam("limit"))
)
GRANTED_RUNNING_MATCHES = _REFS.add_columns(MATCHES.c.event_id).where(
    *of_matches(MATCHES), IS_IN_PROGRESS, NOT_DELETED
)


def find_running(
    session: Session, secret: grants.Secret | None, limit: int = 5
) -> list[grants.MatchRef]:
    """Return the running matches played last, of the scorebook used last or granted one by one."""
    found = {}
    for row, rights in _find_granted_running(session, secret):
        found[row.scorebook_id, row.id] = row, rights
    owned = grants.find_owned_scorebooks(session, secret)
    for row in grants.query_current(session, secret, RUNNING_MATCHES, {"limit": limit}):
        rights = grants.OF_OWNER if row.scorebook_id in owned else grants.READS_ONLY
        found[row.scorebook_id, row.id] = row, rights
    latest = sorted(
        found.values(), key=lambda one: (one[0].last_played_at, one[0].id), reverse=True
    )
    return [grants.MatchRef.from_row(*one) for one in latest[:limit]]


def find_for_board(session: Session, secret: grants.Secret | None) -> str | None:
    """Return the match that a television or phone shows on the board: the one played last."""
    ref = next(iter(find_running(session, secret, 1)), None)
    if ref is None and (board := grants.find_board(session, secret)) is not None:
        ref = find_running_in(session, board)
    return None if ref is None else ref.public_id


def find_running_in(session: Session, scorebook_id: int) -> grants.MatchRef | None:
    """Return the running match of a scorebook that was played last, or None."""
    return _find_first(session, RUNNING_MATCHES, scorebook=scorebook_id, limit=1)


def find_match_in(session: Session, scorebook_id: int, public_id: str) -> grants.MatchRef | None:
    """Return a match of a scorebook, or None if the scorebook has no such match."""
    if not grants.is_public_id(public_id):
        return None
    return _find_first(session, MATCH_BY_PUBLIC_ID, scorebook=scorebook_id, public_id=public_id)


def _find_first(session: Session, query: Select[Any], **values: object) -> grants.MatchRef | None:
    row = session.execute(query, values).first()
    return None if row is None else grants.MatchRef.from_row(row)


def find_deleted(session: Session, secret: grants.Secret | None) -> list[RestorableMatch]:
    """Return the matches of the device's scorebooks that can be restored, last deleted first."""
    values = {"since": now() - RESTORE_PERIOD, "limit": MAX_DELETED_MATCHES}
    rows = grants.query_scorebooks(session, secret, DELETED_MATCHES, values)
    latest = sorted(rows, key=lambda row: row.deleted_at, reverse=True)[:MAX_DELETED_MATCHES]
    listed = load_entries(session, [HistoryRow(*row) for row in latest])
    return [
        RestorableMatch(entry, row.deleted_at + RESTORE_PERIOD)
        for entry, row in zip(listed, latest, strict=True)
    ]


def find_batch(
    session: Session, scorebook_id: int, after: int = 0, event_id: int | None = None
) -> list[grants.MatchRef]:
    """Return matches of a scorebook or an event, in the order of their ids, after an id."""
    where = {"scorebook": scorebook_id, "after": after, "limit": BATCH_SIZE}
    statement = BATCH_OF_MATCHES
    if event_id is not None:
        statement, where = BATCH_OF_EVENT, {**where, "event": event_id}
    return [grants.MatchRef.from_row(row) for row in session.execute(statement, where)]


def load_finished(session: Session, scorebook_id: int) -> list[HistoryRow]:
    """Return the finished matches of a scorebook, the newest first."""
    found = session.execute(FINISHED_MATCHES, {"scorebook": scorebook_id})
    return [HistoryRow(*row) for row in found]


def load_batches(database: Database, rows: Sequence[HistoryRow]) -> Iterator[StoredMatch]:
    """Yield matches with their hands, loaded in batches; erased ones are left out."""
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        with database.read() as session:
            loaded = load_matches(session, [grants.MatchRef.from_row(row) for row in batch])
        yield from loaded


def load_page(
    session: Session,
    secret: grants.Secret | None,
    filters: Filters = NO_FILTERS,
    *,
    before: Position | None = None,
    limit: int = PAGE_SIZE,
    spare: int = 0,
) -> HistoryPage:
    """Load a page of the matches that fit the filters, newest first, from a position on.

    The matches are those of the scorebook that the device used last. An unfiltered page may be up
    to `spare` matches longer, so that it ends between two evenings. Events without a match are
    found among all, or by names.
    """
    first = grants.find_current_scorebook(session, secret)
    if first is None:
        return HistoryPage(())
    is_whole = filters == NO_FILTERS
    wanted = limit + 1 + (spare if is_whole else 0)
    events = first.has_events and filters == Filters(names=filters.names)
    found = find_matches(session, first.scorebook_id, filters, before, wanted, events=events)
    rows = tuple(HistoryRow(*row) for row in found)
    end = _find_page_end(rows, limit, wanted)
    older = Position(rows[end - 1].started, rows[end - 1].id) if len(rows) > end else None
    since, until = MAX_TIME, MIN_TIME
    if is_whole:
        since = rows[end].started if older else MIN_TIME
        until = rows[0].started if before and rows else MAX_TIME
    names = find_names(session, first.scorebook_id, filters)
    return HistoryPage(rows[:end], older, first.role == "owner", since, until, *names)


def load_page_in(
    session: Session, scorebook_id: int, before: Position | None, limit: int
) -> HistoryPage:
    """Load a page of the matches of a scorebook, newest first."""
    found = find_matches(session, scorebook_id, NO_FILTERS, before, limit + 1)
    rows = tuple(HistoryRow(*row) for row in found)
    older = Position(rows[limit - 1].started, rows[limit - 1].id) if len(rows) > limit else None
    return HistoryPage(rows[:limit], older, can_write=False)


def _find_page_end(rows: Sequence[HistoryRow], limit: int, wanted: int) -> int:
    """Return the length of a page: up to the end of an evening, unless that is too long."""
    if len(rows) <= limit:
        return len(rows)
    ends = (
        place
        for place in range(limit, len(rows))
        if rows[place - 1].started - rows[place].started > EVENING_GAP
    )
    return next(ends, limit if len(rows) == wanted else len(rows))


def _find_granted_running(
    session: Session, secret: grants.Secret | None
) -> Iterator[tuple[Row[Any], grants.Rights]]:
    """Yield the running matches that were granted to the device, and its rights to them."""
    roles: dict[int, dict[int, str]] = defaultdict(dict)
    for one in grants.load_grants(session, secret):
        if one.match_id is not None:
            roles[one.scorebook_id][one.match_id] = one.role
    for scorebook_id, matches in roles.items():
        values = {"scorebook": scorebook_id, "matches": list(matches)}
        for row in session.execute(GRANTED_RUNNING_MATCHES, values):
            is_scorer = matches[row.id] == "scorer"
            yield row, grants.Rights(is_scorer, can_delete=is_scorer and row.event_id is None)
