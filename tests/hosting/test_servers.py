"""Workers of gunicorn share one scorebook and lose nothing."""

import json
import re
import socket
from pathlib import Path

import pytest

from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.schema import prepare, require_current
from tests.clients import Browser, at_once
from tests.effort import THOROUGH
from tests.hosting.hosts import COMMANDS, gunicorn, hosting, upgraded
from tests.hosting.proxies import SECRET, open_links
from tests.postgres import Server as Postgres
from tests.servers import COMMAND, PATIENCE, run
from tests.table import Table
from tests.test_wsgi import NOT_READY, ask_app

TABLES = 3
PAIRS = [("gunicorn, gthread", "postgresql"), ("gunicorn, sync", "sqlite")]
OTHER_PAIRS = [("gunicorn, gthread", "sqlite"), ("gunicorn, sync", "postgresql")]
FORGED = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "127.0.0.9",
    "X-Forwarded-Prefix": "/forged",
    "X-Forwarded-For": "192.0.2.1",
    "X-Forwarded-Ssl": "on",
    "X-Forwarded-Protocol": "ssl",
    "Script-Name": "/forged",
    "Forwarded": "for=192.0.2.1;proto=https",
}


@pytest.mark.parametrize(("name", "database"), PAIRS + OTHER_PAIRS if THOROUGH else PAIRS)
def test_several_processes_share_one_scorebook(
    name: str, database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings = {}
    if database == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        settings["SCOREKEEPER_DATABASE_URL"] = postgres.url(postgres.create())
    data = tmp_path / "data"
    upgraded(data, *settings.values())

    with hosting(COMMANDS[name], data, **settings) as (_, port):
        browsers = [Browser(port) for _ in range(TABLES)]
        forms = [browser.new_match_form() for browser in browsers]
        started = [answer.location for answer in at_once(browsers, forms)]
        for browser, match in zip(browsers, started, strict=True):
            browser.play_hand(match)
        hands = [len(other.hands(match)) for other, match in zip(browsers, started, strict=True)]
        is_trusting = trusts_headers(port)

    assert hands == [1] * TABLES
    assert not is_trusting


def test_gunicorn_starts_without_warnings_and_registers_its_address(tmp_path: Path) -> None:
    data = tmp_path / "data"
    upgraded(data)

    home = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    settings = {**home, "SCOREKEEPER_PUBLIC_URL": "https://a.example"}
    with hosting(gunicorn("--workers=1"), data, **settings) as (server, port):
        Table(Browser(port)).start()
        entry = (data / "address").read_text()
    lines = [line for line in server.printed.splitlines() if "[INFO]" not in line]

    assert lines == []
    # Nobody should control it through a socket.
    assert list(tmp_path.rglob("gunicorn.ctl")) == []
    assert f'"port": {port}' in entry
    assert "https://a.example" in entry
    assert "process" not in (data / "address").read_text()


def test_gunicorn_refuses_to_start_with_unusable_settings(tmp_path: Path) -> None:
    ended = run(tmp_path / "data", command=gunicorn()(0), SCOREKEEPER_HOSTED="yes")
    assert ended.returncode == 1
    assert ended.stderr.endswith("\nError: SCOREKEEPER_HOSTED is 'yes'. It must be 1 or 0.\n")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["gunicorn", "serve"])
def test_no_log_contains_a_link(tmp_path: Path, name: str) -> None:
    # With an access log, as no kit has it but a host may want it.
    command = {
        "gunicorn": gunicorn("--workers=1", "--access-logfile=-", "--log-level=debug"),
        "serve": lambda port: [*COMMAND, "serve", f"--port={port}"],
    }[name]
    settings = {"SCOREKEEPER_LOG": "json"}
    data = tmp_path / "data"
    upgraded(data)

    with hosting(command, data, **settings) as (server, port):
        browser = Browser(port)
        statuses = open_links(browser)
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as unreadable:
            unreadable.sendall(f"GET /k/{SECRET} NOTHING/1\r\n\r\n".encode())
            unreadable.recv(1)
    ours = [json.loads(line) for line in server.printed.splitlines() if line.startswith("{")]

    paths = [line["message"].split()[1] for line in ours if line["message"].startswith("GET ")]
    assert {"/k/…", "/t/…", "/in/…", "/in", "/nowhere"} <= {*paths}
    assert {200, 404} <= statuses
    assert SECRET not in server.printed
    assert server.printed.count('"GET /open/… HTTP/1.1" 404') == (name == "gunicorn")


def trusts_headers(port: int) -> bool:
    """Whether a server trusts the proxy headers of any client."""
    page = Browser(port).open("/matches/new?game=two-player", headers=FORGED)
    cookies = page.headers.getlist("Set-Cookie")
    assert page.status == 200
    assert cookies
    is_secure = "Strict-Transport-Security" in page.headers or "Secure" in str(cookies)
    return is_secure or bool(re.search("forged|https://", page.html))


def test_only_upgrade_creates_the_tables(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.url(postgres.create())
    with pytest.raises(ScorebookError, match="Create it with `scorekeeper upgrade`"):
        require_current(url)
    upgraded = run(tmp_path, "upgrade", SCOREKEEPER_DATABASE_URL=url)
    require_current(url)
    assert (upgraded.returncode, upgraded.stderr) == (0, "")


def test_an_unexpected_error_is_logged_by_its_type_only(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.url(postgres.create())
    prepare(url)
    answered = ask_app(tmp_path, SCOREKEEPER_DATABASE_URL=f"{url}&options=-crole%3Dpg_monitor")
    assert answered.stdout == f"True\n200 503 {NOT_READY}"
    assert answered.stderr.count("\n") == 1
    assert answered.stderr.endswith(": not ready: unexpected error (ProgrammingError).\n")
