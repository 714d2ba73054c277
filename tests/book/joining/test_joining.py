import base64
import hmac
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import AccessDenied, Right
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import codes, join_codes, links, recovery
from scorekeeper.book.maintenance.cleanup import try_cleanup
from scorekeeper.book.models.tables import DEVICES, JOIN_CODES
from scorekeeper.book.scorebooks import phones, scorebooks
from tests.book.scorers import IPHONE, Phone, new_secret
from tests.databases import ask, count_rows, do, execute

KEY = "pV3kq9Zt7mB1xWc8Lr5sYd2fHj6nGa4E"
KINDS = {**links.MATCH_LINKS, "viewer": "r"}


def made(phone: Phone, make: Callable[..., Any], *values: object) -> Any:
    """Return what `make(session, …)` creates for a phone."""
    return do(phone.database, make, *values)


def to_match(phone: Phone, role: str, public_id: str) -> str:
    seen = phone.look(public_id)
    return str(made(phone, links.create_match_link, KEY, role, seen))


def opened(phone: Phone, role: str, text: str, key: str = KEY) -> Right | None:
    return ask(phone.database, links.find_right, key, KINDS[role], text)


@pytest.mark.parametrize("role", ["scorer", "spectator"])
def test_a_match_link_gives_its_role_only(ann: Phone, role: str) -> None:
    match = ann.start()
    text = to_match(ann, role, match)
    assert opened(ann, role, text) == ann.right(role, match)
    assert text == to_match(ann, role, match)
    for other in {"scorer", "spectator", "viewer"} - {role}:
        assert opened(ann, other, text) is None


