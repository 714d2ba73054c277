"""Standings of the rounds before the playoff, and who met whom, played and sat out in them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from scorekeeper.rules.seating.event import Event, EventKind, EventRound, EventTable


@dataclass(frozen=True)
class RoundScore:
    """The wins and points of an entrant in a round; without a table if sat out or missed."""

    round: int
    wins: float
    table: EventTable | None = None
    side: int = 0

    @property
    def points(self) -> tuple[int, int] | None:
        """Own points and those of the opponents; None if there were none."""
        points = self.table and self.table.result and self.table.result.points
        return (points[self.side], points[1 - self.side]) if points else None

    @property
    def difference(self) -> int:
        """Points won minus points lost."""
        won, lost = self.points or (0, 0)
        return won - lost

    @property
    def opponents(self) -> tuple[int, ...]:
        """The entrants on the other side; nobody for a round sat out."""
        return self.table.side(1 - self.side) if self.table else ()


@dataclass(frozen=True)
class StandingsRow:
    """The place of an entrant, and the numbers that decided it in their order.

    `strength` (Swiss) is the wins of all opponents; `head_to_head` is the wins among pairs that
    are tied. None: not used. Rows that share a place are in the order of their lots.
    """

    place: int
    entrant: int
    wins: float
    difference: int
    scores: tuple[RoundScore, ...]
    strength: float | None = None
    head_to_head: float | None = None

    @property
    def played(self) -> int:
        """Tables that count."""
        return sum(score.table is not None for score in self.scores)

    @property
    def sat_out(self) -> tuple[int, ...]:
        """Rounds sat out or missed."""
        return tuple(score.round for score in self.scores if score.table is None)


def rank(event: Event) -> list[StandingsRow]:
    """Return the standings over the rounds before the playoff; unfinished tables count nothing.

    Of an elimination they have the wins and points of all rounds, and its places mean nothing.

    Entrants who left keep their rows, unless they left before their first round.

    >>> from scorekeeper.rules.seating.event import TableResult
    >>> table = EventTable(1, (1, 2, 3, 4), TableResult.of_points(312, 250))
    >>> people = tuple(Entrant(number, lot=number) for number in range(1, 6))
    >>> played = EventRound(1, (table,), sits_out=(5,))
    >>> rows = rank(Event("Fri", EventKind.SINGLES, 5, None, people, (played,)))
    >>> [(row.place, row.entrant, row.wins, row.difference) for row in rows]
    [(1, 1, 1.0, 62), (1, 3, 1.0, 62), (3, 5, 0.5, 0), (4, 2, 0.0, -62), (4, 4, 0.0, -62)]
    """
    scores = list_scores(event, event.ranked_rounds)
    rows = [
        _sum_up(entrant.number, scores.get(entrant.number, []))
        for entrant in sorted(event.entrants, key=lambda entrant: (entrant.lot, entrant.number))
        if entrant.is_present or entrant.seed or entrant.number in scores
    ]
    if event.kind is EventKind.SWISS and not event.is_elimination:
        rows = _add_strength(event, rows)
    if event.is_pairs:
        rows = _add_head_to_head(rows)
    orders = [(row.wins, row.strength or 0, row.head_to_head or 0, row.difference) for row in rows]
    ranked = [
        replace(row, place=1 + sum(better > order for better in orders))
        for row, order in zip(rows, orders, strict=True)
    ]
    # sorted() keeps the order of lots.
    return sorted(ranked, key=lambda row: row.place)


def list_scores(event: Event, rounds: Iterable[EventRound]) -> Mapping[int, list[RoundScore]]:
    """Return the scores in these rounds by entrant; in the playoff a rest counts nothing."""
    scores: defaultdict[int, list[RoundScore]] = defaultdict(list)
    for seated in rounds:
        for table in seated.tables:
            if table.result:
                for seat, entrant in enumerate(table.seats):
                    wins = table.result.wins[seat % 2]
                    scores[entrant].append(RoundScore(seated.number, wins, table, seat % 2))
        for entrant in seated.rests if seated.lives is None else ():
            scores[entrant].append(RoundScore(seated.number, count_sit_out(event, seated)))
    return dict(scores)


def count_sit_out(event: Event, seated: EventRound) -> float:
    """Return the wins for sitting out or missing a round: half a win, that of a mean round.

    In a Swiss system, a pair that is alone in sitting out gets 1, as those of equal wins meet. In
    events without a way, which older versions made, all who sit out do.
    """
    is_alone = (len(seated.sits_out), len(seated.misses)) == (1, 0)
    is_whole = event.kind is EventKind.SWISS and (is_alone or event.way is None)
    return 1.0 if is_whole else 0.5


def _sum_up(entrant: int, scores: Sequence[RoundScore]) -> StandingsRow:
    wins = sum(score.wins for score in scores)
    return StandingsRow(0, entrant, wins, sum(score.difference for score in scores), tuple(scores))


def _add_strength(event: Event, rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Return the rows with the wins of all opponents; a bye counts as one with the own wins.

    Those are the wins at tables: else a bye would be worth more than the match of a winner.
    """
    wins = {row.entrant: row.wins for row in rows}
    return [
        replace(
            row,
            strength=sum(
                sum(wins[opponent] for opponent in score.opponents)
                if score.table
                else sum(one.wins for one in row.scores if one.table or event.way is None)
                for score in row.scores
            ),
        )
        for row in rows
    ]


def _add_head_to_head(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Return the rows with the wins among those tied, where all of them met equally often."""
    groups: defaultdict[tuple[float, float | None], list[StandingsRow]] = defaultdict(list)
    for row in rows:
        groups[row.wins, row.strength].append(row)
    among: dict[int, float] = {}
    for group in groups.values():
        tied = {row.entrant for row in group}
        met = Counter(
            Two({row.entrant, opponent})
            for row in group
            for score in row.scores
            for opponent in score.opponents
        )
        often = {met[Two(two)] for two in combinations(tied, 2)}
        if len(often) == 1 and often != {0}:
            for row in group:
                among[row.entrant] = sum(
                    score.wins for score in row.scores if tied.intersection(score.opponents)
                )
    return [replace(row, head_to_head=among.get(row.entrant)) for row in rows]


Two = frozenset[int]
"""Two entrants, in no order."""


@dataclass(frozen=True)
class Past:
    """Counts of rounds: as partners, as opponents, at a table, without; the last one without."""

    partners: Counter[Two] = field(default_factory=Counter)
    opponents: Counter[Two] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    sat_out: Counter[int] = field(default_factory=Counter)
    last_sat_out: dict[int, int] = field(default_factory=dict)


def recall(event: Event) -> Past:
    """Return the past of an event without its playoff; unfinished tables are part of it."""
    past = Past()
    for seated in event.main_rounds:
        for table in seated.tables:
            first, second = table.side(0), table.side(1)
            for side in (first, second):
                past.partners.update(map(frozenset, combinations(side, 2)))
            past.opponents.update(map(frozenset, product(first, second)))
            past.played.update(table.seats)
        past.sat_out.update(seated.rests)
        past.last_sat_out.update(dict.fromkeys(seated.rests, seated.number))
    return past
