"""The organiser's pages: set-up, people, seating, results."""

import gzip
from collections.abc import Callable

import pytest
from flask import Flask

from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.events.evening import NAMES, SAVED, Organiser, find_undo
from tests.web.test_cost import at_most

KILOBYTE = 1000


@pytest.fixture
def organiser(browser: Browser) -> Organiser:
    return Organiser(browser)


def chairs(page: object) -> list[str]:
    return [node.text for node in page.root.all("button", name="tap")]  # type: ignore[attr-defined]


def main_key(organiser: Organiser) -> str:
    keys = organiser.open().root.below
    return next(key.text for key in keys if "button--main" in key.attributes.get("class", ""))


def points(page: Page) -> list[str]:
    return [found.text for found in page.root.all(class_="table__points")]


def told(organiser: Organiser) -> list[str]:
    """How far each table is."""
    states = organiser.open().root.all(class_="table__state")
    return [state.text for state in states]


def test_new_match_leads_to_a_club_evening(browser: Browser) -> None:
    assert "/events/new" in browser.open("/matches/new").ways


def test_an_evening_is_created_once(organiser: Organiser) -> None:
    form = organiser.browser.open("/events/new").form("/events")
    first = organiser.browser.send(form, name="Friday club")
    again = organiser.browser.send(form, name="Friday club")
    assert (
        (first.status, first.location) == (again.status, again.location) == (SAVED, again.location)
    )
    assert "Friday club" in organiser.browser.open(first.location).text


def test_a_set_up_without_a_name_is_a_club_evening(organiser: Organiser) -> None:
    organiser.create(name=" ")
    assert "Club evening" in organiser.open().text


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"kind": "duplicate"}, "Choose who plays with whom."),
        ({"length": "never"}, "Choose how long a round is."),
        ({"length": "other", "unit": "minutes", "amount": "1"}, "Type a number from 5 to 600."),
        ({"rounds": "other", "rounds_other": "21"}, "Type a number from 1 to 20."),
        ({"house": "none"}, "Choose the house rules."),
        ({"tables": "many"}, "Type a number from 1 to 30."),
    ],
    ids=["kind", "length", "minutes", "rounds", "house rules", "tables"],
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


def test_people_are_added_and_counted(organiser: Organiser) -> None:
    organiser.create()
    assert organiser.add("Ann").status == SAVED
    assert "Ann added" in organiser.open("/people").status_line
    organiser.add_all(*NAMES[1:17])
    page = organiser.open("/people")
    assert "17 are here 4 tables, 1 sits out each round" in page.text


def test_known_people_are_tapped(organiser: Organiser) -> None:
    Table(organiser.browser).start()
    organiser.create()
    assert {"Ann", "Ben"} <= {*chairs(organiser.open("/people"))}
    organiser.add("", tap="Ann")
    assert "1 is here" in organiser.open("/people").text
    assert "Ann" not in chairs(organiser.open("/people"))


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", "Type a name."),
        ("ann", "Ann is already on the list."),
        ("A" * 41, "Names can be at most 40 characters long."),
    ],
    ids=["none", "twice", "long"],
)
def test_a_wrong_name_is_refused(organiser: Organiser, name: str, error: str) -> None:
    organiser.create(2)
    answer = organiser.add(name)
    assert (answer.status, len(answer.errors)) == (422, 1)
    assert organiser.open("/people").text.count("Remove") == 2


def test_two_taps_add_a_pair(organiser: Organiser) -> None:
    Table(organiser.browser).start()
    organiser.create(kind="swiss")
    page = organiser.add("", tap="Ann")
    form = page.forms_to("/people")[0]
    assert (page.status, form.fields["name"]) == (200, "Ann")
    assert organiser.browser.send(form, tap="Cleo").status == SAVED
    assert "Ann & Cleo added" in organiser.open("/people").status_line


def test_pairs_are_pasted_and_changed(organiser: Organiser) -> None:
    organiser.create(kind="round robin")
    organiser.add_all("Ann & Ben", "Cleo, Dan", "Eva / Finn")
    assert organiser.change(2, "partner", name="Cleo", partner="Gus").status == SAVED
    assert "Cleo & Gus" in organiser.open("/people").text
    organiser.change(2, "partner", name="Cleo", partner="Ida")
    assert organiser.undo("/people").status == SAVED
    assert "Cleo & Gus" in organiser.open("/people").text


