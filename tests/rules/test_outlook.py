"""What do we need? Every way the hand can fall, and what is worth a sentence."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from scorekeeper.rules import (
    GAMES,
    Game,
    HouseRules,
    Incident,
    Match,
    Role,
    Ruling,
    Standing,
    Taken,
    read_bid,
)
from scorekeeper.rules.needs import (
    Happening,
    Need,
    NilState,
    condense,
    first_of_each,
    least_bids,
    least_winning_bid,
)
from scorekeeper.rules.outcome import Progress
from scorekeeper.rules.outlook import Case, ahead, dangers, look_ahead, tables
from scorekeeper.rules.tally import tally_tricks
from tests.rules.table import PLAYERS

Standings = Sequence[tuple[int, int]]
Bids = Sequence[int | str]

STANDINGS: list[Standings] = list(
    product(
        [(-160, 9), (0, 0), (401, 3), (440, 8), (495, 9)],
        [(-170, 2), (380, 9), (440, 8), (499, 0)],
    )
)
PARTNERS: list[Bids] = [
    [3, 3, 3, 3],
    [4, 5, 5, 2],
    ["nil", 4, 5, 3],
    ["nil", "blind nil", 6, 5],
    [5, "nil", 4, "nil"],
    ["nil", "nil", "nil", 6],
    ["nil", "nil", "nil", "nil"],
]
PAIRS: list[Bids] = [[6, 7], [2, 3], ["nil", 8], ["blind nil", "nil"]]
DEALS = [
    *[pytest.param("partnership", bids, id=f"partners {bids}") for bids in PARTNERS],
    *[pytest.param("two-player", bids, id=f"two players {bids}") for bids in PAIRS],
]
HOUSES = [
    pytest.param({}, id="usual"),
    pytest.param({"failed_nil": "help", "two_nils": "together"}, id="help"),
    pytest.param({"failed_nil": "bags only", "bag_carry": False, "floor": None}, id="bags only"),
    pytest.param({"bag_limit": 0, "target": 250, "failed_nil": "nothing"}, id="no bags"),
]


def tried(bids: Bids) -> list[Standings]:
    """The standings to try; of many nils, whose cases are many, a few are enough."""
    return STANDINGS[::4] if bids.count("nil") > 2 else STANDINGS


def outlook(
    bids: Bids,
    standings: Standings,
    *,
    game: str = "partnership",
    taken: Sequence[Taken] = (),
    **house: Any,
) -> tuple[Case, ...]:
    rules = HouseRules.of(game, **house)
    read, before = [read_bid(bid) for bid in bids], [Standing(*side) for side in standings]
    so_far = tally_tricks(rules, read, before, 0, taken).tricks if taken else None
    return look_ahead(rules, read, before, so_far)


@pytest.mark.parametrize(
    "house",
    [
        pytest.param({"sets_to_lose": 2}, id="two sets lose"),
        pytest.param({"hand_limit": 2}, id="two hands"),
        pytest.param({"minutes": 30}, id="half an hour"),
    ],
)
@pytest.mark.parametrize("bids", PARTNERS[:4], ids=str)
def test_each_case_is_what_playing_it_in_mid_match_would_bring(
    bids: Bids, house: dict[str, Any]
) -> None:
    start = datetime(2026, 11, 20, 19, tzinfo=UTC)
    match = Match.start(HouseRules.of("partnership", **house), PLAYERS["partnership"])
    match = replace(match, started=start).bid([read_bid(4)] * 4)
    match = match.take([None] * 4, [9, 4], start + timedelta(minutes=10))
    read, later = [read_bid(bid) for bid in bids], start + timedelta(minutes=31)
    match = match.bid(read).rule(2, Ruling(Incident.REVOKE, 1, tricks=1, to=0))
    cases = look_ahead(
        match.house,
        read,
        match.standings,
        progress=match.progress._replace(minutes=31),
        rulings=match.hands[-1].rulings,
    )
    wrong = []
    for case in cases:
        piles = [
            pile if any(not read[seat].is_nil for seat in seats) else None
            for pile, seats in zip(case.tricks.piles, match.house.game.sides, strict=True)
        ]
        if not same(case, match.take(case.tricks.seats, piles, later)):
            wrong.append(case)
    assert wrong == []


def needs(bids: Bids, standings: Standings, **given: Any) -> tuple[Need, ...]:
    return condense(outlook(bids, standings, **given))


def replayed(case: Case, game: str, bids: Bids, standings: Standings, **house: Any) -> Match:
    """The match in which the hand of a case was recorded as at the table."""
    opening = tuple(Standing(*side) for side in standings)
    start = Match.start(HouseRules.of(game, **house), PLAYERS[game])
    # An opening that is already decided cannot be set up, but it can be looked at.
    match = Match(start.house, start.players, start.sides, start.first, opening)
    piles = [
        pile if any(not read_bid(bids[seat]).is_nil for seat in seats) else None
        for pile, seats in zip(case.tricks.piles, match.house.game.sides, strict=True)
    ]
    return match.bid([read_bid(bid) for bid in bids]).take(case.tricks.seats, piles)


def same(case: Case, match: Match) -> bool:
    return (
        case.score == match.scores[-1]
        and case.outcome == match.outcome
        and case.tricks == match.hands[-1].tricks
    )


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(("game", "bids"), DEALS)
def test_each_case_is_what_playing_it_would_bring(
    game: str, bids: Bids, house: dict[str, Any]
) -> None:
    wrong = [
        (standings, case)
        for standings in tried(bids)
        for case in outlook(bids, standings, game=game, **house)
        if not same(case, replayed(case, game, bids, standings, **house))
    ]
    assert wrong == []


def by_hand(bids: Bids) -> set[tuple[int | None, ...]]:
    """Every way partners' tricks can lie: both piles, then each seat's own where it bid nil."""
    nil = [read_bid(bid).is_nil for bid in bids]
    pile = [range(1) if nil[side] and nil[side + 2] else range(14) for side in (0, 1)]
    found = set()
    for own in product(*[range(14) if is_nil else [None] for is_nil in nil]):
        if sum(tricks or 0 for tricks in own) > 13 or any(
            more_than_one_trick_is_told_elsewhere(own[side], own[side + 2]) for side in (0, 1)
        ):
            continue
        for gold in pile[0]:
            blue = 13 - gold - sum(tricks or 0 for tricks in own)
            if blue in pile[1]:
                found.add((gold, blue, *own))
    return found


def more_than_one_trick_is_told_elsewhere(first: int | None, second: int | None) -> bool:
    """Beside a pile, or an earlier broken nil, a nil is lost by one trick."""
    if first is None or second is None:
        return (first or 0) > 1 or (second or 0) > 1
    return first > 0 and second > 1


@pytest.mark.parametrize("bids", PARTNERS, ids=str)
def test_every_way_the_tricks_can_fall_is_seen_once(bids: Bids) -> None:
    nil = [read_bid(bid).is_nil for bid in bids]
    seen = [
        (
            *case.tricks.piles,
            *(own if is_nil else None for own, is_nil in zip(case.tricks.seats, nil, strict=True)),
        )
        for case in outlook(bids, [(0, 0), (0, 0)])
    ]
    assert len(seen) == len(set(seen))
    assert set(seen) == by_hand(bids)


def test_a_tally_leaves_fewer_ways() -> None:
    cases = outlook([3, 3, 3, 3], [(0, 0), (0, 0)], taken=[Taken(0)] * 4 + [Taken(1)] * 6)
    assert [case.counts for case in cases] == [(4, 9), (5, 8), (6, 7), (7, 6)]


def test_a_nil_broken_in_the_tally_stays_broken() -> None:
    cases = outlook(["nil", 3, 3, 3], [(0, 0), (0, 0)], taken=[Taken(0, 0)] * 2 + [Taken(1)] * 9)
    assert [(case.tricks.seats[0], case.counts) for case in cases] == [
        (2, (0, 11)),
        (2, (1, 10)),
        (2, (2, 9)),
    ]


def test_a_full_tally_leaves_one_way() -> None:
    (case,) = outlook(["nil", 3, 3, 3], [(0, 0), (0, 0)], taken=[Taken(0)] * 5 + [Taken(1)] * 8)
    assert (case.counts, case.broken) == ((5, 8), ())


def test_the_last_trick_breaks_a_nil_or_does_not() -> None:
    cases = outlook(["nil", 3, 3, 3], [(0, 0), (0, 0)], taken=[Taken(0)] * 4 + [Taken(1)] * 8)
    assert [(case.counts, case.broken) for case in cases] == [
        ((4, 9), ()),
        ((5, 8), ()),
        ((4, 8), (0,)),
    ]


def test_one_trick_breaks_only_one_nil() -> None:
    cases = outlook(["nil", "nil", 6, 6], [(0, 0), (0, 0)], taken=[Taken(0)] * 12)
    assert {case.broken for case in cases} == {(), (0,), (1,)}


def test_where_all_bid_nil_somebodys_is_broken() -> None:
    cases = outlook(["nil", "nil"], [(0, 0), (0, 0)], game="two-player")
    assert {case.broken for case in cases} == {(0,), (1,), (0, 1)}
    assert sorted(case.counts for case in cases) == [(own, 13 - own) for own in range(14)]


def happens(kind: Happening, side: int, match: Match) -> bool:
    """Whether it happens to a side in the last hand of a match, as its pages would tell it."""
    scores, outcome = match.scores[-1], match.outcome
    assert scores is not None
    points = [standing.points for standing in match.standings]
    floor = match.house.floor
    match kind:
        case Happening.WINS:
            return outcome is not None and outcome.winner == side
        case Happening.LOSES:
            return outcome is not None and outcome.ending == "floor" and outcome.winner != side
        case Happening.TIES:
            at_end = points[0] >= match.house.target or (floor is not None and points[0] <= floor)
            return side == 0 and points[0] == points[1] and at_end
        case Happening.BAGGED:
            return "bag penalty" in [line.reason for line in scores[side].lines]
        case Happening.SET:
            return "contract set" in [line.reason for line in scores[side].lines]


def foretold(kind: Happening, side: int, case: Case, needs: Sequence[Need]) -> bool:
    """Whether one of the sentences says that it happens in a case."""
    return any(
        (need.kind, need.side) == (kind, side)
        and (need.least is None or need.least <= case.counts[side])
        and (need.most is None or case.counts[side] <= need.most)
        and all(nil.made == (nil.seat not in case.broken) for nil in need.nils)
        for need in needs
    )


TOLD = [kind for kind in Happening if kind is not Happening.SET]


@pytest.mark.parametrize("house", HOUSES[:2])
@pytest.mark.parametrize(("game", "bids"), DEALS)
def test_the_sentences_say_what_happens_in_every_case(
    game: str, bids: Bids, house: dict[str, Any]
) -> None:
    wrong = []
    for standings in tried(bids):
        cases = outlook(bids, standings, game=game, **house)
        told = condense(cases)
        for case in cases:
            match = replayed(case, game, bids, standings, **house)
            wrong += [
                (standings, case, kind, side)
                for kind, side in product(TOLD, (0, 1))
                if happens(kind, side, match) != foretold(kind, side, case, told)
            ]
    assert wrong == []


@pytest.mark.parametrize("bids", PARTNERS, ids=str)
def test_two_sides_leave_nothing_to_chance(bids: Bids) -> None:
    told = [need for standings in STANDINGS for need in needs(bids, standings)]
    assert [need for need in told if need.possible] == []


@pytest.mark.parametrize("bids", PARTNERS, ids=str)
def test_the_most_important_comes_first(bids: Bids) -> None:
    order = list(Happening)
    for standings in STANDINGS:
        told = [order.index(need.kind) for need in needs(bids, standings)]
        assert told == sorted(told)


@pytest.mark.parametrize(
    ("bids", "standings", "told"),
    [
        pytest.param([3, 3, 3, 3], [(0, 0), (0, 0)], [], id="nothing to tell"),
        pytest.param(
            [3, 3, 3, 3],
            [(440, 0), (0, 0)],
            [Need(0, Happening.WINS, 6, None)],
            id="Gold wins with 6 or more",
        ),
        pytest.param(
            [3, 3, 3, 3],
            [(100, 0), (0, 8)],
            [Need(1, Happening.BAGGED, 8, None)],
            id="Blue is bagged at 8",
        ),
        pytest.param(
            [3, 3, 3, 3],
            [(100, 0), (-140, 0)],
            [
                Need(0, Happening.WINS, 8, None),
                Need(1, Happening.LOSES, None, 5, if_set=True),
            ],
            id="Blue loses the match if set",
        ),
        pytest.param(
            [3, 3, 3, 3],
            [(440, 0), (439, 0)],
            [
                Need(0, Happening.WINS, 7, None),
                Need(1, Happening.WINS, 8, None),
                Need(0, Happening.TIES, 6, 6),
            ],
            id="a tie at 6 to 7",
        ),
        pytest.param(
            ["nil", 3, 3, 3],
            [(400, 0), (0, 0)],
            [
                Need(0, Happening.WINS, 3, 12, (NilState(0, made=True),)),
                Need(0, Happening.BAGGED, 12, None, (NilState(0, made=False),)),
                Need(0, Happening.BAGGED, 13, None, (NilState(0, made=True),)),
            ],
            id="only with the nil, and not with all tricks",
        ),
    ],
)
def test_it_is_told_that(bids: Bids, standings: Standings, told: list[Need]) -> None:
    assert list(needs(bids, standings)) == told


def test_the_last_contract_that_may_be_set_loses_the_match() -> None:
    house = HouseRules.of("partnership", sets_to_lose=2)
    bids, before = [read_bid(3)] * 4, [Standing(), Standing()]
    cases = look_ahead(house, bids, before, progress=Progress(sets=(0, 1), hands=3))
    assert condense(cases) == (
        Need(0, Happening.WINS, 8, None),
        Need(1, Happening.LOSES, None, 5, if_set=True),
    )


def test_the_last_hand_is_won_by_whoever_leads_after_it() -> None:
    house = HouseRules.of("partnership", hand_limit=8)
    bids, before = [read_bid(3)] * 4, [Standing(100), Standing(99)]
    cases = look_ahead(house, bids, before, progress=Progress(hands=7))
    assert condense(cases) == (
        Need(0, Happening.WINS, 7, None),
        Need(1, Happening.WINS, 8, None),
        Need(0, Happening.TIES, 6, 6),
    )


def test_a_nil_that_changes_nothing_is_not_mentioned() -> None:
    told = needs(["nil", 3, 3, 3], [(0, 0), (440, 0)])
    assert told[0] == Need(1, Happening.WINS, 6, None)


def test_what_happens_in_any_case_has_no_limits() -> None:
    told = needs([3, 3, 3, 3], [(440, 0), (0, 0)], taken=[Taken(0)] * 6)
    assert told == (Need(0, Happening.WINS, None, None),)


def test_a_side_is_told_that_it_is_set_once_nothing_helps() -> None:
    told = needs([3, 3, 3, 3], [(0, 0), (0, 0)], taken=[Taken(1)] * 8)
    assert told == (Need(0, Happening.SET, None, None),)


ALONE = HouseRules(Game("alone", ((0,), (1,), (2,)), 17, Role.DEALS, first=2), bag_limit=0)


def alone(bids: Sequence[int], *points: int) -> tuple[Need, ...]:
    """Three players, each alone, seventeen tricks."""
    standings = [Standing(number) for number in points]
    return condense(look_ahead(ALONE, [read_bid(bid) for bid in bids], standings))


def test_three_players_alone_can_share_their_tricks_in_171_ways() -> None:
    assert len(look_ahead(ALONE, [read_bid(5)] * 3, [Standing()] * 3)) == 171


def test_among_three_a_side_wins_for_certain_or_perhaps() -> None:
    assert alone([5, 5, 5], 450, 450, 0)[:4] == (
        Need(0, Happening.WINS, 9, None),
        Need(1, Happening.WINS, 9, None),
        Need(0, Happening.WINS, 5, None, possible=True),
        Need(1, Happening.WINS, 5, None, possible=True),
    )


def test_among_three_the_one_at_the_bottom_loses() -> None:
    told = alone([5, 5, 5], 0, 100, -150)
    assert Need(2, Happening.LOSES, None, 4, if_set=True) in told
    assert [need.side for need in told if need.kind is Happening.LOSES] == [2]


def test_what_chance_ties_of_others_can_prevent_is_only_possible() -> None:
    told = alone([5, 5, 5], 0, 0, -150)
    assert [need for need in told if need.kind is Happening.LOSES] == [
        Need(2, Happening.LOSES, None, 4, possible=True)
    ]


@pytest.mark.parametrize(
    ("standings", "least"),
    [
        pytest.param([(430, 0), (390, 0)], (7, True), id="seven tricks"),
        pytest.param([(371, 0), (390, 0)], (13, False), id="all tricks"),
        pytest.param([(369, 0), (390, 0)], (None, False), id="no bid is enough"),
        pytest.param([(400, 0), (0, 0)], (10, True), id="nil instead of ten"),
        pytest.param([(495, 0), (0, 0)], (2, True), id="one each"),
        pytest.param([(480, 0), (505, 0)], (3, True), id="more than the other"),
        pytest.param([(480, 0), (500, 0)], (3, True), id="as much is a tie"),
    ],
)
def test_the_least_bid_that_wins_this_hand(
    standings: Standings, least: tuple[int | None, bool]
) -> None:
    house, before = HouseRules.of("partnership"), [Standing(*side) for side in standings]
    assert least_winning_bid(house, before, 0)[:2] == least


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_least_bid_follows_from_ten_points_a_trick(game: str) -> None:
    house = HouseRules.of(game, floor=None)
    fewest = len(house.game.sides[1])
    points = list(product([0, 350, 487, 499], range(370, 500)))
    assert [
        least_winning_bid(house, [Standing(other), Standing(own)], 1).contract
        for other, own in points
    ] == [
        next((bid for bid in range(fewest, 14) if own + 10 * bid >= 500), None) for _, own in points
    ]


def test_the_least_bid_that_wins_the_last_hand_is_enough_to_lead() -> None:
    house = HouseRules.of("partnership", hand_limit=8)
    before, last = [Standing(100), Standing(149)], Progress(hands=7)
    assert least_winning_bid(house, before, 0, last)[:2] == (5, True)
    assert least_winning_bid(house, before, 1, last).contract == 2


def test_a_player_alone_can_bid_one() -> None:
    assert least_winning_bid(ALONE, [Standing(490), Standing(0), Standing(0)], 0).contract == 1


def test_a_nil_is_told_with_what_it_brings_alone() -> None:
    house = HouseRules.of("partnership", nil_bonus=50, nil_penalty=150)
    least = least_winning_bid(house, [Standing(400, 9), Standing()], 0)
    assert (least.nil_made, least.nil_failed) == (Standing(450, 9), Standing(250, 9))


def started(bids: Bids, standings: Standings, game: str = "partnership", **house: Any) -> Match:
    opening = [Standing(*side) for side in standings]
    match = Match.start(HouseRules.of(game, **house), PLAYERS[game], opening=opening)
    return match.bid([read_bid(bid) for bid in bids]) if bids else match


def test_each_side_is_told_its_least_bid() -> None:
    match = started([], [(430, 0), (390, 0)])
    assert [least.contract for least in least_bids(match, minutes=0)] == [7, 11]


def test_when_the_time_is_up_any_bid_that_leads_is_enough() -> None:
    match = started([], [(30, 0), (0, 0)], minutes=60)
    assert [least.contract for least in least_bids(match, minutes=59)] == [None, None]
    assert [least.contract for least in least_bids(match, minutes=60)] == [2, 4]


def test_the_hand_being_played_is_looked_at_from_its_tally_on() -> None:
    match = started([3, 3, 3, 3], [(0, 0), (0, 0)])
    assert len(ahead(match, minutes=0)) == 14
    for _ in range(12):
        match = match.note_trick(Taken(0))
    assert [case.counts for case in ahead(match, minutes=0)] == [(12, 1), (13, 0)]


def test_before_the_bids_nothing_can_be_seen() -> None:
    assert ahead(started([], [(0, 0), (0, 0)]), minutes=0) == ()


def test_the_clock_decides_whether_a_hand_is_the_last() -> None:
    match = started([3, 3, 3, 3], [(0, 0), (0, 0)], minutes=60)
    assert [need.kind for need in condense(ahead(match, minutes=59))] == []
    assert {need.kind for need in condense(ahead(match, minutes=60))} == {
        Happening.WINS,
    }


def test_what_matters_most_to_each_side_is_picked() -> None:
    told = needs([3, 3, 3, 3], [(440, 8), (439, 0)])
    assert first_of_each(told) == (
        Need(0, Happening.WINS, 7, 7),
        Need(1, Happening.WINS, 8, None),
    )


def test_what_hangs_on_a_nil_or_on_others_is_not_picked() -> None:
    assert first_of_each(needs(["nil", 3, 3, 3], [(400, 0), (0, 0)])) == ()
    assert first_of_each(needs([3, 3, 3, 3], [(0, 0), (0, 0)], taken=[Taken(1)] * 8)) == ()


def test_two_sides_are_read_up_beside_each_other() -> None:
    match = started([3, 3, 3, 3], [(0, 0), (0, 0)])
    (table,) = tables(match, ahead(match, minutes=0))
    assert (table.sides, table.made, table.broken) == ((0, 1), (), ())
    assert [row.tricks for row in table.rows] == [(gold, 13 - gold) for gold in range(14)]
    assert table.rows[6].standings == (Standing(60, 0), Standing(61, 1))


def test_each_end_of_the_nils_has_a_table() -> None:
    match = started(["nil", 4, 5, 3], [(0, 0), (0, 0)])
    held, broken = tables(match, ahead(match, minutes=0))
    assert (held.made, held.broken) == ((0,), ())
    assert (broken.made, broken.broken) == ((), (0,))


def test_of_more_sides_each_is_read_up_for_itself() -> None:
    match = started([5, 5, 5], [(0, 0), (0, 0), (0, 0)], game="three-handed")
    read_up = tables(match, ahead(match, minutes=0))
    assert [table.sides for table in read_up] == [(0,), (1,), (2,)]
    assert [row.tricks for row in read_up[0].rows] == [(own,) for own in range(18)]
    assert sum(len(row.cases) for row in read_up[0].rows) == 171


@pytest.mark.parametrize(
    ("standing", "house", "told"),
    [
        pytest.param((0, 0), {}, [], id="nothing"),
        pytest.param((-99, 7), {}, [], id="nothing yet"),
        pytest.param((-100, 0), {}, [("floor", 100)], id="near the floor"),
        pytest.param((0, 8), {}, [("bags", 2)], id="two more bags"),
        pytest.param((-150, 9), {}, [("floor", 50), ("bags", 1)], id="both"),
        pytest.param((-150, 0), {"floor": None}, [], id="no floor"),
        pytest.param((0, 4), {"bag_limit": 5}, [("bags", 1)], id="one of five"),
        pytest.param((0, 3), {"bag_limit": 5}, [], id="two of five"),
        pytest.param((0, 1), {"bag_limit": 2}, [("bags", 1)], id="one of two"),
        pytest.param((0, 8), {"bag_penalty": 0}, [], id="bags that cost nothing"),
        pytest.param((0, 0), {"bag_limit": 0}, [], id="no bags"),
    ],
)
def test_a_side_is_in_danger_near_the_floor_and_near_the_bag_penalty(
    standing: tuple[int, int], house: dict[str, Any], told: list[tuple[str, int]]
) -> None:
    match = started([], [standing, (0, 0)], **house)
    assert [(danger.kind.value, danger.left) for danger in dangers(match, 0)] == told
