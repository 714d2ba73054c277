"""The phones of a scorebook or match: names, roles, and when they were last used."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import grants, removals
from scorekeeper.book.access.user_agents import guess_device_name
from scorekeeper.book.models.conditions import of_match, of_scorebook
from scorekeeper.book.models.tables import DEVICES, GRANTS, MATCHES
from scorekeeper.book.scorebooks import scorebooks, shared_scorebook

ROLES = ("owner", "scorer", "viewer", "spectator")
"""Roles of phones, the most powerful first."""


@dataclass(frozen=True)
class Phone:
    """A phone in a list; `seat` is the one it claimed in the match of the list."""

    id: str
    name: str | None
    role: str
    seat: int | None
    last_here: datetime
    is_this: bool


_PHONES = (
    select(*DEVICES.c["phone", "name", "seen_at", "secret_hash"], *GRANTS.c["role", "seat"])
    .select_from(GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id))
    .where(of_scorebook(GRANTS))
    .order_by(GRANTS.c.id)
)
PHONES_OF_SCOREBOOK = _PHONES.where(GRANTS.c.match_id.is_(None))
PHONES_OF_MATCH = _PHONES.where(
    or_(GRANTS.c.match_id.is_(None), GRANTS.c.match_id == bindparam("match"))
)
EVENT_OF_MATCH = select(MATCHES.c.event_id).where(*of_match(MATCHES))
DELETE_MATCH_GRANTS = removals.DELETE_GRANTS.where(GRANTS.c.match_id == bindparam("match"))
ROLES_OF_PHONE = select(GRANTS.c.role).where(removals.OF_PHONE, of_scorebook(GRANTS))
GRANTS_OF_PHONE = select(GRANTS.c.id).where(removals.OF_PHONE, of_scorebook(GRANTS))
OWN_PHONE = select(*DEVICES.c["phone", "name"]).where(grants.BY_SECRET)
RENAME_PHONE = (
    update(DEVICES).where(DEVICES.c.phone == bindparam("its_phone")).values(name=bindparam("new"))
)


def find_for_scorebook(
    session: Session, secret: grants.Secret | None, public_id: str
) -> list[Phone]:
    """Return the phones with access to a scorebook; raise AccessDenied unless it is owned."""
    book = scorebooks.find_owned(session, secret, public_id)
    return _group_by_phone(
        session.execute(PHONES_OF_SCOREBOOK, {"scorebook": book.id}).all(), secret
    )


def find_for_match(
    session: Session, secret: grants.Secret | None, ref: grants.MatchRef
) -> list[Phone]:
    """Return the phones with access to a match; raise AccessDenied if the device may not write."""
    ref.rights.require_write(ref.public_id)
    where = {"scorebook": ref.scorebook_id, "match": ref.id}
    return _group_by_phone(session.execute(PHONES_OF_MATCH, where).all(), secret)


def rename(session: Session, secret: grants.Secret | None, phone: str, name: str) -> None:
    """Rename a phone: the device's own, or one with access to a scorebook of the device."""
    rules.check_names([name])
    is_known = any(
        session.execute(GRANTS_OF_PHONE, {"its_phone": phone, "scorebook": scorebook_id}).first()
        for scorebook_id in grants.find_owned_scorebooks(session, secret)
    )
    if not is_known and session.scalar(OWN_PHONE, grants.bind_device(secret)) != phone:
        raise grants.AccessDenied(phone)
    session.execute(RENAME_PHONE, {"its_phone": phone, "new": name})


def name_after_player(
    session: Session,
    secret: grants.Secret | None,
    players: Sequence[str | None],
    seat: int,
    agent: str,
) -> None:
    """Name the device's phone after the player in its seat, unless a person named it.

    A name guessed from the browser says little, and that of another player may be a wrong tap.
    """
    phone = session.execute(OWN_PHONE, grants.bind_device(secret)).one()
    if players[seat] and phone.name in (None, guess_device_name(agent), *players):
        session.execute(RENAME_PHONE, {"its_phone": phone.phone, "new": players[seat]})


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
    where = {"scorebook": book.id, "its_phone": phone}
    roles = session.scalars(ROLES_OF_PHONE, where).all()
    was_owner = "owner" in roles
    for scorebook_id in shared_scorebook.find_with_deleted(session, book.id):
        removals.remove_from_scorebook(session, scorebook_id, phone)
        # A form that is sent again must not end links made since.
        if was_owner or (new_links and roles):
            shared_scorebook.end_links(session, scorebook_id, recovery=was_owner)
    return was_owner


def remove_from_match(session: Session, ref: grants.MatchRef, phone: str) -> bool:
    """Remove a phone from a match and its event; return whether it had access to them alone."""
    ref.rights.require_write(ref.public_id)
    where = {"scorebook": ref.scorebook_id, "match": ref.id, "its_phone": phone}
    event_id = find_event(session, ref)
    if event_id is not None:
        return removals.remove_from_event(session, ref.scorebook_id, event_id, phone)
    session.execute(removals.RAISE_REVISIONS, where)
    removed = session.scalars(DELETE_MATCH_GRANTS.returning(GRANTS.c.id), where).all()
    grants.clear_cached_grants(session)
    return bool(removed)


def find_event(session: Session, ref: grants.MatchRef) -> int | None:
    """Return the event of a match, if it is played in one."""
    where = {"scorebook": ref.scorebook_id, "match": ref.id}
    event_id: int | None = session.scalar(EVENT_OF_MATCH, where)
    return event_id


def _group_by_phone(rows: Sequence[Any], secret: grants.Secret | None) -> list[Phone]:
    """Return each phone once for all its secrets, with its highest role and its latest use."""
    own_device = grants.bind_device(secret)["device"]
    by_phone: dict[str, list[Any]] = {}
    for row in rows:
        by_phone.setdefault(row.phone, []).append(row)
    return [
        Phone(
            id=phone,
            name=secrets[-1].name,
            role=min((row.role for row in secrets), key=ROLES.index),
            seat=next((row.seat for row in secrets if row.seat is not None), None),
            last_here=max(row.seen_at for row in secrets),
            is_this=any(row.secret_hash == own_device for row in secrets),
        )
        for phone, secrets in by_phone.items()
    ]
