"""Rounds of events: seating and undoing them, their clocks, matches and typed results.

The match of a table is started when a phone there begins to score. A result that an organiser types
wins over it.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, exists, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import devices, event_refs, quotas
from scorekeeper.book.access.grants import FIND_DEVICE_ID, AccessDenied, Right, Secret, bind_device
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.event_loader import load_event
from scorekeeper.book.events.events import StaleEvent, lock_event, save_event
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.deletion import set_deleted_at
from scorekeeper.book.matches.submissions import Submission, find_started_match
from scorekeeper.book.models.conditions import (
    IS_RUNNING,
    NOT_DELETED,
    UPDATE_EVENT,
    UPDATE_MATCH,
    of_event,
    same_match,
    update_matches,
)
from scorekeeper.book.models.tables import HANDS, MATCHES
from scorekeeper.rules.seating.bracket import with_seeds
from scorekeeper.rules.seating.event import (
    MAX_ROUNDS,
    MAX_TABLES,
    Place,
    Seating,
    TableResult,
    list_chairs,
    with_tables,
)
from scorekeeper.rules.seating.next_round import (
    SEATING_TIME,
    ClockChange,
    change_clock,
    check_seating,
    with_clock,
    with_round,
    without_round,
)
from scorekeeper.rules.seating.tables import find_table

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
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SET_TYPED = (
    update(MATCHES)
    .where(*_OF_ROUND, MATCHES.c.event_table == bindparam("its_table"))
    .values(is_typed=bindparam("typed"))
)
# Deleted matches, too: restored, they are at their tables again. SQLite has an index for each.
SET_TYPED = [_SET_TYPED.where(one) for one in (NOT_DELETED, MATCHES.c.deleted_at >= EPOCH)]

MOMENT = timedelta(seconds=1)
"""Times are stored in seconds."""


class ResultsChanged(Exception):
    """Other results were typed in the meantime: those stored now, by round and table."""

    def __init__(self, present: Mapping[Place, TableResult | None]) -> None:
        super().__init__(f"{sorted(present)}")
        self.present = present


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


def start_table_match(
    session: Session,
    secret: Secret | None,
    submission: Submission,
    public_id: str,
    table: int,
    first: int = 0,
    utc_offset: int | None = None,
    in_round: int | None = None,
) -> str:
    """Start the match of a table, or join the one that another phone started; return its id.

    The device may score this one match from now on. `first` is the seat that deals first. Raises
    AccessDenied if the device may not score here, if nobody sits here or a result was typed;
    after the event, only a match that was started can be joined.
    """
    ref = event_refs.lock_event(session, secret, public_id)
    stored = load_event(session, ref)
    seated = find_table(stored.event, table, in_round)
    if seated is None or not ref.can_score:
        raise AccessDenied(public_id)
    place = seated.round.number, table
    if place in stored.matches:
        started = stored.matches[place]
        _grant(session, secret, Right(ref.scorebook_id, started.id, "scorer"))
        return started.public_id
    if sent_before := find_started_match(session, ref.scorebook_id, submission):
        # A form of an earlier round: its match stays where it is.
        return sent_before
    if seated.table.result is not None or stored.ended_at is not None:
        raise AccessDenied(public_id)
    house, clock = stored.event.find_house(place[0]), stored.event.find_clock(seated.round)
    names = [stored.names[entrant][person] for entrant, person in list_chairs(seated.table)]
    match = rules.Match.start(house, names, first=first)
    match = replace(match, clock=clock, utc_offset=utc_offset)
    match_public_id = matches.start_match_in(session, ref.scorebook_id, submission, match)
    match_id = session.scalars(matches.FIND_MATCH_ID, {"public_id": match_public_id}).one()
    columns = {"event_id": ref.id, "event_round": seated.round.number, "event_table": table}
    session.execute(UPDATE_MATCH, {"scorebook": ref.scorebook_id, "match": match_id, **columns})
    session.execute(UPDATE_EVENT, ref.where)
    _grant(session, secret, Right(ref.scorebook_id, match_id, "scorer"))
    return match_public_id


def watch_table_match(
    session: Session, secret: Secret | None, public_id: str, table: int, in_round: int | None = None
) -> str:
    """Give a device the right to watch the match of a table; return its public id.

    Raises AccessDenied if the device may not see the event, or nobody scores at the table.
    """
    stored = load_event(session, event_refs.lock_event(session, secret, public_id))
    seated = find_table(stored.event, table, in_round)
    match = seated and stored.matches.get((seated.round.number, table))
    if match is None:
        raise AccessDenied(public_id)
    _grant(session, secret, Right(stored.ref.scorebook_id, match.id, "spectator"))
    return match.public_id


def _grant(session: Session, secret: Secret | None, right: Right) -> None:
    device_id = session.scalars(FIND_DEVICE_ID, bind_device(secret)).one()
    if not devices.device_has_right(session, device_id, right):
        devices.add_right(session, device_id, right)


def save_results(
    session: Session,
    secret: Secret | None,
    public_id: str,
    results: Mapping[Place, TableResult | None],
    shown: Mapping[Place, TableResult | None],
) -> dict[Place, TableResult | None]:
    """Save typed results by round and table; None removes one, and the match of the table counts.

    `shown` has those that the form was made for. Returns those that were replaced. Raises
    ResultsChanged if a different one was typed since then. Nothing is saved in that case.
    """
    stored = lock_event(session, secret, public_id)
    typed = stored.event.typed
    changed = {place: new for place, new in results.items() if typed.get(place) != new}
    if not changed.keys() <= stored.event.places:
        raise AccessDenied(public_id)
    present = {place: typed.get(place) for place in changed}
    conflicts = {place: one for place, one in present.items() if one != shown.get(place)}
    if conflicts:
        raise ResultsChanged(conflicts)
    if changed:
        at = now()
        new = {place: {"typed": one, "typed_at": one and at} for place, one in changed.items()}
        save_event(session, stored, with_tables(stored.event, new))
        rows = [
            {**stored.ref.where, "its_round": number, "its_table": table, "typed": one is not None}
            for (number, table), one in changed.items()
        ]
        for statement in SET_TYPED:
            session.execute(statement, rows)
    return present
