from datetime import timedelta

from sqlalchemy import select

from scorekeeper import rules
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import HANDS, RULINGS
from scorekeeper.rules import NIL, Bid, HouseRules, Incident, Match, Taker
from tests.book.scorers import NOON, Scorer
from tests.databases import count_rows, fetch_one

FOUR = ("Ann", "Ben", "Cleo", "Dan")
BIDS = [Bid(4), Bid(3), NIL, Bid(2)]
REVOKE = rules.Ruling(
    Incident.REVOKE, 0, tricks=3, to=1, note="club under ♥", noted=NOON + timedelta(minutes=3)
)
POINTS = rules.Ruling(Incident.TABLE_TALK, 1, points=50, set=True)


def tallied(match: Match, *taken: Taker) -> Match:
    for one in taken:
        match = match.note_trick(one, NOON)
    return match


BIDDING = Match.start(HouseRules.of("partnership"), FOUR, started=NOON).bid(BIDS, NOON)
PLAYED = BIDDING.record_tricks([None, None, 1, None], [6, 6], NOON)
TALLIED = tallied(BIDDING, *[Taker(0)] * 6, Taker(0, 2), *[Taker(1, 3)] * 3, *[Taker(1)] * 3)


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
    assert fetch_one(database, select(HANDS.c.tally)) is None


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
