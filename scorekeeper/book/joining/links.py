"""Permanent links: to a match, an evening or a scorebook, and for home-screen icons.

They are not stored. Each carries a MAC of its role, its id and a generation number under the
secret key, so it can be shown again at any time, and raising the generation ends it.
"""

import base64
import hashlib
import hmac
from typing import Any

from sqlalchemy import Row, Select, bindparam, literal, null, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.event_grants import EventRef, require_owner
from scorekeeper.book.access.removals import MATCHES_OF_EVENT
from scorekeeper.book.events.events import RAISE_MATCHES
from scorekeeper.book.models.conditions import NOT_REMOVED, UPDATE_EVENT, of_match, of_scorebook
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import (
    ADDRESSES,
    DEVICES,
    EVENT_GRANTS,
    EVENTS,
    GRANTS,
    JOIN_CODES,
    SCOREBOOKS,
)
from scorekeeper.book.scorebooks import scorebooks

_NOT_DELETED = SCOREBOOKS.c.deleted_at.is_(None)
MATCH_BY_PUBLIC_ID = (
    select(*ADDRESSES.c["scorebook_id", "match_id", "generation"])
    .select_from(ADDRESSES.join(SCOREBOOKS))
    .where(ADDRESSES.c.public_id == bindparam("public_id"), _NOT_DELETED)
)
SCOREBOOK_BY_PUBLIC_ID = select(
    SCOREBOOKS.c.id.label("scorebook_id"), null().label("match_id"), SCOREBOOKS.c.generation
).where(SCOREBOOKS.c.public_id == bindparam("public_id"), _NOT_DELETED)
EVENT_BY_PUBLIC_ID = (
    select(*EVENTS.c["scorebook_id", "id", "generation"])
    .select_from(EVENTS.join(SCOREBOOKS))
    .where(
        EVENTS.c.public_id == bindparam("public_id"), EVENTS.c.deleted_at.is_(None), _NOT_DELETED
    )
)
PUBLIC_ID_OF_EVENT = select(EVENTS.c.public_id).where(*of_event(EVENTS))
PUBLIC_ID_OF_MATCH = select(ADDRESSES.c.public_id).where(*of_match(ADDRESSES))
GENERATION = select(ADDRESSES.c.generation).where(ADDRESSES.c.public_id == bindparam("public_id"))
RAISE_MATCH_GENERATION = (
    update(ADDRESSES)
    .where(ADDRESSES.c.public_id == bindparam("its_id"))
    .values(generation=ADDRESSES.c.generation + literal(1))
)
RAISE_SCOREBOOK_GENERATION = (
    update(SCOREBOOKS)
    .where(of_scorebook(SCOREBOOKS))
    .values(generation=SCOREBOOKS.c.generation + literal(1))
)
# The television shows the link.
RAISE_EVENT_GENERATION = UPDATE_EVENT.values(generation=EVENTS.c.generation + literal(1))
DELETE_EVENT_GRANTS = EVENT_GRANTS.delete().where(
    of_scorebook(EVENT_GRANTS), EVENT_GRANTS.c.event_id == bindparam("event"), NOT_REMOVED
)
DELETE_GRANTS_OF_ITS_MATCHES = GRANTS.delete().where(
    of_scorebook(GRANTS), GRANTS.c.match_id.in_(MATCHES_OF_EVENT)
)
DELETE_CODES_OF_ITS_MATCHES = JOIN_CODES.delete().where(
    of_scorebook(JOIN_CODES), JOIN_CODES.c.match_id.in_(MATCHES_OF_EVENT)
)
RAISE_GENERATIONS_OF_ITS_MATCHES = (
    update(ADDRESSES)
    .where(of_scorebook(ADDRESSES), ADDRESSES.c.match_id.in_(MATCHES_OF_EVENT))
    .values(generation=ADDRESSES.c.generation + literal(1))
)
DELETE_EVENT_CODES = JOIN_CODES.delete().where(
    of_scorebook(JOIN_CODES), JOIN_CODES.c.event_id == bindparam("event")
)
DELETE_MATCH_CODES = JOIN_CODES.delete().where(*of_match(JOIN_CODES))
DELETE_VIEWER_CODES = JOIN_CODES.delete().where(
    of_scorebook(JOIN_CODES), JOIN_CODES.c.role == "viewer"
)
# Links are permanent: their MAC has the names that the roles had when the first were made.
_NAMES_IN_MAC = {"scorer": "keeper", "spectator": "watcher", "viewer": "reader"}
# A phone without any access has no icon either.
DEVICES_OF_PHONE = (
    select(*DEVICES.c["id", "phone", "secret_hash"])
    .where(DEVICES.c.phone == bindparam("its_phone"))
    .where(or_(*(DEVICES.c.id.in_(select(of.c.device_id)) for of in (GRANTS, EVENT_GRANTS))))
)
OWN_DEVICE = select(*DEVICES.c["phone", "secret_hash"]).where(grants.BY_SECRET)


def create_match_link(session: Session, key: str, role: str, seen: grants.MatchRef) -> str:
    """Return the path after /k/ or /w/ of a link to a match, for a scorer or spectator."""
    seen.rights.require_write(seen.public_id)
    generation = session.scalars(GENERATION, {"public_id": seen.public_id}).one()
    return _sign(key, role, seen.public_id, generation)


