"""The steps of a save: find, load, change, and one short write."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper import rules
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import MATCHES, PLAYERS
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import recorded

REVOKE = rules.Ruling(rules.Incident.REVOKE, 0, tricks=3, to=1)
AHEAD = [rules.Standing(400), rules.Standing()]
FIVES = [rules.Bid(5), rules.Bid(3), rules.Bid(5), rules.Bid(2)]
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


@pytest.fixture
def public_id(ann: Scorer) -> str:
    public_id = ann.start()
    for change in (bid, take, bid):
        ann.record(public_id, change)
    return public_id


def write(scorer: Scorer, stored: StoredMatch, changed: rules.Match) -> StoredMatch:
    return scorer.do(matches.record, stored, changed, Submission.of("k", []))


@pytest.mark.parametrize(
    ("change", "statements"),
    [
        pytest.param(take, 5, id="tricks"),
        pytest.param(lambda match: match.record_misdeal(NOON), 5, id="misdeal"),
        pytest.param(lambda match: match.note_trick(rules.Taker(0), NOON), 5, id="trick"),
        pytest.param(lambda match: match.end(NOON), 9, id="end, and what statistics count"),
        pytest.param(lambda match: match.add_ruling(1, REVOKE), 5, id="ruling"),
        pytest.param(lambda match: bid(take(match)), 7, id="tricks and bids at once"),
    ],
)
def test_saving_takes_few_statements(
    ann: Scorer, public_id: str, change: Callable[[rules.Match], rules.Match], statements: int
) -> None:
    stored = ann.load(public_id)
    changed = change(stored.match)
    with recorded(ann.database) as asked:
        write(ann, stored, changed)
    assert len(asked) == statements


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(take, id="tricks"),
        pytest.param(lambda match: match.end(NOON), id="end"),
        pytest.param(lambda match: match.record_misdeal(), id="a hand without a time"),
        pytest.param(
            lambda match: match.record_tricks([None] * 4, [13, 0]).with_house_rules(
                rules.HouseRules.of("partnership", target=100)
            ),
            id="an end without a time",
        ),
    ],
)
def test_a_save_returns_what_will_be_loaded(
    ann: Scorer, public_id: str, change: Callable[[rules.Match], rules.Match]
) -> None:
    stored = ann.load(public_id)
    after = write(ann, stored, change(stored.match))
    assert after == ann.load(public_id)


def test_a_repeated_form_is_recognized(ann: Scorer, public_id: str) -> None:
    sent = Submission.of("k", [("content", "")])
    assert not ann.look(public_id, sent).answered
    ann.record(public_id, take, key="k")
    assert ann.look(public_id, sent).answered
    assert not ann.look(public_id, Submission.of("k", [("content", "other")])).answered
    assert not ann.look(ann.start(), sent).answered


def test_a_repeated_or_outdated_form_writes_nothing(ann: Scorer, public_id: str) -> None:
    stored = ann.load(public_id)
    first = write(ann, stored, take(stored.match))
    late = [(stored, take(stored.match)), (stored, stored.match.end(NOON)), (first, stored.match)]
    for early, changed in late:
        with pytest.raises(matches.StaleMatch):
            write(ann, early, changed)
    assert ann.load(public_id) == first


def test_a_rename_during_a_save_is_included(ann: Scorer, public_id: str) -> None:
    stored = ann.load(public_id)
    with ann.database.write() as session:
        session.execute(update(PLAYERS).where(PLAYERS.c.name == "Ben").values(name="Benno"))
        session.execute(update(MATCHES).values(revision=MATCHES.c.revision + 1))
    after = write(ann, stored, take(stored.match))
    assert after == ann.load(public_id)
    assert (after.version, after.revision) == (5, 6)
    assert after.match.players == ("Ann", "Benno", "Cleo", "Dan")


def test_hands_removed_by_a_correction_are_logged(ann: Scorer) -> None:
    start = rules.Match.start(
        rules.HouseRules.of("partnership"), NAMES, opening=AHEAD, started=NOON
    )
    match = take(bid(take(bid(start))))
    public_id = ann.start(match=match)
    ann.correct(public_id, lambda match: match.correct(1, FIVES, None, [10, 3]), "over at once")
    (found,) = ann.log(public_id, rules.Fact.CORRECTION)
    assert (found.record, found.reason) == (rules.Record(rules.Fact.CORRECTION, 1), "over at once")
    assert found.change.before.hands == match.hands
    assert found.change.after.hands == ann.load(public_id).match.hands


def test_hands_removed_by_a_ruling_are_logged(ann: Scorer) -> None:
    behind = [rules.Standing(-140), rules.Standing()]
    house = rules.HouseRules.of("partnership", floor=-200)
    start = rules.Match.start(house, NAMES, opening=behind, started=NOON)
    match = take(bid(take(bid(start))))
    public_id = ann.start(match=match)
    ann.record(public_id, lambda match: match.add_ruling(1, REVOKE))
    after = ann.load(public_id).match
    (found,) = ann.log(public_id, rules.Fact.RULING)
    assert found.record == rules.Record(rules.Fact.RULING, 1)
    assert (found.change.before.hands, found.change.after.hands) == (match.hands, after.hands)


def test_changes_are_logged_in_order_and_unchanged_house_rules_are_not(
    ann: Scorer, public_id: str
) -> None:
    ann.change_house(public_id, "nothing")
    assert ann.log(public_id, rules.Fact.HOUSE_RULES) == []
    assert ann.load(public_id).version == 5
    for piles in ([9, 4], [10, 3], [8, 5]):
        ann.correct(
            public_id, lambda match, piles=piles: match.correct(1, BIDS, None, piles), str(piles)
        )
    corrections = ann.log(public_id, rules.Fact.CORRECTION)
    assert [found.reason for found in corrections] == ["[9, 4]", "[10, 3]", "[8, 5]"]
    assert corrections[-1].change.after.hands == ann.load(public_id).match.hands[:1]


def test_the_time_of_a_fact_is_stored_exactly(ann: Scorer, public_id: str) -> None:
    later = NOON + timedelta(hours=1, microseconds=7)
    ann.record(public_id, lambda match: match.record_tricks([None] * 4, [8, 5], later))
    stored = ann.load(public_id)
    assert stored.match.hands[-1].noted == later


def fingerprint(*content: tuple[str, str]) -> bytes:
    return Submission.of("k", content).fingerprint


def test_the_order_of_fields_and_the_key_do_not_matter() -> None:
    assert fingerprint(("a", "1"), ("b", "2")) == fingerprint(("b", "2"), ("a", "1"))
    assert Submission.of("k", []).fingerprint == Submission.of("l", []).fingerprint


@pytest.mark.parametrize(
    "other",
    [
        pytest.param([("a", "2"), ("b", "2")], id="another value"),
        pytest.param([("a", "1")], id="a field less"),
        pytest.param([("a", "1"), ("b", "2"), ("b", "2")], id="a field twice"),
        pytest.param([("a", "12"), ("b", "")], id="the same letters elsewhere"),
        pytest.param([("a", "1\0b\0002")], id="a separator inside a value"),
    ],
)
def test_other_content_is_another_form(other: list[tuple[str, str]]) -> None:
    assert fingerprint(*other) != fingerprint(("a", "1"), ("b", "2"))


def test_lone_surrogates_are_accepted() -> None:
    assert len(fingerprint(("a", "\ud800"))) == 32
