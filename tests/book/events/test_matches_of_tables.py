"""What happens to the match of a table shows in its event, and the reverse."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.events import entrants, events
from scorekeeper.book.events.events import EventSetup, StaleEvent
from scorekeeper.book.maintenance import recompute
from scorekeeper.book.maintenance.cleanup import count_expired, delete_expired
from scorekeeper.book.matches import bulk_actions, deletion, rematches
from scorekeeper.book.matches.deletion import TableTaken
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import EVENTS, MATCHES, PLAYERS
from scorekeeper.book.statistics import queries, roster
from scorekeeper.rules.seating.event import EventKind, TableResult
from tests.book.events.organisers import Organiser
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import count_rows


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


@pytest.fixture
def scorer(organiser: Organiser) -> Scorer:
    return Scorer(organiser.database, organiser.secret)


def delete(scorer: Scorer, match: str) -> None:
    with scorer.database.write() as session:
        deletion.soft_delete(session, scorer.secret, match)


def restore(scorer: Scorer, match: str) -> None:
    with scorer.database.write() as session:
        deletion.restore(session, scorer.secret, match)


def played(organiser: Organiser, scorer: Scorer, table: int = 1) -> tuple[str, str]:
    """An event of rounds of one hand, and the match of a table that is over."""
    public_id = organiser.create(hand_limit=1)
    organiser.seat(public_id)
    match = organiser.score(public_id, table)
    scorer.record(match, bid)
    scorer.record(match, take)
    return public_id, match


def test_no_match_starts_at_a_table_whose_result_was_typed(organiser: Organiser) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    organiser.type(public_id, {(1, 1): TableResult.walkover(1)})
    with pytest.raises(AccessDenied):
        organiser.score(public_id, 1)
    assert organiser.load(public_id).matches == {}


def result(organiser: Organiser, public_id: str, table: int = 1) -> TableResult | None:
    return organiser.load(public_id).event.rounds[0].tables[table - 1].result


def test_each_change_of_a_decided_match_shows(organiser: Organiser, scorer: Scorer) -> None:
    public_id, match = played(organiser, scorer)
    seen = [organiser.load(public_id)]
    for change in (
        lambda: scorer.undo(match),
        lambda: scorer.redo(match),
        lambda: scorer.correct(match, lambda one: one.correct(1, BIDS, None, [9, 4]), "miscounted"),
        lambda: delete(scorer, match),
        lambda: restore(scorer, match),
    ):
        change()
        seen.append(organiser.load(public_id))
    revisions = [stored.ref.revision for stored in seen]
    assert revisions == sorted({*revisions})
    results = [stored.event.rounds[0].tables[0].result for stored in seen]
    assert [one is None for one in results] == [False, True, False, False, True, False]
    assert results[0] == results[2] != results[3] == results[5]


def test_a_hand_that_decides_nothing_does_not_wake_the_phones(
    organiser: Organiser, scorer: Scorer
) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    before = organiser.load(public_id).ref.revision
    scorer.record(match, bid)
    scorer.record(match, take)
    scorer.undo(match)
    assert organiser.load(public_id).ref.revision == before


def test_a_match_that_ended_early_has_no_result(organiser: Organiser, scorer: Scorer) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    for change in (bid, take, lambda one: one.end(NOON)):
        scorer.record(match, change)
    stored = organiser.load(public_id)
    assert stored.matches[1, 1].is_ended_early
    assert stored.event.rounds[0].tables[0].result is None


def test_recomputing_shows_what_was_wrong(organiser: Organiser, scorer: Scorer) -> None:
    public_id, _match = played(organiser, scorer)
    right, before = result(organiser, public_id), organiser.load(public_id).ref.revision
    with organiser.database.write() as session:
        session.execute(update(MATCHES).values(ending="early"))
    assert result(organiser, public_id) is None
    recompute.recompute_in_batches(organiser.database)
    assert result(organiser, public_id) == right
    assert organiser.load(public_id).ref.revision > before


def test_another_match_can_be_started_after_a_deletion_and_the_first_stays_out(
    organiser: Organiser, scorer: Scorer
) -> None:
    public_id, match = played(organiser, scorer)
    delete(scorer, match)
    assert organiser.load(public_id).matches == {}
    second = organiser.score(public_id, 1)
    assert second != match
    with pytest.raises(TableTaken) as told:
        restore(scorer, match)
    assert told.value.table == 1
    with pytest.raises(TableTaken), organiser.database.write() as session:
        bulk_actions.restore(session, organiser.secret, [match])
    delete(scorer, second)
    restore(scorer, match)
    assert organiser.load(public_id).matches[1, 1].public_id == match


def test_a_deleted_match_does_not_come_back_to_a_round_that_was_taken_back(
    organiser: Organiser, scorer: Scorer
) -> None:
    public_id, match = played(organiser, scorer)
    delete(scorer, match)
    assert organiser.take_back(public_id) == []
    organiser.seat(public_id, attempt=1)
    restore(scorer, match)
    assert scorer.load(match).event is None
    assert organiser.load(public_id).matches == {}


def test_a_table_without_a_hand_is_not_cleared_away_with_a_new_match(
    organiser: Organiser, scorer: Scorer
) -> None:
    public_id = organiser.create(people=4)
    organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    again = scorer.start(scorer.load(match).match.players)
    with scorer.database.write() as session:
        assert deletion.delete_unplayed(session, scorer.secret, again) is None
    assert organiser.load(public_id).matches[1, 1].public_id == match


def test_the_form_of_an_earlier_round_moves_no_match(organiser: Organiser) -> None:
    public_id = organiser.create(people=4)
    organiser.seat(public_id)
    match = organiser.score(public_id, 1, key="sent twice")
    organiser.type(public_id, {(1, 1): TableResult.of_points(312, 250)})
    organiser.seat(public_id)
    assert organiser.score(public_id, 1, key="sent twice") == match
    assert [*organiser.load(public_id).matches] == [(1, 1)]


def test_a_rematch_is_an_ordinary_match(organiser: Organiser, scorer: Scorer) -> None:
    public_id, match = played(organiser, scorer)
    stored = scorer.load(match)
    sent = Submission.of("again", None, [])
    with scorer.database.write() as session:
        again = rematches.start_rematch(
            session, scorer.secret, stored, sent, stored.match.rematch()
        )
    assert scorer.load(again.public_id).event is None
    assert organiser.load(public_id).matches[1, 1].public_id == match


def test_matches_of_a_deleted_event_are_ordinary_until_it_is_restored(
    organiser: Organiser, scorer: Scorer
) -> None:
    public_id, match = played(organiser, scorer)
    before = scorer.load(match)
    organiser.delete(public_id)
    without = scorer.load(match)
    assert without.event is None
    assert without.revision > before.revision
    with pytest.raises(AccessDenied):
        organiser.load(public_id)
    with pytest.raises(AccessDenied):
        organiser.score(public_id, 2)
    organiser.delete(public_id, is_deleted=False)
    assert scorer.load(match).event == before.event
    assert scorer.load(match).revision > without.revision
    assert result(organiser, public_id) is not None


def age(database: Database, days: int) -> None:
    with database.write() as session:
        session.execute(update(EVENTS).values(deleted_at=now() - timedelta(days=days)))


def statistics(organiser: Organiser) -> object:
    with organiser.database.read() as session:
        [scorebook_id] = session.scalars(select(EVENTS.c.scorebook_id))
        book = roster.load_roster(session, scorebook_id)
        return queries.sum_by_player(session, book, queries.ALL_TIME)


def test_a_deleted_event_is_purged_after_thirty_days_and_its_matches_stay(
    organiser: Organiser, scorer: Scorer, database: Database
) -> None:
    public_id, match = played(organiser, scorer)
    counted = statistics(organiser)
    unseated = {*organiser.load(public_id).names} - {
        *organiser.load(public_id).event.rounds[0].tables[0].seats
    }
    organiser.delete(public_id)
    for days, number in ((29, 1), (30, 1), (31, 0)):
        age(database, days)
        assert count_expired(database)["club evenings"] == 1 - number
        assert statistics(organiser) == counted
        delete_expired(database)
        assert count_rows(database, EVENTS) == number
    assert count_rows(database, PLAYERS) == 8 - len(unseated)
    with database.read() as session:
        columns = MATCHES.c["event_id", "event_round", "event_table"]
        assert session.execute(select(*columns)).all() == [(None, None, None)]
    assert scorer.load(match).match.outcome


def test_other_rules_hold_for_coming_rounds_only(organiser: Organiser) -> None:
    public_id = organiser.create(hand_limit=4, target=300)
    first = organiser.seat(public_id)
    house = rules.HouseRules.of("partnership", hand_limit=8, failed_nil="help")
    setup = EventSetup("Friday", EventKind.SINGLES, house, 7)
    with organiser.database.write() as session:
        events.change_setup(session, organiser.secret, public_id, setup)
    stored = organiser.load(public_id)
    assert (stored.name, stored.house_rules, stored.event.planned_rounds) == ("Friday", house, 7)
    assert stored.round_rules == first.round_rules
    assert stored.round_rules[1] == first.house_rules


def test_people_do_not_become_pairs(organiser: Organiser) -> None:
    public_id = organiser.create()
    house = organiser.load(public_id).house_rules
    for kind in (EventKind.SWISS, EventKind.ROUND_ROBIN):
        setup = EventSetup("Friday", kind, house, 5)
        with pytest.raises(StaleEvent), organiser.database.write() as session:
            events.change_setup(session, organiser.secret, public_id, setup)


def test_an_action_that_was_done_changes_nothing_again(organiser: Organiser) -> None:
    public_id = organiser.create()
    for action in (
        lambda session, ended: events.set_ended(
            session, organiser.secret, public_id, is_ended=ended
        ),
        lambda session, left: entrants.set_present(
            session, organiser.secret, public_id, 3, is_present=not left
        ),
    ):
        for value in (True, False):
            with organiser.database.write() as session:
                action(session, value)
            before = organiser.load(public_id).ref.revision
            with organiser.database.write() as session:
                action(session, value)
            assert organiser.load(public_id).ref.revision == before
