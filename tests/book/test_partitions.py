"""Scorebooks can be distributed: PostgreSQL partitions the tables by scorebook here."""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, select, text, update

from scorekeeper import rules
from scorekeeper.book.access import grants
from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.events import events
from scorekeeper.book.history import history, records
from scorekeeper.book.history.history_entries import load_entries
from scorekeeper.book.history.search import Filters
from scorekeeper.book.maintenance import integrity
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.models.tables import EVENTS, MATCHES
from scorekeeper.book.players import player_names
from scorekeeper.book.statistics import queries, roster
from scorekeeper.book.statistics.queries import ALL_TIME, Days
from scorekeeper.book.statistics.roster import set_season
from scorekeeper.rules.review.remarkable import Tag
from scorekeeper.rules.seating.event import Event, EventKind
from tests.book.player_queries import whom
from tests.book.scorers import BIDS, NOON, Scorer, bid, take
from tests.databases import execute
from tests.evening import Evening
from tests.partitions import (
    DIRECTORY,
    DISTRIBUTED,
    PARTITIONS,
    explain_statements,
    is_one_partition_touched,
    partition_all,
)
from tests.postgres import Server

REVOKE = rules.Ruling(rules.Incident.REVOKE, 0, tricks=1, to=1)


@pytest.fixture(scope="module")
def parted(postgres: Server) -> str:
    """The URL of a scorebook with partitioned tables and their keys."""
    url = postgres.url(postgres.create())
    partition_all(url)
    return url


@pytest.fixture(scope="module")
def database(parted: str) -> Iterator[Database]:
    """The scorebook with partitioned tables, among scorebooks in all partitions."""
    with closing(Database(parted)) as opened:
        for _ in range(8):
            played(Scorer(opened))
        yield opened


@pytest.fixture
def ann(database: Database) -> Scorer:
    ann = Scorer(database)
    played(ann)
    return ann


def played(scorer: Scorer) -> str:
    """A match with a ruling, a correction and changed house rules, and a finished one."""
    over = scorer.start()
    scorer.record(over, lambda match: match.end(NOON))
    public_id = scorer.start()
    for change in (bid, take, bid, lambda match: match.add_ruling(1, REVOKE)):
        scorer.record(public_id, change)
    scorer.correct(public_id, lambda match: match.correct(1, BIDS, None, [9, 4]), "miscounted")
    scorer.change_house(public_id, "late", target=300)
    return public_id


def test_every_key_is_accepted_by_partitions(parted: str) -> None:
    engine = create_engine(parse_url(parted))
    with engine.connect() as connection:
        found = connection.scalars(text("SELECT relname FROM pg_class WHERE relkind = 'p'"))
        assert set(found) == DISTRIBUTED
    engine.dispose()


