from dataclasses import replace

import pytest

from scorekeeper.rules import (
    GAMES,
    NIL,
    PARTNER,
    Bid,
    Game,
    HouseRules,
    Match,
    OddBid,
    Taker,
    read_bid,
)
from scorekeeper.words.language import gettext, speak
from scorekeeper.words.match import hand as words
from tests.rules.table import Table
from tests.words.codes import odd_bids
from tests.words.complete import is_complete

PARTNERS, TWO = GAMES["partnership"], GAMES["two-player"]


@pytest.mark.parametrize(
    ("bid", "said", "asked"),
    [
        (4, "4", "bid 4"),
        ("nil", "Nil", "bid Nil"),
        ("blind nil", "Blind nil", "bid Blind nil"),
        ("blind 6", "Blind 6", "bid Blind 6"),
    ],
)
def test_bids_are_named(bid: int | str, said: str, asked: str) -> None:
    assert words.name_bid(read_bid(bid)) == said
    assert words.describe_named_bid(words.name_bid(read_bid(bid))) == asked


def test_a_pile_is_asked_for_with_its_contract() -> None:
    assert words.describe_bid_of_side(7) == "contract 7"


def test_bids_are_listed_by_player(table: Table) -> None:
    table.bid(4, "nil", 3, 2)
    assert words.describe_bids(table.match, table.match.hands[0].bids or ()) == [
        "Ann 4",
        "Ben Nil",
        "Cleo 3",
        "Dan 2",
    ]


def test_tricks_are_listed_by_side_and_those_of_a_nil_separately(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    table.play([4, 3, "nil", 2], Gold=6, Blue=6, Cleo=1)
    table.bid(4, 3, 3, 2)
    assert [words.describe_tricks(table.match, hand) for hand in table.match.hands] == [
        ["Gold 8", "Blue 5"],
        ["Ann 6", "Cleo 1", "Blue 6"],
        [],
    ]


def test_a_hand_is_described_by_bids_and_tricks(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    table.bid(1, 2, 3, 4)
    assert words.describe_hands(table.match, table.match.hands) == (
        "bid Ann 4, Ben 3, Cleo 3, Dan 2; took Gold 8, Blue 5; bid Ann 1, Ben 2, Cleo 3, Dan 4"
    )


def test_a_hand_without_bids_is_described_by_tricks(table: Table) -> None:
    table.start(first_hand="bids itself")
    table.take(Gold=8, Blue=5)
    assert words.describe_hands(table.match, table.match.hands) == "took Gold 8, Blue 5"
    assert words.describe_on_paper(table.match, 1, side=0) == "8"


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        pytest.param([4, 3, 3, 2], "12 of 13 bid", id="fewer"),
        pytest.param([4, 3, 4, 2], "13 of 13 bid", id="all"),
        pytest.param([4, 4, 4, 2], "14 bid, 1 over 13", id="one over"),
        pytest.param([4, "blind nil", "blind 6", 2], "12 of 13 bid", id="blind"),
    ],
)
def test_the_total_bid_is_compared_with_the_tricks(bids: list[int | str], said: str) -> None:
    assert words.describe_total_bid(PARTNERS, [read_bid(bid) for bid in bids]) == said


@pytest.mark.parametrize(
    ("game", "said"),
    [(PARTNERS, "Misdeal: no score, dealt again."), (TWO, "Misdeal: no score, drawn again.")],
    ids=["dealt", "drawn"],
)
def test_a_misdeal_says_who_deals_or_draws_again(game: Game, said: str) -> None:
    assert words.describe_redeal(game) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (OddBid("contract over all tricks", 1), "Blue bid more than the 13 tricks in a hand."),
        (OddBid("bids add up to all tricks"), "The bids add up to exactly 13. No tricks to spare."),
        (OddBid("all partners nil", 0), "Both partners of Gold bid nil."),
        (OddBid("high contract beside nil", 0), "Gold bid high next to a nil."),
    ],
    ids=lambda value: getattr(value, "code", ""),
)
def test_odd_bids_are_described(table: Table, found: OddBid, said: str) -> None:
    assert words.describe_odd_bid(table.match, found) == said


@pytest.mark.parametrize("code", odd_bids())
def test_every_odd_bid_has_a_sentence(any_language: str, table: Table, code: str) -> None:
    assert is_complete(words.describe_odd_bid(table.match, OddBid(code, 0)))


