import pytest

from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser


def keys(page: Page) -> list[str]:
    return [key.text for foot in page.root.all("nav", class_="foot") for key in foot.all("a")]


def slips(page: Page) -> list[str]:
    return [slip.text for slip in page.root.all("p") if "slip" in slip.attributes.get("class", "")]


def texts(page: Page, name: str) -> list[str]:
    return [place.text for place in page.root.all(class_=name)]


def menu(page: Page) -> list[str]:
    (found,) = page.root.all("details", class_="menu")
    own = [item for item in found.below if item.attributes.get("class") == "menu__item"]
    return [item.text for item in own]


def test_the_board_has_three_keys_and_links_to_the_bids_and_home(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    assert keys(table.show()) == ["Tricks", "Trick by trick", "Referee"]
    assert table.show().root.all(class_="half__near") == []
    page = table.show()
    (back,) = page.root.all("a", class_="bar__back")
    assert back.attributes["href"] == f"{table.path}?change=bids"
    assert table.browser.open(back.attributes["href"]).form("/bids").fields["bid_0"] == "4"
    assert menu(page)[0] == "Misdeal: start this hand over"
    assert [
        key.attributes["aria-label"] for key in page.root.all("button", class_="bar__action")
    ] == ["Undo: bids of hand 1"]
    assert "/" in page.ways


def test_the_board_shows_points_contracts_and_nils(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.bid(4, 4, "nil", 2)
    page = table.show()
    assert page.points == [71, 50]
    assert slips(page) == ["4 to make", "Nil Cleo", "6 to make"]
    assert texts(page, "half__last") == ["Hand 1: +71", "Hand 1: +50"]
    assert page.root.all("h1")[0].text == "Ben leads"


@pytest.mark.parametrize(
    ("game", "bids", "told"),
    [
        ("partnership", (4, 3, "nil", "blind nil"), ["Ann 4 Cleo Nil", "Ben 3 Dan Blind nil"]),
        ("six-handed", (1, 2, 3, 4, 5, "nil"), ["Ann 1 Dan 4", "Ben 2 Eve 5", "Cleo 3 Finn Nil"]),
        ("solo", (4, 3, "nil", 2), ["4 to make", "3 to make", "Nil to make", "2 to make"]),
        ("three-handed", (4, "blind nil", 9), ["4 to make", "Blind nil to make", "9 to make"]),
        ("two-player", (6, 7), ["6 to make", "7 to make"]),
    ],
)
def test_the_board_says_who_bid_what(
    table: Table, game: str, bids: tuple[int | str, ...], told: list[str]
) -> None:
    table.start(game, blind_deficit="0")
    table.bid(*bids)
    for page in (table.show(), table.browser.open(f"{table.path}/board?turned=1")):
        partners = texts(page, "half__who")[-len(told) :]
        assert (partners if any(partners) else slips(page)[-len(told) :]) == told


def test_a_player_whose_contract_a_ruling_has_changed_still_has_a_bid(table: Table) -> None:
    table.start("two-player")
    table.bid(6, 7)
    table.rule("revoke", "later", seat="1", hand="1")
    page = table.show()
    assert texts(page, "half__who") == ["bid 6", "bid 7"]
    assert slips(page)[0] == "3 to make"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({}, "May exchange up to 3 cards before the first trick"),
        ({"exchange": "1"}, "May exchange 1 card before the first trick"),
        ({"exchange": ""}, ""),
    ],
)
def test_a_blind_nil_may_exchange_cards_before_the_first_trick(
    table: Table, rules: dict[str, str], told: str
) -> None:
    table.start("two-player", blind_deficit="0", **rules)
    table.bid("blind nil", 7)
    assert texts(table.show(), "half__swap") == [told, ""]
    table.tally("side_1")
    assert texts(table.browser.open(f"{table.path}/board"), "half__swap") == ["", ""]


def test_the_board_warns_of_what_is_near(table: Table) -> None:
    table.start("partnership", opening_points_0="430", opening_bags_0="8", opening_bags_1="9")
    table.bid(4, 3, 3, 3)
    words = table.show().text
    assert "Wins with 7 or 8 tricks" in words
    assert "Bag penalty with 7 or more tricks" in words


def test_the_board_explains_a_hand_that_bids_itself(table: Table) -> None:
    table.start("partnership", first_hand="bids itself")
    assert slips(table.show()) == ["10 per trick", "10 per trick"]


def test_spectators_see_the_board_without_keys(table: Table, watcher: Browser) -> None:
    before = watcher.open(table.path)
    table.bid(4, 3, 3, 2)
    after = watcher.open(table.path)
    table.undo()
    undone = watcher.open(table.path)
    for page in (before, after, undone):
        assert page.points == [0, 0]
        assert keys(page) == []
        assert [form.action for form in page.forms] == [f"{table.path}/seat"]
        buttons = [key.attributes["aria-label"] for key in page.root.all("button")]
        assert buttons == ["I am Ann", "I am Ben", "I am Cleo", "I am Dan"]
        assert menu(page) == ["Scoreboard", "Rule card", "Match file"]
        assert page.root.all("a", class_="bar__back")[0].attributes["href"] == "/"

    assert texts(before, "half__who") == ["Ann Cleo", "Ben Dan"]
    assert (slips(before), slips(after)) == ([], ["7 to make", "5 to make"])
