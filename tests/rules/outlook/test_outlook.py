from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.rules import HouseRules, Incident, Match, Ruling, Standing, Taker, read_bid
from scorekeeper.rules.match.outcome import START, Progress
from scorekeeper.rules.outlook.distributions import Happening, View, compute_outlook, look_ahead
from scorekeeper.rules.outlook.needs import Need, NilTakes, condense, find_nearest
from scorekeeper.rules.outlook.tables import build_tables
from scorekeeper.rules.scoring.tally import tally_tricks
from tests.rules.table import PLAYERS

Standings = Sequence[tuple[int, int]]
Bids = Sequence[int | str]
WINS, LOSES, TIES, BAGGED, SET = Happening
MADE, BROKEN = NilTakes(0, None, 0), NilTakes(0, 1, None)
NOTHING_YET = [(0, 0), (0, 0)]
THREES = [3, 3, 3, 3]


def outlook(
    bids: Bids,
    standings: Standings,
    *,
    game: str = "partnership",
    taken: Sequence[Taker] = (),
    progress: Progress = START,
    rulings: tuple[Ruling, ...] = (),
    **house: Any,
) -> tuple[View, ...]:
    rules = HouseRules.of(game, **house)
    read, before = [read_bid(bid) for bid in bids], [Standing(*side) for side in standings]
    so_far = tally_tricks(rules, read, before, 0, taken).tricks if taken else None
    return look_ahead(rules, read, before, so_far, progress=progress, rulings=rulings)


def needs(bids: Bids, standings: Standings, **given: Any) -> list[Need]:
    return [need._replace(away=0) for need in condense(outlook(bids, standings, **given))]


