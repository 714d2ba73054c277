from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from scorekeeper.book.db import ids
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_id
from scorekeeper.book.models import (
    Address,
    Base,
    Change,
    Device,
    Grant,
    Hand,
    HandSeat,
    HandSide,
    Match,
    MatchSide,
    Pass,
    Player,
    Receipt,
    Reply,
    Ruling,
    SavedHouse,
    Scorebook,
    Seat,
)

MATCH = {"scorebook_id": 1, "match_id": 1}
NOTHING = {"tricks": 0, "points": 0, "set": False, "note": ""}
NO_CHANGE = {"fact": "bids", "hand": 1, "before": {}, "after": {}}
# A row of each table that may stand beside those of a_match.
GOOD: dict[type[Base], dict[str, Any]] = {
    Device: {"id": 2, "secret_hash": b"n" * 32},
    Address: {"scorebook_id": 1},
    Player: {"scorebook_id": 1, "name": "Ben", "folded": "ben"},
    Match: {"scorebook_id": 1, "id": 2, "game": "two-player", "first": 5},
    MatchSide: {**MATCH, "side": 5, "opening_points": -150, "points": -200},
    Seat: {**MATCH, "seat": 5, "player_id": 1},
    Hand: {**MATCH, "number": 2, "redeal": "misdeal"},
    HandSeat: {**MATCH, "hand": 1, "seat": 5, "bid": 17, "blind": True, "tricks": 17},
    HandSide: {**MATCH, "hand": 1, "side": 5, "pile": 17},
    Ruling: {**MATCH, "hand": 1, "place": 99, "kind": "revoke", "seat": 5, **NOTHING},
    Change: {**MATCH, "place": 2, "parent": 0, **NO_CHANGE},
    SavedHouse: {"scorebook_id": 1, "game": "solo", "name": "Ours"},
    Receipt: {**MATCH, "key": "l", "fingerprint": b"f" * 32},
    Grant: {**MATCH, "device_id": 100, "role": "watcher", "seat": 5},
    Scorebook: {"id": 2, "house": True, "name": "Friday table", "recovery_hash": b"n" * 32},
    Pass: {**MATCH, "code_hash": b"n" * 32, "role": "keeper", "seconds": 900},
    Reply: {**MATCH, "hand": 1, "seat": 1, "word": "confirmed"},
}


def a_match(session: Session) -> None:
    """A match with one of everything around it, and an address for one more."""
    rows: list[tuple[type[Base], dict[str, Any]]] = [
        (Scorebook, {"id": 1, "recovery_hash": b"r" * 32}),
        (Device, {"id": 1, "secret_hash": b"d" * 32}),
        (Address, {**MATCH, "public_id": "m" * 22}),
        (Address, {"scorebook_id": 1, "match_id": 2}),
        (Player, {"scorebook_id": 1, "id": 1, "name": "Ann", "folded": "ann"}),
        (Match, {"scorebook_id": 1, "id": 1, "game": "partnership", "first": 3}),
        (MatchSide, {**MATCH, "side": 0}),
        (Seat, {**MATCH, "seat": 0, "player_id": 1}),
        (Hand, {**MATCH, "number": 1}),
        (HandSeat, {**MATCH, "hand": 1, "seat": 0, "bid": 4}),
        (HandSide, {**MATCH, "hand": 1, "side": 0, "pile": 6}),
        (Ruling, {**MATCH, "hand": 1, "place": 0, "kind": "revoke", "seat": 0, **NOTHING}),
        (Change, {**MATCH, "place": 1, "parent": 0, **NO_CHANGE, "device_id": 1}),
        (SavedHouse, {"scorebook_id": 1, "game": "solo", "name": "Theirs"}),
        (Receipt, {**MATCH, "key": "k", "fingerprint": b"f" * 32}),
        (Grant, {"device_id": 1, "role": "owner", "scorebook_id": 1}),
        (Grant, {"device_id": 1, "role": "keeper", **MATCH}),
        (Pass, {**MATCH, "code_hash": b"p" * 32, "role": "keeper", "seconds": 900}),
        (Reply, {**MATCH, "hand": 1, "seat": 0, "word": "queried"}),
    ]
    for model, values in rows:
        session.execute(insert(model).values(values))


