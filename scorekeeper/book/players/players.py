"""The players of a scorebook: finding and creating them by name."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, bindparam, exists, func, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret, query_current
from scorekeeper.book.db.ids import new_id
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook, raise_statistics_revision
from scorekeeper.book.models.tables import EVENT_PLAYERS, EVENTS, MATCHES, PLAYERS, SEATS

MAX_PREVIEW_NAMES = 4
"""Maximum number of players listed to identify an unnamed scorebook."""

CANONICAL_PLAYERS = PLAYERS.alias("leaders")
"""The canonical player of each player: usually the player itself."""
IS_CANONICAL = (CANONICAL_PLAYERS.c.scorebook_id == PLAYERS.c.scorebook_id) & (
    CANONICAL_PLAYERS.c.id == PLAYERS.c.canonical_id
)

SPELLINGS = PLAYERS.alias("led")
MAX_LATEST_MATCHES = 4
"""Matches of each spelling, the last to begin, of which the one played last counts."""
# The scorebook is a condition in each part, so that each part uses its index.
_PLAYED = (
    select(MATCHES.c.last_played_at)
    .where(of_scorebook(MATCHES), MATCHES.c.id == SEATS.c.match_id)
    .scalar_subquery()
)
_LATEST = (
    select(_PLAYED.label("played"))
    .where(of_scorebook(SEATS), SEATS.c.player_id == SPELLINGS.c.id)
    .order_by(SEATS.c.started_at.desc(), SEATS.c.match_id.desc())
    .limit(MAX_LATEST_MATCHES)
    .correlate(SPELLINGS)
    .subquery()
)
_LAST_PLAYED = (
    select(func.max(select(func.max(_LATEST.c.played)).scalar_subquery()))
    .where(of_scorebook(SPELLINGS), SPELLINGS.c.canonical_id == PLAYERS.c.canonical_id)
    .correlate(PLAYERS)
    .scalar_subquery()
)


def is_listed(player: FromClause) -> ColumnElement[bool]:
    """Return the condition that a spelling is in a match or an event that isn't deleted.

    Deleted ones can be restored, but nobody else sees their names until then.
    """
    in_match = of_scorebook(MATCHES) & (MATCHES.c.id == SEATS.c.match_id)
    in_event = of_scorebook(EVENTS) & (EVENTS.c.id == EVENT_PLAYERS.c.event_id)
    entered = exists().select_from(EVENT_PLAYERS.join(EVENTS, in_event))
    sat = exists().select_from(SEATS.join(MATCHES, in_match)).where(NOT_DELETED)
    return or_(
        sat.where(of_scorebook(SEATS), SEATS.c.player_id == player.c.id),
        entered.where(of_scorebook(EVENT_PLAYERS), EVENT_PLAYERS.c.player_id == player.c.id).where(
            EVENTS.c.deleted_at.is_(None)
        ),
    )


_IS_ANY_LISTED = exists().where(
    *(of_scorebook(SPELLINGS), SPELLINGS.c.canonical_id == PLAYERS.c.id, is_listed(SPELLINGS))
)
LIST_NAMES = (
    select(PLAYERS.c.name)
    .where(of_scorebook(PLAYERS), PLAYERS.c.merged_into.is_(None), _IS_ANY_LISTED)
    .order_by(_LAST_PLAYED.desc().nulls_last(), PLAYERS.c.id)
    .limit(bindparam("limit"))
)
FIND_BY_SEARCH_KEYS = (
    select(*PLAYERS.c["name", "search_key", "canonical_id"])
    .add_columns(CANONICAL_PLAYERS.c.name.label("shown"))
    .join(CANONICAL_PLAYERS, IS_CANONICAL)
    .where(of_scorebook(PLAYERS), PLAYERS.c.search_key.in_(bindparam("names", expanding=True)))
    .order_by(_LAST_PLAYED.nulls_first(), PLAYERS.c.id)
)
INSERT_PLAYERS = insert(PLAYERS)
RESPELLED = "respelled"
"""Key under which a session notes the names taken as another spelling."""


class SeatedPlayers(NamedTuple):
    """Players by seat, and whether one of them was just inserted."""

    ids: list[int | None]
    is_any_new: bool


def list_names(session: Session, secret: Secret | None, limit: int = 50) -> list[str]:
    """List the names of the players, most recently played first."""
    return [row.name for row in query_current(session, secret, LIST_NAMES, {"limit": limit})]


def list_names_in(session: Session, scorebook_id: int, limit: int = 50) -> list[str]:
    """List the names of the players of a scorebook, most recently played first."""
    return list(session.scalars(LIST_NAMES, {"scorebook": scorebook_id, "limit": limit}))


def list_preview_names(session: Session, scorebook_id: int) -> tuple[str, ...]:
    """List some names of the players of a scorebook, to identify one without a name."""
    return tuple(list_names_in(session, scorebook_id, MAX_PREVIEW_NAMES))


def find_by_names(
    session: Session, scorebook_id: int, names: Iterable[str]
) -> tuple[dict[str, int], Mapping[str, list[tuple[int, str]]]]:
    """Find the players with exactly these names, and ids and names of all by their search keys.

    Of the latter, who played last comes last.
    """
    search_keys = sorted({rules.fold(name) for name in names})
    rows = session.execute(
        FIND_BY_SEARCH_KEYS, {"scorebook": scorebook_id, "names": search_keys}
    ).all()
    similar: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in rows:
        similar[row.search_key].append((row.canonical_id, row.shown))
    return {row.name: row.canonical_id for row in rows}, similar


def find_or_create_players(
    session: Session,
    scorebook_id: int,
    names: Sequence[str | None],
    others: Collection[str | None] = (),
) -> SeatedPlayers:
    """Find the players with these names, by seat; insert those that are missing.

    An exact match counts first, then the player with another spelling of the name who played last,
    unless the name is one of `others`. Raises SetUpError if two names belong to the same player, or
    are spellings of one name and not both known.
    """
    ids_by_name = {name: None for name in names if name is not None}
    exact, similar = find_by_names(session, scorebook_id, ids_by_name)
    ids = _match_exactly(names, exact)
    new: list[dict[str, Any]] = []
    respelled = session.info.setdefault(RESPELLED, {})
    for name in ids_by_name:
        key = rules.fold(name)
        if name in ids:
            continue
        if name not in others and key in map(rules.fold, ids):
            raise rules.SetUpError("same name twice", position=names.index(name), name=name)
        if name in others or not similar[key]:
            ids[name] = new_id()
            new.append({"id": ids[name], "name": name, "namesake": name in others})
        else:
            ids[name], respelled[name] = similar[key][-1]
    if new:
        insert_players(session, scorebook_id, new)
    return SeatedPlayers([None if name is None else ids[name] for name in names], bool(new))


def list_respelled(session: Session) -> dict[str, str]:
    """Return the names taken as another spelling in this session, each with the player's name."""
    return dict(session.info.get(RESPELLED, {}))


def insert_players(session: Session, scorebook_id: int, rows: Sequence[dict[str, Any]]) -> None:
    """Insert new players; raise the revision of the statistics, which list all players."""
    raise_statistics_revision(session, scorebook_id)
    of_book = {"scorebook_id": scorebook_id}
    keyed = [{**of_book, **row, "search_key": rules.fold(row["name"])} for row in rows]
    session.execute(INSERT_PLAYERS, keyed)


def _match_exactly(names: Sequence[str | None], ids_by_name: Mapping[str, int]) -> dict[str, int]:
    """Return the players with exactly these names, by name."""
    ids: dict[str, int] = {}
    for position, name in enumerate(names):
        if name is not None and name in ids_by_name:
            if ids_by_name[name] in ids.values():
                raise rules.SetUpError("same name twice", position=position, name=name)
            ids[name] = ids_by_name[name]
    return ids
