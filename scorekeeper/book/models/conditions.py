"""Conditions and updates that statements share, and the revision of statistics.

They bind the key of a match as `scorebook` and `match`. The updates set the columns whose names are
bound, too: `session.execute(UPDATE_MATCH, {"scorebook": 1, "match": 2, "place": "Kitchen"})`.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Update, and_, bindparam, exists, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import new_id
from scorekeeper.book.models.tables import EVENTS, GRANTS, MATCHES, PLAYERS, SCOREBOOKS

NOT_DELETED = MATCHES.c.deleted_at.is_(None)
IN_ANY_ROUND = MATCHES.c.event_round >= 1
"""True for all matches of events; lets SQLite use their index."""
OPENS_SCOREBOOK = GRANTS.c.match_id.is_(None) & GRANTS.c.event_id.is_(None)
"""True for a right to a scorebook, or to its board."""
SEES_BOOK = OPENS_SCOREBOOK & (GRANTS.c.role != "board")
"""True for a right to a whole scorebook: a television has one to its board alone."""
NOT_REMOVED = GRANTS.c.role != "removed"
"""False for a grant that refuses a removed phone."""
_LATER = MATCHES.alias("later")
_HAS_LATER = (
    exists()
    .where(_LATER.c.scorebook_id == MATCHES.c.scorebook_id)
    .where(_LATER.c.started_at > MATCHES.c.started_at, _LATER.c.deleted_at.is_(None))
    .correlate(MATCHES)
)
GIVES_MATCH = (GRANTS.c.match_id == MATCHES.c.id) | SEES_BOOK
"""Whether a grant gives a match of its scorebook to more than a board."""
SHOWS_MATCH = GIVES_MATCH | (OPENS_SCOREBOOK & (MATCHES.c.ended_at.is_(None) | ~_HAS_LATER))
"""Whether a grant shows a match of its scorebook; a board shows what is played, or was last."""
GIVES_EVENT = ((GRANTS.c.event_id == EVENTS.c.id) & NOT_REMOVED) | SEES_BOOK
"""Whether a grant gives an event of its scorebook."""
IS_RUNNING = MATCHES.c.ended_at.is_(None)
IS_FINISHED = MATCHES.c.ended_at.is_not(None)

IS_ITS_EVENT = and_(
    EVENTS.c.scorebook_id == MATCHES.c.scorebook_id,
    EVENTS.c.id == MATCHES.c.event_id,
    EVENTS.c.deleted_at.is_(None),
)
"""True for the event of a match, unless the event is deleted."""
IS_ITS_MATCH = and_(
    MATCHES.c.scorebook_id == EVENTS.c.scorebook_id,
    MATCHES.c.event_id == EVENTS.c.id,
    IN_ANY_ROUND,
    NOT_DELETED,
)
"""True for the matches of an event that are not deleted."""
HAS_TYPED_RESULT = MATCHES.c.is_typed & exists().where(IS_ITS_EVENT).correlate(MATCHES)
"""True for the match of a table whose result an organiser typed."""
IS_IN_PROGRESS = IS_RUNNING & ~HAS_TYPED_RESULT


def of_scorebook(table: FromClause) -> ColumnElement[bool]:
    """Return the condition for the rows of a scorebook, or for its own row."""
    column = table.c.id if table is SCOREBOOKS else table.c.scorebook_id
    return column == bindparam("scorebook")


def of_match(table: FromClause) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the rows of a match, or for its own row."""
    return of_scorebook(table), _match_id(table) == bindparam("match")


def of_matches(table: FromClause) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the rows of several matches, bound as `matches`."""
    return of_scorebook(table), _match_id(table).in_(bindparam("matches", expanding=True))


def of_event(table: FromClause) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the rows of an event, or for its own row, bound as `event`."""
    event_id: ColumnElement[int] = table.c.id if table is EVENTS else table.c.event_id
    return table.c.scorebook_id == bindparam("scorebook"), event_id == bindparam("event")


def of_events(table: FromClause) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the rows of several events, or for their own, bound as `events`."""
    event_id: ColumnElement[int] = table.c.id if table is EVENTS else table.c.event_id
    return of_scorebook(table), event_id.in_(bindparam("events", expanding=True))


MATCHES_OF_EVENT = select(MATCHES.c.id).where(*of_event(MATCHES))
"""The matches of an event, also deleted ones."""


def same_match(table: FromClause, other: FromClause) -> ColumnElement[bool]:
    """Return the condition that the rows of two tables belong to the same match."""
    return and_(table.c.scorebook_id == other.c.scorebook_id, _match_id(table) == _match_id(other))


def update_matches(*conditions: ColumnElement[bool]) -> Update:
    """Return an update of matches that raises their revision: a page shows what it changes."""
    return update(MATCHES).where(*conditions).values(revision=MATCHES.c.revision + 1)


def update_events(*conditions: ColumnElement[bool]) -> Update:
    """Return an update of events that raises their revision."""
    return update(EVENTS).where(*conditions).values(revision=EVENTS.c.revision + 1)


def raise_generation(table: Any, *conditions: ColumnElement[bool]) -> Update:
    """Return an update that ends the links to a scorebook, a match or an event."""
    return update(table).where(*conditions).values(generation=table.c.generation + 1)


def _match_id(table: FromClause) -> ColumnElement[int]:
    return table.c.id if table is MATCHES else table.c.match_id


UPDATE_SCOREBOOK = update(SCOREBOOKS).where(of_scorebook(SCOREBOOKS))
UPDATE_PLAYER = update(PLAYERS).where(of_scorebook(PLAYERS), PLAYERS.c.id == bindparam("player"))
UPDATE_MATCH = update_matches(*of_match(MATCHES))
"""Update a match and raise its revision; without columns, only raise the revision."""
UPDATE_EVENT = update_events(*of_event(EVENTS))
"""Update an event and raise its revision; without columns, only raise the revision."""

RAISE_EVENT_REVISIONS = update_events(
    of_scorebook(EVENTS), EVENTS.c.id.in_(select(MATCHES.c.event_id).where(*of_matches(MATCHES)))
)


def raise_event_revisions(session: Session, scorebook_id: int, matches: Sequence[int]) -> None:
    """Show events that results of matches have changed; call it with the scorebook locked."""
    session.execute(RAISE_EVENT_REVISIONS, {"scorebook": scorebook_id, "matches": matches})


def raise_statistics_revision(session: Session, scorebook_id: int) -> None:
    """Make every process compute the statistics of a scorebook again after this transaction.

    Call it with each new match, and each change of a result, a seat, a player, a place, the season
    or the time zone, before the transaction locks a match: each transaction locks the scorebook
    first, so that no two wait for each other. The new number was never used before, in any
    scorebook. Counting up would repeat numbers, because ids of deleted scorebooks are reused and a
    restored backup has older numbers.
    """
    raised: set[int] = session.info.setdefault("statistics_raised", set())
    if scorebook_id not in raised:
        raised.add(scorebook_id)
        values = {"scorebook": scorebook_id, "statistics_revision": new_id()}
        session.execute(UPDATE_SCOREBOOK, values)
