from typing import Any

import pytest

from scorekeeper.rules import (
    NIL,
    Bid,
    Hand,
    HouseRules,
    Incident,
    Line,
    Reason,
    Ruling,
    SideScore,
    Standing,
    read_bid,
)
from scorekeeper.words.match import score as words, score_lines
from scorekeeper.words.match.offline import list_sentences
from tests.rules.table import Table
from tests.words.complete import is_complete

MADE, SET, BROKEN = Reason.CONTRACT_MADE, Reason.CONTRACT_SET, Reason.FAILED_NIL_TRICKS
ON_A_NIL = "Tricks taken on a failed nil"
TEN_EACH = "A made contract scores 10 per trick bid."
FOR_CONTRACTS = "Tricks moved by a ruling count for contracts only."
COUNTS_AS_SET = "The contract counts as set, the others’ as made."
USUAL = HouseRules.of("partnership")
NO_POINTS = HouseRules(overtrick_points=0)
TEN = HouseRules(big_bids=[{"at": 10, "made": 200, "set": -100}])
ON_TOP = HouseRules(big_bids=[{"at": 10, "made": 200, "set": -100, "how": "extra"}])
BLIND = HouseRules(blind_minimum=6, blind_factor=3, blind_set_factor=1)


@pytest.fixture
def nil(table: Table) -> Table:
    """Ann bid 4 with Cleo's nil, Ben 3 and Dan 2."""
    table.bid(4, 3, "nil", 2)
    return table


@pytest.mark.parametrize("given", Reason)
def test_every_reason_has_a_sentence_and_a_rule(
    any_language: str, nil: Table, given: Reason
) -> None:
    nil.rule("Cleo", tricks=3, set=True)
    line = Line(given, 10, amount=3, seat=2, ruling=0)
    hand = nil.match.hands[0]
    assert is_complete(score_lines.describe_reason(nil.match, hand, 0, line))
    assert is_complete(score_lines.describe_rule(nil.match.house, hand, 0, line))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Line(MADE, 40, 6), "bid 4, took 6"),
        (Line(SET, -40, 3), "bid 4, took 3: set"),
        (Line(Reason.OVERTRICKS, 1, 1), "1 overtrick"),
        (Line(Reason.OVERTRICKS, 2, 2), "2 overtricks"),
        (Line(Reason.NIL_MADE, 100, 0, 2), "Cleo made nil"),
        (Line(Reason.NIL_FAILED, -100, 1, 2), "Cleo failed nil, took 1"),
        (Line(Reason.BLIND_NIL_MADE, 200, 0, 2), "Cleo made blind nil"),
        (Line(Reason.BLIND_NIL_FAILED, -200, 1, 2), "Cleo failed blind nil, took 1"),
        (Line(Reason.BOTH_NILS_MADE, 200), "both nils made"),
        (Line(Reason.BOTH_NILS_FAILED, -200), "both nils failed"),
        (Line(Reason.FAILED_NIL_TRICKS, 1, 1), "1 trick on the failed nil"),
        (Line(Reason.FAILED_NIL_TRICKS, 2, 2), "2 tricks on the failed nil"),
        (Line(Reason.BIG_BID_MADE, 200, 10), "big bid of 10 made"),
        (Line(Reason.BIG_BID_SET, -100, 10), "big bid of 10 set"),
        (Line(Reason.FIRST_HAND, 10, 1), "1 trick in the first hand"),
        (Line(Reason.FIRST_HAND, 70, 7), "7 tricks in the first hand"),
        (Line(MADE, 40, 3), "bid 4, took 3: made by a ruling"),
        (Line(SET, -40, 4), "bid 4, took 4: set by a ruling"),
        (Line(Reason.TRICKS_BY_RULING, 0, 1), "1 trick from a ruling"),
        (Line(Reason.TRICKS_BY_RULING, 0, 3), "3 tricks from a ruling"),
        (Line(Reason.BAG_PENALTY, -100, 1), "reached 10 bags"),
        (Line(Reason.BAG_PENALTY, -200, 2), "reached 10 bags 2 times"),
    ],
    ids=str,
)
def test_every_reason_has_its_sentence(nil: Table, line: Line, said: str) -> None:
    assert score_lines.describe_reason(nil.match, nil.match.hands[0], 0, line) == said