def test_a_read_link_gives_a_viewer_access(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    text = made(ann, links.create_scorebook_link, KEY, ann.secret, ann.book)
    right = opened(ben, "viewer", text)
    assert right is not None
    ben.gain(right)
    assert not ben.look(match).can_write
    with pytest.raises(AccessDenied):
        made(ben, links.create_scorebook_link, KEY, ben.secret, ann.book)


def test_links_from_before_the_roles_were_renamed_still_open(ann: Phone) -> None:
    match = ann.start()
    for role, old, public_id in (
        ("scorer", "keeper", match),
        ("spectator", "watcher", match),
        ("viewer", "reader", ann.book),
    ):
        digest = hmac.digest(KEY.encode(), f"link:{old}:{public_id}:0".encode(), "sha256")
        mac = base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
        assert opened(ann, role, f"{public_id}.{mac}")


def test_new_links_end_old_ones_but_keep_phones(ann: Phone, ben: Phone) -> None:
    match, other = ann.start(), ann.start()
    text, book, elsewhere = (
        to_match(ann, "scorer", match),
        made(ann, links.create_scorebook_link, KEY, ann.secret, ann.book),
        to_match(ann, "scorer", other),
    )
    code = made(ann, join_codes.create_for_match, ann.look(match), "scorer")
    ben.gain(ann.right("scorer", match))
    made(ann, links.end_match_links, ben.look(match))
    assert opened(ann, "scorer", text) is None
    with pytest.raises(AccessDenied):
        Phone(ann.database).come(join_codes.redeem, code)
    assert opened(ann, "scorer", to_match(ann, "scorer", match))
    assert ben.look(match).can_write
    assert opened(ann, "viewer", book)
    ann.do(links.end_scorebook_links, ann.book)
    assert opened(ann, "viewer", book) is None
    assert opened(ann, "scorer", elsewhere)


def test_invalid_links_give_no_access(ann: Phone) -> None:
    match = ann.start()
    text = to_match(ann, "scorer", match)
    public_id, _, mac = text.partition(".")
    wrong = [
        *("", ".", "é.é", "\ud800.\ud800", "9" * 10_000, f"{text}.", text[:-1]),
        *(public_id, f"{public_id}.", f"{public_id}.{'A' * 22}", f"{'A' * 22}.{mac}"),
        *(f"{public_id}.{mac}\0", f"{public_id}\0.{mac}"),
    ]
    assert [opened(ann, "scorer", one) for one in wrong] == [None] * len(wrong)
    assert opened(ann, "scorer", text, key=KEY[::-1]) is None
    assert opened(ann, "scorer", text)


def test_links_and_codes_of_a_deleted_scorebook_are_invalid(ann: Phone) -> None:
    match = ann.start()
    book = ann.book
    texts = {
        "scorer": to_match(ann, "scorer", match),
        "viewer": made(ann, links.create_scorebook_link, KEY, ann.secret, book),
    }
    code = made(ann, join_codes.create_for_owner, ann.secret, book)
    recovering = made(ann, recovery.renew, KEY, ann.secret, book)
    ann.do(scorebooks.soft_delete, book)
    assert ask(ann.database, join_codes.find_right, code) is None
    assert ask(ann.database, recovery.find_right, recovering) is None
    for role, text in texts.items():
        assert opened(ann, role, text) is None


def icon(phone: Phone) -> str:
    return str(ask(phone.database, links.create_icon_link, KEY, phone.secret))


def open_icon(phone: Phone, text: str) -> int | None:
    return ask(phone.database, links.find_icon_device, KEY, text)


def test_an_icon_works_until_its_phone_is_removed(ann: Phone, ben: Phone) -> None:
    on_home_screen = Phone(ann.database)
    match = ann.start()
    ben.gain(ann.right("owner"))
    text = icon(ben)
    device = open_icon(ben, text)
    assert device is not None
    on_home_screen.secret = made(ben, devices.copy_access, device, new_secret(), IPHONE)
    assert on_home_screen.look(match).can_write
    ann.do(phones.remove, ann.book, text.partition(".")[0])
    assert open_icon(ben, text) is None
    assert open_icon(ben, icon(on_home_screen)) is None


def test_an_invalid_icon_or_that_of_a_planted_secret_gives_no_access(
    ann: Phone, ben: Phone
) -> None:
    ben.start()
    planted = icon(ben)
    ann.start()
    ben.gain(ann.right("owner"))
    ben.here()
    for text in (planted, "", ".", "A" * 22, f"{'A' * 22}.{'A' * 22}", "é.\ud800"):
        assert open_icon(ben, text) is None
    assert open_icon(ben, icon(ben))


@pytest.mark.parametrize("role", ["scorer", "spectator"])
def test_a_join_code_works_for_several_phones(
    ann: Phone, ben: Phone, cleo: Phone, role: str
) -> None:
    match, other = ann.start(), ann.start()
    code = made(ann, join_codes.create_for_match, ann.look(match), role)
    assert codes.parse_code(code.lower(), codes.SHORT_LENGTH) == code
    for phone in (ben, cleo):
        phone.come(join_codes.redeem, code)
        assert phone.look(match).can_write == (role == "scorer")
        assert not phone.sees(other)


def test_a_viewer_code_works_for_several_phones(ann: Phone, ben: Phone, cleo: Phone) -> None:
    matches = ann.start(), ann.start()
    code = made(ann, join_codes.create_for_viewers, ann.secret, ann.book)
    assert codes.parse_code(code.lower(), codes.SHORT_LENGTH) == code
    for phone in (ben, cleo):
        phone.come(join_codes.redeem, code)
        assert [phone.look(match).can_write for match in matches] == [False, False]
        with pytest.raises(AccessDenied):
            made(phone, join_codes.create_for_viewers, phone.secret, ann.book)


def test_a_new_read_link_ends_viewer_codes_only(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    code = made(ann, join_codes.create_for_viewers, ann.secret, ann.book)
    others = (
        made(ann, join_codes.create_for_match, ann.look(match), "spectator"),
        made(ann, join_codes.create_for_owner, ann.secret, ann.book),
    )
    ben.come(join_codes.redeem, code)
    ann.do(links.end_scorebook_links, ann.book)
    with pytest.raises(AccessDenied):
        cleo.come(join_codes.redeem, code)
    assert not ben.look(match).can_write
    for other in others:
        Phone(ann.database).come(join_codes.redeem, other)


def test_a_one_time_link_works_once(ann: Phone, ben: Phone, cleo: Phone) -> None:
    match = ann.start()
    code = made(ann, join_codes.create_for_owner, ann.secret, ann.book)
    for _ in range(2):
        assert ask(ann.database, join_codes.find_right, code) == ann.right("owner")
    ben.come(join_codes.redeem, code)
    assert ben.look(match).can_write
    with pytest.raises(AccessDenied):
        cleo.come(join_codes.redeem, code)
    assert not cleo.sees(match)


def test_connected_phone_does_not_consume_a_one_time_link(ann: Phone, ben: Phone) -> None:
    ann.start()
    code, kept = made(ann, join_codes.create_for_owner, ann.secret, ann.book), ann.secret
    assert ann.come(join_codes.redeem, code) == kept
    new, shown = new_secret(), ben.secret
    for _ in range(2):
        assert made(ben, join_codes.redeem, code, shown, new, IPHONE) == new
    assert count_rows(ann.database, DEVICES) == 2


@pytest.mark.parametrize(
    "seconds", [join_codes.ONE_TIME_LINK_SECONDS, join_codes.LOCAL_BROWSER_SECONDS]
)
@pytest.mark.parametrize("sign", [1, -1], ids=["time passes", "the clock is set back"])
def test_a_one_time_link_expires_whatever_the_clock_does(
    ann: Phone, ben: Phone, cleo: Phone, seconds: int, sign: int
) -> None:
    ann.start()
    for phone, ago, is_good in ((ben, seconds // 2, True), (cleo, 2 * seconds, False)):
        code = made(ann, join_codes.create_by_host, ann.owned()[0], seconds)
        then = now() - sign * timedelta(seconds=ago)
        execute(ann.database, update(JOIN_CODES).values(created_at=then))
        if is_good:
            phone.come(join_codes.redeem, code)
        else:
            with pytest.raises(AccessDenied):
                phone.come(join_codes.redeem, code)
    assert [phone.owned() for phone in (ben, cleo)] == [ann.owned(), []]


def test_a_recovery_code_gives_access_until_it_is_renewed(ann: Phone, ben: Phone) -> None:
    match = ann.start()
    assert not ann.books()[0].has_recovery
    first, second = (made(ann, recovery.renew, KEY, ann.secret, ann.book) for _ in range(2))
    assert ann.books()[0].has_recovery
    assert len(codes.format_code(second)) == 24
    assert made(ann, recovery.find_right, first) is None
    right = made(ann, recovery.find_right, second)
    assert made(ann, recovery.find_code, KEY, ann.secret, ann.book) == second
    assert made(ann, recovery.find_code, f"{KEY}2", ann.secret, ann.book) is None
    assert right is not None
    ben.gain(right)
    assert ben.look(match).can_write
    assert made(ben, recovery.find_code, KEY, ben.secret, ann.book) == second
    with pytest.raises(AccessDenied):
        made(ann, recovery.renew, KEY, Phone(ann.database).secret, ann.book)


def test_expired_codes_are_deleted_at_the_next_start(ann: Phone) -> None:
    ann.start()
    for days in (-2, 2, 0):
        made(ann, join_codes.create_by_host, ann.owned()[0])
        if days:
            then = now() - timedelta(days=days)
            execute(ann.database, update(JOIN_CODES).values(created_at=then))
    try_cleanup(ann.database)
    assert count_rows(ann.database, JOIN_CODES) == 1


def test_codes_are_random_and_avoid_letters_that_look_alike() -> None:
    made = "".join(codes.generate_code(20) for _ in range(200))
    assert {*made} == {*codes.ALPHABET}
    assert {*"OILU"}.isdisjoint(made)
    assert len({codes.generate_code() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    "typed",
    [
        *("ABCD0123", "abcd0123", "ABCD-0123", " abcd 0123\n", "ABCD–0123", "ABCDOI23", "abcdol23"),
        *("A B C D 0 1 2 3", "/in/ABCD0123", "ＡＢＣＤ０１２３", "АВСD−0123."),
        *("AB\u00adCD\u200b01\u206023\ufeff", "http://192.168.178.23:8000/in/ABCD0123"),
        "http://192.168.178.23:8000/in/abcd-0123/",
        "https://scores.example/table/in/ABCD0123?utm_source=messenger#top",
    ],
)
def test_a_code_is_parsed_however_it_is_typed(typed: str) -> None:
    assert codes.parse_code(typed, codes.SHORT_LENGTH) == "ABCD0123"


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ABCD012", "ABCD01234", "ABCDU123", "ABCD012٣", "ABCD0123\0"),
        "http://192.168.178.23:8000/in/",
        pytest.param("ABCD0123" * 1000, id="very long"),
        pytest.param("/" * 1_000_000, id="a million strokes"),
    ],
)
def test_an_invalid_code_is_none(typed: str) -> None:
    assert codes.parse_code(typed, codes.SHORT_LENGTH) is None


def test_codes_are_distinguished_by_length_and_written_in_groups_of_four() -> None:
    lengths = (codes.SHORT_LENGTH, codes.RECOVERY_LENGTH, codes.ONE_TIME_LENGTH)
    made = [codes.generate_code(letters) for letters in lengths]
    assert [codes.parse_code(codes.format_code(code), *lengths) for code in made] == made
    assert codes.format_code("0123456789ABCDEFGHJK") == "0123-4567-89AB-CDEF-GHJK"
