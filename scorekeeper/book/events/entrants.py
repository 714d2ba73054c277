"""Check-in: who takes part in an event, and who is present."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.events.events import bind_event, lock_event
from scorekeeper.book.matches.seats import delete_unseated
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.conditions import UPDATE_EVENT, of_scorebook
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import EVENT_ENTRANTS, PLAYERS
from scorekeeper.book.players.players import find_or_create_players
from scorekeeper.rules.seating.event import MAX_PEOPLE

MAX_LOT = 2**31 - 1


class AlreadyEntered(Exception):
    """A person takes part already; `position` is that of the names, `name` theirs."""

    def __init__(self, position: int, name: str) -> None:
        super().__init__(name)
        self.position, self.name = position, name


class EntrantSeated(Exception):
    """An entrant was seated in a round and cannot be removed or changed, only leave."""


INSERT_ENTRANTS = insert(EVENT_ENTRANTS)
_OF_NUMBER = (*of_event(EVENT_ENTRANTS), EVENT_ENTRANTS.c.number == bindparam("its_number"))
UPDATE_ENTRANT = update(EVENT_ENTRANTS).where(*_OF_NUMBER)
DELETE_ENTRANT = delete(EVENT_ENTRANTS).where(*_OF_NUMBER)
# The canonical players: two spellings are one person.
LIST_PLAYERS = (
    select(EVENT_ENTRANTS.c.number, PLAYERS.c.canonical_id)
    .join(
        PLAYERS,
        of_scorebook(PLAYERS)
        & PLAYERS.c.id.in_([EVENT_ENTRANTS.c.player_id, EVENT_ENTRANTS.c.partner_id]),
    )
    .where(*of_event(EVENT_ENTRANTS))
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
    QuotaExceeded for too many. Then nobody is added.
    """
    stored = lock_event(session, secret, public_id)
    if {len(entry) for entry in names} - {2 if stored.event.is_pairs else 1}:
        raise AccessDenied(public_id)
    lots = _draw_lots(form or Submission.of(new_public_id(), ()), len(names))
    by_lot = {entrant.lot: entrant.number for entrant in stored.event.entrants}
    if by_lot.keys() >= {*lots}:
        return [by_lot[lot] for lot in lots]
    flat = [name for entry in names for name in entry]
    rules.check_names(flat)
    if sum(map(len, stored.names.values())) + len(flat) > MAX_PEOPLE:
        raise quotas.QuotaExceeded("people", MAX_PEOPLE)
    people = iter(_find_new_players(session, stored, flat))
    first = max(stored.names, default=0) + 1
    rows: list[dict[str, Any]] = []
    for number, (entry, lot) in enumerate(zip(names, lots, strict=True), first):
        both = [next(people) for _ in entry]
        row = {"number": number, "player_id": both[0], "partner_id": (*both, None)[1]}
        rows.append({**_key(stored), **row, "lot": lot})
    session.execute(INSERT_ENTRANTS, rows)
    session.execute(UPDATE_EVENT, bind_event(stored.ref))
    return [row["number"] for row in rows]


def _draw_lots(form: Submission, number: int) -> list[int]:
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
    names = _require_unseated(stored, number)
    where = {**bind_event(stored.ref), "its_number": number}
    ids = _list_player_ids(session, stored)[number]
    session.execute(DELETE_ENTRANT, where)
    session.execute(UPDATE_EVENT, bind_event(stored.ref))
    delete_unseated(session, stored.ref.scorebook_id, ids)
    return names


def set_present(
    session: Session, secret: Secret | None, public_id: str, number: int, *, is_present: bool
) -> None:
    """Note that an entrant leaves or comes back; it holds from the next round on."""
    stored = lock_event(session, secret, public_id)
    if number not in stored.names:
        raise AccessDenied(public_id)
    if stored.event.by_number[number].is_present != is_present:
        where = {**bind_event(stored.ref), "its_number": number}
        session.execute(UPDATE_ENTRANT, {**where, "is_present": is_present})
        session.execute(UPDATE_EVENT, bind_event(stored.ref))


def change_names(
    session: Session,
    secret: Secret | None,
    public_id: str,
    number: int,
    names: Sequence[str],
    *,
    are_others: bool = False,
) -> None:
    """Put other people in the place of an entrant who was never seated.

    If they `are_others`, they are not the players with another spelling of the name.
    Raises what `add_entrants` raises, EntrantSeated after the first round.
    """
    stored = lock_event(session, secret, public_id)
    if len(_require_unseated(stored, number)) != len(names):
        raise AccessDenied(public_id)
    rules.check_names(names)
    old = _list_player_ids(session, stored)[number]
    others = names if are_others else ()
    ids = _find_new_players(session, stored, names, besides=number, others=others)
    values = {"player_id": ids[0], "partner_id": (*ids, None)[1]}
    session.execute(UPDATE_ENTRANT, {**bind_event(stored.ref), "its_number": number, **values})
    session.execute(UPDATE_EVENT, bind_event(stored.ref))
    delete_unseated(session, stored.ref.scorebook_id, old)


def _find_new_players(
    session: Session,
    stored: StoredEvent,
    names: Sequence[str],
    besides: int | None = None,
    others: Sequence[str] = (),
) -> list[int]:
    """Return the players with these names; raise AlreadyEntered for one who takes part."""
    players = find_or_create_players(session, stored.ref.scorebook_id, names, others)
    taken = {
        player
        for number, ids in _list_player_ids(session, stored).items()
        if number != besides
        for player in ids
    }
    for position, player in enumerate(players.ids):
        if player in taken:
            raise AlreadyEntered(position, names[position])
    if players.is_any_new:
        quotas.check_players(session, stored.ref.scorebook_id)
    return [player for player in players.ids if player is not None]


def _list_player_ids(session: Session, stored: StoredEvent) -> dict[int, list[int]]:
    ids: dict[int, list[int]] = defaultdict(list)
    for number, player in session.execute(LIST_PLAYERS, bind_event(stored.ref)):
        ids[number].append(player)
    return ids


def _require_unseated(stored: StoredEvent, number: int) -> tuple[str, ...]:
    if number not in stored.names:
        raise AccessDenied(stored.ref.public_id)
    for seated in stored.event.rounds:
        if number in seated.sits_out or any(number in table.seats for table in seated.tables):
            raise EntrantSeated(number)
    return stored.names[number]


def _key(stored: StoredEvent) -> dict[str, int]:
    return {"scorebook_id": stored.ref.scorebook_id, "event_id": stored.ref.id}
