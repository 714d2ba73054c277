"""The last fact of a match that does not remember the order: by the times, else by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from scorekeeper.rules import (
    Bid,
    Change,
    Fact,
    Hand,
    HouseRules,
    Incident,
    Match,
    Ruling,
    Standing,
    Taken,
)
from scorekeeper.rules.changes import Part
from scorekeeper.rules.order import Known, Last, last_fact

NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)
FOUR = ("Ann", "Ben", "Cleo", "Dan")
BIDS = [Bid(4), Bid(3), Bid(3), Bid(2)]
FIVES = [Bid(5), Bid(3), Bid(5), Bid(2)]
REVOKE = Ruling(Incident.REVOKE, 0, tricks=3, to=1)
START = Match.start(HouseRules.of("partnership"), FOUR)


def at(minutes: int) -> datetime:
    return NINE + timedelta(minutes=minutes)


def take(match: Match, minutes: int) -> Match:
    return match.take([None] * 4, [8, 5], at(minutes))


def partners(points: int, **house: object) -> Match:
    opening = [Standing(points), Standing()]
    return Match.start(HouseRules.of("partnership", **house), FOUR, opening=opening)


def facts(match: Match, *known: Known) -> list[tuple[Fact, int | None]]:
    """What the match is taken back by, to its start."""
    found: list[tuple[Fact, int | None]] = []
    while last := last_fact(match, known):
        found.append(Change.between(last.before, match).record)
        match = last.before
    assert match.hands == ()
    return found


BID = START.bid(BIDS, at(0))
PLAYED = take(BID, 5)
TWO = take(PLAYED.bid(BIDS, at(6)), 10)


def noted(minutes: int | None) -> Ruling:
    return replace(REVOKE, noted=None if minutes is None else at(minutes))


def test_a_match_of_which_nothing_was_said_has_none() -> None:
    assert last_fact(START) is None


def test_a_match_goes_back_hand_by_hand() -> None:
    match = BID.note_trick(Taken(0)).throw_in(at(1)).throw_in(at(2)).end(at(3))
    assert facts(match) == [
        (Fact.END, None),
        (Fact.MISDEAL, 2),
        (Fact.MISDEAL, 1),
        (Fact.TRICK, 1),
        (Fact.BIDS, 1),
    ]


def test_tricks_that_were_told_one_by_one_go_one_by_one() -> None:
    match = BID
    for _ in range(13):
        match = match.note_trick(Taken(0), at(2))
    assert facts(match) == [(Fact.TRICK, 1)] * 13 + [(Fact.BIDS, 1)]


def test_tricks_told_in_one_go_after_a_part_of_a_tally_leave_it() -> None:
    part = BID.note_trick(Taken(0))
    last = last_fact(
        replace(take(part, 2), hands=(replace(take(part, 2).hands[0], tally=part.hands[0].tally),))
    )
    assert last is not None
    assert last.before.hands[0].tally == part.hands[0].tally
    assert last.before.hands[0].tricks is None


def test_the_ruling_goes_first_that_was_made_last() -> None:
    assert facts(TWO.rule(1, noted(11)))[:2] == [(Fact.RULING, 1), (Fact.TRICKS, 2)]
    assert facts(TWO.rule(1, noted(8)))[:2] == [(Fact.TRICKS, 2), (Fact.BIDS, 2)]
    assert facts(TWO.rule(2, noted(11)))[:2] == [(Fact.RULING, 2), (Fact.TRICKS, 2)]
    assert facts(TWO.rule(2, noted(7)))[:2] == [(Fact.TRICKS, 2), (Fact.RULING, 2)]


def test_a_ruling_without_a_time_goes_before_its_hand() -> None:
    assert facts(TWO.rule(2, noted(None)).rule(1, noted(None))) == [
        (Fact.RULING, 2),
        (Fact.TRICKS, 2),
        (Fact.BIDS, 2),
        (Fact.RULING, 1),
        (Fact.TRICKS, 1),
        (Fact.BIDS, 1),
    ]


def test_bids_with_a_ruling_are_not_the_last_whatever_the_times_say() -> None:
    assert facts(BID.rule(1, noted(-5))) == [(Fact.RULING, 1), (Fact.BIDS, 1)]


def test_a_hand_of_which_only_a_ruling_was_said_goes_with_it() -> None:
    match = replace(START, hands=(Hand(rulings=(REVOKE,), noted=NINE),))
    assert facts(match) == [(Fact.RULING, 1)]
    thrown_in = replace(match, hands=(Hand(tuple(BIDS), rulings=(REVOKE,), noted=NINE),)).throw_in()
    assert facts(thrown_in)[-1] == (Fact.BIDS, 1)


def test_a_ruling_that_opened_the_match_again_ends_it_by_going() -> None:
    house = HouseRules.of("partnership", target=100)
    match = take(Match.start(house, FOUR, opening=[Standing(40), Standing()]).bid(BIDS, at(0)), 5)
    ruled = match.rule(1, noted(6))
    assert (match.ended, ruled.ended) == (at(5), None)
    last = last_fact(ruled)
    assert last == Last(match, at(6))


def test_a_ruling_is_not_the_last_where_the_match_was_decided_without_it() -> None:
    match = take(partners(440).bid(BIDS, at(0)), 5).rule(1, noted(30))
    match = take(match.bid(BIDS, at(6)), 10)
    assert facts(match)[0] == (Fact.TRICKS, 2)


def test_the_tricks_that_decided_a_match_open_it_again() -> None:
    match = take(partners(440).bid(BIDS, at(0)), 5)
    assert match.ended == at(5)
    last = last_fact(match)
    assert last is not None
    assert last.before == partners(440).bid(BIDS, at(5))


def test_a_known_correction_goes_when_its_time_comes() -> None:
    corrected = PLAYED.correct(1, BIDS, None, [9, 4])
    known = Known(at(7), Change.between(PLAYED, corrected))
    match = take(corrected.bid(BIDS, at(6)), 10)
    assert facts(match, known) == [
        (Fact.TRICKS, 2),
        (Fact.BIDS, 2),
        (Fact.CORRECTION, 1),
        (Fact.TRICKS, 1),
        (Fact.BIDS, 1),
    ]


def test_what_is_known_is_told_with_it() -> None:
    corrected = TWO.correct(1, BIDS, None, [9, 4])
    known = Known(at(12), Change.between(TWO, corrected))
    assert last_fact(corrected, [known]) == Last(TWO, at(12), known)


def test_a_known_change_of_nothing_is_passed_over() -> None:
    nothing = Known(at(12), Change(1, Part(TWO.hands[:1]), Part(TWO.hands[:1])))
    assert facts(TWO, nothing)[0] == (Fact.TRICKS, 2)


def test_hands_that_fell_away_come_back_and_the_match_is_open_again() -> None:
    old = take(take(partners(400).bid(BIDS, at(0)), 5).bid(BIDS, at(6)), 10)
    new = old.correct(1, FIVES, None, [10, 3])
    change = Change.between(old, new)
    known = Known(at(12), Change(1, Part(change.before.hands), Part(change.after.hands)))
    last = last_fact(new, [known])
    assert last is not None
    assert last.before == old


def test_hands_that_fell_away_by_a_ruling_come_back_with_it_taken_away() -> None:
    # The ruling on hand 1 lets hand 2 decide: version 0.2.0 wrote down the hands from there on.
    old = take(partners(-100, floor=-200).bid(BIDS, at(0)), 5)
    for start in (10, 20):
        old = take(old.bid([Bid(5), Bid(3), Bid(4), Bid(2)], at(start)), start + 5)
    old = old.rule(3, noted(26))
    new = old.rule(1, noted(30))
    assert len(new.hands) == 2
    change = Change(2, Part(old.hands[1:]), Part(new.hands[1:]))
    known = Known(at(30), change)
    assert last_fact(new, [known]) == Last(old, at(30), known)
    much_later = last_fact(new, [Known(at(60), change)])
    assert much_later is not None
    assert (much_later.known, much_later.before) == (None, new.withdraw(1, 0))
