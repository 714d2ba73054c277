"""The app on a real scorebook file, and people at a table who use it."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.book.database import Database, address
from scorekeeper.book.schema import prepare
from scorekeeper.config import Config
from tests.web.table import Browser, Table

SECRET_KEY = "3fN0d8s_kQ2pVx7ZbLw9yTgH5mRcJuEa"


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty scorebook to copy."""
    path = tmp_path_factory.mktemp("template") / "scorebook.sqlite"
    prepare(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def shared_app(template: Path) -> Flask:
    """An app whose templates are compiled once."""
    app = create_app(
        Config(
            database=address(f"sqlite:///{template}"), data=template.parent, secret_key=SECRET_KEY
        )
    )
    # A mistake of ours fails the test that finds it instead of becoming a page.
    app.testing = True
    return app


@pytest.fixture
def scorebook(template: Path, tmp_path: Path) -> Path:
    """The file of an empty scorebook."""
    return Path(shutil.copy(template, tmp_path / "scorebook.sqlite"))


@pytest.fixture
def app(shared_app: Flask, scorebook: Path) -> Iterator[Flask]:
    """The app with an empty scorebook."""
    with closing(Database(f"sqlite:///{scorebook}")) as database:
        shared_app.extensions["database"] = database
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
def table(browser: Browser) -> Table:
    """A partnership match before its first hand; Ann bids first."""
    table = Table(browser)
    table.start("partnership")
    return table


@pytest.fixture
def duel(browser: Browser) -> Table:
    """A match of two before its first hand; Ann draws first, Ben bids first."""
    duel = Table(browser)
    duel.start("two-player")
    return duel


@pytest.fixture
def second(app: Flask, table: Table) -> Table:
    """The same match on a second phone that may keep the same scorebook."""
    return Table(Browser(app, table.browser.secret), table.path)


@pytest.fixture
def stranger(app: Flask) -> Browser:
    """A browser that keeps a match of its own and was given no other."""
    stranger = Browser(app)
    Table(stranger).start("two-player", player_0="Eve", player_1="Mallory")
    return stranger
