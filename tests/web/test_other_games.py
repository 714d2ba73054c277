"""Three players, four each alone, and three pairs: set up, bid, played, read and found again."""

import pytest

from scorekeeper.rules import GAMES
from tests.people import PEOPLE, PLAYERS
from tests.table import Table
from tests.web.browser import Browser

FURTHER = ["three-handed", "solo", "six-handed"]
TRICKS = {"three-handed": 17, "solo": 13, "six-handed": 17}
EVEN = {
    "three-handed": ((6, 5, 5), (6, 5, 6)),
    "solo": ((3, 3, 3, 3), (4, 3, 3, 3)),
    "six-handed": ((2, 3, 2, 3, 2, 3), (6, 5, 6)),
}
"""Bids by seat, and the tricks each side took."""
PAGES = ["", "/referee", "/rules", "/rules/change", "/rulings"]


@pytest.fixture
def people(browser: Browser) -> Table:
    return Table(browser)


def test_all_games_are_offered_with_their_seats(browser: Browser) -> None:
    keys = browser.open("/matches/new").root.all("button", name="play")
    assert [key.attributes["value"] for key in keys] == [*GAMES]
    assert [len(key.all("circle")) for key in keys] == [game.seats for game in GAMES.values()]


@pytest.mark.parametrize("game", FURTHER)
def test_bids_are_asked_in_order_up_to_all_tricks(people: Table, game: str) -> None:
    people.start(game)
    page = people.show()
    seats = len(PLAYERS[game])
    order = [*range(1, seats), 0]
    form = page.form("/bids").node
    assert [row.attributes["id"] for row in form.all("fieldset")] == [
        f"bid_{seat}" for seat in order
    ]
    offered = [node.attributes["value"] for node in form.all("input", name="bid_0")]
    assert str(TRICKS[game]) in offered
    assert str(TRICKS[game] + 1) not in offered


@pytest.mark.parametrize(
    ("game", "names", "points", "bags"),
    [
        ("three-handed", ["Ann", "Ben", "Cleo"], [60, 50, 51], [0, 0, 1]),
        ("solo", ["Ann", "Ben", "Cleo", "Dan"], [31, 30, 30, 30], [1, 0, 0, 0]),
        ("six-handed", ["Gold", "Blue", "Green"], [51, 50, 51], [1, 0, 1]),
    ],
    ids=FURTHER,
)
def test_the_scoreboard_shows_every_side(
    people: Table, game: str, names: list[str], points: list[int], bags: list[int]
) -> None:
    people.start(game)
    page = people.show()
    assert [node.attributes["aria-label"] for node in page.root.having("data-points")] == names
    assert page.points == [0] * len(names)
    bids, tricks = EVEN[game]
    people.play(bids, *tricks)
    assert (people.points, people.bags) == (points, bags)


@pytest.mark.parametrize("game", FURTHER)
def test_tricks_can_be_tallied(people: Table, game: str) -> None:
    people.start(game)
    bids, tricks = EVEN[game]
    people.bid(*bids)
    people.tally(*[f"side_{side}" for side, taken in enumerate(tricks) for _ in range(taken)])
    assert "Hand 2" in people.show().text
    assert [sign for sign in people.points if sign == 0] == []


@pytest.mark.parametrize("game", FURTHER)
def test_every_page_exists_in_every_language_and_the_sheet_shows_every_side(
    people: Table, game: str
) -> None:
    people.start(game)
    bids, tricks = EVEN[game]
    for _ in range(2):
        people.play(bids, *tricks)
    for language in ("de", "fil", "en"):
        people.browser.client.set_cookie("language", language)
        pages = [people.browser.open(people.path + page) for page in PAGES]
        assert [(page.status, page.lang) for page in pages] == [(200, language)] * len(PAGES)
    people.end()
    for page in (pages[0], people.show()):
        (hand,) = page.root.all(id="hand-2")
        assert len(hand.all("ul")) == len(GAMES[game].sides)
    assert len(page.root.all("polyline")) == len(GAMES[game].sides)


@pytest.mark.parametrize(
    ("game", "tricks", "points"),
    [
        pytest.param("three-handed", {"seat_0": "5", "seat_1": "6"}, [-60, 51, 51], id="three"),
        pytest.param("solo", {"seat_0": "3", "seat_1": "4"}, [30, 31, 30, 30], id="solo"),
        pytest.param("six-handed", {"side_0": "7", "side_1": "4"}, [52, -50, 51], id="six"),
    ],
)
def test_a_hand_can_be_corrected(
    people: Table, game: str, tricks: dict[str, str], points: list[int]
) -> None:
    people.start(game)
    bids, taken = EVEN[game]
    people.play(bids, *taken)
    people.correct(1, **tricks)
    assert people.points == points
    assert people.show().text.count("before: bid") == 1


@pytest.mark.parametrize("game", FURTHER)
def test_a_finished_match_is_in_the_history(people: Table, game: str) -> None:
    people.start(game, target="100", opening_points_0="90")
    bids, tricks = EVEN[game]
    people.play(bids, *tricks)
    assert " win" in people.show().text
    page = people.browser.open("/history?name=Cleo")
    assert people.path in page.links
    assert people.show().form("/rematch").action == f"{people.path}/rematch"


def test_the_referee_names_all_six_in_order(people: Table) -> None:
    people.start("six-handed")
    words = people.browser.open(f"{people.path}/referee").text
    order = ", ".join([*PEOPLE[1:], PEOPLE[0]])
    assert f"Bidding order: {order}." in words
