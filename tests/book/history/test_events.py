"""Events without a match among the matches of the history, on both databases."""

from datetime import timedelta

import pytest

from scorekeeper.book.access.event_grants import find_event
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import history, public_api_queries
from scorekeeper.book.history.evenings import group_by_evening
from scorekeeper.book.history.filters import Filters
from scorekeeper.book.history.history import HistoryPage
from scorekeeper.book.history.search import Position
from scorekeeper.book.matches import bulk_actions
from scorekeeper.rules import HouseRules, Match
from scorekeeper.rules.seating.event import TableResult
from tests.book.events.organisers import Organiser
from tests.book.scorers import NOON, Scorer
from tests.databases import recorded


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


@pytest.fixture
def scorer(organiser: Organiser) -> Scorer:
    """The same device, which notes ordinary matches, too."""
    return Scorer(organiser.database, organiser.secret)


def typed(organiser: Organiser) -> str:
    """An event of eight people whose results were typed."""
    public_id = organiser.create()
    organiser.seat(public_id)
    results = {(1, table): TableResult.of_points(300, 200) for table in (1, 2)}
    organiser.type(public_id, results)
    return public_id


def page(
    organiser: Organiser, filters: Filters | None = None, before: Position | None = None
) -> HistoryPage:
    with organiser.database.read() as session:
        return history.load_page(
            session, organiser.secret, filters or Filters(), before=before, limit=2
        )


def ids(listed: HistoryPage) -> list[str]:
    return [row.public_id for row in listed.rows]


def old_match(scorer: Scorer) -> str:
    start = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=NOON - timedelta(9))
    return scorer.start(match=start)


def test_events_without_a_match_stand_on_one_page_each(
    organiser: Organiser, scorer: Scorer
) -> None:
    old = old_match(scorer)
    events = [typed(organiser) for _ in range(4)]
    first = page(organiser)
    second = page(organiser, before=first.older)
    third = page(organiser, before=second.older)
    assert ids(first) + ids(second) + ids(third) == [*events[::-1], old]
    assert third.older is None


def test_an_event_is_an_evening_without_entries(organiser: Organiser, scorer: Scorer) -> None:
    old_match(scorer)
    public_id = typed(organiser)
    with organiser.database.read() as session:
        evenings = group_by_evening(session, page(organiser))
        event = find_event(session, organiser.secret, public_id)
    assert [(one.event_id, len(one.entries)) for one in evenings] == [(event.id, 0), (None, 1)]


def test_an_event_whose_matches_were_deleted_is_listed(
    organiser: Organiser, scorer: Scorer
) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    match = organiser.score(public_id, 1)
    assert ids(page(organiser)) == [match]
    with organiser.database.write() as session:
        bulk_actions.soft_delete(session, organiser.secret, [match])
    assert ids(page(organiser)) == [public_id]


def test_deleted_events_and_those_of_others_are_not_listed(organiser: Organiser) -> None:
    organiser.delete(typed(organiser))
    typed(Organiser(organiser.database))
    assert ids(page(organiser)) == []


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(("ann",)), 1),
        (Filters(("ANN", "finn")), 1),
        (Filters(("ann", "nobody")), 0),
        (Filters(("zoë",)), 0),
        (Filters(("ann",), game="partnership"), 0),
        (Filters(finished=True), 0),
        (Filters(unfinished=True), 0),
    ],
)
def test_events_are_found_by_names_alone(
    organiser: Organiser, filters: Filters, found: int
) -> None:
    typed(organiser)
    assert len(page(organiser, filters).rows) == found


def test_a_name_that_many_have_finds_events(organiser: Organiser, scorer: Scorer) -> None:
    for number in range(0, 20, 2):
        scorer.start([f"Zoran {number}", f"Zora {number}"])
    public_id = organiser.create(17)
    assert ids(page(organiser, Filters(("z", "a"))))[0] == public_id
    assert public_id not in ids(page(organiser, Filters(("zor",))))


def test_the_public_api_lists_no_events(organiser: Organiser, scorer: Scorer) -> None:
    match = old_match(scorer)
    ref = organiser.load(typed(organiser)).ref
    with organiser.database.read() as session:
        assert ids(public_api_queries.load_page(session, ref.scorebook_id, None, 9)) == [match]


def test_events_take_no_further_statement(organiser: Organiser, scorer: Scorer) -> None:
    old_match(scorer)
    with recorded(organiser.database) as before:
        page(organiser)
    typed(organiser)
    with recorded(organiser.database) as after:
        page(organiser)
    assert len(after) == len(before)
