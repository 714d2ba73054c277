"""Deletion of matches: soft delete, restore for some days, then purge."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, exists, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import MatchRef, OnlyOrganisers, Secret
from scorekeeper.book.db.database import Database, ExpiredRows
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.matches.seats import delete_unseated
from scorekeeper.book.models import conditions
from scorekeeper.book.models.tables import ADDRESSES, HANDS, MATCH_SIDES, MATCHES, PLAYERS, SEATS
from scorekeeper.book.statistics import results

RESTORE_PERIOD = timedelta(days=30)
"""How long a deleted match can be restored."""
PURGE_PERIOD = RESTORE_PERIOD + timedelta(days=1)
"""After how long it is purged: a day later, because a restore may be running."""
BATCH_SIZE = 100
"""Matches purged in one transaction, so that other writers get their turn."""

NAMELESS_SEATS = SEATS.alias("nameless")
UPDATE_MATCHES = conditions.update_matches(*conditions.of_matches(MATCHES))
LOCK_MATCH = select(MATCHES.c.version).where(*conditions.of_match(MATCHES)).with_for_update()
# Nothing was ever recorded, not even undone; and nobody was seated for it by an organiser.
_IS_UNPLAYED = (
    conditions.IS_RUNNING,
    conditions.NOT_DELETED,
    MATCHES.c.version == 1,
    MATCHES.c.event_id.is_(None),
    ~exists().where(conditions.same_match(HANDS, MATCHES)),
)
# A continued paper game was played, and players without a name may be different people.
_HAS_OPENING_SCORE = exists().where(
    conditions.same_match(MATCH_SIDES, MATCHES),
    (MATCH_SIDES.c.opening_points != 0) | (MATCH_SIDES.c.opening_bags != 0),
)
_HAS_NAMELESS_SEAT = exists().where(
    conditions.same_match(NAMELESS_SEATS, MATCHES), NAMELESS_SEATS.c.player_id.is_(None)
)
LIST_UNPLAYED = (
    select(MATCHES.c.id, MATCHES.c.game, ADDRESSES.c.public_id, PLAYERS.c.canonical_id)
    .select_from(MATCHES.join(ADDRESSES).join(SEATS).join(PLAYERS))
    .where(
        conditions.of_scorebook(MATCHES), *_IS_UNPLAYED, ~_HAS_OPENING_SCORE, ~_HAS_NAMELESS_SEAT
    )
)
# Checked again, because something may have been recorded since.
UPDATE_UNPLAYED = UPDATE_MATCHES.where(*_IS_UNPLAYED)
_KEY = (MATCHES.c.scorebook_id, MATCHES.c.id)
_IS_EXPIRED = MATCHES.c.deleted_at <= bindparam("until")
LIST_EXPIRED = select(*_KEY).where(_IS_EXPIRED).limit(BATCH_SIZE)
DELETE_ADDRESSES = delete(ADDRESSES).where(
    tuple_(ADDRESSES.c.scorebook_id, ADDRESSES.c.match_id).in_(bindparam("keys", expanding=True))
)
OTHERS = MATCHES.alias("others")
LIST_TAKEN = select(MATCHES.c.event_table).where(
    *conditions.of_matches(MATCHES),
    exists().where(
        OTHERS.c.scorebook_id == MATCHES.c.scorebook_id,
        *(OTHERS.c[name] == MATCHES.c[name] for name in ("event_id", "event_round", "event_table")),
        OTHERS.c.id != MATCHES.c.id,
        OTHERS.c.deleted_at.is_(None),
    ),
)
LIST_PLAYERS = select(*SEATS.c["scorebook_id", "player_id"]).where(
    tuple_(SEATS.c.scorebook_id, SEATS.c.match_id).in_(bindparam("keys", expanding=True))
)


class TableTaken(Exception):
    """A deleted match cannot be restored: another one is played at its table of the event."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table}")
        self.table = table


def restorable_until(ref: MatchRef) -> datetime | None:
    """Return the end of the restore period, or None if the match is not deleted."""
    return ref.deleted_at and ref.deleted_at + RESTORE_PERIOD


