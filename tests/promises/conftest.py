"""Real servers for the promises: a process, a folder and a port for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.book.maintenance.schema import prepare
from tests.clients import Browser
from tests.hosting.hosts import gunicorn, hosting, upgraded
from tests.postgres import Server as PostgreSQL
from tests.promises.form_states import every_form
from tests.reading import Form
from tests.servers import ON_THIS_MACHINE, Server, serving


@pytest.fixture(scope="session")
def empty_scorebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("empty") / "scorebook.sqlite"
    prepare(f"sqlite:///{path}")
    return path


@pytest.fixture
def data(empty_scorebook: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(empty_scorebook, folder)
    return folder


@pytest.fixture
def server(data: Path) -> Iterator[Server]:
    with serving(Server(data, *ON_THIS_MACHINE)) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def mortal_server(request: pytest.FixtureRequest, data: Path) -> Iterator[Server]:
    """A server that its test may kill, once on SQLite and once on PostgreSQL."""
    settings = {}
    if request.param == "postgresql":
        postgres: PostgreSQL = request.getfixturevalue("postgres")
        settings["SCOREKEEPER_DATABASE_URL"] = postgres.url(postgres.create())
    with serving(Server(data, *ON_THIS_MACHINE, **settings)) as running:
        yield running


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that no test stops."""
    with serving(Server(tmp_path_factory.mktemp("sqlite") / "data", *ON_THIS_MACHINE)) as running:
        yield running


@pytest.fixture(scope="session")
def quiet_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which little happens, so that all that is kept is soon compared."""
    data = tmp_path_factory.mktemp("quiet") / "data"
    with serving(Server(data, *ON_THIS_MACHINE)) as running:
        yield running


@pytest.fixture(scope="session")
def forms(quiet_server: Server) -> tuple[Browser, list[Form]]:
    """A browser on the quiet server and each form that it can send; no test gets one accepted."""
    browser = quiet_server.browser()
    return browser, list(every_form(browser))


@pytest.fixture(scope="session")
def postgresql_server(
    postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that no test stops, with its scorebook on PostgreSQL."""
    data, database = tmp_path_factory.mktemp("postgresql") / "data", postgres.url(postgres.create())
    with serving(Server(data, *ON_THIS_MACHINE, SCOREKEEPER_DATABASE_URL=database)) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def any_server(request: pytest.FixtureRequest) -> Server:
    """A server that no test stops, once on SQLite and once on PostgreSQL."""
    running: Server = request.getfixturevalue(f"{request.param}_server")
    return running


@pytest.fixture
def gunicorn_server(postgres: PostgreSQL, tmp_path: Path) -> Iterator[Server]:
    """One worker of gunicorn with our settings, its scorebook on PostgreSQL."""
    data, database = tmp_path / "data", postgres.url(postgres.create())
    upgraded(data, database)
    with hosting(gunicorn("--workers=1"), data, SCOREKEEPER_DATABASE_URL=database) as (
        server,
        _port,
    ):
        yield server
