import json
import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.book.joining import join_codes, links
from scorekeeper.rules import match_file
from tests.reading import Form, Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY


def public_id(table: Table) -> str:
    return table.path.rpartition("/")[2]


def sheet(table: Table, browser: Browser | None = None, question: str = "") -> Page:
    return (browser or table.browser).open(f"{table.path}/share{question}")


def shared(page: Page) -> dict[str, str]:
    fields = [node for node in page.root.all("input") if "readonly" in node.attributes]
    found = [node.attributes["value"] for node in fields]
    return {link.rsplit("/", 2)[1]: link for link in found}


def code(page: Page) -> str:
    [shown] = page.root.all(class_="code")
    return re.sub(r"\W", "", shown.text)


def asked_for_code(page: Page, role: str) -> Form:
    [form] = [form for form in page.forms_to("/share/code") if form.fields["role"] == role]
    return form


def opens(app: Flask, role: str, link: str) -> bool:
    with app.extensions["database"].read() as session:
        return (
            links.find_right(session, SECRET_KEY, links.MATCH_LINKS[role], link.rpartition("/")[2])
            is not None
        )


def test_the_match_menu_links_to_the_share_page_which_obeys_the_content_policy(
    table: Table,
) -> None:
    assert f"{table.path}/share" in table.show().ways
    page = sheet(table)
    assert page.root.having("style") == []
    assert "data:" not in page.html


def test_the_share_page_shows_two_links_with_qr_codes_and_the_public_address(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sheet(table)
    found = shared(page)
    assert {*found} == {"w", "k"}
    assert opens(app, "spectator", found["w"])
    assert opens(app, "scorer", found["k"])
    assert not opens(app, "scorer", found["w"])
    assert [node.tag for drawing in page.root.all(class_="qr") for node in drawing.all("svg")] == [
        "svg",
        "svg",
    ]
    # Four light modules around a square of 21, 25, 29 … modules.
    drawings = re.findall(r'viewBox="0 0 (\d+) \1".*?d="M4 4.5h7', page.html)
    assert [(int(size) - 8) % 4 for size in drawings] == [1, 1]
    monkeypatch.setitem(app.config, "PUBLIC_URL", "https://scores.example/cards")
    assert shared(sheet(table))["w"].startswith("https://scores.example/cards/w/")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("http://localhost:8000", "http://192.168.1.7:8000"),
        ("http://127.0.0.1:8001", "http://192.168.1.7:8001"),
        ("http://[::1]:8000", "http://192.168.1.7:8000"),
        ("http://localhost", "http://192.168.1.7"),
        ("http://192.168.1.9:8000", "http://192.168.1.9:8000"),
        ("https://10.0.0.2", "https://10.0.0.2"),
    ],
)
def test_links_use_an_address_other_phones_can_reach(table: Table, asked: str, told: str) -> None:
    name = urlsplit(asked).hostname or ""
    table.browser.client.set_cookie("scorekeeper_device", table.browser.secret, domain=name)
    page = table.browser.open(f"{table.path}/share", base_url=asked)
    assert {link.rsplit("/", 2)[0] for link in shared(page).values()} == {told}


@pytest.mark.parametrize("alone", ["no network", "started for itself"])
def test_no_links_are_shown_if_nobody_can_reach_them(
    app: Flask, table: Table, network: list[str], monkeypatch: pytest.MonkeyPatch, alone: str
) -> None:
    if alone == "no network":
        network.clear()
    else:
        monkeypatch.setitem(app.config, "ONLY_HERE", True)
    page = sheet(table)
    assert shared(page) == {}
    assert "Other phones can’t reach this computer right now" in page.text


def test_a_join_code_gives_its_role_and_is_shown_while_valid(app: Flask, table: Table) -> None:
    for role in ("spectator", "scorer"):
        answer = table.browser.send(asked_for_code(sheet(table), role))
        assert answer.status == SAVED
        page = table.browser.open(answer.location)
        with app.extensions["database"].read() as session:
            right = join_codes.find_right(session, code(page))
        assert right is not None
        assert right.role == role
        table.browser.send(page.form("/share/links"))
    form = asked_for_code(sheet(table), "spectator")
    table.browser.send(form)
    first = code(sheet(table))
    table.browser.send(form)
    assert code(sheet(table)) == first


