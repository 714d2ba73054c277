"""Seating and undoing rounds, and the seeds of the playoff."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.events import StaleEvent, bind_event, lock_event
from scorekeeper.book.matches.deletion import set_deleted_at
from scorekeeper.book.models.conditions import (
    NOT_DELETED,
    UPDATE_EVENT,
    of_scorebook,
    same_match,
    update_matches,
)
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import EVENT_ENTRANTS, EVENT_ROUNDS, EVENT_SEATS, HANDS, MATCHES
from scorekeeper.rules.seating.bracket import with_seeds
from scorekeeper.rules.seating.event import MAX_ROUNDS, MAX_TABLES, Seating
from scorekeeper.rules.seating.next_round import check_seating

INSERT_ROUND, INSERT_SEATS = insert(EVENT_ROUNDS), insert(EVENT_SEATS)
DELETE_ROUND = delete(EVENT_ROUNDS).where(
    *of_event(EVENT_ROUNDS), EVENT_ROUNDS.c.round == bindparam("its_round")
)
# Those who sat out sit out no longer when some of the tables stay.
DELETE_SEATS = delete(EVENT_SEATS).where(
    *of_event(EVENT_SEATS),
    EVENT_SEATS.c.round == bindparam("its_round"),
    or_(
        EVENT_SEATS.c.table_number.is_(None),
        EVENT_SEATS.c.table_number.not_in(bindparam("stay", expanding=True)),
    ),
)
_OF_ROUND = (
    of_scorebook(MATCHES),
    MATCHES.c.event_id == bindparam("event"),
    MATCHES.c.event_round == bindparam("its_round"),
)
# Nobody notes a hand while its table is removed.
LOCK_MATCHES = select(MATCHES.c.id).where(*_OF_ROUND, NOT_DELETED).with_for_update()
LIST_PLAYED = select(MATCHES.c.event_table).where(
    *_OF_ROUND, NOT_DELETED, exists().where(same_match(HANDS, MATCHES))
)
# Deleted ones, too: restored, they must not appear at a table of others.
UNLINK_MATCHES = update_matches(
    *_OF_ROUND, MATCHES.c.event_table.not_in(bindparam("stay", expanding=True))
).values(event_id=None, event_round=None, event_table=None)
CLEAR_SEEDS = update(EVENT_ENTRANTS).where(*of_event(EVENT_ENTRANTS)).values(seed=None)
SET_SEED = (
    update(EVENT_ENTRANTS)
    .where(*of_event(EVENT_ENTRANTS), EVENT_ENTRANTS.c.number == bindparam("its_number"))
    .values(seed=bindparam("new_seed"))
)


def start_round(
    session: Session,
    secret: Secret | None,
    public_id: str,
    number: int,
    revision: int,
    seating: Seating,
    house_rules: Mapping[str, Any] | None = None,
    *,
    lives: int | None = None,
    seeds: Mapping[int, int] | None = None,
) -> None:
    """Seat the next round; with `seeds` it is the first of the playoff.

    `house_rules` has what differs from those of the event. Raises StaleEvent if the event has
    changed since its `revision` was shown or is over, or nobody is to be seated, SeatingError if
    the seating is not one of those who are free.
    """
    stored = lock_event(session, secret, public_id)
    is_next = number == stored.event.next_number and revision == stored.ref.revision
    if not is_next or stored.ended_at is not None or not seating.tables:
        raise StaleEvent(stored.ref.revision)
    if number > MAX_ROUNDS:
        raise quotas.QuotaExceeded("rounds", MAX_ROUNDS)
    if len(seating.tables) > MAX_TABLES:
        raise quotas.QuotaExceeded("tables", MAX_TABLES)
    where = bind_event(stored.ref)
    event = stored.event
    lives = lives or event.lives
    if seeds is not None:
        event = with_seeds(event, seeds)
        session.execute(CLEAR_SEEDS, where)
        rows = [{**where, "its_number": one, "new_seed": seed} for one, seed in seeds.items()]
        session.execute(SET_SEED, rows)
    check_seating(event, seating, lives)
    key = {"scorebook_id": stored.ref.scorebook_id, "event_id": stored.ref.id, "round": number}
    began = {"started_at": now()}
    seated = {"house_rules": dict(house_rules or {}), "lives": lives}
    session.execute(INSERT_ROUND, {**key, **began, **seated})
    numbers = event.list_table_numbers(len(seating.tables))
    session.execute(INSERT_SEATS, _list_seats(key, seating, numbers))
    # An event that was set up days before begins with its first round.
    session.execute(UPDATE_EVENT, {**where, **(began if number == 1 else {})})


def take_back_round(
    session: Session, secret: Secret | None, public_id: str, number: int
) -> list[int]:
    """Undo the latest round; return the tables that stay, because they have a hand or result.

    If all of them stay, nothing changes. Matches that were started without a hand are deleted.
    Raises StaleEvent unless it is the latest round.
    """
    stored = lock_event(session, secret, public_id)
    latest = stored.event.latest
    if latest is None or latest.number != number:
        raise StaleEvent(stored.ref.revision)
    where = {**bind_event(stored.ref), "its_round": number}
    session.execute(LOCK_MATCHES, where)
    played = set(session.scalars(LIST_PLAYED, where))
    played |= {table for its_round, table in stored.typed if its_round == number}
    stays = [table.number for table in latest.tables if table.number in played]
    if len(stays) == len(latest.tables):
        return stays
    empty = [
        match.id
        for (its_round, table), match in stored.matches.items()
        if its_round == number and table not in stays
    ]
    session.execute(UNLINK_MATCHES, {**where, "stay": stays})
    set_deleted_at(session, stored.ref.scorebook_id, empty, now())
    session.execute(DELETE_SEATS if stays else DELETE_ROUND, {**where, "stay": stays})
    if not stays and [one.number for one in stored.event.playoff_rounds] == [number]:
        session.execute(CLEAR_SEEDS, where)
    session.execute(UPDATE_EVENT, where)
    return stays


def _list_seats(
    key: Mapping[str, int], seating: Seating, numbers: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the rows of a round's seats."""
    rows = [
        {**key, "entrant": entrant, "table_number": table, "seat": seat}
        for table, seats in zip(numbers, seating.tables, strict=True)
        for seat, entrant in enumerate(seats)
    ]
    out = [
        {**key, "entrant": entrant, "table_number": None, "seat": None}
        for entrant in seating.sits_out
    ]
    return rows + out
