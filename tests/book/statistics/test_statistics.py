"""Statistics equal a count by hand from the matches, after any change to them."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import delete, insert, select, update

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance import integrity
from scorekeeper.book.maintenance.integrity import load_stored_results
from scorekeeper.book.matches import deletion, matches, seats
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.models.tables import MATCHES, PLAYERS, RESULTS, SCOREBOOKS, SEATS
from scorekeeper.book.players import player_names
from scorekeeper.book.players.player_names import NameTaken, PlayersShareMatch
from scorekeeper.book.statistics import contracts, queries, roster
from scorekeeper.book.statistics.cache import Cache, use_cache
from scorekeeper.book.statistics.queries import ALL_TIME, ANY_HOUSE_RULES, Days
from scorekeeper.book.statistics.results import house_rules_key
from scorekeeper.book.statistics.roster import Roster, set_season, set_time_zone
from scorekeeper.rules import RuleError
from scorekeeper.rules.review.bidding import ContractCounts, count_contracts
from scorekeeper.rules.review.figures import Sums, compute_figures
from tests.book.scorers import Scorer
from tests.databases import count_rows, do, execute, fetch, fetch_one, opened
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
NIL_PLACES = [Sums._fields.index(name) for name in ("nils", "nils_made")]
OF_MATCH = ("matches", "decided", "hands", "minutes")
PERIODS = (ALL_TIME, Days(20261115), Days(20260101, 20261231), Days(20261101, 20261131))
Figures = dict[tuple[Any, ...], tuple[int, ...]]
"""The sums of matches by days, key of house rules, and player."""


def asked(database: Database, cache: Cache | None = None) -> Figures:
    with database.read() as session:
        scorebook = session.execute(select(SCOREBOOKS)).one()
        if cache is not None:
            use_cache(session, cache)
        book = roster.load_roster(session, scorebook.id, scorebook.statistics_revision)
        found: Figures = {}
        for days in periods(book):
            for house in (ANY_HOUSE_RULES, *houses(database)):
                standing = queries.sum_by_player(session, book, days, house)
                found[days, house, "table"] = standing.table
                found[days, house, "everybody"] = standing.everybody
                for id_, sums in standing.people.items():
                    found[days, house, "own", id_] = sums
                for two, sums in queries.sum_by_pair(session, book, days, house).items():
                    found[days, house, "pair", *two] = sums
            people = list(book.people.values())
            _, figured = queries.sum_for_people(session, book, people, days)
            for person, one in zip(people, figured, strict=True):
                for other, sums in one.partners.items():
                    found[days, "partner", person.id, other] = sums
                for other, sums in one.opponents.items():
                    found[days, "opponent", person.id, other] = sums
                for others in ([], *([book.people[id_]] for id_ in one.partners)):
                    whose = [person, *others]
                    ids = [each.id for each in whose]
                    for game, sums in contracts.load_counts(session, book, whose, days).items():
                        for contract, counts in sums.items():
                            found[days, "contracts", game, contract, *ids] = counts
    return {whose: sums for whose, sums in found.items() if any(sums)}


def counted(database: Database) -> Figures:
    """Count the same by hand from the facts."""
    found: dict[tuple[Any, ...], Counter[str]] = {}

    def add(sums: dict[str, int], *whose: Any) -> None:
        found.setdefault(whose, Counter()).update(sums)

    with database.read() as session:
        book = roster.load_roster(session, session.scalars(select(SCOREBOOKS.c.id)).one())
    for day, match, sitting in facts(database):
        said = [one.sums._asdict() for one in compute_figures(match)]
        side_of = match.house.game.side_of
        people = [None if id_ is None else book.canonical_ids[id_] for id_ in sitting]
        for days in (days for days in periods(book) if said and days.first <= day <= days.last):
            for house in (ANY_HOUSE_RULES, house_rules_key(match.house)):
                add({name: said[0][name] for name in OF_MATCH}, days, house, "table")
                for seat, (one, sums) in enumerate(zip(people, said, strict=True)):
                    add(sums, days, house, "everybody")
                    if one is not None:
                        add(sums, days, house, "own", one)
                    for place, other in enumerate(people[:seat]):
                        if side_of[place] == side_of[seat] and None not in (one, other):
                            first_three = {name: sums[name] for name in Sums._fields[:3]}
                            add(first_three, days, house, "pair", *sorted((one, other)))
            for seat, place in ((a, b) for a in range(len(said)) for b in range(len(said))):
                one, other = people[seat], people[place]
                if seat != place and one is not None and other is not None:
                    whose = "partner" if side_of[seat] == side_of[place] else "opponent"
                    add(said[seat], days, whose, one, other)
    sums = {whose: Sums(**sums) for whose, sums in found.items() if any(sums.values())}
    return sums | counted_contracts(database, book)


def counted_contracts(database: Database, book: Roster) -> Figures:
    """Count the contracts of each player and of each two partners by hand; nils as contract 0."""
    found: dict[tuple[Any, ...], Counter[str]] = {}
    for day, match, sitting in facts(database):
        game, figures = match.house.game, [one.sums for one in compute_figures(match)]
        seats = [[seat] for seat in range(len(figures))]
        seats += [[*two] for side in game.sides for two in permutations(side, 2) if figures]
        for those in seats:
            whose = [sitting[seat] and book.canonical_ids[sitting[seat]] for seat in those]
            nils, made = (sum(figures[seat][place] for seat in those) for place in NIL_PLACES)
            counts = {0: {"over": nils - made, "exact": made}} | {
                contract: numbers._asdict()
                for (side, contract), numbers in count_contracts(match).items()
                if those[0] in game.sides[side]
            }
            for days in (days for days in periods(book) if days.first <= day <= days.last):
                for contract, numbers in counts.items():
                    key = (days, "contracts", game.key, contract, *whose)
                    found.setdefault(key, Counter()).update(numbers)
    return {
        whose: ContractCounts(**counts)
        for whose, counts in found.items()
        if None not in whose and any(counts.values())
    }


def periods(book: Roster) -> set[Days]:
    return {*PERIODS, Days(book.season or 0)}


def houses(database: Database) -> set[int]:
    return {house_rules_key(match.house) for _, match, _ in facts(database)}


def facts(database: Database) -> Iterator[tuple[int, rules.Match, list[Any]]]:
    """The existing matches: the day, the match, and its players by seat."""
    with database.read() as session:
        chosen = list(load_stored_results(session, (0, 0)))
        gone = set(session.scalars(select(MATCHES.c.id).where(MATCHES.c.deleted_at.is_not(None))))
        book = session.execute(select(SCOREBOOKS)).one()
        zone = ZoneInfo(book.time_zone) if book.time_zone else None
        sitting: dict[tuple[int, int], list[Any]] = {}
        for seat in session.execute(select(SEATS).order_by(SEATS.c.seat)):
            sitting.setdefault((seat.scorebook_id, seat.match_id), []).append(seat.player_id)
        for stored in load_matches(session, chosen):
            match = stored.match
            assert match.started is not None
            began = match.began if match.utc_offset is not None else match.started.astimezone(zone)
            assert began is not None
            if stored.id not in gone:
                yield int(f"{began:%Y%m%d}"), match, sitting[stored.key]


@st.composite
def finished(draw: st.DrawFn) -> rules.Match:
    """A match of some of the players, one without a name; it is usually finished."""
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
            *("play", "play", "end", "correct", "undo", "redo", "delete", "restore"),
            *("merge", "part", "seat", "season", "zone", "rebuild"),
        ]
    ),
    min_size=2,
    max_size=14,
)


REFUSALS = (AccessDenied, RuleError, PlayersShareMatch, NameTaken, matches.MatchDeleted, IndexError)


class Table:
    def __init__(self, database: Database, data: st.DataObject) -> None:
        self.database, self.data = database, data
        self.scorer = Scorer(database)
        self.started: list[str] = []

    def do(self, operation: str) -> None:
        if operation == "play" or not self.started:
            with suppress(rules.SetUpError):  # two of them are merged by now
                self.started.append(self.scorer.start(match=self.data.draw(finished())))
            return
        match = self.data.draw(st.sampled_from(self.started))
        with suppress(*REFUSALS):
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
        self.scorer.do(deletion.soft_delete, match)

    def restore(self, match: str) -> None:
        self.scorer.do(deletion.restore, match)

    def merge(self, _: str) -> None:
        people = st.sampled_from(self.people())
        one, other = self.data.draw(people), self.data.draw(people)
        self.scorer.do(player_names.merge, one, other)

    def part(self, _: str) -> None:
        self.scorer.do(player_names.split, self.data.draw(st.sampled_from(self.people())))

    def seat(self, match: str) -> None:
        name = self.data.draw(st.sampled_from([*NAMED, None]))
        self.scorer.do(seats.name_seats, match, {0: name})

    def season(self, _: str) -> None:
        do(self.database, set_season, self.book, self.data.draw(st.sampled_from(SEASONS)))

    def zone(self, _: str) -> None:
        do(self.database, set_time_zone, self.book, self.data.draw(st.sampled_from(ZONES)))

    def rebuild(self, _: str) -> None:
        integrity.recompute_in_batches(self.database)

    def people(self) -> list[str]:
        return fetch(self.database, select(PLAYERS.c.public_id).order_by(PLAYERS.c.name)) or [""]

    @property
    def book(self) -> int:
        return fetch_one(self.database, select(SCOREBOOKS.c.id))


@settings(
    max_examples=tries(90),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(operations=OPERATIONS, data=st.data())
def test_statistics_equal_a_recount_after_any_changes(
    sqlite_template: Path, operations: list[str], data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        file = shutil.copy(sqlite_template, folder)
        with closing(opened(f"sqlite:///{file}")) as database:
            table, cache = Table(database, data), Cache(1000)
            for operation in operations:
                table.do(operation)
                assert asked(database, cache) == counted(database)


def four_evenings(scorer: Scorer) -> list[str]:
    """The matches of four evenings, of two hands each; one player of the first has no name."""
    started = []
    seated: list[list[str | None]] = [[*NAMED[:3], None], [*NAMED[:4]], [*NAMED[2:6]], [*NAMED[:4]]]
    for began, names in zip(BEGAN, seated, strict=True):
        match = rules.Match.start(rules.HouseRules.of("partnership", target=100), names)
        for place in range(2):
            noted = began + timedelta(minutes=12 * (place + 1))
            match = match.bid([rules.Bid(4), rules.NIL, rules.Bid(3), rules.Bid(5)], noted)
            match = match.record_tricks([None, place, None, None], [7, 6 - place], noted)
            if match.step is rules.Step.OVER:
                break
        started.append(scorer.start(match=replace(match, started=began)))
    return started


def test_each_kind_of_change_keeps_statistics_correct(database: Database) -> None:
    ann, cache = Scorer(database), Cache(1000)
    first, second, third, _ = four_evenings(ann)
    assert asked(database, cache) == counted(database) != {}
    book = fetch_one(database, select(SCOREBOOKS.c.id))
    ann.do(deletion.soft_delete, first)
    do(database, set_season, book, 20261115)
    do(database, set_time_zone, book, "Asia/Manila")
    assert asked(database, cache) == counted(database)
    ann.change_house(second, "a longer match", target=500)
    assert asked(database, cache) == counted(database)
    ann.undo(second)
    ann.do(deletion.restore, first)
    ann.do(deletion.restore, first)
    ann.do(seats.name_seats, third, {0: "Zoe"})
    assert asked(database, cache) == counted(database)


@pytest.mark.parametrize("wrong", ["gone", "changed", "of a running match"])
def test_recompute_corrects_wrong_rows(database: Database, wrong: str) -> None:
    ann, cache = Scorer(database), Cache(1000)
    four_evenings(ann)
    running = ann.start()
    right = asked(database, cache)
    assert right == counted(database)
    with database.write() as session:
        if wrong == "gone":
            session.execute(delete(RESULTS))
        if wrong == "changed":
            session.execute(update(RESULTS).values(won=7, day=19990101, player_id=None))
        if wrong == "of a running match":
            row = session.execute(select(RESULTS).limit(1)).mappings().one()
            session.execute(insert(RESULTS).values({**row, "match_id": ann.look(running).id}))
    assert asked(database, cache) == right
    assert asked(database) != right
    integrity.recompute_in_batches(database)
    assert asked(database, cache) == right


def test_deleting_a_scorebook_deletes_its_statistics(database: Database) -> None:
    four_evenings(Scorer(database))
    execute(database, delete(SCOREBOOKS))
    assert count_rows(database, RESULTS) == 0


def test_matches_with_extreme_dates_count_on_their_day(sqlite_database: Database) -> None:
    ann = Scorer(sqlite_database)
    began = [datetime.min, datetime(20, 12, 5), datetime(1899, 12, 31, 20), datetime.max]
    for moment in began:
        match = rules.Match.start(rules.HouseRules.of("two-player"), NAMED[:2])
        match = (
            match.bid([rules.Bid(3)] * 2, BEGAN[0])
            .record_tricks([7, 6], noted=BEGAN[0])
            .end(BEGAN[0])
        )
        ann.start(match=replace(match, started=moment.replace(tzinfo=UTC, microsecond=0)))
    with sqlite_database.write() as session:
        [scorebook_id] = find_owned_scorebooks(session, ann.secret)
        set_time_zone(session, scorebook_id, "Asia/Manila")
        book = roster.load_roster(session, scorebook_id)
        days = (ALL_TIME, Days(10000101, 10001231), Days(19000101), Days(99991231))
        found = [queries.sum_by_player(session, book, some).table.matches for some in days]
        assert queries.find_years(session, scorebook_id, 1, range(1900, 2200)) == [1900]
    assert found == [4, 2, 2, 1]


def test_a_pair_with_several_spellings_is_one(database: Database) -> None:
    ann = Scorer(database)
    for players in (["Ann", "Ben", "Cleo", "Dan"], ["Kleo", "Ben", "Ann", "Dan"]):
        match = rules.Match.start(rules.HouseRules.of("partnership"), players, started=BEGAN[2])
        ann.start(match=match.bid([rules.Bid(3)] * 4).record_tricks([4, 3, 3, 3]).end(BEGAN[3]))
    with database.write() as session:
        [scorebook_id] = find_owned_scorebooks(session, ann.secret)
        names = {one.name: one for one in roster.load_roster(session, scorebook_id).people.values()}
        player_names.merge(session, ann.secret, names["Kleo"].public_id, names["Cleo"].public_id)
        book = roster.load_roster(session, scorebook_id)
        found = queries.sum_by_pair(session, book, ALL_TIME)
    told = {
        tuple(sorted(book.people[id_].name for id_ in two)): sums for two, sums in found.items()
    }
    assert {two: sums.matches for two, sums in told.items()} == {
        ("Ann", "Cleo"): 2,
        ("Ben", "Dan"): 2,
    }