def test_half_a_pair_is_refused(organiser: Organiser) -> None:
    organiser.create(kind="swiss")
    answer = organiser.add("Ann", partner="")
    assert (answer.status, answer.errors) == (422, [("name", "Type both names.")])
    assert answer.forms_to("/people")[0].fields["name"] == "Ann"


def test_adding_and_removing_are_undone(organiser: Organiser) -> None:
    organiser.create(4)
    organiser.undo("/people")
    assert "0 are here" in organiser.open("/people").text
    organiser.add("Ann")
    organiser.change(1, "remove")
    organiser.undo("/people")
    assert "1 is here" in organiser.open("/people").text


def test_a_list_added_by_mistake_is_removed_and_comes_back(organiser: Organiser) -> None:
    organiser.create(kind="swiss")
    organiser.add_all("Ann & Ben", "Cleo & Dan")
    organiser.undo("/people")
    removed = organiser.open("/people")
    assert "Ann & Ben and Cleo & Dan removed" in removed.text.replace("\N{NO-BREAK SPACE}", " ")
    organiser.browser.send(find_undo(removed))
    assert "2 pairs are here" in organiser.open("/people").text


def test_a_list_is_undone_without_those_who_are_gone(organiser: Organiser) -> None:
    organiser.create()
    organiser.add_all("Ann", "Ben", "Cleo")
    undo = find_undo(organiser.open("/people"))
    for number in (1, 3):
        organiser.change(number, "remove")
    assert organiser.browser.send(undo).status == SAVED
    assert "0 are here" in organiser.open("/people").text


def test_names_of_another_scorebook_are_not_suggested(organiser: Organiser) -> None:
    organiser.create()
    form = organiser.browser.open("/scorebooks").form("/scorebooks")
    assert organiser.browser.send(form, name="Another table").status == SAVED
    Table(organiser.browser).start()
    assert chairs(organiser.open("/people")) == []


def test_a_second_tap_removes_nobody_else(organiser: Organiser) -> None:
    organiser.create(2)
    assert [organiser.change(2, "remove").status for _ in range(2)] == [SAVED, SAVED]
    assert organiser.change(1, "forget").status == 404
    assert "1 is here" in organiser.open("/people").text


def test_names_of_a_pair_may_have_signs_in_them(organiser: Organiser) -> None:
    organiser.create(kind="swiss")
    assert organiser.add("Mary/Jo", partner="Al, sr.").status == SAVED
    assert organiser.change(1, "partner", name="Mary/Jo", partner="Pa+Ma").status == SAVED
    assert "Mary/Jo & Pa+Ma" in organiser.open("/people").text


def test_several_wrong_lines_are_one_error(organiser: Organiser) -> None:
    organiser.create(kind="swiss")
    form = organiser.form("/people", "/people", 1)
    answer = organiser.browser.send(form, names="Ann & Ben\nCleo\nDan")
    error = "Type two names on each line. Check this one: Cleo"
    assert answer.errors == [("pasted", error)]


def test_who_leaves_keeps_the_results_and_may_come_back(organiser: Organiser) -> None:
    organiser.create(9)
    organiser.start()
    organiser.finish(2)
    assert organiser.change(3, "remove").status == 422
    organiser.change(3, "leave")
    page = organiser.open("/people")
    assert "Cleo left. All results stay." in page.status_line
    assert "Left after round 1" in page.text
    organiser.add("Cleo")
    assert "Cleo came back" in organiser.open("/people").status_line
    organiser.add("Zoë")
    assert "From round 2 on" in organiser.open("/people").text


def test_a_preview_shows_nothing_to_the_room(
    organiser: Organiser, stored: Callable[[], str]
) -> None:
    organiser.create(9)
    before = stored()
    form = organiser.seat()
    shown = chairs(organiser.open("/seating"))
    assert sorted(shown) == sorted(NAMES[:9])
    assert chairs(organiser.open("/seating")) == shown
    other = organiser.browser.post(organiser.path + "/seating", form.fields | {"attempt": "1"})
    assert sorted(chairs(other)) == sorted(shown)
    assert chairs(other) != shown
    assert stored() == before


