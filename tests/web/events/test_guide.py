import pytest
from flask import Flask

from scorekeeper.book.events import entrants
from scorekeeper.rules.seating.event import EventKind
from tests.evening import NINE, PAIRS
from tests.web.browser import Browser
from tests.web.events.club import Club


def test_nobody_becomes_the_player_who_comes_next(club: Club, guest: Browser) -> None:
    club.owner.open(f"{club.path}/people")
    club.be(guest, "Jo")
    club.do(entrants.remove_entrant, 9)
    assert club.add(("Zoë",)) == [9]
    assert "Which player are you?" in guest.open(f"{club.path}/guide").text


def test_a_player_is_in_and_sees_table_partner_and_opponents_or_what_sitting_out_counts(
    club: Club, guest: Browser
) -> None:
    page = club.be(guest, "Ann")
    assert "You’re in 9 are here. Round 1 isn’t seated yet." in page.text
    club.seat()
    north, east, south, west = club.seated(2)
    page = club.be(guest, east)
    assert f"your partner {west} against {south} Table 2 against {north} you sit East" in page.text
    (out,) = club.latest.sits_out
    page = club.be(guest, club.load().names[out][0])
    assert "You sit out Round 1 counts ½ a win for you." in page.text
    assert "You are first in line for round 2." in page.text
    assert "Score table" not in club.be(guest, east).text
    scorer, _page = club.visit("scorer", 2)
    assert "Score table 2" in club.be(scorer, east).text


def test_a_pair_sits_opposite(app: Flask) -> None:
    club = Club.meet(app, PAIRS, EventKind.SWISS)
    club.seat()
    phone, _page = club.visit("spectator")
    assert "your partner Dan" in club.be(phone, "Cleo").text


def test_a_result_is_shown_until_the_next_round(club: Club, guest: Browser) -> None:
    club.seat()
    north, east, south, _west = club.seated(1)
    club.type_result(1, 312, 250)

    won = club.be(guest, north).text
    assert f"Your result is in +62 312 : 250 You and {south} won." in won
    assert "1 of 2 tables is still playing" in won
    assert "−62 250 : 312" in club.be(guest, east).text
    club.type_result(2, 300, 200)
    club.seat()
    card = club.be(guest, north).text
    assert "312 : 250 Round 1, won" in card or "You sit out" in card


def test_the_end_shows_the_place(club: Club, guest: Browser) -> None:
    club.seat()
    club.type_result(1, 312, 250)
    club.type_result(2, 300, 290)
    club.end()
    page = club.be(guest, club.seated(1)[0])
    assert page.text.count("1st of 9") == 1
    assert "share first place" in page.text


def test_the_end_without_a_result_has_no_places(club: Club, guest: Browser) -> None:
    club.be(guest, "Ann")
    club.leave(1)
    club.end()
    assert "The evening is over" in guest.open(f"{club.path}/guide").text
    pages = [guest.open(f"{club.path}/{page}").text for page in ("guide", "board", "standings")]
    assert "share first place" not in "".join(pages)


def test_nobody_has_a_place_before_a_table_is_done(club: Club, guest: Browser) -> None:
    club.seat()
    page = club.owner.open(f"{club.path}/standings")
    rows = page.root.all("tr")[1:]
    assert [row.all("bdi")[0].text for row in rows] == [name for (name,) in NINE]
    assert {row.all("td")[0].text for row in rows} == {""}
    for path in ("standings", "print/standings", "board"):
        assert "irst place" not in club.owner.open(f"{club.path}/{path}").text

    (out,) = club.latest.sits_out
    assert "of 9" not in club.be(guest, club.load().names[out][0]).text
    club.end()
    assert "The evening is over" in guest.open(f"{club.path}/guide").text
    for path in ("standings", "print/standings", "board"):
        text = guest.open(f"{club.path}/{path}").text
        assert ("irst place" in text, "Winner" in text) == (False, False)


