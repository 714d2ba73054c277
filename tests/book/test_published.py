"""What is told to machines, on both databases."""

from datetime import timedelta
from uuid import UUID

from scorekeeper.book.access import owned
from scorekeeper.book.columns import new_public_id
from scorekeeper.book.database import Database
from scorekeeper.book.published import Head, head, published, uuid_of
from scorekeeper.rules import HouseRules, Match
from tests.book.keeping import NOON, Scorer


def looked(ann: Scorer, limit: int = 10) -> Head:
    with ann.database.read() as session:
        return head(session, owned(session, ann.secret)[0], limit)


def over(ann: Scorer, hours: int) -> str:
    began = NOON + timedelta(hours=hours)
    match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=began)
    return ann.start(match=match.end(began))


def test_finished_matches_come_by_their_beginning_the_newest_first(database: Database) -> None:
    ann, stranger = Scorer(database), Scorer(database)
    late, early = over(ann, 5), over(ann, 2)
    ann.start()
    over(stranger, 9)
    assert [one.public_id for one in looked(ann).matches] == [late, early]
    assert [one.public_id for one in looked(ann, 1).matches] == [late]


def test_each_match_is_loaded_with_when_it_was_last_written(database: Database) -> None:
    ann = Scorer(database)
    over(ann, 0)
    with database.read() as session:
        (found,) = published(session, looked(ann).matches)
        assert published(session, []) == []
    assert found.stored.match.players == ("Ann", "Ben")
    assert found.updated.tzinfo is not None
    assert found.updated > NOON


def test_it_is_another_one_when_something_else_is_to_be_told(database: Database) -> None:
    ann = Scorer(database)
    public_id = over(ann, 0)
    before = looked(ann)
    assert looked(ann).shown == before.shown
    ann.undo(public_id)
    assert looked(ann).shown != before.shown


def test_each_id_is_known_to_machines_by_one_of_its_own() -> None:
    ids = [new_public_id() for _ in range(100)]
    assert len({uuid_of(one) for one in ids}) == 100
    assert {type(uuid_of(one)) for one in ids} == {UUID}
