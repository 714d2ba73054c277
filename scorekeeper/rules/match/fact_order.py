"""The order of facts that was not recorded, derived from times and hands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, NamedTuple

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.match.changes import Change, Part
from scorekeeper.rules.match.replay import AnyMatch

MAX_CHANGES = 1000
"""Maximum facts of one match that are listed, the last ones; a match has about fifty."""
MAX_REPLAYED_HANDS = 50_000
"""Maximum hands rescored to find the order of one match, in about two seconds."""


class DatedChange(NamedTuple):
    """A change made by one fact of a match, and the time of recording, if known."""

    change: Change
    at: datetime | None


class _Fact(NamedTuple):
    """A fact that could be the last: the place of its hand, and all hands without it."""

    at: datetime | None
    place: int
    hands: tuple[Hand, ...]
    is_ruling: bool = False


@dataclass(frozen=True)
class _Last(Generic[AnyMatch]):
    """The last fact of a match, the match without it, and the place of the hand that decides it."""

    fact: _Fact
    before: AnyMatch
    decided: int | None


def list_changes(match: AnyMatch) -> list[DatedChange]:
    """Return the changes that lead from the start of a match to its present state, in order.

    >>> start = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = start.bid([Bid(5), Bid(6)]).record_tricks([7, 6])
    >>> [str(change.record.fact) for change, _ in list_changes(match)]
    ['bids', 'tricks']
    """
    changes: list[DatedChange] = []
    decided, by_times = _is_decided(match), 0 < _count_replayed_hands(match) <= MAX_REPLAYED_HANDS
    while len(changes) < MAX_CHANGES and (last := _last(match, decided, by_times)):
        changes.append(DatedChange(_change(match, last), last.fact.at))
        match, decided = last.before, last.decided
    return changes[::-1]


def _is_decided(match: AnyMatch) -> int | None:
    return match.decision and match.decision.place


def _count_replayed_hands(match: AnyMatch) -> int:
    """Return the maximum number of hands rescored to find the order of all facts."""
    facts = sum([2 + len(hand.tally) + len(hand.rulings) for hand in match.hands])
    return facts * sum([bool(hand.rulings) for hand in match.hands]) * len(match.hands)


def _change(match: AnyMatch, last: _Last[AnyMatch]) -> Change:
    """Return the difference made by a fact, which is always within its hand."""
    place = slice(last.fact.place - 1, last.fact.place)
    ended = match.ended != last.before.ended
    before, after = (
        Part(state.hands[place], ended=state.ended if ended else None)
        for state in (last.before, match)
    )
    return Change(last.fact.place, before, after)


def _last(match: AnyMatch, decided: int | None, by_times: bool) -> _Last[AnyMatch] | None:
    """Return the last fact of a match; `decided` is the place of the hand that decides it.

    Without `by_times`, rulings are undone together with their hands.
    """
    facts = list(_in_order_of_hands(match, decided, by_times))
    if None not in [fact.at for fact in facts]:
        # The latest first, because it is expensive to find out that a fact was not the last.
        facts.reverse()
        facts.sort(key=lambda fact: fact.at or datetime.max, reverse=True)
        return next(filter(None, (_without(match, decided, fact) for fact in facts)), None)
    latest = None
    for candidate in filter(None, [_without(match, decided, fact) for fact in facts]):
        if latest is None or not _is_later(latest.fact, candidate.fact):
            latest = candidate
    return latest


def _is_later(fact: _Fact, other: _Fact) -> bool:
    return fact.at is not None and other.at is not None and fact.at > other.at


def _in_order_of_hands(match: AnyMatch, decided: int | None, also_earlier: bool) -> Iterator[_Fact]:
    """Yield each fact that could be the last, with rulings on earlier hands if requested."""
    place = len(match.hands)
    if also_earlier:
        yield from _rulings(match, range(1, place))
    if place:
        last = match.hands[-1]
        left = _without_last_fact(last, match.house.game.tricks)
        if left != (last,):
            yield _Fact(last.noted, place, (*match.hands[:-1], *left))
        yield from _rulings(match, range(place, place + 1))
    if match.ended is not None and decided is None and not match.is_played_out:
        yield _Fact(match.ended, place + 1, match.hands)


def _rulings(match: AnyMatch, places: range) -> Iterator[_Fact]:
    """Yield the last ruling on each of these hands."""
    for place in places:
        hand = match.hands[place - 1]
        if hand.rulings:
            left = _without_last_ruling(hand)
            hands = (*match.hands[: place - 1], *left, *match.hands[place:])
            yield _Fact(hand.rulings[-1].noted, place, hands, is_ruling=True)


def _without(match: AnyMatch, now: int | None, fact: _Fact) -> _Last[AnyMatch] | None:
    """Return the match without a fact, ended as before it; None if the match went on after it.

    `now` is the place of the hand that decides it.
    """
    hands = fact.hands
    before = replace(match, hands=hands, ended=None)
    if fact.place > len(match.hands):
        return _Last(fact, before, now)
    if fact.is_ruling or (len(hands) == fact.place and hands[-1].is_complete):
        decided = _is_decided(before)
    else:
        # The hands before it are as they were.
        decided = None if now == len(match.hands) else now
    # By older scoring rules, play went on after the hand that decides the match today.
    played_on = now is not None and now < len(match.hands)
    if decided is not None and decided < len(hands) and not (played_on and decided == now):
        return None
    if decided == now:
        # By older scoring rules, the tricks of the last hand ended the match.
        was_end = match.is_played_out and (
            len(hands) < len(match.hands) or not hands[-1].is_complete
        )
        before = before if was_end else replace(before, ended=match.ended)
    elif decided is not None:
        before = replace(before, ended=hands[-1].noted)
    return _Last(fact, before, decided)


def _without_last_fact(hand: Hand, tricks: int) -> tuple[Hand, ...]:
    """Return the last hand without its bids, tricks or misdeal.

    Bids with a ruling on them were not last.
    """
    if hand.redeal is not None:
        return (replace(hand, redeal=None),) if hand.bids or hand.rulings else ()
    if hand.tricks is not None and len(hand.tally) < tricks:
        return (replace(hand, tricks=None),) if hand.bids or hand.rulings else ()
    if hand.tally:
        return (replace(hand, tricks=None, tally=hand.tally[:-1]),)
    return (hand,) if hand.rulings else ()


def _without_last_ruling(hand: Hand) -> tuple[Hand, ...]:
    """Return the hand without its last ruling, or None if nothing else is recorded."""
    left = replace(hand, rulings=hand.rulings[:-1])
    return () if replace(left, noted=None, note="") in (Hand(), Hand(bids=())) else (left,)
