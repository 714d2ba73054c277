from datetime import timedelta

from scorekeeper.book import naming, reading
from scorekeeper.book.access import owned
from scorekeeper.book.database import Database
from scorekeeper.book.players import NEWEST
from scorekeeper.rules import HouseRules, Match
from tests.book.keeping import NOON, Scorer


def began(scorer: Scorer, hours: int) -> str:
    """Start a match so many hours after noon."""
    new = Match.start(
        HouseRules.of("two-player"), ["Ann", "Ben"], started=NOON + timedelta(hours=hours)
    )
    return scorer.start(match=new)


def test_matches_are_read_by_when_they_began_page_by_page(database: Database) -> None:
    scorer = Scorer(database)
    late, early, late_too = (began(scorer, hours) for hours in (5, -400, 5))
    began(Scorer(database), 6)

    with database.read() as session:
        [book] = owned(session, scorer.secret)
        first = reading.matches(session, book, None, 2)
        rest = reading.matches(session, book, first.older, 2)

    assert [seen.public_id for seen in first.rows] == [late_too, late]
    assert [seen.public_id for seen in rest.rows] == [early]
    assert rest.older is None


def test_players_are_read_page_by_page_and_by_whom_they_are_called(database: Database) -> None:
    scorer = Scorer(database)
    began(scorer, 0)
    with database.read() as session:
        [book] = owned(session, scorer.secret)
        [ben] = reading.players(session, book, NEWEST, 1).people
        older = reading.players(session, book, NEWEST, 1).older
        assert older is not None
        [ann] = reading.players(session, book, older, 1).people
    cleo = began_with(scorer, "Cleo")
    with database.write() as session:
        naming.merge(session, scorer.secret, ben.public_id, cleo)
    with database.read() as session:
        called = reading.player(session, book, ben.public_id)

    assert (ann.name, ben.name) == ("Ann", "Ben")
    assert called is not None
    assert (called.name, called.matches) == ("Cleo", 2)


def began_with(scorer: Scorer, name: str) -> str:
    """Start a match of somebody else with Ann; return who it is."""
    scorer.start(["Ann", name])
    with scorer.database.read() as session:
        [book] = owned(session, scorer.secret)
        [newest] = reading.players(session, book, NEWEST, 1).people
    return newest.public_id
