"""Storing the events of a file, each in one transaction, after the matches of the file."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import LOCK_SCOREBOOK, is_public_id
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_id
from scorekeeper.book.events.events import RAISE_MATCHES, check_quota
from scorekeeper.book.models.conditions import (
    IN_ANY_ROUND,
    NOT_DELETED,
    UPDATE_EVENT,
    of_match,
    of_scorebook,
)
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import (
    ADDRESSES,
    EVENT_ENTRANTS,
    EVENT_ROUNDS,
    EVENT_SEATS,
    EVENT_TABLES,
    EVENTS,
    MATCHES,
)
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.comparison import ScorebookRef
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.book.transfer.players import FilePlayers
from scorekeeper.rules.seating.event import GAME

EVENTS_BY_ID = select(*EVENTS.c["scorebook_id", "id", "public_id", "deleted_at"]).where(
    EVENTS.c.public_id.in_(bindparam("ids", expanding=True))
)
MATCHES_WITHOUT_EVENT = (
    select(ADDRESSES.c.public_id, MATCHES.c.id)
    .join(
        MATCHES,
        (MATCHES.c.scorebook_id == ADDRESSES.c.scorebook_id)
        & (MATCHES.c.id == ADDRESSES.c.match_id),
    )
    .where(
        of_scorebook(MATCHES),
        ADDRESSES.c.public_id.in_(bindparam("ids", expanding=True)),
        MATCHES.c.game == GAME,
        MATCHES.c.event_id.is_(None),
        NOT_DELETED,
    )
)
LIST_PLACES = (
    select(*EVENT_SEATS.c["round", "table_number"])
    .where(*of_event(EVENT_SEATS), EVENT_SEATS.c.table_number.is_not(None))
    .distinct()
)
LIST_TAKEN_PLACES = select(*MATCHES.c["event_round", "event_table"]).where(
    of_scorebook(MATCHES), MATCHES.c.event_id == bindparam("event"), IN_ANY_ROUND, NOT_DELETED
)
PLACE_MATCH = (
    update(MATCHES)
    .where(*of_match(MATCHES))
    .values(
        event_id=bindparam("event"),
        event_round=bindparam("round"),
        event_table=bindparam("table"),
        revision=MATCHES.c.revision + 1,
    )
)
RESTORE_EVENT = UPDATE_EVENT.values(deleted_at=None)


def is_here(session: Session, book: ScorebookRef, written: WrittenEvent) -> bool:
    """Whether the scorebook has this event, not deleted, and nothing in the file is missing."""
    _public_id, here = _find(session, book, written)
    if here is None or here.deleted_at is not None:
        return False
    return not _find_matches(session, book, here.id, written)


def import_event(
    database: Database, book: ScorebookRef, players: FilePlayers, written: WrittenEvent
) -> bool:
    """Store an event with the matches that are here; return whether anything was missing.

    An event that is here gets only matches that came later; one that was deleted here is restored
    as it was. Raises RuleError if two names mean one player, and QuotaExceeded.
    """
    with database.write() as session:
        session.execute(LOCK_SCOREBOOK, {"scorebook": book.id})
        public_id, here = _find(session, book, written)
        if here is not None:
            return _complete(session, book, here, written)
        players.look_up(session, [written.people])
        people = dict(zip(written.people, players.seat(written.people), strict=True))
        new_players = players.new.keys() & {*people.values()}
        quotas.find_import_allowance(session, book.id).take(0, len(new_players))
        players.insert(session, new_players)
        key = {"scorebook_id": book.id, "event_id": new_id()}
        _insert(session, key, public_id, written, people)
        _place_matches(session, book, key["event_id"], written)
        check_quota(session, book.id)
    return True


def _find(session: Session, book: ScorebookRef, written: WrittenEvent) -> tuple[str, Any]:
    """Return the id of an event in this scorebook, and its row if it is here."""
    text = json.dumps({**event_file.write(written), "id": None})
    derived = book.derive_id(written.public_id or hashlib.sha256(text.encode()).hexdigest())
    ids = [id_ for id_ in (written.public_id, derived) if is_public_id(id_)]
    rows = {row.public_id: row for row in session.execute(EVENTS_BY_ID, {"ids": ids})}
    here = next((row for row in rows.values() if row.scorebook_id == book.id), None)
    if here is not None:
        return here.public_id, here
    return next(id_ for id_ in ids if id_ not in rows), None


def _complete(session: Session, book: ScorebookRef, here: Any, written: WrittenEvent) -> bool:
    """Restore an event that is here and place its matches; return whether anything changed."""
    where = {"scorebook": book.id, "event": here.id}
    is_deleted = here.deleted_at is not None
    if not _place_matches(session, book, here.id, written) and not is_deleted:
        return False
    session.execute(RESTORE_EVENT, where)
    if is_deleted:
        session.execute(RAISE_MATCHES, where)
    return True


def _insert(
    session: Session,
    key: Mapping[str, int],
    public_id: str,
    written: WrittenEvent,
    people: Mapping[str, int | None],
) -> None:
    event = written.event
    session.execute(
        insert(EVENTS),
        {
            "scorebook_id": key["scorebook_id"],
            "id": key["event_id"],
            "public_id": public_id,
            "name": written.name,
            "kind": event.kind.value,
            "house_rules": written.house.differences(),
            "planned_rounds": event.planned_rounds,
            "max_tables": event.max_tables,
            "started_at": written.started,
            "ended_at": written.ended,
            "utc_offset": written.utc_offset,
        },
    )
    entrants = [
        {
            **key,
            "number": entrant.number,
            "player_id": people[written.names[entrant.number][0]],
            "partner_id": people[written.names[entrant.number][1]] if event.is_pairs else None,
            "lot": entrant.lot,
            "is_present": entrant.is_present,
            "seed": entrant.seed,
        }
        for entrant in event.entrants
    ]
    rounds = [
        {
            **key,
            "round": seated.number,
            "house_rules": dict(written.round_house.get(seated.number, {})),
            "lives": seated.lives,
            "started_at": written.round_starts[seated.number],
        }
        for seated in event.rounds
    ]
    seats = [
        {
            **key,
            "round": seated.number,
            "entrant": entrant,
            "table_number": table and table.number,
            "seat": table and table.seats.index(entrant),
        }
        for seated in event.rounds
        for table in (*seated.tables, None)
        for entrant in (table.seats if table else seated.sits_out)
    ]
    tables = [
        {
            **key,
            "round": seated.number,
            "table_number": table.number,
            "ending": result.ending.value,
            "points_0": result.points and result.points[0],
            "points_1": result.points and result.points[1],
            "winner": result.winner,
            # When it was typed is not in the file: not after the next round was seated.
            "entered_at": written.round_starts[seated.number],
        }
        for seated in event.rounds
        for table in seated.tables
        if (result := table.result) is not None
    ]
    _execute_many(session, insert(EVENT_ENTRANTS), entrants)
    _execute_many(session, insert(EVENT_ROUNDS), rounds)
    _execute_many(session, insert(EVENT_SEATS), seats)
    _execute_many(session, insert(EVENT_TABLES), tables)


def _execute_many(session: Session, statement: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        session.execute(statement, rows)


def _find_matches(
    session: Session, book: ScorebookRef, event_id: int, written: WrittenEvent
) -> dict[int, tuple[int, int]]:
    """Return the places of matches that are here, at tables without one.

    They may have other ids here.
    """
    where = {"scorebook": book.id, "event": event_id}
    places = {tuple(row) for row in session.execute(LIST_PLACES, where)}
    places -= {tuple(row) for row in session.execute(LIST_TAKEN_PLACES, where)}
    ids = [id_ for given in written.matches.values() for id_ in (given, book.derive_id(given))]
    ids = [id_ for id_ in ids if is_public_id(id_)]
    rows = session.execute(MATCHES_WITHOUT_EVENT, {"scorebook": book.id, "ids": ids})
    match_ids = {row.public_id: row.id for row in rows}
    return {
        match_id: place
        for place, given in written.matches.items()
        if place in places
        and (match_id := match_ids.get(given) or match_ids.get(book.derive_id(given)))
    }


def _place_matches(
    session: Session, book: ScorebookRef, event_id: int, written: WrittenEvent
) -> int:
    """Note the event at those of its matches that are here; return how many."""
    placed = _find_matches(session, book, event_id, written)
    _execute_many(
        session,
        PLACE_MATCH,
        [
            {
                "scorebook": book.id,
                "match": match_id,
                "event": event_id,
                "round": number,
                "table": table,
            }
            for match_id, (number, table) in placed.items()
        ],
    )
    return len(placed)