def test_descriptions_of_hands_are_translated(table: Table) -> None:
    table.play([4, "nil", 3, 2], Gold=8, Dan=5, Ben=0)
    speak("de")
    assert words.describe_hands(table.match, table.match.hands) == (
        "Gebote: Ann 4, Ben Null, Cleo 3, Dan 2; Stiche: Gold 8, Ben 0, Dan 5"
    )


def test_changes_of_a_hand_are_described(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    before = table.match
    after = before.correct(1, [read_bid(bid) for bid in (5, 3, 3, 2)], (None,) * 4, (7, 6))
    assert words.describe_changes(before, before.hands[0], after.hands[0]) == [
        "Ann bid 4 → 5",
        "Gold took 8 → 7",
        "Blue took 5 → 6",
    ]


def test_changed_bids_are_told_with_the_old_ones(table: Table) -> None:
    table.bid(4, 3, "nil", 2)
    before = table.match.hands[0]
    after = table.match.change_bids([read_bid(bid) for bid in (4, 5, 1, 2)]).hands[0]
    said = words.describe_changed_bids(table.match, before, after)
    assert said == "Ben bids 5 now, not 3 · Cleo bids 1 now, not Nil"
    assert words.describe_changed_bids(table.match, before, before) == ""


def test_newly_separate_tricks_have_no_old_value(table: Table) -> None:
    table.play([4, 3, 3, 2], Gold=8, Blue=5)
    before = table.match
    bids = [read_bid(bid) for bid in (4, 3, "nil", 2)]
    after = before.correct(1, bids, (None, None, 1, None), (7, 5))
    assert words.describe_changes(before, before.hands[0], after.hands[0]) == [
        "Cleo bid 3 → Nil",
        "Ann took 7",
        "Cleo took 1",
    ]


def test_a_misdeal_is_named(table: Table) -> None:
    table.record_misdeal()
    assert words.describe_hands(table.match, table.match.hands) == "misdeal"


def test_the_board_has_a_slip_per_contract(table: Table) -> None:
    assert words.list_slips(table.match) == [[], []]
    table.bid(4, 3, 3, 2)
    assert words.list_slips(table.match) == [[("7", "to make", False)], [("5", "to make", False)]]


def test_a_nil_has_a_tilted_slip_with_its_bidder(table: Table) -> None:
    table.bid(4, "blind nil", "nil", "nil")
    assert words.list_slips(table.match) == [
        [("4", "to make", False), ("Nil", "Cleo", True)],
        [("Blind nil", "Ben", True), ("Nil", "Dan", True)],
    ]


def test_a_blind_bid_has_a_tilted_slip_and_counts(table: Table) -> None:
    table.start(blind_minimum=6)
    table.bid("blind 6", 3, 2, 2)
    assert words.list_slips(table.match)[0] == [("8", "to make", False), ("Blind 6", "Ann", True)]


def test_slips_of_a_lone_player_have_no_name(table: Table) -> None:
    table.start(game="solo")
    table.bid(4, "nil", 3, 3)
    assert words.list_slips(table.match)[1] == [("Nil", "to make", True)]


@pytest.mark.parametrize(("how", "note"), [("instead", "for 200"), ("extra", "to make")])
def test_the_slip_of_a_big_bid_names_its_points_unless_they_are_extra(
    table: Table, how: str, note: str
) -> None:
    table.start(big_bids=[{"at": 10, "made": 200, "set": -200, "how": how}])
    table.bid(6, 1, 4, 1)
    assert words.list_slips(table.match)[0] == [("10", note, False)]


def test_the_slip_of_a_hand_without_bids_names_points_per_trick(table: Table) -> None:
    table.start(first_hand="bids itself")
    assert words.list_slips(table.match) == [
        [("10", "per trick", False)],
        [("10", "per trick", False)],
    ]


def test_a_paper_description_has_nil_bidders_last(table: Table) -> None:
    table.play((4, "nil", "blind nil", "nil"), None, 2, 1, 3, Gold=7)
    assert words.describe_on_paper(table.match, 1, side=0) == "4+Blind nil → 7+1"
    assert words.describe_on_paper(table.match, 1, side=1) == "Nil+Nil → 2+3"


def test_partners_who_bid_together_are_named_by_their_side(table: Table) -> None:
    table.start(bids_by="side", blind_minimum=5)
    table.play(["blind 7", 5, "partner", "partner"], Gold=8, Blue=5)
    table.bid(7, "nil", "partner", 4)
    match = table.match
    assert words.describe_hands(match, match.hands) == (
        "bid Gold Blind 7, Blue 5; took Gold 8, Blue 5; bid Gold 7, Ben Nil, Dan 4"
    )
    bidders = words.list_bidders(match, match.bidding_order(2), match.due_bids or ())
    assert [name for name, _seats in bidders] == ["Ben", "Gold", "Dan"]
    assert [words.describe_on_paper(match, 1, side) for side in (0, 1)] == ["Blind 7 → 8", "5 → 5"]
    assert [words.list_bids_of_side(match, side) for side in (0, 1)] == [
        [("Ann", ""), ("Cleo", "")],
        [("Ben", "Nil"), ("Dan", "4")],
    ]


def test_the_slip_of_partners_who_bid_together_has_no_name(table: Table) -> None:
    table.start("six-handed", bids_by="side", blind_minimum=5)
    table.bid("blind 7", 5, 4, "partner", "partner", "partner")
    gold, blue, _green = words.list_slips(table.match)
    assert [slip[:2] for slip in gold] == [("7", "to make"), ("Blind 7", "to make")]
    assert [slip[:2] for slip in blue] == [("5", "to make")]
    table.rule("Ann", to="Blue", tricks=3)
    assert words.list_bids_of_side(table.match, 1) == [("Ben & Eve", "5")]


def test_changed_bids_of_partners_are_those_of_their_side(table: Table) -> None:
    table.start(bids_by="side")
    table.bid(7, 5, "partner", "partner")
    old = table.match.hands[0]
    for bids, changed in (
        ([8, 5, "partner", "partner"], "Gold bids 8 now, not 7"),
        ([7, "nil", "partner", 4], "Blue bids Nil+4 now, not 5"),
        ([7, 5, "partner", "partner"], ""),
    ):
        new = replace(old, bids=tuple(map(read_bid, bids)))
        assert words.describe_changed_bids(table.match, old, new) == changed


START = Match.start(HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"])
BIDS = (Bid(4), Bid(3), NIL, Bid(2))
BID = START.bid(BIDS)


def test_a_seat_has_no_duties_before_the_bids() -> None:
    assert words.describe_duties(START, 2) == "no bids yet"


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, "bid 4 · Gold needs 4 of the 13 left · Cleo’s nil is still good"),
        (1, "bid 3 · Blue needs 5 of the 13 left"),
        (2, "bid Nil · Gold needs 4 of the 13 left · Cleo’s nil is still good"),
    ],
)
def test_duties_are_the_bid_and_the_needs_of_the_side(seat: int, told: str) -> None:
    assert words.describe_duties(BID, seat) == told


