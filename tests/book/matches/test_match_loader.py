from datetime import timedelta

import pytest
from sqlalchemy import select

from scorekeeper import rules
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import HANDS, RULINGS
from scorekeeper.rules import NIL, Bid, HouseRules, Incident, Match, Taker
from tests.book.scorers import NOON, Scorer
from tests.databases import count_rows

FOUR = ("Ann", "Ben", "Cleo", "Dan")
SIX = (*FOUR, "Eve", "Finn")
BIDS = [Bid(4), Bid(3), NIL, Bid(2)]
REVOKE = rules.Ruling(
    Incident.REVOKE, 0, tricks=3, to=1, note="club under ♥", noted=NOON + timedelta(minutes=3)
)
POINTS = rules.Ruling(Incident.TABLE_TALK, 1, points=50)
SET = rules.Ruling(Incident.REVOKE, 3, set=True, note="n" * 500)
NOBODY = rules.Ruling(Incident.LEAD_OUT_OF_TURN, 2, tricks=1)


def partners(**house: object) -> Match:
    return Match.start(HouseRules.of("partnership", **house), FOUR, started=NOON)


def tallied(match: Match, *taken: Taker) -> Match:
    for one in taken:
        match = match.note_trick(one, NOON)
    return match


BIDDING = partners().bid(BIDS, NOON)
PLAYED = BIDDING.record_tricks([None, None, 1, None], [6, 6], NOON)
TALLIED = tallied(BIDDING, *[Taker(0)] * 6, Taker(0, 2), *[Taker(1, 3)] * 3, *[Taker(1)] * 3)
SELF_BIDDING = partners(first_hand="bids itself").record_tricks([None] * 4, [8, 5], NOON)
ALONE = Match.start(
    HouseRules.of("solo", first_hand="bids itself"), FOUR, started=NOON
).record_tricks([4, 3, 3, 3], None, NOON)
SIX_SEATS = Match.start(HouseRules.of("six-handed"), SIX, first=4, started=NOON).bid(
    [NIL, Bid(3), Bid(17), Bid(2, blind=False), NIL, Bid(4)], NOON
)
MATCHES = {
    "a ruling": PLAYED.add_ruling(1, REVOKE),
    "several rulings": PLAYED.add_ruling(1, REVOKE)
    .add_ruling(1, POINTS)
    .add_ruling(1, SET)
    .add_ruling(1, NOBODY),
    "a ruling on the hand being played": BIDDING.add_ruling(1, REVOKE),
    "a tally half-way": tallied(BIDDING, Taker(0), Taker(1, 3), Taker(0, 2)),
    "a tally of one": tallied(BIDDING, Taker(1)),
    "a full tally": TALLIED,
    "a tally with a misdeal": tallied(BIDDING, Taker(0), Taker(1)).record_misdeal(NOON),
    "a tally and a ruling": tallied(BIDDING, Taker(0)).add_ruling(1, REVOKE),
    "a hand that bids itself": SELF_BIDDING,
    "a hand that bids itself and one that is bid": SELF_BIDDING.bid(BIDS, NOON),
    "a hand that bids itself, each alone": ALONE,
    "a hand that bids itself after a misdeal": partners(first_hand="bids itself")
    .record_misdeal(NOON)
    .record_tricks([3, 4, 3, 3], None, NOON),
    "blind bids": partners(blind_minimum=6).bid(
        [Bid(3, blind=True), Bid(2), Bid(3, blind=True), Bid(2)], NOON
    ),
    "six seats with nils": SIX_SEATS,
    "six seats played": SIX_SEATS.record_tricks([1, None, None, None, 0, None], [2, 8, 6], NOON),
    "six seats by player": SIX_SEATS.record_tricks([1, 2, 3, 4, 3, 4], None, NOON),
    "three seats": Match.start(HouseRules.of("three-handed"), FOUR[:3], started=NOON)
    .bid([Bid(17), NIL, Bid(5)], NOON)
    .record_tricks([9, 2, 6], None, NOON),
    "sets that lose": partners(sets_to_lose=1)
    .bid([Bid(4)] * 4, NOON)
    .record_tricks([13, 0, 0, 0], None, NOON),
    "a match with a hand limit": partners(hand_limit=1)
    .bid(BIDS, NOON)
    .record_tricks([6, None, 1, None], [None, 6], NOON),
    "a match by the clock": partners(minutes=60)
    .bid(BIDS, NOON)
    .record_tricks([6, None, 1, None], [None, 6], NOON + timedelta(minutes=61)),
    "all house rules": partners(
        big_bids=[{"at": 10, "made": 200, "set": -100, "how": "extra"}],
        revoke_penalty=50,
        forbidden_total=13,
        bag_carry=False,
        floor=None,
    ),
}


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES.keys())
def test_a_match_is_loaded_as_it_was_stored(ann: Scorer, match: Match) -> None:
    loaded = ann.load(ann.start(match=match)).match
    assert loaded == match
    assert loaded.scores == match.scores
    assert loaded.outcome == match.outcome


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES.keys())
def test_a_match_recorded_in_steps_loads_the_same(ann: Scorer, match: Match) -> None:
    empty = Match.start(match.house, match.players, first=match.first, started=match.started)
    public_id = ann.start(match=empty)
    ann.record(public_id, lambda _: match)
    assert ann.load(public_id).match == match


def test_a_withdrawn_ruling_leaves_no_row(ann: Scorer, database: Database) -> None:
    public_id = ann.start(match=PLAYED.add_ruling(1, REVOKE).add_ruling(1, POINTS))
    ann.record(public_id, lambda match: match.withdraw_ruling(1, 0))
    assert ann.load(public_id).match == PLAYED.add_ruling(1, POINTS)
    ann.record(public_id, lambda match: match.withdraw_ruling(1, 0))
    assert ann.load(public_id).match == PLAYED
    assert count_rows(database, RULINGS) == 0


def test_an_undone_tally_leaves_no_row(ann: Scorer, database: Database) -> None:
    public_id = ann.start(match=tallied(BIDDING, Taker(0)))
    ann.undo(public_id)
    assert ann.load(public_id).match == BIDDING
    with database.read() as session:
        assert session.scalar(select(HANDS.c.tally)) is None


def test_undoing_the_bids_undoes_their_ruling(ann: Scorer, database: Database) -> None:
    public_id = ann.start(match=BIDDING.add_ruling(1, REVOKE))
    ann.undo(public_id)
    assert ann.load(public_id).match == BIDDING
    ann.undo(public_id)
    assert ann.load(public_id).match.hands == ()
    assert count_rows(database, RULINGS) == 0


def test_rulings_belong_to_one_match(ann: Scorer) -> None:
    ids = [ann.start(match=match) for match in (PLAYED.add_ruling(1, REVOKE), PLAYED, TALLIED)]
    loaded = [ann.load(public_id).match for public_id in ids]
    assert loaded == [PLAYED.add_ruling(1, REVOKE), PLAYED, TALLIED]