def test_a_contract_of_a_side_is_one_number(table: Table) -> None:
    table.start(bids_by="side")
    table.play([7, 5, "partner", "partner"], Gold=8, Blue=5)
    assert words.explain(table.match, 1, 0)[0][0] == "bid 7, took 8"


def test_a_contract_of_two_bids_shows_the_sum(table: Table) -> None:
    table.bid(4, 3, 3, "blind nil")
    told = score_lines.describe_reason(table.match, table.match.hands[0], 0, Line(MADE, 70, 8))
    assert told == "bid 4 + 3 = 7, took 8"


@pytest.mark.parametrize(
    ("house", "reason", "said"),
    [
        (USUAL, MADE, TEN_EACH),
        (USUAL, SET, "A set contract costs 10 per trick bid."),
        (HouseRules(set_penalty="none"), SET, "A set contract costs nothing."),
        (HouseRules(set_penalty="shortfall"), SET, "A set contract costs 10 per missing trick."),
        (USUAL, Reason.OVERTRICKS, "Each overtrick scores 1 and is a bag."),
        (USUAL, Reason.NIL_MADE, "A successful nil scores 100."),
        (HouseRules(nil_penalty=50), Reason.NIL_FAILED, "A failed nil costs 50."),
        (USUAL, Reason.BLIND_NIL_MADE, "A successful blind nil scores 200."),
        (USUAL, Reason.BLIND_NIL_FAILED, "A failed blind nil costs 200."),
        (USUAL, Reason.BOTH_NILS_MADE, "Two nils by partners are won or lost together."),
        (HouseRules(failed_nil="help"), BROKEN, f"{ON_A_NIL}: a bag and 1 each."),
        (NO_POINTS, BROKEN, f"{ON_A_NIL}: a bag and no points each."),
        (HouseRules(bag_limit=0), BROKEN, f"{ON_A_NIL}: 1 each."),
        (HouseRules(failed_nil="bags only"), BROKEN, f"{ON_A_NIL}: A bag each, no points."),
        (HouseRules(bag_limit=0), Reason.OVERTRICKS, "Each overtrick scores 1 point."),
        (HouseRules(overtrick_points=-10), Reason.OVERTRICKS, "Each overtrick costs 10 points."),
        (NO_POINTS, Reason.OVERTRICKS, "Each overtrick scores no points and is a bag."),
        (HouseRules(bag_limit=5), Reason.BAG_PENALTY, "Every 5 bags cost 100."),
        (USUAL, Reason.BIG_BID_SET, "Big bids have their own points at this table."),
        (USUAL, Reason.FIRST_HAND, "The first hand has no bids: 10 per trick, no bags."),
        (USUAL, Reason.TRICKS_BY_RULING, FOR_CONTRACTS),
        (
            HouseRules(overtrick_points=-10),
            Reason.FAILED_NIL_TRICKS,
            "Tricks taken on a failed nil: a bag and −10 each.",
        ),
    ],
    ids=str,
)
def test_a_rule_follows_the_house_rules(house: HouseRules, reason: Reason, said: str) -> None:
    hand = Hand(bids=(Bid(4), Bid(3), NIL, Bid(2)))
    assert score_lines.describe_rule(house, hand, 0, Line(reason, 0)) == said


@pytest.mark.parametrize(
    ("house", "bids", "reason", "said"),
    [
        pytest.param(TEN, (5, 5), MADE, "A bid of 10 or more scores 200 if made.", id="ten"),
        pytest.param(TEN, (5, 6), SET, "A bid of 10 or more costs 100 if set.", id="eleven set"),
        pytest.param(TEN, (5, 4), MADE, TEN_EACH, id="nine"),
        pytest.param(ON_TOP, (5, 5), MADE, TEN_EACH, id="on top"),
        pytest.param(
            BLIND,
            ("blind 6", 2),
            MADE,
            f"{TEN_EACH} Tricks bid blind count 3 times.",
            id="blind made",
        ),
        pytest.param(
            BLIND, ("blind 6", 2), SET, "A set contract costs 10 per trick bid.", id="blind set"
        ),
        pytest.param(
            HouseRules(blind_minimum=6, set_penalty="none"),
            ("blind 6", 2),
            SET,
            "A set contract costs nothing.",
            id="blind set, no penalty",
        ),
    ],
)
def test_the_rule_of_a_contract_names_its_worth(
    house: HouseRules, bids: tuple[int | str, int], reason: Reason, said: str
) -> None:
    ann, cleo = map(read_bid, bids)
    hand = Hand(bids=(ann, Bid(1), cleo, Bid(1)))
    assert score_lines.describe_rule(house, hand, 0, Line(reason, 0)) == said


