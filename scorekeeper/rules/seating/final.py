"""The final ranking of an evening, its playoff first, and the ranking of a season."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from scorekeeper.rules.seating.bracket import PlayoffPlan, plan_playoff
from scorekeeper.rules.seating.event import MAX_ROUNDS, Event, SeatedTable, with_tables
from scorekeeper.rules.seating.standings import StandingsRow, rank


class Stage(StrEnum):
    """How far someone got in the playoff; without a bracket there are no semi-finals."""

    OPEN = "open"
    WON = "won"
    FINAL = "final"
    SEMI_FINAL = "semi-final"
    ROUND = "round"


@dataclass(frozen=True)
class FinalRow:
    """A line of the final ranking, with the rows in the standings of all who share it.

    Those are two if they were a pair in a playoff of singles: wins, difference and tables played
    are those of each in the rounds. Outside a playoff there is no `stage`. Who went out did so in
    `round` of the playoff (from 1): a column of the bracket, or else a round as it was seated.
    """

    place: int
    standings: tuple[StandingsRow, ...]
    stage: Stage | None = None
    round: int | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(row.entrant for row in self.standings)

    @property
    def is_in_playoff(self) -> bool:
        return self.stage is not None


def end(event: Event) -> Event:
    """Return the event at its end: its results count, and others only if they are typed.

    >>> from scorekeeper.rules.seating.event import EventKind, EventRound, EventTable, TableResult
    >>> table = EventTable(1, (1, 2))
    >>> ended = end(Event("Tue", EventKind.SWISS, 5, None, (), (EventRound(1, (table,)),)))
    >>> late = with_tables(ended, {(1, 1): {"played": TableResult.of_points(350, 212)}})
    >>> without_late_results(late) == ended
    True
    """
    return replace(event, at_end=event.results)


def without_late_results(event: Event) -> Event:
    """Return the event without the results of matches that were still in play at its end."""
    if event.at_end is None:
        return event
    late = event.places.difference(event.at_end)
    return with_tables(event, {place: {"played": None} for place in late})


def list_changed_since_end(event: Event) -> list[SeatedTable]:
    """Return the tables with another result than at the end, or with none any more."""
    if event.at_end is None:
        return []
    return [one for one in event.tables if one.table.result != event.at_end.get(one.place)]


def rank_finally(event: Event) -> list[FinalRow]:
    """Return the final ranking: the playoff by the round of the last loss, then all others.

    Those who went out in the same round share a place. If the playoff was not finished, those not
    out share the best. Its places count lines, that of the next after it counts entrants.

    >>> from scorekeeper.rules.seating.event import Entrant, EventKind, EventRound, EventTable
    >>> from scorekeeper.rules.seating.event import TableResult
    >>> final = EventTable(1, (4, 1, 2, 3), TableResult.of_points(350, 212))
    >>> seeds = {1: 1, 2: 2, 3: 1, 4: 2}
    >>> people = tuple(Entrant(number, number, seed=seeds.get(number)) for number in range(1, 6))
    >>> playoff = EventRound(1, (final,), lives=1)
    >>> rows = rank_finally(Event("Fri", EventKind.SINGLES, 5, None, people, (playoff,)))
    >>> [(row.place, row.entrants, row.stage and row.stage.value) for row in rows]
    [(1, (2, 4), 'won'), (2, (1, 3), 'final'), (5, (5,), None)]
    """
    standings = rank(event)
    playoff = _rank_playoff(event, {row.entrant: row for row in standings})
    ahead = {*chain.from_iterable(row.entrants for row in playoff)}
    others = [row for row in standings if row.entrant not in ahead]
    # They are in order: as many are ahead of a place as are listed before its first row.
    places = [row.place for row in others]
    rows = [FinalRow(1 + len(ahead) + places.index(row.place), (row,)) for row in others]
    return [*playoff, *rows]


def _rank_playoff(event: Event, standings: Mapping[int, StandingsRow]) -> list[FinalRow]:
    if event.lives is None:
        return []
    plan = plan_playoff(event, event.lives)
    out = {seed: _find_round(event, plan, seed) for seed in plan.teams}
    # sorted() keeps the order of seeds.
    seeds = sorted(plan.teams, key=lambda seed: out[seed] or MAX_ROUNDS + 1, reverse=True)
    rounds = [out[seed] for seed in seeds]
    return [
        FinalRow(
            1 + rounds.index(out[seed]),
            tuple(standings[entrant] for entrant in plan.teams[seed]),
            _name_stage(plan, seed, out[seed]),
            out[seed],
        )
        for seed in seeds
    ]


def _find_round(event: Event, plan: PlayoffPlan, seed: int) -> int | None:
    """Return the round of the playoff in which a seed went out; None: not out.

    If tables are lacking or late, a column of the bracket takes several rounds: its losers share a
    place anyway.
    """
    if len(plan.losses[seed]) < plan.lives:
        return None
    last = plan.losses[seed][-1]
    if not plan.columns:
        return 1 + last.round - event.playoff_rounds[0].number
    return next(
        number
        for number, column in enumerate(plan.columns, start=1)
        if any(match.played is last for match in column)
    )


def _name_stage(plan: PlayoffPlan, seed: int, out: int | None) -> Stage:
    if out is None:
        return Stage.WON if seed == plan.winner else Stage.OPEN
    if plan.losses[seed][-1] is plan.final:
        return Stage.FINAL
    is_semi_final = len(plan.columns) - out == 1
    return Stage.SEMI_FINAL if is_semi_final else Stage.ROUND


MAX_BEST = 60
"""Greatest number of evenings that can be set to count."""


@dataclass(frozen=True)
class EveningScore:
    """The points of an evening; `place` is one of `number`, `wins` are those of the rounds."""

    place: int
    number: int
    points: float
    wins: float


@dataclass(frozen=True)
class SeasonRow:
    """The place of a person, their scores by evening, and which of them count.

    The evenings are in their order, and points and wins are those of the evenings that count.
    """

    place: int
    person: int
    points: float
    wins: float
    scores: Mapping[int, EveningScore]
    counted: frozenset[int]


def score_evening(event: Event) -> dict[int, EveningScore]:
    """Return the score of each entrant who came to at least one table that counts.

    It is 1 point for coming, 1 for each person who came and is behind in the final ranking, and a
    half for each on the same place. A partner on the same line is neither.

    >>> from scorekeeper.rules.seating.event import (
    ...     Entrant, EventKind, EventRound, EventTable, TableResult)
    >>> tables = EventTable(1, (1, 2), TableResult.of_points(312, 250)), EventTable(2, (3, 4))
    >>> pairs = tuple(Entrant(number, lot=number) for number in range(1, 5))
    >>> event = Event("Tue", EventKind.SWISS, 5, None, pairs, (EventRound(1, tables),))
    >>> {pair: score.points for pair, score in score_evening(event).items()}
    {1: 3.0, 2: 1.0}
    """
    came = {entrant for one in event.tables if one.table.result for entrant in one.table.seats}
    ranking = rank_finally(event)
    number = sum(len(row.standings) for row in ranking)
    lines = [(row.place, [one for one in row.standings if one.entrant in came]) for row in ranking]
    size = 2 if event.is_pairs else 1
    people: Counter[int] = Counter()
    for place, line in lines:
        people[place] += size * len(line)
    scores = {}
    for place, line in lines:
        behind = sum(count for other, count in people.items() if other > place)
        others = people[place] - size * len(line)
        for one in line:
            points = 1 + behind + others / 2
            scores[one.entrant] = EveningScore(place, number, points, one.wins)
    return scores


def rank_season(
    evenings: Sequence[Mapping[int, EveningScore]], best: int | None = None
) -> list[SeasonRow]:
    """Return the people by the points of their best evenings, then by the wins in them.

    Each evening has the scores of its people. Where two evenings are equal, the later one counts.
    Without `best`, all count. Rows that share a place are in no particular order.

    >>> first = {7: EveningScore(1, 2, 2, 3), 8: EveningScore(2, 2, 1, 2)}
    >>> second = {7: EveningScore(1, 1, 1, 4)}
    >>> for row in rank_season([first, second], best=1):
    ...     print(row.place, row.person, row.points, row.wins, *row.counted)
    1 7 2 3 0
    2 8 1 2 0
    """
    scores: dict[int, dict[int, EveningScore]] = {}
    for number, evening in enumerate(evenings):
        for person, score in evening.items():
            scores.setdefault(person, {})[number] = score
    rows = [_sum_up(person, own, best) for person, own in scores.items()]
    rows.sort(key=lambda row: (-row[0], -row[1]))
    places = [row[:2] for row in rows]
    return [
        SeasonRow(1 + places.index((points, wins)), person, points, wins, scores[person], counted)
        for points, wins, person, counted in rows
    ]


def _sum_up(
    person: int, scores: Mapping[int, EveningScore], best: int | None
) -> tuple[float, float, int, frozenset[int]]:
    ordered = sorted(scores, key=lambda one: (scores[one].points, scores[one].wins, one))
    counted = ordered[-best:] if best else ordered
    points = sum(scores[one].points for one in counted)
    wins = sum(scores[one].wins for one in counted)
    return points, wins, person, frozenset(counted)
