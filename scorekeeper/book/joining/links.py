"""Permanent links: to a match, an evening or a scorebook, and for home-screen icons.

They are not stored. Each carries a MAC of its role, its id and a generation number under the
secret key, so it can be shown again at any time, and raising the generation ends it.
"""

import base64
import hashlib
import hmac
from typing import Any, NamedTuple

from sqlalchemy import Select, Table, bindparam, null, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.access.event_refs import EventRef, require_owner
from scorekeeper.book.access.grants import Right
from scorekeeper.book.events.events import RAISE_MATCHES
from scorekeeper.book.models.conditions import (
    MATCHES_OF_EVENT,
    NOT_REMOVED,
    UPDATE_EVENT,
    of_event,
    of_match,
    of_scorebook,
    raise_generation,
)
from scorekeeper.book.models.tables import (
    ADDRESSES,
    DEVICES,
    EVENTS,
    GRANTS,
    JOIN_CODES,
    SCOREBOOKS,
)
from scorekeeper.book.scorebooks import scorebooks

_NOT_DELETED = SCOREBOOKS.c.deleted_at.is_(None)


def _select_opened(table: Table, *key: Any) -> Select[Any]:
    """Select the scorebook, match and event that links with a public id open."""
    names = ("scorebook_id", "match_id", "event_id")
    columns = [column.label(name) for column, name in zip(key, names, strict=True)]
    return select(*columns, table.c.generation).where(
        table.c.public_id == bindparam("public_id"), _NOT_DELETED
    )


SCOREBOOK_BY_PUBLIC_ID = _select_opened(SCOREBOOKS, SCOREBOOKS.c.id, null(), null())
MATCH_BY_PUBLIC_ID = _select_opened(
    ADDRESSES, *ADDRESSES.c["scorebook_id", "match_id"], null()
).join(SCOREBOOKS)
EVENT_BY_PUBLIC_ID = (
    _select_opened(EVENTS, EVENTS.c.scorebook_id, null(), EVENTS.c.id)
    .join(SCOREBOOKS)
    .where(EVENTS.c.deleted_at.is_(None))
)


class LinkKind(NamedTuple):
    """The right that a kind of link gives, and the name in its MAC.

    Links are permanent: the name is the one that the role had when the first were made.
    """

    role: str
    opens: Select[Any]
    way: str
    name: str


LINK_KINDS = {
    "r": LinkKind("viewer", SCOREBOOK_BY_PUBLIC_ID, "link", "reader"),
    "k": LinkKind("scorer", MATCH_BY_PUBLIC_ID, "link", "keeper"),
    "w": LinkKind("spectator", MATCH_BY_PUBLIC_ID, "link", "watcher"),
    "t": LinkKind("scorer", EVENT_BY_PUBLIC_ID, "card", "event scorer"),
    "e": LinkKind("spectator", EVENT_BY_PUBLIC_ID, "door", "event spectator"),
}
"""The kinds of links by the first part of their path; `t` is a table card, `e` a door sign."""
MATCH_LINKS = {"spectator": "w", "scorer": "k"}
"""The kinds of links to a match, by the role that they give."""

PUBLIC_ID_OF_EVENT = select(EVENTS.c.public_id).where(*of_event(EVENTS))
PUBLIC_ID_OF_MATCH = select(ADDRESSES.c.public_id).where(*of_match(ADDRESSES))
GENERATION = select(ADDRESSES.c.generation).where(ADDRESSES.c.public_id == bindparam("public_id"))


RAISE_MATCH_GENERATION = raise_generation(ADDRESSES, ADDRESSES.c.public_id == bindparam("its_id"))
RAISE_SCOREBOOK_GENERATION = raise_generation(SCOREBOOKS, of_scorebook(SCOREBOOKS))
RAISE_GENERATIONS_OF_ITS_MATCHES = raise_generation(
    ADDRESSES, of_scorebook(ADDRESSES), ADDRESSES.c.match_id.in_(MATCHES_OF_EVENT)
)
# The television shows the link.
RAISE_EVENT_GENERATION = UPDATE_EVENT.values(generation=EVENTS.c.generation + 1)
DELETE_EVENT_GRANTS = GRANTS.delete().where(
    of_scorebook(GRANTS),
    ((GRANTS.c.event_id == bindparam("event")) & NOT_REMOVED)
    | GRANTS.c.match_id.in_(MATCHES_OF_EVENT),
)
DELETE_EVENT_CODES = JOIN_CODES.delete().where(*of_event(JOIN_CODES))
DELETE_CODES_OF_ITS_MATCHES = JOIN_CODES.delete().where(
    of_scorebook(JOIN_CODES), JOIN_CODES.c.match_id.in_(MATCHES_OF_EVENT)
)
DELETE_MATCH_CODES = JOIN_CODES.delete().where(*of_match(JOIN_CODES))
DELETE_BOARD_CODES = JOIN_CODES.delete().where(
    of_scorebook(JOIN_CODES), JOIN_CODES.c.role == "board"
)
# A phone without any access has no icon either.
DEVICES_OF_PHONE = select(*DEVICES.c["id", "phone", "secret_hash"]).where(
    DEVICES.c.phone == bindparam("its_phone"), DEVICES.c.id.in_(select(GRANTS.c.device_id))
)
OWN_DEVICE = select(*DEVICES.c["phone", "secret_hash"]).where(grants.BY_SECRET)


