"""A match: starting it, recording what the table says, taking it back, correcting, ruling."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from scorekeeper.rules.bids import Bid, check_bids
from scorekeeper.rules.errors import SetUpError, StepError, TrickError
from scorekeeper.rules.facts import Fact, Facts
from scorekeeper.rules.hand import Hand, Redeal, Taken, count_tricks, with_tricks
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.replay import settle
from scorekeeper.rules.rulings import Ruling, check_rulings
from scorekeeper.rules.setup import MOST_HANDS, USUAL_NAMES, check_names, check_set_up, seated
from scorekeeper.rules.turns import Step


@dataclass(frozen=True)
class Match(Facts):
    """A match that can go on. It never changes: recording returns a new one.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(5), Bid(6)])
    >>> match.change_bids([Bid(7), Bid(6)]).take([7, 6]).standings
    (Standing(points=70, bags=0), Standing(points=60, bags=0))
    >>> match.take([7, 6]).undo() == match
    True
    """

    @classmethod
    def start(
        cls,
        house: HouseRules,
        players: Sequence[str | None],
        *,
        sides: Sequence[str] | None = None,
        first: int | None = None,
        opening: Sequence[Standing] | None = None,
        started: datetime | None = None,
        place: str = "",
        note: str = "",
    ) -> Self:
        """Start a match; raise SetUpError where players, sides, seat or opening do not fit.

        A player whose name is None is nobody the table has named yet.
        """
        called = seated(players)
        names = house.game.side_names or called
        nothing = (Standing(),) * len(house.game.sides)
        match = cls(
            house=house,
            players=called,
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

    def bid(self, bids: Sequence[Bid], noted: datetime | None = None) -> Self:
        """Record the bids of the next hand, by seat; raise BidError or StepError."""
        self._expect(Step.BIDS)
        check_bids(self.house, bids, self.standings)
        return self._with(Hand(bids=tuple(bids), noted=noted))

    def change_bids(self, bids: Sequence[Bid]) -> Self:
        """Record other bids of the hand being played; raise BidError, StepError where none is.

        Its tally is kept unless other seats bid nil now.
        """
        if self.current is None:
            raise StepError(_not_due(self.step))
        return self.correct(len(self.hands), bids)

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

    def note_trick(self, taken: Taken | None, noted: datetime | None = None) -> Self:
        """Note who took the next trick; with the last one the tricks of the hand are recorded.

        Raises TrickError for a trick that cannot be or that nobody took, StepError where no hand
        is being played.
        """
        hand = self.current
        if hand is None:
            raise StepError("match is over" if self.step is Step.OVER else "bids are due")
        if taken is None:
            raise TrickError("nobody took the trick")
        entries = (*hand.tally, taken)
        match = replace(self, hands=(*self.hands[:-1], replace(hand, tally=entries)))
        tallied = match.tallied
        if not tallied.full:
            return match
        full = match.take(tallied.tricks.seats, tallied.tricks.piles, noted)
        last = replace(full.hands[-1], tally=entries)
        return replace(full, hands=(*full.hands[:-1], last))

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
        match self.last_fact:
            case None:
                raise StepError("nothing to undo")
            case Fact.END:
                return replace(self, ended=None)
            case fact:
                left = _without(fact, self.hands[-1])
                return replace(self, hands=(*self.hands[:-1], *left), ended=None)

    def played_hand(self, number: int) -> Hand:
        """Return a hand that can be corrected and ruled on; raise StepError for any other."""
        if number not in self.played_numbers:
            raise StepError("no such hand", number=number)
        return self.hands[number - 1]

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
        old = self.played_hand(number)
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
        hand = self.played_hand(number)
        rulings = (*hand.rulings, ruling)
        check_rulings(self.house.game, rulings)
        return self._settled(number, replace(hand, rulings=rulings))

    def withdraw(self, number: int, place: int) -> Self:
        """Take back the ruling at this place of hand `number` (from 0) and replay."""
        hand = self.played_hand(number)
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

    def with_names(self, names: Sequence[str | None]) -> Self:
        """Return the match with its players called so, by seat, None where they have no name.

        Raises SetUpError for names that cannot be.
        """
        players = seated(names)
        check_names(players)
        if self.names_sides:
            return replace(self, players=players)
        return replace(self, players=players, sides=self.house.game.side_names or players)

    def rematch(self, *, rotate: bool = False) -> Self:
        """Return the next match of the same table: the deal goes on, the scores start anew.

        With `rotate` everybody but the first player moves on, so that partners change.
        """
        seats = range(len(self.players))
        order = (0, *seats[2:], 1) if rotate else tuple(seats)
        return self.start(
            self.house,
            [_name_to_take_along(self.players[seat]) for seat in order],
            sides=self.sides if self.names_sides else None,
            first=order.index(self.turn.first),
            place=self.place,
        )

    def _settled(self, number: int, hand: Hand) -> Self:
        """Return the match with another hand `number`, and all after it replayed."""
        hands = (*self.hands[: number - 1], hand, *self.hands[number:])
        return settle(replace(self, hands=hands, ended=None), self)

    def _expect(self, step: Step) -> None:
        if self.step is not step:
            raise StepError(_not_due(self.step))

    def _with(self, hand: Hand) -> Self:
        if len(self.hands) >= MOST_HANDS:
            raise StepError("too many hands", most=MOST_HANDS)
        return replace(self, hands=(*self.hands, hand))


def _name_to_take_along(name: str) -> str | None:
    """Return the name of a player at any seat; the usual ones stay where they are."""
    return None if name in USUAL_NAMES else name


def _nils(hand: Hand) -> tuple[bool, ...]:
    return tuple(bid.is_nil for bid in hand.bids or ())


def _not_due(step: Step) -> str:
    return "match is over" if step is Step.OVER else f"{step} are due"


def _without(fact: Fact, hand: Hand) -> tuple[Hand, ...]:
    """Return what is left of a hand without its last fact; nothing where it had no bids."""
    if not hand.bids or fact is Fact.BIDS:
        return ()
    if fact is Fact.MISDEAL:
        return (replace(hand, redeal=None),)
    if fact is Fact.TRICK:
        return (replace(hand, tricks=None, tally=hand.tally[:-1]),)
    return (with_tricks(hand, None, hand.noted),)