def test_two_taps_swap_two_names(organiser: Organiser) -> None:
    organiser.create(9)
    form = organiser.seat()
    first, *_others, last = organiser.open("/seating").root.all("button", name="tap")
    address = organiser.path + "/seating"
    one, other = first.attributes["value"], last.attributes["value"]
    picked = organiser.browser.post(address, form.fields | {"tap": one})
    assert f"{first.text} swaps with …" in picked.status_line
    swapped = organiser.browser.post(address, picked.form("/rounds").fields | {"tap": other})
    assert f"{first.text} and {last.text} swapped" in swapped.status_line
    assert chairs(swapped)[0] == last.text
    back = organiser.browser.post(
        address, swapped.form("/rounds").fields | {"swap": f"{one} {other}"}
    )
    assert chairs(back)[0] == first.text
    assert organiser.browser.send(swapped.form("/rounds")).status == SAVED
    assert last.text in organiser.open().root.all(class_="table__head")[0].text


def test_a_round_takes_two_taps(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    organiser.finish(2)
    page = organiser.open()
    assert f"{organiser.path}/seating" in page.ways
    assert organiser.browser.send(organiser.seat()).status == SAVED
    assert "Round 2 of 5 · 0 of 2 tables done" in organiser.open().text


def test_a_round_starts_without_a_table_that_still_plays(organiser: Organiser) -> None:
    organiser.create(12)
    organiser.start()
    organiser.save(points_1_0="300", points_1_1="250", points_3_0="310", points_3_1="250")
    page = organiser.open("/seating")
    assert "Table 2 still plays" in page.text
    assert "Start round 2 Table 2 plays on" in page.text
    organiser.start()
    assert told(organiser) == ["Round 1 · Not started", "Not started", "Not started"]


def test_results_are_typed_first_while_no_table_is_free(organiser: Organiser) -> None:
    organiser.create(8, tables="1")
    organiser.start()
    assert main_key(organiser) == "Type results"
    assert "No table is free. Wait for one to finish" in organiser.open("/seating").text
    organiser.finish(1)
    assert main_key(organiser).startswith("Seat round 2")


def test_results_are_typed_first_while_all_free_pairs_have_met(organiser: Organiser) -> None:
    organiser.create(kind="round robin")
    organiser.add_all("Ann & Ben", "Cleo & Dan", "Eva & Finn", "Gus & Ida")
    organiser.start()
    organiser.finish(2)
    organiser.start()
    organiser.finish(1)
    assert main_key(organiser) == "Type results"
    assert "Those who are free have all met." in organiser.open("/seating").text


def test_a_round_robin_goes_on_after_the_plan_until_all_have_met(organiser: Organiser) -> None:
    organiser.create(kind="round robin", rounds="other", rounds_other="2")
    organiser.add_all("Ann & Ben", "Cleo & Dan", "Eva & Finn", "Gus & Ida")
    assert "3 rounds until everyone has met" in organiser.open("/people").text
    for _ in range(2):
        organiser.start()
        organiser.finish(2)
    page = organiser.open()
    assert main_key(organiser).startswith("Seat round 3")
    assert {f"{organiser.path}/playoff", f"{organiser.path}/results?round=2"} <= {*page.ways}
    assert page.forms_to("/end")
    organiser.start()
    organiser.finish(2)
    assert main_key(organiser) == "End the evening"


def test_nobody_to_seat_has_no_key_to_start(organiser: Organiser) -> None:
    organiser.create(3)
    page = organiser.open("/seating")
    assert page.forms_to("/rounds") == []
    assert "1 more to start" in page.text


def test_two_organisers_seat_a_round_once(organiser: Organiser) -> None:
    organiser.create(8)
    form = organiser.seat()
    first, *_others, last = organiser.open("/seating").root.all("button", name="tap")
    swap = f"{first.attributes['value']} {last.attributes['value']}"
    other = organiser.browser.post(organiser.path + "/seating", form.fields | {"swap": swap})
    assert organiser.browser.send(form).status == SAVED
    answer = organiser.browser.send(other.form("/rounds"))
    assert answer.status == 409
    assert "Round 1 was just seated" in answer.text
    assert len(answer.root.all(class_="table__head")) == 2


def test_the_same_seats_sent_twice_are_one_round(organiser: Organiser) -> None:
    organiser.create(9)
    form = organiser.seat()
    assert [organiser.browser.send(form).status for _ in range(2)] == [SAVED, SAVED]
    assert "Round 1 of 5" in organiser.open().text


def test_an_undone_round_comes_back_with_its_seats(organiser: Organiser) -> None:
    organiser.create(9)
    organiser.start()
    before = [side.text for side in organiser.open().root.all(class_="table__head")]
    assert len(before) == 2
    removal = organiser.form("/setup", "/rounds/1/removal")
    assert [organiser.browser.send(removal).status for _ in range(2)] == [SAVED, SAVED]
    assert organiser.undo().status == SAVED
    page = organiser.open()
    assert "Round 1 started" in page.status_line
    assert [side.text for side in page.root.all(class_="table__head")] == before


def test_an_old_undo_of_a_round_shows_the_latest_one(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    old = find_undo(organiser.open())
    organiser.finish(2)
    organiser.start()
    answer = organiser.browser.send(old)
    assert (answer.status, "Round 2 was just seated" in answer.text) == (409, True)


@pytest.mark.parametrize("page", ["/results", "/rounds/1/tables/1"])
def test_results_of_a_round_that_was_undone_show_how_it_is_now(
    organiser: Organiser, page: str
) -> None:
    organiser.create(8)
    organiser.start()
    typing = organiser.form(page, page)
    organiser.browser.send(organiser.form("/setup", "/rounds/1/removal"))
    answer = organiser.browser.send(typing, points_1_0="300", points_1_1="250")
    assert (answer.status, "Someone just changed the evening" in answer.text) == (409, True)


@pytest.mark.parametrize("page", ["/results", "/rounds/1/tables/1"])
def test_results_are_never_saved_for_others_at_the_table(organiser: Organiser, page: str) -> None:
    organiser.create(8)
    organiser.start()
    typing = organiser.form(page, page)
    organiser.browser.send(organiser.form("/setup", "/rounds/1/removal"))
    fields = organiser.seat().fields | {"attempt": "1"}
    other = organiser.browser.post(organiser.path + "/seating", fields)
    assert organiser.browser.send(other.form("/rounds")).status == SAVED
    answer = organiser.browser.send(typing, points_1_0="300", points_1_1="250")
    assert (answer.status, "Round 1 was just seated" in answer.text) == (409, True)
    assert told(organiser) == ["Not started", "Not started"]


def test_no_round_starts_after_the_end(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    organiser.finish(2)
    seats, playoff = organiser.seat(), organiser.form("/playoff", "/playoff")
    ending = organiser.form("/setup", "/end")
    assert [organiser.browser.send(ending).status for _ in range(2)] == [SAVED, SAVED]
    assert organiser.open().text.count("Undo") == 1
    for form in (seats, playoff):
        assert organiser.browser.send(form).status == SAVED
        assert "The evening is over. You can go on with it in Set-up." in organiser.open().text
    for page in ("/seating", "/playoff"):
        assert organiser.open(page).status == SAVED
    assert "Round 1 of 5" in organiser.open().text


def test_a_change_before_the_start_shows_the_seats_again(organiser: Organiser) -> None:
    organiser.create(8)
    form = organiser.seat()
    organiser.add("Zoë")
    answer = organiser.browser.send(form)
    assert answer.status == 409
    assert "Something changed in the meantime." in answer.text
    assert "Zoë" in chairs(answer)
    assert organiser.browser.send(answer.form("/rounds")).status == SAVED


@pytest.mark.parametrize(
    "fields",
    [{"tables": "1 2 3 3"}, {"tables": "", "out": ""}, {"tables": "x"}, {"revision": "x"}],
    ids=["twice", "nobody", "no number", "no revision"],
)
def test_an_impossible_seating_is_refused(organiser: Organiser, fields: dict[str, str]) -> None:
    organiser.create(8)
    answer = organiser.browser.send(organiser.seat(), **fields)
    assert answer.status == 409
    assert "0 people" not in organiser.open().text


def test_a_round_is_taken_back(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    assert organiser.undo().status == SAVED
    assert "8 people" in organiser.open().text
    organiser.start()
    organiser.save(points_1_0="300", points_1_1="250")
    form = organiser.form("/setup", "/removal")
    assert organiser.browser.send(form).status == SAVED
    page = organiser.open()
    assert "Table 1 stays in round 1." in page.status_line
    assert len(page.root.all(class_="table__head")) == 1


def test_results_are_typed_and_undone(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    answer = organiser.save(
        points_1_0="312", points_1_1="40", minus_1_1="yes", points_2_0="", points_2_1=""
    )
    assert answer.status == SAVED
    page = organiser.open()
    assert "1 result saved" in page.status_line
    assert points(page) == ["312", "−40"]
    assert told(organiser) == ["Done · typed in", "Not started"]
    organiser.save(points_1_0="100")
    organiser.undo()
    assert points(organiser.open()) == ["312", "−40"]
    organiser.save(points_1_0="", points_1_1="", minus_1_1=None)
    assert told(organiser) == ["Not started", "Not started"]


def test_a_tie_is_asked_about_once(organiser: Organiser) -> None:
    organiser.create(4)
    organiser.start()
    answer = organiser.save(points_1_0="275", points_1_1="275")
    assert answer.status == 422
    assert "A tie? Save it only if the table could not play another hand." in answer.text
    assert organiser.browser.send(answer.form("/results")).status == SAVED


@pytest.mark.parametrize(
    ("points", "error"),
    [
        ("", "Type the points of both sides."),
        ("many", "Type a number from −9999 to 9999."),
        ("99999", "Type a number from −9999 to 9999."),
    ],
    ids=["none", "many", "99999"],
)
def test_a_half_result_keeps_the_other_half(organiser: Organiser, points: str, error: str) -> None:
    organiser.create(4)
    organiser.start()
    answer = organiser.save(points_1_0="312", points_1_1=points)
    assert answer.status == 422
    assert answer.errors == [("points_1_0", f"Table 1: {error}")]
    fields = answer.form("/results").fields
    assert (fields["points_1_0"], fields["points_1_1"]) == ("312", points)


def test_a_saved_tie_stops_no_other_result(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    answer = organiser.save(points_1_0="275", points_1_1="275")
    assert organiser.browser.send(answer.form("/results")).status == SAVED
    assert organiser.save(points_2_0="300", points_2_1="250").status == SAVED
    assert told(organiser) == ["Done · typed in", "Done · typed in"]


def test_undo_never_replaces_what_someone_else_saved(organiser: Organiser) -> None:
    organiser.create(8)
    organiser.start()
    organiser.save(points_1_0="312", points_1_1="250")
    organiser.save(points_1_0="300", points_1_1="200")
    undo = find_undo(organiser.open())
    organiser.save(points_1_0="310", points_1_1="200")
    answer = organiser.browser.send(undo)
    assert (answer.status, len(answer.errors)) == (409, 1)
    form = next(form for form in answer.forms_to("/results") if "points_2_0" in form.fields)
    assert organiser.browser.send(form, points_2_0="1", points_2_1="0").status == SAVED
    fields = organiser.form("/results", "/results").fields
    assert (fields["points_1_0"], fields["points_1_1"]) == ("310", "200")


def test_two_different_results_are_both_shown(organiser: Organiser) -> None:
    organiser.create(4)
    organiser.start()
    form = organiser.form("/results", "/results")
    organiser.save(points_1_0="312", points_1_1="250")
    same = organiser.browser.send(form, points_1_0="312", points_1_1="250")
    assert same.status == SAVED
    answer = organiser.browser.send(form, points_1_0="310", points_1_1="250")
    assert answer.status == 409
    assert "Someone saved 312 : 250. You typed 310 : 250." in answer.text
    assert organiser.browser.send(answer.forms_to("/results")[-1]).status == SAVED
    assert points(organiser.open()) == ["310", "250"]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"do": "walkover", "winner": "1"}, "Walkover"),
        ({"do": "none"}, "No result"),
    ],
    ids=["walkover", "no result"],
)
def test_a_table_can_end_without_points(
    organiser: Organiser, fields: dict[str, str], shown: str
) -> None:
    organiser.create(4)
    organiser.start()
    table = "/rounds/1/tables/1"
    assert organiser.tap(table, table, **fields).status == SAVED
    assert told(organiser) == [shown]
    assert organiser.save().status == SAVED
    assert told(organiser) == [shown]
    organiser.tap(table, table, do="clear", shown_1=organiser.form(table, table).fields["shown_1"])
    assert told(organiser) == ["Not started"]


@pytest.mark.parametrize(
    "fields", [{"do": None}, {"do": "walkover", "winner": "2"}, {"do": "points", "shown_1": None}]
)
def test_an_incomplete_form_removes_no_result(
    organiser: Organiser, fields: dict[str, str | None]
) -> None:
    organiser.create(4)
    organiser.start()
    organiser.save(points_1_0="312", points_1_1="250")
    form = organiser.form("/rounds/1/tables/1", "/rounds/1/tables/1")
    assert organiser.browser.send(form, **fields).status == 422
    assert told(organiser) == ["Done · typed in"]


def test_a_match_that_is_over_meanwhile_is_not_counted_as_it_stood(organiser: Organiser) -> None:
    organiser.create(4)
    organiser.start()
    table = "/rounds/1/tables/1"
    assert organiser.tap(table, table, do="count").status == SAVED
    assert told(organiser) == ["Not started"]


def test_an_evening_ends_and_goes_on(organiser: Organiser) -> None:
    organiser.create(4, rounds="other", rounds_other="1")
    organiser.start()
    organiser.finish(1)
    assert organiser.browser.send(organiser.form("", "/end")).status == SAVED
    page = organiser.open()
    assert "share first place." in page.text
    organiser.browser.send(find_undo(page))
    assert f"{organiser.path}/seating" in organiser.open().ways


def test_a_deleted_evening_is_restored_by_undo(organiser: Organiser) -> None:
    organiser.create(4)
    assert organiser.path in organiser.browser.open("/").ways
    assert organiser.browser.send(organiser.form("/setup", "/deletion")).status == SAVED
    home = organiser.browser.open("/")
    assert "Evening deleted" in home.text
    assert organiser.path not in home.ways
    assert organiser.open().status == 404
    assert organiser.browser.send(find_undo(home)).status == SAVED
    assert organiser.open().status == 200


@pytest.mark.parametrize(
    "page", ["", "/setup", "/people", "/seating", "/results", "/rounds/1/tables/1"]
)
def test_an_evening_of_others_is_not_found(
    organiser: Organiser, stranger: Browser, page: str
) -> None:
    organiser.create(4)
    organiser.start()
    assert organiser.open(page).status == 200
    assert stranger.open(organiser.path + page).status == 404


@pytest.mark.parametrize("page", ["/results?round=2", "/rounds/1/tables/2", "/rounds/2/tables/1"])
def test_a_round_or_table_that_does_not_exist_is_not_found(organiser: Organiser, page: str) -> None:
    organiser.create(4)
    organiser.start()
    assert organiser.open(page).status == 404


@pytest.mark.parametrize("tables", [1, 15])
def test_statements_do_not_grow_with_tables(
    organiser: Organiser, statements: list[str], tables: int
) -> None:
    organiser.create()
    organiser.add_all(*(f"Player {number} of a club" for number in range(4 * tables)))
    form = organiser.seat()
    with at_most(statements, 9):
        assert organiser.browser.send(form).status == SAVED
    with at_most(statements, 6):
        organiser.open()
    with at_most(statements, 1):
        organiser.open()


def test_the_page_of_fifteen_tables_is_small(app: Flask, organiser: Organiser) -> None:
    organiser.create()
    organiser.add_all(*(f"{name} {surname}" for surname in "ABC" for name in NAMES))
    organiser.start()
    organiser.finish(15)
    organiser.open()
    page = gzip.compress(organiser.open().body)
    assert len(page) <= 6 * KILOBYTE
