import pytest
from flask import Flask

from scorekeeper.book.joining import recovery
from scorekeeper.book.joining.codes import parse_code
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser


@pytest.fixture
def owner(table: Table) -> Browser:
    return table.browser


def at(browser: Browser, page: str = "") -> str:
    return f"/scorebooks/{browser.stored.book}{page}"


def call(browser: Browser, name: str) -> Page:
    return browser.send(browser.open(at(browser)).form("/name"), name=name)


def begin(browser: Browser, name: str = "") -> Page:
    return browser.send(browser.open("/scorebooks").form("/scorebooks"), name=name)


def link(page: Page) -> str:
    field, *_ = [node for node in page.root.all("input") if "readonly" in node.attributes]
    return field.attributes["value"]


def test_a_new_visitor_sees_no_scorebook_list_and_creates_one_by_name(browser: Browser) -> None:
    page = browser.open("/settings")
    assert {"/in", "/scorebooks"} <= {*page.ways}
    assert not any("/scorebooks/" in way for way in page.ways)
    assert begin(browser, "Club").status == SAVED
    assert [book.name for book in browser.stored.books()] == ["Club"]
    assert begin(browser, "x" * 41).status == 422
    assert [book.name for book in browser.stored.books()] == ["Club"]


def test_a_scorebook_can_be_named_and_unnamed_and_a_wrong_name_is_kept(owner: Browser) -> None:
    assert "Ann, Ben, Cleo, Dan" in owner.open("/settings").text
    assert call(owner, " Friday  table ").status == SAVED
    for name in ("x" * 41, "a\x07b"):
        answer = call(owner, name)
        assert (answer.status, bool(answer.errors)) == (422, True)
        assert answer.form("/name").fields["name"] == name
    assert "Friday table" in owner.open("/settings").text
    call(owner, "")
    assert owner.stored.books()[0].name is None


def test_a_second_scorebook_is_created_once_and_chosen(app: Flask, owner: Browser) -> None:
    form = owner.open("/scorebooks").form("/scorebooks")
    session = owner.client.get_cookie("scorekeeper_session")
    assert session is not None
    first_tap = Browser(app, owner.secret)
    first_tap.client.set_cookie("scorekeeper_session", session.value)
    for tap in (first_tap, owner):
        assert tap.send(form, name="Family").status == SAVED
    owner.open("/settings")
    assert [book.name for book in owner.stored.books()] == ["Family", None]
    home = owner.open("/")
    assert [one.text for one in home.root.all(class_="books__one")] == [
        "Family",
        "Ann, Ben, Cleo, Dan",
    ]
    former = owner.stored.books()[1].public_id
    assert owner.send(home.form("/scorebooks/choice"), scorebook=former).status == SAVED
    assert owner.stored.books()[0].public_id == former
    assert "Ann" in owner.open("/").text


def test_a_single_scorebook_offers_no_switch_and_a_foreign_one_cannot_be_chosen(
    owner: Browser, stranger: Browser
) -> None:
    assert owner.open("/").root.all(class_="books") == []
    begin(owner)
    owner.open("/settings")
    form = owner.open("/").form("/scorebooks/choice")
    theirs = stranger.stored.books()[0].public_id
    for public_id in (theirs, "", "x" * 22):
        assert owner.send(form, scorebook=public_id).status == 404


def test_phones_can_be_renamed(owner: Browser) -> None:
    owner.add_phone("viewer")
    page = owner.open(at(owner, "/phones"))
    assert "can read the scorebook · used today" in page.text
    assert owner.send(page.forms_to("/name")[-1], name="Grandma’s").status == SAVED
    assert "Grandma’s" in owner.open(at(owner, "/phones")).text
    assert owner.send(page.forms_to("/name")[-1], name="").status == 422


def test_a_read_link_works_until_it_is_renewed(app: Flask, owner: Browser, table: Table) -> None:
    page = owner.open(at(owner, "/reading"))
    first = link(page)
    assert first.startswith("http://192.168.1.7/r/")
    reader = Browser(app)
    reader.open(first.removeprefix("http://192.168.1.7"))
    reader.open("/in")
    assert reader.open(table.path).status == 200
    for _ in range(2):
        owner.send(page.form("/reading"))
    second = link(owner.open(at(owner, "/reading")))
    assert second != first
    assert Browser(app).open(first.removeprefix("http://192.168.1.7")).status == 404
    assert Browser(app).open(second.removeprefix("http://192.168.1.7")).status == 303
    assert reader.open(table.path).status == 200


