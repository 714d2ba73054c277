"""What goes wrong between a tap and its answer, and what the phone says then."""

from playwright.sync_api import Route, expect

from tests.browser.phone import Phone

WAITING = "Not sent yet, trying again."


def says(phone: Phone, words: str) -> None:
    """Wait until the phone tells this."""
    expect(phone.page.get_by_role("status").filter(has_text=words)).to_be_visible()


def arrive_but_lose_the_answer(route: Route) -> None:
    """Let a form reach the server, whose answer reaches nobody."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.continue_()
