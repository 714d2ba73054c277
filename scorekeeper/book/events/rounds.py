"""Seating and undoing rounds, their clocks, and the seeds of the playoff."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import bindparam, exists, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.events import StaleEvent, lock_event, save_event
from scorekeeper.book.matches.deletion import set_deleted_at
from scorekeeper.book.models.conditions import (
    IS_RUNNING,
    NOT_DELETED,
    of_event,
    same_match,
    update_matches,
)
from scorekeeper.book.models.tables import HANDS, MATCHES
from scorekeeper.rules.seating.bracket import with_seeds
from scorekeeper.rules.seating.event import MAX_ROUNDS, MAX_TABLES, Seating
from scorekeeper.rules.seating.next_round import (
    SEATING_TIME,
    ClockChange,
    change_clock,
    check_seating,
    with_clock,
    with_round,
    without_round,
)

_OF_ROUND = (*of_event(MATCHES), MATCHES.c.event_round == bindparam("its_round"))
# Nobody notes a hand while its table is removed.
LOCK_MATCHES = select(MATCHES.c.id).where(*_OF_ROUND, NOT_DELETED).with_for_update()
LIST_PLAYED = select(MATCHES.c.event_table).where(
    *_OF_ROUND, NOT_DELETED, exists().where(same_match(HANDS, MATCHES))
)
# Deleted ones, too: restored, they must not appear at a table of others.
UNLINK_MATCHES = update_matches(
    *_OF_ROUND, MATCHES.c.event_table.not_in(bindparam("stay", expanding=True))
).values(event_id=None, event_round=None, event_table=None, is_typed=False)
_ARE_RUNNING = (*_OF_ROUND, IS_RUNNING, NOT_DELETED)
LOCK_RUNNING = (
    select(*MATCHES.c["event_table", "last_played_at"]).where(*_ARE_RUNNING).with_for_update()
)
# A change that was undone may be an ending by the old clock, so it can't be redone.
SET_CLOCK = update_matches(*_ARE_RUNNING, MATCHES.c.event_table == bindparam("its_table")).values(
    clock_at=bindparam("clock"), next_change=0
)


MOMENT = timedelta(seconds=1)
"""Times are stored in seconds."""


def start_round(
    session: Session,
    secret: Secret | None,
    public_id: str,
    number: int,
    revision: int,
    seating: Seating,
    house: rules.HouseRules | None = None,
    *,
    lives: int | None = None,
    seeds: Mapping[int, int] | None = None,
) -> None:
    """Seat the next round; with `seeds` it is the first of the playoff.

    Without house rules of its own it has those of the event. Raises StaleEvent if the event has
    changed since its `revision` was shown or is over, or nobody is to be seated, SeatingError if
    the seating is not one of those who are free.
    """
    stored = lock_event(session, secret, public_id)
    is_next = number == stored.event.next_number and revision == stored.ref.revision
    if not is_next or stored.ended_at is not None or not seating.tables:
        raise StaleEvent
    if number > MAX_ROUNDS:
        raise quotas.QuotaExceeded("rounds", MAX_ROUNDS)
    if len(seating.tables) > MAX_TABLES:
        raise quotas.QuotaExceeded("tables", MAX_TABLES)
    event = stored.event if seeds is None else with_seeds(stored.event, seeds)
    check_seating(event, seating, lives)
    started, played = now(), house or event.house
    clock = started + SEATING_TIME if played.minutes else None
    event = with_round(event, seating, lives, house=played, started=started, clock=clock)
    # An event that was set up days before begins with its first round.
    save_event(session, stored, event, **({"started_at": started} if number == 1 else {}))


def take_back_round(
    session: Session, secret: Secret | None, public_id: str, number: int
) -> list[int]:
    """Undo the latest round; return the tables that stay, because they have a hand or result.

    If all of them stay, nothing changes. Matches that were started without a hand are deleted.
    Raises StaleEvent unless it is the latest round, or if the event is over: its final ranking
    would change, as those without a table miss the round.
    """
    stored = lock_event(session, secret, public_id)
    latest = stored.event.latest
    if latest is None or latest.number != number or stored.ended_at is not None:
        raise StaleEvent
    where = {**stored.ref.where, "its_round": number}
    session.execute(LOCK_MATCHES, where)
    played = set(session.scalars(LIST_PLAYED, where))
    stays = [one.number for one in latest.tables if one.typed or one.number in played]
    if len(stays) == len(latest.tables):
        return stays
    empty = [
        match.id
        for (its_round, table), match in stored.matches.items()
        if its_round == number and table not in stays
    ]
    session.execute(UNLINK_MATCHES, {**where, "stay": stays})
    set_deleted_at(session, stored.ref.scorebook_id, empty, now())
    save_event(session, stored, without_round(stored.event, stays))
    return stays


def set_clock(
    session: Session,
    secret: Secret | None,
    public_id: str,
    number: int,
    change: ClockChange | datetime,
    shown: datetime | None,
) -> tuple[datetime, datetime]:
    """Change the clock of the latest round, or set it; return the clock before and the new one.

    Its running matches get the same clock. That decides none of them: if a hand was played after
    the new end, the one being played is the last. Raises StaleEvent if the round has no clock or
    another one than `shown`, is not the latest, or would leave the calendar, or the event is over.
    """
    stored = lock_event(session, secret, public_id)
    event, latest = stored.event, stored.event.latest
    if latest is None or latest.number != number or stored.ended_at is not None:
        raise StaleEvent
    before, ends = event.find_clock(latest), event.find_end(latest)
    if before is None or ends is None or before != shown:
        raise StaleEvent
    try:
        clock = (
            change if isinstance(change, datetime) else change_clock(change, before, ends, now())
        )
    except OverflowError as error:  # the last day of all years
        raise StaleEvent from error
    save_event(session, stored, with_clock(event, clock))
    where = {**stored.ref.where, "its_round": number}
    rows = [
        {
            **where,
            "its_table": row.event_table,
            "clock": max(clock, row.last_played_at + MOMENT - (ends - before)),
        }
        for row in session.execute(LOCK_RUNNING, where)
    ]
    if rows:
        session.execute(SET_CLOCK, rows)
    return before, clock
