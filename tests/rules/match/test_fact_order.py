"""The last fact of a match that does not remember the order: by the times, else by hand."""

from dataclasses import replace
from datetime import datetime, timedelta

from scorekeeper.rules import (
    Change,
    Fact,
    Hand,
    HouseRules,
    Incident,
    Match,
    Ruling,
    Standing,
    Taker,
)
from scorekeeper.rules.match.fact_order import list_changes
from tests.rules.match.test_changes import BIDS, FIVES, FOUR, NINE, partners
from tests.rules.table import undo

REVOKE = Ruling(Incident.REVOKE, 0, tricks=3, to=1)
START = Match.start(HouseRules.of("partnership"), FOUR)


def at(minutes: int) -> datetime:
    return NINE + timedelta(minutes=minutes)


def take(match: Match, minutes: int) -> Match:
    return match.record_tricks([None] * 4, [8, 5], at(minutes))


def facts(match: Match) -> list[tuple[Fact, int | None]]:
    found: list[tuple[Fact, int | None]] = []
    for change, _ in reversed(list_changes(match)):
        before = change.revert(match)
        assert Change.between(before, match) == change
        found.append(change.record)
        match = before
    assert match.hands == ()
    return found


BID = START.bid(BIDS, at(0))
PLAYED = take(BID, 5)
TWO = take(PLAYED.bid(BIDS, at(6)), 10)


def noted(minutes: int | None) -> Ruling:
    return replace(REVOKE, noted=None if minutes is None else at(minutes))


def test_an_empty_match_has_no_last_fact() -> None:
    assert list_changes(START) == []


def test_a_match_is_undone_hand_by_hand() -> None:
    match = BID.note_trick(Taker(0)).record_misdeal(at(1)).record_misdeal(at(2)).end(at(3))
    assert facts(match) == [
        (Fact.END, None),
        (Fact.MISDEAL, 2),
        (Fact.MISDEAL, 1),
        (Fact.TRICK, 1),
        (Fact.BIDS, 1),
    ]


def test_tallied_tricks_are_undone_one_by_one() -> None:
    match = BID
    for _ in range(13):
        match = match.note_trick(Taker(0), at(2))
    assert facts(match) == [(Fact.TRICK, 1)] * 13 + [(Fact.BIDS, 1)]


def test_tricks_after_a_partial_tally_are_undone_first() -> None:
    part = BID.note_trick(Taker(0))
    before = undo(
        replace(take(part, 2), hands=(replace(take(part, 2).hands[0], tally=part.hands[0].tally),))
    )
    assert before.hands[0].tally == part.hands[0].tally
    assert before.hands[0].tricks is None


def test_the_latest_ruling_is_undone_first() -> None:
    assert facts(TWO.add_ruling(1, noted(11)))[:2] == [(Fact.RULING, 1), (Fact.TRICKS, 2)]
    assert facts(TWO.add_ruling(1, noted(8)))[:2] == [(Fact.TRICKS, 2), (Fact.BIDS, 2)]
    assert facts(TWO.add_ruling(2, noted(11)))[:2] == [(Fact.RULING, 2), (Fact.TRICKS, 2)]
    assert facts(TWO.add_ruling(2, noted(7)))[:2] == [(Fact.TRICKS, 2), (Fact.RULING, 2)]


def test_a_ruling_without_a_time_precedes_its_hand() -> None:
    assert facts(TWO.add_ruling(2, noted(None)).add_ruling(1, noted(None))) == [
        (Fact.RULING, 2),
        (Fact.TRICKS, 2),
        (Fact.BIDS, 2),
        (Fact.RULING, 1),
        (Fact.TRICKS, 1),
        (Fact.BIDS, 1),
    ]
    late = facts(TWO.add_ruling(1, noted(11)).add_ruling(2, noted(None)))
    assert late[:3] == [(Fact.RULING, 2), (Fact.RULING, 1), (Fact.TRICKS, 2)]


def test_bids_with_a_ruling_are_never_last() -> None:
    assert facts(BID.add_ruling(1, noted(-5))) == [(Fact.RULING, 1), (Fact.BIDS, 1)]


def test_a_ruling_is_undone_with_its_empty_hand() -> None:
    match = replace(START, hands=(Hand(rulings=(REVOKE,), noted=NINE),))
    assert facts(match) == [(Fact.RULING, 1)]
    thrown_in = replace(
        match, hands=(Hand(tuple(BIDS), rulings=(REVOKE,), noted=NINE),)
    ).record_misdeal()
    assert facts(thrown_in)[-1] == (Fact.BIDS, 1)


def test_undoing_a_ruling_can_end_the_match_again() -> None:
    house = HouseRules.of("partnership", target=100)
    match = take(Match.start(house, FOUR, opening=[Standing(40), Standing()]).bid(BIDS, at(0)), 5)
    ruled = match.add_ruling(1, noted(6))
    assert (match.ended, ruled.ended) == (at(5), None)
    assert undo(ruled) == match
    assert list_changes(ruled)[-1].at == at(6)


def test_a_ruling_before_the_decision_is_not_last() -> None:
    match = take(partners(440).bid(BIDS, at(0)), 5).add_ruling(1, noted(30))
    match = take(match.bid(BIDS, at(6)), 10)
    assert facts(match)[0] == (Fact.TRICKS, 2)


def test_undoing_the_deciding_tricks_reopens_the_match() -> None:
    match = take(partners(440).bid(BIDS, at(0)), 5)
    assert match.ended == at(5)
    assert undo(match) == partners(440).bid(BIDS, at(5))


SET = START.bid(FIVES, at(0)).record_tricks([None] * 4, [9, 4], at(5)).hands
"""A hand that brings nobody closer to the end."""


def test_a_huge_match_lists_its_last_thousand_facts() -> None:
    match = replace(partners(0, floor=None), hands=SET * 700)
    changes = list_changes(match)
    assert len(changes) == 1000
    for change, _ in reversed(changes):
        match = change.revert(match)
    assert len(match.hands) == 200


def test_a_huge_match_orders_rulings_by_hand() -> None:
    hands = tuple(
        replace(hand, rulings=(noted(300 - place),)) for place, hand in enumerate(SET * 200)
    )
    match = replace(partners(0, floor=None), hands=hands)
    records = [change.record for change, _ in list_changes(match)[-6:]]
    assert records == [
        (Fact.BIDS, 199),
        (Fact.TRICKS, 199),
        (Fact.RULING, 199),
        (Fact.BIDS, 200),
        (Fact.TRICKS, 200),
        (Fact.RULING, 200),
    ]
