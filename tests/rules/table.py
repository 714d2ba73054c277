"""A table that bids and takes tricks, so that tests read as stories."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules import (
    GAMES,
    PARTNER,
    Bid,
    Game,
    HouseRules,
    Incident,
    Match,
    Ruling,
    SideScore,
    Standing,
    read_bid,
)
from scorekeeper.rules.lines import HandScore

Setup = dict[str, Any]
"""What a table agrees on: the arguments of `Table.start`."""

FRIENDS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
PLAYERS = {game.key: FRIENDS[: game.seats] for game in GAMES.values()}


def opening(*points: int) -> Setup:
    """Return the setup of a match that starts with points, but without bags."""
    return {"opening": [(each, 0) for each in points]}


def share_bids(game: Game, bids: Sequence[Bid]) -> list[Bid]:
    """Return the bids as partners who bid together say them: a single nil stays."""
    shared = list(bids)
    for seats in game.sides:
        if len(seats) > 1 and sum(bids[seat].is_nil for seat in seats) != 1:
            shared[seats[0]] = bids[seats[0]] if bids[seats[0]].tricks else Bid(4)
            shared[seats[1]] = PARTNER
    return shared


class Table:
    """Ann and Cleo are Gold, Ben and Dan are Blue; or everyone plays alone.

    Of six, Ann and Dan are Gold, Ben and Eve Blue, Cleo and Finn Green.
    """

    match: Match

    def start(
        self,
        game: str = "partnership",
        *,
        opening: Sequence[tuple[int, int]] | None = None,
        first: int | None = None,
        **house: Any,
    ) -> None:
        """Start a new match; `opening` is points and bags of each side."""
        standings = None if opening is None else [Standing(*standing) for standing in opening]
        rules = HouseRules.of(game, **house)
        self.match = Match.start(rules, PLAYERS[game], opening=standings, first=first)

    def bid(self, *bids: int | str) -> None:
        self.match = self.match.bid([read_bid(bid) for bid in bids])

    def take(self, *seats: int | None, **by_name: int) -> None:
        self.match = self.match.record_tricks(*self._tricks(seats, by_name))

    def play(self, bids: Sequence[int | str], *seats: int | None, **by_name: int) -> None:
        self.bid(*bids)
        self.take(*seats, **by_name)

    def record_misdeal(self) -> None:
        self.match = self.match.record_misdeal()

    def correct(
        self, number: int, bids: Sequence[int | str], *seats: int | None, **by_name: int
    ) -> None:
        """Record a hand differently; without tricks where only its bids are known."""
        read = [read_bid(bid) for bid in bids]
        if seats or by_name:
            self.match = self.match.correct(number, read, *self._tricks(seats, by_name))
        else:
            self.match = self.match.correct(number, read)

    def rule(
        self,
        against: str,
        *,
        hand: int = 1,
        kind: Incident = Incident.REVOKE,
        to: str | None = None,
        **penalty: Any,
    ) -> None:
        """Rule against a player, on a hand; `to` is the side that tricks go to."""
        side = None if to is None else self._side(to)
        ruling = Ruling(kind, self.match.players.index(against), to=side, **penalty)
        self.match = self.match.add_ruling(hand, ruling)

    def withdraw(self, place: int = 0, *, hand: int = 1) -> None:
        self.match = self.match.withdraw_ruling(hand, place)

    def agree(self, **house: Any) -> None:
        """Continue with other house rules; those not named stay the same."""
        rules = self.match.house
        changed = HouseRules.of(rules.game.key, **{**rules.differences(), **house})
        self.match = self.match.with_house_rules(changed)

    @property
    def last(self) -> HandScore:
        return [score for score in self.match.scores if score is not None][-1]

    def score(self, side: str) -> SideScore:
        return self.last[self._side(side)]

    def lines(self, side: str) -> list[tuple[str, int]]:
        """Return the score lines of a side in the last hand."""
        return [(line.reason.value, line.points) for line in self.score(side).lines]

    def brought(self, side: str) -> int:
        return self.score(side).points

    def points(self, side: str) -> int:
        return self.match.standings[self._side(side)].points

    def bags(self, side: str) -> int:
        return self.match.standings[self._side(side)].bags

    @property
    def winner(self) -> str | None:
        outcome = self.match.outcome
        if outcome is None or outcome.winner is None:
            return None
        return self.match.sides[outcome.winner]

    @property
    def is_running(self) -> bool:
        return self.match.outcome is None

    @property
    def roles(self) -> tuple[str, str, str]:
        """The dealer or first to draw, the first bidder and the leader of the next hand."""
        turn = self.match.turn
        first, bids, leads = (
            self.match.players[seat] for seat in (turn.first, turn.bids, turn.leads)
        )
        return first, bids, leads

    def _side(self, name: str) -> int:
        return self.match.sides.index(name)

    def _tricks(
        self, seats: Sequence[int | None], by_name: dict[str, int]
    ) -> tuple[list[int | None], list[int | None]]:
        by_seat = [by_name.get(name) for name in self.match.players]
        piles = [by_name.get(name) for name in self.match.sides]
        return list(seats) or by_seat, piles
