"""The state of a match: the hand that is due, and the step that the table records next."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.rules.bids import Bid, OddBid, find_odd_bids
from scorekeeper.rules.errors import StepError
from scorekeeper.rules.games import Step, Turn, find_turn
from scorekeeper.rules.hand import AskedTricks, Hand, Taker, TricksOwner, list_asked_tricks
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.scoring.tally import Tally, find_takers, tally_tricks


@dataclass(frozen=True)
class MatchState(Facts):
    """The facts of a match with its due hand, the first one that is not complete.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> match.due_place, match.step.value, match.bidding_order(1)
    (1, 'tricks', (1, 0))
    """

    @property
    def due_place(self) -> int:
        """The place of the hand that is due; after the end, of the next that would be."""
        return len(self.hands) + (self.begun_hand is None)

    @property
    def begun_hand(self) -> Hand | None:
        """The hand that is begun but incomplete: with bids, or only with a ruling."""
        return self.hands[-1] if self.hands and not self.hands[-1].is_complete else None

    @property
    def current_hand(self) -> Hand | None:
        """The hand that is being played: bids known, tricks not yet."""
        hand = self.begun_hand
        return hand if hand is not None and hand.bids is not None else None

    @property
    def due_bids(self) -> tuple[Bid, ...] | None:
        """The bids whose tricks are due; empty for a first hand without bids."""
        if self.current_hand is not None:
            return self.current_hand.bids
        return () if self.bids_itself(self.due_place) else None

    def list_asked_tricks(self, by_seat: bool = False) -> tuple[AskedTricks, ...]:
        """Return the numbers asked for the tricks that are due; raise StepError if bids are due."""
        if self.due_bids is None:
            raise StepError("bids are due")
        return list_asked_tricks(self.house.game, self.due_bids, by_seat)

    @cached_property
    def step(self) -> Step:
        """The step that the table has to record next."""
        if self.outcome is not None:
            return Step.OVER
        return Step.BIDS if self.due_bids is None else Step.TRICKS

    @cached_property
    def turn(self) -> Turn:
        """The turn in the hand that is due; after the end, in the next one."""
        return self.turn_in(self.due_place)

    def turn_in(self, place: int) -> Turn:
        """Return the seats of each role in the hand at a place."""
        first, played = self.first_as_of(place), self._played_before(place)
        return find_turn(self.house.game, first, played, self.step)

    def bidding_order(self, place: int) -> tuple[int, ...]:
        return self.house.game.clockwise_from(self.turn_in(place).bids)

    @property
    def can_set_dealer(self) -> bool:
        """Whether the table may still say who deals the hand that is due: before its tricks."""
        return self.step is not Step.OVER and not (self.begun_hand and self.begun_hand.tally)

    @property
    def places_to_rule_on(self) -> tuple[int, ...]:
        """The places of the hands that can be ruled on: also that of the hand that is due.

        >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).record_misdeal()
        >>> match.played_places, match.places_to_rule_on
        ((), (2,))
        """
        due = () if self.step is Step.OVER or self.begun_hand is not None else (self.due_place,)
        recorded = enumerate(self.hands, start=1)
        return (*[place for place, hand in recorded if hand.redeal is None], *due)

    @cached_property
    def tally(self) -> Tally:
        """The tally of the tricks recorded so far in the hand being played.

        Raises StepError while bids are due.
        """
        hand = self.current_hand
        if hand is None or not hand.bids:
            raise StepError("bids are due")
        leads = self.turn.leads
        return tally_tricks(self.house, hand.bids, self.standings, leads, hand.tally, hand.rulings)

    def find_new_tricks(self, place: int, listed: Sequence[Taker]) -> tuple[Taker, ...] | None:
        """Return the tricks that a whole list adds to a hand; None unless it begins as recorded.

        Only the hand being played can get more. Raises TrickError for an impossible entry.
        """
        hand = self.hands[place - 1] if 1 <= place <= len(self.hands) else Hand()
        if not hand.bids:
            return None
        known = find_takers(self.house, hand.bids, hand.tally)
        whole = find_takers(self.house, hand.bids, listed)
        new, begins = whole[len(known) :], whole[: len(known)] == known
        return new if begins and (place == self.due_place or not new) else None

    def count_tallied(self, asked: AskedTricks) -> int:
        """Return how many of the tricks that a number is asked for are noted already."""
        hand = self.current_hand
        if hand is None or not hand.tally:
            return 0
        if asked.kind is TricksOwner.SIDE:
            return self.tally.tricks.piles[asked.index]
        return sum([taker.seat == asked.index for taker in self.tally.takers])

    @property
    def odd_bids(self) -> tuple[OddBid, ...]:
        """The odd bids of the hand being played."""
        bids = self.current_hand.bids if self.current_hand else None
        return find_odd_bids(self.house, bids) if bids else ()
