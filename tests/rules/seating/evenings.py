"""Events played at random: people who come and leave, tables that are late."""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from random import Random

from scorekeeper.rules.seating.bracket import choose_seeds, plan_playoff, with_seeds
from scorekeeper.rules.seating.event import (
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    EventWay,
    Seating,
    TableResult,
)
from scorekeeper.rules.seating.next_round import check_seating, seat_next_round, with_round
from scorekeeper.rules.seating.standings import Two, recall

ENDINGS = 8
"""The number of results among which one is a tie, one a walkover and one none."""
MAX_ROUNDS = 200


def gather(
    kind: EventKind, count: int, seed: object = 0, rounds: int = 6, max_tables: int | None = None
) -> Event:
    """Return a new event before its first round; the lots are drawn with the seed."""
    lots = Random(f"lots {seed}").sample(range(1000), count)
    entrants = [Entrant(number, lot) for number, lot in enumerate(lots, start=1)]
    plan = f"{kind} {seed}", kind, rounds, max_tables
    return Event(*plan, tuple(entrants), way=EventWay.ROUNDS)


def add(event: Event, random: Random) -> Event:
    """Return the event with one more entrant."""
    number = max(entrant.number for entrant in event.entrants) + 1
    return replace(event, entrants=(*event.entrants, Entrant(number, random.randrange(1000))))


def leave(event: Event, random: Random) -> Event:
    """Return the event after someone has left."""
    leaver = random.choice([one for one in event.entrants if one.is_present])
    return with_presence(event, leaver.number, False)


def with_presence(event: Event, number: int, is_present: bool) -> Event:
    entrants = [
        replace(one, is_present=is_present) if one.number == number else one
        for one in event.entrants
    ]
    return replace(event, entrants=tuple(entrants))


def make_result(random: Random) -> TableResult:
    match random.randrange(ENDINGS):
        case 0:
            points = random.randrange(-50, 300)
            return TableResult.of_points(points, points)
        case 1:
            return TableResult.walkover(random.randrange(2))
        case 2:
            return TableResult.none()
    return make_victory(random)


def make_victory(random: Random) -> TableResult:
    """Return a result with a winner."""
    first, second = random.sample(range(-100, 400), 2)
    return TableResult.of_points(first, second)


def decide(event: Event, random: Random, late: float = 0.0, always_won: bool = False) -> Event:
    """Return the event with results at its tables, but for some that are late."""
    make = make_victory if always_won else make_result

    def finish(table: EventTable) -> EventTable:
        if table.result or random.random() < late:
            return table
        return replace(table, typed=make(random))

    rounds = [replace(seated, tables=tuple(map(finish, seated.tables))) for seated in event.rounds]
    return replace(event, rounds=tuple(rounds))


def seat(event: Event, lives: int | None = None) -> Event:
    """Return the event with its next round seated and checked; the same if nobody can play."""
    seating = seat_next_round(event, lives=lives)
    if not seating.tables:
        return event
    check_seating(event, seating, lives)
    return with_round(event, seating, lives)


def play(event: Event, rounds: int, seed: object = 0, late: float = 0.0) -> Event:
    """Return the event after some rounds; the seed decides the results."""
    random = Random(f"results {seed}")
    for _ in range(rounds):
        event = decide(seat(event), random, late)
    return event


def play_changing(count: int, seed: object, rounds: int = 6, late: float = 0.0) -> Event:
    """Return an evening of singles where people leave and come, each before every other round."""
    random = Random(f"changes {seed}")
    event = gather(EventKind.SINGLES, count, seed, rounds)
    for number in range(rounds):
        if number:
            event = leave(event, random) if number % 2 else add(event, random)
        event = decide(seat(event), random, late)
    return event


def play_round_robin(event: Event, random: Random, late: float = 0.0) -> Event:
    """Return the event once every two who are present have met."""
    for _ in range(MAX_ROUNDS):
        if is_complete(event):
            return decide(event, random)
        event = decide(seat(event), random, late)
    raise AssertionError("the round robin does not end")


def is_complete(event: Event) -> bool:
    """Whether every two who are present have met."""
    return min(meetings_of_present(event).values(), default=1) > 0


def meetings_of_present(event: Event) -> Counter[Two]:
    """Count how often each two who are present have met."""
    past = recall(event)
    present = [one.number for one in event.entrants if one.is_present]
    return Counter({Two(two): past.opponents[Two(two)] for two in combinations(present, 2)})


def play_off(event: Event, size: int, lives: int, random: Random, late: float = 0.0) -> Event:
    """Return the event after a playoff of the best so many."""
    event = with_seeds(event, choose_seeds(event, size))
    for _ in range(MAX_ROUNDS):
        if plan_playoff(event, lives).winner:
            return event
        event = decide(seat(event, lives), random, late, always_won=True)
    raise AssertionError("the playoff does not end")


@dataclass(frozen=True)
class Repeats:
    """The most that two people were partners and opponents, and how far sit-outs differ."""

    partners: int
    opponents: int
    sit_outs: int


def find_repeats(event: Event) -> Repeats:
    """Return the repeats of an event; sit-outs are those of people present throughout."""
    past = recall(event)
    rounds = len(event.main_rounds)
    throughout = [
        past.sat_out[one.number]
        for one in event.entrants
        if past.played[one.number] + past.sat_out[one.number] == rounds
    ]
    return Repeats(
        max(past.partners.values(), default=0),
        max(past.opponents.values(), default=0),
        max(throughout, default=0) - min(throughout, default=0),
    )


@cache
def play_freely(seed: int) -> Event:
    """Return an event of any kind: seats by chance, people come and leave, all endings occur."""
    random = Random(f"event {seed}")
    event = gather(random.choice([*EventKind]), random.randint(4, 20), seed)
    event = replace(event, way=random.choice([None, EventWay.ROUNDS]))
    for _ in range(random.randint(0, 6)):
        event = random.choice([add, leave, keep, keep])(event, random)
        event = decide(seat_by_chance(event, random), random, late=0.1)
    return event


def seat_by_chance(event: Event, random: Random) -> Event:
    free, size = event.list_free(), event.seats_per_table
    random.shuffle(free)
    seated = size * random.randint(0, len(free) // size)
    tables = [tuple(free[first : first + size]) for first in range(0, seated, size)]
    return with_round(event, Seating(tuple(tables), tuple(free[seated:])))


def keep(event: Event, _random: Random) -> Event:
    return event


def find_avoidable(event: Event) -> list[EventRound]:
    """Return the rounds that repeat partners, or meetings of pairs, without need."""
    found = []
    for number, seated in enumerate(event.main_rounds):
        parts = (*event.main_rounds[:number],), (seated,)
        before, now = (recall(replace(event, rounds=part)) for part in parts)
        met, twos = before.partners, now.partners
        if event.is_pairs:
            met, twos = before.opponents, now.opponents
        is_again = any(met[two] for two in twos)
        if is_again and can_all_meet_anew({one for two in twos for one in two}, met):
            found.append(seated)
    return found


def can_all_meet_anew(entrants: Set[int], met: Counter[Two]) -> bool:
    """Whether all of these can be in twos that have not met; tries everything."""
    if not entrants:
        return True
    others = {
        one: [other for other in entrants - {one} if not met[Two({one, other})]] for one in entrants
    }
    fewest = min(entrants, key=lambda one: len(others[one]))
    return any(can_all_meet_anew(entrants - {fewest, other}, met) for other in others[fewest])
