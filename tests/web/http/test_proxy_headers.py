from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import built

FORWARDED = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "scores.local"}
PREFIX = {**FORWARDED, "X_Forwarded_Prefix": "/cards"}


@pytest.fixture
def behind(app: Flask, scorebook: str, tmp_path: Path) -> Iterator[Flask]:
    settings = {"hosted": True, "rate_limits": {}, "trusted_proxies": 1, "hsts_seconds": 300}
    with built(scorebook, tmp_path, **settings) as proxied:
        yield proxied


def given(page: Page) -> dict[str, str]:
    headers = page.headers.getlist("Set-Cookie")
    return {header.partition("=")[0]: header for header in headers}


def test_links_forms_cookies_and_errors_stay_under_the_prefix(behind: Flask) -> None:
    browser = Browser(behind, **PREFIX)
    page = browser.open("/matches/new?game=two-player")
    form = page.form("/matches")
    assert form.action == "/cards/matches"
    assert all(link.startswith("/cards/") for link in page.links)

    # The browser asks for /cards/…, the proxy for what comes behind it.
    session = given(page)["scorekeeper_session"].partition("=")[2].partition(";")[0]
    browser.client.set_cookie("scorekeeper_session", session)
    fields = {**form.fields, "player_0": "Ann", "player_1": "Ben"}
    started = browser.post("/matches", fields)

    assert started.status == SAVED
    assert started.headers["Location"].startswith("/cards/matches/")
    kept = given(started)["scorekeeper_device"]
    assert {"Path=/cards", "Secure", "HttpOnly"} <= set(kept.split("; "))
    refused = browser.post("/matches", {**form.fields, "csrf_token": "x"})

    assert refused.form("/matches").action == "/cards/matches"


def test_cached_pages_depend_on_the_prefix(behind: Flask, table: Table) -> None:
    for path in (table.path, "/", table.path):
        for headers, start in ((PREFIX, "/cards/"), (FORWARDED, "/")):
            page = Browser(behind, table.browser.secret, **headers).open(path)
            assert page.status == 200
            assert {link.startswith("/cards/") for link in page.links} == {start != "/"}


@pytest.mark.parametrize("prefix", ["//evil.example", "/a b", "/..", "/<b>", "evil", "/x//y"])
def test_invalid_prefix_is_rejected(behind: Flask, prefix: str) -> None:
    page = Browser(behind, **{**FORWARDED, "X_Forwarded_Prefix": prefix}).open("/")
    assert page.status == 400
    assert "evil" not in page.html


@pytest.mark.parametrize(
    ("headers", "seen"),
    [
        (
            {**FORWARDED, "X_Forwarded_For": "203.0.113.7"},
            "scheme 'https', host 'scores.local', client '203.0.113.7'",
        ),
        (
            {"X_Forwarded_Host": "a b\x1b<" + "x" * 200, "X_Forwarded_For": "\x1b[31m"},
            "scheme 'http', host ",
        ),
    ],
    ids=["right", "hostile"],
)
def test_the_first_proxied_request_is_logged_once(
    behind: Flask, caplog: pytest.LogCaptureFixture, headers: dict[str, str], seen: str
) -> None:
    log = "scorekeeper.proxies"
    Browser(behind).open("/healthz")
    assert [record for record in caplog.records if record.name == log] == []
    for _ in range(2):
        Browser(behind, **headers).open("/")
    [record] = [record for record in caplog.records if record.name == log]
    assert record.message.startswith(f"first request through a proxy: {seen}")
    assert record.message.endswith("; SCOREKEEPER_TRUSTED_PROXIES is 1")
    assert record.message.isprintable()
    assert len(record.message) < 400


def test_hsts_lasts_as_long_as_the_setting_says(behind: Flask) -> None:
    page = Browser(behind, **FORWARDED).open("/")
    assert page.headers["Strict-Transport-Security"] == "max-age=300"


def test_a_device_cookie_of_an_earlier_version_is_replaced(table: Table, app: Flask) -> None:
    secret = table.browser.secret
    phone = Browser(app)
    phone.client.set_cookie("device", secret)
    page = phone.open(table.path)
    phone.client.delete_cookie("device")
    assert page.status == 200
    assert "device=; Expires=" in given(page)["device"]
    assert phone.secret == secret
    assert phone.open(table.path).status == 200


def test_a_session_cookie_of_an_earlier_version_works(table: Table, browser: Browser) -> None:
    form = browser.open("/settings").form("/settings")
    session = browser.client.get_cookie("scorekeeper_session")
    assert session is not None
    browser.client.delete_cookie("scorekeeper_session")
    browser.client.set_cookie("session", session.value)
    assert browser.send(form).status == SAVED


def test_the_device_cookie_is_renewed_once_a_day(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, again = table.show(), table.show()
    monkeypatch.setattr("scorekeeper.web.http.current_device.DAY_SECONDS", 1)
    tomorrow = table.show()
    assert "scorekeeper_device" not in given(again)
    assert "Max-Age=34560000" in given(tomorrow)["scorekeeper_device"]
    assert (first.status, again.status, tomorrow.status) == (200, 200, 200)
