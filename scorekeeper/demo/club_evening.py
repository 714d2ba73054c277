"""A club evening of twelve people with a playoff, as a file to import."""

import json
from datetime import datetime, timedelta
from random import Random

from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.demo.simulated_play import GUESTS, HOME_PLAYERS, play_match
from scorekeeper.rules import HouseRules, Match, match_file
from scorekeeper.rules.presets import limit_match
from scorekeeper.rules.seating.bracket import choose_seeds, with_seeds
from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventTable,
    EventWay,
    Place,
    TableResult,
    list_chairs,
    with_tables,
)
from scorekeeper.rules.seating.next_round import seat_next_round, with_round

EVENT_ID = "demo-club-evening-0001"
PEOPLE = (*HOME_PLAYERS, *GUESTS, "Noah", "Olga", "Petra", "Quentin")
NAMES = {number: (name,) for number, name in enumerate(PEOPLE, start=1)}
HOUSE = limit_match(HouseRules.of("partnership"), {"hand_limit": 8})
FINAL = limit_match(HOUSE, {"target": 250})
ROUNDS = (None, None, None, 1, 1)
"""Three rounds, then the semi-finals and the final of a playoff in which one loss is enough."""
TYPED = {(1, 2): TableResult.of_points(312, 250), (2, 3): TableResult.of_points(187, 241)}
"""Results of tables without a phone, by round and table."""
ROUND_TIME = timedelta(minutes=45)


def simulate_evening(began: datetime) -> bytes:
    """Return the matches of an evening, one per line, and the evening in the last line."""
    people = tuple(Entrant(number, lot=number * 7 % 13) for number in NAMES)
    event = Event(EVENT_ID, EventKind.SINGLES, 3, None, people, house=HOUSE, way=EventWay.ROUNDS)
    lines, ids = [], {}
    for lives in ROUNDS:
        if lives and not event.lives:
            event = with_seeds(event, choose_seeds(event, 8))
        number = event.next_number
        house, start = FINAL if number == len(ROUNDS) else HOUSE, began + number * ROUND_TIME
        seating = seat_next_round(event, lives=lives)
        event = with_round(event, seating, lives, house=house, started=start)
        results: dict[Place, dict[str, TableResult]] = {}
        for table in event.rounds[-1].tables:
            place = number, table.number
            if place in TYPED:
                results[place] = {"typed": TYPED[place]}
                continue
            match = _play_table(table, house, start, Random(f"{place}"))
            ids[place] = f"demo-club-match-{number:03}{table.number:03}"
            lines.append(match_file.write(match, ids[place]))
            points = [standing.points for standing in match.standings]
            results[place] = {"played": TableResult.of_points(*points)}
        event = with_tables(event, results)
    written = WrittenEvent(
        public_id=EVENT_ID,
        name="Club evening",
        event=event,
        names=NAMES,
        started=began,
        ended=began + (len(ROUNDS) + 1) * ROUND_TIME,
        matches=ids,
    )
    return "".join(f"{json.dumps(one)}\n" for one in (*lines, event_file.write(written))).encode()


def _play_table(table: EventTable, house: HouseRules, began: datetime, chance: Random) -> Match:
    """Return a finished match in which both sides did well."""
    names = [NAMES[entrant][person] for entrant, person in list_chairs(table)]
    while True:
        match = play_match(Match.start(house, names, started=began), chance)
        if match.outcome and min(standing.points for standing in match.standings) > 0:
            return match
