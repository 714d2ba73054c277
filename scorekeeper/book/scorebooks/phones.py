"""The phones of a scorebook, a match or an event: whose they are and what they may do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import devices, grants
from scorekeeper.book.access.event_refs import EventRef, require_owner
from scorekeeper.book.access.grants import ROLES
from scorekeeper.book.models.conditions import (
    MATCHES_OF_EVENT,
    NOT_REMOVED,
    OPENS_SCOREBOOK,
    of_scorebook,
    same_match,
)
from scorekeeper.book.models.tables import DEVICES, GRANTS, PLAYERS, SEATS
from scorekeeper.book.players.players import CANONICAL_PLAYERS, IS_CANONICAL
from scorekeeper.book.scorebooks import scorebooks, shared_scorebook


@dataclass(frozen=True)
class Phone:
    """A phone in a list; `player` is the one whose seat it claimed last.

    `joined` and `way` say when and how it joined; the way is unknown before 0.16.
    """

    id: str
    name: str | None
    player: str | None
    role: str
    joined: datetime
    way: str | None
    last_here: datetime
    is_this: bool


CLAIMS = GRANTS.alias("claims")
# The name follows the player: renamed, merged or deleted, it is so here, too.
_PLAYER = (
    select(CANONICAL_PLAYERS.c.name)
    .select_from(
        CLAIMS.join(SEATS, same_match(SEATS, CLAIMS) & (SEATS.c.seat == CLAIMS.c.seat))
        .join(PLAYERS)
        .join(CANONICAL_PLAYERS, IS_CANONICAL)
    )
    .where(of_scorebook(CLAIMS), CLAIMS.c.device_id == DEVICES.c.id)
    .order_by(CLAIMS.c.id.desc())
    .limit(1)
    .correlate(DEVICES)
    .scalar_subquery()
)


_PHONES = (
    select(*DEVICES.c["phone", "name", "seen_at", "secret_hash"], _PLAYER.label("player"))
    .add_columns(*GRANTS.c["role", "created_at", "way", "id"])
    .select_from(GRANTS.join(DEVICES))
    .where(of_scorebook(GRANTS))
)
# Those of ended events are on the lists of these events.
PHONES_OF_SCOREBOOK = _PHONES.where(
    GRANTS.c.event_id.is_(None) | (GRANTS.c.event_id.in_(devices.LIST_RUNNING) & NOT_REMOVED)
)
PHONES_OF_MATCH = _PHONES.where(OPENS_SCOREBOOK | (GRANTS.c.match_id == bindparam("match")))
PHONES_OF_EVENT = _PHONES.where(
    OPENS_SCOREBOOK
    | GRANTS.c.match_id.in_(MATCHES_OF_EVENT)
    | (GRANTS.c.event_id == bindparam("event"))
)
DELETE_MATCH_GRANTS = devices.DELETE_GRANTS_OF_PHONE.where(GRANTS.c.match_id == bindparam("match"))
OWN_PHONE = select(*DEVICES.c["phone", "name"]).where(grants.BY_SECRET)
RENAME_PHONE = (
    update(DEVICES).where(DEVICES.c.phone == bindparam("its_phone")).values(name=bindparam("new"))
)


def find_for_scorebook(
    session: Session, secret: grants.Secret | None, public_id: str
) -> list[Phone]:
    """Return the phones with any access in a scorebook; raise AccessDenied unless it is owned."""
    book = scorebooks.find_owned(session, secret, public_id)
    return _list_phones(session, secret, PHONES_OF_SCOREBOOK, {"scorebook": book.id})


def find_for_match(
    session: Session, secret: grants.Secret | None, ref: grants.MatchRef
) -> list[Phone]:
    """Return the phones with access to a match; raise AccessDenied if the device may not write."""
    ref.rights.require_write(ref.public_id)
    return _list_phones(session, secret, PHONES_OF_MATCH, ref.where)


def find_for_event(session: Session, secret: grants.Secret | None, ref: EventRef) -> list[Phone]:
    """Return the phones of an event and its matches, also removed ones; raise AccessDenied."""
    require_owner(ref)
    return _list_phones(session, secret, PHONES_OF_EVENT, ref.where)


def rename(session: Session, secret: grants.Secret | None, phone: str, name: str) -> None:
    """Rename a phone: the device's own, or one with access to a scorebook of the device."""
    rules.check_names([name])
    is_known = any(
        devices.find_roles(session, scorebook_id, phone)
        for scorebook_id in grants.find_owned_scorebooks(session, secret)
    )
    if not is_known and session.scalar(OWN_PHONE, grants.bind_device(secret)) != phone:
        raise grants.AccessDenied(phone)
    session.execute(RENAME_PHONE, {"its_phone": phone, "new": name})


def remove(
    session: Session,
    secret: grants.Secret | None,
    public_id: str,
    phone: str,
    *,
    new_links: bool = False,
) -> bool:
    """Remove a phone from a scorebook, from its next request on; return whether it was an owner's.

    An owner could see or make every link and code, so they all end with its access. Those of other
    phones end with `new_links`. The home code is not stored here.
    """
    book = scorebooks.find_owned(session, secret, public_id)
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": book.id})
    roles = devices.find_roles(session, book.id, phone)
    was_owner = "owner" in roles
    for scorebook_id in shared_scorebook.find_with_deleted(session, book.id):
        devices.remove_from_scorebook(session, scorebook_id, phone)
        # A form that is sent again must not end links made since.
        if was_owner or (new_links and roles):
            shared_scorebook.end_links(session, scorebook_id, recovery=was_owner)
    return was_owner


def remove_from_match(session: Session, ref: grants.MatchRef, phone: str) -> bool:
    """Remove a phone from a match and its event; return whether it had access to them alone."""
    ref.rights.require_write(ref.public_id)
    event_id = find_event(session, ref)
    if event_id is not None:
        return devices.remove_from_event(session, ref.scorebook_id, event_id, phone)
    where = {**ref.where, "its_phone": phone}
    session.execute(devices.RAISE_REVISIONS, where)
    removed = session.scalars(DELETE_MATCH_GRANTS.returning(GRANTS.c.id), where).all()
    grants.clear_cached_grants(session)
    return bool(removed)


def find_event(session: Session, ref: grants.MatchRef) -> int | None:
    """Return the event of a match, if it is played in one."""
    event_id: int | None = session.scalar(devices.EVENT_OF_MATCH, ref.where)
    return event_id


def _list_phones(
    session: Session, secret: grants.Secret | None, query: Any, where: Mapping[str, int]
) -> list[Phone]:
    """Return each phone once for all its secrets, with its highest role, the last used first."""
    own_device = grants.bind_device(secret)["device"]
    by_phone: dict[str, list[Any]] = {}
    for row in sorted(session.execute(query, where), key=lambda row: (row.created_at, row.id)):
        by_phone.setdefault(row.phone, []).append(row)
    found = [
        Phone(
            id=phone,
            name=rows[-1].name,
            player=next((row.player for row in reversed(rows) if row.player), None),
            role=max((row.role for row in rows), key=ROLES.index),
            joined=rows[0].created_at,
            way=next((row.way for row in rows if row.way), None),
            last_here=max(row.seen_at for row in rows),
            is_this=any(row.secret_hash == own_device for row in rows),
        )
        for phone, rows in by_phone.items()
    ]
    return sorted(found, key=lambda one: one.last_here.date(), reverse=True)
