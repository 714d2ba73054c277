"""A match: what the table has said so far, and everything that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Self

from .bidding import Warning, check_bids, odd_bids
from .bids import Bid
from .errors import StepError
from .hand import Hand, Redeal, count_tricks, with_tricks
from .house import HouseRules
from .outcome import Ending, Outcome, decide
from .replay import settle
from .scoring import HandScore, Standing, score_hand
from .setup import check_set_up
from .turns import Step, Turn, turn_of


@dataclass(frozen=True)
class Match:
    """The facts of a match; points, turn and outcome are computed from them.

    A Match never changes: recording returns a new one. `first` is the seat that deals or draws
    the first hand. `ended` is set when the match is decided, or earlier when the table stopped.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(5), Bid(6)]).take([7, 6])
    >>> match.standings
    (Standing(points=52, bags=2), Standing(points=60, bags=0))
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
                score = score_hand(self.house, hand.bids, hand.tricks, standings)
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
    def outcome(self) -> Outcome | None:
        """The winner and the ending, or None while the match goes on."""
        decided = decide(self.house, self.standings) if any(self.scores) else None
        if decided is None and self.ended is not None:
            return Outcome(None, Ending.EARLY)
        return decided

    @property
    def current(self) -> Hand | None:
        """The hand that is being played: bids known, tricks not yet."""
        return self.hands[-1] if self.hands and not self.hands[-1].complete else None

    @property
    def step(self) -> Step:
        """What the table has to say next."""
        if self.outcome is not None:
            return Step.OVER
        return Step.TRICKS if self.current else Step.BIDS

    @property
    def turn(self) -> Turn:
        """Whose turn it is in the hand that is due; after the end, of the next that would be."""
        return self.turn_in(len(self.hands) + (self.current is None))

    def turn_in(self, number: int) -> Turn:
        """Return who has which role in hand `number`."""
        played = sum(hand.redeal is None for hand in self.hands[: number - 1])
        return turn_of(self.house.game, self.first, played, number, self.step)

    def bid(self, bids: Sequence[Bid], noted: datetime | None = None) -> Self:
        """Record the bids of the next hand, by seat; raise BidError or StepError."""
        self._expect(Step.BIDS)
        check_bids(self.house, bids, self.standings)
        return self._with(Hand(bids=tuple(bids), noted=noted))

    def take(
        self,
        seats: Sequence[int | None],
        piles: Sequence[int | None] | None = None,
        noted: datetime | None = None,
    ) -> Self:
        """Record the tricks of the hand being played, by seat and, where pooled, by side.

        Raises TrickError where the tricks cannot be, StepError where no hand is being played.
        """
        self._expect(Step.TRICKS)
        hand = self.hands[-1]
        assert hand.bids is not None
        no_piles = (None,) * len(self.sides)
        tricks = count_tricks(
            self.house.game, hand.bids, seats, no_piles if piles is None else piles
        )
        taken = replace(self, hands=(*self.hands[:-1], with_tricks(hand, tricks, noted)))
        return replace(taken, ended=noted) if taken.outcome else taken

    def throw_in(self, noted: datetime | None = None) -> Self:
        """Throw the hand in for a misdeal: no score, the same seat deals or draws again."""
        if self.step is Step.OVER:
            raise StepError("match is over")
        if self.current is None:
            return self._with(Hand(redeal=Redeal.MISDEAL, noted=noted))
        thrown_in = replace(self.current, redeal=Redeal.MISDEAL, noted=noted)
        return replace(self, hands=(*self.hands[:-1], thrown_in))

    def end(self, ended: datetime) -> Self:
        """End the match before it is decided; nobody wins."""
        if self.step is Step.OVER:
            raise StepError("match is over")
        return replace(self, ended=ended)

    def undo(self) -> Self:
        """Take back the last fact; raise StepError where there is none."""
        if self.outcome is not None and self.outcome.ending is Ending.EARLY:
            return replace(self, ended=None)
        if not self.hands:
            raise StepError("nothing to undo")
        last = self.hands[-1]
        if last.redeal and last.bids:
            kept: tuple[Hand, ...] = (replace(last, redeal=None),)
        else:
            kept = (with_tricks(last, None, last.noted),) if last.tricks else ()
        return replace(self, hands=(*self.hands[:-1], *kept), ended=None)

    def correct(
        self,
        number: int,
        bids: Sequence[Bid],
        seats: Sequence[int | None] | None = None,
        piles: Sequence[int | None] | None = None,
    ) -> Self:
        """Return the match with hand `number` recorded differently and all after it replayed.

        Hands after the one that now decides the match fall away. Raises StepError for a hand
        that was not played, BidError and TrickError as `bid` and `take` do; a BidError knows its
        hand where it is a later one, whose blind nil would no longer have been allowed.
        """
        if not 1 <= number <= len(self.hands) or self.hands[number - 1].redeal:
            raise StepError("no such hand", number=number)
        old = self.hands[number - 1]
        corrected = replace(self, hands=self.hands[: number - 1], ended=None).bid(bids, old.noted)
        if old.tricks is not None:
            unknown = (None,) * len(self.players)
            corrected = corrected.take(unknown if seats is None else seats, piles, old.noted)
        return settle(replace(corrected, hands=corrected.hands + self.hands[number:]), self)

    def rematch(self, *, rotate: bool = False) -> Self:
        """Return the next match of the same table: the deal goes on, the scores start anew.

        With `rotate` everybody but the first player moves on, so that partners change.
        """
        seats = range(len(self.players))
        order = (0, *seats[2:], 1) if rotate else tuple(seats)
        usual = self.sides in (self.players, self.house.game.side_names)
        return self.start(
            self.house,
            [self.players[seat] for seat in order],
            sides=None if usual else self.sides,
            first=order.index(self.turn.first),
            place=self.place,
        )

    def warnings(self) -> tuple[Warning, ...]:
        """Return what is odd about the bids of the hand being played."""
        bids = self.current.bids if self.current else None
        return odd_bids(self.house.game, bids) if bids else ()

    def _expect(self, step: Step) -> None:
        if self.step is not step:
            over = self.step is Step.OVER
            raise StepError("match is over" if over else f"{self.step} are due")

    def _with(self, hand: Hand) -> Self:
        return replace(self, hands=(*self.hands, hand))
