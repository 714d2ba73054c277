"""A match: what the table has said so far, and everything that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, Self

from .bidding import Warning, check_bids, odd_bids
from .bids import Bid
from .errors import SetUpError, StepError
from .hand import Hand, Redeal, Taken, count_tricks, with_tricks
from .house import FirstHand, HouseRules
from .lines import HandScore, Standing
from .outcome import Ending, Outcome, Progress, decide
from .replay import settle
from .rulings import Ruling, check_ruling
from .scoring import score_hand
from .setup import check_set_up
from .tally import Tally, tally_tricks
from .turns import Step, Turn, turn_of


class Decision(NamedTuple):
    """The hand that decides a match, and how."""

    hand: int
    outcome: Outcome


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
    def decided(self) -> "Decision | None":
        """The first hand after which the match is decided, and its outcome; or None."""
        sets, hands = [0] * len(self.sides), 0
        for number, score in enumerate(self.scores, start=1):
            if score is None:
                continue
            hands += 1
            sets = [was + (side.made is False) for was, side in zip(sets, score, strict=True)]
            progress = Progress(tuple(sets), hands, self._minutes(number))
            outcome = decide(self.house, [side.standing for side in score], progress)
            if outcome is not None:
                return Decision(number, outcome)
        return None

    @property
    def outcome(self) -> Outcome | None:
        """The winner and the ending, or None while the match goes on."""
        if self.decided is not None:
            return self.decided.outcome
        return Outcome(None, Ending.EARLY) if self.ended is not None else None

    @property
    def current(self) -> Hand | None:
        """The hand that is being played: bids known, tricks not yet."""
        return self.hands[-1] if self.hands and not self.hands[-1].complete else None

    @property
    def due_bids(self) -> tuple[Bid, ...] | None:
        """The bids whose tricks are due: none at all where the first hand bids itself."""
        if self.current is not None:
            return self.current.bids
        itself = self.house.first_hand is FirstHand.BIDS_ITSELF
        played = any(hand.redeal is None for hand in self.hands)
        return () if itself and not played else None

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
        before, hand = self.hands, Hand(bids=())
        if self.current is not None:
            before, hand = self.hands[:-1], self.current
        no_piles = (None,) * len(self.sides)
        tricks = count_tricks(
            self.house.game, hand.bids or (), seats, no_piles if piles is None else piles
        )
        taken = replace(self, hands=(*before, with_tricks(hand, tricks, noted)))
        return replace(taken, ended=noted) if taken.outcome else taken

    def note_trick(self, taken: Taken, noted: datetime | None = None) -> Self:
        """Note who took the next trick; with the last one the tricks of the hand are recorded.

        Raises TrickError for a trick that cannot be, StepError where no hand is being played.
        """
        hand = self.current
        if hand is None:
            raise StepError("match is over" if self.step is Step.OVER else "bids are due")
        entries = (*hand.tally, taken)
        match = replace(self, hands=(*self.hands[:-1], replace(hand, tally=entries)))
        tallied = match.tallied
        if not tallied.full:
            return match
        full = match.take(tallied.tricks.seats, tallied.tricks.piles, noted)
        last = replace(full.hands[-1], tally=entries)
        return replace(full, hands=(*full.hands[:-1], last))

    @property
    def tallied(self) -> Tally:
        """What the tricks noted so far in the hand being played have come to."""
        hand = self.current
        if hand is None or not hand.bids:
            raise StepError("bids are due")
        return tally_tricks(self.house, hand.bids, self.standings, self.turn.leads, hand.tally)

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
        return replace(self, hands=(*self.hands[:-1], *_undone(self.hands[-1])), ended=None)

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
        old = self._played(number)
        corrected = replace(self, hands=self.hands[: number - 1], ended=None)
        if old.bids:
            corrected = corrected.bid(bids, old.noted)
        if old.tricks is not None:
            unknown = (None,) * len(self.players)
            corrected = corrected.take(unknown if seats is None else seats, piles, old.noted)
        kept = replace(corrected.hands[-1], rulings=old.rulings)
        if old.tricks is None and _nils(old) == _nils(kept):
            kept = replace(kept, tally=old.tally)
        return self._settled(number, kept)

    def rule(self, number: int, ruling: Ruling) -> Self:
        """Record a ruling on hand `number` and replay what follows; raise RulingError for none."""
        hand = self._played(number)
        check_ruling(self.house.game, ruling)
        return self._settled(number, replace(hand, rulings=(*hand.rulings, ruling)))

    def withdraw(self, number: int, place: int) -> Self:
        """Take back the ruling at this place of hand `number` (from 0) and replay."""
        hand = self._played(number)
        if not 0 <= place < len(hand.rulings):
            raise StepError("no such ruling", number=number)
        kept = hand.rulings[:place] + hand.rulings[place + 1 :]
        return self._settled(number, replace(hand, rulings=kept))

    def with_house(self, house: HouseRules) -> Self:
        """Return the match played by other house rules of the same game, replayed.

        Raises BidError for a bid that these rules would not have allowed.
        """
        if house.game is not self.house.game:
            raise SetUpError("other game", game=house.game.key)
        notes = {"place": self.place, "note": self.note}
        check_set_up(house, self.players, self.sides, self.first, self.opening, notes)
        return settle(replace(self, house=house, ended=None), self)

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

    def _played(self, number: int) -> Hand:
        """Return a hand that was not thrown in."""
        if not 1 <= number <= len(self.hands) or self.hands[number - 1].redeal:
            raise StepError("no such hand", number=number)
        return self.hands[number - 1]

    def _settled(self, number: int, hand: Hand) -> Self:
        """Return the match with another hand `number`, and all after it replayed."""
        hands = (*self.hands[: number - 1], hand, *self.hands[number:])
        return settle(replace(self, hands=hands, ended=None), self)

    def _minutes(self, number: int) -> float:
        """Return the minutes from the start to the end of a hand, 0 where a time is unknown."""
        noted = self.hands[number - 1].noted
        if self.started is None or noted is None:
            return 0
        return (noted - self.started).total_seconds() / 60

    def _expect(self, step: Step) -> None:
        if self.step is not step:
            over = self.step is Step.OVER
            raise StepError("match is over" if over else f"{self.step} are due")

    def _with(self, hand: Hand) -> Self:
        return replace(self, hands=(*self.hands, hand))


def _nils(hand: Hand) -> tuple[bool, ...]:
    return tuple(bid.is_nil for bid in hand.bids or ())


def _undone(hand: Hand) -> tuple[Hand, ...]:
    """Return what is left of a hand without its last fact: a redeal, a trick, the tricks, bids."""
    if hand.redeal:
        return (replace(hand, redeal=None),) if hand.bids else ()
    if hand.tally:
        return (replace(hand, tricks=None, tally=hand.tally[:-1]),)
    return (with_tricks(hand, None, hand.noted),) if hand.tricks and hand.bids else ()