IF_SET = Need(1, LOSES, None, None, if_set=True)
LUCK = (NilTakes(0, 10, None),)
# Bids, standings, what else is known of the hand and the match, and all needs.
HANDS: dict[str, tuple[Bids, Standings, dict[str, Any], list[Need]]] = {
    "no outlook": (THREES, NOTHING_YET, {}, []),
    "wins with 6": (THREES, [(440, 0), (0, 0)], {}, [Need(0, WINS, 6, None)]),
    "bag penalty at 8": (THREES, [(100, 0), (0, 8)], {}, [Need(1, BAGGED, 8, None)]),
    "bags without a cost": (THREES, [(0, 9), (0, 9)], {"bag_penalty": 0}, []),
    "Blue loses the match if set": (
        THREES, [(100, 0), (-140, 0)], {}, [Need(0, WINS, 8, None), IF_SET],
    ),
    "a tie at 6 to 7": (
        THREES, [(440, 0), (439, 0)], {},
        [Need(0, WINS, 7, None), Need(1, WINS, 8, None), Need(0, TIES, 6, 6)],
    ),
    "only with the nil, and not with all tricks": (
        ["nil", 3, 3, 3], [(400, 0), (0, 0)], {},
        [Need(0, WINS, 3, 12, (MADE,)), Need(0, BAGGED, None, None, LUCK)],
    ),
    "the number of the nil is named where it matters": (
        ["nil", 3, 4, 3], [(100, 7), (0, 0)], {},
        [Need(0, BAGGED, 7, None, beside=0), Need(0, BAGGED, None, None, (NilTakes(0, 3, None),))],
    ),
    "a nil that is hardly needed": (
        ["nil", 3, 3, 3], [(0, 0), (440, 0)], {},
        [
            Need(1, WINS, 6, None), Need(1, WINS, 1, None, LUCK),
            Need(0, LOSES, None, None, LUCK, if_set=True), Need(0, BAGGED, None, None, LUCK),
        ],
    ),
    "only with a sweep": (THREES, [(433, 0), (0, 0)], {}, []),
    "a sweep of all but one": (
        THREES, [(433, 0), (0, 0)], {"taken": [Taker(0)] * 12},
        [Need(0, WINS, 13, 13), Need(1, SET, None, None)],
    ),
    "the last allowed set": (
        THREES, NOTHING_YET, {"sets_to_lose": 2, "progress": Progress(sets=(0, 1), hands=3)},
        [Need(0, WINS, 8, None), IF_SET],
    ),
    "the last hand": (
        THREES, [(100, 0), (99, 0)], {"hand_limit": 8, "progress": Progress(hands=7)},
        [Need(0, WINS, 7, None), Need(1, WINS, 8, None), Need(0, TIES, 6, 6)],
    ),
    "a certain result has no limits": (
        THREES, [(440, 0), (0, 0)], {"taken": [Taker(0)] * 6}, [Need(0, WINS, None, None)],
    ),
    "a side that must be set": (
        THREES, NOTHING_YET, {"taken": [Taker(1)] * 8}, [Need(0, SET, None, None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("bids", "standings", "given", "told"), HANDS.values(), ids=HANDS)
def test_prospects_of_a_hand(
    bids: Bids, standings: Standings, given: dict[str, Any], told: list[Need]
) -> None:
    assert needs(bids, standings, **given) == told


def test_a_side_may_be_saved_by_a_broken_nil() -> None:
    told = needs(["nil", 4, 5, 3], [(-153, 0), (-102, 2)])
    assert [need for need in told if need.kind is LOSES] == [
        Need(0, LOSES, None, 8, (BROKEN,), beside=0),
        Need(0, LOSES, None, None, (BROKEN,), if_set=True),
    ]


def test_both_of_two_decisive_nils_are_named() -> None:
    told = needs(["nil", "nil", 4, 3], [(430, 8), (390, 5)])
    assert told[:2] == [Need(0, WINS, 4, 5, (MADE,)), Need(1, WINS, 3, 7, (NilTakes(1, None, 0),))]
    assert all(len(need.nils) < 2 for need in told)


@pytest.mark.parametrize("nils", [2, 3, 4])
def test_many_nils_are_summarized(nils: int) -> None:
    bids = [*["nil"] * nils, *[3] * (4 - nils)]
    told = needs(bids, [(-60, 9), (-60, 9)], failed_nil="help", nil_penalty=150)
    assert {need.kind for need in told} >= {LOSES, WINS, BAGGED}


def alone(bids: Sequence[int], *points: int, **house: Any) -> list[Need]:
    """Three players, each alone, seventeen tricks."""
    standings = [(number, 0) for number in points]
    return needs(bids, standings, game="three-handed", bag_limit=0, **house)


def test_one_of_three_sides_wins_certainly_or_perhaps() -> None:
    assert alone([5, 5, 5], 450, 450, 0)[:4] == [
        Need(0, WINS, 9, None),
        Need(1, WINS, 9, None),
        Need(0, WINS, 5, None, possible=True),
        Need(1, WINS, 5, None, possible=True),
    ]


def test_all_of_three_sides_at_the_floor_lose() -> None:
    told = alone([5, 5, 5], 0, -150, -150, floor=-200)
    assert {need.side for need in told if need.kind is LOSES} == {1, 2}
    assert IF_SET._replace(side=2) in told


def test_only_the_side_set_too_often_loses() -> None:
    told = needs(
        THREES,
        [(0, 0)] * 4,
        game="solo",
        sets_to_lose=2,
        progress=Progress(sets=(1, 0, 0, 0), hands=1),
    )
    assert {need.side for need in told if need.kind is LOSES} == {0}


def test_a_tie_of_several_sides_names_each() -> None:
    told = needs([5, 5, 5], [(450, 0), (450, 0), (0, 0)], game="three-handed")
    assert {need.side for need in told if need.kind is TIES} == {0, 1}


def test_the_nearer_of_two_equal_results_comes_first() -> None:
    told = condense(outlook([4, 3, 4, 3], [(100, 6), (100, 8)]))
    assert [(need.side, need.kind, need.away) for need in told] == [(1, BAGGED, 2), (0, BAGGED, 4)]


def test_tricks_taken_bring_a_danger_nearer() -> None:
    taken = [Taker(0)] * 9
    first, *_ = condense(outlook(THREES, [(0, 6), (0, 0)], taken=taken))
    assert (first.kind, first.least, first.away) == (BAGGED, 10, 1)


def test_the_result_nearest_to_the_contracts_is_picked() -> None:
    need = find_nearest(condense(outlook([4, 3, 3, 3], [(430, 8), (100, 4)])))
    assert need is not None
    assert (need.side, need.kind, need.least, need.most) == (0, WINS, 7, 8)


def test_results_depending_on_a_nil_are_not_picked() -> None:
    told = condense(outlook(["nil", 3, 3, 3], [(400, 0), (0, 0)], bag_limit=0))
    assert find_nearest(told) is None
    assert find_nearest(condense(outlook(THREES, NOTHING_YET, taken=[Taker(1)] * 8))) is None


def started(bids: Bids, standings: Standings, game: str = "partnership", **house: Any) -> Match:
    opening = [Standing(*side) for side in standings]
    match = Match.start(HouseRules.of(game, **house), PLAYERS[game], opening=opening)
    return match.bid([read_bid(bid) for bid in bids]) if bids else match


def test_the_current_hand_is_evaluated_with_its_tally() -> None:
    match = started(THREES, NOTHING_YET)
    for _ in range(12):
        match = match.note_trick(Taker(0))
    gold, blue = compute_outlook(match, minutes=0)
    assert sorted(one.own for one in gold.prospects) == [12, 13]
    assert sorted(one.own for one in blue.prospects) == [0, 1]


def test_the_current_hand_is_evaluated_with_its_rulings() -> None:
    match = started(THREES, [(440, 0), (0, 0)])
    (won,) = condense(compute_outlook(match, minutes=0))
    match = match.add_ruling(1, Ruling(Incident.REVOKE, seat=0, tricks=1, to=1))
    (later,) = condense(compute_outlook(match, minutes=0))
    assert (won.least, later.least) == (6, 7)


def test_before_the_bids_there_is_no_outlook() -> None:
    assert compute_outlook(started([], NOTHING_YET), minutes=0) == ()


def test_the_clock_decides_the_last_hand() -> None:
    match = started(THREES, NOTHING_YET, minutes=60)
    assert condense(compute_outlook(match, minutes=59)) == ()
    assert {need.kind for need in condense(compute_outlook(match, minutes=60))} == {WINS}


def test_a_hand_is_evaluated_with_all_before_it() -> None:
    start = datetime(2026, 11, 20, 19, tzinfo=UTC)
    house = HouseRules.of("partnership", sets_to_lose=2)
    match = Match.start(house, PLAYERS["partnership"]).bid([read_bid(4)] * 4)
    match = match.record_tricks([None] * 4, [9, 4], start + timedelta(minutes=10))
    match = match.bid([read_bid(3)] * 4)
    assert IF_SET._replace(away=1) in condense(compute_outlook(match, minutes=0))


def test_each_result_of_the_nils_has_a_table() -> None:
    match = started(["nil", 4, 5, 3], NOTHING_YET)
    held, broken = build_tables(match.house.game, compute_outlook(match, minutes=0))
    assert (held.made, held.broken) == ((0,), ())
    assert (broken.made, broken.broken) == ((), (0,))
    assert broken.rows[0].tricks == (1, 12)


@pytest.mark.parametrize(
    ("standing", "house", "told"),
    [
        pytest.param((0, 0), {}, None, id="nothing"),
        pytest.param((-99, 7), {}, None, id="nothing yet"),
        pytest.param((-100, 0), {}, "floor", id="near the floor"),
        pytest.param((0, 8), {}, "bags", id="two more bags"),
        pytest.param((-150, 9), {}, "floor", id="both"),
        pytest.param((-150, 0), {"floor": None}, None, id="no floor"),
        pytest.param((0, 4), {"bag_limit": 5}, "bags", id="one of five"),
        pytest.param((0, 3), {"bag_limit": 5}, None, id="two of five"),
        pytest.param((0, 1), {"bag_limit": 2}, "bags", id="one of two"),
        pytest.param((0, 8), {"bag_penalty": 0}, None, id="bags that cost nothing"),
        pytest.param((0, 0), {"bag_limit": 0}, None, id="no bags"),
    ],
)
def test_sides_near_floor_or_bag_penalty_are_in_danger(
    standing: tuple[int, int], house: dict[str, Any], told: str | None
) -> None:
    match = started([], [standing, (0, 0)], **house)
    assert match.find_threat(0) == told


def test_a_loss_without_a_set_is_told_beside_one() -> None:
    # With 4 tricks of the nil bidder, the ruling may still make the partner’s bid of 1.
    told = needs(
        ["blind nil", 4, 2, 1, 4, 2],
        [(72, 6), (108, 6), (353, 5)],
        game="six-handed",
        rulings=(Ruling(Incident.REVOKE, 5, 2, to=0),),
    )
    assert Need(0, LOSES, None, None, (NilTakes(0, 4, None),)) in told
