"""An upgrade from any supported release loses nothing."""

import json
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text, update

from scorekeeper.book.access.event_refs import FIND_EVENT
from scorekeeper.book.access.grants import MATCH_REFS, ROLES, MatchRef, decode_rights
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import HEAD, prepare
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.matches.matches import FIND_MATCH, StaleMatch
from scorekeeper.book.models.tables import (
    ADDRESSES,
    CONTRACT_COUNTS,
    DEVICES,
    IDEMPOTENCY_KEYS,
    JOIN_CODES,
    MATCH_TAGS,
    MATCHES,
    SCOREBOOKS,
    metadata,
)
from scorekeeper.book.scorebooks import saved_house_rules
from scorekeeper.book.statistics import roster
from scorekeeper.book.transfer.exporter import write_event_line
from scorekeeper.rules import fold
from scorekeeper.rules.match_file import read, write
from scorekeeper.rules.review.bidding import count_contracts
from scorekeeper.rules.review.remarkable import Tag, find_tags
from scorekeeper.rules.seating.standings import rank
from tests.book.release_fixture import ANN, BEN, CLEO, FOLDER, ONCE_OLDER, pour, said
from tests.book.scorers import Scorer, bid
from tests.book.transfer.files import Book
from tests.databases import Databases, Files, Storage, ask, change, count_rows, fetch
from tests.effort import THOROUGH
from tests.evening import Evening
from tests.servers import run_python

FILES = {path.stem: path for path in FOLDER.glob("*.sqlite")}


def version_of(file: Path) -> str:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as scorebook:
        (version,) = scorebook.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(version)


MATCH, EVENING = (f'{{"format":"spades-{kind}/'.encode() for kind in ("match", "event"))
"""The beginnings of the lines of an export."""
RELEASES = sorted(FILES, key=lambda release: [*map(int, release.split("."))])
OLDER = [release for release in RELEASES if version_of(FILES[release]) != HEAD]
KILLED = OLDER if THOROUGH else OLDER[-1:]
"""Releases whose upgrade is killed, or run by several processes: at least the newest upgrade."""


def lines(release: str, folder: Path = FOLDER) -> list[dict[str, Any]]:
    written = (folder / f"{release}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in written.splitlines()]


def exported(release: str) -> bytes:
    """Return what a release exported of the scorebook of Ann."""
    return (FOLDER / f"{release}.export.jsonl").read_bytes()


def evenings(release: str) -> list[bytes]:
    lines = exported(release).splitlines(keepends=True)
    return [line for line in lines if line.startswith(EVENING)]


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    version: str = request.param
    return version


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request: pytest.FixtureRequest) -> Storage:
    in_files = request.param == "sqlite"
    return Files() if in_files else Databases(request.getfixturevalue("postgres"))


def left_behind(file: Path, storage: Storage, folder: Path) -> str:
    if isinstance(storage, Files):
        return f"sqlite:///{shutil.copy(file, folder / 'scorebook.sqlite')}"
    url = storage.server.url(storage.server.create())
    pour(file, url)
    return url


@pytest.fixture
def old_url(release: str, storage: Storage, tmp_path: Path) -> str:
    (tmp_path / "old").mkdir()
    return left_behind(FILES[release], storage, tmp_path / "old")


@pytest.fixture(scope="session")
def prepared() -> dict[tuple[str, type[Storage]], str]:
    return {}


