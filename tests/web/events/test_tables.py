import pytest
from flask import Flask

from scorekeeper.book.db.lru_cache import LRUCache
from tests.table import Table
from tests.web.browser import Browser
from tests.web.events.club import Club


@pytest.fixture
def club(club: Club) -> Club:
    club.seat()
    return club


def test_a_scanned_card_starts_the_match_of_its_table(club: Club) -> None:
    names = club.seated(1)
    match = club.start_match(first=1)
    page = match.show()
    assert f"{names[2]} leads" in page.text
    assert all(name in page.text for name in names)
    assert "Round 1 · Table 1" in page.text
    assert f"{club.path}/guide" in page.links


def test_who_deals_is_asked_until_it_is_known_and_only_in_its_round(club: Club) -> None:
    phone, _page = club.visit("scorer")
    form = phone.open(f"{club.path}/tables/1?deal=ask").form("/match")
    page = phone.send(form, first="4")
    assert (page.status, "Who deals first?" in page.text) == (422, True)
    club.type_result(1, 312, 250)
    club.type_result(2, 312, 250)
    club.seat()
    assert phone.send(form, first="0").location == f"{club.path}/tables/1"
    assert club.load().matches == {}


def test_nobody_scores_after_the_evening(club: Club) -> None:
    phone, _page = club.visit("scorer", 1)
    form = phone.open(f"{club.path}/tables/1?deal=ask").form("/match")
    club.end()
    for table in (1, 2, 9):
        page = phone.open(f"{club.path}/tables/{table}").text
        assert "The evening is over" in page
        assert "The names show up here" not in page
        assert "Score table" not in page
    assert phone.send(form, first="0").status == 404


def test_a_phone_that_scores_is_led_to_its_match_and_a_second_one_scores_the_same(
    club: Club,
) -> None:
    match = club.start_match()
    phone, page = club.visit("scorer", 1)
    assert "Another phone keeps score here" in page.text
    assert phone.send(page.form("/match")).location == match.path
    assert "bid_0" in phone.open(match.path).html
    table = f"{club.path}/tables/1"
    assert match.browser.open(table).location == match.path
    match.end()
    assert match.browser.open(table).status == 200


def test_a_spectator_watches_all_tables(club: Club, guest: Browser) -> None:
    match = club.start_match()
    match.play((3, 3, 3, 3), 7, 6)
    club.type_result(2, 312, 250)
    tables = guest.open(f"{club.path}/tables")
    assert "Hand 2 of 8" in tables.text
    assert [shown.text for shown in tables.root.all(class_="table__points")[2:]] == ["312", "250"]
    assert "Sits out" in tables.text
    assert guest.send(tables.form("/tables/1/watch")).location == match.path
    page = guest.open(match.path)
    assert (page.status, "bid_0" in page.html) == (200, False)


def test_a_match_that_is_over_leads_back_to_the_evening(club: Club) -> None:
    match = club.start_match()
    for _ in range(8):
        match.play((3, 3, 3, 3), 7, 6)
    page = match.show()
    assert "The result of round 1, table 1 is in." in page.text
    assert "Back to the evening" in page.text
    assert "Rematch" not in page.text
    assert club.latest.tables[0].result is not None


def test_a_match_that_was_ended_early_has_no_result(club: Club) -> None:
    match = club.start_match()
    match.play((3, 3, 3, 3), 7, 6)
    match.end()
    over = match.show().text
    assert "This match was ended early. If your table has no result, tell the organiser." in over
    assert "is in." not in over

    card = match.browser.open(f"{club.path}/tables/1")
    assert "Ended early 61 : 60" in card.text
    assert "No result yet. Tell the organiser." in card.text
    assert "Another phone" not in card.text
    assert match.browser.send(card.form("/match")).location == match.path
    assert not card.forms_to("/watch")

    assert "ended early, 61 : 60" in club.owner.open(f"{club.path}/standings").text
    result = club.owner.open(f"{club.path}/rounds/1/tables/1").text
    assert "Ended early, 61 : 60. No result yet." in result


