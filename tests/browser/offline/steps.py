"""What a phone does while its server does not answer."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import Phone

OUTBOX = """async () => {
  const { list } = await import(document.getElementById("notice").dataset.store);
  const entries = (await list("outbox")).flatMap(([, box]) => box.entries);
  return entries.map(({ says }) => says.fact).sort();
}"""


def wait_until_ready(phone: Phone) -> None:
    """Wait until the page can go on without its server."""
    expect(phone.page.locator("html[data-patience]")).to_be_attached()


def start(phone: Phone, *game: str, **more: Any) -> str:
    """Start a match whose page can go on without its server; return its address."""
    match = phone.start(*game, **more)
    open_again(phone, match)
    return match


def wait_for_first_visit(phone: Phone) -> None:
    """Wait until the next page is not a first visit, which keeps the match only later."""
    phone.wait_until("async () => (await indexedDB.databases()).length > 0")


def open_again(phone: Phone, match: str) -> None:
    wait_for_first_visit(phone)
    phone.open(match)
    wait_until_ready(phone)


def go_on(phone: Phone, view: str, **numbers: int | str) -> None:
    phone.send(**numbers)
    phone.expect_view(view)


def count(phone: Phone) -> None:
    phone.tap(phone.page.locator("main a[href$='by=side']"))
    phone.expect_view("tricks")


def come_back(phone: Phone) -> None:
    """Let the phone notice that the server answers, and wait for the server's page."""
    with phone.page.expect_event("load"):
        phone.page.evaluate("void dispatchEvent(new Event('online'))")
    assert phone.page.evaluate(OUTBOX) == []
