"""Storing the events of a file, each in one transaction, after the matches of the file."""

import hashlib
import json
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import LOCK_SCOREBOOK, is_public_id
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_id
from scorekeeper.book.events.entrants import insert_people
from scorekeeper.book.events.events import INSERT_EVENT, RAISE_MATCHES, check_quota, to_columns
from scorekeeper.book.models.conditions import (
    NOT_DELETED,
    UPDATE_EVENT,
    of_match,
    of_scorebook,
    raise_statistics_revision,
)
from scorekeeper.book.models.tables import ADDRESSES, EVENTS, MATCHES
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
    .join(MATCHES)
    .where(
        of_scorebook(MATCHES),
        ADDRESSES.c.public_id.in_(bindparam("ids", expanding=True)),
        MATCHES.c.game == GAME,
        MATCHES.c.event_id.is_(None),
        NOT_DELETED,
    )
)
PLACE_MATCH = (
    update(MATCHES)
    .where(*of_match(MATCHES))
    .values(
        event_id=bindparam("event"),
        event_round=bindparam("round"),
        event_table=bindparam("table"),
        is_typed=bindparam("typed"),
        revision=MATCHES.c.revision + 1,
    )
)
RESTORE_EVENT = UPDATE_EVENT.values(deleted_at=None)


def is_here(session: Session, book: ScorebookRef, written: WrittenEvent) -> bool:
    """Whether the scorebook has this event, not deleted."""
    _public_id, here = _find(session, book, written)
    return here is not None and here.deleted_at is None


def import_event(
    database: Database, book: ScorebookRef, players: FilePlayers, written: WrittenEvent
) -> bool:
    """Store an event with the matches that are here; return whether it was missing.

    One that was deleted here is restored as it was. Raises RuleError if two names mean one player,
    and QuotaExceeded.
    """
    with database.write() as session:
        session.execute(LOCK_SCOREBOOK, {"scorebook": book.id})
        public_id, here = _find(session, book, written)
        if here is not None:
            return _restore(session, book, here)
        players.look_up(session, [written.people])
        ids = dict(zip(written.people, players.seat(written.people), strict=True))
        new_players = players.new.keys() & {*ids.values()}
        quotas.find_import_allowance(session, book.id).take(0, len(new_players))
        players.insert(session, new_players)
        columns = {
            "scorebook_id": book.id,
            "id": (event_id := new_id()),
            "public_id": public_id,
            "name": written.name,
            "started_at": written.started,
            "ended_at": written.ended,
            "utc_offset": written.utc_offset,
        }
        session.execute(INSERT_EVENT, {**columns, **to_columns(written.event)})
        people = {number: [ids[name] for name in names] for number, names in written.names.items()}
        insert_people(session, (book.id, event_id), people)
        raise_statistics_revision(session, book.id)
        _place_matches(session, book, event_id, written)
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


def _restore(session: Session, book: ScorebookRef, here: Any) -> bool:
    """Restore an event if it was deleted; return whether it was."""
    if here.deleted_at is None:
        return False
    where = {"scorebook": book.id, "event": here.id}
    raise_statistics_revision(session, book.id)
    session.execute(RESTORE_EVENT, where)
    session.execute(RAISE_MATCHES, where)
    return True


def _place_matches(
    session: Session, book: ScorebookRef, event_id: int, written: WrittenEvent
) -> None:
    """Note the event at those of its matches that are here, perhaps with other ids."""
    ids = [id_ for given in written.matches.values() for id_ in (given, book.derive_id(given))]
    ids = [id_ for id_ in ids if is_public_id(id_)]
    found = session.execute(MATCHES_WITHOUT_EVENT, {"scorebook": book.id, "ids": ids})
    match_ids = {row.public_id: row.id for row in found}
    of_event = {"scorebook": book.id, "event": event_id}
    rows = [
        {
            **of_event,
            **{"match": match_id, "round": place[0], "table": place[1]},
            "typed": place in written.event.typed,
        }
        for place, given in written.matches.items()
        if (match_id := match_ids.get(given) or match_ids.get(book.derive_id(given)))
    ]
    if rows:
        session.execute(PLACE_MATCH, rows)
