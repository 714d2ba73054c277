"""The answer to a save by a script: the next view, shown in place."""

from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask

from scorekeeper.web.site import match_page
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import story

CREATED = 201
BIDS = {"bid_0": "4", "bid_1": "3", "bid_2": "3", "bid_3": "2"}
TRICKS = {"side_0": "8", "side_1": "5"}


@story
def played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)


def release(page: Page) -> str:
    [body] = page.root.all("body")
    return body.attributes.get("data-release", "")


def save(table: Table, step: str, asked: str = "", **about: Any) -> Page:
    """Save as the script does, from a page that can show the next view in place."""
    page = table.show(asked)
    form = page.form(f"{table.path}/{step}").filled(**about.pop("fields", {}))
    headers = {"X-Sent-By": "script", "X-Release": release(page), **about}
    return table.browser.post(form.action, form.fields, headers=headers)


def without_what_is_its_own(page: Page) -> str:
    own = page.form("/undo").fields
    return page.html.replace(own["csrf_token"], "").replace(own["key"], "")


@pytest.mark.parametrize(
    ("step", "asked", "fields", "message"),
    [
        ("bids", "", BIDS, "Bids saved"),
        ("tricks", "?by=side", TRICKS, "Hand saved"),
        ("tally", "?by=trick", {"taken": "side_0"}, "Trick saved"),
        ("undo", "", {}, ""),
    ],
)
def test_the_answer_is_the_page_that_the_match_shows_next(
    played: Table, step: str, asked: str, fields: dict[str, str], message: str
) -> None:
    if step in ("tricks", "tally"):
        played.bid(4, 3, 3, 2)
    answer = save(played, step, asked, fields=fields)
    assert (answer.status, answer.location) == (CREATED, played.path)
    assert unquote(answer.headers["X-Message"]) == message
    page = played.show()
    assert without_what_is_its_own(answer) == without_what_is_its_own(page)
    assert "saved" not in page.text
    assert page.headers["ETag"] == answer.headers["ETag"]
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert played.browser.open(played.path, headers=tag).status == 304


def test_the_next_view_is_compressed_and_works(app: Flask, played: Table) -> None:
    packed = Table(Browser(app, played.browser.secret, Accept_Encoding="gzip"), played.path)
    answer = save(packed, "bids", fields=BIDS)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert packed.browser.send(answer.form("/undo")).status == SAVED


def test_one_drawing_serves_all_scorers(
    played: Table, second: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    draw = match_page.render_template
    monkeypatch.setattr(
        match_page,
        "render_template",
        lambda name, **about: drawn.append(name) or draw(name, **about),
    )
    second.show()
    drawn.clear()
    save(played, "bids", fields=BIDS)
    for one in (played, second):
        one.show()
    assert drawn == ["match/show.html"]


def test_a_save_with_its_view_takes_no_more_statements(
    played: Table, statements: list[str]
) -> None:
    played.show()
    statements.clear()
    assert save(played, "bids", fields=BIDS).html
    # One is of the page with the form.
    assert len(statements) <= 1 + 7


@pytest.mark.parametrize("headers", [{"X-Release": "older"}, {"Cookie": "language=de"}])
def test_a_page_of_another_release_or_language_is_loaded(
    played: Table, headers: dict[str, str]
) -> None:
    page = played.show()
    form = page.form("/bids").filled(**BIDS)
    if "Cookie" in headers:
        played.browser.client.set_cookie("language", "de")
    answer = played.browser.post(
        form.action,
        form.fields,
        headers={"X-Sent-By": "script", "X-Release": release(page), **headers},
    )
    assert (answer.status, answer.location, answer.html) == (CREATED, played.path, "")
    shown = [played.show().root.all(role="status")[0].text for _ in range(2)]
    assert [bool(text) for text in shown] == [True, False]


@pytest.mark.parametrize(
    ("step", "asked"), [("misdeal", ""), ("end", "?change=end"), ("dealer", "?change=dealer")]
)
def test_a_message_with_its_own_place_is_loaded_with_its_page(
    played: Table, step: str, asked: str
) -> None:
    assert save(played, step, asked, fields={"seat": "2"}).html == ""
    assert played.show().root.all(role="status")[0].text


def test_an_earlier_message_is_in_no_later_view(played: Table, second: Table) -> None:
    page = played.show()
    assert save(played, "misdeal").html == ""
    form = second.show().form("/bids").filled(**BIDS)
    fields = form.fields | {"csrf_token": page.form("/bids").fields["csrf_token"]}
    headers = {"X-Sent-By": "script", "X-Release": release(page)}
    answer = played.browser.post(form.action, fields, headers=headers)
    assert answer.html
    for shown in (answer, second.show(), played.show()):
        assert "starts over" not in shown.text


def test_only_pages_that_can_show_a_view_ask_for_it(played: Table, watcher: Browser) -> None:
    assert release(played.show())
    assert not release(watcher.open(played.path))
    refused = played.send("bids", bid_0="14")
    assert refused.status == 422
    assert not release(refused)
