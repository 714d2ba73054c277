from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import select

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES, PLAYERS
from scorekeeper.rules.house_rules import FailedNil
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import count_rows, opened
from tests.effort import tries
from tests.rules.table import share_bids

DECIDED = rules.HouseRules.of("partnership", target=100)


def hand(first: int, second: int) -> rules.Hand:
    return rules.Hand(tuple(BIDS), rules.Tricks((None,) * 4, (first, second)), noted=NOON)


def test_a_refused_record_is_not_stored(ann: Scorer) -> None:
    public_id = ann.start()
    with pytest.raises(rules.StepError):
        ann.record(public_id, take)
    assert ann.load(public_id).version == 1


def test_points_of_a_decided_match_are_stored(ann: Scorer, database: Database) -> None:
    match = rules.Match.start(DECIDED, ["Ann", "Ben", "Cleo", "Dan"])
    public_id = ann.start(match=match)
    ann.record(public_id, lambda match: match.bid([rules.Bid(5)] * 4, NOON))
    ann.record(public_id, lambda match: match.record_tricks([None] * 4, [10, 3], NOON))
    with database.read() as session:
        row = session.execute(select(MATCHES)).one()
        assert (row.winner, row.ending, row.ended_at) == (0, "target", NOON)
        points = session.scalars(select(MATCH_SIDES.c.points).order_by(MATCH_SIDES.c.side)).all()
        assert list(points) == [100, -100]


def test_points_are_removed_when_the_match_continues(ann: Scorer, database: Database) -> None:
    public_id = ann.start()
    ann.record(public_id, lambda match: match.end(NOON))
    ann.undo(public_id)
    with database.read() as session:
        row = session.execute(select(MATCHES)).one()
        assert (row.winner, row.ending, row.ended_at) == (None, None, None)
        assert session.scalars(select(MATCH_SIDES.c.points)).all() == [None, None]


def test_a_correction_is_stored_with_its_reason(ann: Scorer) -> None:
    public_id = ann.start()
    ann.record(public_id, bid)
    ann.record(public_id, take)
    ann.correct(public_id, lambda match: match.correct(1, BIDS, None, [9, 4]), "miscounted")
    (found,) = ann.log(public_id, rules.Fact.CORRECTION)
    assert (found.change.place, found.reason) == (1, "miscounted")
    assert found.change.before.hands == (hand(8, 5),)
    assert found.change.after.hands == (hand(9, 4),)
    assert found.at.tzinfo is UTC


def test_an_equal_name_is_the_same_player(ann: Scorer, database: Database) -> None:
    ann.start(["Ann", "Ben"])
    ann.start(["Ben", "Ann"])
    assert count_rows(database, PLAYERS) == 2


def test_a_repeated_form_starts_one_match(ann: Scorer, database: Database) -> None:
    assert ann.start(key="k") == ann.start(key="k")
    assert count_rows(database, MATCHES) == 1


def test_a_changed_form_starts_another_match(ann: Scorer) -> None:
    first = ann.start(["Ann", "Ben"], key="k")
    assert ann.start(["Anna", "Ben"], key="k") != first


def test_an_equal_key_of_another_device_is_independent(ann: Scorer, database: Database) -> None:
    ben = Scorer(database)
    mine, theirs = ann.start(key="k"), ben.start(key="k")
    assert ben.load(theirs).public_id == theirs
    with pytest.raises(AccessDenied):
        ben.load(mine)


MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)
NAMES = st.lists(
    st.text("aÄß小👩🏽b C", min_size=1, max_size=40).filter(lambda name: name.strip() == name),
    min_size=6,
    max_size=6,
    unique_by=rules.fold,
)


@st.composite
def whole_matches(draw: st.DrawFn) -> rules.Match:
    """Any match that a table can record hand by hand."""
    game = draw(st.sampled_from(list(rules.GAMES.values())))
    limit = draw(st.sampled_from([0, 5, 10]))
    house = rules.HouseRules.of(
        game.key,
        target=draw(st.integers(100, 1000)),
        floor=draw(st.sampled_from([None, -200, -1000])),
        bag_limit=limit,
        bag_carry=draw(st.booleans()),
        failed_nil=draw(st.sampled_from(list(FailedNil))),
        bids_by=draw(st.sampled_from(list(rules.BidsBy))) if game.has_partners else "seat",
    )
    names = draw(NAMES)
    sides = draw(st.sampled_from([None, names[-len(game.sides) :]]))
    most = max(limit - 1, 0)
    match = rules.Match.start(
        house,
        names[: game.seats],
        sides=sides,
        first=draw(st.integers(0, game.seats - 1)),
        opening=[
            rules.Standing(draw(st.integers(-99, 99)), draw(st.integers(0, most)))
            for _ in game.sides
        ],
        started=draw(MOMENTS),
        place=draw(st.text("ab\n小", max_size=20)),
        note=draw(st.text("ab\n小", max_size=20)),
    )
    noted = draw(MOMENTS)
    for step in draw(
        st.lists(st.sampled_from(["play", "play", "bid", "throw", "deal", "end"]), max_size=6)
    ):
        noted += timedelta(microseconds=1)
        if match.step is rules.Step.BIDS and step != "throw":
            bids = draw(some_bids(game))
            match = match.bid(share_bids(game, bids) if house.bids_by == "side" else bids, noted)
        if match.step is rules.Step.TRICKS and step == "play":
            match = match.record_tricks(*draw(some_tricks(match)), noted)
        if match.step is not rules.Step.OVER and step == "throw":
            match = match.record_misdeal(noted)
        if match.step is not rules.Step.OVER and step == "end":
            match = match.end(noted, draw(st.sampled_from([None, *range(len(game.sides))])))
        if match.step is not rules.Step.OVER and step == "deal":
            match = match.set_dealer(draw(st.integers(0, game.seats - 1)))
    return match


@st.composite
def some_bids(draw: st.DrawFn, game: rules.Game) -> list[rules.Bid]:
    bids = st.one_of(
        st.integers(1, game.tricks).map(rules.Bid), st.sampled_from([rules.NIL, rules.BLIND_NIL])
    )
    return [draw(bids) for _ in range(game.seats)]


@st.composite
def some_tricks(draw: st.DrawFn, match: rules.Match) -> tuple[list[int | None], list[int | None]]:
    """Tricks as a table can enter them: by seat, or by side with nil bidders separate."""
    game, current = match.house.game, match.current_hand
    assert current is not None
    assert current.bids is not None
    taken = [0] * game.seats
    for seat in draw(
        st.lists(st.integers(0, game.seats - 1), min_size=game.tricks, max_size=game.tricks)
    ):
        taken[seat] += 1
    by_player = draw(st.booleans())
    seats: list[int | None] = [
        tricks if by_player or current.bids[seat].is_nil else None
        for seat, tricks in enumerate(taken)
    ]
    piles: list[int | None] = [
        None
        if by_player
        else sum(taken[seat] for seat in rules.list_pooled_seats(game, current.bids, side))
        for side in range(len(game.sides))
    ]
    return seats, piles


@pytest.fixture
def keeper(sqlite_url: str) -> Iterator[Scorer]:
    with closing(opened(sqlite_url)) as database:
        yield Scorer(database)


@settings(
    max_examples=tries(40),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(match=whole_matches())
def test_every_match_is_loaded_as_it_was_stored(keeper: Scorer, match: rules.Match) -> None:
    # In its own scorebook: it treats names that differ only in case or accents as the same.
    own = Scorer(keeper.database)
    assert own.load(own.start(match=match)).match == match
