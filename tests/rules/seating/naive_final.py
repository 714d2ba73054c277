"""The final ranking as its rule says it, without the bracket: only losses and wins are counted."""

from collections import Counter, defaultdict
from typing import NamedTuple

from scorekeeper.rules.seating.event import Event
from tests.rules.seating.naive_standings import rank_by_force


class Reached(NamedTuple):
    """The place of an entrant, and the round of the last loss; None: not out of the playoff."""

    place: int
    out: int | None


def rank_finally_by_force(event: Event) -> dict[int, Reached]:
    teams = defaultdict(set)
    for entrant in event.entrants:
        if entrant.seed and event.rounds and event.rounds[-1].lives:
            teams[entrant.seed].add(entrant.number)
    out = find_rounds_out(event, len(teams)) if teams else {}
    ranking = {}
    for seed, team in teams.items():
        later = [other for other in teams if is_later(out.get(other), out.get(seed))]
        ranking.update(dict.fromkeys(team, Reached(1 + len(later), out.get(seed))))
    ahead = len(ranking)
    places = {
        one: row.place
        for one, row in rank_by_force(event).items()
        if not ranking or one not in ranking
    }
    for one, place in places.items():
        better = sum(other < place for other in places.values())
        ranking[one] = Reached(1 + ahead + better, None)
    return ranking


def is_later(one: int | None, other: int | None) -> bool:
    """Whether one was in the playoff longer; None is to its end."""
    return other is not None and (one is None or one > other)


def find_rounds_out(event: Event, size: int) -> dict[int, int]:
    """Return the round in which each seed went out.

    With one life, each match won leads one round on, as does a bye in the first, which the best
    have where the size is no power of two.
    """
    lives = event.rounds[-1].lives
    byes = (1 << (size - 1).bit_length()) - size
    seeds = {entrant.number: entrant.seed or 0 for entrant in event.entrants}
    wins, losses, out = Counter[int](), Counter[int](), {}
    playoff = [seated for seated in event.rounds if seated.lives]
    for number, seated in enumerate(playoff, start=1):
        for table in seated.tables:
            if table.result is None or table.result.winner is None:
                continue
            winner, loser = (seeds[table.seats[side]] for side in (0, 1))
            if table.result.winner:
                winner, loser = loser, winner
            losses[loser] += 1
            if losses[loser] == lives:
                out[loser] = number if lives == 2 else 1 + wins[loser] + (loser <= byes)
            wins[winner] += 1
    return out
