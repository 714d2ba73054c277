"""The standings of an event as a list for a spreadsheet."""

from dataclasses import replace

from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableResult,
)
from scorekeeper.web.events.event_links import write_standings

PEOPLE = {1: ("Ann",), 2: ("Ben",), 3: ("=1+1",), 4: ("Dan",), 5: ("Eve",)}
SINGLES = Event(
    key="Fri",
    kind=EventKind.SINGLES,
    planned_rounds=2,
    max_tables=None,
    entrants=tuple(Entrant(number, lot=number, seed=number % 2 + 1) for number in PEOPLE),
    rounds=(
        EventRound(1, (EventTable(2, (1, 2, 3, 4), TableResult.of_points(312, -40)),), (5,)),
        EventRound(2, (EventTable(1, (1, 5, 2, 4)),), (3,)),
        EventRound(3, (EventTable(1, (1, 2, 3, 4), TableResult.walkover(1)),), lives=1),
    ),
)
PAIRS = {1: ("Ann", "Ben"), 2: ("Cleo", "Dan"), 3: ("Eve", "Finn")}
SWISS = replace(
    SINGLES,
    kind=EventKind.SWISS,
    entrants=tuple(Entrant(number, lot=number) for number in PAIRS),
    rounds=(EventRound(1, (EventTable(1, (2, 1), TableResult.none()),), (3,)),),
)


def test_standings_have_a_line_each_with_both_names_of_pairs_and_a_decimal_comma() -> None:
    assert write_standings(SINGLES, PEOPLE, ",").decode("utf-8-sig").splitlines() == [
        "place,player_1,player_2,wins,strength,head_to_head,difference,played,sat_out",
        "1,'=1+1,,1.5,,,352,1,1",
        "2,Ann,,1,,,352,1,0",
        "3,Eve,,0.5,,,0,0,1",
        "4,Ben,,0,,,-352,1,0",
        "4,Dan,,0,,,-352,1,0",
    ]
    assert write_standings(SWISS, PAIRS, ";").decode("utf-8-sig").splitlines()[1:] == [
        "1;Eve;Finn;1;1;;0;0;1",
        "2;Ann;Ben;0,5;0,5;0,5;0;1;0",
        "2;Cleo;Dan;0,5;0,5;0,5;0;1;0",
    ]
