import json
import re

import pytest
from flask import Flask

from tests.table import Table
from tests.web.browser import Browser

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
SHARE = "Add to Home Screen"
LINK = "https://scores.example/k/abc.def"


def test_icons_are_maskable_and_large_enough(browser: Browser) -> None:
    manifest = json.loads(browser.open("/app.webmanifest").body)
    drawn = {icon["purpose"]: icon for icon in manifest["icons"] if "purpose" in icon}
    assert drawn.keys() == {"any", "maskable"}
    image = browser.open(drawn["maskable"]["src"])
    # The head of a PNG file contains its width and height.
    assert image.body[16:24] == (512).to_bytes(4) * 2
    assert (manifest["id"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")


def test_the_service_worker_caches_only_static_files(table: Table) -> None:
    script = table.browser.open("/worker.js", headers={"Accept-Language": "de"})
    shell = json.loads(re.findall(r"const SHELL = (.+);", script.body.decode())[0])

    assert script.headers["Content-Type"].startswith("text/javascript")
    outside, *files = shell
    assert outside == "/offline?language=de"
    assert sorted(file.rpartition("/")[2] for file in files) == [
        *("app.css", "app.js", "conflict.js", "favicon.svg", "offline.js", "scores.js"),
        *("season_book.css", "season_book.js", "shell.js", "store.js", "table.css", "table.js"),
        "volumes.js",
    ]
    assert table.browser.secret not in script.body.decode()


@pytest.mark.parametrize("language", ["de", "fil", "en"])
def test_the_offline_page_contains_no_personal_data(table: Table, language: str) -> None:
    nobody = Browser(table.browser.client.application)
    page = nobody.open(f"/offline?language={language}")
    assert (page.status, page.lang) == (200, language)
    assert "Set-Cookie" not in page.headers
    # The page is the same for everyone.
    assert table.browser.open(f"/offline?language={language}").body == page.body


def test_the_offline_page_has_the_chosen_colours(browser: Browser) -> None:
    browser.client.set_cookie("theme", "dark")
    script = browser.open("/worker.js").body.decode()
    offline = json.loads(re.findall(r"const OFFLINE = (.+);", script)[0])
    assert offline == "/offline?language=en&theme=dark"
    assert 'data-theme="dark"' in Browser(browser.client.application).open(offline).html


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("http://192.168.1.7:8000", "If the network goes, leave the match open."),
        ("https://localhost", "Matches that go on without a network"),
    ],
    ids=["http", "https"],
)
def test_settings_say_what_works_without_a_network(
    browser: Browser, address: str, sentence: str
) -> None:
    assert sentence in browser.open("/settings", base_url=address).text


def test_a_token_lets_a_page_without_a_form_send(table: Table) -> None:
    token = json.loads(table.browser.open("/token").body)["csrf_token"]
    assert table.browser.post("/settings", {"theme": "dark"}).status == 400
    assert table.browser.post("/settings", {"theme": "dark", "csrf_token": token}).status == 303


def test_a_shared_link_is_filled_in(app: Flask) -> None:
    manifest = json.loads(Browser(app).open("/app.webmanifest").body)
    target = manifest["share_target"]
    assert (target["action"], target["method"]) == ("/in", "GET")
    for shared in ({"url": LINK}, {"text": f"Keep our score: {LINK}"}):
        page = Browser(app).open("/in", query_string=shared)
        assert page.form("/in").fields["code"] == LINK
    assert Browser(app).open("/in?text=hello").form("/in").fields["code"] == ""


def test_iphones_get_install_instructions_over_https(app: Flask) -> None:
    assert (
        SHARE
        in Browser(app, User_Agent=IPHONE).open("/settings", base_url="https://localhost").text
    )
    assert SHARE not in Browser(app, User_Agent=IPHONE).open("/settings").text
    assert SHARE not in Browser(app).open("/settings", base_url="https://localhost").text