@pytest.fixture
def upgraded_url(
    release: str,
    storage: Storage,
    prepared: dict[tuple[str, type[Storage]], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    name = release, type(storage)
    if name not in prepared:
        prepared[name] = left_behind(FILES[release], storage, tmp_path_factory.mktemp("prepared"))
        prepare(prepared[name], lambda _sentence: None)
    return prepared[name]


@pytest.fixture
def upgraded(upgraded_url: str) -> Iterator[Database]:
    """The upgraded scorebook, which several tests read."""
    with closing(Database(upgraded_url)) as database:
        yield database


@pytest.fixture
def own_copy(upgraded_url: str, storage: Storage, tmp_path: Path) -> Iterator[Database]:
    """A copy of the upgraded scorebook, which a test may change."""
    with closing(Database(storage.copy(upgraded_url, tmp_path))) as database:
        yield database


def test_every_match_is_unchanged_by_the_upgrade(release: str, upgraded: Database) -> None:
    compare_matches(upgraded, lines(release))


def compare_matches(upgraded: Database, told: list[dict[str, Any]]) -> None:
    found = [said(Scorer(upgraded, line["secret"]), line["public_id"]) for line in told]
    # Rows of an older release are read, and written as they are today.
    assert found == [{**line, "match": write(read(line["match"]))} for line in told]
    assert [line["match"]["hands"] for line in found] == [line["match"]["hands"] for line in told]


def test_matches_from_before_0_14_are_unchanged_after_0_14(
    storage: Storage, tmp_path: Path
) -> None:
    url = left_behind(ONCE_OLDER, storage, tmp_path)
    prepare(url, lambda _sentence: None)
    with closing(Database(url)) as database:
        compare_matches(database, lines("0.14.0", ONCE_OLDER.parent))


def test_the_upgrade_makes_search_keys_again_and_merges_nobody(tmp_path: Path) -> None:
    file = tmp_path / "scorebook.sqlite"
    shutil.copy(FILES["0.15.0"], file)
    with closing(sqlite3.connect(file)) as old, old:
        people = old.execute("SELECT scorebook_id, id FROM players LIMIT 2").fetchall()
        for name, of in zip(("O'Brien", "O’Brien"), people, strict=True):
            values = name, name.lower(), *of
            old.execute(
                "UPDATE players SET name = ?, search_key = ? WHERE (scorebook_id, id) = (?, ?)",
                values,
            )
        old.execute("UPDATE matches SET place = 'Ann’s', place_search_key = 'ann’s'")
        names = old.execute("SELECT id, name, canonical_id FROM players ORDER BY id").fetchall()
    prepare(f"sqlite:///{file}", lambda _sentence: None)
    with closing(sqlite3.connect(file)) as new:
        assert new.execute("SELECT id, name, canonical_id FROM players ORDER BY id").fetchall() == (
            names
        )
        keys = new.execute("SELECT name, search_key FROM players").fetchall()
        assert keys == [(name, fold(name)) for name, _key in keys]
        assert [key for name, key in keys if "Brien" in name] == ["o'brien"] * 2
        places = new.execute("SELECT DISTINCT place, place_search_key FROM matches").fetchall()
    assert places == [("Ann’s", "ann's")]


def test_a_place_that_was_typed_after_the_start_gets_its_search_key(
    storage: Storage, tmp_path: Path
) -> None:
    url = left_behind(FILES["0.20.0"], storage, tmp_path)
    with closing(Database(url)) as old, old.write() as session:
        session.execute(update(MATCHES).values(place="Ann’s", place_search_key=""))
    prepare(url, lambda _sentence: None)
    with closing(Database(url)) as new:
        assert fetch(new, select(MATCHES.c.place_search_key).distinct()) == ["ann's"]


def test_old_matches_get_tags_contracts_and_the_time_of_the_last_play(upgraded: Database) -> None:
    with upgraded.read() as session:
        tags = session.execute(select(MATCH_TAGS.c["scorebook_id", "match_id", "tag"])).all()
        contracts = [tuple(row) for row in session.execute(select(CONTRACT_COUNTS))]
        played = session.execute(select(MATCHES)).all()
        refs = [MatchRef.from_row(row) for row in session.execute(MATCH_REFS)]
        known = {one.key: one.match for one in load_matches(session, refs)}
    found = {tuple(row) for row in tags if row.tag != Tag.CORRECTED}
    assert found == {(*key, one.tag) for key, match in known.items() for one in find_tags(match)}
    assert len(found) > 5
    assert sorted(contracts) == sorted(
        (*key, *contract, *counts)
        for key, match in known.items()
        if match.outcome
        for contract, counts in count_contracts(match).items()
    )
    assert len(contracts) > 5
    for row in played:
        assert row.last_played_at >= (known[row.scorebook_id, row.id].last_noted or row.started_at)


def test_grants_rules_and_keys_survive_the_upgrade(release: str, own_copy: Database) -> None:
    ann, ben, cleo = (Scorer(own_copy, secret) for secret in (ANN, BEN, CLEO))
    shared = ann.start(key="shared")
    assert [line["public_id"] for line in lines(release)].count(shared) == 1
    assert [scorer.look(shared).can_write for scorer in (ann, ben, cleo)] == [True, True, False]
    before = count_rows(own_copy, IDEMPOTENCY_KEYS)
    with own_copy.read() as session:
        saved = [
            len(saved_house_rules.find_saved(session, each.secret, "partnership"))
            for each in (ann, ben)
        ]
    with pytest.raises(StaleMatch):
        ben.record(shared, lambda match: match, key="bids of Ben")
    assert count_rows(own_copy, IDEMPOTENCY_KEYS) == before
    assert saved == [2, 1]


def test_upgraded_phones_and_scorebooks_have_random_ids(upgraded: Database) -> None:
    phones = fetch(upgraded, select(DEVICES.c.phone))
    with upgraded.read() as session:
        found = session.execute(select(SCOREBOOKS.c.public_id, SCOREBOOKS.c.is_home)).all()
    ids = [*phones, *(row.public_id for row in found)]
    assert len({*ids}) == len(ids) == 5
    assert {len(id_) for id_ in ids} == {22}
    # No release made one of these the shared one.
    assert not any(row.is_home for row in found)


def test_every_evening_is_unchanged_by_the_upgrade(release: str, upgraded: Database) -> None:
    written = evenings(release)
    found = [Evening(upgraded, ANN, json.loads(line)["id"]) for line in written]
    assert [write_event_line(evening.load()) for evening in found] == written != []


def test_an_export_of_each_release_is_imported_whole(release: str, database: Database) -> None:
    written = exported(release)
    book = Book(database)
    result = book.store(written)
    assert (result.imported, result.events) == (written.count(MATCH), written.count(EVENING))
    assert book.export() == written


@pytest.mark.parametrize("release", ["0.19.0"], indirect=True)
def test_every_standing_of_a_finished_evening_is_as_before_the_upgrade(old_url: str) -> None:
    lines = (FOLDER / "0.19.0.standings.jsonl").read_text(encoding="utf-8").splitlines()
    columns = "scorebook_id, id, public_id, generation, name, revision, started_at, ended_at"
    values = "1, {id}, '{event[id]}', 0, 'Friday', 1, '2026-11-20 19:00', '2026-11-20 23:00'"
    insert = f"INSERT INTO events ({columns}, document) VALUES ({values}, '{{document}}')"
    saved = [{"id": id_, **json.loads(line)} for id_, line in enumerate(lines, start=9000)]
    for one in saved:
        change(old_url, insert.format(**one, document=json.dumps(one["event"])))
    prepare(old_url, lambda _sentence: None)
    with closing(Database(old_url)) as database:
        found = [rank(Evening(database, ANN, one["event"]["id"]).load().event) for one in saved]
    assert [
        [
            [row.place, row.entrant, row.wins, row.strength, row.head_to_head, row.difference]
            for row in rows
        ]
        for rows in found
    ] == [[row[:6] for row in one["standings"]] for one in saved]


@pytest.mark.parametrize("release", ["0.16.0"], indirect=True)
def test_typed_results_keep_their_times_and_stand_at_their_matches(
    release: str, upgraded: Database
) -> None:
    at_table = "(event_id, event_round, event_table) IN"
    with closing(sqlite3.connect(FILES[release])) as old:
        typed = "SELECT event_id, round, table_number FROM event_tables"
        times = old.execute(f"{typed.replace(' FROM', ', entered_at FROM')} ORDER BY 1, 2, 3")
        expected = {tuple(place): datetime.fromisoformat(at) for *place, at in times}
        matches = old.execute(f"SELECT id FROM matches WHERE {at_table} ({typed})").fetchall()
    found = {}
    for line in evenings(release):
        stored = Evening(upgraded, ANN, json.loads(line)["id"]).load()
        found |= {
            (stored.ref.id, seated.number, table.number): table.typed_at
            for seated in stored.event.rounds
            for table in seated.tables
            if table.typed
        }
    assert found == {place: at.replace(tzinfo=UTC) for place, at in expected.items()}
    is_typed = fetch(upgraded, select(MATCHES.c.id).where(MATCHES.c.is_typed))
    assert [(one,) for one in is_typed] == matches != []


def test_an_evening_is_led_in_an_upgraded_scorebook(own_copy: Database) -> None:
    evening = Evening.create(own_copy, secret=ANN)
    evening.seat()
    Scorer(own_copy, ANN).record(evening.score(1), bid)
    evening.type_result(2, 312, 250)
    stored = evening.load()
    assert [*stored.matches] == [(1, 1)]
    assert [table.result is None for table in stored.event.rounds[0].tables] == [True, False]


EVENT = "an-evening-an-evening-"
ADD_EVENT = f"""
INSERT INTO events (scorebook_id, id, public_id, name, kind, house_rules, planned_rounds,
generation, revision, started_at)
VALUES (1, 77, '{EVENT}', 'Club', 'singles', '{{}}', 5, 0, 1, '2026-11-20 19:00:00')
"""
ADD_DEVICE = """
INSERT INTO devices (id, secret_hash, phone, created_at, seen_at)
VALUES (:device, :hash, :phone, '2026-11-20 19:00:00', '2026-11-20 19:00:00')
"""
ADD_GRANT = """
INSERT INTO grants (device_id, scorebook_id, created_at, role, way, use_order, match_id, seat)
SELECT :device, 1, '2026-11-20 20:00:00', {} FROM addresses
WHERE scorebook_id = 1 ORDER BY match_id LIMIT 1
"""
ADD_EVENT_GRANT = """
INSERT INTO event_grants (device_id, scorebook_id, event_id, created_at, role, way)
VALUES (:device, 1, 77, '2026-11-20 20:00:00', {})
"""
ADD_CODE = """
INSERT INTO join_codes (code_hash, scorebook_id, role, valid_seconds, single_use, created_at,
event_id) VALUES (:hash, 1, 'viewer', 900, false, '2026-11-20 20:00:00', :event)
"""
RIGHTS = [
    *(
        [ADD_GRANT.format(f"'{role}', NULL, 3, NULL, NULL")]
        for role in ("owner", "viewer", "board")
    ),
    [ADD_GRANT.format("'scorer', 'link', 0, match_id, 2")],
    *([ADD_EVENT_GRANT.format(right)] for right in ("'scorer', 'card'", "'removed', NULL")),
    [
        ADD_GRANT.format("'viewer', 'code', 2, NULL, NULL"),
        ADD_GRANT.format("'spectator', 'code', 0, match_id, NULL"),
        ADD_EVENT_GRANT.format("'spectator', 'door'"),
    ],
]
"""The rights of further phones."""
OLD_RIGHTS = """
SELECT device_id, scorebook_id, match_id, NULL, role, created_at, way, seat, use_order FROM grants
UNION ALL
SELECT device_id, scorebook_id, NULL, event_id, role, created_at, way, NULL, 0 FROM event_grants
"""
NEW_RIGHTS = OLD_RIGHTS.partition("UNION")[0].replace("NULL", "event_id")


def find_expected(
    rows: Sequence[Any], device: int, place: tuple[int, int | None, int | None], *also: str
) -> set[str]:
    """Return the roles with which grants open a match or an event to a device."""
    opening = {"owner", "viewer", *also}
    return {
        role
        for owner, scorebook, match, event, role, *_ in rows
        if (owner, scorebook) == (device, place[0]) and role != "removed"
        if role in opening or (scorebook, match, event) == place
    }


@pytest.mark.parametrize(
    "release", [name for name in RELEASES if version_of(FILES[name]) < "0018"], indirect=True
)
def test_every_right_is_kept_by_the_upgrade(old_url: str) -> None:
    prepare(old_url, lambda _sentence: None, head="0017")
    change(old_url, ADD_EVENT)
    for number, rights in enumerate(RIGHTS, start=101):
        one = {"hash": bytes([number]) * 32, "phone": f"{number:_>22}"}
        change(old_url, ADD_DEVICE, device=number, **one)
        for right in rights:
            change(old_url, right, device=number)
    for event in (None, 77):
        change(old_url, ADD_CODE, hash=bytes([event or 0]) * 32, event=event)
    with closing(Database(old_url)) as database, database.read() as session:
        before = session.execute(text(OLD_RIGHTS)).all()
    prepare(old_url, lambda _sentence: None)
    with closing(Database(old_url)) as database, database.read() as session:
        assert sorted(session.execute(text(NEW_RIGHTS)).all(), key=str) == sorted(before, key=str)
        codes = session.execute(select(JOIN_CODES).order_by(JOIN_CODES.c.code_hash)).all()
        assert [(row.role, row.event_id) for row in codes] == [("board", None), ("spectator", 77)]
        devices = session.execute(select(*DEVICES.c["id", "secret_hash"])).all()
        games = session.execute(select(MATCHES, ADDRESSES.c.public_id).join(ADDRESSES)).all()
        last = max(game.started_at for game in games if game.deleted_at is None)
        for device in devices:
            values = {"device": device.secret_hash}
            for game in games:
                shown = ["board"] if game.ended_at is None or game.started_at >= last else []
                place = game.scorebook_id, game.id, None
                roles = find_expected(before, device.id, place, *shown)
                row = session.execute(FIND_MATCH, {**values, "public_id": game.public_id}).one()
                rights = None if row.rights is None else decode_rights(row.rights)
                assert (rights is not None) == bool(roles)
                assert bool(rights and rights.can_write) == bool(roles & {"owner", "scorer"})
            roles = find_expected(before, device.id, (1, None, 77))
            row = session.execute(FIND_EVENT, {**values, "public_id": EVENT}).one()
            assert row.rank == max(map(ROLES.index, roles), default=None)


def test_season_guests_and_colours_survive_the_upgrade(release: str, upgraded: Database) -> None:
    first = lines(release)[0]
    seen = Scorer(upgraded, first["secret"]).look(first["public_id"])
    book = ask(upgraded, roster.load_roster, seen.scorebook_id)
    assert book.season == 20261101
    assert {one.name for one in book.people.values() if one.guest} == {"Ben"}
    assert {one.name: one.colour for one in book.people.values() if one.colour} == {"Cleo": 3}


def test_an_upgraded_match_can_continue(release: str, own_copy: Database) -> None:
    ann, dan = Scorer(own_copy, ANN), Scorer(own_copy)
    public_id = ann.start()
    ann.let(dan, "scorer", public_id)
    started = dan.load(public_id).match
    dan.record(public_id, bid)
    assert ann.load(public_id).match == bid(started)
    older = [ann.look(line["public_id"]).id for line in lines(release) if line["secret"] == ANN]
    assert max(older) < ann.look(public_id).id


def test_no_old_table_remains(upgraded: Database) -> None:
    with upgraded.read() as session:
        names = {
            "sqlite": "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'",
            "postgresql": "SELECT relname FROM pg_class"
            " WHERE relnamespace = 'public'::regnamespace",
        }[upgraded.url.get_backend_name()]
        found = set(session.scalars(text(names)))
    assert set(metadata.tables) < found
    assert not [name for name in found if "old_" in name]


@pytest.mark.parametrize("release", KILLED, indirect=True)
def test_concurrent_workers_upgrade_once(old_url: str, tmp_path: Path) -> None:
    program = (
        "import sys; from scorekeeper.book.maintenance.schema import prepare;"
        "prepare(sys.argv[1], print)"
    )
    told = run_python("-c", program, old_url, times=3)
    assert sum("Upgrading the scorebook" in said for said in told) == 1
    assert "".join(told).count("\n") == 1
    assert len(list(tmp_path.glob("old/*-before-*.sqlite"))) == old_url.startswith("sqlite")


@pytest.mark.parametrize("release", KILLED, indirect=True)
def test_an_upgrade_may_be_killed_at_every_statement(old_url: str, tmp_path: Path) -> None:
    start = ""
    if old_url.startswith("sqlite"):
        start, old_url = str(tmp_path / "old"), f"sqlite:///{tmp_path}/tried/scorebook.sqlite"
    order = json.dumps({"url": old_url, "start": start})
    [printed] = run_python("-m", "tests.book.kill_at_statement", order)
    found = json.loads(printed)
    assert (found["halves"], found["stuck"]) == (0, 0)
    assert found["statements"] > 20
