"""Check-in: who takes part in an event, and who is present."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import bindparam, delete, insert
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.events.event_loader import StoredEvent, load_event
from scorekeeper.book.events.events import StaleEvent, lock_event, save_event
from scorekeeper.book.matches.seats import delete_unseated, replace_player
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.conditions import MATCHES_OF_EVENT, of_event
from scorekeeper.book.models.tables import EVENT_PLAYERS
from scorekeeper.book.players.players import find_or_create_players
from scorekeeper.rules.seating.event import (
    MAX_PEOPLE,
    Entrant,
    Event,
    Place,
    SeatedTable,
    with_entrant,
)
from scorekeeper.rules.seating.next_round import exchange
from scorekeeper.rules.seating.tables import find_table

MAX_LOT = 2**31 - 1


class AlreadyEntered(Exception):
    """A person takes part already; `position` is that of the names, `name` theirs."""

    def __init__(self, position: int, name: str) -> None:
        super().__init__(name)
        self.position, self.name = position, name


class AlreadyDrawn(Exception):
    """Nobody can join an elimination after its draw."""


class EntrantSeated(Exception):
    """An entrant was seated in a round and cannot be removed, only leave."""


INSERT_PLAYERS = insert(EVENT_PLAYERS)
DELETE_PLAYERS = delete(EVENT_PLAYERS).where(
    *of_event(EVENT_PLAYERS), EVENT_PLAYERS.c.entrant == bindparam("its_number")
)


def add_entrants(
    session: Session,
    secret: Secret | None,
    public_id: str,
    names: Sequence[Sequence[str]],
    form: Submission | None = None,
) -> list[int]:
    """Add people (one name each) or pairs (two names each) to an event; return their numbers.

    Their lots come from the key of the form: those it added before tell that it was sent twice.
    Raises SetUpError for a name that cannot be stored, AlreadyEntered for one who takes part,
    QuotaExceeded for too many, AlreadyDrawn after the draw. Then nobody is added.
    """
    stored = lock_event(session, secret, public_id)
    if {len(entry) for entry in names} - {2 if stored.event.is_pairs else 1}:
        raise AccessDenied(public_id)
    lots = draw_lots(form or Submission.of(new_public_id(), ()), len(names))
    by_lot = {entrant.lot: entrant.number for entrant in stored.event.entrants}
    if by_lot.keys() >= {*lots}:
        return [by_lot[lot] for lot in lots]
    if stored.event.is_drawn:
        raise AlreadyDrawn
    flat = [name for entry in names for name in entry]
    rules.check_names(flat)
    if sum(map(len, stored.names.values())) + len(flat) > MAX_PEOPLE:
        raise quotas.QuotaExceeded("people", MAX_PEOPLE)
    people = _find_new_players(session, stored, flat)
    first, each = max(stored.names, default=0) + 1, 1 + stored.event.is_pairs
    new = [Entrant(number, lot) for number, lot in enumerate(lots, first)]
    both = [people[place : place + each] for place in range(0, len(people), each)]
    insert_people(session, stored.ref.key, dict(enumerate(both, first)))
    save_event(session, stored, replace(stored.event, entrants=(*stored.event.entrants, *new)))
    return [entrant.number for entrant in new]


def insert_people(
    session: Session, key: tuple[int, int], people: Mapping[int, Sequence[int | None]]
) -> None:
    """Insert the players of new entrants of an event, by entrant."""
    of_event = dict(zip(("scorebook_id", "event_id"), key, strict=True))
    rows = [
        {**of_event, "entrant": number, "person": person, "player_id": player}
        for number, players in people.items()
        for person, player in enumerate(players)
    ]
    if rows:
        session.execute(INSERT_PLAYERS, rows)


def draw_lots(form: Submission, number: int) -> list[int]:
    """Return as many lots, the same whenever this form is sent."""
    drawn = [
        hashlib.sha256(b"%a %b %d" % (form.key, form.fingerprint, place)).digest()
        for place in range(number)
    ]
    return [int.from_bytes(digest[:8]) % MAX_LOT for digest in drawn]


def remove_entrant(
    session: Session, secret: Secret | None, public_id: str, number: int
) -> tuple[str, ...]:
    """Remove an entrant who was never seated; return the names, to add them again."""
    stored = lock_event(session, secret, public_id)
    if number not in stored.names:
        raise AccessDenied(public_id)
    for seated in stored.event.rounds:
        if number in seated.rests or any(number in table.seats for table in seated.tables):
            raise EntrantSeated(number)
    others = tuple(one for one in stored.event.entrants if one.number != number)
    _delete_people(session, stored, number)
    save_event(session, stored, replace(stored.event, entrants=others))
    delete_unseated(session, stored.ref.scorebook_id, stored.player_ids[number])
    return stored.names[number]


def set_present(
    session: Session, secret: Secret | None, public_id: str, number: int, *, is_present: bool
) -> None:
    """Note that an entrant leaves or comes back; it holds from the next round on.

    Raises AlreadyDrawn if they come back to an elimination that was drawn without them.
    """
    stored = lock_event(session, secret, public_id)
    if number not in stored.names:
        raise AccessDenied(public_id)
    entrant = stored.event.by_number[number]
    if is_present and stored.event.is_drawn and entrant.seed is None:
        raise AlreadyDrawn
    if entrant.is_present != is_present:
        save_event(session, stored, with_entrant(stored.event, number, is_present=is_present))


def change_names(
    session: Session,
    secret: Secret | None,
    public_id: str,
    number: int,
    names: Sequence[str],
    *,
    are_others: bool = False,
) -> None:
    """Put other people in the place of an entrant, in all rounds and matches of the event.

    If they `are_others`, they are not the players with another spelling of the name.
    Raises what `add_entrants` raises.
    """
    stored = lock_event(session, secret, public_id)
    if len(stored.names.get(number, ())) != len(names):
        raise AccessDenied(public_id)
    rules.check_names(names)
    others = names if are_others else ()
    players = _find_new_players(session, stored, names, besides=number, others=others)
    _delete_people(session, stored, number)
    insert_people(session, stored.ref.key, {number: players})
    before = stored.player_ids[number]
    matches = session.scalars(MATCHES_OF_EVENT, stored.ref.where).all()
    leaving = [player for player in before if player not in players]
    coming = [player for player in players if player not in before]
    for leaves, comes in zip(leaving, coming, strict=True):
        replace_player(session, stored.ref.scorebook_id, matches, leaves, comes)
    save_event(session, stored, stored.event)
    delete_unseated(session, stored.ref.scorebook_id, stored.player_ids[number])


def find_open_table(event: Event, place: Place) -> SeatedTable | None:
    """Return a table of singles without a result; those of the playoff belong to pairs."""
    seated = find_table(event, place[1], place[0])
    if not seated or seated.table.result or seated.round.lives or event.is_pairs:
        return None
    return seated


def take_seat(
    session: Session,
    secret: Secret | None,
    public_id: str,
    place: Place,
    leaves: int,
    name: str,
    form: Submission,
    *,
    was: str = "leaving",
) -> int:
    """Seat another person at a table of singles that has no result; return their number.

    The match of the table gets their name, and its win is theirs. If they sat out, the one who
    leaves does so now, and `was` leaving, or for an undo "here" or "new". Raises what
    `add_entrants` raises, AlreadyEntered also for one who plays elsewhere, StaleEvent if the seat
    is not of the one who leaves.
    """
    stored = lock_event(session, secret, public_id)
    event, seated = stored.event, find_open_table(stored.event, place)
    if not seated:
        raise StaleEvent
    rules.check_names([name])
    (player,) = _find_players(session, stored, [name])
    comes = next((one for one, ids in stored.player_ids.items() if player in ids), None)
    if comes in seated.table.seats and leaves not in seated.table.seats:
        # The second of two taps.
        return comes
    if leaves not in seated.table.seats:
        raise StaleEvent
    if comes is None:
        (comes,) = add_entrants(session, secret, public_id, [(name,)], form)
        event = load_event(session, stored.ref).event
    elif comes in event.list_busy() or any(comes in one.seats for one in seated.round.tables):
        raise AlreadyEntered(0, name)
    event = exchange(event, place[0], leaves, comes)
    event = with_entrant(event, comes, is_present=True)
    save_event(session, stored, with_entrant(event, leaves, is_present=was == "here"))
    if match := stored.matches.get(place):
        (left,) = stored.player_ids[leaves]
        replace_player(session, stored.ref.scorebook_id, [match.id], left, player)
    if was == "new":
        with suppress(EntrantSeated):
            remove_entrant(session, secret, public_id, leaves)
    return comes


def _delete_people(session: Session, stored: StoredEvent, number: int) -> None:
    session.execute(DELETE_PLAYERS, {**stored.ref.where, "its_number": number})


def _find_new_players(
    session: Session,
    stored: StoredEvent,
    names: Sequence[str],
    besides: int | None = None,
    others: Sequence[str] = (),
) -> list[int]:
    """Return the players with these names; raise AlreadyEntered for one who takes part."""
    players = _find_players(session, stored, names, others)
    taken = [id_ for one, ids in stored.player_ids.items() if one != besides for id_ in ids]
    for position, player in enumerate(players):
        if player in taken:
            raise AlreadyEntered(position, names[position])
    return players


def _find_players(
    session: Session, stored: StoredEvent, names: Sequence[str], others: Sequence[str] = ()
) -> list[int]:
    """Return the players with these names, new ones if need be."""
    players = find_or_create_players(session, stored.ref.scorebook_id, names, others)
    if players.is_any_new:
        quotas.check_players(session, stored.ref.scorebook_id)
    return [player for player in players.ids if player is not None]