def test_who_left_before_a_round_still_sees_the_end(club: Club, guest: Browser) -> None:
    club.be(guest, "Jo")
    club.leave(9)
    club.seat()
    club.finish()
    assert "Your results stay" in guest.open(f"{club.path}/guide").text
    club.end()
    assert "The evening is over" in guest.open(f"{club.path}/guide").text


def test_the_playoff_has_names_for_its_rounds_and_states(club: Club, guest: Browser) -> None:
    club.seat()
    club.finish()
    form = club.owner.open(f"{club.path}/playoff").form("/playoff")
    club.owner.send(form, size="4")
    names = club.seated(1)
    (left_out, *_others) = sorted({name for (name,) in NINE} - set(names))

    assert "Final Friday club" in club.be(guest, names[0]).text
    assert "You are not in the playoff." in club.be(guest, left_out).text
    assert "Final: find your table" in guest.open(f"{club.path}/board").text
    assert "Final · 0 of 1 table done" in guest.open(f"{club.path}/standings").text
    assert "Final · Friday club" in guest.open(f"{club.path}/tables").text
    club.type_result(1, 350, 212)
    club.end()
    assert "1st Won the final, 350 : 212" in club.be(guest, names[0]).text
    lost = club.be(guest, names[1]).text
    assert "2nd Lost the final" in lost
    assert "212 : 350 Final, lost" in lost
    # There is one ranking, not two.
    assert "in the rounds" not in lost
    assert "th of 9" in club.be(guest, left_out).text


def test_nothing_is_promised_after_the_last_round_or_to_who_has_left(app: Flask) -> None:
    club = Club.meet(app, planned=1)
    phone, _page = club.visit("spectator")
    club.seat()
    (out,) = club.latest.sits_out
    assert "first in line" not in club.be(phone, club.load().names[out][0]).text
    club.type_result(1, 312, 250)
    assert "shows up here" not in club.be(phone, club.seated(1)[0]).text

    club = Club.meet(app)
    phone, _page = club.visit("spectator")
    club.seat()
    club.type_result(1, 312, 250)
    name = club.seated(1)[0]
    assert "Round 2 shows up here by itself." in club.be(phone, name).text
    club.leave(club.latest.tables[0].seats[0])
    card = club.be(phone, name).text
    assert "shows up here" not in card
    assert "Tell the organiser if you come back." in card


def test_a_card_takes_two_statements_and_one_if_it_is_unchanged(
    club: Club, guest: Browser, statements: list[str]
) -> None:
    club.seat()
    path = club.be(guest, "Ann").path
    other, _page = club.visit("spectator")
    etag = club.be(other, "Ben").headers["ETag"]
    for headers, status, most in (({}, 200, 2), ({"If-None-Match": etag}, 304, 1)):
        statements.clear()
        assert other.open(path, headers=headers).status == status
        assert len([one for one in statements if one.startswith("SELECT")]) <= most
    club.type_result(1, 312, 250)
    assert other.open(path, headers={"If-None-Match": etag}).status == 200


def test_a_card_is_small(app: Flask) -> None:
    club = Club.meet(app, [(f"Player with a name {number}",) for number in range(60)])
    club.seat()
    phone, _page = club.visit("scorer", 14)
    page = club.be(phone, club.seated(14)[0])
    packed = phone.open(page.path, headers={"Accept-Encoding": "gzip"})
    assert "Score table 14" in page.text
    assert len(packed.body) <= 3000


def test_sixty_phones_of_one_address_are_not_too_many(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.web.http.rate_limits import RateLimiter

    club = Club.meet(app)
    phones = [club.visit("spectator")[0] for _ in range(20)]
    monkeypatch.setitem(app.extensions, "rates", RateLimiter({"requests": 12, "polls": 12}))
    statuses = {phone.open(f"{club.path}/guide").status for _ in range(3) for phone in phones}
    assert statuses == {200}
    stranger = Browser(app)
    assert [stranger.open("/").status for _ in range(13)][-1] == 429
