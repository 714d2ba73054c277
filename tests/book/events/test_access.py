"""A right to an event is one to the event alone, wherever rights are looked for."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper.book.access import devices, event_grants, grants
from scorekeeper.book.access.event_grants import EventRef
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.events import entrants, events, table_matches
from scorekeeper.book.history import history
from scorekeeper.book.maintenance.cleanup import delete_expired
from scorekeeper.book.models.tables import DEVICES
from scorekeeper.book.scorebooks import erasure, phones, scorebooks, shared_scorebook
from tests.book.events.organisers import Organiser
from tests.book.join_helpers import IPHONE, Phone, new_secret
from tests.databases import count_rows


@pytest.fixture
def organiser(database: Database) -> Organiser:
    return Organiser(database)


def look(phone: Phone | Organiser, public_id: str) -> EventRef:
    with phone.database.read() as session:
        return event_grants.find_event(session, phone.secret, public_id)


def owner_of(organiser: Organiser) -> Phone:
    return Phone(organiser.database, organiser.secret)


def guest(organiser: Organiser, public_id: str, role: str = "scorer") -> Phone:
    """A phone that scanned the event's QR or a table card, and nothing else."""
    phone = Phone(organiser.database)
    phone.gain(organiser.right(public_id, role))
    return phone


def phone_id(phone: Phone) -> str:
    with phone.database.read() as session:
        owned = session.execute(phones.OWN_PHONE, grants.bind_device(phone.secret)).one()
    return str(owned.phone)


@pytest.mark.parametrize("role", ["scorer", "spectator"])
def test_a_right_to_an_event_opens_no_match_and_no_scorebook(
    organiser: Organiser, role: str
) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    ordinary, at_table = owner_of(organiser).start(), organiser.score(public_id, 1)
    phone = guest(organiser, public_id, role)
    assert look(phone, public_id).role == role
    for match in (ordinary, at_table):
        with pytest.raises(AccessDenied):
            phone.look(match)
    with phone.database.read() as session:
        assert grants.load_grants(session, phone.secret) == []
        assert not history.load_page(session, phone.secret).rows
        assert event_grants.has_any_event(session, phone.secret)
    assert phone.books() == []


def test_scorers_and_spectators_change_nothing_of_an_event(organiser: Organiser) -> None:
    public_id = organiser.create()
    for role in ("scorer", "spectator"):
        phone = guest(organiser, public_id, role)
        for action in (
            lambda session, secret: entrants.add_entrants(session, secret, public_id, [("Zed",)]),
            lambda session, secret: events.set_ended(session, secret, public_id, is_ended=True),
            lambda session, secret: events.set_deleted(session, secret, public_id, is_deleted=True),
        ):
            with pytest.raises(AccessDenied):
                phone.do(action)


def test_a_spectator_starts_no_match(organiser: Organiser) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    phone = guest(organiser, public_id, "spectator")
    with pytest.raises(AccessDenied):
        Organiser(phone.database, phone.secret).score(public_id, 1)


def test_a_scorer_gets_the_match_of_the_table_and_no_other(organiser: Organiser) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    phone = guest(organiser, public_id)
    mine = Organiser(phone.database, phone.secret).score(public_id, 1)
    other = organiser.score(public_id, 2)
    assert phone.look(mine).can_write
    with pytest.raises(AccessDenied):
        phone.look(other)
    with phone.database.write() as session:
        assert table_matches.watch_table_match(session, phone.secret, public_id, 2) == other
    assert not phone.look(other).can_write


def test_a_viewer_of_the_scorebook_sees_the_event_and_scores_with_a_card(
    organiser: Organiser,
) -> None:
    public_id = organiser.create()
    viewer = Phone(organiser.database)
    viewer.gain(owner_of(organiser).right("viewer"))
    assert look(viewer, public_id).role == "viewer"
    viewer.gain(organiser.right(public_id, "spectator"))
    assert look(viewer, public_id).role == "viewer"
    viewer.gain(organiser.right(public_id, "scorer"))
    assert look(viewer, public_id).can_score


@pytest.mark.parametrize("public_id", ["", "x", "a\0b", "ä" * 22, "0" * 22])
def test_what_is_not_the_id_of_an_event_is_refused(organiser: Organiser, public_id: str) -> None:
    with pytest.raises(AccessDenied):
        look(organiser, public_id)


def test_strangers_see_no_event(organiser: Organiser, database: Database) -> None:
    public_id = organiser.create()
    stranger = Organiser(database)
    stranger.create()
    with pytest.raises(AccessDenied):
        look(stranger, public_id)


