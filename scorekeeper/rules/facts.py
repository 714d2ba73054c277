"""The facts of a match: what the table has said so far, and everything that follows from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, Self

from scorekeeper.rules.bids import Bid, OddBid, odd_bids
from scorekeeper.rules.errors import StepError
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.house import FirstHand, HouseRules
from scorekeeper.rules.lines import HandScore, Standing
from scorekeeper.rules.outcome import Ending, Outcome, Progress, decide, tied_sides
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.setup import check_set_up
from scorekeeper.rules.tally import Tally, tally_tricks
from scorekeeper.rules.turns import Step, Turn, turn_of


class Decision(NamedTuple):
    """The hand that decides a match, and how."""

    hand: int
    outcome: Outcome


@dataclass(frozen=True)
class Facts:
    """What was recorded of a match; points, turn and outcome are computed from it.

    `first` is the seat that deals or draws the first hand. `ended` is set when the match is
    decided, or earlier when the table stopped.
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

    @classmethod
    def start(
        cls,
        house: HouseRules,
        players: Sequence[str],
        *,
        sides: Sequence[str] | None = None,
        first: int | None = None,
        opening: Sequence[Standing] | None = None,
        started: datetime | None = None,
        place: str = "",
        note: str = "",
    ) -> Self:
        """Start a match; raise SetUpError where players, sides, seat or opening do not fit."""
        names = house.game.side_names or players
        nothing = (Standing(),) * len(house.game.sides)
        match = cls(
            house=house,
            players=tuple(players),
            sides=tuple(names if sides is None else sides),
            first=house.game.first if first is None else first,
            opening=tuple(nothing if opening is None else opening),
            started=started,
            place=place,
            note=note,
        )
        notes = {"place": place, "note": note}
        check_set_up(house, match.players, match.sides, match.first, match.opening, notes)
        return match

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

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Points and bags of each side now."""
        return self.standings_before(len(self.hands) + 1)

    def standings_before(self, number: int) -> tuple[Standing, ...]:
        """Return points and bags of each side before hand `number`."""
        for score in reversed(self.scores[: number - 1]):
            if score is not None:
                return tuple(side.standing for side in score)
        return self.opening

    @cached_property
    def decided(self) -> Decision | None:
        """The first hand after which the match is decided, and its outcome; or None."""
        for number, score, progress in self._progressed():
            outcome = decide(self.house, [side.standing for side in score], progress)
            if outcome is not None:
                return Decision(number, outcome)
        return None

    @property
    def progress(self) -> Progress:
        """How far the match has come with the hands that are scored."""
        steps = [progress for _, _, progress in self._progressed()]
        return steps[-1] if steps else Progress()

    @property
    def outcome(self) -> Outcome | None:
        """The winner and the ending, or None while the match goes on."""
        if self.decided is not None:
            return self.decided.outcome
        return Outcome(None, Ending.EARLY) if self.ended is not None else None

    @property
    def tied(self) -> tuple[int, ...]:
        """The sides whose equal points alone keep the match from being decided now."""
        if self.outcome is not None or not any(self.scores):
            return ()
        return tied_sides(self.house, self.standings, self.progress)

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

    @property
    def step(self) -> Step:
        """What the table has to say next."""
        if self.outcome is not None:
            return Step.OVER
        return Step.BIDS if self.due_bids is None else Step.TRICKS

    @property
    def turn(self) -> Turn:
        """Whose turn it is in the hand that is due; after the end, of the next that would be."""
        return self.turn_in(len(self.hands) + (self.current is None))

    def turn_in(self, number: int) -> Turn:
        """Return who has which role in hand `number`."""
        played = sum(hand.redeal is None for hand in self.hands[: number - 1])
        return turn_of(self.house.game, self.first, played, number, self.step)

    def bids_itself(self, number: int) -> bool:
        """Whether hand `number` is the first to be played at a table where that has no bids."""
        return self.house.first_hand is FirstHand.BIDS_ITSELF and all(
            hand.redeal for hand in self.hands[: number - 1]
        )

    @property
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

    def _progressed(self) -> Iterator[tuple[int, HandScore, Progress]]:
        """Yield the number and the score of each scored hand, and how far the match came by it."""
        progress = Progress()
        for number, score in enumerate(self.scores, start=1):
            if score is not None:
                progress = progress.after([side.made for side in score])
                progress = progress._replace(minutes=self._minutes(number))
                yield number, score, progress

    def _minutes(self, number: int) -> float:
        """Return the minutes from the start to the end of a hand, 0 where a time is unknown."""
        noted = self.hands[number - 1].noted
        if self.started is None or noted is None:
            return 0
        return (noted - self.started).total_seconds() / 60