def test_a_new_match_is_running_in_its_first_version_without_a_note(database: Database) -> None:
    with database.write() as session:
        a_match(session)

    with database.read() as session:
        match = session.scalars(select(Match)).one()
        assert (match.version, match.shown, match.ended_at) == (1, 1, None)
        assert (match.house, match.place, match.note) == ({}, "", "")


def test_public_ids_are_random_and_22_characters_long(database: Database) -> None:
    with database.write() as session:
        a_match(session)
        found = session.scalars(select(Address.public_id).where(Address.match_id == 2)).one()
        player = session.scalars(select(Player)).one()

    assert len(found) == 22
    assert found != player.public_id


def test_ids_of_rows_rise_with_time() -> None:
    made = [new_id() for _ in range(10_000)]
    assert made == sorted(set(made))
    assert 2**60 < made[0] < made[-1] < 2**63


def test_ids_rise_also_where_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = new_id()
    monkeypatch.setattr(ids.time, "time_ns", lambda: 0)
    assert before < new_id() < new_id()


@pytest.mark.parametrize(
    "zone",
    [
        pytest.param(UTC, id="UTC"),
        pytest.param(timezone(timedelta(hours=8)), id="Manila"),
        pytest.param(timezone(timedelta(hours=-5)), id="Chicago"),
    ],
)
def test_a_moment_comes_back_aware_and_in_utc(database: Database, zone: timezone) -> None:
    moment = datetime(2026, 11, 20, 19, 30, 15, 123456, tzinfo=zone)
    with database.write() as session:
        session.add(Scorebook(created_at=moment))

    with database.read() as session:
        kept = session.scalars(select(Scorebook.created_at)).one()

    assert kept == moment
    assert kept.tzinfo is UTC


def test_a_moment_without_a_time_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="time zone"), database.write() as session:
        session.add(Scorebook(created_at=datetime(2026, 11, 20)))


@pytest.mark.parametrize("name", ["Ä" * 40, "👩‍👩‍👧‍👦" * 5, "مريم", "ẞ" * 40])
def test_names_of_any_script_are_kept_whole(database: Database, name: str) -> None:
    with database.write() as session:
        a_match(session)
        session.add(Player(scorebook_id=1, name=name, folded=name.casefold()))

    with database.read() as session:
        assert name in session.scalars(select(Player.name)).all()


