"""A restore keeps access as it is now; removed phones stay out."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete

from scorekeeper.book.access.event_refs import find_event
from scorekeeper.book.access.grants import AccessDenied, Right
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import join_codes, links, recovery
from scorekeeper.book.maintenance.backups.restore_file import RestoreResult, restore
from scorekeeper.book.maintenance.backups.sqlite_copy import create_backup
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches.matches import find_match
from scorekeeper.book.models.tables import ADDRESSES, EVENTS
from scorekeeper.book.scorebooks import phones, shared_scorebook
from tests.book.release_fixture import OLDEST, written_by
from tests.book.scorers import Phone
from tests.databases import ask, do, execute
from tests.evening import Evening

KEY = "pV3kq9Zt7mB1xWc8Lr5sYd2fHj6nGa4E"


def made(folder: Path) -> Database:
    folder.mkdir()
    url = f"sqlite:///{folder / 'scorebook.sqlite'}"
    prepare(url)
    database = Database(url)
    shared_scorebook.ensure_shared(database)
    return database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(made(tmp_path / "data")) as database:
        yield database


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite"


def joined(database: Database) -> Phone:
    phone = Phone(database)
    right = ask(database, shared_scorebook.find_owner_right)
    assert right is not None
    phone.gain(right)
    phone.here()
    return phone


def backed_up(database: Database, copy: Path) -> tuple[Phone, str]:
    """Start a match, and back it up; return its phone and its id."""
    owner = joined(database)
    match = owner.start(["Ann", "Ben"])
    create_backup(database.url, copy)
    return owner, match


def remove(owner: Phone, other: Phone) -> None:
    with owner.database.write() as session:
        listed = phones.find_for_scorebook(session, other.secret, owner.book)
        [phone] = [one for one in listed if one.is_this]
        phones.remove(session, owner.secret, owner.book, phone.id)


def restored(database: Database, copy: Path, *, with_phones: bool = False) -> RestoreResult:
    return restore(database.url, copy, at_home=True, with_phones=with_phones)


def sees(phone: Phone, match: str) -> bool:
    try:
        phone.look(match)
    except AccessDenied:
        return False
    return True


def renewed(owner: Phone) -> str:
    return do(owner.database, recovery.renew, KEY, owner.secret, owner.book)


def has(database: Database, code: str) -> bool:
    return ask(database, recovery.find_right, code) is not None


def test_restore_keeps_access_and_removals_of_today(database: Database, copy: Path) -> None:
    owner, removed = joined(database), joined(database)
    match, lost = owner.start(["Ann", "Ben"]), renewed(owner)
    create_backup(database.url, copy)
    remove(owner, removed)
    code = renewed(owner)
    keeper = Phone(database)
    keeper.gain(owner.right("scorer", match))
    later = joined(database)

    done = restored(database, copy)

    assert done.kept_access
    assert [sees(phone, match) for phone in (owner, keeper, later)] == [True] * 3
    assert not sees(removed, match)
    assert [len(phone.books()) for phone in (owner, keeper, later, removed)] == [1, 0, 1, 0]
    assert (has(database, code), has(database, lost)) == (True, False)


def test_restore_keeps_the_rights_to_events_of_today(database: Database, copy: Path) -> None:
    owner = joined(database)
    kept = Evening.create(database, secret=owner.secret)
    removed, guest, late = (Phone(database) for _ in range(3))
    removed.gain(kept.right("scorer"))
    removed.gain(owner.right("owner"))
    create_backup(database.url, copy)
    remove(owner, removed)
    guest.gain(kept.right("scorer"))
    lost = Evening.create(database, [], secret=owner.secret)
    late.gain(lost.right("spectator"))
    with database.write() as session:
        shared_scorebook.end_links(session, owner.owned()[0], recovery=False)
        codes = [
            join_codes.create_for_event(session, find_event(session, owner.secret, evening.id))
            for evening in (kept, lost)
        ]
    before = kept.find()

    restored(database, copy)

    after = kept.find()
    assert (after.generation, after.revision > before.revision) == (before.generation, True)
    assert kept.on(guest.secret).find().can_score
    for phone, evening in ((removed, kept), (late, lost), (guest, lost)):
        with pytest.raises(AccessDenied):
            evening.on(phone.secret).find()
    with database.read() as session:
        found = [join_codes.find_right(session, code) for code in codes]
    assert found == [kept.right("spectator"), None]


def test_links_to_events_that_were_gone_before_a_restore_end(
    database: Database, copy: Path
) -> None:
    evening = Evening.create(database, secret=joined(database).secret)
    create_backup(database.url, copy)
    execute(database, delete(EVENTS))
    restored(database, copy)
    assert evening.find().generation > 0


def test_restore_keeps_the_join_codes_of_today(database: Database, copy: Path) -> None:
    owner = joined(database)
    match, ended = owner.start(["Ann", "Ben"]), one_time(owner)
    create_backup(database.url, copy)
    with database.write() as session:
        join_codes.redeem(session, ended, None, Phone(database).secret)
        seen = find_match(session, owner.secret, match)
        code = join_codes.create_for_match(session, seen, "scorer")
    restored(database, copy)

    scorer = Phone(database)
    with database.write() as session:
        join_codes.redeem(session, code, scorer.secret, scorer.secret)
        assert join_codes.find_right(session, ended) is None
    assert sees(scorer, match)


def one_time(owner: Phone) -> str:
    return owner.do(join_codes.create_for_owner, owner.book)


def test_a_renewed_link_stays_invalid(database: Database, copy: Path) -> None:
    owner = joined(database)
    match = owner.start(["Ann", "Ben"])
    before = link(owner, match)
    create_backup(database.url, copy)
    with database.write() as session:
        links.end_match_links(session, find_match(session, owner.secret, match))
    after = link(owner, match)
    restored(database, copy)
    assert link(owner, match) == after != before


def test_links_of_an_erased_match_stay_invalid(database: Database, copy: Path) -> None:
    owner, match = backed_up(database, copy)
    before = link(owner, match)
    execute(database, delete(ADDRESSES))
    for _ in range(2):
        restored(database, copy)
        assert link(owner, match) != before


def link(owner: Phone, match: str) -> str:
    with owner.database.read() as session:
        return links.create_match_link(
            session, KEY, "scorer", find_match(session, owner.secret, match)
        )


def test_a_changed_backup_gives_nobody_access(database: Database, copy: Path) -> None:
    owner, match = backed_up(database, copy)
    with closing(Database(f"sqlite:///{copy}")) as planted:
        intruder = Phone(planted)
        intruder.gain(Right(owner.owned()[0], None, "owner"))
        planted_code = renewed(Phone(planted, owner.secret))
    with closing(sqlite3.connect(copy)) as folded:
        folded.execute("PRAGMA journal_mode = DELETE")
    restored(database, copy)
    assert sees(owner, match)
    assert not sees(Phone(database, intruder.secret), match)
    assert not has(database, planted_code)


def test_restore_with_phones_takes_access_from_the_backup(database: Database, copy: Path) -> None:
    owner, removed = joined(database), joined(database)
    match = owner.start(["Ann", "Ben"])
    code = renewed(owner)
    create_backup(database.url, copy)
    remove(owner, removed)
    later = joined(database)
    renewed(owner)
    done = restored(database, copy, with_phones=True)
    assert not done.kept_access
    assert [sees(phone, match) for phone in (owner, removed, later)] == [True, True, False]
    assert has(database, code)


@pytest.mark.parametrize("begun", [False, True], ids=["nothing there", "an empty scorebook"])
def test_a_new_computer_takes_access_from_the_backup(
    database: Database, copy: Path, tmp_path: Path, begun: bool
) -> None:
    owner, match = backed_up(database, copy)
    with closing(made(tmp_path / "new")) as new:
        if not begun:
            new.close()
            shutil.rmtree(tmp_path / "new")
        done = restored(new, copy)
        assert not done.kept_access
        assert sees(Phone(new, owner.secret), match)


def test_a_new_computer_with_phones_keeps_its_access(
    database: Database, copy: Path, tmp_path: Path
) -> None:
    owner, match = backed_up(database, copy)
    with closing(made(tmp_path / "new")) as new:
        phone = joined(new)
        done = restored(new, copy)
        assert done.kept_access
        assert sees(phone, match)
        assert not sees(Phone(new, owner.secret), match)


def test_nobody_has_access_after_removing_all_phones(database: Database, copy: Path) -> None:
    owner, match = backed_up(database, copy)
    do(database, shared_scorebook.revoke_all_access, owner.owned()[0])
    assert restored(database, copy).kept_access
    assert not sees(owner, match)
    assert sees(joined(database), match)


def test_access_is_kept_over_an_older_scorebook(database: Database, tmp_path: Path) -> None:
    owner, match = backed_up(database, tmp_path / "copy.sqlite")
    (tmp_path / "older").mkdir()
    older = Path(shutil.copy(OLDEST, tmp_path / "older" / "scorebook.sqlite"))
    done = restore(f"sqlite:///{older}", tmp_path / "copy.sqlite", at_home=False)
    assert done.kept_access
    with closing(Database(f"sqlite:///{older}")) as restored:
        assert not sees(Phone(restored, owner.secret), match)


def test_a_scorebook_from_before_0_14_is_named_when_its_access_cannot_be_kept(
    database: Database, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    owner, match = backed_up(database, copy)
    (tmp_path / "older").mkdir()
    older = written_by("0014", 1300, tmp_path / "older" / "scorebook.sqlite")
    before = older.read_bytes()
    told = re.escape(f"access now (The scorebook {older} is from 0.13.0. Open it once with 0.14.0")
    with pytest.raises(ScorebookError, match=rf"{told} .* Add --with-phones"):
        restore(f"sqlite:///{older}", copy, at_home=False)
    assert older.read_bytes() == before
    restore(f"sqlite:///{older}", copy, at_home=False, with_phones=True)
    with closing(Database(f"sqlite:///{older}")) as restored:
        assert sees(Phone(restored, owner.secret), match)


def test_unreadable_access_stops_the_restore(database: Database, copy: Path) -> None:
    backed_up(database, copy)
    with closing(sqlite3.connect(str(database.url.database))) as harmed:
        harmed.execute("DROP TABLE grants")
    with pytest.raises(ScorebookError, match=r"Can't read which .* Add --with-phones"):
        restored(database, copy)
