import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import randrange

import pytest

from scorekeeper.network import list_addresses, network_name
from tests.clients import Browser
from tests.servers import COMMAND, ON_THIS_MACHINE, Server, run, serving
from tests.table import Table

HOME = {"SCOREKEEPER_HOSTED": "0"}
IN_TERMINAL = (sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])", *COMMAND)
LISTING = """
import atexit, ctypes, sys
from scorekeeper.cli import main
atexit.register(ctypes.CDLL(None).malloc_stats)
atexit.register(lambda: print("Imported:", *sys.modules, flush=True))
main()
"""
IN_EVERY_PYTHON = subprocess.check_output(
    [sys.executable, "-c", "import sys; print(*sys.modules)"], text=True
)
ALWAYS = sys.stdlib_module_names | {*IN_EVERY_PYTHON.split()}
"""The standard library, and what Debian's Python or a site adds to every start."""
LIBRARIES = {
    *("babel", "blinker", "click", "flask", "flask_wtf", "itsdangerous", "jinja2", "markupsafe"),
    *("platformdirs", "sqlalchemy", "typing_extensions", "waitress", "werkzeug", "wtforms"),
}


@pytest.fixture
def used_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_the_command_without_arguments_creates_and_serves_a_scorebook(tmp_path: Path) -> None:
    with serving(Server(tmp_path / "new")) as served:
        page = served.browser().open("/")
    assert page.status == 200
    assert f"Scores are stored in {tmp_path / 'new' / 'scorebook.sqlite'}" in served.printed
    assert served.port in range(8000, 8100)


def test_local_serves_this_computer_only_at_another_port(tmp_path: Path) -> None:
    # All of 127.0.0.0/8 is this machine; a server on 127.0.0.1 only does not answer there.
    with serving(Server(tmp_path)) as everywhere, serving(Server(tmp_path, "--local")) as local:
        page = Browser(everywhere.port, "127.0.0.2").open("/")
        with pytest.raises(ConnectionRefusedError):
            Browser(local.port, "127.0.0.2").open("/")
    assert page.status == 200
    assert everywhere.port != local.port
    assert "Only this computer can open it." in local.printed
    assert "█" not in local.printed


def test_the_network_address_is_printed_as_a_qr_code(tmp_path: Path) -> None:
    with serving(Server(tmp_path, "serve", "--host", "127.0.0.2", "--port", "0")) as served:
        assert f"On your network:  http://127.0.0.2:{served.port}\n" in served.output
    assert not (tmp_path / "house-code").exists()
    # Four light modules around it, and the three corners that a camera looks for.
    assert re.search(r"\n(█+)\n\1\n████ ▄▄▄▄▄ █.*█ ▄▄▄▄▄ ████\n", served.printed)
    assert served.printed.count("█ ▄▄▄▄▄ █") == 3


def test_a_terminal_without_blocks_gets_no_qr_code(tmp_path: Path) -> None:
    windows = {**HOME, "PYTHONIOENCODING": "cp1252"}
    with serving(
        Server(tmp_path, "serve", "--host", "127.0.0.2", "--port", "0", **windows)
    ) as served:
        printed = run(tmp_path, "code", **windows).stdout
        address = f"http://127.0.0.2:{served.port}"
    assert f"On your network:  {address}\n\nRun `scorekeeper code`" in served.output
    assert printed.startswith("Home code: ")
    assert f"\n{address}/in/" in printed
    assert "?" not in served.output + printed


@pytest.mark.parametrize("settings", [{}, HOME], ids=["hosted", "at home"])
def test_the_first_page_imports_no_other(tmp_path: Path, settings: dict[str, str]) -> None:
    command = (sys.executable, "-c", LISTING)
    server = Server(tmp_path, *ON_THIS_MACHINE, command=command, **settings)
    for libraries in (LIBRARIES | {"filelock"}, LIBRARIES):
        with serving(server):
            assert server.browser().open("/").status == 200
            server.stop()
        imported = server.found("Imported: .+").split()
        pages = {
            name.removeprefix("scorekeeper.web.")
            for name in imported
            if re.match(r"scorekeeper\.web\.(?!http|site|forms)", name)
        }
        tops = {name for name in imported if re.fullmatch(r"[a-z]\w*", name)}
        joining = {"joining", "joining.guard"}
        assert pages == joining | {"home", "routes"}
        assert tops - ALWAYS - {"scorekeeper", "cython_runtime"} == libraries
        assert not {"scorekeeper.words.referee", "sqlalchemy.dialects.postgresql"} & {*imported}