def test_a_match_given_up_is_a_result_with_the_points_so_far(club: Club) -> None:
    match = club.start_match()
    match.play((3, 3, 3, 3), 7, 6)
    match.save("end", "?change=end", winner="1")
    assert "The result of round 1, table 1 is in." in match.show().text
    result = club.latest.tables[0].result
    assert result is not None
    assert (result.points, result.winner) == ((61, 60), 1)
    match.undo()
    assert club.latest.tables[0].result is None


def test_the_page_of_a_match_takes_no_further_statement(
    club: Club, table: Table, statements: list[str]
) -> None:
    def count(match: Table) -> int:
        club.app.extensions["match_cache"] = LRUCache(10)
        statements.clear()
        assert match.show().status == 200
        return len(statements)

    match = club.start_match()
    assert count(match) == count(table)


def test_a_table_of_an_earlier_round_that_opens_again_is_scored_by_its_card(club: Club) -> None:
    club.finish()
    first = club.seated(1)
    club.seat()
    running = club.start_match()
    club.type({(1, 1): None}, {(1, 1): club.load().event.typed[1, 1]})
    assert "Tables 1 and 2 count when" in club.owner.open(f"{club.path}/standings").text
    phone, page = club.visit("scorer")
    [earlier] = [link for link in page.links if link.endswith("?round=1")]
    assert "Round 1 still needs a result" in page.text
    assert f"{club.path}/tables/1?round=1" in club.owner.open(club.path).links
    page = phone.open(earlier)
    assert all(name in page.text for name in first)
    assert "Round 2 still needs a result" in page.text
    form = phone.open(f"{earlier}&deal=ask").form("/match")
    match = Table(phone, phone.send(form, first="0").location)
    assert "Round 1 · Table 1" in match.show().text
    assert phone.open(earlier).location == match.path != running.path
    guest, _page = club.visit("spectator")
    forms = guest.open(f"{club.path}/tables").forms_to("/tables/1/watch")
    assert {guest.send(form).location for form in forms} == {match.path, running.path}
    details = guest.open(f"{club.path}/tables").root.all("details")
    assert len({one.attributes["id"] for one in details}) == len(details) == 2


def test_a_card_waits_for_its_round(app: Flask) -> None:
    club = Club.meet(app)
    _phone, page = club.visit("scorer", 2)
    assert "Table 2 Round 1 isn’t seated yet." in page.text
    club.seat()
    club.type_result(1, 300, 200)
    _phone, page = club.visit("scorer", 1)
    assert "Round 2 isn’t seated yet." in page.text
    _phone, page = club.visit("scorer", 7)
    assert "Nobody sits here in round 1." in page.text


def test_standings_show_what_counts_and_what_does_not(club: Club, guest: Browser) -> None:
    match = club.start_match()
    match.play((3, 3, 3, 3), 7, 6)
    club.type_result(2, 312, 250)
    north = club.seated(2)[0]
    club.be(guest, north)
    page = guest.open(f"{club.path}/standings")
    assert f"{north} You" in page.text
    assert "playing, 61 : 60" in page.text
    assert "Table 1 counts when it’s done." in page.text
    assert page.text.index(north) < page.text.index(club.seated(2)[1])


def test_the_television_follows_the_evening(app: Flask) -> None:
    club = Club.meet(app)
    board = f"{club.path}/board"
    television, _page = club.visit("spectator")

    assert "9 are here." in television.open(board).text
    club.seat()
    assert "Round 1 of 5: find your table" in television.open(board).text
    club.type_result(1, 312, 250)
    live = television.open(board).text
    assert "1 of 2 tables done" in live
    assert "Not started" in live
    club.type_result(2, 300, 290)
    club.end()
    assert "Winners" in television.open(board).text


