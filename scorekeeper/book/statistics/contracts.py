"""Sums over contracts: how those of a player's sides, or of two partners, came out."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.models.conditions import of_scorebook, same_match
from scorekeeper.book.models.tables import CONTRACT_COUNTS, MATCHES, RESULTS
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.book.statistics.queries import OTHERS, Days, find_newest_house_rules
from scorekeeper.book.statistics.roster import Person, Roster
from scorekeeper.rules import HouseRules
from scorekeeper.rules.house_rules import Bidding
from scorekeeper.rules.review.bidding import (
    NIL_CONTRACT,
    Advice,
    ComparedContract,
    ContractCounts,
    choose_advice,
    compare_contracts,
)
from scorekeeper.rules.review.intervals import Rate


@dataclass(frozen=True)
class ContractSums:
    """The counts of each contract of the game with the most hands, and its newest house rules.

    `games` is how many games were played. Nils are those of the people themselves.
    """

    house: HouseRules
    counts: dict[int, ContractCounts]
    games: int

    @cached_property
    def compared(self) -> list[ComparedContract]:
        """The contracts with enough hands, by these house rules."""
        return compare_contracts(self.house, self.counts)

    @property
    def advice(self) -> Advice | None:
        return choose_advice(self.compared)

    @property
    def nils(self) -> Rate:
        """The nils made, of those that the people bid themselves."""
        nils = self.counts.get(NIL_CONTRACT, ContractCounts())
        return Rate(nils.exact, sum(nils))


def sum_contracts(
    session: Session, book: Roster, people: Iterable[Person], days: Days
) -> ContractSums | None:
    """Return the sums of a player, or of two as partners; None without a hand that counts."""
    counts_by_game = load_counts(session, book, people, days)
    if not counts_by_game:
        return None
    game, counts = max(counts_by_game.items(), key=lambda one: sum(map(sum, one[1].values())))
    newest = find_newest_house_rules(session, book, game)
    if newest and newest[1].bidding is not Bidding.FREE and not {*counts} - {NIL_CONTRACT}:
        # In mirror, whiz and suicide no contract is ever counted.
        return None
    return newest and ContractSums(newest[1], counts, len(counts_by_game))


def load_counts(
    session: Session, book: Roster, people: Iterable[Person], days: Days
) -> dict[str, dict[int, ContractCounts]]:
    """Return the counts of each contract by game, with one statement."""
    ids = [person.ids for person in people]
    values = {"scorebook": book.id, "players": sorted(sum(ids, ())), **days._asdict()}
    is_pair = len(ids) > 1
    rows = load_cached(
        session,
        ("contracts", book.id, book.revision, *ids, days),
        lambda: session.execute(_select_sums(is_pair), values).all(),
    )
    counts_by_game: dict[str, dict[int, ContractCounts]] = defaultdict(dict)
    for game, contract, *counts in rows:
        if sum(counts):
            counts_by_game[game][contract] = ContractCounts(*counts)
    return counts_by_game


@cache
def _select_sums(is_pair: bool) -> sa.CompoundSelect[Any]:
    """Select the counts by game and contract, those of nils as contract 0."""
    players: Any = sa.bindparam("players", expanding=True)
    own = (
        sa.select(MATCHES.c.game, *RESULTS.c["match_id", "side", "nils", "nils_made"])
        .join_from(RESULTS, MATCHES, same_match(MATCHES, RESULTS))
        .where(of_scorebook(RESULTS), RESULTS.c.player_id.in_(players))
        .where(RESULTS.c.day.between(sa.bindparam("first"), sa.bindparam("last")))
    )
    is_once: sa.ColumnElement[bool] = sa.true()
    if is_pair:
        is_once = RESULTS.c.seat < OTHERS.c.seat
        are_partners = (OTHERS.c.side == RESULTS.c.side) & (OTHERS.c.seat != RESULTS.c.seat)
        own = own.join(OTHERS, same_match(OTHERS, RESULTS) & are_partners)
        own = own.where(OTHERS.c.player_id.in_(players))
    rows = own.add_columns(is_once.label("is_once")).cte("own")
    counts = CONTRACT_COUNTS.c
    zero: sa.ColumnElement[int] = sa.literal_column("0")
    made, nils = sa.func.sum(rows.c.nils_made), sa.func.sum(rows.c.nils)
    return sa.union_all(
        sa.select(rows.c.game, zero, nils - made, made, zero, zero).group_by(rows.c.game),
        sa.select(rows.c.game, counts.contract)
        .add_columns(*[sa.func.sum(counts[name]) for name in ContractCounts._fields])
        .where(of_scorebook(CONTRACT_COUNTS), rows.c.is_once)
        .where(counts.match_id == rows.c.match_id, counts.side == rows.c.side)
        .group_by(rows.c.game, counts.contract),
    )
