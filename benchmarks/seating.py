"""Play evenings of every size and check their seats: `python -m benchmarks seating`.

Prints a table of what was promised and what was found, and ends with 1 if a promise is broken.
Milliseconds are of the processor, because the machine may be busy.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import ceil, log2
from random import Random
from typing import NamedTuple

from scorekeeper.rules.seating.bracket import plan_playoff
from scorekeeper.rules.seating.event import Event, EventKind
from scorekeeper.rules.seating.next_round import list_all_rounds, seat_next_round, with_round
from scorekeeper.rules.seating.past import recall
from scorekeeper.rules.seating.singles import STARTERS
from scorekeeper.rules.seating.standings import rank
from tests.rules.seating.evenings import (
    add,
    decide,
    find_avoidable,
    find_repeats,
    gather,
    leave,
    meetings_of_present,
    play,
    play_changing,
    play_freely,
    play_off,
    play_round_robin,
)
from tests.rules.seating.naive_standings import number, rank_by_force

MAX_MS = 150
LATE = 0.1
SINGLES, ROUND_ROBIN, SWISS = EventKind.SINGLES, EventKind.ROUND_ROBIN, EventKind.SWISS


class Found(NamedTuple):
    """A row of the table: what was played, what was found, and whether it was promised so."""

    played: str
    found: str
    is_kept: bool = True


def main(words: Sequence[str] | None = None) -> None:
    """Play all evenings, and print the table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks seating", description=__doc__)
    arguments.add_argument("--people", type=int, default=40, help="most people (default: 40)")
    arguments.add_argument("--pairs", type=int, default=32, help="most pairs (default: 32)")
    arguments.add_argument("--seeds", type=int, default=10, help="events of each (default: 10)")
    arguments.add_argument("--events", type=int, default=2000, help="for standings (default: 2000)")
    given = arguments.parse_args(words)
    people, pairs = range(8, given.people + 1), range(4, given.pairs + 1)
    rows = chain(
        time_seating(people, pairs),
        seat_people(people, given.seeds),
        rotate(people),
        meet_everyone(pairs, given.seeds),
        meet_winners(pairs, given.seeds),
        eliminate(given.pairs, given.seeds),
        compare_standings(given.events),
    )
    are_kept = []
    print("| played | found | |\n|---|---|---|")
    for row in rows:
        are_kept.append(row.is_kept)
        promise = "kept" if row.is_kept else "**broken**"
        print(f"| {row.played} | {row.found} | {promise} |", flush=True)
    if not all(are_kept):
        raise SystemExit(1)


def seat_people(people: Sequence[int], seeds: int) -> Iterator[Found]:
    """Yield the repeats of singles, with the same people and with changes."""
    for rounds, tries in ((5, 1), (6, seeds), (8, 1)):
        evenings = [
            play(gather(SINGLES, count, seed, rounds), min(rounds, count - 1), seed)
            for count in people
            for seed in range(tries)
        ]
        yield sum_up(f"{span(people)} people, {rounds} rounds", evenings)
    for late, said in ((0.0, ""), (LATE, ", every tenth table late")):
        evenings = [
            play_changing(count, seed, late=late) for count in people for seed in range(seeds)
        ]
        name = f"{span(people)} people who come and leave, 6 rounds{said}"
        yield sum_up(name, evenings)


def sum_up(name: str, evenings: Sequence[Event]) -> Found:
    repeats = [find_repeats(event) for event in evenings]
    again = sum(each.partners > 1 for each in repeats)
    avoidable = sum(len(find_avoidable(event)) for event in evenings)
    opponents = count(each.opponents for each in repeats)
    sit_outs = max(each.sit_outs for each in repeats)
    return Found(
        f"{name} ({len(evenings)} evenings)",
        f"partners again in {again}, without need in {avoidable}; met an opponent at most "
        f"{opponents}; sit-outs differ by {sit_outs} at most",
        avoidable == 0 and sit_outs <= 1,
    )


def rotate(people: Sequence[int]) -> Iterator[Found]:
    """Yield what complete rotations repeat, those of a design and those of the search."""
    for size in STARTERS:
        event = gather(SINGLES, size, rounds=size)
        for seating in list_all_rounds(event):
            event = decide(with_round(event, seating), Random(0))
        past = recall(event)
        two_of = size * (size - 1) // 2
        is_kept = [*past.partners.values()] == [1] * two_of
        is_kept &= [*past.opponents.values()] == [2] * two_of
        yield Found(f"{size} people, complete rotation", f"{len(event.rounds)} rounds", is_kept)
    evenings = [
        play(gather(SINGLES, size, 0, 1), size - 1) for size in people if size not in STARTERS
    ]
    if evenings:
        again = [sum(often > 1 for often in recall(event).partners.values()) for event in evenings]
        opponents = count(find_repeats(event).opponents for event in evenings)
        yield Found(
            f"other numbers, one round less than people ({len(evenings)} evenings)",
            f"{min(again)} to {max(again)} twos are partners again; met an opponent at most "
            f"{opponents}",
        )


