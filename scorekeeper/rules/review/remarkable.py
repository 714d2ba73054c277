"""Remarkable events of a finished match: awards, and tags for the filters of the history.

Ties give no award. Each tag has its definition here, and in docs/statistics.md for people.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.lines import Reason, SideScore, compute_lead
from scorekeeper.rules.match.facts import Facts

MIN_HANDS = 3
MIN_COMEBACK_POINTS = 100
MIN_LEAD_LOST = 200
"""Minimum lead in points that is remarkable if the side does not win."""
LOW_POINTS = -200
"""Maximum points of a loser that are remarkable."""
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
    bid = [one for one in match.scored_hands if one.hand.bids]
    known = [
        (place, hand.bids, hand.tricks.seats)
        for place, _number, hand, _score in bid
        if hand.bids and hand.tricks and hand.has_tricks_by_seat
        if not any([one.shared for one in hand.bids])
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
