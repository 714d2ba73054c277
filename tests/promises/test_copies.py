"""A copy is sent to a real server, which keeps no more large bodies than a few at once."""

import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from scorekeeper.book import devices, house
from scorekeeper.book.access import Secret
from scorekeeper.book.backup import backup
from scorekeeper.book.database import Database
from tests.clients import PATIENCE, Browser
from tests.promises.rudeness import idle, temporary_bytes
from tests.reading import Page
from tests.servers import ON_THIS_MACHINE, Server, serving

BOUNDARY = "a-line-that-is-in-no-file"
OWNER = Secret("o" * 22)
MUCH = """INSERT INTO devices (secret_hash, phone, name, created_at, seen_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
SELECT randomblob(32), hex(randomblob(11)), hex(randomblob(20)), '2026-11-20 12:00:00',
'2026-11-20 12:00:00' FROM n
"""


def test_a_large_copy_is_sent_and_put_back(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with serving(Server(tmp_path / "data", *ON_THIS_MACHINE, SCOREKEEPER_HOSTED="0")) as server:
        owner = in_the_house(server)
        match = owner.start_match()
        backup(f"sqlite:///{server.scorebook}", copy)
        later = owner.start_match(("Eve", "Fay", "Gus", "Hal"))
        sending = owner.open("/copies").form("/copies")
        answer = send(owner, sending.fields, copy.read_bytes())
        shown = owner.open(answer.headers["Location"])
        owner.send(shown.form("/return"))

        assert copy.stat().st_size > 2_000_000
        assert "1 match is not in this copy" in shown.text
        assert [owner.open(path).status for path in (match, later)] == [200, 404]


def test_a_few_large_bodies_are_kept_at_once_and_let_go(tmp_path: Path) -> None:
    with serving(Server(tmp_path / "data", *ON_THIS_MACHINE, SCOREKEEPER_HOSTED="0")) as server:
        head = "POST /copies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n"
        with idle(server, 8) as clients:
            for client in clients:
                client.sendall(head.encode() + b"x" * 2_000_000)
            assert server.browser().open("/").status == 200
            assert 0 < temporary_bytes(server) <= 2 * 2_000_000
        deadline = time.monotonic() + PATIENCE
        while temporary_bytes(server) > 0 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert temporary_bytes(server) == 0


def in_the_house(server: Server) -> Browser:
    """A phone that owns the scorebook of the house, which is a large one."""
    with closing(Database(f"sqlite:///{server.scorebook}")) as database, database.write() as book:
        right = house.right(book)
        assert right is not None
        devices.gain(book, right, None, OWNER)
        book.connection().exec_driver_sql(MUCH)
    phone = server.browser()
    phone.cookies["scorekeeper_device"] = OWNER
    return phone


def send(browser: Browser, fields: Mapping[str, str], content: bytes) -> Page:
    """Send a form with a file."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
        if name != "copy"
    ]
    about = 'Content-Disposition: form-data; name="copy"; filename="copy.sqlite"'
    parts += [f"--{BOUNDARY}\r\n{about}\r\n\r\n".encode(), content, b"\r\n"]
    body = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    return browser.request("POST", "/copies", body, {"Content-Type": kind})
