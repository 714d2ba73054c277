"""A match: start, record, correct, and add rulings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from scorekeeper.rules.bids import Bid, check_bids, check_form, find_form
from scorekeeper.rules.errors import RulingError, SetUpError, StepError, TrickError
from scorekeeper.rules.games import Game, Step
from scorekeeper.rules.hand import (
    Hand,
    Redeal,
    Taker,
    Tricks,
    add_tricks,
    count_tricks,
    reassign_tally,
)
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.limits import (
    MAX_HANDS,
    MAX_OPENING_POINTS,
    MAX_RULINGS_PER_MATCH,
    check_note,
)
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.match.changes import settle
from scorekeeper.rules.match.names import USUAL_NAMES, check_names, fill_in_names
from scorekeeper.rules.match.outcome import decide
from scorekeeper.rules.match.state import MatchState
from scorekeeper.rules.rulings import Ruling, check_rulings
from scorekeeper.rules.scoring.tally import add_to_tally

AFTERWARDS = timedelta(seconds=1)
"""Minimum time between the last tricks and an early end, as clocks are read in seconds."""


@dataclass(frozen=True)
class Match(MatchState):
    """A match that can be continued. It is immutable: recording returns a new one.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(5), Bid(6)])
    >>> match.change_bids([Bid(7), Bid(6)]).record_tricks([7, 6]).standings
    (Standing(points=70, bags=0), Standing(points=60, bags=0))
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
        utc_offset: int | None = None,
    ) -> Self:
        """Start a match; raise SetUpError if players, sides, seat or opening do not fit."""
        player_names = fill_in_names(players)
        names = house.game.side_names or player_names
        nothing = (Standing(),) * len(house.game.sides)
        match = cls(
            house=house,
            players=player_names,
            sides=tuple(names if sides is None else sides),
            first=house.game.first if first is None else first,
            opening=tuple(nothing if opening is None else opening),
            started=started,
            place=place,
            note=note,
            utc_offset=utc_offset,
        )
        _check_set_up(match)
        return match

    def bid(self, bids: Sequence[Bid], noted: datetime | None = None) -> Self:
        """Record the bids of the next hand, by seat; raise BidError or StepError."""
        self._expect(Step.BIDS)
        check_form(self.house, bids)
        check_bids(self.house, bids, self.standings)
        return self._with(replace(self.begun_hand or Hand(), bids=tuple(bids), noted=noted))

    def change_bids(self, bids: Sequence[Bid]) -> Self:
        """Change the bids of the hand being played; raise BidError, or StepError without a hand."""
        if self.current_hand is None or not self.current_hand.bids:
            raise StepError(_not_due(self.step))
        return self.correct(self.due_place, bids)

    def record_tricks(
        self,
        seats: Sequence[int | None],
        piles: Sequence[int | None] | None = None,
        noted: datetime | None = None,
    ) -> Self:
        """Record the tricks of the hand being played, by seat and, if pooled, by side."""
        self._expect(Step.TRICKS)
        hand = self.current_hand or replace(self.begun_hand or Hand(), bids=())
        tricks = self._counted(hand.bids or (), seats, piles)
        taken = self._with(add_tricks(self.house.game, hand, tricks, noted))
        return replace(taken, ended=noted) if taken.outcome else taken

    def note_trick(self, taken: Taker | None, noted: datetime | None = None) -> Self:
        """Record the taker of the next trick; the last one completes the hand.

        If the seat that took an earlier trick is asked for, it is recorded first. Raises TrickError
        for an impossible trick, StepError if no hand is being played.
        """
        if self.step is Step.OVER:
            raise StepError("match is over")
        hand = self.current_hand
        if hand is None or not hand.bids:
            raise StepError("bids are due")
        if taken is None:
            raise TrickError("nobody took the trick")
        tally = add_to_tally(self.house, hand.bids, hand.tally, taken)
        match = self._with(replace(hand, tally=tally))
        tallied = match.tally
        if not tallied.is_full:
            return match
        return match.record_tricks(tallied.tricks.seats, tallied.tricks.piles, noted)

    def record_misdeal(self, noted: datetime | None = None) -> Self:
        """Record a misdeal and drop its rulings: no score, the same seat deals or draws again.

        Raises StepError if the match is over.
        """
        if self.step is Step.OVER:
            raise StepError("match is over")
        hand = self.begun_hand or Hand()
        bids = hand.bids or None
        return self._with(replace(hand, bids=bids, redeal=Redeal.MISDEAL, rulings=(), noted=noted))

    def end(self, ended: datetime, winner: int | None = None) -> Self:
        """End the match before it is decided; a side wins if all others give up, else nobody.

        Raises StepError if it is over, RulingError if there is no such side.
        """
        if self.step is Step.OVER:
            raise StepError("match is over")
        if winner is not None and not 0 <= winner < len(self.sides):
            raise RulingError("no such side")
        # At the same moment as the last tricks, it would look as if they had ended the match.
        is_at_once = replace(self, ended=ended).is_played_out
        return replace(self, ended=ended + AFTERWARDS if is_at_once else ended, awarded=winner)

    def set_dealer(self, seat: int) -> Self:
        """Say who deals, or draws first in, the hand that is due; the turns go on from there.

        Raises StepError if the match is over or a trick of the hand is recorded, SetUpError without
        such a seat.
        """
        if not self.can_set_dealer:
            raise StepError("not as it was left")
        if not 0 <= seat < len(self.players):
            raise SetUpError("no such seat", seat=seat)
        return self if seat == self.turn.first else self._with(replace(self._due_hand, first=seat))

    def played_hand(self, place: int) -> Hand:
        """Return a hand that can be corrected and ruled on; raise StepError for any other."""
        if place not in self.played_places:
            raise StepError("no such hand")
        return self.hands[place - 1]

    def correct(
        self,
        place: int,
        bids: Sequence[Bid],
        seats: Sequence[int | None] | None = None,
        piles: Sequence[int | None] | None = None,
    ) -> Self:
        """Correct the hand at a place, and replay all hands after it.

        Hands after the one that now decides the match are removed; later bids are not checked
        again. Partners who bid one number in this hand still do. Raises StepError for a hand that
        was not played, BidError and TrickError as `bid` and `record_tricks` do.
        """
        old = self.played_hand(place)
        new_bids = tuple(bids) if old.bids else old.bids
        if new_bids and new_bids != old.bids:
            check_form(self.house, new_bids, find_form(self.house, old.bids or ()))
            check_bids(self.house, new_bids, self.standings_before(place), old.bids or ())
        tricks = self._counted(new_bids or (), seats, piles) if old.tricks else None
        tally = reassign_tally(self.house.game, old.tally, old.bids or (), new_bids or ())
        corrected = replace(old, bids=new_bids, tally=tally)
        if tricks is not None:
            corrected = add_tricks(self.house.game, corrected, tricks, old.noted)
        return self._settled(place, corrected)

    def add_ruling(self, place: int, ruling: Ruling) -> Self:
        """Record a ruling on a hand and replay the rest; raise RulingError if it is not allowed."""
        if place not in self.places_to_rule_on:
            raise StepError("no such hand")
        if sum([len(hand.rulings) for hand in self.hands]) >= MAX_RULINGS_PER_MATCH:
            raise RulingError("too many rulings in all", most=MAX_RULINGS_PER_MATCH)
        if place > len(self.hands):
            # The ruling is the first thing recorded of this hand.
            return self._with(self._due_hand).add_ruling(place, ruling)
        hand = self.hands[place - 1]
        rulings = (*hand.rulings, ruling)
        check_rulings(self.house.game, rulings)
        return self._settled(place, replace(hand, rulings=rulings))

    def withdraw_ruling(self, place: int, ruling: int) -> Self:
        """Withdraw one of a hand's rulings, by its index, and replay the rest.

        Raises StepError for a hand or a ruling that does not exist.
        """
        if place not in self.places_to_rule_on:
            raise StepError("no such hand")
        hand = self.hands[place - 1] if place <= len(self.hands) else Hand()
        if not 0 <= ruling < len(hand.rulings):
            raise StepError("no such ruling", number=self.number_of(place))
        left = replace(hand, rulings=hand.rulings[:ruling] + hand.rulings[ruling + 1 :])
        if left.is_empty:
            return replace(self, hands=self.hands[:-1])
        return self._settled(place, left)

    def with_house_rules(self, house: HouseRules) -> Self:
        """Return the match replayed under other house rules of the same game.

        Recorded bids are kept. Raises BidError if these rules require bids for a first hand without
        them, or the reverse, and SetUpError for a deck with which hands have other tricks.
        """
        tricks = self.house.game.tricks
        if house.game.key != self.house.game.key:
            raise SetUpError("other game", game=house.game.key)
        if house.game.tricks != tricks and self.hands:
            raise SetUpError("hands have other tricks", rule="deck", tricks=tricks)
        changed = replace(self, house=house, ended=None)
        _check_set_up(changed)
        return settle(changed, self)

    def with_names(self, names: Sequence[str | None]) -> Self:
        """Return the match with new names by seat, None for players without one."""
        players = fill_in_names(names)
        check_names(players)
        if self.has_side_names:
            return replace(self, players=players)
        return replace(self, players=players, sides=self.house.game.side_names or players)

    def rematch(self, *, rotate: bool = False) -> Self:
        """Return the table's next match; with `rotate`, all but the first player change seats."""
        order = rotate_seats(self.house.game) if rotate else tuple(range(len(self.players)))
        names = (self.players[seat] for seat in order)
        return self.start(
            self.house,
            # The usual names stay where they are.
            [None if name in USUAL_NAMES else name for name in names],
            sides=self.sides if self.has_side_names else None,
            first=order.index(self.turn.first),
            place=self.place,
        )

    @property
    def _due_hand(self) -> Hand:
        """The hand that is due, with what is recorded of it."""
        return self.begun_hand or Hand(bids=() if self.bids_itself(self.due_place) else None)

    def _counted(
        self,
        bids: Sequence[Bid],
        seats: Sequence[int | None] | None,
        piles: Sequence[int | None] | None,
    ) -> Tricks:
        by_seat = (None,) * len(self.players) if seats is None else seats
        by_side = (None,) * len(self.sides) if piles is None else piles
        return count_tricks(self.house.game, bids, by_seat, by_side)

    def _settled(self, place: int, hand: Hand) -> Self:
        """Return the match with the hand at a place replaced, and all hands after it replayed."""
        hands = (*self.hands[: place - 1], hand, *self.hands[place:])
        return settle(replace(self, hands=hands, ended=None), self)

    def _expect(self, step: Step) -> None:
        if self.step is not step:
            raise StepError(_not_due(self.step))

    def _with(self, hand: Hand) -> Self:
        """Return the match with a new last hand, or with the begun one replaced."""
        before = self.hands if self.begun_hand is None else self.hands[:-1]
        if len(before) >= MAX_HANDS:
            raise StepError("too many hands", most=MAX_HANDS)
        return replace(self, hands=(*before, hand))


