"""Calling people otherwise: renaming players, merging two spellings, parting them again.

A match moves by its names only in what is shown of it, never in its version: a hand that is being
typed is saved all the same. Everything here holds the scorebook, so that names change one by one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, exists, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import (
    LOCK_SCOREBOOK,
    NotYours,
    Secret,
    in_owned,
    in_read,
    is_id,
)
from scorekeeper.book.db.search_key import fold
from scorekeeper.book.db.types import table_of
from scorekeeper.book.models import Match, Seat
from scorekeeper.book.models.statistics_revision import raise_statistics_revision
from scorekeeper.book.players.players import PLAYERS


@dataclass(frozen=True)
class Known:
    """A player: what somebody is called, and whose name leads."""

    scorebook_id: int
    id: int
    public_id: str
    name: str
    folded: str
    leader_id: int
    merged_into: int | None


class NameTaken(Exception):
    """Somebody else is called so; perhaps it is the same person."""

    def __init__(self, other: Known) -> None:
        super().__init__(other.name)
        self.other = other


class SitTogether(Exception):
    """Two players sat in one match, so they are not the same person."""


MATCHES, SEATS = table_of(Match), table_of(Seat)
OTHERS = SEATS.alias("others")
_IN_SCOREBOOK = PLAYERS.c.scorebook_id == bindparam("scorebook")
_COLUMNS = PLAYERS.c[
    "scorebook_id", "id", "public_id", "name", "folded", "leader_id", "merged_into"
]
FIND = select(*_COLUMNS).where(_IN_SCOREBOOK, PLAYERS.c.public_id == bindparam("public_id"))
LED = (
    select(*_COLUMNS)
    .where(_IN_SCOREBOOK, PLAYERS.c.leader_id == bindparam("leader"))
    .order_by(PLAYERS.c.id)
)
ALIKE = select(*_COLUMNS).where(_IN_SCOREBOOK, PLAYERS.c.folded == bindparam("looked_for"))
TOGETHER = select(
    exists().where(
        SEATS.c.scorebook_id == bindparam("scorebook"),
        SEATS.c.player_id.in_(bindparam("these", expanding=True)),
        OTHERS.c.scorebook_id == SEATS.c.scorebook_id,
        OTHERS.c.match_id == SEATS.c.match_id,
        OTHERS.c.player_id.in_(bindparam("those", expanding=True)),
    )
)
_THIS = (_IN_SCOREBOOK, PLAYERS.c.id == bindparam("this"))
CALL = update(PLAYERS).where(*_THIS).values(name=bindparam("new"), folded=bindparam("looked_for"))
LEAD = (
    update(PLAYERS).where(*_THIS).values(leader_id=bindparam("leader"), merged_into=bindparam("to"))
)
SHOW = (
    update(MATCHES)
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.id.in_(
            select(SEATS.c.match_id).where(
                SEATS.c.scorebook_id == bindparam("scorebook"),
                SEATS.c.player_id.in_(bindparam("these", expanding=True)),
            )
        ),
    )
    .values(shown=MATCHES.c.shown + 1)
)


def look(session: Session, secret: Secret | None, public_id: str) -> Known:
    """Return a player of a scorebook that the device may read; raise NotYours for any other."""
    return _one(in_read, session, secret, public_id)


def find(session: Session, secret: Secret | None, public_id: str) -> Known:
    """Return a player of a scorebook that the device owns; raise NotYours for any other."""
    return _one(in_owned, session, secret, public_id)


def spellings(session: Session, player: Known) -> list[Known]:
    """Return the players who are called by the name of the same one, the player among them."""
    values = {"scorebook": player.scorebook_id, "leader": player.leader_id}
    return [Known(*row) for row in session.execute(LED, values)]


def leader(player: Known, spellings: Iterable[Known]) -> Known:
    """Return the one of a player's spellings by whose name all of them are called."""
    return next(one for one in spellings if one.id == player.leader_id)


