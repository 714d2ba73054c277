"""Whose phone it is: a phone says in which seat of a match the one sits who holds it."""

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.devices import GIVE
from scorekeeper.book.access.grants import (
    DEVICES,
    GRANTS,
    THIS_DEVICE,
    NotYours,
    Secret,
    Seen,
    asking,
)
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches import matches
from scorekeeper.book.models import Match


class Taken(Exception):
    """Another phone has claimed the seat; who keeps the score can free it."""


MATCHES = table_of(Match)
HOLD = (
    select(MATCHES.c.game)
    .where(MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.id == bindparam("match"))
    .with_for_update()
)
_OF_MATCH = (
    GRANTS.c.scorebook_id == bindparam("scorebook"),
    GRANTS.c.match_id == bindparam("match"),
)
CLAIMED = (
    select(GRANTS.c.seat, *DEVICES.c["phone", "name"])
    .select_from(GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id))
    .where(*_OF_MATCH, GRANTS.c.seat.is_not(None))
    .order_by(GRANTS.c.id)
)
DEVICE = select(*DEVICES.c["id", "phone"]).where(THIS_DEVICE)
SIT = update(GRANTS).where(*_OF_MATCH, GRANTS.c.device_id == bindparam("this"))
SIT = SIT.values(seat=bindparam("its_seat")).returning(GRANTS.c.id)
FREE = update(GRANTS).where(*_OF_MATCH, GRANTS.c.seat == bindparam("freed")).values(seat=None)


def claim(session: Session, secret: Secret | None, public_id: str, seat: int) -> None:
    """Let a phone be that of a seat; raise Taken where another one is.

    Raises NotYours for a seat that is not there.
    """
    seen = matches.look(session, secret, public_id)
    where = _where(seen)
    game = session.scalars(HOLD, where).one()
    if not 0 <= seat < rules.GAMES[game].seats:
        raise NotYours(public_id)
    device = session.execute(DEVICE, asking(secret)).one()
    claimed = session.execute(CLAIMED, where)
    if any(one.seat == seat and one.phone != device.phone for one in claimed):
        raise Taken
    sat = session.execute(SIT, {**where, "this": device.id, "its_seat": seat})
    if sat.first() is None:
        # Who sees the whole scorebook is granted this match besides.
        role = "keeper" if seen.may_write else "watcher"
        key = {"scorebook_id": seen.scorebook_id, "match_id": seen.id}
        session.execute(GIVE, {**key, "device_id": device.id, "role": role, "seat": seat})
    session.execute(matches.SHOW, where)


def free(session: Session, secret: Secret | None, public_id: str, seat: int) -> None:
    """Let a seat be nobody's phone; one's own may be freed by everybody, else by who may write."""
    seen = matches.look(session, secret, public_id)
    if not seen.may_write and seen.seat != seat:
        raise NotYours(public_id)
    session.execute(FREE, {**_where(seen), "freed": seat})
    session.execute(matches.SHOW, _where(seen))


def claimed(session: Session, seen: Seen) -> dict[int, str | None]:
    """Return the names of the phones that claimed seats of a match."""
    return {row.seat: row.name for row in session.execute(CLAIMED, _where(seen))}


def _where(seen: Seen) -> dict[str, int]:
    return {"scorebook": seen.scorebook_id, "match": seen.id}