def meet_everyone(pairs: Sequence[int], seeds: int) -> Iterator[Found]:
    """Yield the rounds of round robins, with the same pairs and with changes."""
    changes: dict[str, Callable[[Event, Random], Event]] = {
        "": lambda event, _: event,
        ", a pair leaves, every tenth table late": leave,
        ", a pair comes late": add,
    }
    for said, change in changes.items():
        late = LATE if change is leave else 0.0
        more, met = [], Counter[int]()
        for size in pairs:
            for seed in range(seeds):
                random = Random(f"{size} {seed}")
                event = play(gather(ROUND_ROBIN, size, seed), random.randint(1, 3), seed, late)
                event = play_round_robin(change(event, random), random, late)
                entrants = len(event.entrants)
                more.append(len(event.rounds) - (entrants - 1 + entrants % 2))
                met.update(meetings_of_present(event).values())
        yield Found(
            f"{span(pairs)} pairs, round robin{said} ({len(more)} events)",
            f"all who stay meet once; rounds more than the fewest: {count(more)}",
            set(met) == {1} and (bool(said) or set(more) == {0}),
        )


def meet_winners(pairs: Sequence[int], seeds: int) -> Iterator[Found]:
    """Yield the rematches and byes of Swiss systems."""
    for more, least in ((0, 8), (3, 4)):
        events = [
            play(gather(SWISS, size, seed), ceil(log2(size)) + more, seed)
            for size in pairs
            for seed in range(seeds)
            if size >= least
        ]
        rounds = sum(len(event.rounds) for event in events)
        again = sum(max(recall(event).opponents.values()) > 1 for event in events)
        avoidable = sum(len(find_avoidable(event)) for event in events)
        byes = max((max(recall(event).sat_out.values(), default=0) for event in events), default=0)
        yield Found(
            f"{least} to {pairs[-1]} pairs, Swiss, ⌈log₂ n⌉ + {more} rounds ({rounds} rounds)",
            f"events with a rematch: {again}; rematches that others would have avoided: "
            f"{avoidable}; byes of a pair: {byes} at most",
            avoidable == 0 and (bool(more) or byes <= 1),
        )


def eliminate(most: int, seeds: int) -> Iterator[Found]:
    """Yield the matches of playoffs."""
    for lives, allowed in ((1, {-1}), (2, {-2, -1})):
        beyond, losses, longest = Counter[int](), set(), Counter[int]()
        for size in range(2, most + 1):
            for seed in range(seeds):
                event = gather(SWISS, size, seed)
                random = Random(f"{size} {seed}")
                event = play_off(event, size, lives, random, late=LATE * (seed % 2))
                plan = plan_playoff(event, lives)
                beyond[len(plan.tables) - lives * size] += 1
                losses |= {len(lost) for one, lost in plan.losses.items() if one != plan.winner}
                longest[size] = max(longest[size], len(event.rounds))
        name = "single" if lives == 1 else "double"
        often = ", ".join(
            f"{lives}n − {-more}: {events}" for more, events in sorted(beyond.items())
        )
        yield Found(
            f"2 to {most} pairs, {name} elimination ({sum(beyond.values())} playoffs)",
            f"matches {often}; rounds at most {max(longest.values())}",
            {*beyond} <= allowed and losses == {lives},
        )


def compare_standings(events: int) -> Iterator[Found]:
    """Compare the standings of random events with those by brute force."""
    different = sum(
        number(rank(play_freely(seed))) != rank_by_force(play_freely(seed))
        for seed in range(events)
    )
    yield Found(f"standings of {events} events", f"{different} differ", different == 0)


def time_seating(people: Sequence[int], pairs: Sequence[int]) -> Iterator[Found]:
    """Yield how long the slowest round takes."""
    for kind, sizes, rounds in (
        (SINGLES, people, 8),
        (SINGLES, (60, 119), 8),
        (ROUND_ROBIN, pairs, 3),
        (SWISS, pairs, 8),
    ):
        slowest = max(
            (time_round(replace(event, rounds=event.rounds[:played])), size)
            for size in sizes
            for event in [play(gather(kind, size), rounds - 1)]
            for played in range(rounds)
        )
        yield Found(
            f"{span(sizes)}, {kind}, a round",
            f"{slowest[0]:.1f} ms at most, for {slowest[1]}",
            slowest[0] <= MAX_MS,
        )


def time_round(event: Event) -> float:
    """Return the milliseconds to seat the next round."""
    begun = time.process_time()
    seat_next_round(event)
    return 1000 * (time.process_time() - begun)


def span(sizes: Sequence[int]) -> str:
    return f"{sizes[0]} to {sizes[-1]}"


def count(values: Iterable[int]) -> str:
    """Write how often each value occurs."""
    return ", ".join(f"{value} in {often}" for value, often in sorted(Counter(values).items()))
