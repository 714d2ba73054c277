"""Claims: the seat in a match that belongs to the owner of a phone."""

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.devices import INSERT_GRANT
from scorekeeper.book.access.grants import BY_SECRET, AccessDenied, MatchRef, Secret, bind_device
from scorekeeper.book.matches import matches
from scorekeeper.book.models.conditions import UPDATE_MATCH, of_match
from scorekeeper.book.models.tables import DEVICES, GRANTS, MATCHES


class SeatTaken(Exception):
    """Another phone has claimed the seat; a scorer can release it."""


LOCK_MATCH = select(MATCHES.c.game).where(*of_match(MATCHES)).with_for_update()
LIST_CLAIMS = (
    select(GRANTS.c.seat, DEVICES.c.phone)
    .select_from(GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id))
    .where(*of_match(GRANTS), GRANTS.c.seat.is_not(None))
    .order_by(GRANTS.c.id)
)
FIND_DEVICE = select(*DEVICES.c["id", "phone"]).where(BY_SECRET)
CLAIM_SEAT = update(GRANTS).where(*of_match(GRANTS), GRANTS.c.device_id == bindparam("this"))
CLAIM_SEAT = CLAIM_SEAT.returning(GRANTS.c.id)
RELEASE_SEAT = (
    update(GRANTS).where(*of_match(GRANTS), GRANTS.c.seat == bindparam("freed")).values(seat=None)
)


def claim(session: Session, secret: Secret | None, public_id: str, seat: int) -> None:
    """Claim a seat for a phone; raise SeatTaken if another phone has it.

    Raises AccessDenied if the seat does not exist.
    """
    ref = matches.find_match(session, secret, public_id)
    where = _bind_match(ref)
    game = session.scalars(LOCK_MATCH, where).one()
    if not 0 <= seat < rules.GAMES[game].seats:
        raise AccessDenied(public_id)
    device = session.execute(FIND_DEVICE, bind_device(secret)).one()
    claimed = session.execute(LIST_CLAIMS, where)
    if any(one.seat == seat and one.phone != device.phone for one in claimed):
        raise SeatTaken
    updated = session.execute(CLAIM_SEAT, {**where, "this": device.id, "seat": seat})
    if updated.first() is None:
        # A device with a grant of the scorebook gets one of the match, too.
        role = "scorer" if ref.can_write else "spectator"
        key = {"scorebook_id": ref.scorebook_id, "match_id": ref.id}
        session.execute(INSERT_GRANT, {**key, "device_id": device.id, "role": role, "seat": seat})
    session.execute(UPDATE_MATCH, where)


def release(session: Session, secret: Secret | None, public_id: str, seat: int) -> None:
    """Release a seat: any device its own, devices that may write the match any seat."""
    ref = matches.find_match(session, secret, public_id)
    if not ref.can_write and ref.seat != seat:
        raise AccessDenied(public_id)
    session.execute(RELEASE_SEAT, {**_bind_match(ref), "freed": seat})
    session.execute(UPDATE_MATCH, _bind_match(ref))


def _bind_match(ref: MatchRef) -> dict[str, int]:
    return {"scorebook": ref.scorebook_id, "match": ref.id}
