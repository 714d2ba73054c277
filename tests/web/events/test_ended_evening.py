"""The end of an evening: what scorers may still change, what counts, and what changed later."""

import pytest

from scorekeeper.book.events.events import StaleEvent
from scorekeeper.rules.seating.event import TableResult
from scorekeeper.web.routes import list_routes
from tests.outbox import Phone, bids
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.events.club import Club

OVER = "The evening is over. Only an organiser can change its results."
OF_SPECTATORS = ("seats.claim", "seats.release", "seats.save_reply", "voids.save_note")
WRITES = {
    endpoint: path.replace("<int:place>", "1").replace("<phone>", "P").partition("_id>")[2]
    for method, path, endpoint, _module in list_routes()
    if (method, "/matches/<public_id>" in path) == ("POST", True) and endpoint not in OF_SPECTATORS
}
"""The addresses of forms that change a match, or who has access to it, by endpoint."""
TRICKS = {"fact": "tricks", "tricks": [None] * 4, "piles": {"0": 7, "1": 6}}


@pytest.fixture
def club(club: Club) -> Club:
    club.seat()
    return club


@pytest.fixture
def match(club: Club) -> Table:
    """A match at table 1 on a phone that scanned its card: seven of eight hands."""
    match = club.start_match()
    for _ in range(7):
        match.play((3, 3, 3, 3), 7, 6)
    return match


def post(match: Table, address: str) -> Page:
    """Send a form with the newest version of a match, as an older page would."""
    token = match.browser.open("/token").json()["csrf_token"]
    fields = {"csrf_token": token, "key": "k" * 22, "version": "16", "role": "scorer"}
    outbox = Phone(match.browser, match.path, base=17)
    outbox.add({"fact": "undo"})
    fields["outbox"] = outbox.form().fields["outbox"]
    return match.browser.post(match.path + address, fields)


@pytest.mark.parametrize("endpoint", WRITES)
def test_a_scorer_changes_no_finished_match_after_the_end(
    club: Club, match: Table, endpoint: str
) -> None:
    match.play((3, 3, 3, 3), 7, 6)
    before = club.load().matches
    club.end()
    answer = post(match, WRITES[endpoint])
    assert answer.status == 403
    assert OVER in answer.html
    assert club.load().matches == before


def test_a_finished_match_offers_nothing_after_the_end_until_the_evening_goes_on(
    club: Club, match: Table
) -> None:
    match.play((3, 3, 3, 3), 7, 6)
    assert "Undo" in match.show().text
    club.end()
    page = match.show()
    assert OVER in page.text
    assert not any(form.action.startswith(match.path) for form in page.changing)
    assert not {link for link in page.links if "correction" in link or "names" in link}
    assert match.browser.open(f"{match.path}/names").status == 403
    organiser = Table(club.owner, match.path)
    organiser.undo()
    assert club.latest.tables[0].result is None
    organiser.save("redo")
    go_on(club)
    match.undo()
    assert club.latest.tables[0].result is None


def go_on(club: Club) -> None:
    club.owner.send(club.owner.open(f"{club.path}/setup").form("/reopening"))


def test_a_match_in_play_is_finished_after_the_end_and_counts_if_the_evening_goes_on(
    club: Club, match: Table
) -> None:
    setup = club.owner.open(f"{club.path}/setup").text
    assert "Tables 1 and 2 are still playing. Their results won’t count." in setup
    club.end()
    assert "still playing" not in club.owner.open(f"{club.path}/setup").text
    assert OVER not in match.show().text
    assert "This match no longer counts for it." in match.show().text
    match.bid(3, 3, 3, 3)
    second, card = club.visit("scorer")
    assert second.send(card.form("/match")).location == match.path
    last = match.show("?by=side").form("/tricks").filled(side_0="7", side_1="6")
    assert match.browser.send(last).status == SAVED
    assert club.latest.tables[0].result is None
    assert "Finished after the end" in club.owner.open(club.path).text
    assert "Changed after the end" not in club.owner.open(club.path).text
    assert OVER in match.show().text
    # Its answer was lost.
    assert match.browser.send(last).status == SAVED
    go_on(club)
    assert club.latest.tables[0].result == TableResult.of_points(488, 480)
    club.end()
    assert club.latest.tables[0].result == TableResult.of_points(488, 480)


