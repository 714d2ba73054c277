"""The awards of a match, each with its figure and its hand; ties give no award."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.lines import Reason, SideScore, compute_lead
from scorekeeper.rules.match.facts import Facts

MIN_HANDS = 3
MIN_COMEBACK_POINTS = 100
NILS_MADE = frozenset({Reason.NIL_MADE, Reason.BLIND_NIL_MADE})


class Prize(StrEnum):
    """A kind of award."""

    HIGHEST_HAND = "highest hand"
    BRAVEST_NIL = "bravest nil"
    MOST_BAGS = "most bags"
    COMEBACK = "comeback"
    STEADIEST = "steadiest bidder"


class Award(NamedTuple):
    """An award for a side, or for one of its players by seat.

    `figure` is the points of the hand or the nil, all bags, the deficit overcome, or all tricks
    off the bids. `place` is the place of its hand: the highest, that of the nil, the one
    with the most bags, the one after which the side was furthest behind (0 is the start), or the
    one with the most accurate bid. `hands` counts the hands with known tricks of the bidder.
    """

    prize: Prize
    figure: int
    side: int
    place: int
    seat: int | None = None
    hands: int = 0
    blind: bool = False


Candidate = tuple[tuple[int, ...], Award]
"""A candidate for an award; the highest rank wins."""


def find_awards(match: Facts) -> tuple[Award, ...]:
    """Return the awards of a finished match, without ties.

    A hand gets no award if its nil already has one.

    >>> match = Match.start(HouseRules.of("two-player", target=200), ["Ann", "Ben"])
    >>> for bids, tricks in ((8, 4), (8, 5)), ((5, 6), (7, 6)), ((7, 6), (7, 6)):
    ...     match = match.bid([Bid(bid) for bid in bids]).record_tricks(tricks)
    >>> [(award.prize.value, award.figure, award.side, award.place) for award in find_awards(match)]
    [('highest hand', 80, 0, 1), ('most bags', 2, 0, 2), ('steadiest bidder', 1, 1, 2)]
    """
    scored = [(place, score) for place, _number, _hand, score in match.scored_hands]
    if match.outcome is None or len(scored) < MIN_HANDS:
        return ()
    nil = _best(_nils(match, scored))
    highest = _best(_hands(scored))
    if highest and nil and (highest.side, highest.place) == (nil.side, nil.place):
        highest = None
    others = _best(_bags(scored)), _best(_comebacks(match)), _best(_bidders(match))
    return tuple(award for award in (highest, nil, *others) if award is not None)


def find_comeback(match: Facts, side: int) -> Award | None:
    """Return how far a side was behind before it led, if that is a comeback; else None."""
    rows = [(0, [standing.points for standing in match.opening])]
    rows += [
        (place, [one.standing.points for one in score])
        for place, _number, _hand, score in match.scored_hands
    ]
    ahead = [compute_lead(points, side) for _place, points in rows]
    led = max([number for number, each in enumerate(ahead) if each > 0], default=0)
    furthest = min(range(led + 1), key=ahead.__getitem__)
    if not led or -ahead[furthest] < MIN_COMEBACK_POINTS:
        return None
    return Award(Prize.COMEBACK, -ahead[furthest], side, rows[furthest][0])


Scored = Sequence[tuple[int, Sequence[SideScore]]]


def _best(candidates: Iterable[Candidate]) -> Award | None:
    """Return the award of the best candidate; None in case of a tie."""
    best: dict[tuple[int, int | None], Candidate] = {}
    for rank, award in candidates:
        who = award.side, award.seat
        if who not in best or rank > best[who][0]:
            best[who] = rank, award
    most = max([rank for rank, _ in best.values()], default=())
    first = [award for rank, award in best.values() if rank == most]
    return first[0] if len(first) == 1 else None


def _hands(scored: Scored) -> Iterator[Candidate]:
    for place, score in scored:
        for side, one in enumerate(score):
            if one.points > 0:
                yield (one.points,), Award(Prize.HIGHEST_HAND, one.points, side, place)


def _nils(match: Facts, scored: Scored) -> Iterator[Candidate]:
    """Yield the nils made, the bravest worth the most, then those bid furthest ahead."""
    for place, score in scored:
        before = [standing.points for standing in match.standings_before(place)]
        for side, one in enumerate(score):
            for line in one.lines:
                if line.reason not in NILS_MADE or line.points <= 0:
                    continue
                blind = line.reason is Reason.BLIND_NIL_MADE
                nil = Award(Prize.BRAVEST_NIL, line.points, side, place, line.seat, blind=blind)
                yield (line.points, compute_lead(before, side)), nil


def _bags(scored: Scored) -> Iterator[Candidate]:
    """Yield the bags of each side, with the hand in which it got the most."""
    for side in range(len(scored[0][1])):
        bags = {place: score[side].bags for place, score in scored}
        if any(bags.values()):
            all_bags = sum(bags.values())
            most = max(bags, key=bags.__getitem__)
            yield (all_bags,), Award(Prize.MOST_BAGS, all_bags, side, most)


def _comebacks(match: Facts) -> Iterator[Candidate]:
    for side in range(len(match.sides)):
        comeback = find_comeback(match, side)
        if comeback is not None:
            yield (comeback.figure,), comeback


def _bidders(match: Facts) -> Iterator[Candidate]:
    """Yield the misses of each bidder, if everyone's own bid and tricks are known in most hands."""
    bid = [
        (place, hand.bids, hand.tricks if hand.has_tricks_by_seat else None)
        for place, _number, hand, _score in match.scored_hands
        if hand.bids
    ]
    known = [
        (place, bids, tricks.seats)
        for place, bids, tricks in bid
        if tricks is not None and not any([one.shared for one in bids])
    ]
    if len(known) < MIN_HANDS or 2 * len(known) <= len(bid):
        return
    for seat, side in enumerate(match.house.game.side_of):
        misses = {
            place: (abs((seats[seat] or 0) - bids[seat].tricks), -bids[seat].tricks)
            for place, bids, seats in known
        }
        off = sum([miss for miss, _bid in misses.values()])
        met = min(misses, key=misses.__getitem__)
        yield (-off,), Award(Prize.STEADIEST, off, side, met, seat, len(misses))