@pytest.mark.parametrize(
    ("model", "values"),
    [
        pytest.param(Device, {"secret_hash": b"short"}, id="short hash"),
        pytest.param(Device, {"secret_hash": b"d" * 32}, id="same secret twice"),
        pytest.param(Player, {"name": ""}, id="empty name"),
        pytest.param(Player, {"public_id": "guessable"}, id="short public id"),
        pytest.param(Player, {"name": "Ann"}, id="same name twice"),
        pytest.param(Match, {"first": 6}, id="seventh seat deals"),
        pytest.param(Match, {"first": -1}, id="no seat deals"),
        pytest.param(Match, {"version": 0}, id="version 0"),
        pytest.param(Match, {"version": 2}, id="more versions than shown"),
        pytest.param(Match, {"id": 1}, id="same match twice"),
        pytest.param(Match, {"id": 3}, id="match without an address"),
        pytest.param(Address, {"match_id": 1}, id="second address of a match"),
        pytest.param(Address, {"public_id": "m" * 22}, id="same address twice"),
        pytest.param(Address, {"public_id": "guessable"}, id="short address"),
        pytest.param(Address, {"scorebook_id": 2}, id="address in no scorebook"),
        pytest.param(Match, {"game": None}, id="no game"),
        pytest.param(Match, {"house": None}, id="no house rules"),
        pytest.param(Match, {"winner": 0}, id="winner of a running match"),
        pytest.param(Match, {"ending": "target"}, id="ending of a running match"),
        pytest.param(
            Match,
            {"ended_at": datetime(2026, 11, 20, tzinfo=UTC), "ending": "tie"},
            id="unknown ending",
        ),
        pytest.param(MatchSide, {"side": 0}, id="same side twice"),
        pytest.param(MatchSide, {"side": 6}, id="seventh side"),
        pytest.param(MatchSide, {"name": ""}, id="side without a name"),
        pytest.param(MatchSide, {"opening_bags": -1}, id="bags below none"),
        pytest.param(Seat, {"seat": 0}, id="same seat twice"),
        pytest.param(Seat, {"seat": 6}, id="seventh seat"),
        pytest.param(Hand, {"number": 1}, id="same hand twice"),
        pytest.param(Hand, {"number": 0}, id="hand 0"),
        pytest.param(Hand, {"redeal": "mood"}, id="unknown redeal"),
        pytest.param(HandSeat, {"bid": 18}, id="bid of 18"),
        pytest.param(HandSeat, {"bid": -1}, id="bid below nil"),
        pytest.param(HandSeat, {"tricks": 18}, id="18 tricks"),
        pytest.param(HandSeat, {"tricks": -1}, id="tricks below none"),
        pytest.param(HandSeat, {"seat": 0}, id="same seat bids twice"),
        pytest.param(HandSide, {"pile": 18}, id="pile of 18"),
        pytest.param(HandSide, {"pile": -1}, id="pile below none"),
        pytest.param(Ruling, {"place": 0}, id="same ruling twice"),
        pytest.param(Ruling, {"hand": 2}, id="ruling of a hand that is not there"),
        pytest.param(Change, {"hand": 0}, id="change of hand 0"),
        pytest.param(Change, {"place": 1}, id="same change twice"),
        pytest.param(Change, {"place": 0}, id="change before the first"),
        pytest.param(Change, {"parent": -1}, id="change that follows none there can be"),
        pytest.param(SavedHouse, {"name": "Theirs"}, id="same house rules twice"),
        pytest.param(SavedHouse, {"name": ""}, id="house rules without a name"),
        pytest.param(Receipt, {"key": "k"}, id="same key twice"),
        pytest.param(Receipt, {"key": ""}, id="empty key"),
        pytest.param(Receipt, {"fingerprint": b"short"}, id="short fingerprint"),
        pytest.param(Receipt, {"match_id": 999}, id="match that is not there"),
        pytest.param(Grant, {"role": "king"}, id="unknown role"),
        pytest.param(Grant, {"role": "owner"}, id="owner of a match"),
        pytest.param(Grant, {"match_id": None}, id="watcher of a scorebook"),
        pytest.param(Grant, {"match_id": 3}, id="grant of a match that is not there"),
        pytest.param(Grant, {"scorebook_id": None}, id="grant of nothing"),
        pytest.param(
            Grant,
            {"device_id": 1, "role": "owner", "match_id": None},
            id="same scorebook granted twice",
        ),
        pytest.param(Grant, {"device_id": 1}, id="same match granted twice"),
        pytest.param(Grant, {"role": "reader"}, id="reader of a match"),
        pytest.param(Grant, {"seat": 6}, id="phone of a seventh seat"),
        pytest.param(Grant, {"role": "reader", "match_id": None}, id="seat in a whole scorebook"),
        pytest.param(Device, {"phone": "guessable"}, id="short phone"),
        pytest.param(Device, {"name": ""}, id="phone without a name"),
        pytest.param(Device, {"follows_id": 999}, id="follows nobody there is"),
        pytest.param(Scorebook, {"public_id": "guessable"}, id="short id of a scorebook"),
        pytest.param(Scorebook, {"name": ""}, id="scorebook with an empty name"),
        pytest.param(Scorebook, {"generation": -1}, id="links of a scorebook before the first"),
        pytest.param(Scorebook, {"recovery_hash": b"short"}, id="short hash of a code"),
        pytest.param(Scorebook, {"recovery_hash": b"r" * 32}, id="same recovery code twice"),
        pytest.param(Address, {"generation": -1}, id="links of a match before the first"),
        pytest.param(Pass, {"code_hash": b"p" * 32}, id="same pass twice"),
        pytest.param(Pass, {"code_hash": b"short"}, id="short hash of a pass"),
        pytest.param(Pass, {"role": "owner"}, id="pass to own a match"),
        pytest.param(Pass, {"role": "king"}, id="pass to be king"),
        pytest.param(Pass, {"match_id": 3}, id="pass to a match that is not there"),
        pytest.param(Pass, {"scorebook_id": 2}, id="pass to no scorebook"),
        pytest.param(Pass, {"seconds": 0}, id="pass for no time"),
        pytest.param(Reply, {"seat": 0}, id="same seat replies twice"),
        pytest.param(Reply, {"seat": 6}, id="seventh seat replies"),
        pytest.param(Reply, {"hand": 2}, id="reply to a hand that is not there"),
        pytest.param(Reply, {"word": "perhaps"}, id="unknown reply"),
    ],
)
def test_the_database_itself_refuses(
    database: Database, model: type[Base], values: dict[str, Any]
) -> None:
    with database.write() as session:
        a_match(session)
        session.add(Device(id=100, secret_hash=b"e" * 32))

    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(insert(model.__table__).values(GOOD[model] | values))


