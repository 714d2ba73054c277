"""Rounds of the playoff as they are stored."""

from scorekeeper.book.db.database import Database
from scorekeeper.book.events import rounds
from scorekeeper.rules.seating.bracket import choose_seeds, find_winners, with_seeds
from scorekeeper.rules.seating.event import EventKind
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.evening import PAIRS, Evening


def start_playoff(evening: Evening, size: int, lives: int) -> None:
    stored = evening.load()
    seeds = choose_seeds(stored.event, size)
    seating = seat_next_round(with_seeds(stored.event, seeds), lives=lives)
    number, revision = stored.event.next_number, stored.ref.revision
    with evening.database.write() as session:
        key = session, evening.secret, evening.id
        rounds.start_round(*key, number, revision, seating, lives=lives, seeds=seeds)


def finish(evening: Evening) -> None:
    for table in evening.latest.tables:
        evening.type_result(table.number, 350, 212)


def test_later_rounds_of_a_playoff_belong_to_it(database: Database) -> None:
    evening = Evening.create(database, PAIRS, EventKind.SWISS)
    start_playoff(evening, 4, 1)
    finish(evening)
    evening.seat()
    assert [seated.lives for seated in evening.load().event.rounds] == [1, 1]
    finish(evening)
    assert len(find_winners(evening.load().event)) == 1


def test_taking_back_its_first_round_clears_the_seeds(database: Database) -> None:
    evening = Evening.create(database)
    start_playoff(evening, 8, 2)
    with database.write() as session:
        assert rounds.take_back_round(session, evening.secret, evening.id, 1) == []
    event = evening.load().event
    assert (event.rounds, {entrant.seed for entrant in event.entrants}) == ((), {None})
