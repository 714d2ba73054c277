"""The seats of a started match: their players, the phones that claim them, and their replies.

A reply confirms or queries a hand that another phone entered; neither blocks anything.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import bindparam, delete, exists, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import grants, quotas
from scorekeeper.book.access.grants import INSERT_GRANT
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.hands import DELETE_REPLIES
from scorekeeper.book.models.conditions import (
    UPDATE_MATCH,
    of_match,
    of_matches,
    of_scorebook,
    raise_statistics_revision,
    same_match,
)
from scorekeeper.book.models.tables import (
    CONFIRMATIONS,
    DEVICES,
    EVENT_PLAYERS,
    GRANTS,
    MATCHES,
    PLAYERS,
    SEATS,
)
from scorekeeper.book.players import players
from scorekeeper.book.players.player_names import NamesChanged, update_spelling
from scorekeeper.book.serialization import write_hand
from scorekeeper.book.statistics import results


class SeatTaken(Exception):
    """Another phone has claimed the seat; a scorer can release it."""


OTHER_NAMES = PLAYERS.alias("other_names")
UPDATE_SEAT = update(SEATS).where(*of_match(SEATS), SEATS.c.seat == bindparam("its_seat"))
DELETE_UNSEATED = delete(PLAYERS).where(
    of_scorebook(PLAYERS),
    PLAYERS.c.id.in_(bindparam("these", expanding=True)),
    PLAYERS.c.merged_into.is_(None),
    *(
        ~exists().where(
            table.c.scorebook_id == PLAYERS.c.scorebook_id, table.c.player_id == PLAYERS.c.id
        )
        for table in (SEATS, EVENT_PLAYERS)
    ),
    ~exists().where(
        OTHER_NAMES.c.scorebook_id == PLAYERS.c.scorebook_id,
        OTHER_NAMES.c.canonical_id == PLAYERS.c.id,
        OTHER_NAMES.c.id != PLAYERS.c.id,
    ),
)
_SPELLINGS = select(PLAYERS.c.id).where(of_scorebook(PLAYERS))
OTHER_SEATS = SEATS.alias("other_seats")
REPLACE_PLAYER = (
    update(SEATS)
    .where(
        *of_matches(SEATS),
        SEATS.c.player_id.in_(_SPELLINGS.where(PLAYERS.c.canonical_id == bindparam("leaves"))),
        ~exists().where(
            same_match(OTHER_SEATS, SEATS),
            OTHER_SEATS.c.player_id.in_(
                _SPELLINGS.where(PLAYERS.c.canonical_id == bindparam("comes"))
            ),
        ),
    )
    .values(player_id=bindparam("comes"))
    .returning(SEATS.c.match_id)
)
LOCK_MATCH = select(MATCHES.c.game).where(*of_match(MATCHES)).with_for_update()
LIST_CLAIMS = (
    select(GRANTS.c.seat, DEVICES.c.phone)
    .select_from(GRANTS.join(DEVICES))
    .where(*of_match(GRANTS), GRANTS.c.seat.is_not(None))
    .order_by(GRANTS.c.id)
)
FIND_DEVICE = select(*DEVICES.c["id", "phone"]).where(grants.BY_SECRET)
CLAIM_SEAT = update(GRANTS).where(*of_match(GRANTS), GRANTS.c.device_id == bindparam("this"))
CLAIM_SEAT = CLAIM_SEAT.returning(GRANTS.c.id)
RELEASE_SEAT = (
    update(GRANTS).where(*of_match(GRANTS), GRANTS.c.seat == bindparam("freed")).values(seat=None)
)
CONFIRMED, QUERIED = "confirmed", "queried"

DELETE_REPLY = DELETE_REPLIES.where(CONFIRMATIONS.c.seat == bindparam("its_seat"))
INSERT_REPLY = CONFIRMATIONS.insert()


def name_seats(
    session: Session,
    secret: grants.Secret | None,
    public_id: str,
    names: Mapping[int, str | None],
    shown: Mapping[int, str | None] | None = None,
    *,
    are_others: bool = False,
) -> None:
    """Set the names in these seats of a match; None is a player without a name.

    If they `are_others`, they are not the players with another spelling of the name.
    `shown` has the names when the form was shown, None the present ones. Raises AccessDenied if the
    device may not write the match, NamesChanged if someone else named one of these seats, too,
    SetUpError for invalid names, NameTaken for a merged spelling, QuotaExceeded if the scorebook
    may have no more players.
    """
    ref = matches.find_match(session, secret, public_id)
    ref.rights.require_write(public_id)
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": ref.scorebook_id})
    match = matches.load(session, ref).match
    before = rules.list_given_names(match.players)
    known = dict(enumerate(before)) if shown is None else shown
    if any(before[seat] not in (name, known.get(seat)) for seat, name in names.items()):
        raise NamesChanged(dict(enumerate(before)))
    after = [names.get(seat, name) for seat, name in enumerate(before)]
    given = rules.list_given_names(match.with_names(after).players)
    ids_before = players.find_or_create_players(session, ref.scorebook_id, before).ids
    others = names.values() if are_others else ()
    ids_after, is_any_new = players.find_or_create_players(session, ref.scorebook_id, given, others)
    changed = [seat for seat, name in enumerate(given) if name != before[seat]]
    moved = [seat for seat in changed if ids_after[seat] != ids_before[seat]]
    if moved:
        raise_statistics_revision(session, ref.scorebook_id)
        session.execute(
            UPDATE_SEAT,
            [{**ref.where, "its_seat": seat, "player_id": ids_after[seat]} for seat in moved],
        )
        session.execute(UPDATE_MATCH, ref.where)
        results.update_players(session, ref.scorebook_id, ref.id)
        delete_unseated(session, ref.scorebook_id, [ids_before[seat] for seat in moved])
    for seat, name in enumerate(given):
        if name is not None and seat in changed and seat not in moved:
            # Only case or accents differ: change the spelling everywhere.
            update_spelling(session, ref.scorebook_id, ids_after[seat], name)
    if is_any_new:
        quotas.check_players(session, ref.scorebook_id)


def replace_player(
    session: Session, scorebook_id: int, matches: Sequence[int], leaves: int, comes: int
) -> None:
    """Put a player in the seats of another in these matches, but in none that has both.

    Call it with the scorebook locked.
    """
    where = {"scorebook": scorebook_id}
    people = {"matches": matches, "leaves": leaves, "comes": comes}
    raise_statistics_revision(session, scorebook_id)
    for match_id in session.scalars(REPLACE_PLAYER, {**where, **people}).all():
        session.execute(UPDATE_MATCH, {**where, "match": match_id})
        results.update_players(session, scorebook_id, match_id)


def delete_unseated(session: Session, scorebook_id: int, ids: Iterable[int | None]) -> None:
    """Delete those of these players who sit in no match or event and have no other spellings."""
    values = {"scorebook": scorebook_id, "these": [id_ for id_ in ids if id_ is not None]}
    session.execute(DELETE_UNSEATED, values)


def claim_seat(session: Session, secret: grants.Secret | None, public_id: str, seat: int) -> None:
    """Claim a seat for a phone; raise SeatTaken if another phone has it."""
    ref = matches.find_match(session, secret, public_id)
    game = session.scalars(LOCK_MATCH, ref.where).one()
    if not 0 <= seat < rules.GAMES[game].seats:
        raise grants.AccessDenied(public_id)
    device = session.execute(FIND_DEVICE, grants.bind_device(secret)).one()
    claimed = session.execute(LIST_CLAIMS, ref.where)
    if any(one.seat == seat and one.phone != device.phone for one in claimed):
        raise SeatTaken
    updated = session.execute(CLAIM_SEAT, {**ref.where, "this": device.id, "seat": seat})
    if updated.first() is None:
        if grants.find_board(session, secret) == ref.scorebook_id:
            raise grants.AccessDenied(public_id)  # nobody plays with a television
        # A device with a grant of the scorebook gets one of the match, too.
        role = "scorer" if ref.can_write else "spectator"
        key = {"scorebook_id": ref.scorebook_id, "match_id": ref.id}
        session.execute(INSERT_GRANT, {**key, "device_id": device.id, "role": role, "seat": seat})
    session.execute(UPDATE_MATCH, ref.where)


def release_seat(session: Session, secret: grants.Secret | None, public_id: str, seat: int) -> None:
    """Release a seat: any device its own, devices that may write the match any seat."""
    ref = matches.find_match(session, secret, public_id)
    if not ref.can_write and ref.seat != seat:
        raise grants.AccessDenied(public_id)
    session.execute(RELEASE_SEAT, {**ref.where, "freed": seat})
    session.execute(UPDATE_MATCH, ref.where)


def fingerprint_hand(hand: rules.Hand) -> str:
    """Return a digest of a hand for its form, so that nobody confirms a hand corrected since."""
    serialized = write_hand(replace(hand, note=""))
    return hashlib.sha256(json.dumps(serialized).encode()).hexdigest()[:16]


def save_reply(
    session: Session,
    secret: grants.Secret | None,
    public_id: str,
    number: int,
    shown: str,
    answer: str | None,
) -> None:
    """Save or undo the reply of a seat to a hand; raise StaleMatch if the hand has changed."""
    ref = matches.find_match(session, secret, public_id)
    if ref.seat is None:
        raise grants.AccessDenied(public_id)
    # This locks the match until the end of the transaction.
    session.execute(UPDATE_MATCH, ref.where)
    stored = matches.load(session, ref)
    hand = next(iter(stored.match.hands[number - 1 : number]), None) if number > 0 else None
    if hand is None or hand.tricks is None or fingerprint_hand(hand) != shown:
        raise matches.StaleMatch
    session.execute(DELETE_REPLY, {**ref.where, "number": number, "its_seat": ref.seat})
    if answer is not None:
        hand_key = {"scorebook_id": ref.scorebook_id, "match_id": ref.id, "hand": number}
        session.execute(INSERT_REPLY, {**hand_key, "seat": ref.seat, "answer": answer})
