"""No request changes anything without its token, and no GET changes anything."""

import pytest

from tests.clients import Browser
from tests.promises.records import contents
from tests.promises.scenes import crawl, every_form
from tests.reading import Form
from tests.servers import Server

FOREIGN = [
    pytest.param({"Origin": "https://evil.example"}, id="origin"),
    pytest.param({"Origin": "null"}, id="hidden origin"),
    pytest.param({"Sec-Fetch-Site": "cross-site"}, id="fetched from another site"),
]


def test_no_form_changes_anything_without_its_token(server: Server) -> None:
    browser, other = server.browser(), server.browser()
    other_token = other.open("/settings").form("/settings").fields["csrf_token"]
    answers = []

    for form in every_form(browser):
        for tokenless in (
            form.filled(csrf_token=None),
            form.filled(csrf_token=other_token),
            form.filled(csrf_token=form.fields["csrf_token"][:-1]),
        ):
            answers.append(unchanged(server, browser, tokenless))

    assert set(answers) == {(400, True)}
    assert len(answers) == 63


@pytest.mark.parametrize("headers", FOREIGN)
def test_no_form_of_another_site_changes_anything(server: Server, headers: dict[str, str]) -> None:
    browser = server.browser()

    answers = {unchanged(server, browser, form, headers) for form in every_form(browser)}

    assert answers == {(403, True)}


def test_no_form_is_forgotten_here(server: Server) -> None:
    browser = server.browser()
    known = {form.action.rpartition("/")[2] for form in every_form(browser)}

    found = {form.action.rpartition("/")[2] for page in crawl(browser) for form in page.changing}

    assert {"bids", "undo", "rematch", "settings", "matches"} <= found <= known


def test_no_page_changes_anything_by_being_opened(server: Server) -> None:
    browser = server.browser()
    forms = [form for form in every_form(browser)]
    before = contents(server)

    statuses = [{page.status for page in crawl(browser)} for _ in range(2)]
    by_get = [browser.open(f"{form.action}?{form.body.decode()}").status for form in forms]

    assert statuses == [{200}, {200}]
    assert set(by_get) <= {200, 404, 405, 422}
    assert contents(server) == before


def unchanged(
    server: Server, browser: Browser, form: Form, headers: dict[str, str] | None = None
) -> tuple[int, bool]:
    """Send a form; return how it was answered and whether everything is as it was."""
    before = contents(server)
    answer = browser.request("POST", form.action, form.body, headers)
    return answer.status, contents(server) == before
