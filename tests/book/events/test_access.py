"""A right to an event is one to the event alone, wherever rights are looked for."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from scorekeeper.book.access import devices, grants
from scorekeeper.book.access.event_refs import EventRef
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.events import rounds
from scorekeeper.book.history import history
from scorekeeper.book.maintenance.cleanup import delete_expired
from scorekeeper.book.models.tables import DEVICES
from scorekeeper.book.scorebooks import erasure, phones, scorebooks, shared_scorebook
from tests.book.scorers import IPHONE, Phone, new_secret
from tests.databases import count_rows, do, execute
from tests.evening import Evening


def look(phone: Phone, evening: Evening) -> EventRef:
    return evening.on(phone.secret).find()


def guest(evening: Evening, role: str = "scorer") -> Phone:
    """A phone that scanned the event's QR or a table card, and nothing else."""
    phone = Phone(evening.database)
    phone.gain(evening.right(role))
    return phone


@pytest.mark.parametrize("role", ["scorer", "spectator"])
def test_a_right_to_an_event_opens_no_match_and_no_scorebook(
    evening: Evening, owner: Phone, role: str
) -> None:
    evening.seat()
    ordinary, at_table = owner.start(), evening.score(1)
    phone = guest(evening, role)
    assert look(phone, evening).role == role
    assert not phone.sees(ordinary)
    assert not phone.sees(at_table)
    assert [one.role for one in phone.ask(grants.load_grants)] == [role]
    assert not phone.ask(history.load_page).rows
    assert phone.books() == []


def test_scorers_and_spectators_change_nothing_and_spectators_start_no_match(
    evening: Evening,
) -> None:
    evening.seat()
    for role in ("scorer", "spectator"):
        phone = evening.on(guest(evening, role).secret)
        for action in (partial(phone.add, ("Zed",)), phone.end, phone.delete):
            with pytest.raises(AccessDenied):
                action()
    with pytest.raises(AccessDenied):
        phone.score(1)


def test_a_scorer_gets_the_match_of_the_table_and_no_other(evening: Evening) -> None:
    evening.seat()
    phone = guest(evening)
    mine = evening.on(phone.secret).score(1)
    other = evening.score(2)
    assert phone.look(mine).can_write
    assert not phone.sees(other)
    assert evening.on(phone.secret).do(rounds.watch_table_match, 2) == other
    assert not phone.look(other).can_write


def test_a_viewer_of_the_scorebook_sees_the_event_and_scores_with_a_card(
    evening: Evening, owner: Phone
) -> None:
    viewer = Phone(evening.database)
    viewer.gain(owner.right("viewer"))
    assert look(viewer, evening).role == "viewer"
    viewer.gain(evening.right("spectator"))
    assert look(viewer, evening).role == "viewer"
    viewer.gain(evening.right("scorer"))
    assert look(viewer, evening).can_score


@pytest.mark.parametrize("public_id", ["", "x", "a\0b", "ä" * 22, "0" * 22])
def test_what_is_not_the_id_of_an_event_is_refused(evening: Evening, public_id: str) -> None:
    with pytest.raises(AccessDenied):
        replace(evening, id=public_id).find()


def test_strangers_see_no_event(evening: Evening) -> None:
    stranger = Evening.create(evening.database)
    with pytest.raises(AccessDenied):
        evening.on(stranger.secret).find()


def test_a_phone_of_an_event_is_not_deleted_for_want_of_other_rights(evening: Evening) -> None:
    phone = guest(evening)
    long_ago = now() - devices.COOKIE_LIFETIME - timedelta(days=1)
    execute(phone.database, update(DEVICES).values(seen_at=long_ago))
    delete_expired(phone.database)
    assert look(phone, evening).can_score


def test_a_new_secret_and_an_installed_app_keep_the_right_and_the_old_secret_ends(
    evening: Evening,
) -> None:
    other = Evening.create(evening.database)
    phone = guest(evening)
    before = Phone(phone.database, phone.secret)
    phone.gain(other.right("spectator"))
    assert (look(phone, evening).role, look(phone, other).role) == ("scorer", "spectator")
    phone.here()
    with pytest.raises(AccessDenied):
        look(before, evening)
    phone = guest(evening)
    with phone.database.write() as session:
        device_id = session.scalars(grants.FIND_DEVICE_ID, grants.bind_device(phone.secret)).one()
        app = devices.copy_access(session, device_id, new_secret(), IPHONE)
    assert evening.on(app).find().can_score


def test_removing_an_owner_ends_the_links_of_events(evening: Evening, owner: Phone) -> None:
    other = Phone(evening.database)
    other.gain(owner.right("owner"))
    before = evening.find().generation
    owner.do(phones.remove, owner.book, other.phone_id)
    assert evening.find().generation > before


def test_a_right_to_an_event_ends_with_that_to_its_scorebook(
    evening: Evening, owner: Phone
) -> None:
    leaver, phone, book = guest(evening), guest(evening), owner.book
    leaver.gain(owner.right("viewer"))
    leaver.do(scorebooks.leave, book)
    owner.do(scorebooks.soft_delete, book)
    assert phone.ask(grants.load_grants) == []
    for one in (leaver, phone):
        with pytest.raises(AccessDenied):
            look(one, evening)
    owner.do(scorebooks.restore, book)
    with pytest.raises(AccessDenied):
        look(leaver, evening)
    assert look(phone, evening).can_score
    do(phone.database, shared_scorebook.revoke_all_access, owner.owned()[0])
    with pytest.raises(AccessDenied):
        look(phone, evening)


def test_erasing_a_scorebook_erases_its_events_and_their_phones(
    evening: Evening, owner: Phone
) -> None:
    evening.seat()
    evening.score(1)
    guest(evening)
    erasure.erase(evening.database, owner.owned()[0])
    assert count_rows(evening.database, DEVICES) == 0


def test_a_scorebook_with_an_event_is_used(database: Database) -> None:
    evening = Evening.create(database, [])
    for table in (DEVICES, erasure.SCOREBOOKS):
        execute(database, update(table).values(created_at=now() - timedelta(days=2)))
    delete_expired(database)
    assert evening.find().is_owner
