"""Every page and every form touches one partition of each table, and names it.

PostgreSQL partitions the tables by scorebook here, as a cluster distributes them over machines.
"""

import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import waitress
from sqlalchemy import Select
from sqlalchemy.dialects.postgresql import psycopg

from scorekeeper.app import create_app
from scorekeeper.book.access import event_refs
from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.matches import matches
from scorekeeper.config import Config
from tests.clients import Browser
from tests.effort import THOROUGH
from tests.partitions import (
    DISTRIBUTED,
    PARTITIONS,
    ExplainedStatement,
    explain_statements,
    partition_all,
)
from tests.postgres import Server
from tests.promises.form_states import SCENES, crawl, merged, over, played, several
from tests.web.conftest import SECRET_KEY

VOLATILE = r"\b(now|random|clock_timestamp|gen_random_uuid|current_timestamp)\b"


@pytest.fixture(scope="module")
def sent(
    postgres: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ExplainedStatement]]:
    url = parse_url(postgres.url(postgres.create()))
    partition_all(str(url.render_as_string()))
    folder = tmp_path_factory.mktemp("parted")
    app = create_app(
        Config(database_url=url, data=folder, secret_key=SECRET_KEY, hosted=True, rate_limits={})
    )
    database: Database = app.extensions["database"]
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=1)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    with closing(database), explain_statements(database) as sent:
        use_everything(server.effective_port)
        yield sent
    server.close()


def use_everything(port: int) -> None:
    """Send each form from its own phone, and open every page with some matches."""
    for scene, rest, *endings in SCENES:
        for ending in endings:
            browser = Browser(port)
            # There it takes people with matches to find who is merged.
            if scene is not merged:
                browser.send(browser.open(scene(browser) + rest).forms_to(ending)[0])
    browser = Browser(port)
    for scene in (played, over, several):
        scene(browser)
    crawl(browser, most=60 if THOROUGH else 30, states=2 if THOROUGH else 1)


def test_every_statement_touches_one_partition(sent: list[ExplainedStatement]) -> None:
    assert {one.statement for one in sent if len(one.parts) > 1} == set()
    # Phones in all parts were asked for, by many statements.
    assert len(set().union(*(one.parts for one in sent))) == PARTITIONS
    assert len({one.statement for one in sent if one.touched}) > 40


def test_only_finding_a_match_or_an_event_searches_all_partitions(
    sent: list[ExplainedStatement],
) -> None:
    looking = {one.statement for one in sent if one.touched and not one.is_planned_for_one}
    of_match = matches.FIND_MATCH, matches.FIND_MATCH_AND_IDEMPOTENCY_KEY
    assert looking == {*map(worded, (*of_match, event_refs.FIND_EVENT_AND_MATCHES))}


def worded(statement: Select[Any]) -> str:
    return str(statement.compile(dialect=psycopg.dialect()))


def test_no_statement_is_impossible_on_a_cluster(sent: list[ExplainedStatement]) -> None:
    written = [one.statement for one in sent if re.match("UPDATE|INSERT|DELETE", one.statement)]
    assert len(written) > 100
    assert [one for one in written if re.search(VOLATILE, one, re.IGNORECASE)] == []
    # What it can't decide before it knows where to write.
    spread = "|".join(DISTRIBUTED)
    within = rf"INSERT INTO ({spread}) [^;]*VALUES[^;]*\(SELECT"
    assert [one for one in written if re.match(within, one, re.DOTALL)] == []
    others = r"pg_advisory_lock|\bLOCK TABLE\b|GROUPING SETS|\bROLLUP\b|\bCUBE\b"
    assert [one.statement for one in sent if re.search(others, one.statement)] == []


def test_no_lock_outlives_its_transaction() -> None:
    book = Path(matches.__file__).parents[1]
    written = "".join(file.read_text() for file in book.rglob("*.py"))
    assert re.findall(r"pg_advisory_(?!xact_lock)\w+|LOCK TABLE", written) == ["LOCK TABLE"]
