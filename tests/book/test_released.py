"""A scorebook of any release is upgraded and says what it said."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.book.database import Database
from scorekeeper.book.schema import prepare
from tests.book.keeping import Scorer
from tests.book.released import FOLDER, said

RELEASES = sorted(path.stem for path in FOLDER.glob("*.sqlite"))


def lines(release: str) -> list[dict[str, Any]]:
    """What the matches of a release said when it was written."""
    written = (FOLDER / f"{release}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in written.splitlines()]


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    """Every version that was released."""
    version: str = request.param
    return version


@pytest.fixture
def upgraded(release: str, tmp_path: Path) -> Iterator[Database]:
    """The scorebook of a release after a start of this program."""
    path = shutil.copy(FOLDER / f"{release}.sqlite", tmp_path / "scorebook.sqlite")
    prepare(f"sqlite:///{path}", lambda _sentence: None)
    with closing(Database(f"sqlite:///{path}")) as database:
        yield database


def test_a_first_release_is_there() -> None:
    assert "0.1.0" in RELEASES


def test_every_match_says_what_it_said(release: str, upgraded: Database) -> None:
    told = lines(release)
    found = [said(Scorer(upgraded, line["secret"]), line["public_id"]) for line in told]
    assert found == told
