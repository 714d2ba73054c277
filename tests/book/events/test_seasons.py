"""Seasons: twelve evenings added up by hand, their names, days and statements."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from sqlalchemy import update

from scorekeeper.book.access.grants import Secret, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import events
from scorekeeper.book.events.event_loader import Season, load_season
from scorekeeper.book.models.tables import EVENTS
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics.queries import ALL_TIME, Days
from scorekeeper.book.statistics.roster import Roster, load_roster, set_appearance, set_season
from scorekeeper.rules.seating.event import EventKind
from tests.databases import recorded
from tests.evening import Entries, Evening

OWNER = "o" * 22
FIRST = datetime(2026, 9, 4, 19, tzinfo=UTC)
WEEK = timedelta(days=7)
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Guest", "Ida", "Jo", "Kim", "Leo", "Max")
SPELLED = {"Cleo": "Cléopâtre"}
"""A name that is another spelling in every other evening, until both are merged."""


def hold(
    database: Database,
    names: Entries,
    points: list[tuple[int, int]],
    *,
    week: int = 0,
    name: str = "Friday club",
) -> Evening:
    """Hold an evening of one round with these points at its tables."""
    kind = EventKind.ROUND_ROBIN if len(names[0]) == 2 else EventKind.SINGLES
    evening = Evening.create(database, names, kind, secret=OWNER)
    evening.seat()
    for table, (first, second) in enumerate(points, start=1):
        evening.type_result(table, first, second)
    evening.do(events.change_setup, name, evening.load().event)
    evening.end()
    with database.write() as session:
        mine = EVENTS.c.public_id == evening.id
        session.execute(update(EVENTS).where(mine).values(started_at=FIRST + week * WEEK))
    return evening


def load(database: Database, days: Days = ALL_TIME, name: str = "") -> tuple[Roster, Season]:
    with database.read() as session:
        book = load_roster(session, find_owned_scorebooks(session, Secret(OWNER))[0])
        return book, load_season(session, book, "owner", days, name)


def count_names(database: Database, days: Days = ALL_TIME, name: str = "") -> list[str]:
    return [one.name for one in load(database, days, name)[1].evenings]


@dataclass
class ByHand:
    """What twelve evenings bring, added up with nothing but the points of the tables."""

    scores: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, evening: Evening) -> None:
        """Rank the people of an evening by wins, then by the points difference."""
        stored = evening.load()
        results, partner = {}, {}
        for table in stored.event.rounds[0].tables:
            assert table.result
            assert table.result.points
            for side in (0, 1):
                names = [name for one in table.side(side) for name in stored.names[one]]
                own, other = table.result.points[side], table.result.points[1 - side]
                wins = 0.5 if own == other else float(own > other)
                for person in names:
                    results[person] = wins, own - other
                    partner[person] = names if stored.event.is_pairs else [person]
        for person, (wins, difference) in results.items():
            points = 1.0
            for other, result in results.items():
                if other not in partner[person]:
                    points += 1 if (wins, difference) > result else 0
                    points += 0.5 if (wins, difference) == result else 0
            spelled = next((one for one, two in SPELLED.items() if two == person), person)
            self.scores[spelled].append((points, wins))

    def sum_up(self, best: int) -> dict[str, tuple[float, float]]:
        sums = {}
        for person, scores in self.scores.items():
            counted = sorted(scores, reverse=True)[:best]
            sums[person] = sum(one for one, _ in counted), sum(wins for _, wins in counted)
        return sums


@pytest.fixture
def twelve(database: Database) -> ByHand:
    """Eight evenings of nine people and four of four pairs, the best six of which count."""
    random, by_hand = Random(12), ByHand()
    for week in range(12):
        names = [SPELLED.get(one, one) if week % 2 else one for one in PEOPLE]
        people = random.sample(names, 9)
        entries: Entries = [(one,) for one in people]
        if week % 3 == 2:
            entries = [*zip(people[0:8:2], people[1:8:2], strict=True)]
        points = [(random.choice([250, 300, 350]), random.choice([250, 260, 300])) for _ in "12"]
        by_hand.add(hold(database, entries, points, week=week))
    with database.write() as session:
        book = load_roster(session, find_owned_scorebooks(session, Secret(OWNER))[0])
        by_name = {person.name: person for person in book.people.values()}
        set_appearance(session, book, by_name["Guest"], guest=True, colour=None)
        set_season(session, book.id, None, best=6)
        spelled, name = (by_name[one].public_id for one in ("Cléopâtre", "Cleo"))
        player_names.merge(session, Secret(OWNER), spelled, name)
    return by_hand


def test_a_season_of_twelve_evenings_equals_a_sum_by_hand(
    database: Database, twelve: ByHand
) -> None:
    book, season = load(database)
    expected = twelve.sum_up(best=6)
    assert expected.pop("Guest")
    rows = {book.people[row.person].name: (row.points, row.wins) for row in season.rows}
    assert rows == expected
    assert "Cleo" in rows
    assert [row.place for row in season.rows] == sorted(
        1 + sum(other > own for other in rows.values()) for own in rows.values()
    )
    assert len(season.evenings) == 12
    assert max(len(row.scores) for row in season.rows) > 6


@pytest.mark.parametrize("evenings", [0, 1, 5])
def test_statements_do_not_grow_with_evenings(database: Database, evenings: int) -> None:
    for week in range(evenings):
        hold(database, [(one,) for one in PEOPLE[:8]], [(300, 250)] * 2, week=week)
    Evening.create(database, secret=OWNER)
    with recorded(database) as statements:
        load(database)
    assert len(statements) <= 6


def test_only_finished_evenings_of_the_days_and_the_name_count(database: Database) -> None:
    eight = [(one,) for one in PEOPLE[:8]]
    hold(database, eight, [(300, 250)] * 2, name="FRIDAY  club")
    hold(database, eight, [(300, 250)] * 2, week=1, name="Friday club")
    hold(database, eight, [(300, 250)] * 2, week=2, name="Duo cup")
    nothing_played = hold(database, eight, [], week=3)
    hold(database, eight, [(300, 250)], week=4, name="Deleted").delete()
    Evening.create(database, eight, secret=OWNER).seat()
    assert load(database)[1].names == ["Friday club", "Duo cup"]
    assert count_names(database) == ["FRIDAY  club", "Friday club", "Duo cup"]
    assert count_names(database, name="friday club") == ["FRIDAY  club", "Friday club"]
    assert count_names(database, name="nothing") == count_names(database)
    assert count_names(database, Days(2026_09_11, 2026_09_11)) == ["Friday club"]
    assert count_names(database, Days(2026_09_12, 2026_09_30)) == ["Duo cup"]
    nothing_played.type_result(1, 300, 250)
    assert len(count_names(database)) == 4
