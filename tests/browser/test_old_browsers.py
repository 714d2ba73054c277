"""An old browser lacks `:has()` and some functions: it shows a plain list that works."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Route

from tests.browser import measurements
from tests.browser.phone import Phone

CHECK = re.compile(r' integrity="[^"]*"')
OLD_BROWSER = """
delete AbortSignal.timeout;
delete window.BroadcastChannel;
delete IDBTransaction.prototype.commit;
window.onerror = (message) => document.body.append(message);
for (const kind of [Document, DocumentFragment, Element]) {
  for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
    const own = kind.prototype[name];
    if (!own) continue;
    kind.prototype[name] = function (selector) {
      if (String(selector).includes(":has(")) throw new DOMException(selector, "SyntaxError");
      return own.call(this, selector);
    };
  }
}
"""


def without_has(route: Route) -> None:
    """Make the browser ignore style rules with `:has()`."""
    # A page that closes in the meantime needs no answer.
    with suppress(Error):
        answer = route.fetch()
        kind = answer.headers.get("content-type", "")
        if "css" in kind:
            route.fulfill(response=answer, body=answer.text().replace(":has(", ":knows-not("))
        elif "html" in kind:
            route.fulfill(response=answer, body=CHECK.sub("", answer.text()))
        else:
            route.fulfill(response=answer)


@pytest.mark.parametrize("java_script", [True, False], ids=["with scripts", "without scripts"])
def test_a_hand_is_bid_and_counted_in_a_plain_list(phones: Any, java_script: bool) -> None:
    phone: Phone = phones(java_script_enabled=java_script)
    phone.page.add_init_script(OLD_BROWSER)
    phone.page.route("**/*", without_has)
    phone.start(first=3)
    assert measurements.find_overflow(phone.page) == []
    phone.bid(4, 3, "nil", 2)
    phone.count()
    assert "Error" not in phone.page.inner_text("body")
    assert measurements.find_overflow(phone.page) == []
    numbers = {"seat_2": 0, "side_0": 6} | ({} if java_script else {"side_1": 7})
    phone.choose(**numbers)
    # Gold 40 + 2 and the nil; Blue 50 + 2.
    assert phone.standings == [(142, 2), (52, 2)]
