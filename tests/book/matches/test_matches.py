from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import select

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import count_rows
from tests.effort import tries
from tests.rules.strategies import courses

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


def test_a_repeated_form_starts_one_match_and_a_changed_one_or_that_of_another_device_another(
    ann: Scorer, database: Database
) -> None:
    assert ann.start(key="k") == ann.start(key="k")
    assert count_rows(database, MATCHES) == 1
    first = ann.start(["Ann", "Ben"], key="k")
    assert ann.start(["Anna", "Ben"], key="k") != first
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
    """Any match that a table can record, with names and notes in any script."""
    match = draw(courses(most=8)).match
    hands = tuple(replace(hand, noted=hand.noted or NOON) for hand in match.hands)
    names, started, first = draw(NAMES), draw(MOMENTS), draw(st.integers(0, match.turn.first))
    sides = draw(st.sampled_from([match.sides, tuple(names[-len(match.sides) :])]))
    place, note = draw(st.tuples(*[st.text("ab\n小", max_size=20)] * 2))
    named = match.with_names(names[: len(match.players)])
    named = replace(named, sides=sides, first=first, hands=hands)
    return replace(named, started=started, place=place, note=note)


@settings(
    max_examples=tries(120),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(match=whole_matches())
def test_every_match_is_loaded_as_it_was_stored(ann: Scorer, match: rules.Match) -> None:
    # In its own scorebook: it treats names that differ only in case or accents as the same.
    own = Scorer(ann.database)
    empty = replace(match, hands=(), ended=None, awarded=None)
    at_once, in_steps = own.start(match=match), own.start(match=empty)
    own.record(in_steps, lambda _: match)
    loaded = own.load(at_once).match
    assert loaded == own.load(in_steps).match == match
    assert (loaded.scores, loaded.outcome) == (match.scores, match.outcome)
