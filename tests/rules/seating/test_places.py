from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableResult,
    list_chairs,
)
from scorekeeper.rules.seating.tables import find_table, find_table_of

WON = TableResult.of_points(312, 250)
LATE = EventTable(2, (5, 6, 7, 8))
FIRST = EventRound(1, (EventTable(1, (1, 2, 3, 4), WON), LATE))
SECOND = EventRound(2, (EventTable(1, (9, 1, 2, 3), WON),), sits_out=(4,))


def event(*rounds: EventRound) -> Event:
    entrants = tuple(Entrant(number, lot=number) for number in range(1, 10))
    return Event("Friday", EventKind.SINGLES, 5, None, entrants, rounds)


def test_partners_sit_opposite_each_other() -> None:
    assert list_chairs(EventTable(1, (1, 2, 3, 4))) == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert list_chairs(EventTable(1, (1, 2))) == ((1, 0), (2, 0), (1, 1), (2, 1))


def test_a_card_leads_to_the_table_that_still_plays() -> None:
    assert find_table(event(FIRST, SECOND), 2) == (FIRST, LATE)


def test_a_card_leads_to_the_latest_round() -> None:
    assert find_table(event(FIRST, SECOND), 1) == (SECOND, SECOND.tables[0])
    assert find_table(event(FIRST, SECOND), 3) is None
    assert find_table(event(), 1) is None


def test_a_table_of_an_earlier_round_that_is_open_again_hides_no_later_one() -> None:
    [again], [later] = ((EventTable(1, (1, 2, 3, 4)),), (EventTable(1, (4, 3, 2, 1)),))
    evening = event(EventRound(1, (again,)), EventRound(2, (later,)))
    assert find_table(evening, 1) == find_table_of(evening, 1) == (evening.rounds[1], later)


def test_an_entrant_sits_where_they_still_play() -> None:
    evening = event(FIRST, SECOND)
    assert find_table_of(evening, 5) == (FIRST, LATE)
    assert find_table_of(evening, 9) == (SECOND, SECOND.tables[0])
    assert find_table_of(evening, 4) is None
