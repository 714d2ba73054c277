import pytest

from tests.reading import Page
from tests.table import SAVED, Table

BEN_HEARTS = "Ben has had no hearts since trick 3"


def watch(table: Table, question: str = "") -> Page:
    return table.show(f"/judge?voids=yes{question}")


def note(table: Table, note: str, trick: int | None = None) -> Page:
    page = watch(table, "" if trick is None else f"&trick={trick}")
    return table.browser.send(page.form("/voids"), note=note)


def buttons(page: Page) -> list[str]:
    return [node.attributes["value"] for node in page.root.all("button", name="note")]


def revokes(page: Page) -> list[str]:
    return [node.text for node in page.root.all("p") if node.text.startswith("Revoke")]


def test_a_tap_notes_the_void_and_a_later_card_of_the_suit_is_a_revoke(table: Table) -> None:
    assert note(table, "out-1-H", trick=3).location == f"{table.path}/judge?voids=yes&trick=3"
    page = watch(table)
    assert BEN_HEARTS in page.text
    assert "played-1-H" in buttons(page)
    assert "out-1-H" not in buttons(page)
    note(table, "out-1-H", trick=3)
    page = note(table, "played-1-H", trick=3)
    assert page.status == 422
    assert "Ben can’t both follow suit and be void in trick 3." in page.text
    assert revokes(watch(table)) == []
    note(table, "out-1-H", trick=3)
    note(table, "played-1-H", trick=7)
    page = watch(table)
    assert revokes(page) == [
        "Revoke: Ben didn’t follow hearts in trick 3 but played one in trick 7."
    ]
    assert f"{table.path}/rulings?kind=revoke&noticed=later&seat=1" in page.links


@pytest.mark.parametrize("last", ["out-1-H", "played-1-H"])
def test_a_void_can_be_removed(table: Table, last: str) -> None:
    note(table, "out-1-H", trick=3)
    note(table, last, trick=7)
    note(table, "forget-1-H")
    page = watch(table)
    assert "out-1-H" in buttons(page)
    assert revokes(page) == []


def test_a_double_tap_notes_one_void_and_stores_nothing_in_the_match(
    table: Table, unchanged: None
) -> None:
    form = watch(table, "&trick=3").form("/voids")
    assert table.browser.send(form, note="out-1-H").status == SAVED
    table.browser.send(form, note="out-1-H", trick="5")
    assert BEN_HEARTS in watch(table).text


def test_the_current_trick_comes_from_the_tally_and_voids_end_with_the_hand(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    tallied = table.show("?by=trick").form("/tally")
    table.browser.send(tallied, taken="side_0")
    note(table, "out-1-H", trick=9)
    assert "Ben has had no hearts since trick 2" in watch(table).text
    table.take(8, 5)
    assert "Ben has had no" not in watch(table).text


def test_voids_belong_to_one_match(table: Table) -> None:
    note(table, "out-1-H", trick=3)
    other = Table(table.browser)
    other.start("two-player")
    assert len(buttons(watch(other))) == 8
    note(other, "out-1-H")
    assert "Ben has had no hearts since trick 1" in watch(other).text
    assert "Ben has had no" not in watch(table).text


def test_all_voids_fit_into_a_cookie(table: Table) -> None:
    for seat in range(4):
        for suit in "SHDC":
            note(table, f"out-{seat}-{suit}", trick=12)
            note(table, f"played-{seat}-{suit}", trick=13)
    page = watch(table)
    cookie = table.browser.client.get_cookie("scorekeeper_session")
    assert len(revokes(page)) == 16
    assert cookie is not None
    assert len(cookie.value) < 1500


@pytest.mark.parametrize(
    "written", ["", "out", "out-9-H", "out-1-X", "out--H", "out-1-", "-".join("out-1-H" * 3000)]
)
def test_an_invalid_void_note_is_rejected(table: Table, written: str) -> None:
    assert note(table, written).status == 400


@pytest.mark.parametrize("what", ["played-1-H", "forget-1-H", "else-1-H"])
def test_removing_an_unknown_void_note_changes_nothing(table: Table, what: str) -> None:
    assert note(table, what).status == SAVED
    assert buttons(watch(table)) == [f"out-{seat}-{suit}" for seat in range(4) for suit in "SHDC"]


@pytest.mark.parametrize("trick", ["0", "14", "-3", "x", "9" * 40])
def test_an_invalid_trick_number_selects_the_first(table: Table, trick: str) -> None:
    page = watch(table, f"&trick={trick}")
    assert page.form("/voids").fields["trick"] == "1"


@pytest.mark.parametrize(("cards", "found"), [("2H-KH", 1), ("2H-KC", 0), ("2C-KC-3H", 0)])
def test_a_card_of_a_noted_suit_is_a_revoke(table: Table, cards: str, found: int) -> None:
    note(table, "out-1-H", trick=3)
    page = table.browser.open(f"{table.path}/judge?leads=0&cards={cards}")
    assert page.text.count("Ben had no hearts in trick 3 but plays one now.") == found
    assert BEN_HEARTS in page.text


def test_a_void_found_in_a_trick_can_be_noted_also_from_the_former_address(table: Table) -> None:
    page = table.browser.open(f"{table.path}/judge?leads=0&whole=yes&cards=2H-KC")
    (address,) = [link for link in page.links if "voids=yes&trick=1" in link]
    assert table.browser.open(address).form("/voids").fields["trick"] == "1"
    page = table.browser.open(f"{table.path}/voids?trick=3")
    assert page.location == f"{table.path}/judge?trick=3&voids=yes"
