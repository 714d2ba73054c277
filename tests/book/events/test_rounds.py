"""Rounds of an event and its playoff: seating, typing results and undoing a round."""

from datetime import timedelta

import pytest

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.events import rounds
from scorekeeper.book.events.rounds import ResultsChanged
from scorekeeper.book.matches.matches import MatchDeleted
from scorekeeper.rules.seating.bracket import choose_seeds, find_winners
from scorekeeper.rules.seating.event import EventKind, TableResult
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.book.scorers import Phone, bid, take
from tests.evening import PAIRS, Evening, singles

WON = TableResult.of_points(312, 250)


@pytest.fixture
def three_tables(database: Database) -> Evening:
    """An evening in its first round; one of 13 people sits out."""
    evening = Evening.create(database, singles(13))
    evening.seat()
    return evening


def test_a_round_is_stored_as_it_was_seated(database: Database) -> None:
    evening = Evening.create(database)
    seating = seat_next_round(evening.load().event)
    evening.seat()
    seated = evening.latest
    assert tuple(table.seats for table in seated.tables) == seating.tables
    assert seated.sits_out == seating.sits_out
    assert [table.number for table in seated.tables] == [1, 2]


def test_an_event_begins_with_its_first_round(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = now() + timedelta(days=2)
    monkeypatch.setattr(rounds, "now", lambda: first)
    evening.seat()
    stored = evening.load()
    assert stored.started_at == stored.event.rounds[0].started == first
    evening.finish()
    monkeypatch.setattr(rounds, "now", lambda: first + timedelta(hours=1))
    evening.seat()
    assert evening.load().started_at == first


def test_a_result_typed_twice_is_stored_once_another_is_a_conflict_and_it_can_be_removed(
    evening: Evening,
) -> None:
    evening.seat()
    assert evening.type({(1, 1): WON}) == {(1, 1): None}
    assert evening.load().event.rounds[0].tables[0].result == WON
    assert evening.type({(1, 1): WON}) == {}
    with pytest.raises(ResultsChanged) as conflict:
        evening.type({(1, 1): TableResult.of_points(312, 240)})
    assert conflict.value.present == {(1, 1): WON}
    evening.type({(1, 1): None}, shown={(1, 1): WON})
    assert evening.load().event.rounds[0].tables[0].result is None


def test_a_round_without_a_hand_is_taken_back_with_its_matches(
    evening: Evening, owner: Phone
) -> None:
    evening.seat()
    started = evening.score(1)
    assert evening.undo_round() == []
    stored = evening.load()
    assert stored.event.rounds == ()
    assert stored.matches == {}
    with pytest.raises(MatchDeleted):
        owner.load(started)


def test_tables_with_a_hand_or_a_result_stay_when_a_round_is_taken_back(
    three_tables: Evening,
) -> None:
    evening = three_tables
    evening.type({(1, 2): WON})
    Phone(evening.database, evening.secret).record(evening.score(3), bid)
    assert evening.undo_round() == [2, 3]
    assert [table.number for table in evening.latest.tables] == [2, 3]
    assert evening.latest.sits_out == ()


def test_nobody_loses_a_sit_out_when_all_tables_stay(database: Database) -> None:
    evening = Evening.create(database)
    evening.seat()
    evening.finish()
    before = evening.load()
    assert evening.undo_round() == [1, 2]
    after = evening.load()
    assert len(after.event.rounds[0].sits_out) == 1
    assert after == before


def test_the_match_of_a_table_has_its_names_and_rules_and_gives_its_result(
    evening: Evening, owner: Phone
) -> None:
    evening.seat()
    started, stored = evening.score(1), evening.load()
    assert evening.score(1) == started
    match = owner.load(started)
    seats = evening.latest.tables[0].seats
    assert match.match.players == tuple(stored.names[number][0] for number in seats)
    assert match.match.house == stored.event.house
    assert match.event is not None
    assert match.event[1:] == (evening.id, "Friday club", 1, 1, False)
    before = evening.load().ref.revision
    owner.record(started, bid)
    assert evening.load().ref.revision == before
    owner.record(started, take)
    points = tuple(side.points for side in owner.load(started).match.standings)
    after = evening.load()
    assert after.ref.revision == before + 1
    [first, _] = after.event.rounds[0].tables
    assert first.result is not None
    assert first.result.points == points


def test_a_result_corrected_or_removed_after_the_next_round_was_seated_is_a_change(
    three_tables: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = three_tables
    evening.type({(1, 1): WON, (1, 2): WON})
    evening.seat()
    evening.type({(1, 3): WON})
    assert evening.load().list_changed_since_seating() == []
    evening.type({(1, 2): None}, shown={(1, 2): WON})
    assert evening.load().list_changed_since_seating() == [(1, 2)]
    corrected = TableResult.of_points(312, 240)
    monkeypatch.setattr(rounds, "now", lambda: now() + timedelta(hours=1))
    evening.type({(1, 1): corrected}, shown={(1, 1): WON})
    assert {*evening.load().list_changed_since_seating()} == {(1, 1), (1, 2)}


def test_later_rounds_of_a_playoff_belong_to_it(database: Database) -> None:
    evening = Evening.create(database, PAIRS, EventKind.SWISS)
    evening.start_playoff(choose_seeds(evening.load().event, 4), lives=1)
    evening.finish()
    evening.seat()
    assert [seated.lives for seated in evening.load().event.rounds] == [1, 1]
    evening.finish()
    assert len(find_winners(evening.load().event)) == 1


def test_taking_back_its_first_round_clears_the_seeds(database: Database) -> None:
    evening = Evening.create(database)
    evening.start_playoff(choose_seeds(evening.load().event, 8), lives=2)
    assert evening.undo_round() == []
    event = evening.load().event
    assert (event.rounds, {entrant.seed for entrant in event.entrants}) == ((), {None})
