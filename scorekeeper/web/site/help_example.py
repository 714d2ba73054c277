"""An example match of three hands, for the home page."""

from functools import cache

from scorekeeper import rules

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
HANDS: tuple[tuple[tuple[int | str, ...], tuple[int | None, ...], tuple[int, int]], ...] = (
    ((4, 2, 3, 2), (None, None, None, None), (8, 5)),
    ((4, 3, "nil", 3), (None, None, 0, None), (5, 8)),
    ((4, 3, 4, 2), (None, None, None, None), (6, 7)),
)
"""Bids by seat, nil bidders' own tricks by seat, and each side's pile."""


@cache
def example_match() -> rules.Match:
    """Return the match: a contract made, a successful nil, a contract set."""
    played = rules.Match.start(rules.HouseRules.of("partnership"), PLAYERS)
    for bids, seats, piles in HANDS:
        played = played.bid([rules.read_bid(bid) for bid in bids]).record_tricks(seats, piles)
    return played