PAGE = Path(__file__).parents[2] / "docs" / "hosting" / "capacity.md"
STAND_IN = """
CREATE TABLE spread (name text, by text, beside text);
CREATE FUNCTION create_reference_table(name text) RETURNS void LANGUAGE sql
  AS 'INSERT INTO spread VALUES (name)';
CREATE FUNCTION create_distributed_table(name text, by text, colocate_with text = null)
  RETURNS void LANGUAGE sql AS 'INSERT INTO spread VALUES (name, by, colocate_with)';
"""
REFERENCES = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2
"""


def test_the_documented_statements_distribute_every_table(postgres: Server) -> None:
    """Citus is not installed: functions with its names record their arguments."""
    url = postgres.url(postgres.create())
    prepare(url)
    [statements] = re.findall(r"```sql\n(.+?)```", PAGE.read_text(), re.DOTALL)
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(STAND_IN)
        before = connection.execute(REFERENCES).fetchall()
        connection.execute(statements)
        assert connection.execute(REFERENCES).fetchall() == before
        asked = connection.execute("SELECT name, by, beside FROM spread").fetchall()
    assert {name for name, by, _ in asked if by is None} == DIRECTORY
    assert {name for name, by, _ in asked if by == "scorebook_id"} == DISTRIBUTED
    assert {beside for name, by, beside in asked if by and name != "matches"} == {"matches"}


def test_the_docs_name_the_place_of_each_table() -> None:
    row = r"^\| (?:reference|distributed).*?\| ([^|]+) \|"
    told = re.findall(row, PAGE.read_text(), re.MULTILINE)
    whole, spread = (set(re.findall(r"`(\w+)`", row)) for row in told)
    assert (whole, spread) == (DIRECTORY, DISTRIBUTED)


def test_a_partitioned_scorebook_is_read_as_written(ann: Scorer) -> None:
    public_id = played(ann)
    assert [found.reason for found in ann.log(public_id, rules.Fact.CORRECTION)] == ["miscounted"]
    assert ann.load(public_id).match.house.target == 300


def test_a_query_without_scorebook_touches_every_partition(ann: Scorer, database: Database) -> None:
    with explain_statements(database) as sent, database.read() as session:
        session.execute(select(MATCHES.c.game).where(MATCHES.c.id == 1)).all()
    assert [one.touched for one in sent] == [{f"matches_{part}" for part in range(PARTITIONS)}]
    assert not sent[0].is_planned_for_one


def test_names_and_statistics_touch_one_partition(ann: Scorer, database: Database) -> None:
    over = ann.start(["Ann", "Ben", "Jon", "John"])
    ann.record(
        over, lambda match: match.bid(BIDS, NOON).record_tricks([None] * 4, [8, 5], NOON).end(NOON)
    )
    with database.read() as session:
        (scorebook_id,) = grants.find_owned_scorebooks(session, ann.secret)
        ids = {one.name: one.public_id for one in whom(session, ann.secret)}
    with explain_statements(database) as sent, database.write() as session:
        player_names.rename(session, ann.secret, ids["Ann"], "Anna")
        set_season(session, scorebook_id, 20261101)
        book = roster.load_roster(session, scorebook_id)
        people = list(book.people.values())
        queries.sum_by_player(session, book, ALL_TIME)
        queries.sum_for_people(session, book, people[:2], Days(20261101))
        queries.sum_by_pair(session, book, ALL_TIME)
        roster.set_appearance(session, book, people[0], True, 2)
        queries.find_newest_house_rules(session, book)
        records.find_refs(
            session, book, records.find_records(session, book, ALL_TIME, "partnership")
        )
        queries.count_tags(session, scorebook_id, 1)
        listed = history.load_page(session, ann.secret, Filters(("ann",), tags=(Tag.NIL, Tag.TIE)))
        load_entries(session, listed.rows)
    assert is_one_partition_touched(sent)


def test_api_queries_touch_one_partition(ann: Scorer, database: Database) -> None:
    public_id = played(ann)
    (scorebook_id,) = ann.ask(grants.find_owned_scorebooks)
    with explain_statements(database) as sent, database.read() as session:
        listed = history.load_page_in(session, scorebook_id, None, 10)
        history.find_match_in(session, scorebook_id, public_id)
        history.find_running_in(session, scorebook_id)
    assert listed.rows
    assert is_one_partition_touched(sent)


def test_an_event_touches_one_partition(database: Database) -> None:
    house = rules.HouseRules.of("partnership", target=300)
    with explain_statements(database) as sent:
        evening = Evening.create(database)
        evening.seat()
        for table in evening.latest.tables:
            match = evening.score(table.number)
        Scorer(database, evening.secret).record(match, bid)
        evening.type_result(1, 312, 250)
        evening.undo_round()
        planned = Event("", EventKind.SINGLES, 7, None, (), house=house)
        evening.do(events.change_setup, "Saturday club", planned)
        evening.leave(3)
        with database.write() as session:
            one, other = whom(session, evening.secret)[:2]
            player_names.rename(session, evening.secret, one.public_id, "Zelda")
            with pytest.raises(player_names.PlayersShareMatch):
                player_names.merge(session, evening.secret, one.public_id, other.public_id)
        evening.delete()
        execute(database, update(EVENTS).values(deleted_at=NOON - timedelta(days=99)))
        events.purge(database)
    assert is_one_partition_touched([one for one in sent if one.touched])


def test_recompute_locks_one_scorebook_at_a_time(database: Database) -> None:
    with explain_statements(database) as sent:
        integrity.recompute_in_batches(database)
    holding = [one for one in sent if "FOR UPDATE" in one.statement]
    assert len(holding) >= 8
    assert all(len(one.parts) == 1 for one in holding)
