"""What looks after a server asks whether it can do its work."""

from collections.abc import Callable
from pathlib import Path

from tests.web.browser import Browser


def test_all_is_well(browser: Browser, stored: Callable[[], str]) -> None:
    before = stored()

    page = browser.open("/healthz")

    assert (page.status, page.body) == (200, b"All is well.\n")
    assert page.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in page.headers
    assert stored() == before


def test_a_scorebook_that_does_not_answer_is_told(browser: Browser, scorebook: Path) -> None:
    scorebook.unlink()

    assert browser.open("/healthz").status == 503
