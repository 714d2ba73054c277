"""Replaying a match: whether its hands can be recorded, and the effect of a change."""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from scorekeeper.rules.bids import check_bids, check_numbers
from scorekeeper.rules.errors import BidError, RuleError, RulingError, StepError
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.house_rules import FirstHand
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.scoring.tally import find_takers

AnyMatch = TypeVar("AnyMatch", bound=Facts)


@dataclass(frozen=True)
class ChangeEffect(Generic[AnyMatch]):
    """The effect of a change: a match before and after it.

    >>> old = Match.start(HouseRules.of("two-player", target=100), ["Ann", "Ben"])
    >>> old = old.bid([Bid(9), Bid(4)]).record_tricks([9, 4]).bid([Bid(1), Bid(6)])
    >>> moved = ChangeEffect(old, old.correct(1, [Bid(10), Bid(3)], [10, 3]))
    >>> moved.points(1), list(moved.removed_places)
    (((90, 100), (40, 30)), [2])
    """

    old: AnyMatch
    new: AnyMatch

    @property
    def is_empty(self) -> bool:
        return self.new == self.old

    @property
    def removed_places(self) -> range:
        """The places of the hands removed because an earlier one now decides the match."""
        return range(len(self.new.hands) + 1, len(self.old.hands) + 1)

    @property
    def removed_hands(self) -> tuple[int, int]:
        """The number of the first removed hand, and the count of removed hands."""
        first = self.old.number_of(self.removed_places.start)
        return first, max(1, self.old.number_of(self.removed_places.stop) - first)

    @property
    def standings(self) -> tuple[tuple[Standing, Standing], ...]:
        return tuple(zip(self.old.standings, self.new.standings, strict=True))

    def points(self, place: int) -> tuple[tuple[int, int], ...] | None:
        """Return the points of each side for a hand before and after; None if it is not scored."""
        scores = [match.scores[place - 1 : place] for match in (self.old, self.new)]
        (before,), (after,) = (score or (None,) for score in scores)
        if before is None or after is None:
            return None
        return tuple((old.points, new.points) for old, new in zip(before, after, strict=True))

    def check_confirmed(self, first: int | None) -> None:
        """Raise RulingError if hands are removed, unless the place of the first was confirmed."""
        if self.removed_places and first != self.removed_places.start:
            number, hands = self.removed_hands
            raise RulingError(
                "hands fall away", first=self.removed_places.start, number=number, hands=hands
            )


def check(match: AnyMatch) -> AnyMatch:
    """Return the match if its hands could follow on each other; else raise RuleError.

    Bids are not checked again: they were allowed when they were recorded.
    """
    last = len(match.hands)
    for place, hand in enumerate(match.hands, start=1):
        try:
            if place < last and not hand.is_complete:
                raise StepError("tricks are due")
            _check_hand(match, place, hand)
        except RuleError as error:
            raise error.in_hand(match.number_of(place)) from None
    return match


def check_typed(match: AnyMatch) -> AnyMatch:
    """Return the match if its typed hands could be played by its rules; else raise RuleError.

    A hand without a time was typed. A hand with one was recorded, and is only checked by `check`.
    """
    for place, hand in enumerate(match.hands, start=1):
        if hand.noted is not None:
            continue
        try:
            if match.decision and match.decision.place < place and match.ended is None:
                raise StepError("match is over")
            if hand.bids and not hand.is_complete:
                check_bids(match.house, hand.bids, match.standings_before(place))
        except RuleError as error:
            raise error.in_hand(match.number_of(place)) from None
    return check(match)


def settle(corrected: AnyMatch, before: AnyMatch) -> AnyMatch:
    """Return a corrected match up to the hand that decides it, ended when that hand was noted.

    A match that was ended early stays ended, unless it is decided now. Hands after the deciding one
    stay if the correction does not change which hand decides. Raises RuleError as `check` does.
    """
    decided = corrected.decision and corrected.decision.place
    decided_before = before.decision and before.decision.place
    hands, ended = corrected.hands, before.ended
    if decided != decided_before:
        hands = hands[:decided]
        ended = (hands[-1].noted or ended) if decided else None
    return check(replace(corrected, hands=hands, ended=ended))


def _check_hand(match: Facts, place: int, hand: Hand) -> None:
    """Raise RuleError for bids or a tally that the hand could not have."""
    if hand.bids:
        if match.bids_itself(place):
            raise BidError("first hand bids itself")
        check_numbers(match.house.game, hand.bids)
        if hand.tally:
            find_takers(match.house, hand.bids, hand.tally)
    elif hand.bids is not None:
        first = match.number_of(place) == 1
        if not first or match.house.first_hand is not FirstHand.BIDS_ITSELF:
            raise BidError("one bid a seat", bids=0, seats=match.house.game.seats)
        if hand.tricks is None and not hand.rulings:
            raise BidError("first hand bids itself")
