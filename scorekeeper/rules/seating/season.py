"""The season of a club: the points of each evening, and who has most in their best evenings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules.seating.event import Event
from scorekeeper.rules.seating.final import rank_finally

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