def test_all_threads_share_one_arena(tmp_path: Path) -> None:
    command = (sys.executable, "-c", LISTING)
    with serving(Server(tmp_path, *ON_THIS_MACHINE, command=command)) as served:
        for browser in (served.browser(), served.browser()):
            browser.open("/")
        served.stop()
    assert "Arena 0:" in served.output
    assert "Arena 1:" not in served.output


def test_the_last_port_is_used_again(tmp_path: Path, used_port: int) -> None:
    # The system gives these ports to no outgoing connection of another test.
    with socket.create_server(("127.0.0.1", randrange(20_000, 32_000))) as free:
        port = free.getsockname()[1]
    with serving(Server(tmp_path, "serve", "--host", "127.0.0.1", "--port", str(port))):
        pass
    with serving(Server(tmp_path, "--local")) as again:
        assert again.port == port
        with serving(Server(tmp_path, "--local")) as beside:
            assert beside.port in range(8000, 8100)


def test_the_public_url_is_printed(tmp_path: Path) -> None:
    url = "https://scores.example/table"
    arguments = ("serve", "--host", "127.0.0.1", "--public-url", f"{url}/")
    with serving(Server(tmp_path, *arguments, **HOME)) as served:
        assert f"On your network:  {url}\n" in served.output


@pytest.mark.parametrize("url", ["http://a..b", ""])
def test_an_invalid_url_is_refused_as_typed(tmp_path: Path, url: str) -> None:
    refused = run(tmp_path, "serve", "--public-url", url)
    sentence = f"Error: --public-url is {url!r}. Use an address such as https://scores.example.\n"
    assert (refused.returncode, refused.stderr) == (1, sentence)


