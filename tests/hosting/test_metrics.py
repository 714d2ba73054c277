import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.clients import BIDS, Browser
from tests.effort import KILLED_WORKERS
from tests.hosting.hosts import free_port, gunicorn, hosting, upgraded
from tests.reading import Page
from tests.servers import ON_THIS_MACHINE, Server, run, serving

PATIENCE = 30.0
WORKERS = 4
NAMES = ("Zerlina", "Quirin", "Yolanda", "Xaver")


@contextmanager
def hosted(folder: Path) -> Iterator[tuple[Server, Browser]]:
    """Serve with several workers that count together."""
    upgraded(folder / "data")
    settings = {"SCOREKEEPER_METRICS": "1", "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics")}
    command = gunicorn(f"--workers={WORKERS}", "--threads=8", "--preload")
    with hosting(command, folder / "data", **settings) as (server, port):
        try:
            yield server, Browser(port)
        finally:
            # A worker that has just begun hears no other signal.
            for process in (server.running.pid, *children(server)):
                os.kill(process, signal.SIGKILL)
    assert "Traceback" not in server.printed


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError):
            if condition():
                return
        time.sleep(0.05)
    raise AssertionError("it does not come")


def counted(page: Page, name: str) -> float:
    assert page.status == 200
    [value] = re.findall(rf"^scorekeeper_{re.escape(name)} (\S+)$", page.body.decode(), re.M)
    return float(value)


def children(server: Server) -> list[int]:
    arbiter = server.running.pid
    return [*map(int, Path(f"/proc/{arbiter}/task/{arbiter}/children").read_text().split())]


def test_workers_share_metrics_after_one_dies(tmp_path: Path) -> None:
    (tmp_path / "metrics").mkdir()
    for name in ("counter_1.db", "gauge_livesum_1.db", "histogram_1.db"):
        (tmp_path / "metrics" / name).write_bytes(b"of an earlier start")
    notes = tmp_path / "metrics" / "notes.txt"
    notes.write_bytes(b"somebody's own")
    with hosted(tmp_path) as (server, browser):
        sent = 0
        for _ in range(KILLED_WORKERS // WORKERS):
            sent += sum(browser.open("/how-spades-works").status == 200 for _ in range(9))
            before = children(server)
            for worker in before:
                os.kill(worker, signal.SIGKILL)
            until(lambda before=before: len({*children(server)} - {*before}) == WORKERS)
        until(lambda: browser.open("/metrics").status == 200)
        page = browser.open("/metrics")

    assert counted(page, 'requests_total{method="GET",route="/how-spades-works",status="200"}') == (
        sent
    )
    assert notes.read_bytes() == b"somebody's own"


def test_workers_without_a_metrics_folder_are_refused(tmp_path: Path) -> None:
    settings = {"SCOREKEEPER_METRICS": "1", "PROMETHEUS_MULTIPROC_DIR": ""}
    ended = run(tmp_path / "data", command=gunicorn()(0), **settings)

    assert ended.returncode == 1
    assert "Error: SCOREKEEPER_METRICS=1 needs PROMETHEUS_MULTIPROC" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_logs_and_metrics_contain_no_secret(tmp_path: Path) -> None:
    settings = {"LOG": "json", "METRICS": "1", "PUBLIC_URL": "https://scores.example"}
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
        metrics = server.browser().open("/metrics").body.decode()
    written = server.serving_output

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
    assert [one for one in (*secrets, public) if one in metrics] == []


def test_the_nginx_log_contains_no_link_or_code(tmp_path: Path) -> None:
    example = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text()
    directives = "".join(
        re.findall(r"^(?:map .+?^\}|log_format .+?;)$", example, re.DOTALL | re.MULTILINE)
    )
    [access_log, access_log_again] = re.findall("access_log .+;", example)
    assert access_log == access_log_again
    port, log = free_port(), tmp_path / "access.log"
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {tmp_path}/pid; error_log stderr; events {{}}"
        f" http {{ {directives} {access_log.replace('/var/log/nginx/scorekeeper.log', str(log))}"
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
    text = log.read_text()

    assert "Secret" not in text
    assert "Ann" not in text
    assert [line.split('"')[1] for line in text.splitlines()[-3:]] == [
        "GET /spades/in/-",
        "GET /spades/open/-",
        "GET /matches/known",
    ]
