import pytest
from flask import Flask

from scorekeeper.web.http.security import FILE_HEADERS, HEADERS
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import story

HTTPS = "https://localhost"
LOADED = ("script", "style", "img", "font", "connect", "manifest", "worker")
POLICY = {
    **{f"{kind}-src": "'self'" for kind in LOADED},
    **dict.fromkeys(("default-src", "base-uri", "frame-ancestors", "object-src"), "'none'"),
    "form-action": "'self'",
}
ADDRESSES = [
    *("/", "/history", "/settings", "/matches/new", "/matches/new?game=partnership"),
    *("MATCH", "MATCH/file", "MATCH/hands/1/correction", "STYLE", "/favicon.ico"),
    *("/nope", "/matches/nope", "/static/0/app.css", "/matches", "/history/"),
]
FILES = ["STYLE", "/favicon.ico"]


def address(table: Table, name: str) -> str:
    style = next(link for link in table.show().links if link.endswith("app.css"))
    return name.replace("MATCH", table.path).replace("STYLE", style)


@story
def played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)


def check(page: Page) -> None:
    directives = page.headers["Content-Security-Policy"].split("; ")
    assert dict(directive.split(" ", 1) for directive in directives) == POLICY
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert page.headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert "camera=()" in page.headers["Permissions-Policy"]
    assert "Server" not in page.headers
    assert "X-Powered-By" not in page.headers


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
def test_every_answer_but_a_file_has_the_security_headers(
    played: Table, name: str, method: str
) -> None:
    page = played.browser.request(method, address(played, name))
    if name not in FILES or method not in ("GET", "HEAD"):
        check(page)
    else:
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert HEADERS.keys() & set(page.headers.keys()) == {*FILE_HEADERS, "Cache-Control"}


@pytest.mark.parametrize("name", ADDRESSES)
def test_hsts_is_sent_over_https_only(played: Table, name: str) -> None:
    path = address(played, name)
    over_http, over_https = played.browser.open(path), played.browser.open(path, base_url=HTTPS)
    assert "Strict-Transport-Security" not in over_http.headers
    assert "max-age=31536000" in over_https.headers["Strict-Transport-Security"]


@pytest.mark.parametrize(
    ("base_url", "policy"),
    [
        ("https://scores.local", "same-origin"),
        ("http://localhost:8000", "same-origin"),
        ("http://127.0.0.1:8000", "same-origin"),
        ("http://192.168.1.5:8000", None),
        ("http://scores.local:8000", None),
    ],
)
def test_the_opener_policy_is_sent_to_trustworthy_origins_only(
    browser: Browser, base_url: str, policy: str | None
) -> None:
    page = browser.open("/", base_url=base_url)
    assert page.status == 200
    assert page.headers.get("Cross-Origin-Opener-Policy") == policy


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (["/", "MATCH/file", "/history", "/nope"], "no-store"),
        (["MATCH", "MATCH/board", "MATCH/board?turned=1"], "private, no-cache"),
    ],
    ids=["nowhere", "polled pages by the browser"],
)
def test_pages_are_stored_by_nobody_or_the_browser(
    played: Table, names: list[str], kept: str
) -> None:
    pages = [played.browser.open(address(played, name)) for name in names]
    assert {page.headers["Cache-Control"] for page in pages} == {kept}


def test_static_files_are_immutable_and_set_no_cookie(app: Flask, played: Table) -> None:
    links = [link for link in played.show().links if link.startswith("/static/")]
    assert len(links) >= 3
    for browser in (Browser(app), played.browser):
        for link in links:
            page = browser.open(link)
            assert page.status == 200
            assert page.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert "Set-Cookie" not in page.headers
            assert "Cookie" not in page.headers.get("Vary", "")


@pytest.mark.parametrize(
    "path",
    [
        *("/static/", "/static/app.css", "/static/0/app.css", "/static/0/../../secret-key"),
        "/static/0/%2e%2e/%2e%2e/secret-key",
    ],
)
def test_files_outside_the_static_folder_are_not_found(browser: Browser, path: str) -> None:
    assert browser.open(path).status == 404


def test_styles_and_scripts_have_integrity_attributes(browser: Browser) -> None:
    root = browser.open("/").root
    loaded = [*root.all("link", rel="stylesheet"), *root.all("script")]
    assert len(loaded) >= 2
    assert all(node.attributes["integrity"].startswith("sha384-") for node in loaded)


def test_pages_contain_nothing_the_policy_forbids(played: Table) -> None:
    for name in ADDRESSES:
        page = played.browser.open(address(played, name))
        if page.is_html:
            assert page.root.having("style") == []
            assert page.root.all("style") == []
            assert [node for node in page.root.all("script") if node.text] == []
            handlers = [n for node in page.root.all() for n in node.attributes if n[:2] == "on"]
            assert handlers == []
            assert "data:" not in page.html


def cookies(page: Page) -> dict[str, set[str]]:
    found = {}
    for header in page.headers.getlist("Set-Cookie"):
        first, *attributes = header.split("; ")
        found[first.partition("=")[0]] = {a.partition("=")[0]: a for a in attributes}
    return {name: set(attributes.values()) for name, attributes in found.items()}


FOREVER = f"Max-Age={400 * 24 * 60 * 60}"


@pytest.mark.parametrize(
    ("base", "secure"),
    [pytest.param("http://localhost", False, id="http"), pytest.param(HTTPS, True, id="https")],
)
def test_every_cookie_has_its_flags(browser: Browser, base: str, secure: bool) -> None:
    page = browser.open("/matches/new?game=two-player", base_url=base)
    sent = page.form("/matches").fields | {"player_0": "Ann", "player_1": "Ben"}
    started = browser.post("/matches", sent, base_url=base)
    chosen = sent | {"language": "de", "theme": "dark"}
    found = cookies(page) | cookies(started)
    found |= cookies(browser.post("/settings", chosen, base_url=base))
    prefix = "__Host-" if secure else ""
    own = {f"{prefix}scorekeeper_session", f"{prefix}scorekeeper_device"}
    assert set(found) == own | {"language", "theme"}
    for attributes in found.values():
        assert {"HttpOnly", "SameSite=Lax", "Path=/", FOREVER} <= attributes
        assert ("Secure" in attributes) is secure
        assert not any(attribute.startswith("Domain") for attribute in attributes)


def test_the_device_secret_is_long_and_on_no_page(played: Table) -> None:
    secret = played.browser.secret
    assert len(secret) == 22
    for name in ADDRESSES:
        assert secret not in played.browser.open(address(played, name)).html


def test_a_session_cookie_of_another_program_is_ignored(browser: Browser) -> None:
    browser.client.set_cookie("scorekeeper_session", "eyJjc3JmX3Rva2VuIjoiMSJ9.aaaa.bbbb")
    assert browser.open("/settings").status == 200
    assert browser.send(browser.open("/settings").form("/settings")).status == SAVED


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "localhost@evil.example", "evil.example:80"),
        *("[", "[::1", "[zz]", "a b", "", ":80", "localhost:port", "localhost/.."),
        pytest.param("x" * 3000, id="very long"),
    ],
)
def test_an_unknown_host_name_is_refused(browser: Browser, host: str) -> None:
    page = browser.open("/", headers={"Host": host})
    assert page.status == 400
    check(page)


@pytest.mark.parametrize(
    "header", ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-For", "Forwarded"]
)
def test_proxy_headers_are_ignored_without_configured_proxies(
    browser: Browser, header: str
) -> None:
    page = browser.open("/settings", headers={header: "https"})
    assert page.status == 200
    assert "Strict-Transport-Security" not in page.headers
