from datetime import timedelta

import pytest
from sqlalchemy import select

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches, rematches, seats
from scorekeeper.book.matches.matches import StaleMatch
from scorekeeper.book.matches.seats import CONFIRMED, QUERIED, SeatTaken
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import CONFIRMATIONS
from scorekeeper.book.scorebooks import phones
from tests.book.scorers import BIDS, Phone, bid, take
from tests.databases import ask, do, fetch

REVOKE = rules.Ruling(rules.Incident.REVOKE, 0, tricks=1, to=1)


def seated(phone: Phone, public_id: str) -> dict[str, str | None]:
    return {one.player: one.name for one in phone.find_phones(public_id) if one.player}


def test_a_spectator_claims_a_seat(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("spectator", match))
    assert ben.look(match).rights.seat is None
    ben.do(seats.claim_seat, match, 2)
    assert ben.look(match).rights.seat == 2
    assert seated(ann, match) == {"Cleo": "iPhone"}
    ben.do(seats.claim_seat, match, 1)
    assert seated(ann, match) == {"Ben": "iPhone"}
    assert not ben.look(match).can_write


@pytest.mark.parametrize("role", ["owner", "viewer"])
def test_a_viewer_has_a_seat_in_one_match(ann: Phone, ben: Phone, role: str) -> None:
    match, other = ann.start(), ann.start()
    ben.gain(ann.right(role))
    ben.do(seats.claim_seat, match, 3)
    assert (ben.look(match).rights.seat, ben.look(match).can_write) == (3, role == "owner")
    assert ben.look(other).rights.seat is None


