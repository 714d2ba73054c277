"""Deleted evenings and matches of evenings, and what an evening may have at most."""

import pytest

from tests.table import SAVED, Table
from tests.web.events.club import Club
from tests.web.events.evening import Organiser


@pytest.fixture
def club(club: Club) -> Club:
    club.seat()
    return club


def started(club: Club) -> Table:
    return Table.at_evening(club.owner, club.path, 1)


def test_a_deleted_match_stays_out_while_another_is_at_its_table(club: Club) -> None:
    first = started(club)
    first.send("deletion")
    deleted = first.show()
    second = started(club)
    assert second.path != first.path
    answer = club.owner.send(deleted.forms_to("/restoration")[0])
    assert answer.status == 409
    assert "Another match is at table 1 of that round now." in answer.text
    second.send("deletion")
    assert club.owner.send(deleted.forms_to("/restoration")[0]).location == first.path


@pytest.mark.parametrize("action", ["retraction", "deletion"])
def test_a_match_that_was_started_by_mistake_leads_back_to_the_evening(
    club: Club, action: str
) -> None:
    match = club.start_match() if action == "retraction" else started(club)
    club.be(match.browser, "Ann")
    answer = match.send(action)
    assert answer.location == f"{club.path}/guide"
    page = match.browser.open(answer.location)
    match.browser.send(page.form("/restoration"))
    assert match.show().status == 200


def test_several_matches_come_back_or_none(club: Club) -> None:
    first = started(club)
    form = club.owner.open("/history?mark=yes").form("/history/place")
    ids = [first.path.rpartition("/")[2]]
    fields = form.filled(match=ids).fields
    assert club.owner.post("/history/deletion", fields).status == SAVED
    started(club)
    answer = club.owner.post("/history/restoration", fields)
    assert answer.status == 409
    assert "Delete that one first." in answer.text


def test_the_match_of_a_deleted_evening_leads_to_no_evening(club: Club) -> None:
    match = started(club)
    assert "Round 1 · Table 1" in match.show().text
    owner = Organiser(club.owner, club.path)
    owner.tap("/setup", "/deletion")
    page = match.show()
    assert page.status == 200
    assert "Table 1" not in page.text
    assert club.path not in page.html
    assert club.owner.open(club.path).status == 404


def test_an_evening_has_room_for_so_many_people(organiser: Organiser) -> None:
    organiser.create(4)
    form = organiser.form("/people", "/people", 1)
    names = "\n".join(f"Ann {number}" for number in range(117))
    answer = organiser.browser.send(form, names=names)
    assert answer.status == 422
    assert "Up to 120 people can take part in a club evening." in answer.text
    assert "What you typed is still here." in answer.text
    assert "raise the limit" not in answer.text


def test_people_who_came_meanwhile_do_not_become_pairs(organiser: Organiser) -> None:
    organiser.create()
    form = organiser.form("/setup", "/setup")
    organiser.add("Ann")
    answer = organiser.browser.send(form, kind="swiss", name="Saturday club")
    assert answer.status == 409
    assert [text for _field, text in answer.errors] == ["Choose who plays with whom."]
    assert answer.form("/setup").fields["name"] == "Saturday club"
    assert "Friday club" in organiser.open().text
