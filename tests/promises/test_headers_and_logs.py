"""Every response has its security headers, and the log contains no secrets."""

import re
import sqlite3
from contextlib import closing

from tests.clients import BIDS, Browser
from tests.effort import THOROUGH
from tests.promises.fault_scenarios import no_room
from tests.promises.form_states import crawl
from tests.reading import Page
from tests.servers import Server

NAMES = ("Zerlina", "Quirin", "Yolanda", "Xaver")
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Robots-Tag": "noindex",
}


def test_every_answer_has_the_security_headers(sqlite_server: Server) -> None:
    browser = sqlite_server.browser()
    browser.play_hand(browser.start_match())
    pages = crawl(browser, 150 if THOROUGH else 40)
    form = browser.new_match_form()
    refused = [
        browser.open("/nowhere"),
        browser.request("DELETE", "/", b""),
        browser.send(form.filled(csrf_token=None)),
        browser.send(form, player_0="Ben"),
        browser.open("/", {"Host": "evil.example"}),
        browser.request("POST", "/matches", b"x" * 25_000_000),
        browser.request("POST", "/matches", form.body, {"Origin": "https://evil.example"}),
    ]

    assert [answer.status for answer in refused] == [404, 405, 400, 422, 400, 413, 403]
    answers = pages + refused
    # Chromium complains of this one over plain http, so only our own name and https get it.
    foreign = refused[4]
    assert missing(foreign) == ["Cross-Origin-Opener-Policy"]
    # How to play contains nothing private: search engines may list it.
    told = [page for page in pages if "/how" in page.path]
    assert [missing(page) for page in told] == [["X-Robots-Tag"]] * len(told)
    assert told
    rest = [answer for answer in answers if answer not in (foreign, *told)]
    assert [missing(answer) for answer in rest] == [[]] * len(rest)
    # What is polled may be asked again whether it is still the same.
    polled = [page for page in answers if "ETag" in page.headers]
    assert {page.headers["Cache-Control"] for page in polled} == {"private, no-cache"}
    assert {page.headers["Cache-Control"] for page in answers if page not in polled} == {"no-store"}


def missing(answer: Page) -> list[str]:
    lacking = [name for name, value in ALWAYS.items() if answer.headers.get(name) != value]
    has_policy = answer.headers.get("Content-Security-Policy", "").startswith(CSP)
    return lacking if has_policy else [*lacking, "Content-Security-Policy"]


def test_the_log_contains_no_secret_after_any_error(server: Server) -> None:
    browser = server.browser()
    match = browser.start_match(NAMES)
    browser.play_hand(match)
    form = browser.open(match).form("/bids").filled(**BIDS)
    new = browser.new_match_form(NAMES)

    with no_room(server):
        full = browser.send(form)
    remove_a_table(server)
    failed = [browser.send(form), browser.send(new), browser.open("/history")]

    browser.open("/", {"Host": "evil.example"})

    assert full.status == 507
    assert {answer.status for answer in failed} == {500}
    log = server.printed
    assert "Traceback" in log
    assert re.search(
        r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ WARNING scorekeeper.security: rejected for", log, re.M
    )
    secrets = secrets_of(server, browser, form.fields["csrf_token"])
    assert [secret for secret in secrets if secret in log] == []
    assert "Traceback" not in "".join(answer.html for answer in failed)


def remove_a_table(server: Server) -> None:
    """Break the scorebook under the running server, as nothing of ours ever does."""
    with closing(sqlite3.connect(server.scorebook)) as broken:
        broken.execute("DROP TABLE hand_seats")
        broken.execute("DROP TABLE seats")


def secrets_of(server: Server, browser: Browser, token: str) -> list[str]:
    """Return what only the browser and the scorebook may know."""
    key = server.data.joinpath("secret-key").read_text().strip()
    return [*NAMES, *browser.cookies.values(), token, key]
