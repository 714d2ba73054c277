"""The players of a scorebook with all spellings of their names, its season and its time zone."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.ids import now
from scorekeeper.book.models import conditions
from scorekeeper.book.models.tables import EVENTS, MATCHES, PLAYERS, SCOREBOOKS
from scorekeeper.book.players.clocks import convert_to_clock, make_clock
from scorekeeper.book.players.players import is_listed
from scorekeeper.book.statistics import results
from scorekeeper.book.statistics.cache import load_cached

COLOURS = 4


@dataclass(frozen=True)
class Person:
    """A player: the canonical name, all spellings' ids, and merged names by their public ids.

    `is_listed` is false for someone whose matches and events are all deleted.
    `is_namesake` is true if people said that nobody else with the same search `key` is this player.
    """

    id: int
    public_id: str
    name: str
    guest: bool
    colour: int | None
    ids: tuple[int, ...]
    key: str = ""
    is_namesake: bool = False
    merged: dict[str, str] = field(default_factory=dict)
    is_listed: bool = True


@dataclass(frozen=True)
class Roster:
    """The players of a scorebook by their canonical ids, its season, and today's date.

    `season_best` is how many evenings of a club season count; None means all.
    `canonical_ids` maps the id of each spelling to the canonical one. Days are numbers like
    20261120. Equal revisions mean that everything except the day is equal.
    """

    id: int
    today: int
    revision: int = 0
    season: int | None = None
    season_best: int | None = None
    people: dict[int, Person] = field(default_factory=dict)
    canonical_ids: dict[int, int] = field(default_factory=dict)

    def for_viewers(self) -> "Roster":
        """Return the roster without those whose matches and events are all deleted."""
        return replace(self, people={one.id: one for one in self.people.values() if one.is_listed})

    @property
    def similar_people(self) -> list[tuple[Person, Person]]:
        """Pairs with the same search key, who may be one person; the older name comes first."""
        by_key = sorted(self.people.values(), key=lambda one: (one.key, one.id))
        groups = [list(group) for _key, group in groupby(by_key, key=lambda one: one.key)]
        pairs = (pair for group in groups for pair in combinations(group, 2))
        return [pair for pair in pairs if not pair[1].is_namesake]

    def find_person(self, public_id: str) -> Person:
        """Return a player by the public id of any spelling; raise AccessDenied if there is none."""
        for person in self.people.values():
            if public_id == person.public_id or public_id in person.merged:
                return person
        raise AccessDenied(public_id)


ALL_PLAYERS = (
    select(*PLAYERS.c["id", "public_id", "name", "search_key", "canonical_id"])
    .add_columns(*PLAYERS.c["guest", "colour", "namesake"], is_listed(PLAYERS).label("is_listed"))
    .add_columns(*SCOREBOOKS.c["season_from", "season_best", "time_zone", "statistics_revision"])
    .select_from(SCOREBOOKS.outerjoin(PLAYERS, PLAYERS.c.scorebook_id == SCOREBOOKS.c.id))
    .where(conditions.of_scorebook(SCOREBOOKS))
    .order_by(PLAYERS.c.search_key, PLAYERS.c.name)
)
RAISE_REVISIONS = conditions.update_matches(
    conditions.of_scorebook(MATCHES), MATCHES.c.utc_offset.is_(None)
)
RAISE_EVENT_REVISIONS = conditions.update_events(conditions.of_scorebook(EVENTS))


def load_roster(session: Session, scorebook_id: int, revision: int | None = None) -> Roster:
    """Return the players of a scorebook, ordered by name; from the cache if `revision` is given."""

    def fetch_rows() -> Sequence[Any]:
        return session.execute(ALL_PLAYERS, {"scorebook": scorebook_id}).all()

    key = "people", scorebook_id, revision
    rows = fetch_rows() if revision is None else load_cached(session, key, fetch_rows)
    player_rows = [row for row in rows if row.id is not None]
    led: dict[int, list[Any]] = defaultdict(list)
    for row in player_rows:
        led[row.canonical_id].append(row)
    people = {
        row.id: Person(
            *(row.id, row.public_id, row.name, row.guest, row.colour),
            ids=tuple(sorted(one.id for one in led[row.id])),
            key=row.search_key,
            is_namesake=row.namesake,
            merged={one.public_id: one.name for one in led[row.id] if one is not row},
            is_listed=any(one.is_listed for one in led[row.id]),
        )
        for row in player_rows
        if row.id == row.canonical_id
    }
    of_book = rows[0]
    today = results.day_number(convert_to_clock(make_clock(None, of_book.time_zone), now()))
    canonical_ids = {row.id: row.canonical_id for row in player_rows}
    season = of_book.season_from, of_book.season_best
    return Roster(scorebook_id, today, of_book.statistics_revision, *season, people, canonical_ids)


def set_appearance(
    session: Session, book: Roster, person: Person, guest: bool, colour: int | None
) -> None:
    """Set whether a player is a guest, and their colour."""
    conditions.raise_statistics_revision(session, book.id)
    where = {"scorebook": book.id, "player": person.id}
    session.execute(conditions.UPDATE_PLAYER, {**where, "guest": guest, "colour": colour})


def set_season(
    session: Session, scorebook_id: int, day: int | None, best: int | None = None
) -> None:
    """Set the first day of the season, like 20261120, and how many evenings of it count.

    None means from the beginning, and all evenings.
    """
    conditions.raise_statistics_revision(session, scorebook_id)
    values = {"scorebook": scorebook_id, "season_from": day, "season_best": best}
    session.execute(conditions.UPDATE_SCOREBOOK, values)


def set_time_zone(session: Session, scorebook_id: int, zone: str | None) -> None:
    """Set the time zone of a scorebook: of its events and all matches without an offset."""
    conditions.raise_statistics_revision(session, scorebook_id)
    session.execute(conditions.UPDATE_SCOREBOOK, {"scorebook": scorebook_id, "time_zone": zone})
    session.execute(RAISE_REVISIONS, {"scorebook": scorebook_id})
    session.execute(RAISE_EVENT_REVISIONS, {"scorebook": scorebook_id})
    results.update_days(session, scorebook_id)
