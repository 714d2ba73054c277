import json
import re
from datetime import timedelta

import pytest

from scorekeeper.book.joining import join_codes
from scorekeeper.rules.seating.event import EventKind
from tests.evening import NINE, PAIRS
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.events.club import Club


def test_the_link_at_the_door_leads_to_the_guide_card(club: Club) -> None:
    phone, page = club.visit("spectator")
    form = page.form("/guide")
    assert page.path == f"{club.path}/guide"
    assert "Which player are you?" in page.text
    names = [name for (name,) in sorted(club.load().names.values())]
    assert [key.text for key in form.node.all("button")] == names
    assert phone.send(form, player="99-0").status == 422
    assert "Ann" in club.be(phone, "Ann").text


def test_a_scanned_or_pasted_table_card_leads_to_its_table(club: Club) -> None:
    club.seat()
    _phone, page = club.visit("scorer", 2)
    assert page.path == f"{club.path}/tables/2"
    assert "Score table 2" in page.text
    assert all(name in page.text for name in club.seated(2))
    phone = Browser(club.app)
    form = phone.open("/in").form("/in")
    joined = phone.send(form, code=f"https://scores.example{club.link('scorer', 2)}")
    assert joined.location == f"{club.path}/tables/2"


def test_a_link_preview_or_a_wrong_link_joins_nothing(club: Club) -> None:
    phone = Browser(club.app)
    assert phone.open(club.link("spectator"), headers={"Purpose": "prefetch"}).status == 303
    assert phone.open(f"{club.path}/guide").status == 404
    for link in (
        club.link("spectator")[:-1],
        club.link("spectator").replace("/e/", "/w/"),
        club.link("spectator").replace("/e/", "/t/") + "/1",
        club.link("scorer", 1).replace("/t/", "/e/").removesuffix("/1"),
    ):
        assert phone.open(link).status == 404, link


def test_new_links_end_the_old_ones(club: Club, guest: Browser) -> None:
    old = club.link("spectator"), club.link("scorer", 1)
    form = club.owner.open(f"{club.path}/links").form("/links")

    assert club.owner.send(form).status == 303
    assert [Browser(club.app).open(link).status for link in old] == [404, 404]
    assert guest.open(f"{club.path}/guide").status == 200
    again = club.link("spectator")
    # The second of two taps.
    assert club.owner.send(form).status == 303
    assert club.link("spectator") == again
    assert Browser(club.app).open(again).status == 303
    # Phones are removed also if another organiser made new links.
    club.owner.send(form, phones="yes")
    assert guest.open(f"{club.path}/guide").status == 404


def test_new_links_can_remove_the_phones_that_joined(club: Club) -> None:
    club.seat()
    guest, _page = club.visit("spectator")
    started = club.start_match()
    scorer, match = started.browser, started.path
    assert scorer.open(match).status == 200
    [link] = set(re.findall(r"/k/[\w.-]+", scorer.open(f"{match}/share").html))
    club.owner.send(club.owner.open(f"{club.path}/links").form("/links"), phones="yes")
    assert [phone.open(f"{club.path}/guide").status for phone in (guest, scorer)] == [404, 404]
    assert scorer.open(link).status == 404
    assert scorer.open(match).status == 404
    assert {club.owner.open(path).status for path in (club.path, match)} == {200}
    assert club.visit("scorer", 1)[1].status == 200


def test_links_end_with_the_event(club: Club, guest: Browser) -> None:
    old = club.link("spectator"), club.link("scorer", 1)
    club.delete()
    assert [Browser(club.app).open(link).status for link in old] == [404, 404]
    assert guest.open(f"{club.path}/guide").status == 404


def test_a_phone_that_follows_one_match_is_told_where_to_scan(club: Club) -> None:
    club.seat()
    match = Table.at_evening(club.owner, club.path, 1).path
    [link] = set(re.findall(r"/w/[\w.-]+", club.owner.open(f"{match}/share").html))
    phone = Browser(club.app)
    phone.open(link)
    phone.open("/in")
    page = phone.open(f"{club.path}/guide")
    assert f"{club.path}/guide" in phone.open(match).ways
    assert (page.status, "Scan the sign at the door" in page.text) == (404, True)
    assert not {name for (name,) in NINE} & {*page.text.split()}
    assert "Scan" not in Browser(club.app).open(f"{club.path}/guide").text
    club.delete()
    assert "Scan" not in phone.open(f"{club.path}/guide").text


def test_a_table_card_keeps_who_reads(club: Club, guest: Browser) -> None:
    club.seat()
    club.be(guest, "Ann")
    assert guest.open(club.link("scorer", 1)).location == "/in"
    guest.open("/in")
    assert "Which player are you?" not in guest.open(f"{club.path}/guide").text


