"""Names of players: renaming, merging two spellings, splitting them again.

Names change the revision of a match, never its version, so a hand being entered can still be saved.
Everything here locks the scorebook, so that names change one at a time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, Table, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import grants
from scorekeeper.book.models.conditions import (
    UPDATE_PLAYER,
    of_scorebook,
    raise_statistics_revision,
    update_events,
    update_matches,
)
from scorekeeper.book.models.tables import EVENT_PLAYERS, EVENTS, MATCHES, PLAYERS, SEATS


@dataclass(frozen=True)
class PlayerRef:
    """A player: one spelling of a name, and the player with the canonical spelling."""

    scorebook_id: int
    id: int
    public_id: str
    name: str
    search_key: str
    canonical_id: int
    merged_into: int | None


class NameTaken(Exception):
    """Another player has this name, or it is a spelling of `other`; it may be the same person."""

    def __init__(self, name: str, other: PlayerRef) -> None:
        super().__init__(name)
        self.name, self.other = name, other


class NamesChanged(Exception):
    """Someone else changed these names since the form was shown; `now` has them by seat."""

    def __init__(self, now: Mapping[int, str | None]) -> None:
        super().__init__(*now)
        self.now = now


class PlayersShareMatch(Exception):
    """Two players sat in one match or take part in one event: they are not the same person."""


_COLUMNS = PLAYERS.c[
    "scorebook_id", "id", "public_id", "name", "search_key", "canonical_id", "merged_into"
]
FIND_PLAYER = select(*_COLUMNS).where(
    of_scorebook(PLAYERS), PLAYERS.c.public_id == bindparam("public_id")
)
LIST_SPELLINGS = (
    select(*_COLUMNS)
    .where(of_scorebook(PLAYERS), PLAYERS.c.canonical_id == bindparam("canonical"))
    .order_by(PLAYERS.c.id)
)
FIND_BY_SEARCH_KEY = select(*_COLUMNS).where(
    of_scorebook(PLAYERS), PLAYERS.c.search_key == bindparam("looked_for")
)


def _select_shared(table: Table, column: str) -> Select[bool]:
    """Select whether one of `these` players and one of `those` are in the same match or event."""
    other = table.alias("other")
    both = (other.c[name] == table.c[name] for name in ("scorebook_id", column))
    those = other.c.player_id.in_(bindparam("those", expanding=True))
    return select(_select_with_these(table, column).where(*both, those).exists())


def _select_with_these(table: Table, column: str) -> Select[int]:
    """Select the matches or events of `these` players."""
    these = table.c.player_id.in_(bindparam("these", expanding=True))
    return select(table.c[column]).where(of_scorebook(table), these)


SHARE_A_MATCH = _select_shared(SEATS, "match_id")
SHARE_AN_EVENT = _select_shared(EVENT_PLAYERS, "event_id")
RAISE_REVISIONS = update_matches(
    of_scorebook(MATCHES), MATCHES.c.id.in_(_select_with_these(SEATS, "match_id"))
)
RAISE_EVENT_REVISIONS = update_events(
    of_scorebook(EVENTS), EVENTS.c.id.in_(_select_with_these(EVENT_PLAYERS, "event_id"))
)


def find_readable(
    session: Session,
    secret: grants.Secret | None,
    public_id: str,
    roles: Sequence[str] = ("owner", "viewer"),
) -> PlayerRef:
    """Find a player in the scorebooks that the device may read, or raise AccessDenied."""
    # A database may reject a text that cannot be an id.
    if grants.is_public_id(public_id):
        values = {"public_id": public_id}
        for row in grants.query_scorebooks(session, secret, FIND_PLAYER, values, roles):
            return PlayerRef(*row)
    raise grants.AccessDenied(public_id)


def find_owned(session: Session, secret: grants.Secret | None, public_id: str) -> PlayerRef:
    """Find a player in the scorebooks that the device owns, or raise AccessDenied."""
    return find_readable(session, secret, public_id, ("owner",))


def load_spellings(session: Session, player: PlayerRef) -> list[PlayerRef]:
    """Load all players with the same canonical player, including the player."""
    values = {"scorebook": player.scorebook_id, "canonical": player.canonical_id}
    return [PlayerRef(*row) for row in session.execute(LIST_SPELLINGS, values)]


def find_canonical(player: PlayerRef, spellings: Iterable[PlayerRef]) -> PlayerRef:
    return next(one for one in spellings if one.id == player.canonical_id)


def rename(
    session: Session,
    secret: grants.Secret | None,
    public_id: str,
    name: str,
    shown: str | None = None,
) -> None:
    """Rename a player in all matches; raise NameTaken if another player has the name.

    `shown` is the name when the form was shown, None the present one. If the name is a merged
    spelling, that becomes canonical. Raises SetUpError for an invalid name, NamesChanged if someone
    else renamed the player, too.
    """
    player = _lock_player(session, secret, public_id)
    rules.check_names([name])
    if name in rules.USUAL_NAMES:
        raise rules.SetUpError("same name twice", position=0, name=name)
    group = load_spellings(session, player)
    now = find_canonical(player, group).name
    if shown is not None and now not in (shown, name):
        raise NamesChanged({0: now})
    by_key = {"scorebook": player.scorebook_id, "looked_for": rules.fold(name)}
    similar = [PlayerRef(*row) for row in session.execute(FIND_BY_SEARCH_KEY, by_key)]
    same = next((other for other in similar if other.name == name), None)
    if same is not None and same in group:
        former = next(one for one in group if one.merged_into is None)
        if former != same:
            # All other merges are kept.
            _update_pointers(session, group, same.id, {former.id: same.id, same.id: None})
    elif same is not None or (
        similar and rules.fold(name) != player.search_key and similar[0] not in group
    ):
        taken = same or similar[0]
        raise NameTaken(name, find_canonical(taken, load_spellings(session, taken)))
    else:
        _update_name(session, player.scorebook_id, player.id, name)
    _raise_revisions(session, group)


def merge(session: Session, secret: grants.Secret | None, public_id: str, into: str) -> None:
    """Merge a player into another; raise PlayersShareMatch if both sat in one match or event."""
    one, other = _lock_player(session, secret, public_id), _lock_player(session, secret, into)
    if one.canonical_id == other.canonical_id:
        return
    if one.scorebook_id != other.scorebook_id or one.merged_into or other.merged_into:
        raise grants.AccessDenied(into)
    group = load_spellings(session, one)
    ids = {"these": _ids(group), "those": _ids(load_spellings(session, other))}
    where = {"scorebook": one.scorebook_id, **ids}
    if session.scalar(SHARE_A_MATCH, where) or session.scalar(SHARE_AN_EVENT, where):
        raise PlayersShareMatch
    _update_pointers(session, group, other.id, {one.id: other.id})
    _raise_revisions(session, group)


def tell_apart(session: Session, secret: grants.Secret | None, public_id: str) -> None:
    """Note that a player is nobody else with another spelling of the name."""
    player = _lock_player(session, secret, public_id)
    session.execute(
        UPDATE_PLAYER, {"scorebook": player.scorebook_id, "player": player.id, "namesake": True}
    )
    raise_statistics_revision(session, player.scorebook_id)


def split(session: Session, secret: grants.Secret | None, public_id: str) -> None:
    """Undo a merge: split off the player, together with the spellings merged into it."""
    player = _lock_player(session, secret, public_id)
    group, spellings = [player], load_spellings(session, player)
    for _ in spellings:
        ids = _ids(group)
        group += [one for one in spellings if one.merged_into in ids and one not in group]
    if player.merged_into is not None:
        _update_pointers(session, group, player.id, {player.id: None})
        _raise_revisions(session, group)


def update_spelling(
    session: Session, scorebook_id: int, canonical_id: int | None, name: str
) -> None:
    """Change accents or capitals in a name, in all matches; raise NameTaken for a merged one."""
    where = {"scorebook": scorebook_id, "canonical": canonical_id}
    group = [PlayerRef(*row) for row in session.execute(LIST_SPELLINGS, where)]
    if name in (one.name for one in group):
        raise NameTaken(name, find_canonical(group[0], group))
    _update_name(session, scorebook_id, canonical_id, name)
    _raise_revisions(session, group)


def _update_name(session: Session, scorebook_id: int, player_id: int | None, name: str) -> None:
    values = {"name": name, "search_key": rules.fold(name)}
    session.execute(UPDATE_PLAYER, {"scorebook": scorebook_id, "player": player_id, **values})


def _lock_player(session: Session, secret: grants.Secret | None, public_id: str) -> PlayerRef:
    """Lock the scorebook of a player; return the player as it is then."""
    player = find_owned(session, secret, public_id)
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": player.scorebook_id})
    return find_owned(session, secret, public_id)


def _update_pointers(
    session: Session, group: Iterable[PlayerRef], canonical: int, changed: Mapping[int, int | None]
) -> None:
    rows = [
        {
            **{"scorebook": one.scorebook_id, "player": one.id, "canonical_id": canonical},
            "merged_into": changed.get(one.id, one.merged_into),
        }
        for one in group
    ]
    session.execute(UPDATE_PLAYER, rows)


def _ids(group: Iterable[PlayerRef]) -> list[int]:
    return [one.id for one in group]


def _raise_revisions(session: Session, group: Sequence[PlayerRef]) -> None:
    raise_statistics_revision(session, group[0].scorebook_id)
    values: dict[str, Any] = {"scorebook": group[0].scorebook_id, "these": _ids(group)}
    session.execute(RAISE_REVISIONS, values)
    session.execute(RAISE_EVENT_REVISIONS, values)