@pytest.mark.parametrize(
    ("ruling", "told", "because"),
    [
        pytest.param({"tricks": 3}, ": minus 3 tricks", FOR_CONTRACTS, id="tricks"),
        pytest.param(
            {"tricks": 9},
            ": minus 7 tricks",
            "Tricks two sides owe each other cancel out. No side gives up more than it took.",
            id="more tricks than there are",
        ),
        pytest.param(
            {"tricks": 1, "set": True},
            ": minus 1 trick, contract failed",
            f"{FOR_CONTRACTS} {COUNTS_AS_SET}",
            id="a trick and set",
        ),
        pytest.param(
            {"set": True, "points": 50},
            ": contract failed",
            f"{COUNTS_AS_SET} The table took off points for it.",
            id="set and points",
        ),
        pytest.param({}, "", "The table noted it, with no penalty.", id="a warning"),
    ],
)
def test_the_rule_of_a_ruling_names_its_effect(
    table: Table, ruling: dict[str, Any], told: str, because: str
) -> None:
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.rule("Ann", **ruling)
    reason, _points, rule = words.explain(table.match, 1, side=0)[-1]
    assert (reason, rule) == (f"ruling against Ann{told}", because)


def test_a_score_is_explained_line_by_line(table: Table) -> None:
    table.play([4, 3, "nil", 2], Gold=6, Blue=6, Cleo=1)
    assert words.explain(table.match, 1, side=0) == [
        ("bid 4, took 6", "+40", TEN_EACH),
        ("Cleo failed nil, took 1", "−100", "A failed nil costs 100."),
        ("2 overtricks", "+2", "Each overtrick scores 1 and is a bag."),
        ("1 trick on the failed nil", "+1", "Tricks taken on a failed nil: a bag and 1 each."),
    ]


@pytest.mark.parametrize(
    ("before", "new", "after", "said"),
    [
        pytest.param(3, 2, 5, "bags 3 → 5", id="new bags"),
        pytest.param(9, 1, 0, "bags 9 → 0", id="penalty"),
        pytest.param(3, 10, 3, "bags 3 → 3", id="once around"),
        pytest.param(3, 0, 3, "3 bags", id="none"),
        pytest.param(1, 0, 1, "1 bag", id="none, and one before"),
    ],
)
def test_the_change_of_bags_is_shown(before: int, new: int, after: int, said: str) -> None:
    score = SideScore(4, True, (), 40, new, Standing(0, after))
    assert words.format_bags_change(score, Standing(0, before)) == said


def test_remarkable_lines_have_marks(table: Table) -> None:
    table.start(opening=[(0, 9), (0, 0)])
    table.play([4, 4, 3, "nil"], Gold=8, Blue=3, Dan=2)
    gold, blue = (words.list_marks(table.match, 1, side) for side in (0, 1))
    assert [tuple(mark) for mark in gold] == [("bags ✗", "reached 10 bags", True)]
    assert [tuple(mark) for mark in blue] == [
        ("set", "bid 4, took 3: set", True),
        ("nil ✗", "Dan failed nil, took 2", True),
    ]


def test_a_made_nil_has_a_good_mark(table: Table) -> None:
    table.play([4, 4, 3, "nil"], Gold=8, Blue=5, Dan=0)
    assert words.list_marks(table.match, 1, 0) == []
    assert words.list_marks(table.match, 1, 1) == [("nil ✓", "Dan made nil", False)]


def test_a_ruling_marks_both_sides(table: Table) -> None:
    table.play([4, 4, 3, 2], Gold=8, Blue=5)
    table.rule("Ann", tricks=2, to="Blue")
    marks = [words.list_marks(table.match, 1, side)[-1].label for side in (0, 1)]
    assert marks == ["ruling", "ruling"]


