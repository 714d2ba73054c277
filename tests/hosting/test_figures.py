"""Several workers count together, whoever of them dies; nothing secret is counted or logged."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.book.schema import prepare
from tests.clients import BIDS, Browser
from tests.effort import KILLED_WORKERS
from tests.reading import Page
from tests.servers import ON_THIS_MACHINE, Server, run, serving

PATIENCE = 30.0
WORKERS = 4
NAMES = ("Zerlina", "Quirin", "Yolanda", "Xaver")


def free_port() -> int:
    """Return a port at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def hosted(folder: Path, *arguments: str, figures: int) -> Iterator[tuple[Server, Browser]]:
    """Serve with gunicorn as a host does, from a scorebook that is prepared."""
    data, port = folder / "data", free_port()
    data.mkdir()
    prepare(f"sqlite:///{data}/scorebook.sqlite")
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:scorekeeper.gunicorn"]
    ways = [f"--workers={WORKERS}", "--no-control-socket", "--worker-tmp-dir=/dev/shm"]
    settings = {
        "SCOREKEEPER_METRICS": str(figures),
        "PROMETHEUS_MULTIPROC_DIR": str(folder / "figures"),
    }
    where = [f"--bind=127.0.0.1:{port}", "--worker-class=gthread", "--threads=8", *arguments]
    server = Server(data, command=[*gunicorn, *ways, *where], **settings)
    server.launch()
    try:
        browser = Browser(port)
        until(lambda: browser.open("/healthz").status == 200)
        yield server, browser
    finally:
        # A worker that has just begun hears no other signal.
        for process in (server.running.pid, *children(server)):
            os.kill(process, signal.SIGKILL)
        server.running.wait(PATIENCE)
    assert "Traceback" not in server.printed


