"""The figures of players and sides in finished matches, and which of them can be records."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.bids import is_shared
from scorekeeper.rules.lines import Reason, SideScore, compute_lead
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.review.remarkable import find_comeback

SETS = frozenset({Reason.CONTRACT_SET, Reason.BIG_BID_SET})


class RecordKind(StrEnum):
    """A kind of record, in the order in which they are read aloud."""

    HIGHEST_SCORE = "highest score"
    COMEBACK = "biggest comeback"
    WINNING_RUN = "longest winning run"
    CLEAREST_WIN = "clearest win"
    CLOSEST_FINISH = "closest finish"
    HIGHEST_HAND = "highest hand"
    MOST_NILS = "most nils"
    WORST_SET = "worst set"
    MOST_BAGS = "most bags"
    LONGEST_MATCH = "longest match"


class SideRecords(NamedTuple):
    """The figures of one side in a finished match; 0 means none.

    `final_points` are the points at the end, `margin` the points by which it won, `comeback` the
    points that it was behind before it won, and `worst_set` the points that its most expensive set
    contract cost. A side that won because the others gave up has no margin and no comeback.
    """

    final_points: int
    margin: int
    comeback: int
    worst_set: int


def compute_records(match: Facts) -> tuple[SideRecords, ...]:
    """Return the figures of each side of a finished match; none for a running match.

    >>> match = Match.start(HouseRules.of("two-player", target=200), ["Ann", "Ben"])
    >>> for bids, tricks in ((10, 3), (10, 3)), ((9, 9), (4, 9)), ((12, 9), (12, 1)):
    ...     match = match.bid([Bid(bid) for bid in bids]).record_tricks(tricks)
    >>> compute_records(match)
    ()
    >>> compute_records(match.bid([Bid(8), Bid(5)]).record_tricks([8, 5]))[0]
    SideRecords(final_points=210, margin=130, comeback=110, worst_set=90)
    """
    if match.outcome is None:
        return ()
    points = [standing.points for standing in match.standings]
    scores = [hand.score for hand in match.scored_hands]
    records = []
    for side, final in enumerate(points):
        won = side == match.winner_on_points
        comeback = find_comeback(match, side) if won else None
        records.append(
            SideRecords(
                final,
                max(compute_lead(points, side), 0) if won else 0,
                comeback.figure if comeback else 0,
                max([count_set_points(score[side]) for score in scores], default=0),
            )
        )
    return tuple(records)


def count_set_points(score: SideScore) -> int:
    """Return the points that the set contract of a hand cost; 0 if it was made."""
    return -sum([line.points for line in score.lines if line.reason in SETS])


def find_place(match: Facts, kind: RecordKind, side: int) -> int:
    """Return the place of the hand of a side's record, the first of equal ones; 0 if none."""
    if kind is RecordKind.COMEBACK:
        comeback = find_comeback(match, side)
        return comeback.place if comeback else 0
    if kind not in (RecordKind.HIGHEST_HAND, RecordKind.WORST_SET):
        return 0
    scores = [(hand.score[side], -hand.place) for hand in match.scored_hands]
    if kind is RecordKind.WORST_SET:
        return -max([(count_set_points(score), place) for score, place in scores])[1]
    return -max([(score.points, place) for score, place in scores])[1]


class Sums(NamedTuple):
    """Sums over matches: tries and successes.

    `points` and `bags` are those of the side, as are its `contracts`. `known` counts the hands in
    which the seat alone bid a number and its own tricks are known, `bid` and `taken` are the tricks
    of these. `nils` are those bid with the cards seen, `blinds` the blind ones. `shared` counts the
    hands in which partners bid one number together.
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
    shared: int = 0


class HandPoints(NamedTuple):
    """The points of a side's best or worst hand, and its place."""

    points: int
    place: int


class PlayerFigures(NamedTuple):
    """The figures of one seat in a finished match: its sums, best hand and worst hand."""

    sums: Sums
    best: HandPoints
    worst: HandPoints


def compute_figures(match: Facts) -> tuple[PlayerFigures, ...]:
    """Return the figures of each seat; none for a running match or one without scored hands.

    The first of equal hands counts. The tricks of a pile are not split between partners.

    >>> match = Match.start(HouseRules.of("two-player", target=100), ["Ann", "Ben"])
    >>> match = match.bid([Bid(6), Bid(4)]).record_tricks([7, 6])
    >>> compute_figures(match)
    ()
    >>> ann, ben = compute_figures(match.bid([Bid(9), NIL]).record_tricks([12, 1]))
    >>> ann.sums.won, ann.sums.bid, ann.sums.taken, ben.sums.nils, ben.worst
    (1, 15, 19, 1, HandPoints(points=-100, place=2))
    """
    outcome, scored = match.outcome, match.scored_hands
    if outcome is None or not scored:
        return ()
    played = [
        (hand.bids, hand.tricks.seats) for _, _, hand, _ in scored if hand.bids and hand.tricks
    ]
    figures = []
    for seat, side in enumerate(match.house.game.side_of):
        scores = [one.score[side] for one in scored]
        points = [HandPoints(one.score[side].points, one.place) for one in scored]
        # Of a number that partners bid together, nobody knows whose tricks are whose.
        own = [
            (bids[seat], seats[seat])
            for bids, seats in played
            if not is_shared(match.house.game, bids, seat)
        ]
        known = [(bid.tricks, taken) for bid, taken in own if bid.tricks and taken is not None]
        nils = [taken == 0 for bid, taken in own if bid.is_nil and not bid.blind]
        blinds = [taken == 0 for bid, taken in own if bid.is_nil and bid.blind]
        sums = Sums(
            matches=1,
            decided=int(outcome.winner is not None),
            won=int(outcome.winner == side),
            hands=len(scored),
            points=sum([score.points for score in scores]),
            bags=sum([score.bags for score in scores]),
            contracts=sum([score.made is not None for score in scores]),
            made=sum([score.made is True for score in scores]),
            known=len(known),
            bid=sum([tricks for tricks, _ in known]),
            taken=sum([taken for _, taken in known]),
            nils=len(nils),
            nils_made=sum(nils),
            blinds=len(blinds),
            blinds_made=sum(blinds),
            minutes=match.minutes_played,
            shared=len(played) - len(own),
        )
        best = max(points, key=lambda one: one.points)
        figures.append(PlayerFigures(sums, best, min(points, key=lambda one: one.points)))
    return tuple(figures)