def test_partners_who_bid_together_have_the_same_duties() -> None:
    start = Match.start(HouseRules.of("partnership", bids_by="side"), START.players)
    both = start.bid([Bid(7), Bid(5), PARTNER, PARTNER])
    assert [words.describe_duties(both, seat) for seat in (1, 3)] == [
        "bid 5 · Blue needs 5 of the 13 left"
    ] * 2


def test_needs_of_a_side_follow_the_tally() -> None:
    noted = BID.note_trick(Taker(0, 0)).note_trick(Taker(0, 2))
    assert (
        words.describe_duties(noted, 0)
        == "bid 4 · Gold needs 3 of the 11 left · Cleo’s nil was broken in trick 2"
    )


def test_a_side_of_two_nils_has_no_contract() -> None:
    nils = START.bid([NIL, Bid(3), NIL, Bid(2)])
    assert words.describe_duties(nils, 0) == (
        "bid Nil · Ann’s nil is still good · Cleo’s nil is still good"
    )


def test_duties_in_a_first_hand_without_bids() -> None:
    house = HouseRules.of("partnership", first_hand="bids itself")
    match = Match.start(house, ["Ann", "Ben", "Cleo", "Dan"])
    assert words.describe_duties(match, 0).startswith("The first hand has no bids")


def test_an_error_names_the_player_of_a_seat(any_language: str) -> None:
    assert "Cleo" in words.describe_taken_seat(BID, 2)
    assert is_complete(words.describe_taken_seat(BID, 2))