def test_viewers_see_no_form_that_writes_nor_one_that_restores_a_scorebook(
    owner: Browser, table: Table
) -> None:
    reader = owner.add_phone("viewer")
    player = next(way for way in reader.open("/players").ways if "/players/" in way)
    for path in ("/", "/history", "/players", player, table.path):
        page = reader.open(path)
        assert page.status == 200, path
        # A spectator can only say which player they are.
        assert {form.action.rpartition("/")[2] for form in page.changing} <= {"seat"}
        assert "/matches/new" not in page.ways
        assert "/history/deleted" not in page.ways
    table.send("deletion")
    assert reader.open(table.path).forms_to("/restoration") == []
    page = reader.open(at(reader))
    assert [form.action.rpartition("/")[2] for form in page.changing] == ["departure"]
    owner.send(owner.open(at(owner)).form("/deletion"), typed="delete")
    page = reader.open("/scorebooks")
    assert "Anyone who had full access can restore it" in page.text
    assert page.forms_to("/restoration") == []


def test_another_phone_joins_by_a_one_time_link(app: Flask, owner: Browser) -> None:
    path = at(owner, "/another-phone")
    form = owner.open(path).form("/another-phone")
    owner.send(form)
    shown = link(owner.open(path))
    owner.send(form)
    assert link(owner.open(path)) == shown
    assert shown.startswith("http://192.168.1.7/in/")
    other = Browser(app)
    other.send(other.open(shown.removeprefix("http://192.168.1.7")).form(""))
    assert [book.is_owned for book in other.stored.books()] == [True]
    page = owner.open(path)
    assert "That link was used" in page.text
    assert page.form("/another-phone")


def test_all_owners_see_the_current_recovery_code(app: Flask, owner: Browser) -> None:
    path, other = at(owner, "/recovery"), owner.add_phone("owner")
    assert owner.open(path).root.all(class_="code") == []
    found = []
    for phone in (owner, other):
        form = phone.open(path).form("/recovery")
        for _tap in range(2):
            phone.send(form)
        pages = [seen.open(path) for seen in (owner, other)]
        [code] = {parse_code(page.root.all(class_="code")[0].text, 20) for page in pages}
        found.append(str(code))
    assert "Recovery code Made" in other.open("/settings").text
    with app.extensions["database"].read() as session:
        valid = [recovery.find_right(session, code) is not None for code in found]
    assert valid == [False, True]
    owner.send(owner.open(at(owner, "/phones")).form("/removal"))
    [letters] = owner.open(path).root.all(class_="code")
    assert parse_code(letters.text, 20) not in (None, *found)


def test_a_recovery_code_is_offered_after_the_first_match(owner: Browser, table: Table) -> None:
    path = at(owner, "/recovery")
    assert path not in owner.open("/").ways
    table.end()
    assert path in owner.open("/").ways
    owner.send(owner.open(path).form("/recovery"))
    assert path not in owner.open("/").ways


def test_the_last_owner_is_warned_before_leaving(owner: Browser, table: Table) -> None:
    path = at(owner)
    answer = owner.send(owner.open(path).form("/departure"))
    assert answer.status == 422
    assert {"/book", f"{path}/matches.jsonl", f"{path}/recovery"} <= {*answer.ways}
    assert table.show().status == 200
    assert owner.send(answer.form("/departure")).status == SAVED
    assert table.show().status == 404


@pytest.mark.parametrize(("name", "typed"), [("Friday table", " friday TABLE "), ("", "delete")])
def test_a_deleted_scorebook_can_be_restored(
    owner: Browser, table: Table, name: str, typed: str
) -> None:
    call(owner, name)
    form = owner.open(at(owner)).form("/deletion")
    for wrong in ("", "Friday", "yes"):
        assert owner.send(form, typed=wrong).status == 422
    for _ in range(2):
        assert owner.send(form, typed=typed).status == SAVED
    assert table.show().status == 404
    assert "/scorebooks" in owner.open("/settings").ways
    back = owner.open("/scorebooks").form("/restoration")
    assert owner.send(back).status == SAVED
    assert table.show().status == 200
