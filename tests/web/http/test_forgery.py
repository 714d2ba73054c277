import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from tests.reading import Form
from tests.table import SAVED, Table
from tests.web.browser import Browser

PAGES = ["/settings", "/matches/new?game=partnership", "MATCH", "MATCH?by=side"]
"""Some are cached, some rendered for each request."""


@pytest.fixture
def form(table: Table) -> Form:
    """A form that would be saved; tests/promises/test_tokens.py sends every other one."""
    return table.show().form("/bids").filled(bid_0="4", bid_1="3", bid_2="3", bid_3="2")


def test_no_form_is_accepted_without_its_token(table: Table, form: Form, unchanged: None) -> None:
    tokens = (None, "", "x", "ö\0‮", "x" * 5000, "IjEyMyI.aaaa.bbbb")
    answers = [table.browser.send(form, csrf_token=token).status for token in tokens]
    assert answers == [400] * len(tokens)


def test_a_form_with_a_wrong_token_can_be_resent(table: Table) -> None:
    form = table.show().form("/bids")
    table.browser.client.delete_cookie("scorekeeper_session")
    page = table.browser.send(form, bid_0="4", bid_1="3", bid_2="<nil>", bid_3="2")
    assert page.status == 400
    again = page.form("/bids")
    assert again.fields["bid_2"] == "<nil>"
    assert table.browser.send(again, bid_2="nil").status == SAVED


def test_no_form_is_accepted_from_another_site(table: Table, form: Form, unchanged: None) -> None:
    foreign: list[dict[str, str]] = [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "https://localhost"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "nonsense"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ]
    answers = {
        str(headers): table.browser.post(form.action, form.fields, headers=headers).status
        for headers in foreign
    }
    assert answers == {str(headers): 403 for headers in foreign}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_forms_of_our_own_pages_are_accepted(
    table: Table, form: Form, headers: dict[str, str]
) -> None:
    answer = table.browser.post(form.action, form.fields, headers=headers)
    assert answer.status == SAVED


def test_a_form_with_cookies_must_say_where_it_is_from(
    app: Flask, table: Table, form: Form, unchanged: None
) -> None:
    refused = table.browser.client.post(form.action, data=form.fields)
    without_cookies = app.test_client().post(form.action, data=form.fields)
    assert refused.status_code == 403
    assert "A script that sends cookies must also send an Origin header." in refused.text
    assert without_cookies.status_code == 400


def test_tokens_of_different_seconds_share_no_signature(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def signature(browser: Browser, path: str) -> str:
        token = browser.open(path).changing[0].fields["csrf_token"]
        return token.rpartition(".")[2]

    packed = Browser(app, Accept_Encoding="gzip")
    packed.client.set_cookie("scorekeeper_device", table.browser.secret)
    clock = iter(range(1_800_000_000, 1_800_000_100))
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _signer: next(clock))
    pages = [(browser, path) for browser in (table.browser, packed) for path in PAGES]
    found = [signature(browser, path.replace("MATCH", table.path)) for browser, path in 3 * pages]
    assert len(set(found)) == len(found) == 6 * len(PAGES)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("http://[fe80::1]:8000", "http://[fe80::1]:8000"),
        ("https://localhost", "https://localhost"),
        ("http://scores.local", "http://scores.local"),
        ("http://xn--mnchen-3ya.localhost", "http://xn--mnchen-3ya.localhost"),
        ("http://LOCALHOST:8000", "http://localhost:8000"),
    ],
)
def test_forms_are_accepted_at_every_address_of_this_machine(
    browser: Browser, address: str, origin: str
) -> None:
    page = browser.open("/settings", base_url=address)
    fields = page.form("/settings").fields
    answer = browser.post("/settings", fields, base_url=address, headers={"Origin": origin})
    assert answer.status == SAVED
