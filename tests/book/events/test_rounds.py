"""Rounds of an event: seating, typing results and undoing a round."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.events import events, rounds
from scorekeeper.book.events.events import StaleEvent
from scorekeeper.book.events.table_results import ResultsChanged
from scorekeeper.book.matches.matches import MatchDeleted
from scorekeeper.book.models.tables import EVENT_ROUNDS
from scorekeeper.rules.seating.event import EventKind, TableResult
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.book.events.organisers import Organiser
from tests.book.scorers import NOON, Scorer, bid, take

WON = TableResult.of_points(312, 250)


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


def test_a_round_is_stored_as_it_was_seated(organiser: Organiser) -> None:
    public_id = organiser.create(people=9)
    seating = seat_next_round(organiser.load(public_id).event)
    stored = organiser.seat(public_id)
    [seated] = stored.event.rounds
    assert tuple(table.seats for table in seated.tables) == seating.tables
    assert seated.sits_out == seating.sits_out
    assert [table.number for table in seated.tables] == [1, 2]


def test_an_event_begins_with_its_first_round(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    public_id = organiser.create()
    first = now() + timedelta(days=2)
    monkeypatch.setattr(rounds, "now", lambda: first)
    stored = organiser.seat(public_id)
    assert stored.started_at == stored.round_starts[1] == first
    organiser.type(public_id, {(1, table): WON for table in (1, 2)})
    monkeypatch.setattr(rounds, "now", lambda: first + timedelta(hours=1))
    assert organiser.seat(public_id).started_at == first


def test_pairs_take_two_seats_of_a_table(organiser: Organiser) -> None:
    public_id = organiser.create(people=8, kind=EventKind.ROUND_ROBIN)
    stored = organiser.seat(public_id)
    assert [len(table.seats) for table in stored.event.rounds[0].tables] == [2, 2]
    assert stored.names[1] == ("Ann", "Ben")


def test_a_round_is_seated_once_by_two_organisers(organiser: Organiser) -> None:
    public_id = organiser.create()
    stored = organiser.load(public_id)
    organiser.seat(public_id)
    seating = seat_next_round(stored.event)
    with pytest.raises(StaleEvent), organiser.database.write() as session:
        rounds.start_round(session, organiser.secret, public_id, 1, stored.ref.revision, seating)


def test_a_typed_result_counts_and_can_be_removed(organiser: Organiser) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    assert organiser.type(public_id, {(1, 1): WON}) == {(1, 1): None}
    assert organiser.load(public_id).event.rounds[0].tables[0].result == WON
    organiser.type(public_id, {(1, 1): None}, shown={(1, 1): WON})
    assert organiser.load(public_id).event.rounds[0].tables[0].result is None


def test_the_same_result_typed_twice_is_stored_once_and_another_is_a_conflict(
    organiser: Organiser,
) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 1): WON})
    assert organiser.type(public_id, {(1, 1): WON}) == {}
    with pytest.raises(ResultsChanged) as conflict:
        organiser.type(public_id, {(1, 1): TableResult.of_points(312, 240)})
    assert conflict.value.present == {(1, 1): WON}


def test_a_round_without_a_hand_is_taken_back_with_its_matches(organiser: Organiser) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    started = organiser.score(public_id, 1)
    with organiser.database.write() as session:
        assert rounds.take_back_round(session, organiser.secret, public_id, 1) == []
    stored = organiser.load(public_id)
    assert stored.event.rounds == ()
    assert stored.matches == {}
    with pytest.raises(MatchDeleted):
        Scorer(organiser.database, organiser.secret).load(started)


def test_tables_with_a_hand_or_a_result_stay_when_a_round_is_taken_back(
    organiser: Organiser,
) -> None:
    public_id = organiser.create(people=13)
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 2): WON})
    started = organiser.score(public_id, 3)
    Scorer(organiser.database, organiser.secret).record(started, bid)
    with organiser.database.write() as session:
        assert rounds.take_back_round(session, organiser.secret, public_id, 1) == [2, 3]
    [seated] = organiser.load(public_id).event.rounds
    assert [table.number for table in seated.tables] == [2, 3]
    assert seated.sits_out == ()


def test_nobody_loses_a_sit_out_when_all_tables_stay(organiser: Organiser) -> None:
    public_id = organiser.create(people=9)
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 1): WON, (1, 2): WON})
    before = organiser.load(public_id)
    assert organiser.take_back(public_id) == [1, 2]
    after = organiser.load(public_id)
    assert len(after.event.rounds[0].sits_out) == 1
    assert after == before


def test_no_round_is_seated_after_the_end(organiser: Organiser) -> None:
    public_id = organiser.create()
    with organiser.database.write() as session:
        events.set_ended(session, organiser.secret, public_id, is_ended=True)
    with pytest.raises(StaleEvent):
        organiser.start(public_id)


def test_the_match_of_a_table_has_its_names_and_rules_and_gives_its_result(
    organiser: Organiser,
) -> None:
    public_id = organiser.create(hand_limit=1)
    stored = organiser.seat(public_id)
    started = organiser.score(public_id, 1)
    assert organiser.score(public_id, 1) == started
    scorer = Scorer(organiser.database, organiser.secret)
    match = scorer.load(started)
    seats = stored.event.rounds[0].tables[0].seats
    assert match.match.players == tuple(stored.names[number][0] for number in seats)
    assert match.match.house == stored.house_rules
    assert match.event is not None
    assert match.event[1:] == (public_id, 1, 1)
    before = organiser.load(public_id).ref.revision
    scorer.record(started, bid)
    assert organiser.load(public_id).ref.revision == before
    scorer.record(started, take)
    points = tuple(side.points for side in scorer.load(started).match.standings)
    after = organiser.load(public_id)
    assert after.ref.revision == before + 1
    [first, _] = after.event.rounds[0].tables
    assert first.result is not None
    assert first.result.points == points


def test_a_correction_after_the_next_round_was_seated_is_a_change(organiser: Organiser) -> None:
    public_id = organiser.create(people=13)
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 1): WON, (1, 2): WON})
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 3): WON})
    assert organiser.load(public_id).list_changed_since_seating() == []
    corrected = TableResult.of_points(312, 240)
    with organiser.database.write() as session:
        session.execute(update(EVENT_ROUNDS).values(started_at=NOON))
    organiser.type(public_id, {(1, 1): corrected}, shown={(1, 1): WON})
    assert (1, 1) in organiser.load(public_id).list_changed_since_seating()
    assert (1, 3) not in organiser.load(public_id).list_changed_since_seating()


def test_a_result_removed_after_the_next_round_was_seated_is_a_change(
    organiser: Organiser,
) -> None:
    public_id = organiser.create(people=13)
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 1): WON, (1, 2): WON})
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 1): None}, shown={(1, 1): WON})
    assert organiser.load(public_id).list_changed_since_seating() == [(1, 1)]
