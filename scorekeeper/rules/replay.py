"""A match replayed: whether it could have been recorded as it stands, and what a change moves."""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from scorekeeper.rules.bids import check_bids
from scorekeeper.rules.errors import BidError, RuleError, RulingError, StepError
from scorekeeper.rules.facts import Facts
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.tally import tally_tricks

AnyMatch = TypeVar("AnyMatch", bound=Facts)


@dataclass(frozen=True)
class Moved(Generic[AnyMatch]):
    """What a change moves: a match as it was, and as it would be or is now.

    >>> from scorekeeper.rules import Bid, HouseRules, Match
    >>> old = Match.start(HouseRules.of("two-player", target=100), ["Ann", "Ben"])
    >>> old = old.bid([Bid(9), Bid(4)]).take([9, 4]).bid([Bid(1), Bid(6)])
    >>> moved = Moved(old, old.correct(1, [Bid(10), Bid(3)], [10, 3]))
    >>> moved.points(1), list(moved.lost)
    (((90, 100), (40, 30)), [2])
    """

    old: AnyMatch
    new: AnyMatch

    @property
    def same(self) -> bool:
        """Whether it changes nothing that is recorded."""
        return self.new == self.old

    @property
    def lost(self) -> range:
        """The numbers of the hands that fall away, because an earlier one decides the match now."""
        return range(len(self.new.hands) + 1, len(self.old.hands) + 1)

    @property
    def standings(self) -> tuple[tuple[Standing, Standing], ...]:
        """The standing of each side before and after."""
        return tuple(zip(self.old.standings, self.new.standings, strict=True))

    def points(self, number: int) -> tuple[tuple[int, int], ...] | None:
        """Return what a hand brings each side before and after; None where it is not scored."""
        scores = [match.scores[number - 1 : number] for match in (self.old, self.new)]
        (before,), (after,) = (score or (None,) for score in scores)
        if before is None or after is None:
            return None
        return tuple((old.points, new.points) for old, new in zip(before, after, strict=True))

    def hands(self, number: int) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        """Return what was recorded of hand `number` and of all that fall away, and what is now."""
        last = len(self.old.hands) if self.lost else number
        return self.old.hands[number - 1 : last], self.new.hands[number - 1 : number]

    def expect_agreed(self, first: int | None) -> None:
        """Raise RulingError where hands fall away, unless the first of them was agreed to."""
        if self.lost and first != self.lost[0]:
            raise RulingError("hands fall away", first=self.lost[0], hands=len(self.lost))


def check(match: AnyMatch) -> AnyMatch:
    """Return the match if each hand could be recorded when it was; else raise RuleError."""
    last = len(match.hands)
    decided = match.decided.hand if match.decided else last
    before = match.opening
    for number, (hand, score) in enumerate(zip(match.hands, match.scores, strict=True), start=1):
        try:
            if number > decided:
                raise StepError("match is over")
            if number < last and not hand.complete:
                raise StepError("tricks are due")
            _check_hand(match, number, hand, before)
        except RuleError as error:
            raise error.in_hand(number) from None
        if score is not None:
            before = tuple(side.standing for side in score)
    return match


def settle(corrected: AnyMatch, before: AnyMatch) -> AnyMatch:
    """Return a corrected match up to the hand that decides it, ended when that hand was noted.

    A match ended early stays so, unless it turns out to be decided. Raises what `check` raises.
    """
    decided = corrected.decided and corrected.decided.hand
    decided_before = before.decided and before.decided.hand
    hands, ended = corrected.hands[:decided], before.ended
    if decided != decided_before:
        ended = (hands[-1].noted or ended) if decided else None
    return check(replace(corrected, hands=hands, ended=ended))


def _check_hand(match: Facts, number: int, hand: Hand, before: tuple[Standing, ...]) -> None:
    """Raise RuleError for bids or a tally that the hand could not have."""
    if hand.bids is not None:
        if not match.bids_itself(number):
            check_bids(match.house, hand.bids, before)
        elif hand.bids or hand.tricks is None:
            raise BidError("first hand bids itself")
    if hand.tally and hand.bids:
        tally_tricks(match.house, hand.bids, before, 0, hand.tally)
