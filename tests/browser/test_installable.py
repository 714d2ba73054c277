"""The app can be installed."""

from playwright.sync_api import Browser

from tests.browser.scorebook import Scorebook


def test_the_app_is_installable(whole_chromium: Browser, scorebook: Scorebook) -> None:
    with whole_chromium.new_context() as context:
        page = context.new_page()
        page.goto(scorebook.address)
        asked = context.new_cdp_session(page)
        manifest = asked.send("Page.getAppManifest")
        found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert manifest["errors"] == []
    # Phones of the tests keep nothing when they are closed.
    assert [error["errorId"] for error in found] == ["in-incognito"]