@pytest.mark.parametrize("model", [pytest.param(model, id=model.__name__) for model in GOOD])
def test_the_database_accepts_the_row_next_to_the_refused_ones(
    database: Database, model: type[Base]
) -> None:
    with database.write() as session:
        a_match(session)
        session.add(Device(id=100, secret_hash=b"e" * 32))
    with database.write() as session:
        session.execute(insert(model.__table__).values(GOOD[model]))


@pytest.mark.parametrize(
    ("model", "values"),
    [
        pytest.param(Player, {"name": "n" * 41}, id="name"),
        pytest.param(MatchSide, {"name": "n" * 41}, id="side name"),
        pytest.param(Match, {"place": "p" * 501}, id="place"),
        pytest.param(Match, {"note": "n" * 501}, id="note"),
        pytest.param(Change, {"reason": "r" * 501}, id="reason"),
        pytest.param(Receipt, {"key": "k" * 65}, id="key"),
        pytest.param(Scorebook, {"name": "n" * 41}, id="scorebook name"),
        pytest.param(Device, {"name": "n" * 41}, id="phone name"),
    ],
)
def test_text_that_is_too_long_is_refused_not_cut(
    database: Database, model: type[Base], values: dict[str, Any]
) -> None:
    with database.write() as session:
        a_match(session)

    with pytest.raises(DBAPIError), database.write() as session:
        session.execute(insert(model.__table__).values(GOOD[model] | values))


OF_A_MATCH = (MatchSide, Seat, Hand, HandSeat, HandSide, Ruling, Change, Receipt, Reply, Pass)


def test_deleting_an_address_takes_its_match_and_everything_of_it_along(
    database: Database,
) -> None:
    with database.write() as session:
        a_match(session)
    with database.write() as session:
        session.execute(delete(Address).where(Address.match_id == 1))

    with database.read() as session:
        assert rows(session, Match, *OF_A_MATCH) == 0
        assert session.scalars(select(Grant.role)).all() == ["owner"]
        assert rows(session, Player) == 1


def test_deleting_a_scorebook_takes_its_players_and_matches_along(database: Database) -> None:
    with database.write() as session:
        a_match(session)
    with database.write() as session:
        session.execute(delete(Scorebook))

    with database.read() as session:
        assert rows(session, Address, Player, Match, *OF_A_MATCH, SavedHouse, Grant) == 0
        assert rows(session, Device) == 1


def test_deleting_a_device_keeps_the_changes_it_made(database: Database) -> None:
    with database.write() as session:
        a_match(session)
    with database.write() as session:
        session.execute(delete(Device))

    with database.read() as session:
        assert session.scalars(select(Change.device_id)).all() == [None]
        assert rows(session, Grant) == 0


def test_one_scorebook_at_most_is_the_house_s(database: Database) -> None:
    with database.write() as session:
        session.add_all([Scorebook(house=True), Scorebook(), Scorebook(), Scorebook(house=None)])

    with pytest.raises(IntegrityError), database.write() as session:
        session.add(Scorebook(house=True))


def test_a_player_who_sat_in_a_match_cannot_be_deleted_alone(database: Database) -> None:
    with database.write() as session:
        a_match(session)

    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(delete(Player))

    with database.read() as session:
        assert rows(session, Player, Seat) == 2


def rows(session: Session, *models: type[Base]) -> int:
    counts = (session.scalar(select(func.count()).select_from(model)) or 0 for model in models)
    return sum(counts)
