from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper import rules
from scorekeeper.book.db.database import Database
from scorekeeper.book.models.tables import SAVED_HOUSE_RULES
from scorekeeper.book.scorebooks import saved_house_rules
from tests.book.scorers import Scorer, bid
from tests.databases import count_rows

SHORT = rules.HouseRules.of("partnership", target=300, floor=None)
COOKOUT = rules.HouseRules.of(
    "partnership", big_bids=[{"at": 10, "made": 150, "set": -150}], revoke_penalty=50, minutes=90
)
ALONE = rules.HouseRules.of("two-player", target=200)


def save(scorer: Scorer, name: str, house: rules.HouseRules) -> None:
    scorer.do(saved_house_rules.save, name, house)


def saved(scorer: Scorer, game: str = "partnership") -> Sequence[saved_house_rules.SavedHouseRules]:
    return scorer.ask(saved_house_rules.find_saved, game)


def forget(scorer: Scorer, public_id: str) -> None:
    scorer.do(saved_house_rules.delete_saved, public_id)


def test_a_change_is_logged_with_its_reason(ann: Scorer) -> None:
    played = ann.start()
    ann.record(played, bid)
    ann.change_house(played, "as agreed", target=300)
    ann.change_house(played, "", target=300, floor=None)
    first, second = ann.log(played, rules.Fact.HOUSE_RULES)
    usual, short = (rules.HouseRules.of("partnership", target=points) for points in (500, 300))
    assert (first.change.before.house, first.change.after.house) == (usual, short)
    assert (first.change.changed_rules, first.reason) == (("target",), "as agreed")
    assert (second.change.before.house, second.change.after.house) == (short, SHORT)
    assert (second.change.changed_rules, second.reason) == (("floor",), "")
    assert first.at.tzinfo is not None


@pytest.mark.parametrize("house", [SHORT, COOKOUT, rules.HouseRules.of("partnership")])
def test_saved_rules_are_loaded_unchanged(ann: Scorer, house: rules.HouseRules) -> None:
    save(ann, "Ours", house)
    ((_public_id, name, found),) = [(one.public_id, one.name, one.house) for one in saved(ann)]
    assert (name, found) == ("Ours", house)


def test_saved_rules_are_listed_by_game_and_name(ann: Scorer) -> None:
    save(ann, "Office", SHORT)
    save(ann, "Kitchen", COOKOUT)
    save(ann, "Kitchen", ALONE)
    assert [one.name for one in saved(ann)] == ["Kitchen", "Office"]
    assert [one.house for one in saved(ann, "two-player")] == [ALONE]


def test_an_equal_name_overwrites_the_saved_rules_and_deleting_them_twice_is_harmless(
    ann: Scorer, database: Database
) -> None:
    save(ann, "Ours", SHORT)
    save(ann, "Ours", COOKOUT)
    assert [one.house for one in saved(ann)] == [COOKOUT]
    assert count_rows(database, SAVED_HOUSE_RULES) == 1
    (ours,) = saved(ann)
    forget(ann, ours.public_id)
    forget(ann, ours.public_id)
    assert count_rows(database, SAVED_HOUSE_RULES) == 0


def test_equal_names_at_once_are_saved_once(ann: Scorer, database: Database) -> None:
    save(ann, "Another", SHORT)
    with ThreadPoolExecutor(4) as threads:
        sent = [threads.submit(save, ann, "Ours", house) for house in (SHORT, COOKOUT) * 4]
    assert [one.exception() for one in sent] == [None] * 8
    assert count_rows(database, SAVED_HOUSE_RULES) == 2


def test_the_last_rules_are_those_of_the_newest_match(ann: Scorer, database: Database) -> None:
    def last(scorer: Scorer, game: str) -> rules.HouseRules | None:
        return scorer.ask(saved_house_rules.find_latest, game)

    assert last(ann, "partnership") is None
    for house in (COOKOUT, SHORT, ALONE):
        names = ["Ann", "Ben", "Cleo", "Dan"][: house.game.seats]
        ann.start(match=rules.Match.start(house, names))
    assert last(ann, "partnership") == SHORT
    assert last(ann, "two-player") == ALONE
    assert last(ann, "solo") is None
    assert last(Scorer(database), "partnership") is None