def test_a_hand_wakes_the_television_and_no_guide_card(club: Club, guest: Browser) -> None:
    match = club.start_match()
    card, board = club.be(guest, "Ann"), guest.open(f"{club.path}/board")
    match.play((3, 3, 3, 3), 7, 6)
    asked = {"If-None-Match": card.headers["ETag"]}
    assert guest.open(card.path, headers=asked).status == 304
    asked = {"If-None-Match": board.headers["ETag"]}
    assert guest.open(board.path, headers=asked).status == 200


def test_names_are_listed_without_regard_to_accents(app: Flask) -> None:
    club = Club.meet(app, [("Zoë",), ("Änne",), ("Ben",), ("ćira",)])
    sorted_names = ["Änne", "Ben", "ćira", "Zoë"]
    phone, page = club.visit("spectator")
    assert [key.text for key in page.form("/guide").node.all("button")] == sorted_names
    standings = phone.open(f"{club.path}/standings")
    assert [one.text for one in standings.root.all("bdi")] == sorted_names
    club.seat()
    sheet = club.owner.open(f"{club.path}/print/seating")
    assert [one.text for one in sheet.root.all("bdi")] == sorted_names

    # Of many people, the television shows the names in a list.
    club = Club.meet(app, [("Zoë",), ("Änne",), *((f"Player {one}",) for one in range(26))])
    club.seat()
    [names] = club.owner.open(f"{club.path}/board").root.all(class_="ladder ladder--names")
    assert names.text.startswith("Änne")
    assert names.all("bdi")[-1].text == "Zoë"


def test_sheets_are_printed_unless_no_phone_can_open_their_links(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(club.app.config, "PUBLIC_URL", "https://scores.example")
    for sheet, sentence in {
        "cards": "Score table 4",
        "door": "Scan to see your table",
        "seating": "Round 1: your table",
        "slips": "Write down the final points and hand this in.",
        "standings": "More wins come first",
        "bracket": "There is nothing to print here yet.",
    }.items():
        assert sentence in club.owner.open(f"{club.path}/print/{sheet}").text
    cards = club.owner.open(f"{club.path}/print/cards?tables=7")
    assert cards.text.count("North plays with South") == 7
    assert club.owner.open(f"{club.path}/print/nothing").status == 404

    monkeypatch.setitem(club.app.config, "PUBLIC_URL", None)
    monkeypatch.setitem(club.app.config, "ONLY_HERE", True)
    assert "Other phones can’t reach" in club.owner.open(f"{club.path}/print/cards").text
    assert "Other phones can’t reach" in club.owner.open(f"{club.path}/links").text


def test_a_tablet_stays_at_its_table_in_every_round(club: Club) -> None:
    match = club.start_match(2)
    tablet, guide = match.browser, f"{club.path}/guide"
    who = tablet.open(guide)
    assert "This phone stays at table 2" in who.text
    assert tablet.send(who.form("/guide"), player="table-2").location == guide
    assert tablet.open(guide).location == f"{club.path}/tables"
    match.end()
    club.type_result(1, 312, 250)
    club.type_result(2, 312, 250)
    assert tablet.open(guide).location == f"{club.path}/tables/2"
    assert "guide?who=ask" in tablet.open(f"{club.path}/tables/2").html
    club.seat()

    again = Table.at_evening(tablet, club.path, 2)
    assert all(name in again.show().text for name in club.seated(2))
    assert "This phone stays at table 2" in tablet.open(f"{guide}?who=ask").text
    club.be(tablet, "Ann")
    assert tablet.open(guide).status == 200


def test_a_phone_that_may_not_score_stays_at_no_table(club: Club, guest: Browser) -> None:
    assert "Score table" not in guest.open(f"{club.path}/tables/2").text
    who = guest.open(f"{club.path}/guide")
    assert "This phone stays" not in who.text
    assert guest.send(who.form("/guide"), player="table-2").status == 422
