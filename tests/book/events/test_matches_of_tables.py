"""What happens to the match of a table shows in its event, and the reverse."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.events import entrants, events
from scorekeeper.book.maintenance import integrity
from scorekeeper.book.maintenance.cleanup import count_expired, delete_expired
from scorekeeper.book.matches import deletion, rematches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.conditions import IS_IN_PROGRESS
from scorekeeper.book.models.tables import EVENTS, MATCHES, PLAYERS
from scorekeeper.book.statistics import queries, roster
from scorekeeper.rules.seating.event import Event, EventKind, TableResult
from tests.book.scorers import BIDS, NOON, Phone, bid, take
from tests.databases import count_rows, execute, fetch
from tests.evening import Evening


@pytest.fixture
def match(evening: Evening, owner: Phone) -> str:
    """The match of table 1, which is over after its only hand."""
    evening.seat()
    match = evening.score(1)
    owner.record(match, bid)
    owner.record(match, take)
    return match


def test_no_match_starts_at_a_table_whose_result_was_typed(evening: Evening) -> None:
    evening.seat()
    evening.type({(1, 1): TableResult.walkover(1)})
    with pytest.raises(AccessDenied):
        evening.score(1)
    assert evening.load().matches == {}


def test_a_match_whose_result_was_typed_meanwhile_is_not_restored_as_running(
    database: Database,
) -> None:
    evening = Evening.create(database)
    evening.seat()
    match, owner = evening.score(1), Phone(database, evening.secret)
    in_progress = select(MATCHES.c.id).where(IS_IN_PROGRESS)
    assert len(fetch(database, in_progress)) == 1
    owner.do(deletion.soft_delete, match)
    evening.type_result(1, 312, 250)
    owner.do(deletion.restore, match)
    assert fetch(database, in_progress) == []
    evening.type({(1, 1): None}, {(1, 1): TableResult.of_points(312, 250)})
    assert len(fetch(database, in_progress)) == 1


def result(evening: Evening, table: int = 1) -> TableResult | None:
    return evening.load().event.rounds[0].tables[table - 1].result


def test_each_change_of_a_decided_match_shows(evening: Evening, owner: Phone, match: str) -> None:
    seen = [evening.load()]
    for change in (
        lambda: owner.undo(match),
        lambda: owner.redo(match),
        lambda: owner.correct(match, lambda one: one.correct(1, BIDS, None, [9, 4]), "miscounted"),
        lambda: owner.do(deletion.soft_delete, match),
        lambda: owner.do(deletion.restore, match),
    ):
        change()
        seen.append(evening.load())
    revisions = [stored.ref.revision for stored in seen]
    assert revisions == sorted({*revisions})
    results = [stored.event.rounds[0].tables[0].result for stored in seen]
    assert [one is None for one in results] == [False, True, False, False, True, False]
    assert results[0] == results[2] != results[3] == results[5]


def test_a_hand_that_decides_nothing_does_not_wake_the_phones(database: Database) -> None:
    evening = Evening.create(database)
    evening.seat()
    match, owner = evening.score(1), Phone(database, evening.secret)
    before = evening.load().ref.revision
    owner.record(match, bid)
    owner.record(match, take)
    owner.undo(match)
    assert evening.load().ref.revision == before
    # Nor has a match a result that ended early.
    for change in (take, lambda one: one.end(NOON)):
        owner.record(match, change)
    assert result(evening) is None


def test_recomputing_shows_what_was_wrong(evening: Evening, match: str) -> None:
    right, before = result(evening), evening.load().ref.revision
    execute(evening.database, update(MATCHES).values(ending="early"))
    assert result(evening) is None
    integrity.recompute_in_batches(evening.database)
    assert result(evening) == right
    assert evening.load().ref.revision > before


def test_a_deleted_match_does_not_come_back_to_a_round_that_was_taken_back(
    evening: Evening, owner: Phone, match: str
) -> None:
    owner.do(deletion.soft_delete, match)
    assert evening.undo_round() == []
    evening.seat(attempt=1)
    owner.do(deletion.restore, match)
    assert owner.load(match).event is None
    assert evening.load().matches == {}


def test_a_table_without_a_hand_is_not_cleared_away_with_a_new_match(
    evening: Evening, owner: Phone
) -> None:
    evening.seat()
    match = evening.score(1)
    again = owner.start(owner.load(match).match.players)
    assert owner.do(deletion.delete_unplayed, again) is None
    assert evening.load().matches[1, 1].public_id == match


def test_the_form_of_an_earlier_round_moves_no_match(evening: Evening) -> None:
    evening.seat()
    match = evening.score(1, key="sent twice")
    evening.finish()
    evening.seat()
    assert evening.score(1, key="sent twice") == match
    assert [*evening.load().matches] == [(1, 1)]


def test_a_rematch_is_an_ordinary_match(evening: Evening, owner: Phone, match: str) -> None:
    stored = owner.load(match)
    sent = Submission.of("again", [])
    again, _ = owner.do(rematches.start_rematch, stored, sent, stored.match.rematch())
    assert owner.load(again).event is None
    assert evening.load().matches[1, 1].public_id == match


def test_matches_of_a_deleted_event_are_ordinary_until_it_is_restored(
    evening: Evening, owner: Phone, match: str
) -> None:
    before = owner.load(match)
    evening.delete()
    without = owner.load(match)
    assert without.event is None
    assert without.revision > before.revision
    with pytest.raises(AccessDenied):
        evening.load()
    with pytest.raises(AccessDenied):
        evening.score(2)
    evening.delete(is_deleted=False)
    assert owner.load(match).event == before.event
    assert owner.load(match).revision > without.revision
    assert result(evening) is not None


def age(database: Database, days: int) -> None:
    execute(database, update(EVENTS).values(deleted_at=now() - timedelta(days=days)))


def statistics(evening: Evening) -> object:
    with evening.database.read() as session:
        [scorebook_id] = session.scalars(select(EVENTS.c.scorebook_id))
        book = roster.load_roster(session, scorebook_id)
        return queries.sum_by_player(session, book, queries.ALL_TIME)


def test_a_deleted_event_is_purged_after_thirty_days_and_its_matches_stay(
    evening: Evening, owner: Phone, match: str, database: Database
) -> None:
    counted = statistics(evening)
    unseated = {*evening.load().names} - {*evening.load().event.rounds[0].tables[0].seats}
    evening.delete()
    for days, number in ((29, 1), (30, 1), (31, 0)):
        age(database, days)
        assert count_expired(database)["club evenings"] == 1 - number
        assert statistics(evening) == counted
        delete_expired(database)
        assert count_rows(database, EVENTS) == number
    assert count_rows(database, PLAYERS) == 8 - len(unseated)
    with database.read() as session:
        columns = MATCHES.c["event_id", "event_round", "event_table"]
        assert session.execute(select(*columns)).all() == [(None, None, None)]
    assert owner.load(match).match.outcome


def test_other_rules_hold_for_coming_rounds_only(evening: Evening) -> None:
    evening.seat()
    first = evening.load()
    house = rules.HouseRules.of("partnership", hand_limit=8, failed_nil="help")
    planned = Event("", EventKind.SINGLES, 7, None, (), house=house)
    evening.do(events.change_setup, "Friday", planned)
    stored = evening.load()
    assert (stored.name, stored.event.house, stored.event.planned_rounds) == ("Friday", house, 7)
    assert stored.event.find_house(1) == first.event.find_house(1) == first.event.house


def test_an_action_that_was_done_changes_nothing_again(evening: Evening) -> None:
    for action in (
        lambda ended: evening.do(events.set_ended, is_ended=ended),
        lambda left: evening.do(entrants.set_present, 3, is_present=not left),
    ):
        for value in (True, False):
            action(value)
            before = evening.load().ref.revision
            action(value)
            assert evening.load().ref.revision == before
