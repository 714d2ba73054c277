"""The PostgreSQL commands of docs/hosting, run word for word."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare, require_current
from tests.book.scorers import Scorer, bid
from tests.databases import written_down
from tests.postgres import Server, running_server

ROOT = Path(__file__).parents[2]
AS_POSTGRES = 'su() { [ "$1 $2 $3" = "- postgres -c" ]; PGUSER=postgres bash -c "$4"; }'
IN_CONTAINER = r"""
docker() {
    case "$4 ${*: -1}" in
        exec\ *) shift 6; "$@" ;;
        *\ database) dropdb --username=postgres --force scorekeeper
            createdb --username=postgres --owner=scorekeeper scorekeeper ;;
    esac
}"""
"""Where a service with an empty volume has an empty database, and nothing else."""
PROGRAMS = ("createdb", "createuser", "pg_dump", "pg_restore")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Its own server: the pages name users and databases."""
    with running_server() as server:
        yield server


def postgresql_lines(page: str, heading: str = "") -> list[str]:
    """The lines of a page, or below a heading, that are about PostgreSQL, in their order."""
    text = (ROOT / "docs" / "hosting" / f"{page}.md").read_text()
    if heading:
        text = re.split(r"^#", text.split(f"# {heading}\n")[1], flags=re.MULTILINE)[0]
    blocks = re.findall(r"^ *```sh\n(.+?)\n *```", text, re.DOTALL | re.MULTILINE)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if any(word in line for word in (*PROGRAMS, "--wait database"))]


def run_lines(server: Server, folder: Path, *lines: str) -> None:
    """Type lines as root, who may become the user of PostgreSQL."""
    subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join([AS_POSTGRES, IN_CONTAINER, *lines])],
        check=True,
        cwd=folder,
        env=os.environ | {
            "PATH": f"{server.programs}:{os.environ['PATH']}", "PGHOST": str(server.folder)
        },
    )  # fmt: skip


def drop_everything(server: Server) -> None:
    drop = "su - postgres -c 'dropdb --force --if-exists {}'".format
    user = "su - postgres -c 'dropuser --if-exists scorekeeper'"
    run_lines(server, server.folder, drop("scorekeeper"), drop("scorekeeper-restored"), user)


@pytest.mark.parametrize("place", [("install",), ("care", "Move to PostgreSQL")])
def test_the_documented_database_can_be_used(
    server: Server, tmp_path: Path, place: tuple[str, ...]
) -> None:
    drop_everything(server)
    run_lines(server, tmp_path, *postgresql_lines(*place))
    prepare(server.url("scorekeeper", "scorekeeper"))
    require_current(server.url("scorekeeper", "scorekeeper"))


def test_a_documented_dump_is_restored_unchanged(server: Server, tmp_path: Path) -> None:
    drop_everything(server)
    run_lines(server, tmp_path, *postgresql_lines("install"))
    before, after = (
        server.url(name, "scorekeeper") for name in ("scorekeeper", "scorekeeper-restored")
    )
    prepare(before)
    play(before)
    run_lines(server, tmp_path, *postgresql_lines("care", "PostgreSQL"))
    prepare(after)

    assert written_down(after) == written_down(before)
    play(after)


def test_the_documented_postgresql_upgrade_keeps_everything(server: Server, tmp_path: Path) -> None:
    drop_everything(server)
    run_lines(server, tmp_path, *postgresql_lines("install"))
    url = server.url("scorekeeper", "scorekeeper")
    prepare(url)
    play(url)
    before = written_down(url)
    typed = postgresql_lines("care", "A newer PostgreSQL")
    run_lines(server, tmp_path, *typed)

    assert len(typed) == 3
    assert written_down(url) == before
    play(url)


def play(url: str) -> None:
    with closing(Database(url)) as database:
        scorer = Scorer(database)
        scorer.record(scorer.start(), bid)
