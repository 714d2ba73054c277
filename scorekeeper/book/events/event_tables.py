"""The tables of rounds: their matches, and results that an organiser types.

A match is started when a phone at the table begins to score. A typed result wins over it.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import devices, event_refs
from scorekeeper.book.access.grants import FIND_DEVICE_ID, AccessDenied, Secret, bind_device
from scorekeeper.book.access.rights import Right
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.event_loader import load_event
from scorekeeper.book.events.events import lock_event, save_event
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission, find_started_match
from scorekeeper.book.models.conditions import NOT_DELETED, UPDATE_EVENT, UPDATE_MATCH, of_event
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.rules.seating.event import Place, TableResult, list_chairs, with_tables
from scorekeeper.rules.seating.tables import find_table


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


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OF_PLACE = (
    *of_event(MATCHES),
    MATCHES.c.event_round == bindparam("its_round"),
    MATCHES.c.event_table == bindparam("its_table"),
)
_SET_TYPED = update(MATCHES).where(*_OF_PLACE).values(is_typed=bindparam("typed"))
# Deleted matches, too: restored, they are at their tables again. SQLite has an index for each.
SET_TYPED = [_SET_TYPED.where(one) for one in (NOT_DELETED, MATCHES.c.deleted_at >= EPOCH)]


class ResultsChanged(Exception):
    """Other results were typed in the meantime: those stored now, by round and table."""

    def __init__(self, present: Mapping[Place, TableResult | None]) -> None:
        super().__init__(f"{sorted(present)}")
        self.present = present


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
