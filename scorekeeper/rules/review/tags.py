"""Tags: what happened in a finished match, for the filters of the history.

Each tag has its definition here, and in docs/statistics.md for people.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.lines import Reason, compute_lead
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.review.awards import MIN_HANDS, find_comeback

MIN_LEAD_LOST = 200
"""Minimum lead in points that is remarkable if the side does not win."""
LOW_POINTS = -200
"""Maximum points of a loser that are remarkable."""


class Tag(StrEnum):
    """A kind of event in a match, the most remarkable first; the values are stored."""

    LEAD_LOST = "lead-lost"
    COMEBACK = "comeback"
    LAST_HAND = "last-hand"
    TIE = "tie"
    BOTH_NILS = "both-nils"
    BLIND_NIL = "blind-nil"
    LAST_NIL = "last-nil"
    LOW = "low"
    RULING = "ruling"
    CORRECTED = "corrected"
    BAG_PENALTY = "bag-penalty"
    NIL = "nil"


class TagDetail(NamedTuple):
    """A tag of a match, with the side or the seat it is about.

    `hand` is a number that people read, 0 for the start. `figure` is an amount of points (the
    deficit, the lead, those of the tie or of the loser), or how often it happened.
    """

    tag: Tag
    figure: int
    hand: int
    side: int | None = None
    seat: int | None = None


def find_tags(match: Facts) -> tuple[TagDetail, ...]:
    """Return the tags of a finished match, each at most once; corrections are not known here.

    >>> match = Match.start(HouseRules.of("two-player", target=200), ["Ann", "Ben"])
    >>> hands = [((10, 3), (10, 3)), ((9, 9), (4, 9)), ((12, 9), (12, 1)), ((8, 5), (8, 5))]
    >>> for bids, tricks in hands:
    ...     match = match.bid([Bid(bid) for bid in bids]).record_tricks(tricks)
    >>> [(one.tag.value, one.figure, one.hand, one.side) for one in find_tags(match)]
    [('comeback', 110, 2, 0)]
    """
    if match.outcome is None or not match.scored_hands:
        return ()
    return (*_find_turns(match), *_find_ties(match), *_find_nils(match), *_find_penalties(match))


def _find_turns(match: Facts) -> Iterator[TagDetail]:
    """Yield the tags of a match that was won on points: how far behind, and how low, a side was."""
    winner = match.winner_on_points
    if winner is None:
        return
    course = [(hand, [one.points for one in standings]) for hand, standings in match.course]
    others = [side for side in range(len(match.sides)) if side != winner]
    lead, hand, side = max(
        ((compute_lead(points, side), hand, side) for hand, points in course for side in others),
        key=lambda one: one[0],
    )
    if lead >= MIN_LEAD_LOST:
        yield TagDetail(Tag.LEAD_LOST, lead, hand, side)
    comeback = find_comeback(match, winner)
    if comeback is not None:
        after = match.number_of(comeback.place) if comeback.place else 0
        yield TagDetail(Tag.COMEBACK, comeback.figure, after, winner)
    behind = -compute_lead(course[-2][1], winner)
    if len(course) > MIN_HANDS and behind >= 0:
        yield TagDetail(Tag.LAST_HAND, behind, course[-1][0], winner)
    lowest = min(others, key=course[-1][1].__getitem__)
    if course[-1][1][lowest] <= LOW_POINTS:
        yield TagDetail(Tag.LOW, course[-1][1][lowest], course[-1][0], lowest)


def _find_ties(match: Facts) -> Iterator[TagDetail]:
    """Yield the last tie that kept the match open, with its points."""
    for place in match.ties_played_on[-1:]:
        points = [standing.points for standing in match.standings_before(place + 1)]
        yield TagDetail(Tag.TIE, max(points), match.number_of(place))


def _find_nils(match: Facts) -> Iterator[TagDetail]:
    """Yield the tags of nils that were made: the last of each kind, and how many."""
    nils: list[tuple[int, int]] = []
    blinds: list[tuple[int, int]] = []
    pairs: list[tuple[int, int]] = []
    for _place, number, hand, _score in match.scored_hands:
        bids, taken = hand.bids or (), hand.tricks.seats if hand.tricks else ()
        made = [seat for seat, bid in enumerate(bids) if bid.is_nil and taken[seat] == 0]
        for seat in made:
            (blinds if bids[seat].blind else nils).append((number, seat))
        pairs += [
            (number, side)
            for side, seats in enumerate(match.house.game.sides)
            if len(seats) > 1 and set(seats) <= set(made)
        ]
    if pairs:
        yield TagDetail(Tag.BOTH_NILS, len(pairs), *pairs[-1])
    for tag, events in (Tag.BLIND_NIL, blinds), (Tag.NIL, nils):
        if events:
            yield TagDetail(tag, len(events), events[-1][0], seat=events[-1][1])
    last = match.scored_hands[-1].number
    latest = [seat for number, seat in (*blinds, *nils) if number == last]
    if latest:
        yield TagDetail(Tag.LAST_NIL, len(latest), last, seat=latest[0])


def _find_penalties(match: Facts) -> Iterator[TagDetail]:
    """Yield the tags of bag penalties and rulings: the last of each, and how many."""
    penalties, rulings = [], []
    side_of = match.house.game.side_of
    for _place, number, hand, score in match.scored_hands:
        for side, one in enumerate(score):
            times = [line.amount for line in one.lines if line.reason is Reason.BAG_PENALTY]
            penalties += [(number, side)] * sum(times)
        rulings += [(number, side_of[ruling.seat]) for ruling in hand.rulings]
    for tag, events in (Tag.BAG_PENALTY, penalties), (Tag.RULING, rulings):
        if events:
            yield TagDetail(tag, len(events), *events[-1])