def test_what_a_phone_recorded_before_the_end_is_stored(club: Club, match: Table) -> None:
    phone = Phone(match.browser, match.path, base=15)
    phone.add(bids(8), {**TRICKS, "place": 8}, {"fact": "undo"}, {**TRICKS, "place": 8}, age=9000)
    club.end()
    assert phone.send().json()["stored"] == 4
    assert club.latest.tables[0].result is None
    go_on(club)
    assert club.latest.tables[0].result is not None
    # The answer was lost: the same again is answered as before.
    assert phone.send().json()["stored"] == 0


def list_changes(club: Club) -> list[str]:
    """Return what the pages say that changed after the end; all say the same."""
    guest, _page = club.visit("spectator")
    pages = club.owner.open(club.path), guest.open(f"{club.path}/standings")
    first, second = ([node.text for node in page.root.all(class_="heed")] for page in pages)
    assert first == second
    printed = guest.open(f"{club.path}/print/standings").text
    assert [change for change in first if change not in printed] == []
    return [change.removeprefix("Changed after the end: ") for change in first]


def test_what_an_organiser_changes_after_the_end_is_listed(club: Club, match: Table) -> None:
    match.play((3, 3, 3, 3), 7, 6)
    club.type_result(2, 312, 250)
    club.end()
    assert list_changes(club) == []
    club.change_result(1, 2, 310, 287)
    assert list_changes(club) == ["Round 1, table 2 is now 310 : 287."]
    club.change_result(1, 2, 312, 250)
    assert list_changes(club) == []
    club.type({(1, 2): None}, {(1, 2): TableResult.of_points(312, 250)})
    assert list_changes(club) == ["Round 1, table 2 has no result any more."]

    organiser = Table(club.owner, match.path)
    organiser.undo()
    assert list_changes(club)[0] == "Round 1, table 1 has no result any more."
    organiser.take(6, 7)
    assert list_changes(club)[0] == "Round 1, table 1 is now 487 : 481."
    club.owner.send(club.owner.open(match.path).form("/deletion"))
    assert list_changes(club)[0] == "Round 1, table 1 has no result any more."
    go_on(club)
    assert "Changed after the end" not in club.owner.open(club.path).text


def test_a_round_is_not_undone_after_the_end_for_that_would_count_as_missed(club: Club) -> None:
    club.type_result(1, 312, 250)
    [undo] = club.owner.open(f"{club.path}/setup").forms_to("/removal")
    club.end()
    before = club.load().event
    assert not club.owner.open(f"{club.path}/setup").forms_to("/removal")
    assert club.owner.send(undo).location == club.path
    with pytest.raises(StaleEvent):
        club.undo_round()
    assert club.load().event == before


@pytest.mark.parametrize("is_over", [False, True], ids=["in play", "over"])
def test_only_an_organiser_deletes_and_restores_a_match_of_an_evening(
    club: Club, match: Table, is_over: bool
) -> None:
    if is_over:
        match.play((3, 3, 3, 3), 7, 6)
    assert not match.show().forms_to("/deletion")
    answer = post(match, "/deletion")
    assert answer.status == 403
    assert "Only an organiser can delete or restore a match of an evening." in answer.text
    before = club.load().matches
    club.owner.send(club.owner.open(match.path).form("/deletion"))
    assert club.load().matches == {}

    page = match.show()
    assert "This match was deleted. Only an organiser can restore it." in page.text
    assert not page.forms_to("/restoration")
    assert [post(match, f"/{step}").status for step in ("restoration", "outbox")] == [403, 410]
    assert "Only an organiser can restore it." in post(match, "/outbox").json()["view"]
    assert club.load().matches == {}
    club.owner.send(club.owner.open(match.path).forms_to("/restoration")[0])
    assert club.load().matches == before


def test_a_table_restores_the_match_whose_start_was_undone(club: Club) -> None:
    match = club.start_match(2)
    match.bid(3, 3, 3, 3)
    match.undo()
    match.send("retraction")
    match.browser.send(match.show().forms_to("/restoration")[0])
    match.bid(4, 3, 3, 3)
    assert match.show().status == 200


def test_a_deleted_evening_is_restored_from_the_list(club: Club) -> None:
    owner = club.owner
    club.finish()
    club.end()
    before = club.load().event
    assert "Nothing deleted." in owner.open("/history/deleted").text
    club.delete()
    page = owner.open("/history/deleted")
    assert "Friday club" in page.text
    assert owner.send(page.form("/restoration")).location == club.path
    assert club.load().event == before
    assert "Friday club" not in owner.open("/history/deleted").text
