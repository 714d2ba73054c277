"""Rankings of players and pairs, by wins and other measures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.statistics import queries, roster
from scorekeeper.rules.review.figures import Sums
from scorekeeper.rules.review.intervals import MIN_TRIES_FOR_PERCENTAGE, Rate, rank_key
from scorekeeper.words.review import statistics


@dataclass(frozen=True)
class Measure:
    """A measure to rank by: its sample size, its text, the text of the sample, and a sort key."""

    count: Callable[[Sums], int]
    format: Callable[[Sums], str]
    format_sample: Callable[[Sums], str]
    sort_key: Callable[[Sums], tuple[bool, float]]

    def has_few(self, sums: Sums) -> bool:
        """Whether the sample is too small for a place among the others."""
        return self.sort_key(sums)[0]


def _by_rate(rate: Callable[[Sums], Rate]) -> Measure:
    """Rank by a rate as it is shown; players with few tries come last."""
    return Measure(
        lambda sums: rate(sums).tried,
        lambda sums: statistics.format_rate(rate(sums)),
        lambda sums: statistics.format_tries(rate(sums)),
        lambda sums: rank_key(rate(sums)),
    )


TABLES = {
    "won": _by_rate(statistics.get_win_rate),
    "pairs": _by_rate(statistics.get_win_rate),
    "contracts": _by_rate(statistics.get_contract_rate),
    "nil": _by_rate(statistics.get_nil_rate),
    # The fewest per hand are the best; players with few hands come last.
    "bags": Measure(
        lambda sums: sums.hands,
        statistics.format_bags_per_hand,
        lambda sums: statistics.format_hands(sums.hands),
        lambda sums: (sums.hands < MIN_TRIES_FOR_PERCENTAGE, sums.bags / sums.hands),
    ),
}


@dataclass(frozen=True)
class PlayerRow:
    """A row of a ranking: one player or two partners, and their totals."""

    people: tuple[roster.Person, ...]
    sums: Sums


def load_ranking(
    session: Session,
    book: roster.Roster,
    by: str,
    days: queries.Days,
    house: int = queries.ANY_HOUSE_RULES,
) -> tuple[queries.ScorebookSums, list[PlayerRow]]:
    """Return the sums of a range of days, and the players or pairs by a measure, without guests."""
    measure, standing = TABLES[by], queries.sum_by_player(session, book, days, house)
    ranked: Mapping[Any, Sums] = {(one,): sums for one, sums in standing.people.items()}
    if by == "pairs":
        ranked = queries.sum_by_pair(session, book, days, house)
    rows = [
        PlayerRow(tuple(book.people[id_] for id_ in ids), sums)
        for ids, sums in ranked.items()
        if measure.count(sums) and not any(book.people[id_].guest for id_ in ids)
    ]
    return standing, sorted(
        rows,
        key=lambda line: (
            *measure.sort_key(line.sums),
            -measure.count(line.sums),
            [person.name for person in line.people],
        ),
    )
