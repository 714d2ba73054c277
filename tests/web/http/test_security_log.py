import logging
import secrets
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.joining import recovery
from scorekeeper.web.http.rate_limits import RateLimiter
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY, built

BY_THE_BROWSER = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, "scorekeeper.security")
    return caplog


def test_an_unknown_host_is_logged_and_named(
    browser: Browser, log: pytest.LogCaptureFixture
) -> None:
    page = browser.open("/", base_url="http://evil.example")
    assert "This request arrived as http://evil.example." in page.text
    assert "SCOREKEEPER_TRUSTED_HOSTS" in page.text
    assert log.messages == [
        "rejected for '127.0.0.1': the host 'evil.example' is not in SCOREKEEPER_PUBLIC_URL"
        " or SCOREKEEPER_TRUSTED_HOSTS"
    ]


@pytest.mark.parametrize(
    ("headers", "line"),
    [
        (
            {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
            "form from another site ('cross-site'), sent from 'https://evil.example'",
        ),
        (
            {"Origin": "https://evil.example"},
            "form sent from 'https://evil.example', not from 'http://localhost'",
        ),
        (
            {"Origin": "https://evil\x1b[31m" + "x" * 500},
            "form sent from 'https://evil\\x1b[31m" + "x" * 79 + ", not from 'http://localhost'",
        ),
        (
            {"Origin": "http://[", **BY_THE_BROWSER},
            "form sent from 'http://[' but received as 'http://localhost': check"
            " SCOREKEEPER_TRUSTED_PROXIES",
        ),
        ({"Origin": "http://["}, "form sent from 'http://[', not from 'http://localhost'"),
    ],
    ids=["another site", "another origin", "signs of a terminal", "unreadable", "not even a name"],
)
def test_a_foreign_form_is_logged_quoted_and_short(
    table: Table, log: pytest.LogCaptureFixture, headers: dict[str, str], line: str
) -> None:
    assert table.browser.post(f"{table.path}/bids", {}, headers=headers).status == 403
    assert log.messages == [f"rejected for '127.0.0.1': {line}"]


@pytest.mark.parametrize(
    ("reached", "origin", "headers"),
    [
        pytest.param("http://localhost", "https://localhost", {}, id="only the scheme differs"),
        pytest.param("http://127.0.0.1:8000", "https://localhost", {}, id="a name of ours"),
        pytest.param(
            "http://127.0.0.1:8000", "https://scores.example", BY_THE_BROWSER, id="the browser says"
        ),
    ],
)
def test_an_uncounted_proxy_is_reported(
    browser: Browser,
    log: pytest.LogCaptureFixture,
    reached: str,
    origin: str,
    headers: dict[str, str],
) -> None:
    page = browser.post("/settings", {}, base_url=reached, headers={"Origin": origin, **headers})
    assert page.status == 403
    assert "whoever runs it can fix that." in page.text
    assert f"This request arrived as {reached}. Check SCOREKEEPER_TRUSTED_PROXIES" in page.text
    assert "check SCOREKEEPER_TRUSTED_PROXIES" in log.messages[0]


def test_a_foreign_form_page_says_what_to_do(browser: Browser) -> None:
    page = browser.post("/settings", {}, headers={"Origin": "https://evil.example"})
    assert "Open the page here and fill it in again." in page.text


def test_refused_requests_are_logged_without_their_content(
    app: Flask, table: Table, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.extensions, "rates", RateLimiter({"requests": 3}))
    form = table.show().form("/bids")

    statuses = [
        table.browser.send(form, csrf_token="x", bid_0="4").status,
        table.browser.send(form, note="x" * 1_100_000).status,
        table.browser.open("/").status,
    ]

    assert statuses == [400, 413, 429]
    assert log.messages == [
        "rejected for '127.0.0.1': missing or wrong CSRF token",
        "rejected for '127.0.0.1': request too large",
        "rejected for '127.0.0.1': too many requests",
    ]


def test_wrong_codes_and_used_recovery_codes_are_logged(
    app: Flask, table: Table, log: pytest.LogCaptureFixture
) -> None:
    owner = table.browser.stored
    with owner.database.write() as session:
        code = recovery.renew(session, SECRET_KEY, owner.secret, owner.book)
    lost = Browser(app)
    form = lost.open("/recover").form("/in")

    assert lost.send(form, code="HASE2345").status == 404
    assert lost.open(f"/w/{secrets.token_urlsafe(16)}.x").status == 404
    assert lost.send(form, code=code).status == 303
    assert log.messages == [
        "rejected for '127.0.0.1': invalid code or link",
        "rejected for '127.0.0.1': invalid code or link",
        "done by '127.0.0.1': a recovery code was used",
    ]
    assert [record.event for record in log.records] == ["code", "code", "recovery"]


def test_removing_a_phone_is_logged(
    table: Table, watcher: Browser, log: pytest.LogCaptureFixture
) -> None:
    assert watcher.open(table.path).status == 200
    shared = table.browser.open(f"{table.path}/share")
    assert table.browser.send(shared.form("/removal")).status == 303
    assert log.messages == ["done by '127.0.0.1': a phone was removed"]


def test_leaving_a_scorebook_is_logged(table: Table, log: pytest.LogCaptureFixture) -> None:
    page = table.browser.open(f"/scorebooks/{table.browser.stored.book}")
    told = table.browser.send(page.form("/departure"))
    assert table.browser.send(told.form("/departure")).status == 303
    assert log.messages == ["done by '127.0.0.1': a phone has left a scorebook"]


def test_the_public_url_names_a_trusted_host(scorebook: str, tmp_path: Path) -> None:
    with built(scorebook, tmp_path, hosted=True, public_url="https://scores.example") as app:
        assert Browser(app).open("/", base_url="http://scores.example").status == 200
