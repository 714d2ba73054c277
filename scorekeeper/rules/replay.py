"""Whether a match could have been recorded hand by hand as it stands."""

from dataclasses import replace
from typing import TypeVar

from scorekeeper.rules.bids import check_bids
from scorekeeper.rules.errors import BidError, RuleError, StepError
from scorekeeper.rules.facts import Facts
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.tally import tally_tricks

AnyMatch = TypeVar("AnyMatch", bound=Facts)


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
