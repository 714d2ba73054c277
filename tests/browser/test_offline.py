"""Without a network the app says so itself, and has stored no pages."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.scorebook import Scorebook
from tests.browser.screens import Examples

KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((request) => new URL(request.url).pathname.split("/").at(-1)).sort();
}"""


def test_the_service_worker_caches_only_the_shell(visitor: Any, examples: Examples) -> None:
    phone = visitor()
    match = f"/matches/{examples.playing}"
    phone.open(match)
    # By default it is registered only over https.
    assert phone.page.evaluate("navigator.serviceWorker.controller") is None
    phone.page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => true)")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for path in (match, "/history", "/settings", match):
        phone.open(path)
    assert phone.page.evaluate(KEPT) == ["app.css", "app.js", "favicon.svg", "offline", "store.js"]

    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.get_by_text("Can’t reach the scorekeeper.")).to_be_visible()

    phone.page.context.set_offline(False)
    # It looks again by itself.
    expect(phone.page.get_by_role("link", name="Tricks", exact=True)).to_be_visible()


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
