import pytest
from flask import Flask

from tests.reading import Node
from tests.table import Table
from tests.web.browser import Browser

NONSENSE = [
    pytest.param("A" * 22, id="a guess"),
    pytest.param("9" * 30, id="thirty digits"),
    pytest.param("9" * 5000, id="five thousand digits"),
    pytest.param("x" * 8000, id="very long"),
    pytest.param("%00", id="NUL"),
    pytest.param("%ED%A0%80", id="half a character"),
    pytest.param("%FF%FE", id="no text"),
    pytest.param("%F0%9F%82%A1", id="a playing card"),
    pytest.param("..%2f..%2fetc", id="a path"),
    pytest.param("' OR 1=1 --", id="a statement"),
]
POSTS = ["bids", "tricks", "undo", "misdeal", "end", "rematch", "hands/1/correction"]
PAGES = ["", "/file", "/hands/1/correction"]


def test_the_page_asks_for_exactly_what_is_due_in_forms_with_key_version_and_hand(
    table: Table,
) -> None:
    forms = [form.fields for form in table.show().forms]
    assert [form["version"] for form in forms] == ["1"] * len(forms)
    assert [form["number"] for form in forms] == ["1"] * len(forms)
    assert all(len(form["key"]) >= 16 for form in forms)
    shown = [table.show().form("/bids").fields["key"] for _ in range(3)]
    assert len(set(shown)) == 3
    assert {f"bid_{seat}" for seat in range(4)} <= table.show().form("/bids").names
    table.bid(4, 3, 3, 2)
    assert [form.action for form in table.show().forms if form.action.endswith("/bids")] == []
    assert {"side_0", "side_1"} <= table.show("?by=side").form("/tricks").names


def test_the_sheet_explains_every_number(table: Table) -> None:
    table.bid(4, 3, "nil", 2)
    table.take(6, 6, seat_2=1)
    words = table.show().text
    assert "Bid 4, took 6" in words
    assert "Cleo failed nil, took 1" in words
    assert "Bid 3 + 2 = 5, took 6" in words


@pytest.mark.parametrize("public_id", NONSENSE)
def test_an_invalid_address_is_not_found(table: Table, public_id: str, unchanged: None) -> None:
    fields = table.show().form("/bids").fields
    answers = [table.browser.open(f"/matches/{public_id}{page}") for page in PAGES]
    answers += [table.browser.post(f"/matches/{public_id}/{post}", fields) for post in POSTS]
    assert {answer.status for answer in answers} == {404}


@pytest.mark.parametrize(
    "cookie", ["", "x", "A" * 22, "A" * 3000, "%C3%B6" * 22, "' OR 1=1 --", "%00" * 22]
)
def test_an_invented_device_sees_nothing(app: Flask, table: Table, cookie: str) -> None:
    assert Browser(app, cookie).open(table.path).status == 404


@pytest.mark.parametrize(
    ("game", "bids", "question"),
    [
        ("partnership", (4, 3, 3, 2), "?by=side"),
        ("partnership", (4, 3, "nil", 2), "?by=side"),
        ("partnership", (4, 3, 3, 2), "?by=player"),
        ("partnership", (4, 3, 3, 2), "?by=trick"),
        ("three-handed", (5, 5, 5), "?by=side"),
        ("solo", (4, 3, 3, 2), "?by=side"),
        ("six-handed", (3, 3, 3, 3, 3, 1), "?by=player"),
    ],
)
def test_every_question_shows_the_symbol_of_its_side(
    table: Table, game: str, bids: tuple[int | str, ...], question: str
) -> None:
    table.start(game)
    known = signs(table.show().root.all("h2"))
    table.bid(*bids)
    page = table.show(question)
    asked = page.root.all("label", class_="take") + page.root.all("button", name="taken")
    assert len(set(known)) == len(known)
    assert signs(asked)
    assert set(signs(asked)) <= set(known)


def signs(nodes: list[Node]) -> list[str]:
    drawn = [node.all("svg", class_="shape") for node in nodes]
    return [str([shape.attributes for shape in found[0].below]) for found in drawn if found]


def test_the_last_hand_is_explained_in_a_popover(table: Table) -> None:
    table.play((4, 3, "nil", 2), 6, 6, seat_2=1)
    page = table.show()
    (brought,) = page.root.all("div", id="brought")
    assert "Cleo failed nil, took 1" in brought.text
    first, second, close = page.root.having("popovertarget")
    assert [first.attributes["aria-label"], second.attributes["aria-label"]] == ["Hand 1", "Hand 1"]
    assert close.text == "Close"
    table.bid(4, 3, 3, 2)
    assert table.show().root.having("popovertarget") == []
