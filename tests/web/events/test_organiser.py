"""The evening of an organiser: set-up, end, access and cost."""

import gzip

import pytest
from flask import Flask

from tests.evening import NAMES
from tests.table import SAVED
from tests.web.events.club import Club
from tests.web.events.evening import Organiser, find_undo
from tests.web.test_cost import at_most

KILOBYTE = 1000


def test_new_match_leads_to_an_evening_that_is_created_once_and_has_a_name(
    organiser: Organiser,
) -> None:

    assert "/events/new" in organiser.browser.open("/matches/new").ways
    form = organiser.browser.open("/events/new").form("/events")
    first = organiser.browser.send(form, name="Friday club")
    again = organiser.browser.send(form, name="Friday club")
    assert (
        (first.status, first.location) == (again.status, again.location) == (SAVED, again.location)
    )
    assert "Friday club" in organiser.browser.open(first.location).text
    organiser.create(name=" ")
    assert "Club evening" in organiser.open().text


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"kind": "duplicate"}, "Choose who plays with whom."),
        ({"length": "never"}, "Choose how long a round is."),
        ({"length": "other", "unit": "minutes", "amount": "1"}, "Type a number from 5 to 600."),
        ({"length": "target:250", "most": "4"}, "Type a number from 5 to 600."),
        ({"rounds": "other", "rounds_other": "21"}, "Type a number from 1 to 20."),
        ({"house": "none"}, "Choose the house rules."),
        ({"tables": "many"}, "Type a number from 1 to 30."),
    ],
    ids=["kind", "length", "minutes", "at most", "rounds", "house rules", "tables"],
)
def test_a_wrong_set_up_keeps_what_was_typed(
    organiser: Organiser, fields: dict[str, str], error: str
) -> None:
    form = organiser.browser.open("/events/new").form("/events")
    answer = organiser.browser.send(form, name="Friday club", **fields)
    assert (answer.status, [text for _field, text in answer.errors]) == (422, [error])
    assert answer.form("/events").fields["name"] == "Friday club"


def test_a_set_up_can_be_changed(organiser: Organiser) -> None:
    organiser.create(length="other", unit="hand_limit", amount="4")
    form = organiser.form("/setup", "/setup")
    assert form.fields["length"] == "hand_limit:4"
    assert organiser.browser.send(form, rounds="6", name="Saturday club").status == SAVED
    changed = organiser.form("/setup", "/setup").fields
    assert (changed["rounds"], changed["name"]) == ("6", "Saturday club")
    assert changed["length"] == "hand_limit:4"


def test_a_round_ends_at_points_or_minutes_whichever_comes_first(club: Club) -> None:
    form = club.owner.open(f"{club.path}/setup").form("/setup")
    posted = club.owner.send(form, length="target:250", most="25", house="gold-and-blue")
    assert posted.status == SAVED
    house = club.load().event.house
    assert (house.target, house.minutes, house.floor) == (250, 25, -200)
    shown = club.owner.open(f"{club.path}/setup").form("/setup").fields
    assert (shown["length"], shown["most"]) == ("target:250", "25")
    club.seat()
    card = club.start_match().show("/rules").text
    assert "At 250 points a side wins." in card
    assert "After 25 minutes, finish the hand." in card
    # The shorter of two times counts.
    assert club.owner.send(form, length="minutes:30", most="20").status == SAVED
    house = club.load().event.house
    assert (house.target, house.minutes, house.floor) == (1000, 20, None)


def test_an_evening_ends_and_goes_on(organiser: Organiser) -> None:
    organiser.begin(4, rounds="other", rounds_other="1")
    organiser.finish(1)
    assert organiser.browser.send(organiser.form("", "/end")).status == SAVED
    page = organiser.open()
    assert "Winners" in page.text
    organiser.browser.send(find_undo(page))
    assert f"{organiser.path}/seating" in organiser.open().ways


def test_a_deleted_evening_is_restored_by_undo(organiser: Organiser) -> None:
    organiser.create(4)
    assert organiser.path in organiser.browser.open("/").ways
    assert "/how-spades-works" in organiser.browser.open("/").ways
    assert organiser.browser.send(organiser.form("/setup", "/deletion")).status == SAVED
    home = organiser.browser.open("/")
    assert "Evening deleted" in home.text
    assert organiser.path not in home.ways
    assert organiser.open().status == 404
    assert organiser.browser.send(find_undo(home)).status == SAVED
    assert organiser.open().status == 200


@pytest.mark.parametrize("page", ["/results?round=2", "/rounds/1/tables/2", "/rounds/2/tables/1"])
def test_a_round_or_table_that_does_not_exist_is_not_found(organiser: Organiser, page: str) -> None:
    organiser.begin(4)
    assert organiser.open(page).status == 404


@pytest.mark.parametrize("tables", [1, 15])
def test_statements_do_not_grow_with_tables(
    organiser: Organiser, statements: list[str], tables: int
) -> None:
    organiser.create()
    organiser.add_all(*(f"Player {number} of a club" for number in range(4 * tables)))
    form = organiser.seating()
    with at_most(statements, 9):
        assert organiser.browser.send(form).status == SAVED
    with at_most(statements, 6):
        organiser.open()
    with at_most(statements, 1):
        organiser.open()


def test_the_page_of_fifteen_tables_is_small(app: Flask, organiser: Organiser) -> None:
    organiser.create()
    organiser.add_all(*(f"{name} {surname}" for surname in "ABC" for name in NAMES))
    organiser.seat()
    organiser.finish(15)
    organiser.open()
    page = gzip.compress(organiser.open().body)
    assert len(page) <= 6 * KILOBYTE
