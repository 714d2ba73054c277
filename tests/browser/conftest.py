"""A real server, a real Chromium and phones for each test process."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from scorekeeper.book.db.database import Database
from tests.browser.phone import SCREEN, Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.browser.screens import HARD_NAMES, Examples
from tests.databases import opened
from tests.evening import NINE, Evening
from tests.servers import ON_THIS_MACHINE, Server, serving

CHROMIUM = Path("/usr/bin/chromium")
QUICKER = Path("/usr/bin/chromium-headless-shell")
"""The same without windows, twice as fast."""
PATIENCE = 20_000
"""Milliseconds to wait for a page on a busy machine."""
SWITCHES = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP scores.local 127.0.0.1",
]
# No other device can connect, but pages still show links for other phones.
TOLD = {"SCOREKEEPER_PUBLIC_URL": "http://192.168.178.20:8000"}


@pytest.fixture(scope="session")
def scorebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorebook]:
    """The served scorebook of this test process."""
    with serving(Server(tmp_path_factory.mktemp("data"), *ON_THIS_MACHINE, **TOLD)) as running:
        yield Scorebook.of(running)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one test, which may kill it."""
    with serving(Server(tmp_path / "data", *ON_THIS_MACHINE, **TOLD)) as running:
        yield running


@pytest.fixture(scope="session")
def http_scorebook(scorebook: Scorebook) -> Scorebook:
    """The scorebook at a home address: a host name without https."""
    return replace(scorebook, address=scorebook.address.replace("127.0.0.1", "scores.local"))


@pytest.fixture(scope="session")
def playwright(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patched, ExitStack() as stack:
        # The browsers' databases are in memory, too: a disk may stall for seconds.
        patched.setenv("TMPDIR", str(tmp_path_factory.getbasetemp()))
        running = stack.enter_context(sync_playwright())
        patched.undo()
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser of this test process; without one, tests fail."""
    path = QUICKER if QUICKER.exists() else CHROMIUM
    browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def page(chromium: Browser) -> Iterator[Page]:
    """An empty page, for scripts that need no server."""
    with chromium.new_page() as page:
        yield page


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fail a test for each unexpected console message."""
    watch = Watch()
    yield watch
    assert watch.unexpected() == []


@pytest.fixture
def phones(chromium: Browser, scorebook: Scorebook, watch: Watch) -> Iterator[Any]:
    """Return a function that creates phones, each with its own browser context."""
    contexts = []

    def make(book: Scorebook = scorebook, **wishes: Any) -> Phone:
        contexts.append(_context(chromium, book.address, **wishes))
        watch.listen_to(contexts[-1])
        return Phone(contexts[-1].new_page(), book)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def pages(chromium: Browser) -> Iterator[dict[Any, Page]]:
    pages: dict[Any, Page] = {}
    yield pages
    for page in pages.values():
        page.context.close()


@pytest.fixture
def used_phone(
    pages: dict[Any, Page], chromium: Browser, scorebook: Scorebook, watch: Watch
) -> Iterator[Any]:
    """Reuse a phone of other tests after a reset, which keeps only scripts and clocks."""
    taken: list[Any] = []

    def take(**wishes: Any) -> Phone:
        taken.append(tuple(wishes.items()))
        if taken[-1] not in pages:
            pages[taken[-1]] = _context(chromium, scorebook.address, **wishes).new_page()
        page = pages[taken[-1]]
        watch.listen_to(page.context)
        return Phone(page, scorebook)

    yield take
    for wishes in taken:
        page = pages[wishes]
        watch.listen_no_more_to(page.context)
        if page.is_closed():
            pages.pop(wishes).context.close()
        else:
            Phone(page, scorebook).forget_everything()


@pytest.fixture
def phone(used_phone: Any) -> Phone:
    """A phone with JavaScript; tests that add a script or a clock take a `new_phone`."""
    return used_phone()


@pytest.fixture
def plain_phone(used_phone: Any) -> Phone:
    return used_phone(java_script_enabled=False)


@pytest.fixture
def new_phone(phones: Any) -> Phone:
    """A phone with JavaScript that no test has used."""
    return phones()


@pytest.fixture(scope="session")
def examples(scorebook: Scorebook) -> Examples:
    """Matches at every step, of one device; tests only read them."""
    return Examples.create(scorebook)


@pytest.fixture
def database(scorebook: Scorebook) -> Iterator[Database]:
    with closing(opened(f"sqlite:///{scorebook.file}")) as database:
        yield database


@pytest.fixture
def evening(database: Database) -> Evening:
    """A club evening of nine people before their first round."""
    return Evening.create(database)


@pytest.fixture
def hard(database: Database) -> Evening:
    """The same with long names."""
    return Evening.create(database, [*((name,) for name in HARD_NAMES), *NINE[4:]])


@pytest.fixture
def visitor(phones: Any, examples: Examples) -> Any:
    def make(*book: Scorebook, **wishes: Any) -> Phone:
        phone: Phone = phones(*book, **wishes)
        phone.become(examples.secret)
        return phone

    return make


@pytest.fixture
def reader(used_phone: Any, examples: Examples) -> Any:
    """A reused phone with the device of the example matches."""

    def take(locale: str = "en-GB") -> Phone:
        phone: Phone = used_phone(locale=locale)
        phone.become(examples.secret)
        return phone

    return take


def _context(chromium: Browser, address: str, **wishes: Any) -> BrowserContext:
    usual = {
        **{"viewport": SCREEN, "has_touch": True, "locale": "en-GB", "base_url": address},
        # Only tests of a cold start want it: requests that it makes can’t be routed.
        "service_workers": "block",
    }
    context = chromium.new_context(**{**usual, **wishes})
    context.set_default_timeout(PATIENCE)
    return context