def create_scorebook_link(
    session: Session, key: str, secret: grants.Secret | None, public_id: str
) -> str:
    """Return the path after /r/ of the read link of a scorebook."""
    book = scorebooks.find_owned(session, secret, public_id)
    return _sign(key, "viewer", public_id, book.generation)


def sign_event_link(key: str, ref: EventRef, role: str) -> str:
    """Return the path after /e/ of a link to an evening, or after /t/ of its table cards."""
    return _sign(key, f"event {role}", ref.public_id, ref.generation)


def find_right(session: Session, key: str, role: str, text: str) -> Right | None:
    """Return the right that a link gives, or None; a missing id takes as long as a wrong MAC."""
    ask = SCOREBOOK_BY_PUBLIC_ID if role == "viewer" else MATCH_BY_PUBLIC_ID
    row = _find_signed(session, key, role, text, ask)
    return row and Right(row.scorebook_id, row.match_id, role, way="link")


def find_event_right(session: Session, key: str, role: str, text: str) -> Right | None:
    """Return the right that a link to an evening gives, or None."""
    row = _find_signed(session, key, f"event {role}", text, EVENT_BY_PUBLIC_ID)
    way = "card" if role == "scorer" else "door"
    return row and Right(row.scorebook_id, None, role, event_id=row.id, way=way)


def find_public_id(session: Session, right: Right) -> str | None:
    """Return the public id of the match or event of a right, None for one to a scorebook."""
    where = {"scorebook": right.scorebook_id, "match": right.match_id, "event": right.event_id}
    if right.event_id is not None:
        return session.scalars(PUBLIC_ID_OF_EVENT, where).one_or_none()
    if right.match_id is None:
        return None
    return session.scalars(PUBLIC_ID_OF_MATCH, where).one_or_none()


def end_match_links(session: Session, seen: grants.MatchRef) -> None:
    """End all links and join codes of a match; raise AccessDenied if the device may not write."""
    seen.rights.require_write(seen.public_id)
    session.execute(RAISE_MATCH_GENERATION, {"its_id": seen.public_id})
    session.execute(DELETE_MATCH_CODES, {"scorebook": seen.scorebook_id, "match": seen.id})


def end_event_links(session: Session, ref: EventRef, *, remove_phones: bool = False) -> None:
    """End all links, table cards and join codes of an evening; raise AccessDenied for others.

    With `remove_phones`, all phones but the owners' lose the evening and its matches, and the links
    of these matches end, too.
    """
    require_owner(ref)
    where = {"scorebook": ref.scorebook_id, "event": ref.id}
    # Codes come first wherever links end, so that no two transactions wait for each other.
    session.execute(DELETE_EVENT_CODES, where)
    if remove_phones:
        session.execute(DELETE_CODES_OF_ITS_MATCHES, where)
        session.execute(RAISE_GENERATIONS_OF_ITS_MATCHES, where)
        session.execute(DELETE_EVENT_GRANTS, where)
        session.execute(DELETE_GRANTS_OF_ITS_MATCHES, where)
        # Other phones see that seats are free.
        session.execute(RAISE_MATCHES, where)
        grants.clear_cached_grants(session)
    session.execute(RAISE_EVENT_GENERATION, where)


def end_scorebook_links(session: Session, secret: grants.Secret | None, public_id: str) -> None:
    """End all read links and viewer codes of a scorebook; raise AccessDenied unless it is owned."""
    book = scorebooks.find_owned(session, secret, public_id)
    session.execute(RAISE_SCOREBOOK_GENERATION, {"scorebook": book.id})
    session.execute(DELETE_VIEWER_CODES, {"scorebook": book.id})


def create_icon_link(session: Session, key: str, secret: grants.Secret | None) -> str | None:
    """Return the token for the home-screen icon of a phone; it ends with the phone's secret."""
    device = session.execute(OWN_DEVICE, grants.bind_device(secret)).first()
    return None if device is None else _sign(key, "icon", device.phone, device.secret_hash.hex())


def find_icon_device(session: Session, key: str, text: str) -> int | None:
    """Return the device of a home-screen icon, or None if the phone has no access any more."""
    phone, _, mac = text.partition(".")
    rows = session.execute(
        DEVICES_OF_PHONE, {"its_phone": phone if grants.is_public_id(phone) else ""}
    ).all()
    fits = [
        row.id for row in rows if _is_equal(_mac(key, "icon", phone, row.secret_hash.hex()), mac)
    ]
    return fits[0] if fits else None


def _find_signed(
    session: Session, key: str, role: str, text: str, ask: Select[Any]
) -> Row[Any] | None:
    """Return what a signed link is about; it takes as long if there is nothing with its id."""
    public_id, _, mac = text.partition(".")
    where = {"public_id": public_id if grants.is_public_id(public_id) else ""}
    row = session.execute(ask, where).first()
    expected = _mac(key, role, public_id, row.generation if row else 0)
    return row if _is_equal(expected, mac) else None


def _sign(key: str, role: str, public_id: str, generation: Any) -> str:
    return f"{public_id}.{_mac(key, role, public_id, generation)}"


def _mac(key: str, role: str, public_id: str, generation: Any) -> str:
    message = f"link:{_NAMES_IN_MAC.get(role, role)}:{public_id}:{generation}".encode(
        errors="replace"
    )
    digest = hmac.new(key.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def _is_equal(expected: str, mac: str) -> bool:
    return hmac.compare_digest(expected.encode(), mac.encode(errors="replace"))
