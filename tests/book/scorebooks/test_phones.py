from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import seats
from scorekeeper.book.models.tables import DEVICES
from scorekeeper.book.players import player_names
from scorekeeper.book.scorebooks import phones, scorebooks, shared_scorebook
from tests.book.player_queries import find_ids
from tests.book.scorers import Phone
from tests.databases import do, execute
from tests.evening import Evening


def of_scorebook(phone: Phone, public_id: str | None = None) -> list[phones.Phone]:
    return phone.ask(phones.find_for_scorebook, public_id or phone.book)


def test_an_owner_sees_the_phones_of_the_scorebook(
    ann: Phone, ben: Phone, cleo: Phone, dan: Phone
) -> None:
    match = ann.start()
    ben.gain(ann.right("owner"))
    cleo.gain(ann.right("viewer"))
    dan.gain(ann.right("spectator", match))
    found = of_scorebook(ann)
    assert [(one.name, one.role, one.is_this) for one in found] == [
        (None, "owner", True),
        ("iPhone", "owner", False),
        ("iPhone", "viewer", False),
        ("iPhone", "spectator", False),
    ]
    for phone in (cleo, dan):
        with pytest.raises(AccessDenied):
            of_scorebook(phone, ann.book)


def test_a_scorer_sees_the_phones_of_the_match(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("scorer", match))
    cleo.gain(ann.right("spectator", match))
    assert [one.role for one in ben.find_phones(match)] == ["owner", "scorer", "spectator"]
    with pytest.raises(AccessDenied):
        cleo.find_phones(match)


def test_a_phone_with_several_secrets_is_listed_once(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    for role in ("spectator", "scorer"):
        ben.gain(ann.right(role, match))
    ben.gain(ann.right("owner"), keep=False)
    assert [one.role for one in ann.find_phones(match)] == ["owner", "owner"]
    assert len(of_scorebook(ann)) == 2


def test_the_list_contains_the_last_visit(database: Database, ann: Phone) -> None:
    ann.start()
    execute(database, update(DEVICES).values(seen_at=now() - timedelta(days=3)))
    (phone,) = of_scorebook(ann)
    assert (now() - phone.last_here).days == 3


def test_a_removed_phone_loses_all_its_secrets(database: Database, ann: Phone, ben: Phone) -> None:
    match, own = ann.start(), ben.start()
    ben.gain(ann.right("owner"))
    before = ben.secret
    ben.here()
    ben.gain(ann.right("spectator", match))
    Phone.gain(Phone(database, before), ann.right("scorer", match))
    ben_s = of_scorebook(ann)[1].id
    ann.do(phones.remove, ann.book, ben_s)
    for secret in (before, ben.secret):
        assert not Phone(database, secret).sees(match)
        assert Phone(database, secret).look(own).can_write
    assert [one.role for one in ann.find_phones(match)] == ["owner"]


def test_a_phone_removed_at_home_cannot_restore_a_deleted_scorebook(
    database: Database, ann: Phone, ben: Phone
) -> None:
    ann.start()
    do(database, shared_scorebook.set_shared, ann.owned()[0])
    ben.gain(ann.right("owner"))
    deleted = ann.book
    ann.do(scorebooks.soft_delete, deleted)
    ann.do(phones.remove, ann.book, of_scorebook(ann)[1].id)
    with pytest.raises(AccessDenied):
        ben.do(scorebooks.restore, deleted)
    ann.do(scorebooks.restore, deleted)
    assert [one.is_this for one in of_scorebook(ann)] == [True]


def test_a_phone_removed_from_a_match_keeps_the_others(
    database: Database, ann: Phone, ben: Phone
) -> None:
    one, other = ann.start(), ann.start()
    for match in (one, other):
        ben.gain(ann.right("scorer", match))
    seen = ann.look(one)
    do(database, phones.remove_from_match, seen, ann.find_phones(one)[1].id)
    assert not ben.sees(one)
    assert ben.look(other).can_write


def test_a_phone_can_rename_itself(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("spectator", match))
    ben_s = ann.find_phones(match)[1].id
    for phone, name in ((ben, "Ben's phone"), (ann, "Ben's old phone")):
        phone.do(phones.rename, ben_s, name)
        assert ann.find_phones(match)[1].name == name


@pytest.mark.parametrize("name", ["", " ", "n" * 41, "a\nb"])
def test_blank_phone_names_are_rejected(ann: Phone, name: str) -> None:
    ann.start()
    with pytest.raises(rules.SetUpError):
        ann.do(phones.rename, of_scorebook(ann)[0].id, name)


def test_a_phone_follows_its_player(ann: Phone, ben: Phone) -> None:
    match, later = ann.start(), ann.start(["Benjamin", "Eve"])
    ben.gain(ann.right("spectator", match))
    ben.do(seats.claim_seat, match, 1)
    known = find_ids(ann)
    told = [ann.find_phones(match)[1].player]
    ann.do(player_names.merge, known["Ben"], known["Benjamin"])
    told.append(ann.find_phones(match)[1].player)
    ann.do(player_names.rename, known["Benjamin"], "Opa")
    told += [ann.find_phones(match)[1].player, of_scorebook(ann)[1].player]
    ann.do(seats.name_seats, match, {1: None})

    assert told == ["Ben", "Benjamin", "Opa", "Opa"]
    assert ann.find_phones(match)[1].player is None
    assert ann.find_phones(later)[0].player is None


@pytest.mark.parametrize("new", [True, False])
def test_removing_a_spectator_ends_no_table_card(ann: Phone, ben: Phone, new: bool) -> None:
    evening = Evening.create(ann.database, secret=ann.secret)
    ben.gain(ann.right("spectator", ann.start()))
    before = evening.find().generation
    ann.do(phones.remove, ann.book, ben.phone_id, new_links=new)
    assert evening.find().generation == before