def until(found: Callable[[], object]) -> None:
    """Wait for something."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if found():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("it does not come")


def counted(page: Page, name: str) -> float:
    """One of the figures."""
    assert page.status == 200
    [value] = re.findall(rf"^scorekeeper_{re.escape(name)} (\S+)$", page.body.decode(), re.M)
    return float(value)


def children(server: Server) -> list[int]:
    """The workers of the server."""
    arbiter = server.running.pid
    return [*map(int, Path(f"/proc/{arbiter}/task/{arbiter}/children").read_text().split())]


def test_workers_count_together_and_those_that_die_leave_nothing_behind(tmp_path: Path) -> None:
    port = free_port()
    # Loaded once, for the sake of the many.
    with hosted(tmp_path, "--preload", figures=port) as (server, browser):
        figures, sent = Browser(port), 0
        for _ in range(KILLED_WORKERS // WORKERS):
            sent += sum(browser.open("/how-spades-works").status == 200 for _ in range(9))
            before = children(server)
            for worker in before:
                os.kill(worker, signal.SIGKILL)
            until(lambda before=before: len({*children(server)} - {*before}) == WORKERS)
        browser.open("/history")
        times = []
        for _ in range(3):
            began = time.monotonic()
            page = figures.open("/metrics")
            times.append(time.monotonic() - began)
        files = [file.name for file in (tmp_path / "figures").iterdir()]
        # What a request says of its port opens nothing, and at that port nothing else is open.
        refused = [browser.open("/metrics", {"Host": f"localhost:{port}"}).status]
        refused += [figures.open(path).status for path in ("/", "/readyz", "/metrics/", "/open/x")]

    assert refused == [404] * 5
    assert counted(page, 'requests_total{method="GET",route="/how-spades-works",status="200"}') == (
        sent
    )
    assert counted(page, "connections") == 0
    assert counted(page, "book_answers") == 1
    # Counters, histograms and gauges of each, and those of who loaded it.
    assert len(files) <= 3 * (WORKERS + 1), files
    # A worker that has just begun makes itself ready first.
    assert min(times) < 2


def test_nothing_secret_is_written_or_counted(tmp_path: Path) -> None:
    port = free_port()
    settings = {"LOG": "json", "METRICS": str(port), "ADDRESS": "https://scores.example"}
    named = {f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    server = Server(tmp_path / "data", *ON_THIS_MACHINE, **named)
    with serving(server):
        owner, friend, lost = server.browser(), server.browser(), server.browser()
        match = owner.start_match(NAMES)
        owner.play_hand(match)
        form = owner.open(match).form("/bids").filled(**BIDS)
        owner.open("/history", query_string={"q": NAMES[0]})
        shared = owner.open(f"{match}/share")
        links = re.findall(r"/[kw]/[\w.-]{40,}", shared.html)
        for link in links:
            followed = friend.open(link)
            friend.open(followed.location, {"Referer": f"http://127.0.0.1:{server.port}{link}"})
            friend.open(f"{link}x")
        code = lost.open("/recover").form("/in")
        refused = [lost.send(code, code="HASE2345").status, lost.open("/in/HASE2345").status]
        owner.request("POST", "/settings", b"", {"Origin": "http://evil.example"})
        figures = Browser(port).open("/metrics").body.decode()
    written = server.last_words

    assert len(links) >= 2
    assert refused[0] == 404
    lines = [json.loads(line) for line in written.splitlines()]
    assert {line["event"] for line in lines if "event" in line} == {"code", "origin"}
    assert len([line for line in lines if line["logger"] == "scorekeeper.requests"]) > 10
    key = server.data.joinpath("secret-key").read_text().strip()
    cookies = [value for one in (owner, friend, lost) for value in one.cookies.values()]
    own = [*NAMES, *cookies, *(link.rpartition(".")[2] for link in links), "HASE2345", key]
    secrets = [*own, form.fields["csrf_token"], form.fields["key"]]
    assert [one for one in secrets if one in written] == []
    public = match.rpartition("/")[2]
    assert [one for one in (*secrets, public) if one in figures] == []


def test_a_port_of_the_figures_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        ended = run(tmp_path / "data", *ON_THIS_MACHINE, SCOREKEEPER_METRICS=str(port))

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Error: The figures cannot be told at 127.0.0.1 port {port}: ")


def test_pages_and_figures_have_a_port_each(tmp_path: Path) -> None:
    port = free_port()
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:scorekeeper.gunicorn"]
    folder = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures")}
    command = [*gunicorn, f"--bind=127.0.0.1:{port}"]
    ended = run(tmp_path / "data", command=command, SCOREKEEPER_METRICS=str(port), **folder)

    assert ended.returncode == 1
    assert f"Error: the pages are served at port {port}: give SCOREKEEPER_METRICS" in ended.stderr


def test_a_place_of_the_figures_that_is_none_is_told(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:scorekeeper.gunicorn"]
    settings = {
        "SCOREKEEPER_METRICS": "many",
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures"),
    }
    server = Server(tmp_path / "data", command=[*command, f"--bind=127.0.0.1:{port}"], **settings)
    server.launch()
    try:
        browser = Browser(port)
        until(lambda: browser.open("/healthz").status == 200)
        assert browser.open("/").status == 503
    finally:
        server.running.terminate()
        server.running.wait(PATIENCE)

    assert "not ready: SCOREKEEPER_METRICS is 'many': give a port such as 9464" in server.printed
    assert "Traceback" not in server.printed


def test_nginx_writes_no_link_and_no_code(tmp_path: Path) -> None:
    example = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text()
    told = "".join(
        re.findall(r"^(?:map .+?^\}|log_format .+?;)$", example, re.DOTALL | re.MULTILINE)
    )
    [writes, also] = re.findall("access_log .+;", example)
    assert writes == also
    port, log = free_port(), tmp_path / "access.log"
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {tmp_path}/pid; error_log stderr; events {{}}"
        f" http {{ {told} {writes.replace('/var/log/nginx/scorekeeper.log', str(log))}"
        f" server {{ listen 127.0.0.1:{port}; location / {{ return 204; }} }} }}"
    )
    command = ["nginx", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    nginx = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        browser = Browser(port)
        until(lambda: browser.open("/?q=Ann").status == 204)
        for way in ("w", "K", "r", "i", "in", "open"):
            browser.open(f"/spades/{way}/Secret.Secret/in/Secret?q=Secret")
        browser.open("/matches/known")
        until(lambda: "/matches/known" in log.read_text())
    finally:
        nginx.terminate()
        nginx.wait(PATIENCE)
    written = log.read_text()

    assert "Secret" not in written
    assert "Ann" not in written
    assert [line.split('"')[1] for line in written.splitlines()[-3:]] == [
        "GET /spades/in/-",
        "GET /spades/open/-",
        "GET /matches/known",
    ]
