"""No request changes anything without its token, and no GET changes anything."""

from tests.clients import Browser
from tests.effort import THOROUGH
from tests.promises.direct_queries import contents
from tests.promises.form_states import crawl
from tests.reading import Form
from tests.servers import Server

FOREIGN = {
    "origin": {"Origin": "https://evil.example"},
    "hidden origin": {"Origin": "null"},
    "no origin": {"Origin": ""},
    "fetched from another site": {"Sec-Fetch-Site": "cross-site"},
}


def test_no_form_works_without_token_or_from_another_site(
    quiet_server: Server, forms: tuple[Browser, list[Form]]
) -> None:
    (browser, each), other = forms, quiet_server.browser()
    other_token = other.open("/settings").form("/settings").fields["csrf_token"]
    without, foreign = [], []

    for form in each:
        tokens = (None, other_token, form.fields["csrf_token"][:-1])
        before = contents(quiet_server)
        without += [browser.send(form.filled(csrf_token=token)).status for token in tokens]
        foreign += [
            (name, browser.request("POST", form.action, form.body, headers).status)
            for name, headers in FOREIGN.items()
        ]
        assert contents(quiet_server) == before

    assert set(without) == {400}
    assert set(foreign) == {(name, 403) for name in FOREIGN}
    assert (len(without), len(foreign)) == (3 * 63, 4 * 63)


def test_no_get_request_changes_anything(
    quiet_server: Server, forms: tuple[Browser, list[Form]]
) -> None:
    browser, each = forms
    before = contents(quiet_server)

    pages = crawl(browser) + crawl(browser, 150 if THOROUGH else 40)
    by_get = [browser.open(f"{form.action}?{form.body.decode()}").status for form in each]

    assert {page.status for page in pages} == {200}
    assert set(by_get) <= {200, 302, 303, 404, 405, 422}
    assert contents(quiet_server) == before
    known = {form.action.rpartition("/")[2] for form in each}
    found = {form.action.rpartition("/")[2] for page in pages for form in page.changing}
    # People and tables of an evening have numbers.
    found = {name for name in found if not name.isdigit()}
    assert {"bids", "undo", "rematch", "settings", "matches"} <= found <= known
