"""A match under other house rules: the differences, and where they begin."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic

from scorekeeper.rules.bids import check_bids
from scorekeeper.rules.errors import BidError
from scorekeeper.rules.house_rules import FirstHand, HouseRules
from scorekeeper.rules.match.changes import AnyMatch
from scorekeeper.rules.match.facts import Decision
from scorekeeper.rules.presets import Preset, list_presets


@dataclass(frozen=True)
class WhatIf(Generic[AnyMatch]):
    """A match as it was played, and the same hands counted by other house rules.

    Bids are not changed: all hands stay the same, up to the one that would have decided the
    match.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> for _ in range(4):
    ...     match = match.bid([Bid(7), Bid(5)]).record_tricks([7, 6])
    >>> house = HouseRules.of("two-player", target=200, overtrick_points=0)
    >>> other = replay_with_rules(match, house)
    >>> other.first_different, other.decision.place, other.decision.outcome.winner
    (1, 3, 0)
    """

    match: AnyMatch
    other: AnyMatch

    @property
    def decision(self) -> Decision | None:
        """The hand that would have decided the match, and the outcome; or None."""
        return self.other.decision

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the hands that would have been scored."""
        last = self.decision.place if self.decision else len(self.other.hands)
        return tuple(hand.place for hand in self.other.scored_hands if hand.place <= last)

    @property
    def first_different(self) -> int | None:
        """The place of the first hand with other points, or None."""
        for place in self.places:
            if self.points(self.match, place) != self.points(self.other, place):
                return place
        return None

    def points(self, match: AnyMatch, place: int) -> tuple[int, ...]:
        """Return the points of each side for a scored hand of one of the two matches."""
        score = match.scores[place - 1]
        assert score is not None
        return tuple([side.points for side in score])

    @property
    def unplayed(self) -> int:
        """The number of hands that would not have been played."""
        return len(self.match.scored_hands) - len(self.places)

    @property
    def points_at_end(self) -> tuple[int, ...]:
        """The points of each side after the last hand that would have been played."""
        last = self.places[-1] if self.places else 0
        return tuple([standing.points for standing in self.other.standings_before(last + 1)])

    @property
    def winner(self) -> int | None:
        """The side that would have won; None if the match would not be over."""
        return self.decision.outcome.winner if self.decision else None

    @property
    def unbid(self) -> int | None:
        """The place of a hand without bids that would have needed them, or None."""
        if self.other.house.first_hand is FirstHand.BIDS_ITSELF:
            return None
        return next((place for place in self.places if not self.other.hands[place - 1].bids), None)

    @cached_property
    def refused_bids(self) -> tuple[tuple[int, BidError], ...]:
        """The places of the hands with bids that would not have been allowed, and the reasons."""
        refused = []
        for place in self.places:
            bids = self.other.hands[place - 1].bids
            try:
                if bids:
                    check_bids(self.other.house, bids, self.other.standings_before(place))
            except BidError as error:
                refused.append((place, error))
        return tuple(refused)


def replay_with_rules(match: AnyMatch, house: HouseRules) -> WhatIf[AnyMatch]:
    """Return a match as it would have been under other house rules of its game.

    A side that began with more bags than those rules allow begins with the most they allow, so no
    hand is charged for bags from before.
    """
    most = max(house.bag_limit - 1, 0)
    opening = tuple([one._replace(bags=min(one.bags, most)) for one in match.opening])
    return WhatIf(match, replace(match, house=house, opening=opening, ended=None))


def list_other_presets(match: AnyMatch) -> tuple[Preset, ...]:
    """Return the presets of a match's game that may score it differently; cards alone don't."""
    house = match.house
    presets = [(preset, preset.house(house.game.key)) for preset in list_presets(house.game.key)]
    return tuple(preset for preset, other in presets if replace(other, deck=house.deck) != house)
