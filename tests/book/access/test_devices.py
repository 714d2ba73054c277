from datetime import timedelta

import pytest
from sqlalchemy import select, update

from scorekeeper.book.access import devices, grants
from scorekeeper.book.access.devices import guess_device_name
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.tables import DEVICES, GRANTS
from scorekeeper.book.scorebooks import phones
from tests.book.scorers import IPHONE, Phone, bid, new_secret
from tests.databases import count_rows, do, execute, fetch, fetch_one


def planted(phone: Phone, secret: str) -> Phone:
    return Phone(phone.database, secret)


def test_a_new_phone_gets_access_under_a_new_secret(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    invented = ben.secret
    ben.gain(ann.right("scorer", match))
    assert ben.secret != invented
    ben.record(match, bid)
    assert not planted(ben, invented).sees(match)


def test_an_old_secret_works_until_the_new_is_used(ann: Phone, ben: Phone) -> None:
    match, own = ann.start(), ben.start()
    old = planted(ben, ben.secret)
    ben.gain(ann.right("spectator", match))
    assert old.look(own).can_write
    assert not old.sees(match)
    assert ben.look(own).can_write
    assert not ben.look(match).can_write
    ben.here()
    for public_id in (own, match):
        assert not old.sees(public_id)
    assert ben.look(own).can_write


def test_a_lost_answer_costs_no_access(ann: Phone, ben: Phone) -> None:
    match, own = ann.start(), ben.start()
    ben.gain(ann.right("scorer", match), keep=False)
    ben.gain(ann.right("scorer", match))
    ben.here()
    assert [ben.look(public_id).can_write for public_id in (match, own)] == [True, True]


def test_two_joins_at_once_keep_the_phone_connected(ann: Phone, ben: Phone) -> None:
    one, other, own = ann.start(), ann.start(), ben.start()
    first = ben.gain(ann.right("scorer", one), keep=False)
    second = ben.gain(ann.right("scorer", other), keep=False)
    for secret, joined in ((second, other), (first, one)):
        ben.secret = secret
        ben.here()
        assert [ben.look(public_id).can_write for public_id in (joined, own)] == [True, True]


def test_a_repeated_join_returns_the_same_secret(ann: Phone, ben: Phone) -> None:
    right, new = ann.right("scorer", ann.start()), new_secret()
    assert ben.gain(right, new=new, keep=False) == ben.gain(right, new=new) == new
    assert ben.gain(right, new=new) == new
    assert fetch(ann.database, select(GRANTS.c.role)).count("scorer") == 1


def test_a_phone_with_access_keeps_its_secret(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    for right in (ann.right("owner"), ann.right("viewer"), ann.right("spectator", match)):
        before = ann.secret
        assert ann.gain(right) == before
    ben.gain(ann.right("scorer", match))
    kept = ben.secret
    assert ben.gain(ann.right("spectator", match)) == kept
    assert ben.gain(ann.right("viewer")) != kept


def test_a_higher_role_replaces_a_lower_one(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    for right in (
        ann.right("spectator", match),
        ann.right("scorer", match),
        ann.right("viewer"),
        ann.right("owner"),
    ):
        ben.gain(right)
    ben.here()
    assert ben.owned() == ann.owned()
    assert len(ben.books()) == 1


def test_a_planted_cookie_gives_no_access_to_later_grants(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    eve = Phone(ann.database)
    mine = eve.start()
    ben.secret = eve.secret
    ben.gain(ann.right("scorer", match))
    later = eve.start()
    eve.gain(Phone.right(eve, "owner"))
    ben.here()
    eve.here()
    assert not eve.sees(match)
    assert ben.look(mine).can_write
    assert ben.look(later).can_write


def test_the_last_joined_scorebook_comes_first(ann: Phone, ben: Phone) -> None:
    ann.start(), ben.start()
    theirs, own = ann.owned(), ben.owned()
    ben.gain(ann.right("owner"))
    assert ben.owned() == theirs + own
    current = ben.ask(grants.find_current_scorebook)
    assert current is not None
    assert [current.scorebook_id] == theirs


def test_an_icon_shares_the_access_of_its_phone(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    ben.gain(ann.right("owner"))
    ben.here()
    icon = Phone(ann.database)
    with ann.database.write() as session:
        device = session.scalars(select(DEVICES.c.id).where(DEVICES.c.name == "iPhone")).one()
        icon.secret = devices.copy_access(session, device, icon.secret, IPHONE)
        assert devices.copy_access(session, device, icon.secret, IPHONE) == icon.secret
    assert icon.look(match).can_write
    icon.here()
    assert ben.look(match).can_write
    listed = ann.ask(phones.find_for_scorebook, ann.book)
    assert [(phone.name, phone.is_this) for phone in listed] == [(None, True), ("iPhone", False)]
    ann.do(phones.remove, ann.book, listed[1].id)
    for out in (icon, ben):
        assert not out.sees(match)


@pytest.mark.parametrize("days", [2, -2], ids=["later", "with the clock set back"])
def test_a_visit_is_recorded_once_in_a_while(ann: Phone, days: int) -> None:
    ann.start()
    ago = now() - timedelta(days=days)
    execute(ann.database, update(DEVICES).values(seen_at=ago))
    before = now()
    ann.here()
    noted = fetch_one(ann.database, select(DEVICES.c.seen_at))
    assert before <= noted <= now()
    assert fetch_one(ann.database, select(DEVICES.c.name)) == "iPhone"
    ann.here()
    assert fetch_one(ann.database, select(DEVICES.c.seen_at)) == noted


def test_visits_of_unknown_phones_are_not_recorded(ann: Phone) -> None:
    ann.here()
    do(ann.database, devices.note_visit, None)
    assert count_rows(ann.database, DEVICES) == 0


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (IPHONE, "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15", "iPad"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Mobile", "Pixel 7"),
        ("Mozilla/5.0 (Linux; Android 9; SM-G960F Build/PPR1.180610.011) Chrome/9", "SM-G960F"),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/126", "Android"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101", "Linux"),
        ("Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36", "TV"),
        ("Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36", "TV"),
        ("", None),
        ("curl/8.5.0", None),
        ("Android 14; " + "x" * 10_000, "Android"),
    ],
)
def test_a_phone_is_named_after_its_browser(agent: str, name: str | None) -> None:
    assert guess_device_name(agent) == name