@pytest.mark.parametrize("word", ["confirmed", "queried"])
def test_a_reply_names_player_and_hand(any_language: str, word: str) -> None:
    told = words.describe_reply(BID, 1, 2, word)
    assert "Cleo" in told
    assert is_complete(told)
    assert is_complete(gettext(words.OWN_REPLIES[word], number=1))


def test_scorers_see_only_queries() -> None:
    speak("en")
    match = (
        BID.record_tricks([None, None, 0, None], [7, 6])
        .bid([Bid(3)] * 4)
        .record_tricks([None] * 4, [7, 6])
    )
    said = {(2, 3): "queried", (1, 1): "queried", (1, 2): "confirmed"}
    assert words.describe_queries(match, said) == [
        (1, "Ben questioned hand 1"),
        (2, "Dan questioned hand 2"),
    ]


GOLD, BLUE, CLEO = Taker(0), Taker(1), Taker(0, 2)


@pytest.fixture
def bids(table: Table) -> Table:
    """Gold needs 4 and Cleo's nil, Blue needs 5."""
    table.bid(4, 3, "nil", 2)
    return table


def states(table: Table, *taken: Taker) -> list[str]:
    match = table.match
    for trick in taken:
        match = match.note_trick(trick)
    return words.describe_tally(match)


def test_all_sides_need_their_bid_before_the_first_trick(bids: Table) -> None:
    assert states(bids) == [
        "Gold needs 4 of the 13 left",
        "Blue needs 5 of the 13 left",
        "Cleo’s nil is still good",
    ]


def test_a_broken_nil_names_its_trick(bids: Table) -> None:
    assert states(bids, GOLD, BLUE, BLUE, GOLD, CLEO)[2] == "Cleo’s nil was broken in trick 5"


def test_a_made_contract_counts_overtricks(bids: Table) -> None:
    assert states(bids, *[GOLD] * 4)[0] == "Gold made it"
    assert states(bids, *[GOLD] * 5)[0] == "Gold made it, 1 overtrick"
    assert states(bids, *[GOLD] * 6)[0] == "Gold made it, 2 overtricks"


def test_an_impossible_contract_is_set(bids: Table) -> None:
    assert states(bids, *[GOLD] * 8)[1] == "Blue needs 5 of the 5 left"
    assert states(bids, *[GOLD] * 9)[1] == "Blue is set"


def test_a_side_without_a_contract_has_only_nils(table: Table) -> None:
    table.bid("nil", 3, "blind nil", 2)
    assert states(table) == [
        "Blue needs 5 of the 13 left",
        "Ann’s nil is still good",
        "Cleo’s nil is still good",
    ]


def test_a_near_bag_penalty_is_announced(table: Table) -> None:
    table.start(opening=[(0, 8), (0, 0)])
    table.bid(3, 3, 1, 2)
    assert states(table, *[GOLD] * 4)[0] == "Gold made it: 2 more bags until −100"
    assert states(table, *[GOLD] * 5)[0] == "Gold made it, 1 overtrick: 1 more bag until −100"
    assert states(table, *[GOLD] * 6)[0] == "Gold made it, 2 overtricks: bag penalty −100"


def test_a_distant_bag_penalty_is_not_announced(table: Table) -> None:
    table.bid(1, 3, 1, 2)
    assert states(table, GOLD, GOLD, BLUE, BLUE, BLUE, BLUE)[0] == "Gold made it"


def test_no_bag_penalty_without_bags(table: Table) -> None:
    table.start(bag_limit=0)
    table.bid(1, 3, 1, 2)
    assert states(table, *[GOLD] * 6)[0] == "Gold made it, 4 overtricks"


@pytest.mark.parametrize("language", ["de", "fil"])
def test_tallies_are_translated(bids: Table, language: str) -> None:
    tricks = [*[GOLD] * 5, CLEO]
    english = states(bids, *tricks)
    speak(language)
    assert len(states(bids, *tricks)) == 3
    assert set(states(bids, *tricks)).isdisjoint(english)


def test_the_missing_taker_of_a_trick_is_asked(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    table.match = table.match.note_trick(Taker(1)).note_trick(Taker(0))
    table.correct(1, ["nil", 3, 3, 3])
    assert words.ask_who_took(table.match) == (
        "Gold took trick 2. There’s a nil now, so which player took it?"
    )
    # Until someone says who took it, the nil may be broken.
    assert not any("nil" in text for text in states(table))