def test_the_television_shows_the_address_it_came_by(club: Club) -> None:
    pages = []
    for host in ("one.local", "two.local:8000"):
        phone = Browser(club.app)
        for path in (club.link("spectator"), "/in", f"{club.path}/board"):
            page = phone.client.get(path, base_url=f"http://{host}")
        pages.append(page)
    assert pages[0].headers["ETag"] != pages[1].headers["ETag"]
    codes = [re.findall(r'<svg viewBox="0 0 .*?</svg>', page.text, re.DOTALL) for page in pages]
    assert codes[0] != codes[1]
    # For a phone that can't scan it.
    typed = [re.findall('tv__address">Or type (.*?)<', page.text)[0] for page in pages]
    assert typed == [f"{host}{club.link('spectator')}" for host in ("one.local", "two.local:8000")]


def code_of(club: Club) -> str:
    form = club.owner.open(f"{club.path}/links").form("/code")
    page = club.owner.open(club.owner.send(form).location)
    (code,) = page.root.all(class_="code") or page.root.all("p", **{"class": "code"})
    return code.text.replace(" ", "")


def test_a_television_joins_with_a_code(club: Club) -> None:
    code = code_of(club)
    television = Browser(club.app)
    joined = television.send(television.open("/in").form("/in"), code=code)
    assert joined.location == f"{club.path}/board"
    assert television.open(joined.location).status == 200
    assert television.open("/history").text.count("Friday") == 0


def test_the_code_ends_with_new_links_and_after_a_quarter_of_an_hour(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(club)
    television = Browser(club.app)
    form = television.open("/in").form("/in")
    later = join_codes.now() + timedelta(minutes=15)
    with monkeypatch.context() as patched:
        patched.setattr(join_codes, "now", lambda: later)
        assert television.send(form, code=code).status == 404
    club.owner.send(club.owner.open(f"{club.path}/links").form("/links"))
    assert television.send(form, code=code).status == 404


def test_a_phone_that_joined_sees_no_match_and_no_other_evening(club: Club) -> None:
    other = Club.meet(club.app, PAIRS, EventKind.SWISS)
    phone, _page = club.visit("scorer")
    assert phone.open(f"{other.path}/guide").status == 404
    assert phone.open("/history").status == 200
    assert phone.open(f"{club.path}/links").status == 404
    assert phone.open(f"{club.path}/print/cards").status == 404


def test_an_icon_on_the_home_screen_leads_to_the_evening(club: Club, guest: Browser) -> None:
    start = json.loads(guest.open("/app.webmanifest").body)["start_url"]
    icon = Browser(club.app)
    assert icon.open(start).location == "/in"
    assert icon.open("/in").location == "/"
    assert icon.open(f"{club.path}/board").status == 200
    assert icon.open(start).location == "/"


def phones(page: Page) -> list[str]:
    """What a list says of each phone, without times."""
    lines = [phone.text for phone in page.root.all(class_="phone__text")]
    return sorted(re.sub(r"\d+:\d+", "…", line) for line in lines)


def test_every_phone_of_an_evening_is_listed_with_its_way_in(club: Club, guest: Browser) -> None:
    club.seat()
    club.start_match(1)
    television = Browser(club.app)
    television.send(television.open("/in").form("/in"), code=code_of(club))
    opened = club.owner.open(f"{club.path}/links").links
    page = f"{club.path}/phones"

    assert page in opened
    others = [
        "Unnamed phone keeps score · used today joined today, …, with a table card",
        "Unnamed phone watches · used today joined today, …, with a code",
        "Unnamed phone watches · used today joined today, …, with the door sign",
    ]
    own = "Unnamed phone this phone has full access joined today, …"
    assert phones(club.owner.open(page)) == sorted([own, *others])
    assert phones(club.owner.open(f"/scorebooks/{club.owner.stored.book}/phones")) == sorted(
        [own, *others]
    )


def test_a_phone_without_a_match_is_removed_and_allowed_again(club: Club, guest: Browser) -> None:
    page, removal = f"{club.path}/phones", f"{guest.stored.phone_id}/removal"
    club.owner.send(club.owner.open(page).form(removal))
    assert guest.open(f"{club.path}/guide").status == 404
    assert guest.open(club.link("spectator")).location == "/in"
    assert guest.open("/in").status == 404
    assert "removed from this evening" in club.owner.open(page).text
    club.owner.send(club.owner.open(page).form(removal), do="allow")
    guest.open(club.link("spectator"))
    assert guest.open("/in").location == f"{club.path}/guide"
