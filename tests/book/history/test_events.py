"""Events without a match among the matches of the history, on both databases."""

from datetime import timedelta

import pytest

from scorekeeper.book.db.database import Database
from scorekeeper.book.history import history
from scorekeeper.book.history.history import HistoryPage
from scorekeeper.book.history.search import Filters, Position
from scorekeeper.book.matches import deletion
from scorekeeper.rules import HouseRules, Match
from tests.book.scorers import NOON, Scorer
from tests.databases import ask, recorded
from tests.evening import Evening, singles


@pytest.fixture
def scorer(database: Database) -> Scorer:
    return Scorer(database)


def typed(scorer: Scorer) -> Evening:
    """An event of eight people whose results were typed."""
    evening = Evening.create(scorer.database, singles(8), secret=scorer.secret)
    evening.seat()
    evening.finish()
    return evening


def page(
    scorer: Scorer, filters: Filters | None = None, before: Position | None = None
) -> HistoryPage:
    return scorer.ask(history.load_page, filters or Filters(), before=before, limit=2)


def ids(listed: HistoryPage) -> list[str]:
    return [row.public_id for row in listed.rows]


def old_match(scorer: Scorer) -> str:
    start = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=NOON - timedelta(9))
    return scorer.start(match=start)


def test_events_without_a_match_stand_on_one_page_each(scorer: Scorer) -> None:
    old = old_match(scorer)
    events = [typed(scorer).id for _ in range(4)]
    first = page(scorer)
    second = page(scorer, before=first.older)
    third = page(scorer, before=second.older)
    assert ids(first) + ids(second) + ids(third) == [*events[::-1], old]
    assert third.older is None


def test_an_event_whose_matches_were_deleted_is_listed(scorer: Scorer) -> None:
    evening = Evening.create(scorer.database, secret=scorer.secret)
    evening.seat()
    match = evening.score(1)
    assert ids(page(scorer)) == [match]
    scorer.do(deletion.soft_delete, match)
    assert ids(page(scorer)) == [evening.id]


def test_deleted_events_and_those_of_others_are_not_listed(scorer: Scorer) -> None:
    typed(scorer).delete()
    typed(Scorer(scorer.database))
    assert ids(page(scorer)) == []


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
def test_events_are_found_by_names_alone(scorer: Scorer, filters: Filters, found: int) -> None:
    typed(scorer)
    assert len(page(scorer, filters).rows) == found


def test_a_name_that_many_have_finds_events(scorer: Scorer) -> None:
    for number in range(0, 20, 2):
        scorer.start([f"Zoran {number}", f"Zora {number}"])
    evening = Evening.create(scorer.database, [("Ann",), ("Zoë",)], secret=scorer.secret)
    assert ids(page(scorer, Filters(("z", "a"))))[0] == evening.id
    assert evening.id not in ids(page(scorer, Filters(("zor",))))


def test_the_public_api_lists_no_events(scorer: Scorer) -> None:
    match = old_match(scorer)
    ref = typed(scorer).find()
    assert ids(ask(scorer.database, history.load_page_in, ref.scorebook_id, None, 9)) == [match]


def test_events_take_no_further_statement(scorer: Scorer) -> None:
    old_match(scorer)
    with recorded(scorer.database) as before:
        page(scorer)
    typed(scorer)
    with recorded(scorer.database) as after:
        page(scorer)
    assert len(after) == len(before)