def test_a_claimed_seat_is_exclusive_until_freed(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    for phone in (ben, cleo):
        phone.gain(ann.right("spectator", match))
    ben.do(seats.claim_seat, match, 2)
    ben.do(seats.claim_seat, match, 2)
    with pytest.raises(SeatTaken):
        cleo.do(seats.claim_seat, match, 2)
    with pytest.raises(AccessDenied):
        cleo.do(seats.release_seat, match, 2)
    ann.do(seats.release_seat, match, 2)
    cleo.do(seats.claim_seat, match, 2)
    assert (ben.look(match).rights.seat, cleo.look(match).rights.seat) == (None, 2)
    cleo.do(seats.release_seat, match, 2)
    assert seated(ann, match) == {}


def test_a_match_contains_its_claimed_seats(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    for phone in (ben, cleo):
        phone.gain(ann.right("spectator", match))
    shown = [ann.look(match).revision]
    ben.do(seats.claim_seat, match, 1)
    cleo.do(seats.claim_seat, match, 2)
    assert ann.load(match).claimed == {1, 2}
    shown.append(ann.look(match).revision)
    cleo.do(seats.release_seat, match, 2)
    assert ann.load(match).claimed == {1}
    shown.append(ann.look(match).revision)
    do(ann.database, phones.remove_from_match, ann.look(match), ann.find_phones(match)[1].id)
    assert ann.load(match).claimed == set()
    shown.append(ann.look(match).revision)
    assert shown == sorted(set(shown))


def test_a_phone_keeps_its_seat_with_a_new_secret(ann: Phone, ben: Phone) -> None:
    match, other = ann.start(), ann.start()
    ben.gain(ann.right("spectator", match))
    ben.do(seats.claim_seat, match, 2)
    ben.gain(ann.right("scorer", other))
    ben.do(seats.claim_seat, match, 2)
    ben.here()
    ben.gain(ann.right("scorer", match))
    assert (ben.look(match).rights.seat, ben.look(match).can_write) == (2, True)
    ben_s = next(iter(phone for phone in ann.find_phones(match) if not phone.is_this))
    assert (ben_s.player, ben_s.role) == ("Cleo", "scorer")


@pytest.fixture
def played(ann: Phone, ben: Phone, cleo: Phone, dan: Phone) -> str:
    """A match with a hand. Ann is the scorer; Ben watches in seat 1, Cleo in 2, Dan in none."""
    match = ann.start()
    for change in (bid, take):
        ann.record(match, change)
    for phone in (ben, cleo, dan):
        phone.gain(ann.right("spectator", match))
    ben.do(seats.claim_seat, match, 1)
    cleo.do(seats.claim_seat, match, 2)
    return match


def say(phone: Phone, public_id: str, word: str, number: int = 1) -> None:
    hand = phone.load(public_id).match.hands[number - 1]
    phone.do(seats.save_reply, public_id, number, seats.fingerprint_hand(hand), word)


def test_seated_phones_query_and_confirm_hands(
    ann: Phone, ben: Phone, cleo: Phone, played: str
) -> None:
    before = ann.look(played)
    say(ben, played, QUERIED)
    assert ann.load(played).replies == {(1, 1): QUERIED}
    say(cleo, played, CONFIRMED)
    say(ben, played, CONFIRMED)
    assert ann.load(played).replies == {(1, 1): CONFIRMED, (1, 2): CONFIRMED}
    assert ann.look(played).version == before.version
    assert ann.look(played).revision == before.revision + 3


def test_a_query_does_not_block_the_match(ann: Phone, ben: Phone, played: str) -> None:
    stored = ann.load(played)
    say(ben, played, QUERIED)
    saved = ann.record(played, bid, seen=stored)
    assert saved == ann.load(played)
    assert saved.replies == {(1, 1): QUERIED}
    assert ann.record(played, take) == ann.load(played)
    assert ann.load(played).replies == {(1, 1): QUERIED}


@pytest.mark.parametrize("change", ["correction", "ruling", "undo"])
def test_replies_end_when_the_hand_changes(
    ann: Phone, ben: Phone, played: str, change: str
) -> None:
    for record in (bid, take):
        ann.record(played, record)
    for number in (1, 2):
        say(ben, played, QUERIED, number)
    if change == "undo":
        ann.undo(played)
        left = {(1, 1): QUERIED}
    else:
        corrected = ann.record(
            played,
            lambda match: (
                match.correct(1, BIDS, None, [9, 4])
                if change == "correction"
                else match.add_ruling(1, REVOKE)
            ),
        )
        left = {(2, 1): QUERIED}
        assert corrected == ann.load(played)
    assert ann.load(played).replies == left
    assert fetch(ann.database, select(CONFIRMATIONS.c.hand)) == [hand for hand, _seat in left]


def test_a_query_during_a_correction_ends_with_it(ann: Phone, ben: Phone, played: str) -> None:
    stored = ann.load(played)
    say(ben, played, QUERIED)
    corrected = stored.match.correct(1, BIDS, None, [9, 4])
    saved = ann.do(matches.record, stored, corrected, Submission.of("key", []))
    assert saved == ann.load(played)
    assert saved.replies == {}


def test_a_phone_without_a_seat_and_a_hand_without_tricks_have_no_replies(
    ann: Phone, dan: Phone, played: str, ben: Phone
) -> None:
    for phone in (ann, dan):
        with pytest.raises(AccessDenied):
            say(phone, played, CONFIRMED)
    assert ann.load(played).replies == {}
    ann.record(played, bid)
    with pytest.raises(StaleMatch):
        say(ben, played, CONFIRMED, 2)


def rematch(phone: Phone, public_id: str, *, rotate: bool = False, apart: bool = False) -> str:
    stored = phone.load(public_id)
    sent = Submission.of(f"rematch {public_id}", [])
    again = stored.match.rematch(rotate=rotate)
    return phone.do(rematches.start_rematch, stored, sent, again, apart=apart)[0]


def end(phone: Phone, public_id: str, hours: float = 0) -> None:
    phone.record(public_id, lambda match: match.end(now() - timedelta(hours=hours)))


@pytest.mark.parametrize("rotate", [False, True], ids=["same seats", "partners rotated"])
def test_a_rematch_moves_every_phone_to_its_new_seat(
    ann: Phone, ben: Phone, cleo: Phone, dan: Phone, played: str, rotate: bool
) -> None:
    ann.do(seats.claim_seat, played, 0)
    end(ann, played)
    shown = ben.look(played).revision
    again = rematch(ann, played, rotate=rotate)
    players = ann.load(again).match.players
    assert {phone.look(again).rights.seat for phone in (ann, ben, cleo)} == {
        players.index(name) for name in ("Ann", "Ben", "Cleo")
    }
    assert players[ben.look(again).rights.seat or 0] == "Ben"
    assert dan.look(again).rights.seat is None
    scorers = [phone for phone in (ann, ben, cleo, dan) if phone.look(again).can_write]
    assert scorers == [ann]
    assert ben.look(played).revision > shown
    stored = ann.load(played)
    assert ask(ann.database, rematches.has_rematch, stored)
    assert ben.ask(rematches.find_rematch, stored) == again


def test_a_nameless_player_keeps_the_seat(ann: Phone, ben: Phone) -> None:
    match = ann.start(["North", "East", "South", "West"])
    ben.gain(ann.right("scorer", match))
    ben.do(seats.claim_seat, match, 3)
    end(ann, match)
    assert ben.look(rematch(ann, match)).rights.seat == 3


@pytest.mark.parametrize(
    ("apart", "hours"),
    [pytest.param(True, 0, id="started apart"), pytest.param(False, 13, id="the next day")],
)
def test_spectators_without_a_seat_do_not_follow(
    ann: Phone, ben: Phone, cleo: Phone, played: str, apart: bool, hours: float
) -> None:
    cleo.gain(ann.right("scorer", played))
    end(ann, played, hours)
    shown = ben.look(played).revision
    again = rematch(cleo, played, apart=apart)
    assert not ben.sees(again)
    assert ben.look(played).revision == shown
    assert ben.ask(rematches.find_rematch, ann.load(played)) is None
    assert [phone.look(again).can_write for phone in (ann, cleo)] == [True, True]