def soft_delete(
    session: Session, secret: Secret | None, public_id: str, version: int | None = None
) -> None:
    """Soft-delete a match; raise StaleMatch if its version has changed.

    At a table of an event, a scorer deletes no match, but undoes its start: that has the `version`.
    """
    ref = matches.find_match_or_deleted(session, secret, public_id)
    if version is None:
        ref.rights.require_delete(public_id)
    ref.rights.require_write(public_id)
    conditions.raise_statistics_revision(session, ref.scorebook_id)
    if version is not None and session.scalars(LOCK_MATCH, ref.where).one() != version:
        raise matches.StaleMatch
    if ref.deleted_at is None:
        set_deleted_at(session, ref.scorebook_id, [ref.id], now())


def can_restore(session: Session, ref: MatchRef) -> bool:
    """Whether the device may restore a match.

    At a table of an event, a scorer only restores one whose start was undone.
    """
    if not ref.can_write or ref.rights.can_delete:
        return ref.can_write
    return not any(one.match.hands or one.position.undoes for one in load_matches(session, [ref]))


def restore(session: Session, secret: Secret | None, public_id: str) -> None:
    """Restore a deleted match; raise AccessDenied if the device may not."""
    ref = matches.find_match_or_deleted(session, secret, public_id)
    ref.rights.require_write(public_id)
    if ref.deleted_at is not None:
        if not can_restore(session, ref):
            raise OnlyOrganisers(public_id)
        set_deleted_at(session, ref.scorebook_id, [ref.id], None)
        restored = {stored.id: stored.match for stored in load_matches(session, [ref])}
        results.replace_results(session, ref.scorebook_id, restored)


def delete_unplayed(session: Session, secret: Secret | None, started: str) -> str | None:
    """Delete unplayed matches of the same players and game as a new match.

    Nobody plays at two tables. Returns the public id of the newest, so that it can be restored.
    """
    new = matches.find_match(session, secret, started)
    tables: dict[tuple[int, str], set[tuple[str, int]]] = defaultdict(set)
    for row in session.execute(LIST_UNPLAYED, {"scorebook": new.scorebook_id}):
        tables[row.id, row.public_id].add((row.game, row.canonical_id))
    people = tables.pop((new.id, new.public_id), None)
    same = sorted(table for table, seated in tables.items() if seated == people)
    if not same:
        return None
    ids = [match_id for match_id, _public_id in same]
    values = {"scorebook": new.scorebook_id, "matches": ids, "deleted_at": now()}
    session.execute(UPDATE_UNPLAYED, values)
    return same[-1][1]


def expired() -> ExpiredRows:
    """Return the matches deleted too long ago to be restored."""
    return ExpiredRows(MATCHES, (_IS_EXPIRED,), {"until": now() - PURGE_PERIOD})


def purge_expired(database: Database) -> int:
    """Purge the expired matches; return how many."""
    done, until = 0, expired().values
    while True:
        with database.read() as session:
            keys = [(row.scorebook_id, row.id) for row in session.execute(LIST_EXPIRED, until)]
        if not keys:
            return done
        with database.write() as session:
            purge(session, keys)
        done += len(keys)


def purge(session: Session, keys: Sequence[tuple[int, int]]) -> None:
    """Purge matches by scorebook and id, and the players who sat in no other match."""
    people = session.execute(LIST_PLAYERS, {"keys": keys}).all()
    scorebooks = sorted({scorebook_id for scorebook_id, _ in keys})
    for scorebook_id in scorebooks:
        conditions.raise_statistics_revision(session, scorebook_id)
    session.execute(DELETE_ADDRESSES, {"keys": keys})
    for scorebook_id in scorebooks:
        ids = [row.player_id for row in people if row.scorebook_id == scorebook_id]
        delete_unseated(session, scorebook_id, ids)


def set_deleted_at(
    session: Session, scorebook_id: int, ids: Sequence[int], at: datetime | None
) -> None:
    """Set or clear the time of deletion of matches.

    Removes them from the statistics; a caller that restores them counts them again.
    """
    if not ids:
        return
    conditions.raise_statistics_revision(session, scorebook_id)
    values = {"scorebook": scorebook_id, "matches": list(ids), "deleted_at": at}
    if at is None and (taken := session.scalars(LIST_TAKEN, values).first()) is not None:
        raise TableTaken(taken)
    conditions.raise_event_revisions(session, scorebook_id, ids)
    session.execute(UPDATE_MATCHES, values)
    results.delete_results(session, scorebook_id, ids)
