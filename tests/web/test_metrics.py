import json
import re
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.web.http.logs import LOG_EVENTS
from tests.servers import run
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import built

DOCS = Path(__file__).parents[2] / "docs" / "hosting"
NUMBER = re.compile(r"[\d.]+|\+Inf")
Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def counted(scorebook: str, tmp_path: Path) -> Iterator[Flask]:
    with built(scorebook, tmp_path, hosted=True, rate_limits={}, metrics=True) as app:
        yield app


def read_figures(app: Flask) -> Figures:
    page = Browser(app).open("/metrics")
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page.body.decode())
        for sample in family.samples
    }


def of(figures: Figures, name: str, **labels: str) -> float:
    return figures.get((f"scorekeeper_{name}", frozenset(labels.items())), 0)


def test_events_are_counted(counted: Flask, started: dict[str, tuple[str, str]]) -> None:
    secret, path = started["table"]
    table = Table(Browser(counted, secret), path)
    late = table.show().form("/bids").filled(bid_0="1", bid_1="1", bid_2="1", bid_3="1")
    table.bid(4, 3, 3, 2)
    assert table.browser.send(late).status == 409
    tag = table.browser.open(path).headers["ETag"]
    for _ in range(2):  # by Flask, and by the fast path
        assert table.browser.open(path, headers={"If-None-Match": tag}).status == 304
    table.browser.open(f"/w/{secrets.token_urlsafe(16)}.{secrets.token_urlsafe(16)}")

    figures = read_figures(counted)

    bids = "/matches/<public_id>/bids"
    assert of(figures, "requests_total", method="POST", route=bids, status="303") == 1
    assert of(figures, "requests_total", method="POST", route=bids, status="409") == 1
    assert of(figures, "request_seconds_count", route=bids) == 2
    assert of(figures, "request_seconds_bucket", route=bids, le="10.0") == 2
    assert of(figures, "events_total", event="save") == 1
    assert of(figures, "events_total", event="conflict") == 1
    assert of(figures, "events_total", event="code") == 1
    assert of(figures, "events_total", event="rate") == 0
    shown = "/matches/<public_id>"
    assert of(figures, "requests_total", method="GET", route=shown, status="304") == 2


def test_only_stale_forms_count_as_conflicts(
    counted: Flask, started: dict[str, tuple[str, str]]
) -> None:
    secret, path = started["table"]
    table = Table(Browser(counted, secret), path)
    table.bid(4, 3, 3, 2)
    undo = table.show().form("/undo")
    table.browser.send(undo)
    late = table.browser.send(undo.filled(key="of another page"))
    table.send("deletion")
    gone = table.browser.send(undo.filled(key="of one more"))
    assert (late.status, gone.status) == (409, 409)
    assert of(read_figures(counted), "events_total", event="conflict") == 1


def test_labels_are_route_patterns_and_known_words(
    counted: Flask, started: dict[str, tuple[str, str]]
) -> None:
    secret, path = started["table"]
    browser = Browser(counted, secret)
    invented = [secrets.token_urlsafe(16) for _ in range(3)]
    for name in invented:
        browser.open(f"/matches/{name}")
        browser.open(f"/{name}?{name}={name}", headers={"Referer": f"http://localhost/{name}"})
        browser.request(name[:8].upper(), f"/w/{name}")
    browser.open(path)

    text = Browser(counted).open("/metrics").body.decode()

    values = {value for value in re.findall(r'="([^"]*)"', text) if not NUMBER.fullmatch(value)}
    patterns = {rule.rule for rule in counted.url_map.iter_rules()}
    assert values <= patterns | {"GET", "other", "none", *LOG_EVENTS}
    assert [one for one in (*invented, secret, path.rpartition("/")[2]) if one in text] == []


def test_metrics_need_no_home_code(scorebook: str, tmp_path: Path) -> None:
    with built(scorebook, tmp_path, metrics=True) as app:
        figures = read_figures(app)
        stranger = Browser(app).open("/history")
    assert of(figures, "events_total", event="save") == 0
    assert stranger.form("/in")


def test_metrics_are_off_and_not_loaded_by_default(browser: Browser, tmp_path: Path) -> None:
    program = "import scorekeeper.wsgi, scorekeeper.server.server, sys; print(*sys.modules)"
    loaded = run(tmp_path / "data", "-c", program, command=[sys.executable]).stdout.split()
    assert browser.open("/metrics").status == 404
    assert "scorekeeper.app" in loaded
    assert [name for name in loaded if name.startswith("prometheus")] == []


def test_docs_and_dashboard_name_every_metric(counted: Flask) -> None:
    Browser(counted).open("/")
    samples = {name.removesuffix("_bucket") for name, _ in read_figures(counted)}
    figures = {name for name in samples if not name.endswith(("_sum", "_count"))}
    dashboard = json.loads((DOCS / "dashboard.json").read_text())
    questions = [
        target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())
    ]
    asked = {
        re.sub("_(bucket|sum|count)$", "", name)
        for question in questions
        for name in re.findall(r"\bscorekeeper_\w+", question)
    }
    explained = set(re.findall(r"^\| `(scorekeeper_\w+)`", (DOCS / "watch.md").read_text(), re.M))

    assert asked == figures
    assert explained == asked


def test_the_docs_explain_every_event() -> None:
    explained = re.findall(r"^\| `([a-z]+)` \|", (DOCS / "watch.md").read_text(), re.MULTILINE)
    assert explained == [*LOG_EVENTS]