def rotate_seats(game: Game) -> tuple[int, ...]:
    """Return the old seat of the player in each seat after partners rotate.

    >>> rotate_seats(PARTNERSHIP)
    (0, 2, 3, 1)
    """
    return (0, *range(2, game.seats), 1)


def _check_set_up(match: Match) -> None:
    """Raise SetUpError for the first part of the setup that does not fit the game."""
    game = match.house.game
    if len(match.players) != game.seats:
        raise SetUpError("wrong number of players", players=len(match.players), seats=game.seats)
    if len(match.sides) != len(game.sides):
        raise SetUpError("wrong number of sides", sides=len(match.sides), wanted=len(game.sides))
    check_names(match.players)
    check_names(match.sides)
    if not 0 <= match.first < game.seats:
        raise SetUpError("no such seat", seat=match.first)
    _check_opening(match.house, match.opening)
    check_note("place", match.place)
    check_note("note", match.note)


def _check_opening(house: HouseRules, opening: Sequence[Standing]) -> None:
    wanted = len(house.game.sides)
    if len(opening) != wanted:
        raise SetUpError("wrong number of openings", openings=len(opening), wanted=wanted)
    most = max(house.bag_limit - 1, 0)
    for side, standing in enumerate(opening):
        if abs(standing.points) > MAX_OPENING_POINTS:
            raise SetUpError("opening points out of range", side=side, most=MAX_OPENING_POINTS)
        if not 0 <= standing.bags <= most:
            raise SetUpError("opening bags out of range", side=side, bags=standing.bags, most=most)
    if decide(house, opening) is not None:
        raise SetUpError("opening already decided")


def _not_due(step: Step) -> str:
    return "match is over" if step is Step.OVER else f"{step} are due"
