from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import Table, UniqueConstraint, delete, insert, inspect, select
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from scorekeeper.book.db import ids
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_id
from scorekeeper.book.models.tables import (
    ADDRESSES,
    CHANGES,
    CONFIRMATIONS,
    DEVICES,
    GRANTS,
    HAND_SEATS,
    HAND_SIDES,
    HANDS,
    IDEMPOTENCY_KEYS,
    JOIN_CODES,
    MATCH_SIDES,
    MATCHES,
    PLAYERS,
    RULINGS,
    SAVED_HOUSE_RULES,
    SCOREBOOKS,
    SEATS,
    metadata,
)
from tests.databases import count_rows, execute, fetch, fetch_one
from tests.partitions import DIRECTORY, DISTRIBUTED

MATCH = {"scorebook_id": 1, "match_id": 1}
NOTHING = {"tricks": 0, "points": 0, "set": False, "note": ""}
NO_CHANGE = {"fact": "bids", "hand": 1, "before": {}, "after": {}}
# A row of each table that can be added to those of a_match.
GOOD: dict[Table, dict[str, Any]] = {
    DEVICES: {"id": 2, "secret_hash": b"n" * 32},
    ADDRESSES: {"scorebook_id": 1},
    PLAYERS: {"scorebook_id": 1, "name": "Ben", "search_key": "ben"},
    MATCHES: {"scorebook_id": 1, "id": 2, "game": "two-player", "first_seat": 5},
    MATCH_SIDES: {**MATCH, "side": 5, "opening_points": -150, "points": -200},
    SEATS: {**MATCH, "seat": 5, "player_id": 1},
    HANDS: {**MATCH, "number": 2, "redeal": "misdeal"},
    HAND_SEATS: {**MATCH, "hand": 1, "seat": 5, "bid": 17, "blind": True, "tricks": 17},
    HAND_SIDES: {**MATCH, "hand": 1, "side": 5, "pile": 17},
    RULINGS: {**MATCH, "hand": 1, "number": 99, "kind": "revoke", "seat": 5, **NOTHING},
    CHANGES: {**MATCH, "number": 2, "parent": 0, **NO_CHANGE},
    SAVED_HOUSE_RULES: {"scorebook_id": 1, "game": "solo", "name": "Ours"},
    IDEMPOTENCY_KEYS: {**MATCH, "key": "l", "fingerprint": b"f" * 32},
    GRANTS: {**MATCH, "device_id": 100, "role": "spectator", "seat": 5},
    SCOREBOOKS: {"id": 2, "is_home": True, "name": "Friday table", "recovery_hash": b"n" * 32},
    JOIN_CODES: {**MATCH, "code_hash": b"n" * 32, "role": "scorer", "valid_seconds": 900},
    CONFIRMATIONS: {**MATCH, "hand": 1, "seat": 1, "answer": "confirmed"},
}


def a_match(session: Session) -> None:
    """A match with one of everything around it, and an address for one more."""
    rows: list[tuple[Table, dict[str, Any]]] = [
        (SCOREBOOKS, {"id": 1, "recovery_hash": b"r" * 32}),
        (DEVICES, {"id": 1, "secret_hash": b"d" * 32}),
        (ADDRESSES, {**MATCH, "public_id": "m" * 22}),
        (ADDRESSES, {"scorebook_id": 1, "match_id": 2}),
        (PLAYERS, {"scorebook_id": 1, "id": 1, "name": "Ann", "search_key": "ann"}),
        (MATCHES, {"scorebook_id": 1, "id": 1, "game": "partnership", "first_seat": 3}),
        (MATCH_SIDES, {**MATCH, "side": 0}),
        (SEATS, {**MATCH, "seat": 0, "player_id": 1}),
        (HANDS, {**MATCH, "number": 1}),
        (HAND_SEATS, {**MATCH, "hand": 1, "seat": 0, "bid": 4}),
        (HAND_SIDES, {**MATCH, "hand": 1, "side": 0, "pile": 6}),
        (RULINGS, {**MATCH, "hand": 1, "number": 0, "kind": "revoke", "seat": 0, **NOTHING}),
        (CHANGES, {**MATCH, "number": 1, "parent": 0, **NO_CHANGE, "device_id": 1}),
        (SAVED_HOUSE_RULES, {"scorebook_id": 1, "game": "solo", "name": "Theirs"}),
        (IDEMPOTENCY_KEYS, {**MATCH, "key": "k", "fingerprint": b"f" * 32}),
        (GRANTS, {"device_id": 1, "role": "owner", "scorebook_id": 1}),
        (GRANTS, {"device_id": 1, "role": "scorer", **MATCH}),
        (JOIN_CODES, {**MATCH, "code_hash": b"p" * 32, "role": "scorer", "valid_seconds": 900}),
        (CONFIRMATIONS, {**MATCH, "hand": 1, "seat": 0, "answer": "queried"}),
    ]
    for table, values in rows:
        session.execute(insert(table).values(values))


