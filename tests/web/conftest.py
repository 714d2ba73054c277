"""The app on a real scorebook file, and people at a table who use it."""

import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.book.database import Database, address
from scorekeeper.book.models import Address, Device, Grant
from scorekeeper.book.schema import prepare
from scorekeeper.config import Config
from tests.databases import opened
from tests.table import Table
from tests.web.browser import Browser

Story = Callable[[Table], None]

SECRET_KEY = "3fN0d8s_kQ2pVx7ZbLw9yTgH5mRcJuEa"


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app whose templates are compiled once, with an empty scorebook."""
    folder = tmp_path_factory.mktemp("template")
    url = address(f"sqlite:///{folder}/scorebook.sqlite")
    prepare(url)
    app = create_app(
        Config(database=url, data=folder, secret_key=SECRET_KEY, hosted=True, rates={})
    )
    # A mistake of ours fails the test that finds it instead of becoming a page.
    app.testing = True
    yield app
    app.extensions["database"].close()


@pytest.fixture(scope="session")
def started(shared_app: Flask) -> dict[str, tuple[str, str]]:
    """Matches that are in every scorebook, each of a device of its own: its secret, its address."""
    matches = {
        "table": ("partnership", {}),
        "duel": ("two-player", {}),
        "stranger": ("two-player", {"player_0": "Eve", "player_1": "Mallory"}),
    }
    found = {}
    for name, (game, fields) in matches.items():
        table = Table(Browser(shared_app))
        table.start(game, **fields)
        found[name] = (table.browser.secret, table.path)
    return found


@pytest.fixture(scope="session")
def template(shared_app: Flask, started: dict[str, tuple[str, str]]) -> Path:
    """The scorebook with these matches, to copy."""
    database: Database = shared_app.extensions["database"]
    database.close()
    return Path(str(database.url.database))


@pytest.fixture
def scorebook(template: Path, tmp_path: Path) -> Path:
    """The file of a scorebook in which a new browser finds nothing."""
    return Path(shutil.copy(template, tmp_path / "scorebook.sqlite"))


@pytest.fixture
def app(shared_app: Flask, scorebook: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The app with a scorebook of this test alone."""
    with closing(opened(f"sqlite:///{scorebook}")) as database:
        monkeypatch.setitem(shared_app.extensions, "database", database)
        yield shared_app


@pytest.fixture
def stored(scorebook: Path) -> Callable[[], str]:
    """Writes down everything that is stored."""

    def everything() -> str:
        with closing(sqlite3.connect(scorebook)) as connection:
            return "\n".join(connection.iterdump())

    return everything


@pytest.fixture
def browser(app: Flask) -> Browser:
    """A browser that was never here."""
    return Browser(app)


@pytest.fixture
def table(app: Flask, started: dict[str, tuple[str, str]]) -> Table:
    """A partnership match before its first hand; Ann bids first."""
    secret, path = started["table"]
    return Table(Browser(app, secret), path)


@pytest.fixture(scope="session")
def told_before() -> dict[Story, tuple[Path, str]]:
    """The scorebooks after the stories that were told, and where the match is."""
    return {}


@pytest.fixture
def told(
    told_before: dict[Story, tuple[Path, str]],
    tmp_path_factory: pytest.TempPathFactory,
    scorebook: Path,
    table: Table,
) -> Callable[[Story], Table]:
    """Has the table play what a story tells; what was told before is copied and not played again.

    It comes before anything else that a test does with the scorebook.
    """

    def tell(story: Story) -> Table:
        if story in told_before:
            after, table.path = told_before[story]
            shutil.copy(after, scorebook)
        else:
            story(table)
            after = tmp_path_factory.mktemp("told") / "scorebook.sqlite"
            with (
                closing(sqlite3.connect(scorebook)) as now,
                closing(sqlite3.connect(after)) as copy,
            ):
                now.backup(copy)
            told_before[story] = after, table.path
        return table

    return tell


@pytest.fixture
def second(app: Flask, table: Table) -> Table:
    """The same match on a second phone that may keep the same scorebook."""
    return Table(Browser(app, table.browser.secret), table.path)


@pytest.fixture
def watcher(app: Flask, table: Table) -> Browser:
    """A browser that was let watch the partnership match, no more."""
    secret = secrets.token_urlsafe(16)
    with app.extensions["database"].write() as session:
        match = session.get_one(Address, table.path.rpartition("/")[2])
        device = Device(secret_hash=sha256(secret.encode()).digest())
        session.add(device)
        session.flush()
        where = {"scorebook_id": match.scorebook_id, "match_id": match.match_id}
        session.add(Grant(device_id=device.id, role="watcher", **where))
    return Browser(app, secret)


@pytest.fixture
def duel(app: Flask, started: dict[str, tuple[str, str]]) -> Table:
    """A match of two before its first hand; Ann draws first, Ben bids first."""
    secret, path = started["duel"]
    return Table(Browser(app, secret), path)


@pytest.fixture
def stranger(app: Flask, started: dict[str, tuple[str, str]]) -> Browser:
    """A browser that keeps a match of its own and was given no other."""
    secret, _path = started["stranger"]
    return Browser(app, secret)


@pytest.fixture
def statements(app: Flask) -> Iterator[list[str]]:
    """Every statement that reaches the database."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    engine = app.extensions["database"].engine
    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)
