"""Standings by brute force: everyone is compared with everyone, in fractions."""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from scorekeeper.rules.seating.event import Event, EventKind
from scorekeeper.rules.seating.standings import StandingsRow

HALF = Fraction(1, 2)
BYE = {EventKind.SINGLES: HALF, EventKind.ROUND_ROBIN: HALF, EventKind.SWISS: Fraction(1)}


class Played(NamedTuple):
    """A round of an entrant."""

    opponents: tuple[int, ...]
    wins: Fraction
    difference: int


class Numbers(NamedTuple):
    """The numbers of a row of the standings."""

    place: int
    wins: float
    strength: float | None
    head_to_head: float | None
    difference: int
    played: int
    sat_out: int


def number(rows: list[StandingsRow]) -> dict[int, Numbers]:
    return {
        row.entrant: Numbers(
            row.place,
            row.wins,
            row.strength,
            row.head_to_head,
            row.difference,
            row.played,
            len(row.sat_out),
        )
        for row in rows
    }


def rank_by_force(event: Event) -> dict[int, Numbers]:
    played = {one.number: list_played(event, one.number) for one in event.entrants}
    shown = [one.number for one in event.entrants if one.is_present or played[one.number]]
    wins = {one: sum((each.wins for each in played[one]), Fraction()) for one in shown}
    at_tables = {
        one: sum((each.wins for each in played[one] if each.opponents), Fraction()) for one in shown
    }
    differences = {one: sum(each.difference for each in played[one]) for one in shown}
    strength: dict[int, Fraction | None] = dict.fromkeys(shown)
    if event.kind is EventKind.SWISS:
        for one in shown:
            strength[one] = sum(
                (
                    wins[other] if each.opponents or event.way is None else at_tables[one]
                    for each in played[one]
                    for other in each.opponents or [one]
                ),
                Fraction(),
            )
    among: dict[int, Fraction | None] = dict.fromkeys(shown)
    for one in shown if event.kind is not EventKind.SINGLES else []:
        tied = [
            other for other in shown if (wins[other], strength[other]) == (wins[one], strength[one])
        ]
        meetings = {
            sum(right in each.opponents for each in played[left])
            for left, right in combinations(tied, 2)
        }
        if len(meetings) == 1 and min(meetings) > 0:
            inside = [each.wins for each in played[one] if set(each.opponents) & set(tied)]
            among[one] = sum(inside, Fraction())
    chain = {
        one: (wins[one], strength[one] or 0, among[one] or 0, differences[one]) for one in shown
    }
    return {
        one: Numbers(
            1 + len([other for other in shown if chain[other] > chain[one]]),
            float(wins[one]),
            to_float(strength[one]),
            to_float(among[one]),
            differences[one],
            len([each for each in played[one] if each.opponents]),
            len([each for each in played[one] if not each.opponents]),
        )
        for one in shown
    }


def to_float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def list_played(event: Event, entrant: int) -> list[Played]:
    played = []
    for seated in event.rounds:
        if seated.lives is not None:
            continue
        if entrant in seated.sits_out:
            is_lonely = event.way is None or [*seated.sits_out, *seated.misses] == [entrant]
            played.append(Played((), BYE[event.kind] if is_lonely else HALF, 0))
        if entrant in seated.misses:
            played.append(Played((), HALF, 0))
        for table in seated.tables:
            if entrant not in table.seats or table.result is None:
                continue
            own = table.seats.index(entrant) % 2
            opponents = tuple(other for seat, other in enumerate(table.seats) if seat % 2 != own)
            winner, points = table.result.winner, table.result.points or (0, 0)
            wins = HALF if winner is None else Fraction(winner == own)
            played.append(Played(opponents, wins, points[own] - points[1 - own]))
    return played
