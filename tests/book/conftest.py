"""Scorebooks for the tests: real files and one on a real server, each migrated once."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from tests.book.scorers import Phone
from tests.databases import opened
from tests.postgres import Server


@pytest.fixture(scope="session")
def postgres_scorebook(postgres: Server) -> str:
    """The name of a migrated database, empty for every test."""
    name = postgres.create()
    prepare(postgres.url(name))
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty scorebook to copy."""
    path = tmp_path_factory.mktemp("template") / "scorebook.sqlite"
    prepare(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_file(sqlite_template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sqlite_template, tmp_path / "scorebook.sqlite"))


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    return f"sqlite:///{sqlite_file}"


@pytest.fixture
def postgresql_url(postgres: Server, postgres_scorebook: str) -> Iterator[str]:
    yield postgres.url(postgres_scorebook)
    postgres.clear(postgres_scorebook)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty scorebook, once on SQLite and once on PostgreSQL."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An empty scorebook, once on SQLite and once on PostgreSQL."""
    with closing(opened(database_url)) as database:
        yield database


@pytest.fixture
def ann(database: Database) -> Phone:
    return Phone(database)


@pytest.fixture
def ben(database: Database) -> Phone:
    return Phone(database)


@pytest.fixture
def cleo(database: Database) -> Phone:
    return Phone(database)


@pytest.fixture
def dan(database: Database) -> Phone:
    return Phone(database)


@pytest.fixture
def sqlite_database(sqlite_url: str) -> Iterator[Database]:
    """An empty scorebook in a file, for tests that don't depend on the database."""
    with closing(opened(sqlite_url)) as database:
        yield database


@pytest.fixture
def postgresql_database(postgresql_url: str) -> Iterator[Database]:
    """An empty scorebook on a server, where several can write at once."""
    with closing(opened(postgresql_url)) as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def nothing_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/scorebook.sqlite"
    server: Server = request.getfixturevalue("postgres")
    return server.url(server.create())