def rename(session: Session, secret: Secret | None, public_id: str, name: str) -> None:
    """Call a player otherwise in all matches; raise NameTaken where somebody else is called so.

    A spelling that was merged into the player leads from then on. Raises SetUpError for what is no
    name.
    """
    player = _held(session, secret, public_id)
    rules.check_names([name])
    if name in rules.USUAL_NAMES:
        raise rules.SetUpError("same name twice", position=0, name=name)
    group = spellings(session, player)
    looked_for = {"scorebook": player.scorebook_id, "looked_for": fold(name)}
    alike = [Known(*row) for row in session.execute(ALIKE, looked_for)]
    same = next((other for other in alike if other.name == name), None)
    if same is not None and same in group:
        _lead(session, group, same)
    elif same is not None or (alike and fold(name) != player.folded and alike[0] not in group):
        taken = same or alike[0]
        raise NameTaken(leader(taken, spellings(session, taken)))
    else:
        this = {"scorebook": player.scorebook_id, "this": player.id}
        session.execute(CALL, {**this, **looked_for, "new": name})
    _show(session, group)


def merge(session: Session, secret: Secret | None, public_id: str, into: str) -> None:
    """Call a player by the name of another, as they are the same person.

    Raises SitTogether where they cannot be, as both sat in one match.
    """
    one, other = _held(session, secret, public_id), _held(session, secret, into)
    if one.leader_id == other.leader_id:
        return
    if one.scorebook_id != other.scorebook_id or one.merged_into or other.merged_into:
        raise NotYours(into)
    group = spellings(session, one)
    ids = {"these": _ids(group), "those": _ids(spellings(session, other))}
    if session.scalar(TOGETHER, {"scorebook": one.scorebook_id, **ids}):
        raise SitTogether
    _point(session, group, other.id, {**_pointers(group), one.id: other.id})
    _show(session, group)


def part(session: Session, secret: Secret | None, public_id: str) -> None:
    """Take a merge back: the player and what was merged into it before are called as they were."""
    player = _held(session, secret, public_id)
    group, whole = [player], spellings(session, player)
    for _ in whole:
        ids = _ids(group)
        group += [one for one in whole if one.merged_into in ids and one not in group]
    if player.merged_into is not None:
        _point(session, group, player.id, {**_pointers(group), player.id: None})
        _show(session, group)


def respell(session: Session, scorebook_id: int, leader_id: int | None, name: str) -> None:
    """Spell a player with other accents or capitals, in all matches."""
    this = {"scorebook": scorebook_id, "this": leader_id, "leader": leader_id}
    session.execute(CALL, {**this, "new": name, "looked_for": fold(name)})
    _show(session, [Known(*row) for row in session.execute(LED, this)])


def _one(
    rows: Callable[..., list[Any]], session: Session, secret: Secret | None, public_id: str
) -> Known:
    # What cannot be an id, a database may refuse to look for.
    found = rows(session, secret, FIND, {"public_id": public_id}) if is_id(public_id) else []
    if not found:
        raise NotYours(public_id)
    return Known(*found[0])


def _held(session: Session, secret: Secret | None, public_id: str) -> Known:
    """Return a player as it is while nobody else can change the scorebook's names."""
    found = find(session, secret, public_id)
    session.execute(LOCK_SCOREBOOK, {"scorebook": found.scorebook_id})
    return find(session, secret, public_id)


def _lead(session: Session, group: Sequence[Known], leader: Known) -> None:
    """Let another spelling of a player lead; whatever was merged elsewhere stays so."""
    former = next(one for one in group if one.merged_into is None)
    if former != leader:
        pointers = {**_pointers(group), former.id: leader.id, leader.id: None}
        _point(session, group, leader.id, pointers)


def _point(
    session: Session, group: Iterable[Known], leader: int, pointers: Mapping[int, int | None]
) -> None:
    rows = [
        {"scorebook": one.scorebook_id, "this": one.id, "leader": leader, "to": pointers[one.id]}
        for one in group
    ]
    session.execute(LEAD, rows)


def _pointers(group: Iterable[Known]) -> dict[int, int | None]:
    return {one.id: one.merged_into for one in group}


def _ids(group: Iterable[Known]) -> list[int]:
    return [one.id for one in group]


def _show(session: Session, group: Sequence[Known]) -> None:
    """Let the matches of these players be shown anew, and their statistics."""
    raise_statistics_revision(session, group[0].scorebook_id)
    values: dict[str, Any] = {"scorebook": group[0].scorebook_id, "these": _ids(group)}
    session.execute(SHOW, values)
