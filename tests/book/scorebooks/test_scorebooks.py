from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import recovery
from scorekeeper.book.maintenance.cleanup import try_cleanup
from scorekeeper.book.models.tables import GRANTS, SCOREBOOKS
from scorekeeper.book.scorebooks import scorebooks, shared_scorebook
from tests.book.scorers import Phone, new_secret
from tests.databases import ask, count_rows, do, execute, fetch


def house(database: Database) -> list[int]:
    return fetch(database, shared_scorebook.SHARED_SCOREBOOK)


def make_house(phone: Phone) -> None:
    here = update(SCOREBOOKS).where(SCOREBOOKS.c.id == phone.owned()[0])
    execute(phone.database, here.values(is_home=True))


def gone(phone: Phone) -> list[scorebooks.DeletedScorebook]:
    return phone.ask(scorebooks.find_deleted)


def test_the_chosen_scorebook_comes_first(ann: Phone, ben: Phone, cleo: Phone) -> None:
    ann.start(), ben.start(), cleo.start()
    cleo.gain(ann.right("owner"))
    cleo.gain(ben.right("viewer"))
    assert [one.id for one in cleo.books()] == [*ben.owned(), *ann.owned(), *cleo.owned()[1:]]
    cleo.do(scorebooks.choose, ann.book)
    assert cleo.book == ann.book
    assert cleo.owned()[0] == ann.owned()[0]
    started = cleo.start()
    assert ann.look(started).can_write
    with pytest.raises(AccessDenied):
        ann.do(scorebooks.choose, ben.book)


def test_a_second_scorebook_is_created_once(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("scorer", match))
    new, shown = new_secret(), ben.secret
    for _ in range(2):
        assert do(ann.database, scorebooks.create, shown, new, "", "Friday table") == new
    ben.secret = new
    assert [(one.name, one.is_owned) for one in ben.books()] == [("Friday table", True)]
    assert ben.look(match).can_write
    ben.here()
    assert not Phone(ann.database, shown).sees(match)
    with pytest.raises(rules.SetUpError), ann.database.write() as session:
        scorebooks.create(session, new, new_secret(), "", "n" * 41)
    assert count_rows(ann.database, SCOREBOOKS) == 2


def test_two_taps_at_once_create_one_scorebook(database: Database) -> None:
    new = new_secret()

    def begin(_: int) -> str:
        return do(database, scorebooks.create, None, new)

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(begin, range(4))) == {new}
    assert count_rows(database, SCOREBOOKS) == 1


def test_a_link_tapped_twice_at_once_adds_one_phone(ann: Phone, ben: Phone) -> None:
    right, new = ann.right("scorer", ann.start()), new_secret()
    ben.start()

    def gain(_: int) -> str:
        return ben.gain(right, new=new, keep=False)

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(gain, range(4))) == {new}
    ben.secret = new
    assert (len(ben.books()), len(ben.owned())) == (1, 1)


def test_leaving_a_scorebook_ends_access_to_its_matches(ann: Phone, ben: Phone) -> None:
    match, own = ann.start(), ben.start()
    ben.gain(ann.right("scorer", match))
    ben.gain(ann.right("owner"))
    ben.do(scorebooks.leave, ann.book)
    assert not ben.sees(match)
    assert ben.look(own).can_write
    assert ann.look(match).can_write


def test_the_last_owner_must_confirm_leaving(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("viewer"))
    # Another secret of the same phone is the same owner.
    ann.gain(ann.right("owner"))
    book = ann.book
    with pytest.raises(scorebooks.LastOwner):
        ann.do(scorebooks.leave, book)
    assert ann.look(match).can_write
    with ann.database.write() as session:
        code = recovery.renew(session, "key", ann.secret, book)
        scorebooks.leave(session, ann.secret, book, though_last=True)
    assert not ann.sees(match)
    right = ask(ann.database, recovery.find_right, code)
    assert right is not None
    cleo.gain(right)
    assert cleo.look(match).can_write


def test_the_shared_scorebook_may_lose_its_last_owner(ann: Phone) -> None:
    ann.start()
    make_house(ann)
    ann.do(scorebooks.leave, ann.book)
    assert ann.books() == []
    assert len(house(ann.database)) == 1


def test_a_deleted_scorebook_can_be_restored_by_owners(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("owner"))
    cleo.gain(ann.right("spectator", match))
    book = ann.book
    ann.do(scorebooks.soft_delete, book)
    for phone in (ann, ben, cleo):
        assert not phone.sees(match)
        assert phone.books() == []
        assert [one.public_id for one in gone(phone)] == [book]
    assert [gone(phone)[0].is_owned for phone in (ann, ben, cleo)] == [True, True, False]
    for phone in (cleo, Phone(ann.database)):
        with pytest.raises(AccessDenied):
            phone.do(scorebooks.restore, book)
    ben.do(scorebooks.restore, book)
    assert [phone.look(match).can_write for phone in (ann, ben, cleo)] == [True, True, False]
    assert gone(ann) == []


def test_a_deleted_scorebook_is_purged_after_thirty_days(ann: Phone, ben: Phone) -> None:
    ann.start(), ben.start()
    left, late = ann.book, ben.book
    for phone, book, days in ((ann, left, 29), (ben, late, 31)):
        phone.do(scorebooks.soft_delete, book)
        this = update(SCOREBOOKS).where(SCOREBOOKS.c.public_id == book)
        execute(ann.database, this.values(deleted_at=now() - timedelta(days=days)))
    assert gone(ben) == []
    with pytest.raises(AccessDenied):
        ben.do(scorebooks.restore, late)
    try_cleanup(ann.database)
    assert fetch(ann.database, select(SCOREBOOKS.c.public_id)) == [left]
    assert count_rows(ann.database, GRANTS) == 1


def test_an_empty_scorebook_replaces_a_deleted_shared_one(
    ann: Phone, ben: Phone, cleo: Phone
) -> None:
    match = ann.start()
    make_house(ann)
    ben.gain(ann.right("owner"))
    cleo.gain(ann.right("viewer"))
    before = ann.owned()
    ann.do(scorebooks.soft_delete, ann.book)
    assert house(ann.database) == ann.owned() == ben.owned() != before
    assert cleo.books() == []
    ben.do(scorebooks.restore, gone(ben)[0].public_id)
    assert house(ann.database) == ann.owned() == before
    assert cleo.look(match).can_write is False


def test_a_used_replacement_stays_the_shared_scorebook(ann: Phone) -> None:
    match = ann.start()
    make_house(ann)
    ann.do(scorebooks.soft_delete, ann.book)
    since = ann.start()
    ann.do(scorebooks.restore, gone(ann)[0].public_id)
    assert len(ann.books()) == 2
    assert [one.is_home for one in ann.books()].count(True) == 1
    assert ann.look(since).scorebook_id == house(ann.database)[0]
    assert ann.look(match).can_write
