"""If PostgreSQL is gone, everyone gets a quick answer, and nothing is lost."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clients import BIDS, Browser
from tests.postgres import Server as PostgreSQL, running_server
from tests.promises.scorers import PatientBrowser
from tests.servers import ON_THIS_MACHINE, Server, serving


@pytest.fixture
def lost() -> Iterator[PostgreSQL]:
    with running_server() as running:
        yield running


@pytest.fixture
def served(lost: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data, database = (tmp_path_factory.mktemp("lost") / "data", lost.url(lost.create()))
    with serving(Server(data, *ON_THIS_MACHINE, SCOREKEEPER_DATABASE_URL=database)) as running:
        yield running


def ask(browser: Browser, path: str) -> int:
    """Return the status of an answer, which the browser waits for with its own patience."""
    return browser.open(path).status


def test_a_database_fault_is_reported_and_recovered_from(served: Server, lost: PostgreSQL) -> None:
    browser = served.browser()
    match = browser.start_match()
    form = browser.open(match).form("/bids").filled(**BIDS)
    style = next(link for link in browser.open("/").links if link.endswith(".css"))

    with lost.killed(), ThreadPoolExecutor(30) as table:
        saving = table.submit(browser.another().send, form)
        reading = [table.submit(ask, browser.another(), "/history") for _ in range(20)]
        without = [ask(browser.another(), path) for path in ("/how-spades-works", style)]
        refused = saving.result()
        needing = [asked.result() for asked in reading]
        healthy = ask(browser.another(), "/readyz")

    assert without == [200, 200]
    assert {*needing, healthy} == {503}
    assert refused.status == 503
    again = refused.form("/bids")
    assert again.filled(csrf_token=None) == form.filled(csrf_token=None)

    saved = PatientBrowser(served.port, cookies=browser.cookies).send(again)
    browser.send(form)

    assert saved.status == 303
    assert browser.hands(match) == [{"bids": [6, 6, 6, 6]}]
    assert "Traceback" not in served.printed
