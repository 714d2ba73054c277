"""What a finished match says of each who played: the counting behind all statistics."""

from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.rules.facts import Facts
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.lines import SideScore

BREAK = timedelta(hours=1)
"""Who notes nothing for longer is not playing meanwhile."""


class Sums(NamedTuple):
    """What can be added up over matches: how often something was tried, and how often it came off.

    `points` and `bags` are those of the side, as are its `contracts`. `known` counts the hands in
    which a bid of tricks was made and the seat's own tricks are known, `bid` and `taken` are the
    tricks of these. `nils` are those bid with the cards seen, `blinds` the blind ones.
    """

    matches: int = 0
    decided: int = 0
    won: int = 0
    hands: int = 0
    points: int = 0
    bags: int = 0
    contracts: int = 0
    made: int = 0
    known: int = 0
    bid: int = 0
    taken: int = 0
    nils: int = 0
    nils_made: int = 0
    blinds: int = 0
    blinds_made: int = 0
    minutes: int = 0


class Extreme(NamedTuple):
    """A hand that brought a side the most or the least points: how many, and its place."""

    points: int
    place: int


class Figures(NamedTuple):
    """What a finished match says of one seat: what is added up, the best and the worst hand."""

    sums: Sums
    best: Extreme
    worst: Extreme


def figures(match: Facts) -> tuple[Figures, ...]:
    """Return the figures of each seat; none where the match goes on or no hand was scored.

    Of equal hands the first counts. Where tricks were pooled, nobody's own are guessed.

    >>> from scorekeeper.rules import NIL, Bid, HouseRules, Match
    >>> match = Match.start(HouseRules.of("two-player", target=100), ["Ann", "Ben"])
    >>> match = match.bid([Bid(6), Bid(4)]).take([7, 6])
    >>> figures(match)
    ()
    >>> ann, ben = figures(match.bid([Bid(9), NIL]).take([12, 1]))
    >>> ann.sums.won, ann.sums.bid, ann.sums.taken, ben.sums.nils, ben.worst
    (1, 15, 19, 1, Extreme(points=-100, place=2))
    """
    outcome = match.outcome
    scored = [
        (place, hand, score)
        for place, (hand, score) in enumerate(zip(match.hands, match.scores, strict=True), start=1)
        if score is not None
    ]
    if outcome is None or not scored:
        return ()
    minutes = minutes_played(match)
    found = []
    for seat, side in enumerate(match.house.game.side_of):
        points = [Extreme(score[side].points, place) for place, _, score in scored]
        counted = [_of_hand(hand, score[side], seat) for _, hand, score in scored]
        sums = Sums(*(sum(column) for column in zip(*counted, strict=True)))
        sums = sums._replace(
            matches=1,
            decided=int(outcome.winner is not None),
            won=int(outcome.winner == side),
            minutes=minutes,
        )
        best = max(points, key=lambda one: one.points)
        found.append(Figures(sums, best, min(points, key=lambda one: one.points)))
    return tuple(found)


def minutes_played(match: Facts) -> int:
    """Return the minutes from the start to the last hand, without the longer breaks.

    >>> from datetime import UTC, datetime
    >>> from scorekeeper.rules import HouseRules, Match
    >>> at = datetime(2026, 11, 20, 20, tzinfo=UTC)
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"], started=at)
    >>> match = match.throw_in(at + timedelta(minutes=4)).throw_in(at + timedelta(days=1))
    >>> minutes_played(match)
    4
    """
    noted = [match.started, *(hand.noted for hand in match.hands)]
    known = [moment for moment in noted if moment is not None]
    spans = (later - earlier for earlier, later in pairwise(known))
    played = sum((span for span in spans if timedelta() < span <= BREAK), timedelta())
    return played // timedelta(minutes=1)


def _of_hand(hand: Hand, score: SideScore, seat: int) -> Sums:
    """Return what one hand says of a seat of the side with this score."""
    bid = hand.bids[seat] if hand.bids else None
    own = hand.tricks.seats[seat] if hand.tricks else None
    is_nil = bid is not None and bid.is_nil
    is_blind = is_nil and bid is not None and bid.blind
    promised = bid.tricks if bid is not None and not is_nil and own is not None else 0
    return Sums(
        hands=1,
        points=score.points,
        bags=score.bags,
        contracts=int(score.made is not None),
        made=int(score.made is True),
        known=int(promised > 0),
        bid=promised,
        taken=own or 0 if promised else 0,
        nils=int(is_nil and not is_blind),
        nils_made=int(is_nil and not is_blind and own == 0),
        blinds=int(is_blind),
        blinds_made=int(is_blind and own == 0),
    )
