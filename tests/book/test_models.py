from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from scorekeeper.book.database import Database
from scorekeeper.book.models import (
    Base,
    Correction,
    Device,
    Grant,
    Hand,
    HandSeat,
    HandSide,
    Match,
    MatchSide,
    Player,
    Receipt,
    Scorebook,
    Seat,
)

# A row of each table that may stand beside those of a_match.
GOOD: dict[type[Base], dict[str, Any]] = {
    Device: {"secret_hash": b"n" * 32},
    Player: {"scorebook_id": 1, "name": "Ben", "folded": "ben"},
    Match: {"scorebook_id": 1, "game": "two-player", "first": 5},
    MatchSide: {"match_id": 1, "side": 5, "opening_points": -150, "points": -200},
    Seat: {"match_id": 1, "seat": 5, "player_id": 1},
    Hand: {"match_id": 1, "number": 2, "redeal": "misdeal"},
    HandSeat: {"hand_id": 1, "seat": 5, "bid": 17, "blind": True, "tricks": 17},
    HandSide: {"hand_id": 1, "side": 5, "pile": 17},
    Correction: {"match_id": 1, "number": 1, "before": {}, "after": {}},
    Receipt: {"key": "l", "match_id": 1, "fingerprint": b"f" * 32, "location": "/"},
    Grant: {"device_id": 100, "role": "watcher", "match_id": 1},
}


def a_match(session: Session) -> Match:
    """A match with one of everything around it."""
    scorebook = Scorebook()
    device = Device(secret_hash=b"d" * 32)
    session.add_all([scorebook, device])
    session.flush()
    ann = Player(scorebook_id=scorebook.id, name="Ann", folded="ann")
    match = Match(
        scorebook_id=scorebook.id,
        game="partnership",
        house={"target": 350},
        first=3,
        sides=[MatchSide(side=0), MatchSide(side=1, name="Blue", opening_bags=9)],
        seats=[Seat(seat=0, player=ann)],
        hands=[Hand(number=1, seats=[HandSeat(seat=0, bid=4)], sides=[HandSide(side=0, pile=6)])],
        corrections=[Correction(number=1, before={"bids": [3]}, after={"bids": [4]})],
    )
    session.add(match)
    session.flush()
    session.add_all(
        [
            Receipt(key="k", match_id=match.id, fingerprint=b"f" * 32, location="/matches/1"),
            Grant(device_id=device.id, role="owner", scorebook_id=scorebook.id),
            Grant(device_id=device.id, role="keeper", match_id=match.id),
        ]
    )
    session.flush()
    return match


def test_a_match_reads_back_as_it_was_written(database: Database) -> None:
    with database.write() as session:
        a_match(session)

    with database.read() as session:
        match = session.scalars(select(Match)).one()
        assert match.house == {"target": 350}
        assert [side.name for side in match.sides] == [None, "Blue"]
        assert match.seats[0].player.name == "Ann"
        assert match.hands[0].seats[0].bid == 4
        assert match.hands[0].seats[0].tricks is None
        assert match.hands[0].sides[0].pile == 6
        assert match.corrections[0].before == {"bids": [3]}


def test_a_new_match_is_running_in_its_first_version_without_a_note(database: Database) -> None:
    with database.write() as session:
        match = a_match(session)

    assert (match.version, match.ended_at) == (1, None)
    assert (match.place, match.note) == ("", "")


def test_public_ids_are_random_and_22_characters_long(database: Database) -> None:
    with database.write() as session:
        match = a_match(session)
        player = session.scalars(select(Player)).one()

    assert len(match.public_id) == 22
    assert match.public_id != player.public_id


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
        match = a_match(session)
        session.add(Player(scorebook_id=match.scorebook_id, name=name, folded=name.casefold()))

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
        pytest.param(Correction, {"number": 0}, id="correction of hand 0"),
        pytest.param(Receipt, {"key": "k"}, id="same key twice"),
        pytest.param(Receipt, {"key": ""}, id="empty key"),
        pytest.param(Receipt, {"fingerprint": b"short"}, id="short fingerprint"),
        pytest.param(Receipt, {"match_id": 999}, id="match that is not there"),
        pytest.param(Grant, {"role": "king"}, id="unknown role"),
        pytest.param(Grant, {"role": "owner"}, id="owner of a match"),
        pytest.param(Grant, {"match_id": None}, id="grant of nothing"),
        pytest.param(Grant, {"match_id": None, "scorebook_id": 1}, id="keeper of a scorebook"),
        pytest.param(Grant, {"role": "owner", "scorebook_id": 1}, id="grant of both"),
        pytest.param(
            Grant,
            {"device_id": 1, "role": "owner", "match_id": None, "scorebook_id": 1},
            id="same scorebook granted twice",
        ),
        pytest.param(Grant, {"device_id": 1}, id="same match granted twice"),
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
        pytest.param(Correction, {"reason": "r" * 501}, id="reason"),
        pytest.param(Receipt, {"key": "k" * 65}, id="key"),
    ],
)
def test_text_that_is_too_long_is_refused_not_cut(
    database: Database, model: type[Base], values: dict[str, Any]
) -> None:
    with database.write() as session:
        a_match(session)

    with pytest.raises(DBAPIError), database.write() as session:
        session.execute(insert(model.__table__).values(GOOD[model] | values))


def test_deleting_a_match_takes_everything_of_it_along(database: Database) -> None:
    with database.write() as session:
        a_match(session)
    with database.write() as session:
        session.execute(delete(Match))

    with database.read() as session:
        assert rows(session, MatchSide, Seat, Hand, HandSeat, HandSide, Correction, Receipt) == 0
        assert session.scalars(select(Grant.role)).all() == ["owner"]
        assert rows(session, Player) == 1


def test_deleting_a_scorebook_takes_its_players_and_matches_along(database: Database) -> None:
    with database.write() as session:
        a_match(session)
    with database.write() as session:
        session.execute(delete(Scorebook))

    with database.read() as session:
        assert rows(session, Player, Match, Seat, Hand, HandSeat, Grant) == 0
        assert rows(session, Device) == 1


def test_deleting_a_device_keeps_the_corrections_it_made(database: Database) -> None:
    with database.write() as session:
        a_match(session).corrections[0].device_id = 1
    with database.write() as session:
        session.execute(delete(Device))

    with database.read() as session:
        assert session.scalars(select(Correction.device_id)).all() == [None]
        assert rows(session, Grant) == 0


def test_a_player_who_sat_in_a_match_cannot_be_deleted_alone(database: Database) -> None:
    with database.write() as session:
        a_match(session)

    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(delete(Player))

    with database.read() as session:
        assert rows(session, Player, Seat) == 2


def rows(session: Session, *models: type[Base]) -> int:
    """How many rows the tables have together."""
    counts = (session.scalar(select(func.count()).select_from(model)) or 0 for model in models)
    return sum(counts)
