"""Addresses that earlier versions had: they answer 410 and say what to use instead."""

import pytest
from flask import Flask

from tests.web.browser import Browser


def test_the_openapi_document_leads_to_the_docs(app: Flask) -> None:
    answer = app.test_client().get("/api/v1/openapi.json")

    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert "docs/api.md" in answer.json["detail"]
    assert "/schema/match-file.json" in answer.json["detail"]


@pytest.mark.parametrize("name", ["feed.atom", "evenings.ics"])
def test_a_feed_reader_gets_a_small_answer_without_a_cookie(app: Flask, name: str) -> None:
    answer = app.test_client().get(f"/r/{'A' * 22}.{'A' * 22}/{name}?language=en")

    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert "the history page, or the API" in answer.json["detail"]
    assert answer.json["instance"] == f"/r/{name}"
    assert len(answer.data) < 500
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("ending", ["move", "return"])
def test_a_form_that_moves_a_scorebook_is_answered_with_what_to_do(
    browser: Browser, ending: str
) -> None:
    token = browser.open("/settings").form("/settings").fields["csrf_token"]
    answer = browser.post(f"/scorebooks/{'A' * 22}/{ending}", {"csrf_token": token})

    assert answer.status == 410
    assert "Save one as a file, then import the file into the other." in answer.text


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/ask"), ("POST", "/ask"), ("POST", "/ask/enter"), ("POST", "/door/abc")],
)
def test_asking_to_join_leads_to_the_code(app: Flask, method: str, path: str) -> None:
    browser = Browser(app)
    token = browser.open("/settings").form("/settings").fields["csrf_token"]
    page = browser.request(method, path, data={"csrf_token": token} if method == "POST" else None)

    assert page.status == 410
    assert "Type the code that a phone with access shows in Settings." in page.text


@pytest.mark.parametrize("path", ["bringing", "bringing/abc"])
def test_the_old_page_of_the_import_says_where_it_is_now(browser: Browser, path: str) -> None:
    answer = browser.open(f"/scorebooks/{'A' * 22}/{path}")

    assert answer.status == 410
    assert "Open your scorebook, then Import." in answer.text