def test_results_of_a_hand_have_stamps(table: Table) -> None:
    table.play([4, 4, 3, "nil"], Gold=8, Blue=4, Dan=1)
    assert words.list_stamps(table.match, 1, 0) == [("7 bid, 8", True)]
    assert words.list_stamps(table.match, 1, 1) == [("4 bid, 4", True), ("nil −100", False)]
    assert [tuple(mark) for mark in words.list_legend(table.match)] == [
        ("nil ✗", "nil failed", True)
    ]


@pytest.mark.parametrize(
    ("ruling", "stamps"),
    [
        (
            Ruling(Incident.REVOKE, 1, tricks=3, to=0),
            ([("7 bid, 11", True), ("ruling", True)], [("6 bid, 2", False), ("ruling", False)]),
        ),
        (
            Ruling(Incident.REVOKE, 1, points=50),
            ([("7 bid, 8", True)], [("6 bid, 5", False), ("ruling −50", False)]),
        ),
    ],
)
def test_a_hand_with_a_ruling_says_so(table: Table, ruling: Ruling, stamps: Any) -> None:
    table.play([4, 4, 3, 2], Gold=8, Blue=5)
    match = table.match.add_ruling(1, ruling)
    assert tuple(words.list_stamps(match, 1, side) for side in (0, 1)) == stamps


def test_nils_and_failed_contracts_are_feats(table: Table) -> None:
    table.play([4, 4, 3, "nil"], Gold=6, Blue=6, Dan=1)
    assert words.list_feats(table.match, 1) == [(0, "Gold", "set", -70), (1, "Dan", "nil ✗", -100)]


def test_a_side_that_bids_only_nil_has_no_contract(table: Table) -> None:
    table.play([7, "nil", 3, "nil"], Gold=9, Ben=1, Dan=3)
    assert words.describe_taken(table.match, 1, 1) == "Nil, 4"
    assert words.list_stamps(table.match, 1, 0) == [("10 bid, 9", False)]
    assert words.list_stamps(table.match, 1, 1) == [("nil −200", False)]


def test_a_side_of_different_nils_names_both(table: Table) -> None:
    table.play(["nil", 7, "blind nil", 6], Ann=0, Cleo=1, Blue=12)
    assert words.describe_taken(table.match, 1, 0) == "Nil + Blind nil, 1"


def test_tricks_that_count_for_a_contract_are_shown(table: Table) -> None:
    table.start(failed_nil="help")
    table.play([5, 4, "nil", 3], Gold=4, Cleo=2, Blue=7)
    assert words.list_stamps(table.match, 1, 0)[0] == ("5 bid, 6", True)
    table.rule("Ben", tricks=3, to="Gold")
    assert words.list_stamps(table.match, 1, 0)[0] == ("5 bid, 9", True)
    assert words.list_stamps(table.match, 1, 1)[0] == ("7 bid, 4", False)


def test_a_hand_without_bids_has_only_tricks(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=8, Blue=5)
    assert words.describe_taken(table.match, 1, 0) == "8 taken"


def test_a_hand_of_a_side_is_summarized(table: Table) -> None:
    table.play([4, 4, "nil", "nil"], Gold=4, Blue=8, Cleo=0, Dan=1)
    table.play([4, 4, 3, 2], Gold=7, Blue=6)
    assert [words.summarize_hand(table.match, 1, side) for side in (0, 1)] == [
        "nil made",
        "nil failed",
    ]
    assert words.summarize_hand(table.match, 2, 1) == "bid 6, took 6"


def test_a_phone_fills_in_what_only_it_knows() -> None:
    words = list_sentences(HouseRules.of("partnership", bidding="suicide", blind_deficit=100))
    assert words["only both"] == "Only on this phone: hands {n} and {last}"
    assert words["only hands"] == "Only on this phone: hands {n} to {last}"
    assert words["suicide bid too low"] == (
        "{player} bid {bid}. A nil bidder’s partner must bid at least 4."
    )
    assert words["not far enough behind"] == (
        "{player} can’t bid blind. At this table you must be 100 points behind the leader, "
        "not {behind}."
    )
    assert "below board" not in words
