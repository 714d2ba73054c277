"""The season: points of an evening and the best evenings, each compared with brute force."""

from itertools import combinations, permutations
from random import Random

import pytest

from scorekeeper.rules.seating.event import Event
from scorekeeper.rules.seating.final import EveningScore, rank_finally, rank_season, score_evening
from tests.rules.seating.evenings import play_freely
from tests.rules.seating.sizes import EVENTS
from tests.rules.seating.test_final import play_with_playoff

RANDOM_SEASONS = pytest.mark.parametrize("seeds", [range(at, EVENTS, 8) for at in range(8)])
PEOPLE = 12


def list_those_who_came(event: Event) -> set[int]:
    tables = (table for seated in event.rounds for table in seated.tables)
    return {one for table in tables if table.result is not None for one in table.seats}


def score_by_force(event: Event) -> dict[tuple[int, int], float]:
    """Compare each person who came with each other; in pairs, an entrant is two people."""
    came = list_those_who_came(event)
    people = {
        (one.entrant, person): (row.place, line)
        for line, row in enumerate(rank_finally(event))
        for one in row.standings
        for person in range(1 + event.is_pairs)
        if one.entrant in came
    }
    points = dict.fromkeys(people, 1.0)
    for one, other in permutations(people, 2):
        (place, line), (other_place, other_line) = people[one], people[other]
        if line != other_line:
            points[one] += (other_place > place) + (other_place == place) / 2
    return points


@RANDOM_SEASONS
def test_points_of_an_evening_equal_those_by_force(seeds: range) -> None:
    for seed in seeds:
        for event in (play_with_playoff(seed), play_freely(seed)):
            scores, expected = score_evening(event), score_by_force(event)
            assert scores.keys() == list_those_who_came(event)
            for (entrant, _person), points in expected.items():
                assert scores[entrant].points == points
                # Who only sat out has a place, too.
                assert len(scores) <= scores[entrant].number <= len(event.entrants)
                assert scores[entrant].place <= scores[entrant].number


def play_season(random: Random) -> list[dict[int, EveningScore]]:
    """Return the scores of some evenings, with so few values that many are equal."""
    return [
        {
            person: EveningScore(1, 1, random.randint(2, 6) / 2, random.randint(0, 3) / 2)
            for person in random.sample(range(PEOPLE), random.randint(0, PEOPLE))
        }
        for _ in range(random.randint(0, 7))
    ]


@RANDOM_SEASONS
def test_the_best_evenings_count_and_order_the_season_as_by_force(seeds: range) -> None:
    for seed in seeds:
        random = Random(f"season {seed}")
        evenings, best = play_season(random), random.choice([None, 1, 2, 3, 60])
        expected = {}
        for person in range(PEOPLE):
            own = [evening[person] for evening in evenings if person in evening]
            choices = combinations(own, min(best or len(own), len(own)))
            sums = ((sum(x.points for x in some), sum(x.wins for x in some)) for some in choices)
            expected |= {person: max(sums)} if own else {}
        rows = rank_season(evenings, best)
        assert {row.person: (row.points, row.wins) for row in rows} == expected
        for row in rows:
            assert row.place == 1 + sum(one > expected[row.person] for one in expected.values())
            own = {at: one[row.person] for at, one in enumerate(evenings) if row.person in one}
            assert row.scores == own
            counted = [own[at] for at in row.counted]
            assert sum(one.points for one in counted) == row.points
            assert len(counted) == min(best or len(own), len(own))
        assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_of_equal_evenings_the_latest_count() -> None:
    score = EveningScore(1, 4, points=4, wins=2)
    [row] = rank_season([{1: score}] * 5, best=2)
    assert sorted(row.counted) == [3, 4]
