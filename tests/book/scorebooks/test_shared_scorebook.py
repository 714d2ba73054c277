from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import codes, home_code, join_codes, links, recovery
from scorekeeper.book.models.tables import SCOREBOOKS
from scorekeeper.book.scorebooks import scorebooks, shared_scorebook
from tests.book.release_fixture import upgrade
from tests.book.scorers import NOON, Phone
from tests.databases import ask, do, fetch

KEY = "pV3kq9Zt7mB1xWc8Lr5sYd2fHj6nGa4E"


def kinds(database: Database) -> list[bool]:
    return fetch(database, select(SCOREBOOKS.c.is_home).order_by(SCOREBOOKS.c.id))


@pytest.fixture
def released(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{upgrade(tmp_path)}")) as database:
        yield database


def test_a_new_home_gets_one_empty_shared_scorebook(database: Database) -> None:
    for _ in range(2):
        shared_scorebook.ensure_shared(database)
        assert kinds(database) == [True]


def test_scorebooks_of_many_people_are_not_shared_unasked(released: Database) -> None:
    with pytest.raises(
        ScorebookError, match=r"SCOREKEEPER_HOSTED=1 .*`scorekeeper scorebooks --share"
    ):
        shared_scorebook.ensure_shared(released)
    assert kinds(released) == [False, False]
    assert ask(released, shared_scorebook.find_owner_right) is None
    with released.write() as session:
        shared_scorebook.set_shared(session, shared_scorebook.find_by_name(session, "2"))
    shared_scorebook.ensure_shared(released)
    assert kinds(released) == [False, True]


def test_another_scorebook_can_be_shared_later(database: Database, ann: Phone, ben: Phone) -> None:
    ann.start(), ben.start()
    with database.write() as session:
        shared_scorebook.set_shared(session, shared_scorebook.find_by_name(session, "1"))
    assert kinds(database) == [True, False]
    ben.do(scorebooks.rename, ben.book, "Friday table")
    with database.write() as session:
        shared_scorebook.set_shared(session, shared_scorebook.find_by_name(session, "friday TABLE"))
    assert kinds(database) == [False, True]
    assert ann.owned()


def test_the_host_sees_the_use_of_each_scorebook(
    database: Database, ann: Phone, ben: Phone
) -> None:
    ann.start(["Ann", "Zoë"])
    over = ann.start(["Ann", "Cleo"])
    ann.record(over, lambda match: match.end(NOON))
    ben.start()
    ben.do(scorebooks.soft_delete, ben.book)
    ann.do(scorebooks.rename, ann.book, "Friday table")
    (found,) = ask(database, shared_scorebook.list_scorebooks)
    assert (found.name, found.is_home, found.matches) == ("Friday table", False, 2)
    assert found.players == ("Ann", "Cleo", "Zoë")
    assert found.last_used == NOON


@pytest.mark.parametrize("named", ["3", "kitchen", "", "9" * 30, "ours"])
def test_an_unknown_scorebook_is_not_found(database: Database, named: str) -> None:
    for phone in (Phone(database), Phone(database)):
        phone.start()
        phone.do(scorebooks.rename, phone.book, "Ours")
    with pytest.raises(ScorebookError, match="scorekeeper scorebooks"), database.read() as session:
        shared_scorebook.find_by_name(session, named)


def test_removing_all_phones_leaves_only_the_new_code(
    database: Database, ann: Phone, ben: Phone, cleo: Phone
) -> None:
    match = ann.start()
    ben.gain(ann.right("scorer", match))
    cleo.gain(ann.right("viewer"))
    seen, book = ann.look(match), ann.book
    with database.write() as session:
        keeping = links.create_match_link(session, KEY, "scorer", seen)
        reading = links.create_scorebook_link(session, KEY, ann.secret, book)
        code = join_codes.create_for_owner(session, ann.secret, book)
        recovering = recovery.renew(session, KEY, ann.secret, book)
    do(database, shared_scorebook.revoke_all_access, seen.scorebook_id)
    for phone in (ann, ben, cleo):
        assert not phone.sees(match)
    with database.read() as session:
        assert links.find_right(session, KEY, "k", keeping) is None
        assert links.find_right(session, KEY, "r", reading) is None
        assert recovery.find_right(session, recovering) is None
        assert join_codes.find_right(session, code) is None


def test_the_home_code_is_generated_once_read_as_people_type_it_and_renewed(tmp_path: Path) -> None:
    path = tmp_path / "data" / "house-code"
    code = home_code.load(path)
    assert codes.parse_code(code, codes.SHORT_LENGTH) == code == home_code.load(path)
    assert home_code.is_current(path, code)
    path.write_text("abcd-o123\n")
    assert home_code.load(path) == "ABCD0123"
    path = tmp_path / "house-code"
    old, new = home_code.load(path), home_code.renew(path)
    assert (home_code.is_current(path, old), home_code.is_current(path, new)) == (False, True)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("written", [b"", b"short", b"\xff\xfe", b"ABCDU123"])
def test_an_invalid_home_code_is_refused(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "house-code"
    path.write_bytes(written)
    with pytest.raises(ScorebookError, match="home code in"):
        home_code.load(path)
    assert path.read_bytes() == written


def test_an_unwritable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for make in (home_code.load, home_code.renew):
        with pytest.raises(ScorebookError, match="home code in"):
            make(tmp_path / "file" / "house-code")
