"""Changes to a match: their effect, and the exact difference they make, for undo and redo."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Generic, NamedTuple, Self, TypeVar

from scorekeeper.rules.bids import check_bids, check_numbers
from scorekeeper.rules.errors import BidError, RuleError, RulingError, StepError
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.house_rules import RULES, FirstHand, HouseRules
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.rulings import Ruling
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
    How far a side that bids blind is behind was asked when its bid was entered.
    """
    for place, hand in enumerate(match.hands, start=1):
        if hand.noted is not None:
            continue
        try:
            if match.decision and match.decision.place < place and match.ended is None:
                raise StepError("match is over")
            # Nobody gave up a match that was decided by its points.
            if match.decision and match.decision.place == place and match.awarded is not None:
                raise StepError("match is over")
            if hand.bids and not hand.is_complete:
                check_bids(match.house, hand.bids)
        except RuleError as error:
            raise error.in_hand(match.number_of(place)) from None
    return check(match)


def settle(corrected: AnyMatch, before: AnyMatch) -> AnyMatch:
    """Return a corrected match up to the hand that decides it, ended when that hand was noted.

    A match that was ended early stays ended, and given up, unless it is decided now. Hands after
    the deciding one stay if the correction does not change which hand decides. Raises RuleError as
    `check` does.
    """
    decided = corrected.decision and corrected.decision.place
    decided_before = before.decision and before.decision.place
    hands, ended, awarded = corrected.hands, before.ended, before.awarded
    if decided != decided_before:
        hands = hands[:decided]
        ended = (hands[-1].noted or ended) if decided else None
        awarded = None
    return check(replace(corrected, hands=hands, ended=ended, awarded=awarded))


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
        if hand.tricks is None and not hand.rulings and hand.first is None:
            raise BidError("first hand bids itself")


class Fact(StrEnum):
    """A kind of fact that a table records."""

    BIDS = "bids"
    BIDS_CHANGED = "bids changed"
    TRICK = "trick"
    TAKER = "taker"
    TRICKS = "tricks"
    MISDEAL = "misdeal"
    RULING = "ruling"
    WITHDRAWAL = "withdrawal"
    CORRECTION = "correction"
    HOUSE_RULES = "house rules"
    END = "end"
    DEALER = "dealer"


class Record(NamedTuple):
    """The kind of a recorded fact, and the place of its hand, if it has one."""

    fact: Fact
    hand: int | None = None


class Part(NamedTuple):
    """The part of a match that a change affects; unaffected fields are None on both sides."""

    hands: tuple[Hand, ...] = ()
    house: HouseRules | None = None
    ended: datetime | None = None
    awarded: int | None = None


