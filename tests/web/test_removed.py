import pytest
from flask import Flask

from tests.web.browser import Browser


def test_the_openapi_address_links_to_the_docs(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/openapi.json")

    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert "docs/api.md" in answer.json["detail"]
    assert "/schema/match-file.json" in answer.json["detail"]


@pytest.mark.parametrize("name", ["feed.atom", "evenings.ics"])
def test_removed_feeds_answer_without_a_cookie(app: Flask, name: str) -> None:
    answer = app.test_client().get(f"/r/{'A' * 22}.{'A' * 22}/{name}?language=en")

    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert "the history page, or the API" in answer.json["detail"]
    assert answer.json["instance"] == f"/r/{name}"
    assert len(answer.data) < 500
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("ending", ["move", "return"])
def test_moving_a_scorebook_explains_the_alternative(browser: Browser, ending: str) -> None:
    token = browser.open("/settings").form("/settings").fields["csrf_token"]
    answer = browser.post(f"/scorebooks/{'A' * 22}/{ending}", {"csrf_token": token})

    assert answer.status == 410
    assert "Download its matches as a file, then import the file there." in answer.text


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/ask"), ("POST", "/ask"), ("POST", "/ask/enter"), ("POST", "/door/abc")],
)
def test_asking_to_join_links_to_the_code(app: Flask, method: str, path: str) -> None:
    browser = Browser(app)
    token = browser.open("/settings").form("/settings").fields["csrf_token"]
    page = browser.request(method, path, {"csrf_token": token} if method == "POST" else None)

    assert page.status == 410
    assert "Type the code from a phone with access" in page.text


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("GET", f"/scorebooks/{'A' * 22}/{file}") for file in ("matches.zip", "hands.csv")),
        ("GET", f"/events/{'A' * 22}/results.csv"),
        ("POST", "/history/export"),
    ],
)
def test_removed_downloads_link_to_the_others(app: Flask, method: str, path: str) -> None:
    browser = Browser(app)
    token = browser.open("/settings").form("/settings").fields["csrf_token"]
    page = browser.request(method, path, {"csrf_token": token} if method == "POST" else None)

    assert page.status == 410
    assert "Settings → Backups and files → Download everything" in page.text


def test_the_sheet_of_all_rounds_links_to_that_of_each(browser: Browser) -> None:
    answer = browser.open(f"/events/{'A' * 22}/print/rounds")

    assert answer.status == 410
    assert "Print and share has the seating of each round." in answer.text


@pytest.mark.parametrize("path", ["bringing", "bringing/abc"])
def test_the_old_import_page_links_to_the_new(browser: Browser, path: str) -> None:
    answer = browser.open(f"/scorebooks/{'A' * 22}/{path}")

    assert answer.status == 410
    assert "It’s now under Settings → Backups and files." in answer.text
