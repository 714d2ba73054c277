import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.http import logs
from tests.table import Table
from tests.web.browser import Browser

ROOT = Path(__file__).parents[3]

# What the other parts of addresses name gives no access by itself.
NAMES = {"copy", "digest", "event", "file", "knock", "language", "match", "name", "number"}
NAMES |= {"other", "period", "phone", "place", "player", "public_id", "scorebook", "sheet", "table"}
NAMES.add("upload")
ID, MAC = "-D-345678901234567890_", "m-C4567890123456789012"
Lines = Callable[[logging.Formatter], io.StringIO]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Collect log lines as a formatter writes them."""
    root = logging.getLogger()
    handlers: list[logging.Handler] = []
    logs.LOG.setLevel(logging.INFO)

    def written(formatter: logging.Formatter) -> io.StringIO:
        stream = io.StringIO()
        handlers.append(logging.StreamHandler(stream))
        handlers[-1].setFormatter(formatter)
        root.addHandler(handlers[-1])
        return stream

    yield written
    for handler in handlers:
        root.removeHandler(handler)
    logs.LOG.setLevel(logging.NOTSET)


def objects(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_logged_as_a_json_line(table: Table, lines: Lines) -> None:
    written = lines(logs.JsonFormatter())
    table.browser.open(f"{table.path}?by=Zerlina", headers={"Referer": "http://localhost/?q=Ann"})
    [said] = objects(written)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", said.pop("time"))
    assert re.fullmatch("[0-9a-f]{16}", said.pop("request"))
    assert re.fullmatch(rf"GET {table.path} 200, [\d.]+ ms", said.pop("message"))
    assert said == {"level": "INFO", "logger": "scorekeeper.requests"}


def test_each_poll_is_logged(
    app: Flask, table: Table, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "TRUSTED_PROXIES", 1)
    headers = {"If-None-Match": table.show().headers["ETag"], "X-Request-ID": "from-the-proxy"}
    as_json, as_text = lines(logs.JsonFormatter()), lines(logs.TextFormatter(logs.TEXT_FORMAT))
    for _ in range(2):  # by Flask, and by the fast path
        table.browser.open(table.path, headers=headers)
    for said, line in zip(objects(as_json), as_text.getvalue().splitlines(), strict=True):
        assert re.fullmatch(rf"GET {table.path} 304, [\d.]+ ms", said["message"])
        assert said["request"] == "from-the-proxy"
        assert line.endswith(f"{said['message']} [from-the-proxy]")


def test_all_log_lines_of_a_request_share_its_id(
    app: Flask, browser: Browser, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = lines(logs.JsonFormatter())
    monkeypatch.setitem(app.config, "TRUSTED_PROXIES", 1)

    browser.open("/w/nothing", headers={"X-Request-ID": "from-the-proxy"})
    browser.open("/w/nothing", headers={"X-Request-ID": "no number\t" + "x" * 99})

    said = objects(written)
    assert [one["logger"] for one in said] == 2 * ["scorekeeper.security", "scorekeeper.requests"]
    assert [one["request"] for one in said[:2]] == 2 * ["from-the-proxy"]
    assert said[2]["request"] == said[3]["request"]
    assert re.fullmatch("[0-9a-f]{16}", said[2]["request"])
    assert said[0]["event"] == "code"
    assert "event" not in said[1]


def test_the_text_log_has_a_line_per_request(browser: Browser, lines: Lines) -> None:
    written = lines(logs.TextFormatter(logs.TEXT_FORMAT))
    browser.open("/nowhere%0A%1B[31m")
    assert re.fullmatch(
        r"[\d-]+ [\d:,]+ INFO scorekeeper.requests: GET /nowhere%0A%1B%5B31m 404, [\d.]+ ms"
        r" \[[0-9a-f]{16}\]\n",
        written.getvalue(),
    )


def test_requests_are_not_logged_without_a_handler(
    browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    browser.open("/")
    assert caplog.messages == []


def test_the_secret_paths_are_those_of_the_routes(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.arguments - NAMES]
    folders = {
        folder
        for rule in rules
        for folder in re.sub(r"^<any\((.+)\):kind>$", r"\1", rule.rule.split("/")[1]).split(",")
    }

    assert "|".join(sorted(folders)) == logs.SECRET_FOLDERS
    assert [rule.rule for rule in rules if rule.rule.split("/")[2] != "<text>"] == []
    kit = ("deploy/nginx.conf", "deploy/Caddyfile", "deploy/compose.Caddyfile")
    assert [
        name for name in kit if f"/(?:{logs.SECRET_FOLDERS})/" not in (ROOT / name).read_text()
    ] == []
    documented = re.findall(r"`/(\w+)/…`", (ROOT / "docs" / "hosting" / "watch.md").read_text())
    assert "|".join(documented) == logs.SECRET_FOLDERS


@pytest.mark.parametrize(
    "secret",
    [
        *(f"/{folder}/{ID}.{MAC}" for folder in [*logs.SECRET_FOLDERS.split("|"), "K"]),
        f"/t/{ID}.{MAC}/7",
        f"/in?url=https%3A%2F%2Flocalhost%2Fk%2F{ID}.{MAC}",
        *("/t/HASE2345/7", "/in?text=HASE2345", "/in/HASE2345", "/open/ABCDEFGHJKMNPQRSTVWX"),
        *(f"/{way}/{ID}.{MAC}" for way in ("spades/k", "%6B", "nowhere")),
        f"/r/{ID}.{MAC}/feed.atom",
    ],
)
@pytest.mark.parametrize(
    "formatter",
    [logs.JsonFormatter(), logs.TextFormatter(logs.TEXT_FORMAT), logging.Formatter()],
    ids=["for programs", "for people", "of a server"],
)
def test_links_and_codes_are_not_logged(
    browser: Browser, lines: Lines, secret: str, formatter: logging.Formatter
) -> None:
    written = lines(formatter)
    browser.open(secret)
    browser.open("/", headers={"Referer": f"http://localhost{secret}?then=HASE2345"})
    browser.open("/", headers={"Referer": f"https://elsewhere.example{secret}"})
    browser.post("/settings", {}, headers={"Origin": f"http://evil.example{secret}"})
    assert written.getvalue().count("\n") >= 4
    assert [part for part in (MAC, "HASE2345", "ABCDEFGH") if part in written.getvalue()] == []


def test_a_traceback_is_part_of_its_json_line(
    app: Flask, browser: Browser, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = lines(logs.JsonFormatter())
    monkeypatch.setattr(app, "testing", False)
    monkeypatch.setitem(app.view_functions, "help.show", lambda: 1 / 0)
    browser.open("/how-spades-works")
    failed, answered = objects(written)
    assert failed["message"].startswith("a page failed\nTraceback")
    assert "ZeroDivisionError" in failed["message"]
    assert answered["message"].startswith("GET /how-spades-works 500, ")


def test_the_docs_explain_every_event() -> None:
    text = (ROOT / "docs" / "hosting" / "watch.md").read_text()
    assert re.findall(r"(?m)^\| `([a-z]+)` \|", text) == [*logs.LOG_EVENTS]
