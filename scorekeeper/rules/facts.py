"""The facts of a match: what the table has said so far, and everything that follows from it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from scorekeeper.rules.bids import Bid, OddBid, odd_bids
from scorekeeper.rules.errors import StepError
from scorekeeper.rules.hand import Asked, Hand, asked_tricks
from scorekeeper.rules.house import FirstHand, HouseRules
from scorekeeper.rules.lines import HandScore, Standing
from scorekeeper.rules.outcome import (
    START,
    Ending,
    Outcome,
    Progress,
    decide,
    decide_or_tie,
    time_is_up,
)
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.tally import Tally, tally_tricks
from scorekeeper.rules.turns import Step, Turn, turn_of


class Fact(StrEnum):
    """One thing that a table says of a match."""

    BIDS = "bids"
    TRICK = "trick"
    TRICKS = "tricks"
    MISDEAL = "misdeal"
    END = "end"


class Decision(NamedTuple):
    """The hand that decides a match, and how."""

    hand: int
    outcome: Outcome


@dataclass(frozen=True)
class Facts:
    """What was recorded of a match; points, turn and outcome are computed from it.

    `first` is the seat that deals or draws the first hand. `ended` is set when the match is
    decided, or earlier when the table stopped.

    >>> from scorekeeper.rules import Match
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> match.last_fact.value, match.bidding_order(1), match.played_numbers
    ('bids', (1, 0), (1,))
    >>> [(number, [side.points for side in after]) for number, after in match.take([7, 6]).course]
    [(0, [0, 0]), (1, [52, 60])]
    >>> match.take([7, 6]).to_go(side=1)
    440
    """

    house: HouseRules
    players: tuple[str, ...]
    sides: tuple[str, ...]
    first: int
    opening: tuple[Standing, ...]
    hands: tuple[Hand, ...] = ()
    started: datetime | None = None
    ended: datetime | None = None
    place: str = ""
    note: str = ""

    @property
    def names_sides(self) -> bool:
        """Whether the table gave its sides names of their own."""
        return self.sides not in (self.players, self.house.game.side_names)

    @property
    def last_noted(self) -> datetime | None:
        """When the table last said something, as far as anybody noted the time."""
        times = [hand.noted for hand in self.hands if hand.noted]
        return max(times, default=self.started)

    @cached_property
    def scores(self) -> tuple[HandScore | None, ...]:
        """The score of each hand; None while it is played and where it was thrown in."""
        standings = self.opening
        scores: list[HandScore | None] = []
        for hand in self.hands:
            if hand.redeal is None and hand.bids is not None and hand.tricks is not None:
                score = score_hand(self.house, hand.bids, hand.tricks, standings, hand.rulings)
                standings = tuple([side.standing for side in score])
                scores.append(score)
            else:
                scores.append(None)
        return tuple(scores)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Points and bags of each side now."""
        return self.standings_before(len(self.hands) + 1)

    def standings_before(self, number: int) -> tuple[Standing, ...]:
        """Return points and bags of each side before hand `number`."""
        for score in reversed(self.scores[: number - 1]):
            if score is not None:
                return tuple(side.standing for side in score)
        return self.opening

    @property
    def course(self) -> tuple[tuple[int, tuple[Standing, ...]], ...]:
        """The standings at the start, as after hand 0, and after each scored hand."""
        scored = [
            (number, tuple([side.standing for side in score]))
            for number, score in enumerate(self.scores, start=1)
            if score is not None
        ]
        return ((0, self.opening), *scored)

    @cached_property
    def decided(self) -> Decision | None:
        """The first hand after which the match is decided, and its outcome; or None."""
        for number, score, progress in self._progressed:
            outcome = decide(self.house, [side.standing for side in score], progress)
            if outcome is not None:
                return Decision(number, outcome)
        return None

    @property
    def progress(self) -> Progress:
        """How far the match has come with the hands that are scored."""
        return self._progressed[-1][2] if self._progressed else START

    @cached_property
    def outcome(self) -> Outcome | None:
        """The winner and the ending, or None while the match goes on."""
        if self.decided is not None:
            return self.decided.outcome
        return Outcome(None, Ending.EARLY) if self.ended is not None else None

    @property
    def fallen(self) -> int | None:
        """The side that ended the match by falling to the floor, the lowest where several did."""
        if self.outcome is None or self.outcome.ending is not Ending.FLOOR:
            return None
        return min(range(len(self.sides)), key=lambda side: self.standings[side].points)

    @property
    def all_at_target(self) -> bool:
        """Whether no side is short of the target, so that only the higher points decide."""
        return all(standing.points >= self.house.target for standing in self.standings)

    @cached_property
    def tied(self) -> tuple[int, ...]:
        """The sides whose equal points alone keep the match from being decided now."""
        if self.outcome is not None or not any(self.scores):
            return ()
        return decide_or_tie(self.house, self.standings, self.progress)[1]

    def to_go(self, side: int) -> int | None:
        """Return the points a side lacks to the target; None where that is nothing to tell."""
        lacking = self.house.target - self.standings[side].points
        return lacking if lacking > 0 and self.outcome is None else None

    @property
    def current(self) -> Hand | None:
        """The hand that is being played: bids known, tricks not yet."""
        return self.hands[-1] if self.hands and not self.hands[-1].complete else None

    @property
    def due_bids(self) -> tuple[Bid, ...] | None:
        """The bids whose tricks are due: none at all where the first hand bids itself."""
        if self.current is not None:
            return self.current.bids
        return () if self.bids_itself(len(self.hands) + 1) else None

    def asked_tricks(self, by_seat: bool = False) -> tuple[Asked, ...]:
        """Return the numbers that are asked for the tricks that are due.

        Raises StepError where the bids come first.
        """
        if self.due_bids is None:
            raise StepError("bids are due")
        return asked_tricks(self.house.game, self.due_bids, by_seat)

    @cached_property
    def step(self) -> Step:
        """What the table has to say next."""
        if self.outcome is not None:
            return Step.OVER
        return Step.BIDS if self.due_bids is None else Step.TRICKS

    @cached_property
    def turn(self) -> Turn:
        """Whose turn it is in the hand that is due; after the end, of the next that would be."""
        return self.turn_in(len(self.hands) + (self.current is None))

    def turn_in(self, number: int) -> Turn:
        """Return who has which role in hand `number`."""
        played = sum(hand.redeal is None for hand in self.hands[: number - 1])
        return turn_of(self.house.game, self.first, played, number, self.step)

    def bidding_order(self, number: int) -> tuple[int, ...]:
        """Return the seats in the order in which they bid in hand `number`."""
        return self.house.game.clockwise_from(self.turn_in(number).bids)

    def bids_itself(self, number: int) -> bool:
        """Whether hand `number` is the first to be played at a table where that has no bids."""
        return self.house.first_hand is FirstHand.BIDS_ITSELF and all(
            hand.redeal for hand in self.hands[: number - 1]
        )

    @property
    def played_numbers(self) -> tuple[int, ...]:
        """The numbers of the hands that can be corrected and ruled on: none thrown in."""
        return tuple(
            number for number, hand in enumerate(self.hands, start=1) if hand.redeal is None
        )

    @property
    def last_fact(self) -> Fact | None:
        """What the table said last, which undo takes back; None where it said nothing yet."""
        if self.ended is not None and self.decided is None:
            return Fact.END
        if not self.hands:
            return None
        last = self.hands[-1]
        if last.redeal is not None:
            return Fact.MISDEAL
        if last.tally:
            return Fact.TRICK
        return Fact.TRICKS if last.tricks is not None else Fact.BIDS

    @cached_property
    def tallied(self) -> Tally:
        """What the tricks noted so far in the hand being played have come to."""
        hand = self.current
        if hand is None or not hand.bids:
            raise StepError("bids are due")
        leads = self.turn.leads
        return tally_tricks(self.house, hand.bids, self.standings, leads, hand.tally, hand.rulings)

    @property
    def odd_bids(self) -> tuple[OddBid, ...]:
        """What is odd about the bids of the hand being played."""
        bids = self.current.bids if self.current else None
        return odd_bids(self.house.game, bids) if bids else ()

    def minutes_at(self, moment: datetime | None) -> float:
        """Return the minutes from the start to a moment, 0 where one of them is unknown."""
        if self.started is None or moment is None:
            return 0
        return (moment - self.started).total_seconds() / 60

    def time_is_up(self, minutes: float) -> bool:
        """Whether a match that is played by the clock is in its last hand after so many minutes."""
        return time_is_up(self.house, minutes)

    @cached_property
    def _progressed(self) -> tuple[tuple[int, HandScore, Progress], ...]:
        """The number and the score of each scored hand, and how far the match came by it."""
        progress, steps = START, []
        for number, (hand, score) in enumerate(zip(self.hands, self.scores, strict=True), start=1):
            if score is not None:
                progress = progress.after([side.made for side in score])
                progress = progress._replace(minutes=self.minutes_at(hand.noted))
                steps.append((number, score, progress))
        return tuple(steps)
