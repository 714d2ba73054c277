from collections.abc import Callable

from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser


def test_a_deleted_match_is_listed_says_so_and_can_be_restored(table: Table) -> None:
    assert "Nothing deleted." in table.browser.open("/history/deleted").text
    table.send("deletion")
    table.browser.open("/")
    page = table.browser.open("/history/deleted")
    assert "Ann & Cleo" in page.text
    assert table.browser.send(page.form("/restoration")).status == SAVED
    for place in ("/history", "/settings"):
        assert "/history/deleted" in table.browser.open(place).links
    table.send("deletion")
    for page in ("", "/board", "/review", "/file", "/rulings", "/names"):
        found = table.browser.open(table.path + page)
        assert found.status == 200
        assert "This match was deleted on" in found.text
        assert ('http-equiv="refresh"' in found.html) is (page == "/board")
    assert table.browser.send(found.form("/restoration")).status == SAVED
    assert table.show().points == [0, 0]
    table.play((4, 3, 3, 2), 8, 5)
    answer = table.send("deletion")
    assert (answer.status, answer.location) == (SAVED, "/")
    home = table.browser.open("/")
    assert "Match deleted" in home.text
    assert table.path not in home.links
    assert table.path not in table.browser.open("/history").links
    back = table.browser.send(home.form("/restoration"))
    assert (back.status, back.location) == (SAVED, table.path)
    page = table.show()
    assert "Match restored" in page.text
    assert page.points == [71, 50]


def test_forms_of_a_deleted_match_change_nothing(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    form = table.show().form("/bids")
    second.send("deletion")
    before = stored()
    page = table.browser.send(form, bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    assert page.status == 409
    assert "This match was deleted on" in page.text
    assert stored() == before
    table.browser.send(page.form("/restoration"))
    assert table.browser.send(form, bid_0="4", bid_1="3", bid_2="3", bid_3="2").status == SAVED


def test_the_start_can_be_undone_before_the_first_record(table: Table) -> None:
    assert table.show().says_undo == ["Undo start"]
    answer = table.send("retraction")
    assert (answer.status, answer.location) == (SAVED, "/")
    home = table.browser.open("/")
    assert "Start undone" in home.text
    assert table.browser.send(home.form("/restoration")).location == table.path
    table.bid(4, 3, 3, 2)
    assert table.show().says_undo == ["Undo: bids of hand 1"]
    table.undo()
    assert table.show().says_undo == ["Undo start"]


def test_undoing_a_rotated_rematch_returns_to_the_first_match(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    again = Table(table.browser, table.send("rematch", rotate="yes").location)
    answer = again.send("retraction")
    assert answer.location == table.path
    page = table.show()
    assert "Start undone" in page.text
    assert table.browser.send(page.form("/restoration")).location == again.path
    again.send("retraction")
    assert table.send("rematch").location not in (again.path, table.path)


def test_a_start_cannot_be_undone_after_a_record(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    form = table.show().form("/retraction")
    second.bid(4, 3, 3, 2)
    before = stored()
    assert table.browser.send(form).status == 409
    current = dict(form.fields, version="2")
    assert table.browser.post(form.action, current).status == 409
    assert stored() == before


def test_an_empty_match_is_replaced_and_restored_and_others_are_kept(browser: Browser) -> None:
    table = Table(browser)
    table.start("partnership")
    empty = table.path
    table.start("partnership")
    page = table.show()
    assert "The empty match with the same players was removed." in page.text
    browser.send(page.form("/restoration") if page.forms_to("/restoration") else page.form(empty))
    assert empty in browser.open("/").links
    paths = []
    for fields in ({"opening_points_0": "342"}, {}):
        table.start("partnership", **fields)
        paths.append(table.path)
    table.start("solo")
    assert [path in browser.open("/").links for path in paths] == [True, True]


def test_a_rematch_of_a_reopened_match_is_refused(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    rematch = table.show().form("/rematch")
    table.undo()
    answer = table.browser.send(rematch)
    assert answer.status == 409
    assert "Nothing was saved" in answer.text


def test_same_again_pressed_twice_starts_one_match(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    first = table.browser.send(table.browser.open("/").form("/rematch")).location
    second = table.browser.send(table.browser.open("/").form("/rematch")).location
    assert first == second
    assert "This match has already been started" in table.browser.open(second).text


def of_match(page: Page) -> list[str]:
    """Return the actions of the forms of a page, without the one that claims a seat."""
    return [form.action for form in page.changing if not form.action.endswith("/seat")]


def test_viewers_are_offered_no_form(table: Table, watcher: Browser) -> None:
    watching = Table(watcher, table.path)
    for _ in range(2):
        assert table.show().form("/bids")
        assert not of_match(watching.show())
    table.bid(4, 3, "nil", 2)
    assert "Nil" in watching.show().text
    assert not of_match(watching.show("?change=bids"))
    table.take(6, 7, seat_2=0)
    table.rule("revoke", "later", seat="0", hand="1")
    pages = ("", "/rules", "/rulings", "/rulings?kind=revoke&noticed=later")
    for _ in range(2):
        for page in pages:
            found = watcher.open(table.path + page)
            assert (found.status, of_match(found)) == (200, []), page
            assert f"{table.path}/hands/1/correction" not in found.links
            assert f"{table.path}/rules/change" not in found.links
    assert f"{table.path}/hands/1/correction" in table.show().links
    table.end()
    assert not of_match(watching.show())