@dataclass(frozen=True)
class Change:
    """The difference between a match before and after: all hands from a place on, or just one.

    The note of a hand is not part of the change: it stays with the hand at its place, and is added
    and removed with it.

    >>> old = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> new = old.record_tricks([7, 6])
    >>> change = Change.between(old, new)
    >>> change.record
    Record(fact=<Fact.TRICKS: 'tricks'>, hand=1)
    >>> change.revert(new) == old, change.apply(old) == new
    (True, True)
    """

    place: int
    before: Part
    after: Part

    @classmethod
    def between(cls, old: Facts, new: Facts) -> Self:
        """Return the difference between two states of a match."""
        place, were, are = 1, _without_notes(old.hands), _without_notes(new.hands)
        while were[place - 1 : place] == are[place - 1 : place] != ():
            place += 1
        last = max(len(were), len(are))
        if len(were) == len(are):
            while last >= place and were[last - 1] == are[last - 1]:
                last -= 1
        house = new.house != old.house
        ended, awarded = new.ended != old.ended, new.awarded != old.awarded
        before, after = (
            Part(
                match.hands[place - 1 : last],
                match.house if house else None,
                match.ended if ended else None,
                match.awarded if awarded else None,
            )
            for match in (old, new)
        )
        return cls(place, before, after)

    @classmethod
    def of_last_entry(cls, match: Facts) -> Self | None:
        """Return the change made by the last entry, if it is an early end or in an unscored hand.

        The order of other entries is not in a match: its scored hands are corrected instead.
        """
        if match.ended is not None:
            before = replace(match, ended=None, awarded=None)
            is_early = not match.is_played_out and match.decision is None
            return cls.between(before, match) if is_early or match.awarded is not None else None
        if not match.hands:
            return None
        hand = match.hands[-1]
        if hand.redeal is not None:
            left = replace(hand, redeal=None)
        elif hand.tricks is not None:
            return None
        elif hand.rulings:
            left = replace(hand, rulings=hand.rulings[:-1])
        elif hand.tally:
            left = replace(hand, tally=hand.tally[:-1])
        elif hand.bids:
            left = replace(hand, bids=None)
        else:
            left = replace(hand, first=None)
        hands = match.hands[:-1] if left.is_empty else (*match.hands[:-1], left)
        return cls.between(replace(match, hands=hands), match)

    @property
    def is_empty(self) -> bool:
        return self.before == self.after

    @property
    def removed_hands(self) -> tuple[Hand, ...]:
        return self.before.hands[len(self.after.hands) :]

    @property
    def record(self) -> Record:
        """The kind of the change, derived from the difference."""
        if self.before.house != self.after.house:
            return Record(Fact.HOUSE_RULES)
        if not self.before.hands and not self.after.hands:
            return Record(Fact.END)
        return Record(self._fact_of_hand(), self.place)

    @property
    def ruling(self) -> Ruling | None:
        """The ruling that was made or withdrawn, or None."""
        if self.record.fact not in (Fact.RULING, Fact.WITHDRAWAL):
            return None
        rulings = [hands[0].rulings if hands else () for hands in (self.before[0], self.after[0])]
        fewer, more = sorted(rulings, key=len)
        return next(
            ruling for place, ruling in enumerate(more) if fewer[place : place + 1] != (ruling,)
        )

    @property
    def changed_rules(self) -> tuple[str, ...]:
        """The names of the house rules that are different."""
        old, new = self.before.house, self.after.house
        return tuple(rule for rule in RULES if getattr(old, rule, None) != getattr(new, rule, None))

    def with_notes(self, match: Facts) -> Self:
        """Return the change with the match's notes on the hands that it adds or removes.

        >>> old = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
        >>> new = old.bid([Bid(5), Bid(6)])
        >>> noted = replace(new, hands=(replace(new.hands[0], note="a dog barked"),))
        >>> change = Change.between(old, new).with_notes(noted)
        >>> change.apply(change.revert(noted)) == noted
        True
        """
        both = min(len(self.before.hands), len(self.after.hands))
        before, after = (
            part._replace(
                hands=part.hands[:both]
                + _with_notes_of(part.hands[both:], match, self.place + both)
            )
            for part in (self.before, self.after)
        )
        return replace(self, before=before, after=after)

    def apply(self, match: AnyMatch) -> AnyMatch:
        """Apply the change to a match; raise StepError unless the match is in its old state."""
        return self._exchanged(match, self.before, self.after)

    def revert(self, match: AnyMatch) -> AnyMatch:
        """Undo the change; raise StepError unless the match is as the change left it."""
        return self._exchanged(match, self.after, self.before)

    def _fact_of_hand(self) -> Fact:
        if len(self.after.hands) > 1:
            return Fact.CORRECTION
        before, after = (hands[0] if hands else Hand() for hands in (self.before[0], self.after[0]))
        if before.first != after.first and self.after.hands:
            return Fact.DEALER
        if before.rulings != after.rulings and _without_rulings(before) == _without_rulings(after):
            more = len(after.rulings) > len(before.rulings)
            return Fact.RULING if more else Fact.WITHDRAWAL
        if len(self.before.hands) > 1 or not self.after.hands:
            return Fact.CORRECTION
        return _next_fact(before, after)

    def _exchanged(self, match: AnyMatch, old: Part, new: Part) -> AnyMatch:
        if not self._stands(match, old, new):
            raise StepError("not as it was left")
        start = self.place - 1
        hands = _with_notes_of(new.hands, match, self.place)
        return replace(
            match,
            hands=(*match.hands[:start], *hands, *match.hands[start + len(old.hands) :]),
            house=new.house or match.house,
            ended=match.ended if old.ended == new.ended else new.ended,
            awarded=match.awarded if old.awarded == new.awarded else new.awarded,
        )

    def _stands(self, match: Facts, old: Part, new: Part) -> bool:
        """Whether a match contains the old part, so that the new one can replace it."""
        start, end = self.place - 1, self.place - 1 + len(old.hands)
        if len(old.hands) != len(new.hands) and end != len(match.hands):
            return False
        return (
            _without_notes(match.hands[start:end]) == _without_notes(old.hands)
            and old.house in (None, match.house)
            and (old.ended == new.ended or match.ended == old.ended)
            and (old.awarded == new.awarded or match.awarded == old.awarded)
        )


def _without_rulings(hand: Hand) -> Hand:
    return replace(hand, bids=hand.bids or None, rulings=(), noted=None, note="")


def _without_notes(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple([replace(hand, note="") if hand.note else hand for hand in hands])


def _with_notes_of(hands: tuple[Hand, ...], match: Facts, place: int) -> tuple[Hand, ...]:
    """Return the hands from a place on with the match's notes; hands it lacks keep their own."""
    notes = [hand.note for hand in match.hands[place - 1 : place - 1 + len(hands)]]
    noted = zip(hands, notes, strict=False)
    same = [hand if hand.note == note else replace(hand, note=note) for hand, note in noted]
    return (*same, *hands[len(notes) :])


def _next_fact(before: Hand, after: Hand) -> Fact:
    """Return the kind of a change to a single hand that is not just a ruling."""
    if after.redeal is not None and before.redeal is None:
        return Fact.MISDEAL
    if replace(before, tally=after.tally) == after and len(before.tally) >= len(after.tally):
        return Fact.TAKER
    if before.tricks is None and after.bids == (before.bids or after.bids):
        if after.tally and after.tally[:-1] == before.tally:
            return Fact.TRICK
        if after.tricks is not None:
            return Fact.TRICKS
        return Fact.BIDS if before.bids is None else Fact.CORRECTION
    if before.tricks is None and after.tricks is None and before.redeal is None:
        return Fact.BIDS_CHANGED
    return Fact.CORRECTION
