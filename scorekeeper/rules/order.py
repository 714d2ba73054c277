"""The order of facts that nobody wrote down: by their times, else by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic

from scorekeeper.rules.changes import Change, Record
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.replay import AnyMatch

AT_ONCE = timedelta(minutes=1)
"""A ruling and the hands that fell away by it were written down within so much time."""


@dataclass(frozen=True)
class Known:
    """A change that was written down without its place among the others."""

    at: datetime
    change: Change


@dataclass(frozen=True)
class Last(Generic[AnyMatch]):
    """The last fact of a match: the match without it, when it was recorded, whence it is known."""

    before: AnyMatch
    at: datetime | None
    known: Known | None = None


def last_fact(match: AnyMatch, known: Sequence[Known] = ()) -> Last[AnyMatch] | None:
    """Return the last fact of a match that does not remember their order; None where none is.

    Facts without a time are thought to follow each other hand by hand. Of what is `known`, that
    is looked at which left the match as it stands.

    >>> from scorekeeper.rules import Bid, HouseRules, Match
    >>> bid = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> last_fact(bid.take([7, 6])).before == bid
    True
    """
    latest = None
    for fact in _in_order_of_hands(match, known):
        later = latest is None or latest.at is None or fact.at is None or fact.at >= latest.at
        latest = fact if later else latest
    return latest


def last_record(match: AnyMatch, known: Sequence[Known] = ()) -> Record | None:
    """Return what the last fact of such a match was; None where there is none.

    >>> from scorekeeper.rules import Bid, HouseRules, Match
    >>> last_record(Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)]))
    Record(fact=<Fact.BIDS: 'bids'>, hand=1)
    """
    last = last_fact(match, known)
    return Change.between(last.before, match).record if last else None


def _in_order_of_hands(match: AnyMatch, known: Sequence[Known]) -> Iterator[Last[AnyMatch]]:
    """Yield each fact that could be the last."""
    *_, last = (None, *match.hands)
    yield from _rulings(match, range(len(match.hands) - 1))
    if last is not None:
        left = _without_last_fact(last, match.house.game.tricks)
        if left != (last,) and (before := _before(match, (*match.hands[:-1], *left))):
            yield Last(before, last.noted)
        yield from _rulings(match, [len(match.hands) - 1])
    for one in known:
        if not one.change.nothing and one.change.left(match):
            yield from _taken_back(match, one)
    if match.ended is not None and match.decided is None and not match.played_out:
        yield Last(replace(match, ended=None), match.ended)


def _rulings(match: AnyMatch, places: Sequence[int]) -> Iterator[Last[AnyMatch]]:
    """Yield the last ruling on each of these hands."""
    for place in places:
        hand = match.hands[place]
        if hand.rulings:
            left = _without_last_ruling(hand)
            before = _before(match, (*match.hands[:place], *left, *match.hands[place + 1 :]))
            if before is not None:
                yield Last(before, hand.rulings[-1].noted)


def _taken_back(match: AnyMatch, known: Known) -> Iterator[Last[AnyMatch]]:
    """Yield a known change, together with the ruling by which its hands fell away."""
    back = known.change.take_back(match)
    before = _before(match, back.hands, back.house)
    if before is not None:
        yield Last(before, known.at, known)
        return
    for ruling in _rulings(back, range(len(back.hands))):
        if ruling.at is not None and abs(known.at - ruling.at) <= AT_ONCE:
            yield Last(ruling.before, known.at, known)


def _before(
    match: AnyMatch, hands: tuple[Hand, ...], house: HouseRules | None = None
) -> AnyMatch | None:
    """Return the match with these hands, ended as it then was; None if they went on after that."""
    before = replace(match, hands=hands, house=house or match.house, ended=None)
    decided = before.decided and before.decided.place
    now = match.decided and match.decided.place
    # By an older count, hands were played on after the one that decides the match today.
    played_on = now is not None and now < len(match.hands)
    if decided is not None and decided < len(hands) and not (played_on and decided == now):
        return None
    if decided == now:
        # Of what an older count had at its end, the tricks of the last hand were the end.
        was_end = match.played_out and (len(hands) < len(match.hands) or not hands[-1].complete)
        return replace(before, ended=None if was_end else match.ended)
    return replace(before, ended=hands[-1].noted) if decided else before


def _without_last_fact(hand: Hand, tricks: int) -> tuple[Hand, ...]:
    """Return what is left of the last hand without its bids, tricks or misdeal.

    Bids with a ruling on them were not the last.
    """
    if hand.redeal is not None:
        return (replace(hand, redeal=None),) if hand.bids or hand.rulings else ()
    if hand.tricks is not None and len(hand.tally) < tricks:
        return (replace(hand, tricks=None),) if hand.bids or hand.rulings else ()
    if hand.tally:
        return (replace(hand, tricks=None, tally=hand.tally[:-1]),)
    return (hand,) if hand.rulings else ()


def _without_last_ruling(hand: Hand) -> tuple[Hand, ...]:
    """Return the hand without its last ruling; nothing where that was all that was said of it."""
    left = replace(hand, rulings=hand.rulings[:-1])
    return () if replace(left, noted=None, note="") in (Hand(), Hand(bids=())) else (left,)
