"""Matches with jokers and high deuces: 18 tricks for three and six, and the referee's cards."""

from typing import Any

import pytest

from scorekeeper.rules import match_file
from tests.people import PLAYERS
from tests.reading import Page
from tests.table import SAVED, Table, tricks_by_side
from tests.web.browser import Browser


@pytest.fixture
def people(browser: Browser) -> Table:
    return Table(browser)


def read_file(people: Table) -> dict[str, Any]:
    written: dict[str, Any] = people.browser.open(f"{people.path}/file").json()
    return written


@pytest.mark.parametrize("game", ["three-handed", "six-handed"])
def test_three_and_six_with_jokers_play_eighteen_tricks(people: Table, game: str) -> None:
    people.start(game, deck="jokers")
    seats = len(PLAYERS[game])
    offered = people.show().form("/bids").node.all("input", name="bid_0")
    assert "18" in [key.attributes["value"] for key in offered]
    people.bid(*[6 * 3 // seats] * seats)
    assert people.send("tricks", **tricks_by_side(5, 6, 6)).status == 422
    people.take(6, 6, 6)
    assert people.points == [60, 60, 60]
    people.bid(18, *[1] * (seats - 1))
    people.take(18, 0, 0)
    written = read_file(people)
    assert written["hands"][1]["bids"][0] == 18
    again = match_file.read(written)
    assert [side.standing.points for side in again.scores[1] or ()] == people.points


@pytest.mark.parametrize(
    ("game", "deck", "tricks"),
    [
        ("partnership", "jokers", 13),
        ("two-player", "jokers 2D 2S", 13),
        ("three-handed", "jokers 2S", 18),
        ("six-handed", "jokers 2D 2S", 18),
    ],
)
def test_trick_by_trick_and_voids_have_the_tricks_of_the_deck(
    people: Table, game: str, deck: str, tricks: int
) -> None:
    people.start(game, deck=deck)
    seats = len(PLAYERS[game])
    people.bid(*[2] * seats)
    by_trick = people.show("?by=trick").form("/tally").node
    assert by_trick.attributes["data-tricks"] == str(tricks)
    voids = people.browser.open(f"{people.path}/judge?voids=yes")
    assert f"Trick {tricks}" in voids.text
    assert f"Trick {tricks + 1}" not in voids.text
    people.tally(*["side_0"] * tricks)
    assert "Hand 2" in people.show().text


def test_a_deck_with_other_tricks_is_only_chosen_before_the_first_hand(people: Table) -> None:
    people.start("three-handed")

    def change(deck: str) -> Page:
        fields = {"deck": deck}
        return people.browser.open(f"{people.path}/rules/change", query_string=fields)

    assert people.browser.send(change("jokers").form("/change")).status == SAVED
    assert read_file(people)["house"] == {"game": "three-handed", "deck": "jokers"}
    offered = change("jokers").root.all("input", name="forbidden_total")
    assert [key.attributes["value"] for key in offered][1] == "18"
    people.bid(6, 6, 6)
    before = read_file(people)
    refused = change("usual")
    said = "the hands of this match have 18 tricks. Start a new match to change it."
    assert (refused.status, refused.errors) == (422, [("deck", f"Highest trumps: {said}")])
    assert read_file(people) == before
    assert people.browser.send(change("jokers 2S").form("/change")).status == SAVED


def test_a_paper_sheet_has_the_tricks_of_its_deck(browser: Browser) -> None:
    page = browser.open("/matches/paper?game=three-handed")
    cells = {f"bid_1_{seat}": "6" for seat in range(3)} | {"took_1_0": "6", "took_1_1": "6"}
    names = {f"player_{seat}": name for seat, name in enumerate(PLAYERS["three-handed"])}
    saved = browser.send(page.form("/matches/paper"), **names, **cells, deck="jokers")
    assert saved.status == SAVED
    assert browser.open(f"{saved.location}/file").json()["hands"][0]["tricks"] == [6, 6, 6]


def spades(page: Page) -> list[str]:
    group = page.root.all("div", class_="deck__suit")[0]
    return [key.attributes["aria-label"] for key in group.all("button")]


def test_high_trumps_are_the_first_spades_and_explained_once(people: Table) -> None:
    people.start(deck="jokers 2D 2S")
    judge = f"{people.path}/judge"
    page = people.browser.open(judge)
    assert spades(page)[:5] == [
        *("big joker", "little joker", "2 of diamonds", "2 of spades", "ace of spades")
    ]
    note = "Big joker (BJ), little joker (LJ) and 2 of diamonds count as spades."
    assert note in page.text
    page = people.browser.open(f"{judge}?leads=0&cards=AD-KD-2D-3D")
    assert "Cleo wins with the 2 of diamonds" in page.text
    assert "Cleo didn’t follow diamonds." in page.text
    assert note not in page.text
    assert note in people.browser.open(f"{judge}?voids=yes").text
    boxes = people.browser.open(f"{judge}?holder=0&enter=yes").root.all("input", name="holding")
    assert [box.attributes["value"] for box in boxes][:5] == ["BJ", "LJ", "2D", "2S", "AS"]


def test_a_hand_of_jokers_is_judged_card_by_card(people: Table) -> None:
    people.start(deck="jokers 2S")
    held = "BJ-LJ-2S-AS-KH-QH-JH-10H-9H-8H-7H-6H-5H"
    asked = f"{people.path}/judge?leads=0&whole=yes&holder=0&holding={held}"
    page = people.browser.open(f"{asked}&cards=KH-AH-4H-3H-KD-AD-QD-LJ")
    assert "Trick 2 Ann wins with the little joker and leads next." in page.text.replace("\n", " ")
    assert "The little joker was right." in page.text
