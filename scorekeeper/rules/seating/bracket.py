"""The playoff: seeds, the bracket of single elimination, and double elimination without one.

Only results count, not who is present: if a player is missing, the other side wins by a walkover.
After a table without a winner, its two pairs play again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scorekeeper.rules.seating.event import Event, EventTable, Seating
from scorekeeper.rules.seating.pairings import pair_up
from scorekeeper.rules.seating.standings import Two, rank

MAX_PAIRS = 60
SINGLES_SIZES = (4, 8, 16)


@dataclass(frozen=True)
class PlayoffTable:
    """A table of the playoff with its round; the seeds of sides 0 and 1."""

    round: int
    table: EventTable
    seeds: tuple[int, int]

    @property
    def winner(self) -> int | None:
        """Seed of the winner; None if there is none, or none yet."""
        side = self.table.result.winner if self.table.result else None
        return None if side is None else self.seeds[side]

    @property
    def loser(self) -> int | None:
        """Seed of the loser; None if there is none, or none yet."""
        return next((seed for seed in self.seeds if self.winner not in (None, seed)), None)


@dataclass(frozen=True)
class BracketMatch:
    """A match of the bracket: two seeds, its latest table and the winner.

    None as a seed: a bye in the first column; not known yet in the others, where match i comes
    from matches 2i and 2i + 1 of the column before.
    """

    seeds: tuple[int | None, int | None]
    played: PlayoffTable | None = None
    winner: int | None = None


@dataclass(frozen=True)
class PlayoffPlan:
    """The state of a playoff: entrants by seed, tables that count, tables by loser, next pairings.

    `columns` is the bracket of single elimination, first round first; empty for double
    elimination. `pairings` are the seeds that can play now.
    """

    lives: int
    teams: Mapping[int, tuple[int, ...]]
    tables: tuple[PlayoffTable, ...]
    losses: Mapping[int, tuple[PlayoffTable, ...]]
    columns: tuple[tuple[BracketMatch, ...], ...]
    pairings: tuple[tuple[int, int], ...]
    winner: int | None

    def list_seeds(self, losses: int) -> list[int]:
        """Return the seeds with this number of losses: 0 unbeaten, `lives` out.

        After a correction, one who is out may have played on, and lost more.
        """
        return [seed for seed in self.teams if min(len(self.losses[seed]), self.lives) == losses]

    def count_matches(self, pairings: Iterable[tuple[int, int]]) -> int:
        """Return how many matches the column has in which these seeds meet; 0 if not in one column.

        >>> pairs = tuple(Entrant(number, lot=number, seed=number) for number in range(1, 9))
        >>> plan = plan_playoff(Event("Tue", EventKind.SWISS, 5, None, pairs), lives=1)
        >>> [plan.count_matches([two]) for two in ((1, 8), (1, 5), (1, 3))]
        [4, 2, 1]
        """
        if not self.columns:
            return 0
        places = {
            seed: place for place, match in enumerate(self.columns[0]) for seed in match.seeds
        }
        # Two places are joined after as many columns as their numbers have different digits.
        meet = {(places[one] ^ places[other]).bit_length() for one, other in pairings}
        return len(self.columns[meet.pop()]) if len(meet) == 1 else 0

    @property
    def final(self) -> PlayoffTable | None:
        """The table that decided the playoff; None before."""
        won = [played for played in self.tables if played.winner == self.winner]
        return won[-1] if self.winner and won else None


def list_playoff_sizes(event: Event) -> list[int]:
    """Return how many of the best can play a playoff: 4, 8 or 16 people, 2 to 60 pairs."""
    present = sum(entrant.is_present for entrant in event.entrants)
    sizes = range(event.fewest, MAX_PAIRS + 1) if event.is_pairs else SINGLES_SIZES
    return [size for size in sizes if size <= present]


def choose_seeds(event: Event, size: int) -> dict[int, int]:
    """Return the seeds of the best by entrant; of 8 people the first plays with the last.

    An entrant who has left gets none, but keeps the one given before.

    >>> people = tuple(Entrant(number, lot=number) for number in range(1, 6))
    >>> choose_seeds(Event("Fri", EventKind.SINGLES, 5, None, people), 4)
    {1: 1, 2: 2, 3: 2, 4: 1}
    """
    best = [
        row.entrant
        for row in rank(event)
        if event.by_number[row.entrant].is_present or event.by_number[row.entrant].seed
    ][:size]
    if event.is_pairs:
        return {entrant: seed for seed, entrant in enumerate(best, start=1)}
    return {entrant: min(place, size + 1 - place) for place, entrant in enumerate(best, start=1)}


def count_byes(pairs: int, lives: int) -> int:
    """Return how many pairs have no match in the first round of single or double elimination.

    >>> count_byes(12, lives=1), count_byes(12, lives=2), count_byes(13, lives=2)
    (4, 0, 1)
    """
    return (1 << (pairs - 1).bit_length()) - pairs if lives == 1 else pairs % 2


def list_playoff_tables(event: Event) -> tuple[PlayoffTable, ...]:
    """Return the tables of the playoff in their order, also those that count no longer."""
    seeds = {entrant.number: entrant.seed or 0 for entrant in event.entrants}
    return tuple(
        PlayoffTable(seated.number, table, (seeds[table.seats[0]], seeds[table.seats[1]]))
        for seated in event.playoff_rounds
        for table in sorted(seated.tables, key=lambda table: table.number)
    )


def with_seeds(event: Event, seeds: Mapping[int, int]) -> Event:
    """Return the event with these seeds and no others."""
    entrants = [replace(entrant, seed=seeds.get(entrant.number)) for entrant in event.entrants]
    return replace(event, entrants=tuple(entrants))


def plan_playoff(event: Event, lives: int) -> PlayoffPlan:
    """Return the playoff so far: single elimination (1 life) or double (2).

    >>> pairs = tuple(Entrant(number, lot=number, seed=number) for number in range(1, 7))
    >>> plan = plan_playoff(Event("Tue", EventKind.SWISS, 5, None, pairs), lives=1)
    >>> plan.pairings, [len(column) for column in plan.columns]
    (((4, 5), (3, 6)), [4, 2, 1])
    """
    teams = _list_teams(event)
    tables = list_playoff_tables(event)
    columns = _draw_bracket(len(teams), tables) if lives == 1 else ()
    if columns:
        tables = tuple(match.played for match in chain(*columns) if match.played)
    losses = {seed: tuple(played for played in tables if played.loser == seed) for seed in teams}
    alive = [seed for seed in teams if len(losses[seed]) < lives]
    free = [seed for seed in alive if not event.list_busy().intersection(teams[seed])]
    pairings = _list_open(columns) if columns else _pair_alive(event, tables, losses, alive, free)
    ready = tuple(two for two in pairings if {*two}.issubset(free))
    winner = alive[0] if len(alive) == 1 else None
    return PlayoffPlan(lives, teams, tables, losses, columns, ready, winner)


def seat_playoff(event: Event, lives: int) -> Seating:
    """Return the next tables of the playoff; pairs still in it without a table sit out.

    >>> people = tuple(Entrant(number, lot=number, seed=number // 2 + 1) for number in range(6))
    >>> seat_playoff(Event("Fri", EventKind.SINGLES, 5, None, people), lives=1)
    Seating(tables=((2, 4, 3, 5),), sits_out=(0, 1))
    """
    plan, busy = plan_playoff(event, lives), event.list_busy()
    room = len(event.list_table_numbers(len(plan.pairings)))
    # Side 0 has the even seats, side 1 the odd ones.
    tables = tuple(
        tuple(chain(*zip(plan.teams[one], plan.teams[other], strict=True)))
        for one, other in plan.pairings[:room]
    )
    remaining = [plan.teams[seed] for seed in plan.teams if len(plan.losses[seed]) < lives]
    return Seating(
        tables, tuple(number for number in chain(*remaining) if number not in busy.union(*tables))
    )


def find_winners(event: Event) -> tuple[int, ...]:
    """Return who wins the evening: the winner of the playoff, else all who share first place.

    Nobody before the first result, or before the end of a playoff.
    """
    if event.lives:
        plan = plan_playoff(event, event.lives)
        return plan.teams[plan.winner] if plan.winner else ()
    rows = rank(event)
    has_begun = any(row.played for row in rows)
    return tuple(row.entrant for row in rows if has_begun and row.place == 1)


def _list_teams(event: Event) -> dict[int, tuple[int, ...]]:
    """Return the entrants of each seed, best seed first."""
    teams: defaultdict[int, list[int]] = defaultdict(list)
    for entrant in sorted(event.entrants, key=lambda entrant: entrant.number):
        if entrant.seed:
            teams[entrant.seed].append(entrant.number)
    return {seed: tuple(teams[seed]) for seed in sorted(teams)}


def _draw_bracket(
    count: int, tables: Sequence[PlayoffTable]
) -> tuple[tuple[BracketMatch, ...], ...]:
    """Return the columns of single elimination, in which the best seeds meet last."""
    latest = {Two(played.seeds): played for played in tables}
    order = [1]
    while len(order) < count:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    entering = [seed if seed <= count else None for seed in order]
    columns: list[tuple[BracketMatch, ...]] = []
    while len(entering) > 1:
        column = []
        for one, other in zip(entering[::2], entering[1::2], strict=True):
            played = latest.get(Two({one, other})) if one and other else None
            winner = played.winner if played else None
            if not columns and not (one and other):
                winner = one or other
            column.append(BracketMatch((one, other), played, winner))
        columns.append(tuple(column))
        entering = [match.winner for match in column]
    return tuple(columns)


def _list_open(columns: Sequence[Sequence[BracketMatch]]) -> list[tuple[int, int]]:
    """Return the seeds of the matches that can be played."""
    return [
        (match.seeds[0], match.seeds[1])
        for match in chain(*columns)
        if match.seeds[0] and match.seeds[1] and not match.winner
    ]


def _pair_alive(
    event: Event,
    tables: Sequence[PlayoffTable],
    losses: Mapping[int, Sequence[PlayoffTable]],
    alive: Sequence[int],
    free: Sequence[int],
) -> list[tuple[int, int]]:
    """Return the pairings of double elimination: equal losses, the best with the worst.

    An odd one out rests, the best first, nobody twice before all. The last two always meet.
    """
    if len(alive) == 2:
        return [(alive[0], alive[1])]
    met = Counter(Two(played.seeds) for played in tables)
    rests = Counter(
        event.by_number[entrant].seed
        for seated in event.playoff_rounds
        for entrant in seated.sits_out
    )
    pairings = []
    for lost in (0, 1):
        group = [seed for seed in free if len(losses[seed]) == lost]
        if len(group) % 2:
            group.remove(min(group, key=lambda seed: (rests[seed], seed)))
        pairings += pair_up([group], met, last_first=True)
    return pairings
