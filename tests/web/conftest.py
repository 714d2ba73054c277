"""The app on a real scorebook file, and people at a table who use it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request as flask_request, request_started
from sqlalchemy import make_url

from scorekeeper.app import create_app
from scorekeeper.book.db.database import parse_url
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config
from scorekeeper.web.http import public_urls
from scorekeeper.web.site import db as site_scorebook, page_cache
from tests.databases import ON_A_SERVER, Databases, Files, Storage, opened, recorded, written_down
from tests.table import Table
from tests.web.browser import Browser

Story = Callable[[Table], None]

ABOUT_FILES = ("test_backups.py", "test_access.py")
"""Tests of backups, which only files have, and of who may download them."""

SECRET_KEY = "3fN0d8s_kQ2pVx7ZbLw9yTgH5mRcJuEa"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests of scorebook files if scorebooks are on a server."""
    if ON_A_SERVER:
        about = [item for item in items if _is_about_files(item)]
        items[:] = [item for item in items if item not in about]
        config.hook.pytest_deselected(items=about)


def _is_about_files(item: pytest.Item) -> bool:
    uses = "scorebook_file" in getattr(item, "fixturenames", ())
    return uses or (item.path.parent == Path(__file__).parent and item.path.name in ABOUT_FILES)


@pytest.fixture(scope="session")
def storage(request: pytest.FixtureRequest) -> Storage:
    return Databases(request.getfixturevalue("postgres")) if ON_A_SERVER else Files()


@pytest.fixture(scope="session")
def first_url(storage: Storage, tmp_path_factory: pytest.TempPathFactory) -> str:
    return storage.new(tmp_path_factory.mktemp("template"))


@contextmanager
def built(url: str, folder: Path, **settings: Any) -> Iterator[Flask]:
    """Build an app; a mistake of ours fails the test that finds it instead of becoming a page."""
    config = Config(database_url=parse_url(url), data=folder, secret_key=SECRET_KEY, **settings)
    app = create_app(config)
    app.testing = True
    yield app
    app.extensions["database"].close()


@contextmanager
def at_home(url: str, folder: Path, **settings: Any) -> Iterator[Flask]:
    """Build the app of a home server, whose home code is HASE2345."""
    (folder / "house-code").write_text("HASE2345")
    with built(url, folder, **settings) as app:
        shared_scorebook.ensure_shared(app.extensions["database"])
        yield app


@pytest.fixture(scope="session")
def shared_app(first_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app whose templates are compiled once, with an empty scorebook."""
    folder = tmp_path_factory.mktemp("shared")
    with built(first_url, folder, hosted=True, rate_limits={}) as app:
        yield app


@pytest.fixture(scope="session")
def started(shared_app: Flask) -> dict[str, tuple[str, str]]:
    """Matches in every scorebook, each of its own device: its secret, its address."""
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
def template(shared_app: Flask, first_url: str, started: dict[str, tuple[str, str]]) -> str:
    """The address of the scorebook with these matches, to copy."""
    shared_app.extensions["database"].close()
    return first_url


@pytest.fixture
def scorebook(storage: Storage, template: str, tmp_path: Path) -> Iterator[str]:
    """The address of a scorebook in which a new browser finds nothing."""
    url = storage.copy(template, tmp_path)
    yield url
    storage.remove(url)


@pytest.fixture
def scorebook_file(scorebook: str) -> Path:
    return Path(str(make_url(scorebook).database))


@pytest.fixture
def app(shared_app: Flask, scorebook: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr(shared_app, "extensions", dict(shared_app.extensions))
    with closing(opened(scorebook)) as database:
        site_scorebook.register(shared_app, database)
        page_cache.register(shared_app)
        yield shared_app


@pytest.fixture
def stored(scorebook: str) -> Callable[[], str]:
    return lambda: written_down(scorebook)


@pytest.fixture
def unchanged(stored: Callable[[], str]) -> Iterator[None]:
    """Check that the test itself stores nothing."""
    before = stored()
    yield
    assert stored() == before


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses of this machine, which may have none or others."""
    addresses = ["192.168.1.7"]
    monkeypatch.setattr(public_urls, "list_addresses", lambda: addresses)
    return addresses


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def table(app: Flask, started: dict[str, tuple[str, str]]) -> Table:
    """A partnership match before its first hand; Ann bids first."""
    secret, path = started["table"]
    return Table(Browser(app, secret), path)


@pytest.fixture(scope="session")
def played_stories() -> dict[Story, tuple[str, str]]:
    """The scorebooks and match addresses of the stories played before."""
    return {}


@pytest.fixture
def play_story(
    played_stories: dict[Story, tuple[str, str]],
    tmp_path_factory: pytest.TempPathFactory,
    storage: Storage,
    scorebook: str,
    table: Table,
) -> Callable[[Story], Table]:
    """Return a function that plays a story; one played before is copied instead.

    Tests must call it before they use the scorebook.
    """

    def play(story: Story) -> Table:
        if story in played_stories:
            after, table.path = played_stories[story]
            storage.fill(scorebook, after)
        else:
            story(table)
            after = storage.copy(scorebook, tmp_path_factory.mktemp("story"))
            played_stories[story] = after, table.path
        return table

    return play


def story(play: Story, *, autouse: bool = False) -> Any:
    """Make a story a fixture: the table after it."""
    return pytest.fixture(autouse=autouse)(lambda play_story: play_story(play))


@pytest.fixture
def second(app: Flask, table: Table) -> Table:
    """The same match on a second phone with the same rights."""
    return Table(Browser(app, table.browser.secret), table.path)


@pytest.fixture
def watcher(table: Table) -> Browser:
    return table.browser.add_phone("spectator", table.path)


@pytest.fixture
def duel(app: Flask, started: dict[str, tuple[str, str]]) -> Table:
    """A match of two before its first hand; Ann draws first, Ben bids first."""
    secret, path = started["duel"]
    return Table(Browser(app, secret), path)


@pytest.fixture
def stranger(app: Flask, started: dict[str, tuple[str, str]]) -> Browser:
    secret, _path = started["stranger"]
    return Browser(app, secret)


@pytest.fixture
def by_flask(app: Flask) -> Iterator[list[str]]:
    """The paths of the requests that Flask answers."""
    paths: list[str] = []

    def note(_app: Flask) -> None:
        paths.append(flask_request.path)

    with request_started.connected_to(note, app):
        yield paths


@pytest.fixture
def statements(app: Flask) -> Iterator[list[str]]:
    with recorded(app.extensions["database"]) as sent:
        yield sent