@pytest.mark.parametrize("command", [COMMAND, IN_TERMINAL], ids=["in a log", "in a terminal"])
def test_a_home_server_prints_its_code_only_in_a_terminal(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    arguments = ("serve", "--host", "127.0.0.2", "--port", "0")
    with serving(Server(tmp_path, *arguments, command=command, **HOME)) as served:
        code = (tmp_path / "house-code").read_text().strip()
        address = f"On your network:  http://127.0.0.2:{served.port}"
        shown = [f"{address}/in/{code}\n", f"Home code: {code[:4]}-{code[4:]}"]
        hidden = [f"{address}\n", "Run `scorekeeper code` to see the home code."]
        found = [line in served.output for line in (*shown, *hidden)]
        assert found == [command == IN_TERMINAL] * 2 + [command == COMMAND] * 2


def test_a_home_server_takes_the_code_that_its_host_chose(tmp_path: Path) -> None:
    (tmp_path / "house-code").write_text("HASE2345\n")
    server = Server(tmp_path, *ON_THIS_MACHINE, **HOME, SCOREKEEPER_HOME_CODE="club-2026-spades")
    with serving(server):
        phone = server.browser()
        asked = phone.open("/").form("/in")
        codes = ("HASE2345", "club-2026-spade", "Club 2026 Spades")
        answers = [phone.send(asked, code=code).status for code in codes]
    assert answers == [404, 404, 303]
    assert "club-2026" not in server.printed.lower()


def has_ipv6(host: str) -> bool:
    """Whether this machine can listen on an IPv6 address."""
    try:
        socket.create_server((host, 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("host", ["::", "[::]"])
def test_ipv4_and_ipv6_are_served_together(tmp_path: Path, host: str) -> None:
    command = ("serve", "--host", host, "--port", "0")
    if not has_ipv6("::"):
        assert run(tmp_path, *command).stderr.startswith("Error: Can't listen on :: port 0: ")
        return
    addresses = ["127.0.0.1", *["::1"] * has_ipv6("::1")]
    with serving(Server(tmp_path, *command)) as served:
        statuses = {at: Browser(served.port, at).open("/").status for at in addresses}
        here = served.found(r"On this computer: \S+")
        name = f"http://{network_name()}:{served.port}"

    assert statuses == dict.fromkeys(addresses, 200)
    assert here == f"On this computer: http://localhost:{served.port}"
    assert (name in served.printed) is bool(network_name() and list_addresses(ipv6=True))


def test_a_single_ipv6_address_is_served(tmp_path: Path) -> None:
    command = ("serve", "--host", "[::1]", "--port", "0")
    if not has_ipv6("::1"):
        assert run(tmp_path, *command).stderr.startswith("Error: Can't listen on ::1 port 0: ")
        return
    with serving(Server(tmp_path, *command)) as served:
        status = Browser(served.port, "::1").open("/").status
    assert status == 200
    assert "Only this computer can open it." in served.printed


def test_only_this_computer_is_served_behind_a_proxy(tmp_path: Path) -> None:
    proxied = Server(tmp_path, SCOREKEEPER_TRUSTED_PROXIES="1")
    with serving(proxied), pytest.raises(ConnectionRefusedError):
        Browser(proxied.port, "127.0.0.2").open("/")
    assert "Only this computer can open it." in proxied.printed


def test_an_address_that_cannot_be_used_is_reported_in_a_sentence(
    tmp_path: Path, used_port: int
) -> None:
    done = run(tmp_path, "serve", "--host", "127.0.0.1", "--port", str(used_port))
    assert done.stderr == f"Error: Port {used_port} is in use. Choose another.\n"
    assert done.returncode == 1
    done = run(tmp_path, "serve", "--host", "192.0.2.77", "--port", "0")
    assert done.stderr.startswith("Error: Can't listen on 192.0.2.77 port 0: ")
    assert done.returncode == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_signal_stops_the_server_cleanly(tmp_path: Path, number: int) -> None:
    with serving(Server(tmp_path, "serve", "--host", "127.0.0.1", "--port", "0")) as served:
        served.browser().open("/")
        status = served.stop(number)
    assert (status, served.serving_output) == (0, "")
    # The last connection folded the log into the file and removed it.
    assert sorted(path.name for path in tmp_path.iterdir() if "lock" not in path.name) == [
        "address",
        "scorebook.sqlite",
        "secret-key",
    ]


@pytest.mark.parametrize(
    ("proxies", "secure"),
    [pytest.param("0", None, id="no proxy"), pytest.param("1", "max-age=31536000", id="a proxy")],
)
def test_proxy_headers_are_trusted_only_if_configured(
    tmp_path: Path, proxies: str, secure: str | None
) -> None:
    with serving(Server(tmp_path, "--local", SCOREKEEPER_TRUSTED_PROXIES=proxies)) as served:
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
        page = served.browser().open("/", forwarded)
    assert page.headers.get("Strict-Transport-Security") == secure
    assert "Server" not in page.headers


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_other_users_can_read_no_file(tmp_path: Path) -> None:
    data = tmp_path / "new"
    with serving(Server(data, "--local")) as server:
        server.browser().open("/")
        served = {path.name: mode(path) for path in data.iterdir() if path.suffix != ".lock"}
    copied = run(data, "backup", str(tmp_path / "copy.sqlite"))
    assert copied.returncode == 0
    assert {"scorebook.sqlite", "scorebook.sqlite-wal", "secret-key"} <= set(served)
    assert set(served.values()) == {0o600}
    assert mode(data) == 0o700
    assert mode(tmp_path / "copy.sqlite") == 0o600


def test_a_readable_scorebook_is_made_private(tmp_path: Path) -> None:
    data = tmp_path / "old"
    with serving(Server(data, "--local")):
        pass
    (data / "scorebook-before-0002.sqlite").touch()
    (data / "scorebook-before-0002.sqlite").chmod(0o644)
    (data / "scorebook.sqlite").chmod(0o644)
    data.chmod(0o755)
    with serving(Server(data, "--local")):
        assert mode(data / "scorebook.sqlite") == 0o600
    assert mode(data / "scorebook-before-0002.sqlite") == 0o600
    assert mode(data) == 0o700
    # A folder with other files in it keeps its mode.
    (data / "holiday.txt").touch()
    (data / "holiday.txt").chmod(0o644)
    data.chmod(0o755)
    with serving(Server(data, "--local")):
        assert (mode(data), mode(data / "holiday.txt")) == (0o755, 0o644)


def test_the_start_purges_matches_deleted_long_ago(tmp_path: Path) -> None:
    server = Server(tmp_path, "serve", "--host", "127.0.0.1", "--port", "0")
    with serving(server) as served:
        table = Table(served.browser())
        table.start()
        table.send("deletion")
    with closing(sqlite3.connect(server.scorebook)) as book, book:
        book.execute("UPDATE matches SET deleted_at = '2026-01-01 12:00:00'")
    with serving(server):
        pass
    with closing(sqlite3.connect(server.scorebook)) as book:
        assert book.execute("SELECT count(*) FROM addresses").fetchone() == (0,)
