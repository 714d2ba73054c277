"""The comparison of what a phone recorded without the server with what others saved since."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.outbox import Phone, Says, bids, start, tricks
from tests.reading import Page
from tests.table import Table

NOTHING = [{"points": 0, "bags": 0}] * 2
NEW = {"place": 1, "played": 0, "bids": None, "standings": NOTHING}
BIDS = [[4, 3, 3, 2], [4, "nil", 3, 2], [1, 1, 1, 1]]


@dataclass(frozen=True)
class Hand:
    """A hand with the index of its bids, and the tricks of Gold if they are taken; or misdealt."""

    bid: int = 0
    gold: int | None = None
    is_misdealt: bool = False

    def say(self, place: int) -> list[Says]:
        if self.is_misdealt:
            return [{"fact": "misdeal", "place": place}]
        taken = [] if self.gold is None else [self.count(place, self.gold)]
        return [bids(place, *BIDS[self.bid]), *taken]

    def count(self, place: int, gold: int) -> Says:
        nil = [None, 0 if self.bid == 1 else None, None, None]
        return tricks(place, gold, 13 - gold, seats=nil)

    @property
    def is_complete(self) -> bool:
        return self.is_misdealt or self.gold is not None


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table.browser, table.path)


def compare(phone: Phone, *said: Says, **changes: Any) -> Page:
    phone.entries.clear()
    phone.add(*said)
    phone.address = f"{phone.match}/comparison"
    about = {"standings": NOTHING, "known": [NEW], "house": {"game": "partnership"}}
    answer = phone.send(**about | changes)
    phone.address = ""
    return answer


def say_all(hands: list[Hand]) -> list[Says]:
    return [said for place, hand in enumerate(hands, 1) for said in hand.say(place)]


def deal(chance: Random, count: int) -> list[Hand]:
    """Return hands, of which the last may still be played."""
    hands = [
        Hand(chance.randrange(3), chance.choice([5, 8]), chance.random() < 0.1)
        for _ in range(count)
    ]
    if hands and chance.random() < 0.3:
        hands[-1] = Hand(hands[-1].bid)
    return hands


def judge(saved: list[Hand], mine: list[Hand]) -> str:
    theirs, own = say_all(saved), say_all(mine)
    if own == theirs[: len(own)]:
        return "saved"
    if theirs == own[: len(theirs)]:
        return "following"
    return "apart" if any(map(is_unlike, saved, mine)) else "different"


def is_unlike(there: Hand, hand: Hand) -> bool:
    """Whether a hand cannot be corrected to the other, as one of them was misdealt."""
    is_new = hand.is_complete or hand.bid != there.bid or there.is_misdealt
    is_corrected = hand != there and is_new and there.is_complete
    return is_corrected and (hand.is_misdealt or there.is_misdealt)


def expect(saved: list[Hand], mine: list[Hand]) -> list[Hand]:
    """Return the hands if those of the phone replace what is saved, as far as it knows them."""
    replaced = list(saved)
    for index, hand in enumerate(mine):
        there = saved[index] if index < len(saved) else Hand()
        gold = there.gold if hand.gold is None else hand.gold
        replaced[index : index + 1] = [hand if hand.is_misdealt else Hand(hand.bid, gold)]
    return replaced


@pytest.mark.parametrize("seed", range(30))
def test_the_hands_of_the_phone_replace_those_that_are_saved(
    phone: Phone, table: Table, seed: int
) -> None:
    chance = Random(seed)
    saved = deal(chance, chance.randint(1, 3))
    mine = [*saved[: chance.randint(0, 3)], *deal(chance, chance.randint(0, 2))]
    # Only the last hand may still be played.
    mine = [hand if hand.is_complete else Hand(hand.bid, 8) for hand in mine[:-1]] + mine[-1:]
    phone.sent(*say_all(saved))
    phone.base = 1

    told = compare(phone, *say_all(mine)).json()

    assert told["case"] == judge(saved, mine)
    if told["says"]:
        phone.entries.clear()
        phone.base = told["version"]
        phone.sent(*told["says"])
        other = Phone(table.browser, start_anew(table))
        other.sent(*say_all(expect(saved, mine)))
        assert written(phone) == written(other)


def written(phone: Phone) -> list[dict[str, Any]]:
    listed = phone.browser.open(f"{phone.match}/file").json()["hands"]
    return [{name: hand[name] for name in hand if name != "noted"} for hand in listed]


def start_anew(table: Table) -> str:
    phone = Phone(table.browser, "", base=0, address="/outbox")
    return f"/matches/{phone.sent(start())['id']}"


def test_what_differs_is_shown(phone: Phone, table: Table) -> None:
    phone.sent(*say_all([Hand(0, 8), Hand(0, 8), Hand(is_misdealt=True), Hand(0, 8)]))
    phone.base = 1
    view = compare(phone, *say_all([Hand(0, 8), Hand(1, 5), Hand(0, 8)])).json()["view"]
    shown = " ".join(Page("", 200, (), view.encode()).text.split())
    assert "no longer fit" in shown
    assert "Hand 2 Ben’s bid 3 Nil Gold’s tricks 8 5 Blue’s tricks 5 8 Ben’s tricks – 0" in shown


@pytest.mark.parametrize(
    "changes", [{"known": []}, {"known": [{}]}, {"known": [NEW | {"place": 0}]}]
)
def test_a_comparison_needs_what_the_phone_knew(phone: Phone, changes: dict[str, Any]) -> None:
    answer = compare(phone, bids(1), **changes)
    assert (answer.status, answer.json()["case"]) == (422, "over")


def test_another_match_is_not_replaced_silently(phone: Phone) -> None:
    phone.sent(bids(1))
    phone.base = 1
    for changes, case in (
        ({"house": {"game": "partnership", "target": 400}}, "different"),
        ({"base": 9}, "apart"),
        ({"known": [NEW | {"place": 4, "played": 3}]}, "apart"),
        ({"standings": [{"points": 9, "bags": 0}] * 2, "base": 2}, "apart"),
    ):
        assert compare(phone, **changes).json()["case"] == case


def test_what_was_only_undone_on_the_phone_is_not_undone(phone: Phone) -> None:
    phone.sent(bids(1), tricks(1))
    known, undo = [NEW, NEW | {"bids": [6] * 4}], {"fact": "undo"}
    assert compare(phone, undo, base=2, known=known).json()["case"] == "apart"
    told = compare(phone, undo, undo, bids(1, 4, 3, 3, 2), base=2, known=known).json()
    assert (told["case"], told["says"][0]["fact"]) == ("different", "correct")
