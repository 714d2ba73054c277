"""Rounds of the playoff as they are stored."""

from scorekeeper.book.db.database import Database
from scorekeeper.rules.seating.bracket import choose_seeds, find_winners
from scorekeeper.rules.seating.event import EventKind
from tests.evening import PAIRS, Evening


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
