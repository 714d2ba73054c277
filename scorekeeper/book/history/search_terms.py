"""The players in a search: given by parts of their names, or by their public ids."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, case, exists, func, literal, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import is_public_id
from scorekeeper.book.history.filters import LOST, WON, Filters
from scorekeeper.book.models.conditions import of_scorebook, same_match
from scorekeeper.book.models.tables import EVENT_PLAYERS, EVENTS, MATCHES, PLAYERS, SEATS
from scorekeeper.book.players.players import CANONICAL_PLAYERS, IS_CANONICAL

MAX_CANDIDATES = 12
"""Players that a name can stand for; with more, most matches have one of them."""
MAX_CACHED_STATEMENTS = 50
"""Statements of the latest searches, which take longer to build than to execute."""
MAX_COUNTED_MATCHES = 100
"""Matches of a player that are counted, to find the player with the fewest."""

SPELLINGS, PARTNER_SEATS = PLAYERS.alias("spellings"), SEATS.alias("beside")
NAMED, SEATED = PLAYERS.alias("like"), PLAYERS.alias("seated")


@dataclass(frozen=True)
class SearchTerm:
    """A player in a search: the players that fit, or the LIKE pattern of their names.

    `often` is their number of matches, up to MAX_COUNTED_MATCHES for each; `called` is the name
    of a player given by public id; `partners` are players required on the same side.
    """

    ids: tuple[int, ...]
    often: int
    pattern: str = ""
    called: str = ""
    partners: tuple[int, ...] = field(default=())

    @property
    def are_few(self) -> bool:
        """Whether there are few enough players to search the matches of each."""
        return not self.pattern or len(self.ids) <= MAX_CANDIDATES

    @property
    def is_frequent(self) -> bool:
        """Whether not all matches of the players were counted."""
        return self.often >= MAX_COUNTED_MATCHES

    def match_condition(self, result: str) -> ColumnElement[bool]:
        """Return the condition that they sat in a match, with this result."""
        who = (
            SEATS.c.player_id.in_(self.ids)
            if self.are_few
            else exists().where(
                SEATED.c.scorebook_id == SEATS.c.scorebook_id,
                SEATED.c.id == SEATS.c.player_id,
                _has_spelling(SEATED, self.pattern, SEATS.c.scorebook_id),
            )
        )
        # The start time makes this a single look-up in the index.
        conditions = (same_match(SEATS, MATCHES), SEATS.c.started_at == MATCHES.c.started_at)
        return exists().where(*conditions, who, *self.seat_conditions(result)).correlate(MATCHES)

    @property
    def event_condition(self) -> ColumnElement[bool]:
        """The condition that they took part in an event."""
        spelled = _has_spelling(SEATED, self.pattern, SEATED.c.scorebook_id)
        who = self.ids if self.are_few else select(SEATED.c.id).where(of_scorebook(SEATED), spelled)
        theirs = select(EVENT_PLAYERS.c.event_id).where(of_scorebook(EVENT_PLAYERS))
        return EVENTS.c.id.in_(theirs.where(EVENT_PLAYERS.c.player_id.in_(who)))

    def seat_conditions(self, result: str) -> list[ColumnElement[bool]]:
        """Return the conditions that their seat has this result, and the partner."""
        conditions: list[ColumnElement[bool]] = []
        if result == WON:
            conditions.append(MATCHES.c.winner == _side(SEATS.c.seat))
        if result == LOST:
            conditions.append(MATCHES.c.winner != _side(SEATS.c.seat))
        if self.partners:
            on_one_side = exists().where(
                same_match(PARTNER_SEATS, SEATS),
                PARTNER_SEATS.c.started_at == SEATS.c.started_at,
                PARTNER_SEATS.c.seat != SEATS.c.seat,
                PARTNER_SEATS.c.player_id.in_(self.partners),
                _side(PARTNER_SEATS.c.seat) == _side(SEATS.c.seat),
            )
            conditions.append(on_one_side.correlate(SEATS, MATCHES))
        return conditions


def find_people(session: Session, scorebook_id: int, filters: Filters) -> list[SearchTerm]:
    """Return the search terms: those by name first, then the player and the partner."""
    patterns = [like_pattern(part) for part in filters.names]
    addresses = [one for one in (filters.player, filters.partner) if one]
    if not patterns and not addresses:
        return []
    query = _select_people(scorebook_id, tuple(patterns), tuple(addresses))
    rows = session.execute(query).all()
    terms = []
    for place, one in enumerate([*patterns, *[""] * len(addresses)]):
        candidates = [row for row in rows if row.place == place]
        ids, often = tuple(row.id for row in candidates), sum(row.often for row in candidates)
        called = next((row.name for row in candidates), "") if not one else ""
        terms.append(SearchTerm(ids, often, one, called))
    return terms


def combine_partners(player: SearchTerm, partner: SearchTerm) -> SearchTerm:
    """Combine two partners into one term: the rarer one, with the other as partner."""
    rarer, other = sorted((player, partner), key=lambda one: one.often)
    return replace(rarer, partners=other.ids)


def like_pattern(text: str) -> str:
    """Return the LIKE pattern for search keys that contain a text."""
    text = rules.fold(text)
    for sign in "/%_":
        text = text.replace(sign, f"/{sign}")
    return f"%{text}%"


@lru_cache(maxsize=MAX_CACHED_STATEMENTS)
def _select_people(scorebook_id: int, patterns: tuple[str, ...], addresses: tuple[str, ...]) -> Any:
    """Return the statement for the players of all terms."""
    statements = [
        _select_candidates(
            scorebook_id, place, _has_spelling(PLAYERS, like, scorebook_id), MAX_CANDIDATES + 1
        )
        for place, like in enumerate(patterns)
    ]
    statements += [
        _select_by_public_id(scorebook_id, place, one if is_public_id(one) else "")
        for place, one in enumerate(addresses, start=len(patterns))
    ]
    return statements[0].union_all(*statements[1:]) if len(statements) > 1 else statements[0]


def _side(seat: ColumnElement[int]) -> ColumnElement[int]:
    """Return the side of a seat, in the game of its match."""
    sides = {
        key: case(dict(enumerate(game.side_of)), value=seat) for key, game in rules.GAMES.items()
    }
    return case(sides, value=MATCHES.c.game)


def _has_spelling(players: FromClause, like: str, scorebook: Any) -> ColumnElement[bool]:
    """Return the condition that a player has a spelling that fits a LIKE pattern."""
    spelled = select(SPELLINGS.c.canonical_id).where(
        SPELLINGS.c.scorebook_id == scorebook, SPELLINGS.c.search_key.like(like, escape="/")
    )
    return players.c.canonical_id.in_(spelled)


def _select_by_public_id(scorebook_id: int, place: int, public_id: str) -> Select[Any]:
    canonical_id = select(NAMED.c.canonical_id).where(
        NAMED.c.scorebook_id == scorebook_id, NAMED.c.public_id == public_id
    )
    return _select_candidates(
        scorebook_id, place, PLAYERS.c.canonical_id == canonical_id.scalar_subquery(), None
    )


def _select_candidates(
    scorebook_id: int, place: int, condition: ColumnElement[bool], most: int | None
) -> Select[Any]:
    matches = select(literal(1)).where(
        SEATS.c.scorebook_id == scorebook_id, SEATS.c.player_id == PLAYERS.c.id
    )
    limited = matches.correlate(PLAYERS).limit(MAX_COUNTED_MATCHES).subquery()
    often = select(func.count()).select_from(limited).scalar_subquery()
    candidates = (
        select(
            literal(place).label("place"),
            PLAYERS.c.id,
            CANONICAL_PLAYERS.c.name,
            often.label("often"),
        )
        .select_from(PLAYERS.join(CANONICAL_PLAYERS, IS_CANONICAL))
        .where(PLAYERS.c.scorebook_id == scorebook_id, condition)
        .limit(most)
    )
    within = candidates.subquery()
    return select(within)
