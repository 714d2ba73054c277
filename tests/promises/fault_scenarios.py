"""Faults of a scorebook: a lock held by another process, and a full disk."""

import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
from sqlalchemy import make_url

from tests.servers import Server


@contextmanager
def locked(server: Server, seconds: float | None = None) -> Iterator[None]:
    """Hold the write lock for this many seconds, or until the end of the block."""
    held, enough = threading.Event(), threading.Event()
    hold = _hold_server if server.database else _hold_file
    holder = threading.Thread(target=hold, args=(server, seconds, held, enough))
    holder.start()
    assert held.wait(5)
    try:
        yield
    finally:
        if seconds is None:
            enough.set()
        holder.join()


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """Stop files of the server from growing beyond its log, as a full disk does."""
    log = server.scorebook.with_name(f"{server.scorebook.name}-wal")
    process = server.running.pid
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


def _hold_file(
    server: Server, seconds: float | None, held: threading.Event, enough: threading.Event
) -> None:
    with closing(sqlite3.connect(server.scorebook, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        held.set()
        enough.wait(seconds)
        connection.execute("ROLLBACK")


def _hold_server(
    server: Server, seconds: float | None, held: threading.Event, enough: threading.Event
) -> None:
    url = make_url(server.database)
    host = str(url.query["host"])
    opened = psycopg.connect(host=host, user=url.username, dbname=url.database)
    with closing(opened) as connection:
        connection.execute("SELECT id FROM matches FOR UPDATE")
        held.set()
        enough.wait(seconds)
