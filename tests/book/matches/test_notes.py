from dataclasses import replace

import pytest

from scorekeeper import rules
from scorekeeper.book.matches import matches, notes, undo_tree
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.matches import StaleMatch
from scorekeeper.book.matches.submissions import Submission
from tests.book.scorers import BIDS, Scorer
from tests.databases import ask

DOG = "a dog barked"


def note(
    scorer: Scorer,
    public_id: str,
    hand: int | None = None,
    key: str = "",
    was: dict[str, str] | None = None,
    **said: str,
) -> None:
    """Save a place or a note; `was` is the previous one, by default none."""
    sent = Submission.of(key or str(said), said.items())
    scorer.do(notes.save_notes, public_id, sent, said, was or {}, hand)


def record(
    scorer: Scorer, stored: StoredMatch, changed: rules.Match | undo_tree.Transition
) -> None:
    sent = Submission.of("late", [])
    scorer.do(matches.record, stored, changed, sent)


@pytest.fixture
def played(ann: Scorer) -> str:
    public_id = ann.start()
    ann.record(public_id, lambda match: match.bid(BIDS))
    ann.record(public_id, lambda match: match.record_tricks([None] * 4, [8, 5]))
    ann.record(public_id, lambda match: match.bid(BIDS))
    return public_id


def noted(scorer: Scorer, public_id: str) -> list[str]:
    return [hand.note for hand in scorer.load(public_id).match.hands]


def test_a_note_does_not_change_the_version(ann: Scorer, played: str) -> None:
    before = ann.load(played)
    note(ann, played, place="kitchen", note="with Eve’s cards")
    after = ann.load(played)
    assert (after.match.place, after.match.note) == ("kitchen", "with Eve’s cards")
    assert (after.version, after.revision) == (before.version, before.revision + 1)
    assert replace(after.match, place="", note="") == before.match


def test_a_note_sent_again_or_unchanged_changes_no_revision(ann: Scorer, played: str) -> None:
    before = ann.load(played).revision
    note(ann, played, place="", note="")
    assert ann.load(played).revision == before
    for _ in range(3):
        note(ann, played, key="same", note=DOG)
        assert ann.load(played).revision == before + 1


def test_place_and_note_and_equal_notes_do_not_conflict(ann: Scorer, played: str) -> None:
    note(ann, played, place="kitchen")
    note(ann, played, place="", note=DOG)
    note(ann, played, key="another phone", note=DOG)
    stored = ann.load(played).match
    assert (stored.place, stored.note) == ("kitchen", DOG)


def test_a_note_does_not_conflict_with_a_hand(ann: Scorer, played: str) -> None:
    typed = ann.load(played)
    note(ann, played, hand=2, note=DOG)
    record(ann, typed, typed.match.record_tricks([None] * 4, [7, 6]))
    stored = ann.load(played)
    assert stored.match.hands[1].tricks is not None
    assert noted(ann, played) == ["", DOG]


def test_undo_keeps_notes(ann: Scorer, played: str) -> None:
    note(ann, played, hand=1, note=DOG)
    note(ann, played, place="kitchen")
    for _ in range(2):
        ann.undo(played)
    stored = ann.load(played).match
    assert (stored.place, stored.hands[0].note) == ("kitchen", DOG)
    assert stored.hands[0].tricks is None


def test_the_note_of_an_undone_hand_returns_with_redo(ann: Scorer, played: str) -> None:
    note(ann, played, hand=1, note="first")
    note(ann, played, hand=2, note="second")
    for _ in range(3):
        ann.undo(played)
    assert noted(ann, played) == []
    ann.redo(played)
    note(ann, played, hand=1, was={"note": "first"}, note="another word")
    for _ in range(2):
        ann.redo(played)
    assert noted(ann, played) == ["another word", "second"]


def test_a_note_added_before_undo_returns_with_redo(ann: Scorer, played: str) -> None:
    before = ann.load(played)
    note(ann, played, hand=2, note=DOG)
    turn = ask(ann.database, undo_tree.undo, before)
    record(ann, before, turn)
    assert noted(ann, played) == [""]
    ann.redo(played)
    assert noted(ann, played) == ["", DOG]


def test_notes_of_removed_hands_return_with_undo(ann: Scorer) -> None:
    house = rules.HouseRules.of("partnership", target=100)
    match = rules.Match.start(house, ["Ann", "Ben", "Cleo", "Dan"])
    public_id = ann.start(match=match)
    for piles in ([7, 6], [9, 4]):
        ann.record(public_id, lambda match: match.bid(BIDS))
        ann.record(public_id, lambda match, piles=piles: match.record_tricks([None] * 4, piles))
    note(ann, public_id, hand=1, note="first")
    note(ann, public_id, hand=2, note="second")
    bids = [rules.Bid(10), *BIDS[1:]]
    ann.correct(public_id, lambda match: match.correct(1, bids, [None] * 4, [13, 0]), "forgot")
    assert noted(ann, public_id) == ["first"]
    ann.undo(public_id)
    assert noted(ann, public_id) == ["first", "second"]
    ann.redo(public_id)
    ann.undo(public_id)
    assert noted(ann, public_id) == ["first", "second"]


def test_a_note_does_not_make_a_stale_form_valid(ann: Scorer, played: str) -> None:
    seen = ann.load(played)
    ann.record(played, lambda match: match.record_tricks([None] * 4, [8, 5]))
    note(ann, played, hand=2, note=DOG)
    with pytest.raises(StaleMatch):
        ann.record(played, lambda match: match, seen=seen)
