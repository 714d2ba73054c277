"""The records of a scorebook, and the figures of a side that can be one."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.lines import Reason, SideScore, compute_lead
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.review.awards import find_comeback

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
