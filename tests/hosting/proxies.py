"""Real proxies, and the app behind them."""

import os
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any, ClassVar

import waitress
from waitress import wasyncore

from scorekeeper.app import MAX_FORM_BYTES, create_app
from scorekeeper.book.db.database import parse_url
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.config import Config
from scorekeeper.web.http.logs import SECRET_FOLDERS
from tests.clients import Browser
from tests.promises.abusive_clients import dripping, idle
from tests.servers import PATIENCE

MANY = 520
"""Connections one client may open: more than `serve` accepts."""
NGINX = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/log;
worker_processes 1;
events {{ worker_connections 768; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {sites}
}}
"""
CADDY = """{{
    admin off
    local_certs
    skip_install_trust
    auto_https disable_redirects
    storage file_system {folder}/storage
"""


@contextmanager
def app(folder: Path, proxies: int, hosts: tuple[str, ...] = ()) -> Iterator[tuple[Config, int]]:
    """Serve a new scorebook with a number of trusted proxies; yield its settings and port."""
    folder.mkdir()
    database = parse_url(f"sqlite:///{folder}/scorebook.sqlite")
    prepare(database)
    config = Config(
        database_url=database,
        data=folder,
        secret_key="Gk3s9QpZ7vB2xWd8Lr5tYcf4Hj6nMa1E",
        hosted=True,
        trusted_hosts=hosts,
        trusted_proxies=proxies,
        rate_limits={},
    )
    flask_app = create_app(config)
    channels: dict[int, Any] = {}
    server = waitress.create_server(
        flask_app,
        map=channels,
        host="127.0.0.1",
        port=0,
        threads=6,
        clear_untrusted_proxy_headers=False,
    )
    stopping = threading.Event()

    def serve() -> None:
        while not stopping.is_set():
            wasyncore.loop(timeout=0.1, map=channels, count=1)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield config, server.effective_port
    finally:
        stopping.set()
        thread.join()
        server.task_dispatcher.shutdown()
        wasyncore.close_all(channels)
        flask_app.extensions["database"].close()


@contextmanager
def nginx(folder: Path, sites: str) -> Iterator[None]:
    folder.mkdir()
    file = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    file.write_text(NGINX.format(folder=folder, sites=sites, user=user))
    with _running(folder, [_program("nginx"), "-e", str(folder / "log"), "-c", str(file)]):
        # It writes its process id once it listens.
        _wait(folder / "pid", "\n")
        yield


@contextmanager
def caddy(folder: Path, sites: str) -> Iterator[Path]:
    """Serve sites with Caddy and its own certificates; yield the root certificate."""
    folder.mkdir()
    file = folder / "Caddyfile"
    # Only one block may have global options.
    parts = sites.partition("\n{\n")
    head, rest = (parts[0], parts[2]) if parts[1] else ("", f"}}\n{sites}")
    file.write_text(f"{head}\n{CADDY.format(folder=folder)}{rest}")
    root = folder / "storage" / "pki" / "authorities" / "local" / "root.crt"
    command = [_program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    with _running(folder, command):
        _wait(folder / "output", "serving initial configuration")
        # Until then it responds with a TLS alert.
        _wait(folder / "output", "certificate obtained successfully")
        yield root


@dataclass
class SecureBrowser(Browser):
    """A browser for https that trusts one certificate."""

    host: str = "localhost"
    root: Path = Path()
    scheme: ClassVar[str] = "https"

    def connection(self) -> HTTPSConnection:
        return HTTPSConnection(self.host, self.port, timeout=PATIENCE, context=self.tls_context)

    @property
    def tls_context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.root)


FORGED = {
    "X-Forwarded-For": "192.0.2.66",
    "X-Forwarded-Proto": "forged",
    "X-Forwarded-Host": "192.0.2.66",
    "X-Forwarded-Prefix": "/forged",
}
"""Forged proxy headers; the address is from a documentation range."""


def check_way(browser: Browser, folder: str = "") -> None:
    """Check that a match, a large file and an unchanged page get through, and no forged header."""
    form = browser.open(f"{folder}/matches/new?game=two-player").form(f"{folder}/matches")
    match = browser.send(form, player_0="Ann", player_1="Ben").location
    assert match.startswith(f"{folder}/matches/")
    forged = browser.open(f"{folder}/readyz", headers=FORGED).html.splitlines()
    assert forged[:3] == [
        "Ready.",
        f"Scheme: {browser.scheme}",
        f"Host: {browser.host}:{browser.port}",
    ]
    assert forged[3] in ("Client: 127.0.0.1", "Client: ::1")

    etag = browser.open(match, {"Accept-Encoding": "gzip"}).headers["ETag"]
    coded = {"Accept-Encoding": "gzip", "If-None-Match": etag}
    assert browser.open(match, coded).status == 304

    # The app refuses it, because the token is missing.
    body = b"x" * (MAX_FORM_BYTES - 100_000)
    large = browser.request("POST", f"{folder}/scorebooks/{'a' * 22}/import", body)
    assert large.status == 400
    assert large.headers["X-Frame-Options"] == "DENY"


def check_that_none_starves(browser: SecureBrowser) -> None:
    """Check that idle and slow connections delay no other request, which would time out."""
    match = browser.start_match()
    for holding in (idle(browser, MANY), dripping(browser, MANY, tls=browser.tls_context)):
        with holding:
            for _ in range(5):
                assert browser.open(match).status == 200


SECRET = "HASE2345"
LINKS = [
    *(f"/{folder}/{SECRET}" for folder in SECRET_FOLDERS.split("|")),
    *(f"/t/{SECRET}/7", f"/r/{SECRET}/feed.atom", f"/K/{SECRET}", f"//k/{SECRET}"),
    *(f"/in?text=/in/{SECRET}", f"/in?url=https%3A%2F%2Fscores.example%2Fk%2F{SECRET}"),
    f"/nowhere?k={SECRET}",
]


def open_links(browser: Browser) -> set[int]:
    """Open every kind of link as from a page with another in its address; return the statuses."""
    referer = {"Referer": f"{browser.scheme}://localhost/e/{SECRET}?k={SECRET}"}
    posted = [browser.request("POST", path, b"", referer) for path in LINKS]
    return {page.status for page in [*posted, *(browser.open(path, referer) for path in LINKS)]}


def read_logs(folder: Path) -> str:
    """Return all that proxies wrote in a folder, other than their configuration."""
    files = [
        file for file in folder.rglob("*") if file.name in ("log", "output", "scorekeeper.log")
    ]
    return "".join(file.read_text() for file in files)


def _program(name: str) -> str:
    program = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    assert program is not None, f"install Debian's package {name}"
    return program


def _wait(file: Path, until: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not file.exists() or until not in file.read_text():
        assert time.monotonic() < deadline, file.with_name("output").read_text()
        time.sleep(0.02)


@contextmanager
def _running(folder: Path, command: list[str]) -> Iterator[None]:
    output = folder / "output"
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with output.open("wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | homes, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        time.sleep(0.1)
        assert process.poll() is None, output.read_text()
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
