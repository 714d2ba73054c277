from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.screens import Examples

COUNTED = """
window.asked = 0;
const asked = async (kind) => { window.asked += 1; };
Object.defineProperty(navigator, "wakeLock", { value: { request: asked } });
"""
REFUSED = """
const refused = async () => { throw new DOMException("battery", "NotAllowedError"); };
Object.defineProperty(navigator, "wakeLock", { value: { request: refused } });
"""
MISSING = 'Object.defineProperty(navigator, "wakeLock", { value: undefined });'
SEEN_AGAIN = 'document.dispatchEvent(new Event("visibilitychange"))'


def test_a_match_requests_the_wake_lock_unless_it_is_off(visitor: Any, examples: Examples) -> None:
    phone = visitor()
    phone.page.add_init_script(COUNTED)
    phone.open(f"/matches/{examples.playing}")
    assert phone.page.evaluate("asked") == 1
    phone.page.evaluate(SEEN_AGAIN)
    assert phone.page.evaluate("asked") == 2
    phone.open(f"/matches/{examples.over}")
    assert phone.page.evaluate("asked") == 0
    off = {"name": "awake", "value": "off", "url": phone.scorebook.address}
    phone.page.context.add_cookies([off])
    phone.open(f"/matches/{examples.playing}")
    assert phone.page.evaluate("asked") == 0


@pytest.mark.parametrize("script", [REFUSED, MISSING], ids=["refused", "missing"])
def test_a_missing_or_refused_wake_lock_is_silent(
    visitor: Any, examples: Examples, script: str
) -> None:
    phone = visitor()
    phone.page.add_init_script(script)
    phone.open(f"/matches/{examples.playing}")
    phone.page.evaluate(SEEN_AGAIN)
    expect(phone.page.get_by_role("link", name="Tricks", exact=True)).to_be_visible()