@pytest.mark.parametrize("role", ["", "owner", "viewer", "x\0"])
def test_a_join_code_for_an_unshareable_role_is_refused(table: Table, role: str) -> None:
    form = asked_for_code(sheet(table), "spectator")
    assert table.browser.send(form, role=role).status == 404


def test_new_links_end_old_links_and_codes_once(app: Flask, table: Table) -> None:
    table.browser.send(asked_for_code(sheet(table), "spectator"))
    page = sheet(table)
    old = shared(page)
    assert table.browser.send(page.form("/share/links")).status == SAVED
    new = shared(sheet(table))
    assert not opens(app, "spectator", old["w"])
    assert not opens(app, "scorer", old["k"])
    assert opens(app, "spectator", new["w"])
    assert sheet(table).root.all(class_="code") == []
    with app.extensions["database"].read() as session:
        assert join_codes.find_right(session, code(page)) is None
    form = sheet(table).form("/share/links")
    table.browser.send(form)
    new = shared(sheet(table))
    table.browser.send(form)
    assert shared(sheet(table)) == new


def test_the_phones_of_the_match_are_listed_and_can_be_renamed(table: Table) -> None:
    table.browser.add_phone("scorer", table.path, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)")
    table.browser.add_phone("spectator", table.path)
    told = [phone.text for phone in sheet(table).root.all(class_="phone__line")]
    assert "this phone" in told[0]
    assert "iPhone keeps score · used today" in told[1]
    assert "Unnamed phone watches · used today" in told[2]
    table.browser.add_phone("spectator", table.path)
    form = sheet(table).forms_to("/name")[-1]
    assert table.browser.send(form, name=" Ben’s  phone ").status == SAVED
    assert "Ben’s phone" in sheet(table).text


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x07b"])
def test_an_invalid_phone_name_is_refused_at_its_field(table: Table, name: str) -> None:
    table.browser.add_phone("spectator", table.path, "Android")
    answer = table.browser.send(sheet(table).forms_to("/name")[-1], name=name)
    assert answer.status == 422
    assert answer.errors
    assert "Android" in sheet(table).text


def test_a_scorer_shares_and_removes_but_renames_only_itself(table: Table) -> None:
    keeper, watcher = (
        table.browser.add_phone(role, table.path) for role in ("scorer", "spectator")
    )
    page = sheet(table, keeper)
    assert {*shared(page)} == {"w", "k"}
    [rename] = page.forms_to("/name")
    assert keeper.send(rename, name="Cleo’s").status == SAVED
    others = sheet(table).forms_to("/name")[-1]
    own = sheet(table, keeper).form("/name")
    theirs = others.action
    assert keeper.post(theirs, {**own.fields, "name": "Dan’s"}).status == 404
    assert keeper.send(page.form("/removal")).status == SAVED
    assert watcher.open(table.path).status == 404


def test_the_share_page_of_a_deleted_match_says_so(table: Table) -> None:
    form = sheet(table).form("/share/links")
    table.send("deletion")
    assert "Restore" in sheet(table).text
    assert table.browser.send(form).status == 409


def test_a_match_is_downloaded_as_its_file(table: Table) -> None:
    table.play((4, 3, "nil", 2), 6, 6, seat_2=1)
    page = table.browser.open(f"{table.path}/file")
    assert page.headers["Content-Type"] == "application/json"
    assert page.headers["Content-Disposition"] == 'attachment; filename="spades-match.json"'
    written = page.json()
    assert written["format"] == "spades-match/2"
    assert written["players"] == ["Ann", "Ben", "Cleo", "Dan"]
    assert written["hands"][0]["bids"] == [4, 3, "nil", 2]
    assert written["started"].endswith("Z")


def test_the_file_reads_back_as_the_same_match(table: Table) -> None:
    table.start("partnership", target="350", opening_points_0="120", opening_bags_0="4")
    table.play((4, 3, "nil", 2), 6, 6, seat_2=1)
    table.record_misdeal()
    table.bid(5, "blind nil", 3, 4)
    match = match_file.read(table.browser.open(f"{table.path}/file").json())
    assert [standing.points for standing in match.standings] == table.points
    assert match.current_hand is not None


def test_names_of_any_script_stay_readable_in_the_file(table: Table) -> None:
    table.start("two-player", player_0="Žofie 小明", player_1='</script>"')
    text = table.browser.open(f"{table.path}/file").html
    assert "Žofie 小明" in text
    assert json.loads(text)["players"][1] == '</script>"'
