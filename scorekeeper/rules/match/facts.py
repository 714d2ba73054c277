"""The facts of a match that the table recorded, with the scores and the outcome."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.house_rules import FirstHand, HouseRules
from scorekeeper.rules.lines import HandScore, Standing
from scorekeeper.rules.match.outcome import (
    START,
    Ending,
    Outcome,
    Progress,
    decide,
    decide_or_tie,
    find_end,
    find_leaders,
    is_time_up,
)
from scorekeeper.rules.scoring.hand import score_hand

MAX_PAUSE = timedelta(hours=1)
"""The longest gap between records that counts as playing time."""
FLOOR_DANGER_POINTS = 100
"""Points above the floor at which a side is in danger."""


class Threat(StrEnum):
    """A limit that the standing of a side is close to."""

    FLOOR = "floor"
    BAGS = "bags"


class ScoredHand(NamedTuple):
    """A hand played to its end: its place, its number and its score."""

    place: int
    number: int
    hand: Hand
    score: HandScore


class Decision(NamedTuple):
    """The place of the hand that decides a match, and the outcome."""

    place: int
    outcome: Outcome


@dataclass(frozen=True)
class Facts:
    """The recorded facts of a match; points and outcome are computed from them.

    `first` is the seat that deals or draws the first hand; a hand can have another one, and the
    turns go on from there. `ended` is set when the match is decided, or earlier when the table
    stopped; `awarded` is the side that won a match given up. `clock` is the moment from which its
    minutes count, None for its start. `utc_offset` is how many minutes the clock of the table was
    ahead of UTC when it began, None if unknown.

    A hand has a *place* among all recorded hands, and a *number* that people read: misdealt
    hands have no number. Both count from 1.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> match = match.record_tricks([7, 6])
    >>> [(number, [side.points for side in after]) for number, after in match.course]
    [(0, [0, 0]), (1, [52, 60])]
    >>> match.points_to_target(side=1)
    440
    """

    house: HouseRules
    players: tuple[str, ...]
    sides: tuple[str, ...]
    first: int
    opening: tuple[Standing, ...]
    hands: tuple[Hand, ...] = ()
    started: datetime | None = None
    ended: datetime | None = None
    place: str = ""
    note: str = ""
    utc_offset: int | None = None
    awarded: int | None = None
    clock: datetime | None = None

    @property
    def began(self) -> datetime | None:
        """The time when the match started, on the clock of its table if that is known."""
        if self.started is None or self.utc_offset is None:
            return self.started
        return self.started.astimezone(timezone(timedelta(minutes=self.utc_offset)))

    @property
    def last_noted(self) -> datetime | None:
        """The time when a hand was last recorded, or the start of the match."""
        return next((hand.noted for hand in reversed(self.hands) if hand.noted), self.started)

    @cached_property
    def minutes_played(self) -> int:
        """The minutes from the start to the last hand, without pauses of more than an hour.

        >>> from datetime import UTC
        >>> at = datetime(2026, 11, 20, 20, tzinfo=UTC)
        >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=at)
        >>> match = match.record_misdeal(at + timedelta(minutes=4))
        >>> match = match.record_misdeal(at + timedelta(days=1))
        >>> match.minutes_played
        4
        """
        noted = (self.started, *(hand.noted for hand in self.hands))
        spans = (end - begin for begin, end in pairwise(filter(None, noted)))
        played = sum((span for span in spans if timedelta() < span <= MAX_PAUSE), timedelta())
        return played // timedelta(minutes=1)

    @property
    def has_side_names(self) -> bool:
        """Whether the table gave its sides names of their own."""
        return self.sides not in (self.players, self.house.game.side_names)

    @cached_property
    def scores(self) -> tuple[HandScore | None, ...]:
        """The score of each hand; None for the hand being played and for misdealt hands."""
        standings = self.opening
        scores: list[HandScore | None] = []
        for hand in self.hands:
            if hand.redeal is None and hand.bids is not None and hand.tricks is not None:
                score = score_hand(self.house, hand.bids, hand.tricks, standings, hand.rulings)
                standings = tuple([side.standing for side in score])
                scores.append(score)
            else:
                scores.append(None)
        return tuple(scores)

    @cached_property
    def scored_hands(self) -> tuple[ScoredHand, ...]:
        """The hands played to their end, with their scores."""
        hands = enumerate(zip(self.hands, self.scores, strict=True), start=1)
        scored = [(place, hand, score) for place, (hand, score) in hands if score is not None]
        # All hands before one of them are scored or misdealt.
        return tuple([ScoredHand(one[0], number, *one[1:]) for number, one in enumerate(scored, 1)])

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return self.standings_before(len(self.hands) + 1)

    def standings_before(self, place: int) -> tuple[Standing, ...]:
        """Return points and bags of each side before the hand at a place."""
        for score in reversed(self.scores[: place - 1]):
            if score is not None:
                return tuple(side.standing for side in score)
        return self.opening

    def number_of(self, place: int) -> int:
        """Return the number that people read of the hand at a place; of a misdeal, the next."""
        return 1 + self._played_before(place)

    @property
    def course(self) -> tuple[tuple[int, tuple[Standing, ...]], ...]:
        """The standings at the start, as after hand 0, and after each scored hand by its number."""
        scored = [
            (one.number, tuple([side.standing for side in one.score])) for one in self.scored_hands
        ]
        return ((0, self.opening), *scored)

    @cached_property
    def decision(self) -> Decision | None:
        """The first hand after which the match is decided, and its outcome; or None."""
        for place, score, progress in self._progressed:
            outcome = decide(self.house, [side.standing for side in score], progress)
            if outcome is not None:
                return Decision(place, outcome)
        return None

    @property
    def is_played_out(self) -> bool:
        """Whether the last tricks ended the match, as they were scored then.

        A match that the table ended early ends after its last hand.
        """
        last = self.hands[-1] if self.hands else Hand()
        return self.ended is not None and last.tricks is not None and last.noted == self.ended

    @property
    def is_recounted(self) -> bool:
        """Whether a finished match ended differently from the way its hands are counted now.

        It keeps its end and all its hands; the last standing decides the winner.
        """
        if self.outcome is None or self.outcome.ending is Ending.GIVEN_UP:
            return False
        return self.decision.place < len(self.hands) if self.decision else self.is_played_out

    @property
    def progress(self) -> Progress:
        return self._progressed[-1][2] if self._progressed else START

    @cached_property
    def outcome(self) -> Outcome | None:
        """The winner and the ending, or None while the match is open."""
        if self.awarded is not None and self.ended is not None:
            return Outcome(self.awarded, Ending.GIVEN_UP)
        if self.decision is not None and self.scores[-1] is not None:
            last = decide(self.house, self.standings, self.progress)
            if last is not None:
                return last
        if self.ended is None:
            return None
        if self.decision is None and not self.is_played_out:
            return Outcome(None, Ending.EARLY)
        leaders = find_leaders(self.house, self.standings, self.progress)
        return Outcome(leaders[0] if len(leaders) == 1 else None, Ending.EARLY)

    @property
    def winner_on_points(self) -> int | None:
        """The side that won by its points; None if nobody did, or if the others gave up."""
        if self.outcome is None or self.outcome.ending is Ending.GIVEN_UP:
            return None
        return self.outcome.winner

    @property
    def fallen_side(self) -> int | None:
        """The side that ended the match by falling to the floor, the lowest if several did."""
        if self.outcome is None or self.outcome.ending is not Ending.FLOOR:
            return None
        return min(range(len(self.sides)), key=lambda side: self.standings[side].points)

    @property
    def all_at_target(self) -> bool:
        """Whether no side is short of the target, so that only the higher points decide."""
        return all(standing.points >= self.house.target for standing in self.standings)

    @cached_property
    def tied_sides(self) -> tuple[int, ...]:
        """The sides whose equal points are all that keeps the match open."""
        if self.outcome is not None or not any(self.scores):
            return ()
        return decide_or_tie(self.house, self.standings, self.progress)[1]

    @property
    def ties_played_on(self) -> tuple[int, ...]:
        """The places of the hands after which only a tie kept the match open; one more followed."""
        return tuple(
            place
            for place, score, progress in self._progressed[:-1]
            if decide_or_tie(self.house, [side.standing for side in score], progress)[1]
        )

    def points_to_target(self, side: int) -> int | None:
        """Return the points a side needs to reach the target; None if that makes no sense."""
        lacking = self.house.target - self.standings[side].points
        return lacking if lacking > 0 and self.outcome is None else None

    def find_threat(self, side: int) -> Threat | None:
        """Return the most serious threat to a side at its present standing, if any.

        >>> opening = [Standing(-100, 8), Standing(0, 8)]
        >>> house = HouseRules.of("two-player", floor=-200)
        >>> match = Match.start(house, ["Ann", "Ben"], opening=opening)
        >>> [match.find_threat(side).value for side in (0, 1)]
        ['floor', 'bags']
        """
        house, standing = self.house, self.standings[side]
        if house.floor is not None and standing.points - house.floor <= FLOOR_DANGER_POINTS:
            return Threat.FLOOR
        left = house.bag_limit - standing.bags
        is_near = house.bag_limit and house.bag_penalty and left <= max(1, house.bag_limit // 5)
        return Threat.BAGS if is_near else None

    def bids_itself(self, place: int) -> bool:
        """Whether the hand at a place is a first hand that is played without bids.

        A continued paper game had its first hand on paper.
        """
        return (
            self.house.first_hand is FirstHand.BIDS_ITSELF
            and not any(standing != Standing() for standing in self.opening)
            and not self._played_before(place)
        )

    @property
    def played_places(self) -> tuple[int, ...]:
        """The places of the hands that can be corrected: bid, and not misdealt."""
        return tuple(
            place
            for place, hand in enumerate(self.hands, start=1)
            if hand.redeal is None and hand.bids is not None
        )

    @property
    def ends(self) -> datetime | None:
        """The time from which a timed match is in its last hand; None for others."""
        return find_end(self.house, self.clock or self.started)

    def minutes_at(self, moment: datetime | None) -> float:
        """Return the minutes from the clock or the start to a time, 0 if either is unknown."""
        began = self.clock or self.started
        if began is None or moment is None:
            return 0
        return (moment - began).total_seconds() / 60

    def is_time_up(self, minutes: float) -> bool:
        """Whether a timed match is in its last hand after a number of minutes."""
        return is_time_up(self.house, minutes)

    def first_as_of(self, place: int) -> int:
        """Return the seat whose deal of hand 1 would lead to the dealer of the hand at a place.

        >>> match = Match.start(HouseRules.of("solo"), ["Ann", "Ben", "Cleo", "Dan"], first=3)
        >>> match = match.record_misdeal().set_dealer(1)
        >>> match.first_as_of(1), match.first_as_of(2), match.turn.first
        (3, 1, 1)
        """
        for at in range(min(place, len(self.hands)), 0, -1):
            seat = self.hands[at - 1].first
            if seat is not None:
                return (seat - self._played_before(at)) % len(self.players)
        return self.first

    def _played_before(self, place: int) -> int:
        return sum([hand.redeal is None for hand in self.hands[: place - 1]])

    @cached_property
    def _progressed(self) -> tuple[tuple[int, HandScore, Progress], ...]:
        """The place and score of each scored hand, and the progress after it."""
        progress, steps = START, []
        for place, _number, hand, score in self.scored_hands:
            made = [side.made for side in score]
            progress = progress.after(made, self.minutes_at(hand.noted))
            steps.append((place, score, progress))
        return tuple(steps)
