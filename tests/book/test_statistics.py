"""Statistics are what one would count by hand from the matches, whatever was done to them."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, text, update

from scorekeeper import rules
from scorekeeper.book import deletion, matches, naming, rebuild, seats
from scorekeeper.book.access import NotYours, owned
from scorekeeper.book.columns import table_of
from scorekeeper.book.database import Database
from scorekeeper.book.loading import load_all
from scorekeeper.book.models import Match, Played, Player, Scorebook, Seat, Total
from scorekeeper.book.naming import SitTogether
from scorekeeper.book.rebuild import kept_results
from scorekeeper.book.statistics import asking, keeping, persons
from scorekeeper.book.statistics.cells import ALL_TIME, NAMES, Relation, key_of
from scorekeeper.book.statistics.renewing import set_season
from scorekeeper.book.time_zones import set_time_zone
from scorekeeper.rules import RuleError
from scorekeeper.rules.figures import figures
from tests.book.keeping import Scorer
from tests.effort import tries
from tests.rules.strategies import courses

NAMED = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
BEGAN = [
    datetime(2025, 12, 31, 23, 30, tzinfo=UTC),
    datetime(2026, 11, 1, 1, tzinfo=UTC),
    datetime(2026, 11, 20, 20, tzinfo=UTC),
    datetime(2026, 12, 2, 20, tzinfo=UTC),
]
SEASONS = [None, 20251201, 20261101, 20261115, 20270101]
ZONES = [None, "America/New_York", "Asia/Manila"]
OF_MATCH = ("matches", "decided", "hands", "minutes")
Totals = dict[tuple[int, ...], list[int]]


def totals(database: Database) -> Totals:
    """What is kept."""
    with database.read() as session:
        rows = session.execute(select(table_of(Total))).all()
    return {tuple(row[:6]): list(row[6:]) for row in rows}


def counted(database: Database) -> Totals:
    """The same, counted by hand from the facts."""
    found: dict[tuple[int, ...], Counter[str]] = {}

    def add(
        book: int, periods: list[int], houses: list[int], who: Any, sums: dict[str, int]
    ) -> None:
        for period, house in product(periods, houses):
            found.setdefault((book, period, house, *who), Counter()).update(sums)

    for book, season, day, match, sitting in facts(database):
        said = figures(match)
        if not said:
            continue
        periods = [0, day // 10000, day // 100]
        if season is not None and day >= season:
            periods.append(1)
        houses, side_of = [0, key_of(match.house)], match.house.game.side_of
        of_match = {name: getattr(said[0].sums, name) for name in OF_MATCH}
        add(book, periods, houses, (Relation.TABLE, 0, 0), of_match)
        for seat, player in enumerate(sitting):
            sums = said[seat].sums._asdict()
            add(book, periods, houses, (Relation.OWN, 0, 0), sums)
            if player is not None:
                add(book, periods, houses, (Relation.OWN, player, 0), sums)
            for place, other in enumerate(sitting):
                if player is None or other is None or place == seat:
                    continue
                if side_of[place] == side_of[seat]:
                    add(book, periods, houses, (Relation.PARTNER, player, other), sums)
                else:
                    add(book, periods, [0], (Relation.OPPONENT, player, other), sums)
    return {cell: [sums[name] for name in NAMES] for cell, sums in found.items()}


def facts(database: Database) -> Iterator[tuple[int, int | None, int, rules.Match, list[Any]]]:
    """The matches that are there: scorebook and season, day, match, and who sits where."""
    with database.read() as session:
        chosen = list(kept_results(session, (0, 0)))
        gone = set(session.scalars(select(Match.id).where(Match.deleted_at.is_not(None))))
        books = {book.id: book for book in session.scalars(select(Scorebook))}
        sitting: dict[tuple[int, int], list[Any]] = {}
        for seat in session.scalars(select(Seat).order_by(Seat.seat)):
            sitting.setdefault((seat.scorebook_id, seat.match_id), []).append(seat.player_id)
        for stored in load_all(session, chosen):
            book, match = books[stored.scorebook_id], stored.match
            if stored.id in gone or book.deleted_at:
                continue
            assert match.started is not None
            zone = ZoneInfo(book.time_zone) if book.time_zone else None
            began = match.began if match.utc_offset is not None else match.started.astimezone(zone)
            assert began is not None
            day = int(f"{began:%Y%m%d}")
            yield book.id, book.season_from, day, match, sitting[stored.key]


def each_its_own(database: Database) -> bool:
    """Whether the rows of the matches add up to what is kept for everybody."""
    with database.read() as session:
        rows = session.execute(select(table_of(Played))).mappings().all()
    own: Counter[int] = Counter()
    for row in rows:
        own[row["scorebook_id"]] += row["points"]
    kept = {key[0]: sums[4] for key, sums in totals(database).items() if key[1:] == (0, 0, 0, 0, 0)}
    return dict(own) == kept


@st.composite
def finished(draw: st.DrawFn) -> rules.Match:
    """A match that mostly came to its end, of some of the people, one of whom has no name."""
    match = draw(courses(most=8)).match
    began = draw(st.sampled_from(BEGAN))
    hands = tuple(
        replace(hand, noted=began + timedelta(minutes=10 * place))
        for place, hand in enumerate(match.hands, start=1)
    )
    if match.step is not rules.Step.OVER and draw(st.sampled_from([True, True, False])):
        match = match.end(began + timedelta(hours=2))
    names: list[str | None] = [*draw(st.permutations(NAMED))[: match.house.game.seats]]
    if draw(st.booleans()):
        names[-1] = None
    offset = draw(st.sampled_from([None, 480]))
    ended = match.ended and began + timedelta(hours=2)
    match = replace(match, hands=hands, started=began, ended=ended, utc_offset=offset)
    return match.with_names(names)


OPERATIONS = st.lists(
    st.sampled_from(
        [
            *("play", "play", "end", "correct", "undo", "redo", "delete", "bring back"),
            *("merge", "part", "seat", "season", "zone", "rebuild"),
        ]
    ),
    min_size=2,
    max_size=14,
)


class Table:
    """People who do whatever can be done with their matches."""

    def __init__(self, database: Database, data: st.DataObject) -> None:
        self.database, self.data = database, data
        self.scorer = Scorer(database)
        self.started: list[str] = []

    def do(self, operation: str) -> None:
        """Do something, where it can be done."""
        if operation == "play" or not self.started:
            with suppress(rules.SetUpError):  # two of them are one person by now
                self.started.append(self.scorer.start(match=self.data.draw(finished())))
            return
        match = self.data.draw(st.sampled_from(self.started))
        with suppress(NotYours, RuleError, SitTogether, matches.Deleted, IndexError):
            getattr(self, operation.replace(" ", "_"))(match)

    def end(self, match: str) -> None:
        self.scorer.record(match, lambda found: found.end(BEGAN[-1]))

    def correct(self, match: str) -> None:
        def other(found: rules.Match) -> rules.Match:
            place = found.played_places[0]
            hand = found.hands[place - 1]
            if hand.bids is None or hand.tricks is None:
                return found
            seats = [None] * len(hand.tricks.seats) if hand.bids else hand.tricks.seats
            bids = [rules.Bid(2)] * len(hand.bids)
            piles = [found.house.game.tricks, *[0] * (len(found.sides) - 1)]
            return found.correct(place, bids, seats, piles)

        self.scorer.record(match, other)

    def undo(self, match: str) -> None:
        self.scorer.undo(match)

    def redo(self, match: str) -> None:
        self.scorer.redo(match)

    def delete(self, match: str) -> None:
        with self.database.write() as session:
            deletion.mark(session, self.scorer.secret, match)

    def bring_back(self, match: str) -> None:
        with self.database.write() as session:
            deletion.bring_back(session, self.scorer.secret, match)

    def merge(self, _: str) -> None:
        people = st.sampled_from(self.people())
        one, other = self.data.draw(people), self.data.draw(people)
        with self.database.write() as session:
            naming.merge(session, self.scorer.secret, one, other)

    def part(self, _: str) -> None:
        with self.database.write() as session:
            naming.part(session, self.scorer.secret, self.data.draw(st.sampled_from(self.people())))

    def seat(self, match: str) -> None:
        name = self.data.draw(st.sampled_from([*NAMED, None]))
        with self.database.write() as session:
            seats.name_seats(session, self.scorer.secret, match, {0: name})

    def season(self, _: str) -> None:
        with self.database.write() as session:
            set_season(session, self.book, self.data.draw(st.sampled_from(SEASONS)))

    def zone(self, _: str) -> None:
        with self.database.write() as session:
            set_time_zone(session, self.book, self.data.draw(st.sampled_from(ZONES)))

    def rebuild(self, _: str) -> None:
        rebuild.rebuild(self.database)

    def people(self) -> list[str]:
        with self.database.read() as session:
            return list(session.scalars(select(Player.public_id).order_by(Player.name)))

    @property
    def book(self) -> int:
        with self.database.read() as session:
            return session.scalars(select(Scorebook.id)).one()


@settings(
    max_examples=tries(90),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(operations=OPERATIONS, data=st.data())
def test_whatever_is_done_statistics_are_what_one_would_count(
    sqlite_template: Path, operations: list[str], data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        file = shutil.copy(sqlite_template, folder)
        with closing(Database(f"sqlite:///{file}")) as database:
            table = Table(database, data)
            for operation in operations:
                table.do(operation)
            assert totals(database) == counted(database)
            assert each_its_own(database)


def four_evenings(scorer: Scorer) -> list[str]:
    """The matches of four evenings, each over after two hands; in the first one had no name."""
    started = []
    seated: list[list[str | None]] = [
        [*NAMED[:3], None],
        [*NAMED[:4]],
        [*NAMED[2:6]],
        [*NAMED[:4]],
    ]
    for began, names in zip(BEGAN, seated, strict=True):
        match = rules.Match.start(rules.HouseRules.of("partnership", target=100), names)
        for place in range(2):
            noted = began + timedelta(minutes=12 * (place + 1))
            match = match.bid([rules.Bid(4), rules.NIL, rules.Bid(3), rules.Bid(5)], noted)
            match = match.take([None, place, None, None], [7, 6 - place], noted)
            if match.step is rules.Step.OVER:
                break
        started.append(scorer.start(match=replace(match, started=began)))
    return started


def test_every_way_once(database: Database) -> None:
    ann = Scorer(database)
    first, second, third, _ = four_evenings(ann)
    assert totals(database) == counted(database) != {}
    with database.read() as session:
        book = session.scalars(select(Scorebook.id)).one()
    with database.write() as session:
        deletion.mark(session, ann.secret, first)
        set_season(session, book, 20261115)
        set_time_zone(session, book, "Asia/Manila")
    assert totals(database) == counted(database)
    ann.undo(second)
    assert totals(database) == counted(database)
    ann.redo(second)
    with database.write() as session:
        deletion.bring_back(session, ann.secret, first)
        deletion.bring_back(session, ann.secret, first)
        seats.name_seats(session, ann.secret, third, {0: "Zoe"})
    assert totals(database) == counted(database)


WRONG = ["too much", "gone", "of nobody", "of no time", "the rows of matches"]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_kept_wrongly_is_counted_anew(database: Database, wrong: str) -> None:
    ann = Scorer(database)
    four_evenings(ann)
    with database.write() as session:
        set_season(session, session.scalars(select(Scorebook.id)).one(), 20261115)
    right = totals(database)
    assert right == counted(database)
    with database.write() as session:
        if wrong == "too much":
            session.execute(update(Total).values(won=Total.won + 1))
        if wrong == "gone":
            session.execute(delete(Total))
        of_table = update(Total).where(Total.relation == Relation.TABLE)
        if wrong == "of nobody":
            session.execute(of_table.values(player_id=7))
        if wrong == "of no time":
            session.execute(of_table.values(period=Total.period + 300000))
        if wrong == "the rows of matches":
            session.execute(update(Played).values(won=7, day=19990101))
    rebuild.rebuild(database)
    assert totals(database) == right


def test_a_scorebook_that_goes_takes_its_statistics_along(database: Database) -> None:
    four_evenings(Scorer(database))
    with database.write() as session:
        session.execute(delete(Scorebook))
    assert totals(database) == {}


def test_two_partners_are_told_of_once_under_all_their_spellings(database: Database) -> None:
    ann = Scorer(database)
    for players in (["Ann", "Ben", "Cleo", "Dan"], ["Kleo", "Ben", "Ann", "Dan"]):
        match = rules.Match.start(rules.HouseRules.of("partnership"), players, started=BEGAN[2])
        ann.start(match=match.bid([rules.Bid(3)] * 4).take([4, 3, 3, 3]).end(BEGAN[3]))
    with database.write() as session:
        [scorebook_id] = owned(session, ann.secret)
        names = {one.name: one for one in persons.book(session, scorebook_id).people.values()}
        naming.merge(session, ann.secret, names["Kleo"].public_id, names["Cleo"].public_id)
        book = persons.book(session, scorebook_id)
        found = asking.pairs(session, book, ALL_TIME)
    told = {
        tuple(sorted(book.people[id_].name for id_ in two)): sums for two, sums in found.items()
    }
    assert {two: sums.matches for two, sums in told.items()} == {
        ("Ann", "Cleo"): 2,
        ("Ben", "Dan"): 2,
    }


def test_one_at_a_time_counts_matches_of_a_scorebook(postgresql_url: str) -> None:
    again = text("SELECT pg_try_advisory_xact_lock(:counting, :scorebook)")
    with closing(Database(postgresql_url)) as database, database.write() as one:
        keeping.keep(one, 1, {})
        with database.write() as other:
            values = {"counting": keeping.COUNTING}
            assert not other.scalar(again, {**values, "scorebook": 1})
            assert other.scalar(again, {**values, "scorebook": 2})
