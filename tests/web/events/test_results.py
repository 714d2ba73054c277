"""Results that an organiser types, and tables that end without points."""

import pytest

from tests.table import SAVED
from tests.web.events.evening import Organiser, find_undo, points, told


def test_results_are_typed_and_undone(organiser: Organiser) -> None:
    organiser.begin(8)
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
    organiser.begin(8)
    answer = organiser.save(points_1_0="275", points_1_1="275")
    assert answer.status == 422
    assert "A tie? Save it only if the table could not play another hand." in answer.text
    assert organiser.browser.send(answer.form("/results")).status == SAVED
    # Nor does it stop another result.
    assert organiser.save(points_2_0="300", points_2_1="250").status == SAVED
    assert told(organiser) == ["Done · typed in", "Done · typed in"]


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
    organiser.begin(4)
    answer = organiser.save(points_1_0="312", points_1_1=points)
    assert answer.status == 422
    assert answer.errors == [("points_1_0", f"Table 1: {error}")]
    fields = answer.form("/results").fields
    assert (fields["points_1_0"], fields["points_1_1"]) == ("312", points)


def test_undo_never_replaces_what_someone_else_saved(organiser: Organiser) -> None:
    organiser.begin(8)
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
    organiser.begin(4)
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
    [({"do": "walkover", "winner": "1"}, "Walkover"), ({"do": "none"}, "No result")],
    ids=["walkover", "no result"],
)
def test_a_table_can_end_without_points(
    organiser: Organiser, fields: dict[str, str], shown: str
) -> None:
    organiser.begin(4)
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
    organiser.begin(4)
    organiser.save(points_1_0="312", points_1_1="250")
    form = organiser.form("/rounds/1/tables/1", "/rounds/1/tables/1")
    assert organiser.browser.send(form, **fields).status == 422
    assert told(organiser) == ["Done · typed in"]


def test_a_match_that_is_over_meanwhile_is_not_counted_as_it_stood(organiser: Organiser) -> None:
    organiser.begin(4)
    table = "/rounds/1/tables/1"
    assert organiser.tap(table, table, do="count").status == SAVED
    assert told(organiser) == ["Not started"]


@pytest.mark.parametrize("page", ["/results", "/rounds/1/tables/1"])
def test_results_are_never_saved_for_others_at_the_table(organiser: Organiser, page: str) -> None:
    organiser.begin(8)
    typing = organiser.form(page, page)
    organiser.browser.send(organiser.form("/setup", "/rounds/1/removal"))
    answer = organiser.browser.send(typing, points_1_0="300", points_1_1="250")
    assert (answer.status, "Someone just changed the evening" in answer.text) == (409, True)
    fields = organiser.seating().fields | {"attempt": "1"}
    other = organiser.browser.post(organiser.path + "/seating", fields)
    assert organiser.browser.send(other.form("/rounds")).status == SAVED
    answer = organiser.browser.send(typing, points_1_0="300", points_1_1="250")
    assert (answer.status, "Round 1 was just seated" in answer.text) == (409, True)
    assert told(organiser) == ["Not started", "Not started"]