def test_a_phone_of_an_event_is_not_deleted_for_want_of_other_rights(organiser: Organiser) -> None:
    public_id = organiser.create()
    phone = guest(organiser, public_id)
    with phone.database.write() as session:
        long_ago = now() - devices.COOKIE_LIFETIME - timedelta(days=1)
        session.execute(update(DEVICES).values(seen_at=long_ago))
    delete_expired(phone.database)
    assert look(phone, public_id).can_score


def test_a_new_secret_keeps_the_right_and_ends_the_old_one(organiser: Organiser) -> None:
    public_id, other = organiser.create(), organiser.create()
    phone = guest(organiser, public_id)
    before = Phone(phone.database, phone.secret)
    phone.gain(organiser.right(other, "spectator"))
    assert (look(phone, public_id).role, look(phone, other).role) == ("scorer", "spectator")
    phone.here()
    with pytest.raises(AccessDenied):
        look(before, public_id)


def test_the_installed_app_of_a_phone_gets_the_right_too(organiser: Organiser) -> None:
    public_id = organiser.create()
    phone = guest(organiser, public_id)
    with phone.database.write() as session:
        device_id = session.scalars(grants.FIND_DEVICE_ID, grants.bind_device(phone.secret)).one()
        app = devices.copy_access(session, device_id, new_secret(), IPHONE)
    assert look(Phone(phone.database, app), public_id).can_score


def test_removing_a_phone_from_the_scorebook_ends_its_events(organiser: Organiser) -> None:
    public_id = organiser.create()
    phone = guest(organiser, public_id)
    phone.gain(owner_of(organiser).right("viewer"))
    owner = owner_of(organiser)
    owner.do(phones.remove, owner.book, phone_id(phone))
    with pytest.raises(AccessDenied):
        look(phone, public_id)


def test_removing_an_owner_ends_the_links_of_events(organiser: Organiser) -> None:
    public_id = organiser.create()
    other, owner = Phone(organiser.database), owner_of(organiser)
    other.gain(owner.right("owner"))
    before = look(organiser, public_id).generation
    owner.do(phones.remove, owner.book, phone_id(other))
    assert look(organiser, public_id).generation > before


def test_a_phone_removed_from_its_match_does_not_come_back_with_one_tap(
    organiser: Organiser,
) -> None:
    public_id = organiser.create()
    organiser.seat(public_id)
    phone, there = guest(organiser, public_id), guest(organiser, public_id)
    match = Organiser(phone.database, phone.secret).score(public_id, 1)
    with phone.database.write() as session:
        seen = owner_of(organiser).look(match)
        assert phones.remove_from_match(session, seen, phone_id(phone))
    with pytest.raises(AccessDenied):
        look(phone, public_id)
    assert look(there, public_id).can_score


def test_leaving_a_scorebook_ends_its_events(organiser: Organiser) -> None:
    public_id = organiser.create()
    phone = guest(organiser, public_id)
    phone.gain(owner_of(organiser).right("viewer"))
    phone.do(scorebooks.leave, phone.book)
    with pytest.raises(AccessDenied):
        look(phone, public_id)


def test_a_deleted_scorebook_grants_no_event(organiser: Organiser) -> None:
    public_id = organiser.create()
    phone, owner = guest(organiser, public_id), owner_of(organiser)
    owner.do(scorebooks.soft_delete, owner.book)
    with pytest.raises(AccessDenied):
        look(phone, public_id)
    with phone.database.read() as session:
        assert not event_grants.has_any_event(session, phone.secret)


def test_ending_all_access_ends_that_to_events(organiser: Organiser) -> None:
    public_id = organiser.create()
    phone = guest(organiser, public_id)
    with phone.database.write() as session:
        [scorebook_id] = owner_of(organiser).owned()
        shared_scorebook.revoke_all_access(session, scorebook_id)
    with pytest.raises(AccessDenied):
        look(phone, public_id)


def test_erasing_a_scorebook_erases_its_events_and_their_phones(organiser: Organiser) -> None:
    public_id = organiser.create(people=9)
    organiser.seat(public_id)
    organiser.score(public_id, 1)
    guest(organiser, public_id)
    [scorebook_id] = owner_of(organiser).owned()
    erasure.erase(organiser.database, scorebook_id)
    assert count_rows(organiser.database, DEVICES) == 0


def test_a_scorebook_with_an_event_is_used(organiser: Organiser, database: Database) -> None:
    public_id = organiser.create(people=0)
    for table in (DEVICES, erasure.SCOREBOOKS):
        with database.write() as session:
            session.execute(update(table).values(created_at=now() - timedelta(days=2)))
    delete_expired(database)
    assert look(organiser, public_id).is_owner