@pytest.fixture
def stored(database: Database) -> Database:
    """A scorebook with a match, and a device that has no access to it."""
    with database.write() as session:
        a_match(session)
        session.execute(insert(DEVICES).values(id=100, secret_hash=b"e" * 32))
    return database


def test_defaults_of_a_new_match(stored: Database) -> None:
    with stored.read() as session:
        match = session.execute(select(MATCHES)).one()
        assert (match.version, match.revision, match.ended_at) == (1, 1, None)
        assert (match.house_rules, match.place, match.note) == ({}, "", "")


def test_public_ids_are_random_and_22_characters_long(stored: Database) -> None:
    with stored.write() as session:
        found = session.scalars(
            select(ADDRESSES.c.public_id).where(ADDRESSES.c.match_id == 2)
        ).one()
        player = session.execute(select(PLAYERS)).one()
    assert len(found) == 22
    assert found != player.public_id


def test_row_ids_increase_with_time_despite_a_clock_change(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [new_id() for _ in range(10_000)]
    assert made == sorted(set(made))
    assert 2**60 < made[0] < made[-1] < 2**63
    before = new_id()
    monkeypatch.setattr(ids.time, "time_ns", lambda: 0)
    assert before < new_id() < new_id()


@pytest.mark.parametrize("hours", [0, 8, -5], ids=["UTC", "Manila", "Chicago"])
def test_a_time_is_loaded_in_utc(database: Database, hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    moment = datetime(2026, 11, 20, 19, 30, 15, 123456, tzinfo=zone)
    execute(database, insert(SCOREBOOKS).values(created_at=moment))
    kept = fetch_one(database, select(SCOREBOOKS.c.created_at))
    assert kept == moment
    assert kept.tzinfo is UTC


def test_a_time_without_a_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="time zone"), database.write() as session:
        session.execute(insert(SCOREBOOKS).values(created_at=datetime(2026, 11, 20)))


@pytest.mark.parametrize("name", ["Ä" * 40, "👩‍👩‍👧‍👦" * 5, "مريم", "ẞ" * 40])
def test_names_in_any_script_are_stored_completely(stored: Database, name: str) -> None:
    execute(stored, insert(PLAYERS).values(scorebook_id=1, name=name, search_key=name.casefold()))
    assert name in fetch(stored, select(PLAYERS.c.name))


@pytest.mark.parametrize(
    ("table", "values"),
    [
        pytest.param(DEVICES, {"secret_hash": b"short"}, id="short hash"),
        pytest.param(DEVICES, {"secret_hash": b"d" * 32}, id="same secret twice"),
        pytest.param(PLAYERS, {"name": ""}, id="empty name"),
        pytest.param(PLAYERS, {"public_id": "guessable"}, id="short public id"),
        pytest.param(PLAYERS, {"name": "Ann"}, id="same name twice"),
        pytest.param(MATCHES, {"first_seat": 6}, id="seventh seat deals"),
        pytest.param(MATCHES, {"first_seat": -1}, id="no seat deals"),
        pytest.param(MATCHES, {"version": 0}, id="version 0"),
        pytest.param(MATCHES, {"version": 2}, id="more versions than shown"),
        pytest.param(MATCHES, {"id": 1}, id="same match twice"),
        pytest.param(MATCHES, {"id": 3}, id="match without an address"),
        pytest.param(ADDRESSES, {"match_id": 1}, id="second address of a match"),
        pytest.param(ADDRESSES, {"public_id": "m" * 22}, id="same address twice"),
        pytest.param(ADDRESSES, {"public_id": "guessable"}, id="short address"),
        pytest.param(ADDRESSES, {"scorebook_id": 2}, id="address in no scorebook"),
        pytest.param(MATCHES, {"game": None}, id="no game"),
        pytest.param(MATCHES, {"house_rules": None}, id="no house rules"),
        pytest.param(MATCHES, {"winner": 0}, id="winner of a running match"),
        pytest.param(MATCHES, {"ending": "target"}, id="ending of a running match"),
        pytest.param(
            MATCHES,
            {"ended_at": datetime(2026, 11, 20, tzinfo=UTC), "ending": "tie"},
            id="unknown ending",
        ),
        pytest.param(MATCH_SIDES, {"side": 0}, id="same side twice"),
        pytest.param(MATCH_SIDES, {"side": 6}, id="seventh side"),
        pytest.param(MATCH_SIDES, {"name": ""}, id="side without a name"),
        pytest.param(MATCH_SIDES, {"opening_bags": -1}, id="bags below none"),
        pytest.param(SEATS, {"seat": 0}, id="same seat twice"),
        pytest.param(SEATS, {"seat": 6}, id="seventh seat"),
        pytest.param(HANDS, {"number": 1}, id="same hand twice"),
        pytest.param(HANDS, {"number": 0}, id="hand 0"),
        pytest.param(HANDS, {"redeal": "mood"}, id="unknown redeal"),
        pytest.param(HAND_SEATS, {"bid": 19}, id="bid of 19"),
        pytest.param(HAND_SEATS, {"bid": -1}, id="bid below nil"),
        pytest.param(HAND_SEATS, {"tricks": 19}, id="19 tricks"),
        pytest.param(HAND_SEATS, {"tricks": -1}, id="tricks below none"),
        pytest.param(HAND_SEATS, {"seat": 0}, id="same seat bids twice"),
        pytest.param(HAND_SIDES, {"pile": 19}, id="pile of 19"),
        pytest.param(HAND_SIDES, {"pile": -1}, id="pile below none"),
        pytest.param(RULINGS, {"number": 0}, id="same ruling twice"),
        pytest.param(RULINGS, {"hand": 2}, id="ruling of a hand that is not there"),
        pytest.param(CHANGES, {"hand": 0}, id="change of hand 0"),
        pytest.param(CHANGES, {"number": 1}, id="same change twice"),
        pytest.param(CHANGES, {"number": 0}, id="change before the first"),
        pytest.param(CHANGES, {"parent": -1}, id="change that follows none there can be"),
        pytest.param(SAVED_HOUSE_RULES, {"name": "Theirs"}, id="same house rules twice"),
        pytest.param(SAVED_HOUSE_RULES, {"name": ""}, id="house rules without a name"),
        pytest.param(IDEMPOTENCY_KEYS, {"key": "k"}, id="same key twice"),
        pytest.param(IDEMPOTENCY_KEYS, {"key": ""}, id="empty key"),
        pytest.param(IDEMPOTENCY_KEYS, {"fingerprint": b"short"}, id="short fingerprint"),
        pytest.param(IDEMPOTENCY_KEYS, {"match_id": 999}, id="match that is not there"),
        pytest.param(GRANTS, {"role": "king"}, id="unknown role"),
        pytest.param(GRANTS, {"role": "owner"}, id="owner of a match"),
        pytest.param(GRANTS, {"match_id": None}, id="watcher of a scorebook"),
        pytest.param(GRANTS, {"match_id": 3}, id="grant of an unknown match"),
        pytest.param(GRANTS, {"scorebook_id": None}, id="grant without a scorebook"),
        pytest.param(
            GRANTS,
            {"device_id": 1, "role": "owner", "match_id": None},
            id="same scorebook granted twice",
        ),
        pytest.param(GRANTS, {"device_id": 1}, id="same match granted twice"),
        pytest.param(GRANTS, {"role": "viewer"}, id="reader of a match"),
        pytest.param(GRANTS, {"seat": 6}, id="phone of a seventh seat"),
        pytest.param(GRANTS, {"role": "viewer", "match_id": None}, id="seat in a scorebook"),
        pytest.param(DEVICES, {"phone": "guessable"}, id="short phone"),
        pytest.param(DEVICES, {"name": ""}, id="phone without a name"),
        pytest.param(DEVICES, {"replaces_id": 999}, id="replaces an unknown phone"),
        pytest.param(SCOREBOOKS, {"public_id": "guessable"}, id="short id of a scorebook"),
        pytest.param(SCOREBOOKS, {"name": ""}, id="scorebook with an empty name"),
        pytest.param(SCOREBOOKS, {"generation": -1}, id="links of a scorebook before the first"),
        pytest.param(SCOREBOOKS, {"recovery_hash": b"short"}, id="short hash of a code"),
        pytest.param(SCOREBOOKS, {"recovery_hash": b"r" * 32}, id="same recovery code twice"),
        pytest.param(ADDRESSES, {"generation": -1}, id="links of a match before the first"),
        pytest.param(JOIN_CODES, {"code_hash": b"p" * 32}, id="same pass twice"),
        pytest.param(JOIN_CODES, {"code_hash": b"short"}, id="short hash of a pass"),
        pytest.param(JOIN_CODES, {"role": "owner"}, id="pass to own a match"),
        pytest.param(JOIN_CODES, {"role": "king"}, id="pass to be king"),
        pytest.param(JOIN_CODES, {"match_id": 3}, id="pass to a match that is not there"),
        pytest.param(JOIN_CODES, {"scorebook_id": 2}, id="pass to no scorebook"),
        pytest.param(JOIN_CODES, {"valid_seconds": 0}, id="pass for no time"),
        pytest.param(CONFIRMATIONS, {"seat": 0}, id="same seat replies twice"),
        pytest.param(CONFIRMATIONS, {"seat": 6}, id="seventh seat replies"),
        pytest.param(CONFIRMATIONS, {"hand": 2}, id="reply to a hand that is not there"),
        pytest.param(CONFIRMATIONS, {"answer": "perhaps"}, id="unknown reply"),
    ],
)
def test_the_database_refuses_invalid_rows(
    stored: Database, table: Table, values: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError), stored.write() as session:
        session.execute(insert(table).values(GOOD[table] | values))


@pytest.mark.parametrize("table", [pytest.param(table, id=table.name) for table in GOOD])
def test_the_database_accepts_valid_rows(stored: Database, table: Table) -> None:
    execute(stored, insert(table).values(GOOD[table]))


@pytest.mark.parametrize(
    ("table", "values"),
    [
        pytest.param(PLAYERS, {"name": "n" * 41}, id="name"),
        pytest.param(MATCH_SIDES, {"name": "n" * 41}, id="side name"),
        pytest.param(MATCHES, {"place": "p" * 501}, id="place"),
        pytest.param(MATCHES, {"note": "n" * 501}, id="note"),
        pytest.param(CHANGES, {"reason": "r" * 501}, id="reason"),
        pytest.param(IDEMPOTENCY_KEYS, {"key": "k" * 65}, id="key"),
        pytest.param(SCOREBOOKS, {"name": "n" * 41}, id="scorebook name"),
        pytest.param(DEVICES, {"name": "n" * 41}, id="phone name"),
    ],
)
def test_long_text_is_refused_not_cut(
    stored: Database, table: Table, values: dict[str, Any]
) -> None:
    with pytest.raises(DBAPIError), stored.write() as session:
        session.execute(insert(table).values(GOOD[table] | values))


OF_A_MATCH = (
    *(MATCH_SIDES, SEATS, HANDS, HAND_SEATS, HAND_SIDES, RULINGS, CHANGES),
    *(IDEMPOTENCY_KEYS, CONFIRMATIONS, JOIN_CODES),
)


def test_deleting_an_address_deletes_its_match(stored: Database) -> None:
    execute(stored, delete(ADDRESSES).where(ADDRESSES.c.match_id == 1))
    assert rows(stored, MATCHES, *OF_A_MATCH) == 0
    assert fetch(stored, select(GRANTS.c.role)) == ["owner"]
    assert rows(stored, PLAYERS) == 1


def test_deleting_a_scorebook_deletes_its_players_and_matches(stored: Database) -> None:
    execute(stored, delete(SCOREBOOKS))
    assert rows(stored, ADDRESSES, PLAYERS, MATCHES, *OF_A_MATCH, SAVED_HOUSE_RULES, GRANTS) == 0
    assert rows(stored, DEVICES) == 2


def test_deleting_a_device_keeps_its_changes(stored: Database) -> None:
    execute(stored, delete(DEVICES))
    assert fetch(stored, select(CHANGES.c.device_id)) == [None]
    assert rows(stored, GRANTS) == 0


def test_at_most_one_scorebook_is_shared(database: Database) -> None:
    with database.write() as session:
        homes = [
            {"is_home": True, "deleted_at": None},
            {"is_home": False, "deleted_at": None},
            {"is_home": False, "deleted_at": None},
            {"is_home": True, "deleted_at": datetime.now(UTC)},
        ]
        session.execute(insert(SCOREBOOKS), homes)
    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(insert(SCOREBOOKS).values(is_home=True))


def test_a_player_in_a_match_cannot_be_deleted(stored: Database) -> None:
    with pytest.raises(IntegrityError), stored.write() as session:
        session.execute(delete(PLAYERS))
    assert rows(stored, PLAYERS, SEATS) == 2


def rows(database: Database, *tables: Table) -> int:
    return sum(count_rows(database, table) for table in tables)


def test_indexes_of_some_rows_have_their_condition(database: Database) -> None:
    with database.read() as session:
        indexes = inspect(session.connection()).get_indexes("devices")
    [options] = [one["dialect_options"] for one in indexes if one["name"].endswith("replaces_id")]
    [where] = [str(value) for name, value in options.items() if name.endswith("where")]
    assert "replaces_id IS NOT NULL" in where


@pytest.mark.parametrize("name", sorted(DISTRIBUTED))
def test_distributed_tables_begin_with_their_scorebook_and_refer_to_it_only(name: str) -> None:
    table = metadata.tables[name]
    uniques = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    unique_indexes = [one for one in table.indexes if one.unique]
    keys = [table.primary_key, *uniques, *unique_indexes]
    assert {next(iter(key.columns)).name for key in keys} == {"scorebook_id"}
    for key in metadata.tables[name].foreign_key_constraints:
        pairs = {one.parent.name: one.column.name for one in key.elements}
        assert key.referred_table.name in DIRECTORY or pairs["scorebook_id"] == "scorebook_id"
        assert "scorebook_id" not in pairs or key.ondelete in (None, "CASCADE")


@pytest.mark.parametrize("name", sorted(DIRECTORY))
def test_the_directory_refers_to_no_distributed_table(name: str) -> None:
    keys = metadata.tables[name].foreign_key_constraints
    assert {key.referred_table.name for key in keys} <= DIRECTORY
