"""Deleting matches: for some days each can be brought back, then it goes for good."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, exists, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import NotYours, Secret, Seen
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.retention import Old
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import load_all
from scorekeeper.book.matches.seats import forget_unseated
from scorekeeper.book.models import Address, Hand, Match, MatchSide, Player, Seat
from scorekeeper.book.models.statistics_revision import raise_statistics_revision
from scorekeeper.book.statistics import results

KEPT = timedelta(days=30)
"""How long a deleted match can be brought back."""
GRACE = timedelta(days=1)
"""How much later it goes for good: somebody may be bringing it back this moment."""
STRETCH = 100
"""Matches that go for good in one transaction: others want to write in between."""

ADDRESSES, MATCHES, PLAYERS = table_of(Address), table_of(Match), table_of(Player)
HANDS, SEATS, SIDES = table_of(Hand), table_of(Seat), table_of(MatchSide)
NAMELESS = SEATS.alias("nameless")
_IN_SCOREBOOK = MATCHES.c.scorebook_id == bindparam("scorebook")
_THESE = (_IN_SCOREBOOK, MATCHES.c.id.in_(bindparam("matches", expanding=True)))
MARK = (
    update(MATCHES)
    .where(*_THESE)
    .values(deleted_at=bindparam("at"), shown=MATCHES.c.shown + 1)
)  # fmt: skip
HOLD = (
    select(MATCHES.c.version)
    .where(_IN_SCOREBOOK, MATCHES.c.id == bindparam("match"))
    .with_for_update()
)
# Nothing was ever recorded: not even something that was undone.
_NEVER_PLAYED = (
    MATCHES.c.ended_at.is_(None),
    MATCHES.c.deleted_at.is_(None),
    MATCHES.c.version == 1,
    ~exists().where(
        HANDS.c.scorebook_id == MATCHES.c.scorebook_id, HANDS.c.match_id == MATCHES.c.id
    ),
)
_IT = (SIDES.c.scorebook_id == MATCHES.c.scorebook_id, SIDES.c.match_id == MATCHES.c.id)
# A paper game that is carried on was begun, and whom nobody named may be anybody.
_BEGUN_ON_PAPER = exists().where(*_IT, (SIDES.c.opening_points != 0) | (SIDES.c.opening_bags != 0))
_SOMEBODY = exists().where(
    NAMELESS.c.scorebook_id == MATCHES.c.scorebook_id,
    NAMELESS.c.match_id == MATCHES.c.id,
    NAMELESS.c.player_id.is_(None),
)
UNPLAYED = (
    select(MATCHES.c.id, MATCHES.c.game, ADDRESSES.c.public_id, PLAYERS.c.leader_id)
    .select_from(MATCHES.join(ADDRESSES).join(SEATS).join(PLAYERS))
    .where(_IN_SCOREBOOK, *_NEVER_PLAYED, ~_BEGUN_ON_PAPER, ~_SOMEBODY)
)
# Somebody may have recorded something meanwhile.
MARK_UNPLAYED = MARK.where(*_NEVER_PLAYED)
_KEY = (MATCHES.c.scorebook_id, MATCHES.c.id)
_PAST = MATCHES.c.deleted_at <= bindparam("until")
PAST = select(*_KEY).where(_PAST).limit(STRETCH)
FORGET = delete(ADDRESSES).where(
    tuple_(ADDRESSES.c.scorebook_id, ADDRESSES.c.match_id).in_(bindparam("keys", expanding=True))
)
PEOPLE = select(*SEATS.c["scorebook_id", "player_id"]).where(
    tuple_(SEATS.c.scorebook_id, SEATS.c.match_id).in_(bindparam("keys", expanding=True))
)


def until(seen: Seen) -> datetime | None:
    """Return how long a match can be brought back, if it is deleted."""
    return seen.deleted_at and seen.deleted_at + KEPT


def mark(
    session: Session, secret: Secret | None, public_id: str, version: int | None = None
) -> None:
    """Delete a match so that it can be brought back; raise NotYours where it is not theirs.

    Raises StaleMatch where it is not of this version any more.
    """
    seen = matches.look_anyway(session, secret, public_id)
    if not seen.may_write:
        raise NotYours(public_id)
    raise_statistics_revision(session, seen.scorebook_id)
    if version is not None:
        where = {"scorebook": seen.scorebook_id, "match": seen.id}
        present = session.scalars(HOLD, where).one()
        if present != version:
            raise matches.StaleMatch(present)
    if seen.deleted_at is None:
        mark_deleted(session, seen.scorebook_id, [seen.id], now())


def bring_back(session: Session, secret: Secret | None, public_id: str) -> None:
    """Bring a deleted match back as it was; raise NotYours where it is not theirs."""
    seen = matches.look_anyway(session, secret, public_id)
    if not seen.may_write:
        raise NotYours(public_id)
    if seen.deleted_at is not None:
        mark_deleted(session, seen.scorebook_id, [seen.id], None)
        found = {stored.id: stored.match for stored in load_all(session, [seen])}
        results.replace_results(session, seen.scorebook_id, found)


def take_back_unplayed(session: Session, secret: Secret | None, started: str) -> str | None:
    """Take back the matches of a game that the people of a new one sat down to and never played.

    Nobody sits at two tables. Returns the newest that is gone, so that it can be brought back.
    """
    new = matches.look(session, secret, started)
    tables: dict[tuple[int, str, str], set[int]] = defaultdict(set)
    for *table, player_id in session.execute(UNPLAYED, {"scorebook": new.scorebook_id}):
        tables[tuple(table)].add(player_id)
    people = {(table[1], frozenset(sat)) for table, sat in tables.items() if table[0] == new.id}
    same = [
        table
        for table, sat in sorted(tables.items())
        if (table[1], frozenset(sat)) in people and table[0] != new.id
    ]
    if not same:
        return None
    ids = [table[0] for table in same]
    session.execute(MARK_UNPLAYED, {"scorebook": new.scorebook_id, "matches": ids, "at": now()})
    return same[-1][2]


def old() -> Old:
    """Choose the matches that were deleted too long ago to be brought back."""
    return Old(MATCHES, (_PAST,), {"until": now() - KEPT - GRACE})


def forget(database: Database) -> int:
    """Let go for good what was deleted too long ago; return how many matches that were."""
    done, until = 0, old().values
    while True:
        with database.read() as session:
            keys = [(row.scorebook_id, row.id) for row in session.execute(PAST, until)]
        if not keys:
            return done
        with database.write() as session:
            let_go(session, keys)
        done += len(keys)


def let_go(session: Session, keys: Sequence[tuple[int, int]]) -> None:
    """Let go for good of matches by their scorebook and id, and of who sat in no other."""
    people = session.execute(PEOPLE, {"keys": keys}).all()
    for scorebook_id in sorted({scorebook_id for scorebook_id, _ in keys}):
        raise_statistics_revision(session, scorebook_id)
    session.execute(FORGET, {"keys": keys})
    for scorebook_id in {row.scorebook_id for row in people}:
        sat = [row.player_id for row in people if row.scorebook_id == scorebook_id]
        forget_unseated(session, scorebook_id, sat)


def mark_deleted(
    session: Session, scorebook_id: int, ids: Sequence[int], at: datetime | None
) -> int:
    """Let matches be deleted at a moment, or be there again; return how many they are.

    Statistics count none of them: whoever brings them back lets them count anew.
    """
    if not ids:
        return 0
    raise_statistics_revision(session, scorebook_id)
    values = {"scorebook": scorebook_id, "matches": list(ids), "at": at}
    marked: Any = session.execute(MARK, values)
    results.delete_results(session, scorebook_id, ids)
    return int(marked.rowcount)
