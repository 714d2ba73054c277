"""Nothing changes without a token of the same browser, from another site, or by looking."""

from collections.abc import Callable

import pytest

from tests.reading import Form
from tests.table import SAVED, Table
from tests.web.browser import Browser


@pytest.fixture
def forms(table: Table) -> list[Form]:
    """Every form that writes, each filled in so that it would be saved."""
    bids = table.show().form("/bids")
    bids.fields.update(bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    browser = table.browser
    new = browser.open("/matches/new?game=two-player").form("/matches")
    new.fields.update(player_0="Eve", player_1="Mallory")
    page = table.show()
    found = [bids, new, page.form("/misdeal"), page.form("/end")]
    found += [page.form("/deletion"), page.form("/retraction")]
    found.append(browser.open(f"{table.path}/names").form("/names"))
    (ben,) = [link for link in browser.open("/players").links if link.startswith("/players/")][1:2]
    found += [browser.open(ben).form("/name"), browser.open(ben).form("/merge")]
    other = Table(browser)
    other.start("partnership", player_0="Oda")
    other.bid(4, 3, 3, 2)
    tricks = other.show("?by=side").form("/tricks")
    tricks.fields.update(side_0="8", side_1="5")
    found += [tricks, other.show().form("/undo"), other.preview(1, bid_0="5").form("/correction")]
    over = Table(browser)
    over.start("two-player")
    over.end()
    return [*found, over.show().form("/rematch"), browser.open("/settings").form("/settings")]


def test_there_is_a_form_of_every_kind(forms: list[Form]) -> None:
    assert {form.action.rpartition("/")[2] for form in forms} == {
        *("bids", "matches", "misdeal", "end", "tricks", "undo", "correction", "rematch"),
        *("deletion", "retraction", "names", "name", "merge"),
        "settings",
    }


def test_no_form_is_taken_without_its_token(
    table: Table, forms: list[Form], stored: Callable[[], str]
) -> None:
    before = stored()
    tokens = {
        "none": None,
        "an empty one": "",
        "a made-up one": "x",
        "an unreadable one": "ö\0‮",
        "a long one": "x" * 5000,
        "a forged one": "IjEyMyI.aaaa.bbbb",
    }
    answers = {
        name: {table.browser.send(form, csrf_token=token).status for form in forms}
        for name, token in tokens.items()
    }
    assert answers == {name: {400} for name in tokens}
    assert stored() == before


def test_no_form_is_taken_with_the_token_of_a_session_that_is_gone(
    table: Table, forms: list[Form], stored: Callable[[], str]
) -> None:
    table.browser.client.delete_cookie("scorekeeper_session")
    before = stored()
    answers = [table.browser.send(form) for form in forms]
    assert [answer.status for answer in answers] == [400] * len(forms)
    assert stored() == before


def test_a_form_without_a_fitting_token_can_be_sent_again_as_it_was(table: Table) -> None:
    form = table.show().form("/bids")
    table.browser.client.delete_cookie("scorekeeper_session")
    page = table.browser.send(form, bid_0="4", bid_1="3", bid_2="<nil>", bid_3="2")
    assert page.status == 400
    again = page.form("/bids")
    assert again.fields["bid_2"] == "<nil>"
    assert table.browser.send(again, bid_2="nil").status == SAVED


def test_no_form_is_taken_from_another_site(
    table: Table, forms: list[Form], stored: Callable[[], str]
) -> None:
    before = stored()
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
        str(headers): {
            table.browser.post(form.action, form.fields, headers=headers).status for form in forms
        }
        for headers in foreign
    }
    assert answers == {str(headers): {403} for headers in foreign}
    assert stored() == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_forms_of_our_own_pages_are_taken(
    table: Table, forms: list[Form], headers: dict[str, str]
) -> None:
    first = forms[0]
    answer = table.browser.post(first.action, first.fields, headers=headers)
    assert answer.status == SAVED


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://[fe80::1]:8000", "http://[fe80::1]:8000"),
        ("https://localhost", "https://localhost"),
        ("http://scores.local", "http://scores.local"),
        ("http://xn--mnchen-3ya.localhost", "http://xn--mnchen-3ya.localhost"),
        ("http://LOCALHOST:8000", "http://localhost:8000"),
    ],
)
def test_forms_are_taken_at_every_address_of_this_machine(
    browser: Browser, address: str, origin: str
) -> None:
    page = browser.open("/settings", base_url=address)
    fields = page.form("/settings").fields
    answer = browser.post("/settings", fields, base_url=address, headers={"Origin": origin})
    assert answer.status == SAVED


def test_asking_for_the_address_of_a_form_changes_nothing(
    table: Table, forms: list[Form], stored: Callable[[], str]
) -> None:
    before = stored()
    for form in forms:
        table.browser.open(form.action, query_string=form.fields)
        table.browser.client.head(form.action, query_string=form.fields)
        table.browser.client.options(form.action, query_string=form.fields)
    assert stored() == before


def test_other_methods_change_nothing(
    table: Table, forms: list[Form], stored: Callable[[], str]
) -> None:
    before = stored()
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "NONSENSE"):
        for form in forms:
            answer = table.browser.client.open(form.action, method=method, data=form.fields)
            assert answer.status_code in (400, 405), (method, form.action)
    assert stored() == before