def create_match_link(session: Session, key: str, role: str, seen: grants.MatchRef) -> str:
    """Return the path after /k/ or /w/ of a link to a match, for a scorer or spectator."""
    seen.rights.require_write(seen.public_id)
    generation = session.scalars(GENERATION, {"public_id": seen.public_id}).one()
    return _sign(key, LINK_KINDS[MATCH_LINKS[role]].name, seen.public_id, generation)


def create_scorebook_link(
    session: Session, key: str, secret: grants.Secret | None, public_id: str
) -> str:
    """Return the path after /r/ of the read link of a scorebook."""
    book = scorebooks.find_owned(session, secret, public_id)
    return _sign(key, LINK_KINDS["r"].name, public_id, book.generation)


def sign_event_link(key: str, ref: EventRef, kind: str) -> str:
    """Return the path after /e/ of a link to an evening, or after /t/ of its table cards."""
    return _sign(key, LINK_KINDS[kind].name, ref.public_id, ref.generation)


def find_right(session: Session, key: str, kind: str, text: str) -> Right | None:
    """Return the right that a link gives, or None; a missing id takes as long as a wrong MAC."""
    link = LINK_KINDS[kind]
    public_id, _, mac = text.partition(".")
    where = {"public_id": public_id if grants.is_public_id(public_id) else ""}
    row = session.execute(link.opens, where).first()
    expected = _mac(key, link.name, public_id, row.generation if row else 0)
    if not _is_equal(expected, mac) or row is None:
        return None
    return Right(row.scorebook_id, row.match_id, link.role, row.event_id, link.way)


def find_public_id(session: Session, right: Right) -> str | None:
    """Return the public id of the match or event of a right, None for one to a scorebook."""
    statement = PUBLIC_ID_OF_MATCH if right.event_id is None else PUBLIC_ID_OF_EVENT
    return session.scalars(statement, right.where).one_or_none()


def end_match_links(session: Session, seen: grants.MatchRef) -> None:
    """End all links and join codes of a match; raise AccessDenied if the device may not write."""
    seen.rights.require_write(seen.public_id)
    session.execute(RAISE_MATCH_GENERATION, {"its_id": seen.public_id})
    session.execute(DELETE_MATCH_CODES, seen.where)


def end_event_links(session: Session, ref: EventRef, *, remove_phones: bool = False) -> None:
    """End all links, table cards and join codes of an evening; raise AccessDenied for others.

    With `remove_phones`, all phones but the owners' lose the evening and its matches, and the links
    of these matches end, too.
    """
    require_owner(ref)
    where = ref.where
    # Codes come first wherever links end, so that no two transactions wait for each other.
    session.execute(DELETE_EVENT_CODES, where)
    if remove_phones:
        session.execute(DELETE_CODES_OF_ITS_MATCHES, where)
        session.execute(RAISE_GENERATIONS_OF_ITS_MATCHES, where)
        session.execute(DELETE_EVENT_GRANTS, where)
        # Other phones see that seats are free.
        session.execute(RAISE_MATCHES, where)
        grants.clear_cached_grants(session)
    session.execute(RAISE_EVENT_GENERATION, where)


def end_scorebook_links(session: Session, secret: grants.Secret | None, public_id: str) -> None:
    """End all read links and board codes of a scorebook; raise AccessDenied unless it is owned."""
    book = scorebooks.find_owned(session, secret, public_id)
    session.execute(RAISE_SCOREBOOK_GENERATION, {"scorebook": book.id})
    session.execute(DELETE_BOARD_CODES, {"scorebook": book.id})


def create_icon_link(session: Session, key: str, secret: grants.Secret | None) -> str | None:
    """Return the token for the home-screen icon of a phone; it ends with the phone's secret."""
    device = session.execute(OWN_DEVICE, grants.bind_device(secret)).first()
    return None if device is None else _sign(key, "icon", device.phone, device.secret_hash.hex())


def find_icon_device(session: Session, key: str, text: str) -> int | None:
    """Return the device of a home-screen icon, or None if the phone has no access any more."""
    phone, _, mac = text.partition(".")
    where = {"its_phone": phone if grants.is_public_id(phone) else ""}
    for row in session.execute(DEVICES_OF_PHONE, where).all():
        if _is_equal(_mac(key, "icon", phone, row.secret_hash.hex()), mac):
            return int(row.id)
    return None


def _sign(key: str, name: str, public_id: str, generation: Any) -> str:
    return f"{public_id}.{_mac(key, name, public_id, generation)}"


def _mac(key: str, name: str, public_id: str, generation: Any) -> str:
    message = f"link:{name}:{public_id}:{generation}".encode(errors="replace")
    digest = hmac.new(key.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def _is_equal(expected: str, mac: str) -> bool:
    return hmac.compare_digest(expected.encode(), mac.encode(errors="replace"))
