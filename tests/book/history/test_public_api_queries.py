from datetime import timedelta

from scorekeeper.book.access.grants import find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.history import public_api_queries
from scorekeeper.rules import HouseRules, Match
from tests.book.scorers import NOON, Scorer


def began(scorer: Scorer, hours: int) -> str:
    new = Match.start(
        HouseRules.of("two-player"), ["Ann", "Ben"], started=NOON + timedelta(hours=hours)
    )
    return scorer.start(match=new)


def test_the_api_lists_matches_by_start_in_pages(database: Database) -> None:
    scorer = Scorer(database)
    late, early, late_too = (began(scorer, hours) for hours in (5, -400, 5))
    began(Scorer(database), 6)

    with database.read() as session:
        [book] = find_owned_scorebooks(session, scorer.secret)
        first = public_api_queries.load_page(session, book, None, 2)
        rest = public_api_queries.load_page(session, book, first.older, 2)

    assert [seen.public_id for seen in first.rows] == [late_too, late]
    assert [seen.public_id for seen in rest.rows] == [early]
    assert rest.older is None
