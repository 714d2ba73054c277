"""Seating: the preview, the start of a round, and its undo."""

from collections.abc import Callable

import pytest

from tests.evening import NAMES
from tests.table import SAVED
from tests.web.events.evening import Organiser, chairs, find_undo, main_key, told

PAIRS = ("Ann & Ben", "Cleo & Dan", "Eva & Finn", "Gus & Ida", "Jo & Kim")


def test_a_preview_shows_nothing_to_the_room(
    organiser: Organiser, stored: Callable[[], str]
) -> None:
    organiser.create(9)
    before = stored()
    form = organiser.seating()
    shown = chairs(organiser.open("/seating"))
    assert sorted(shown) == sorted(NAMES[:9])
    assert chairs(organiser.open("/seating")) == shown
    other = organiser.browser.post(organiser.path + "/seating", form.fields | {"attempt": "1"})
    assert sorted(chairs(other)) == sorted(shown)
    assert chairs(other) != shown
    assert stored() == before


def test_two_taps_swap_two_names(organiser: Organiser) -> None:
    organiser.create(9)
    form = organiser.seating()
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


def test_a_round_starts_without_a_table_that_still_plays(organiser: Organiser) -> None:
    organiser.begin(12)
    organiser.save(points_1_0="300", points_1_1="250", points_3_0="310", points_3_1="250")
    page = organiser.open("/seating")
    assert "Table 2 is still playing" in page.text
    assert "Start round 2 Table 2 plays on" in page.text
    organiser.seat()
    assert told(organiser) == ["Round 1 · Not started", "Not started", "Not started"]


@pytest.mark.parametrize(
    ("kind", "names", "missing", "halves", "resting"),
    [
        ("singles", NAMES[:9], "Their 4 players", 6, 1),
        ("round robin", PAIRS, "Their 2 pairs", 4, 2),
        ("swiss", PAIRS, "Their 2 pairs", 3, 2),
    ],
    ids=["singles", "round robin", "swiss"],
)
def test_who_still_plays_gets_half_a_win_and_does_not_sit_out(
    organiser: Organiser, kind: str, names: tuple[str, ...], missing: str, halves: int, resting: int
) -> None:
    organiser.create(kind=kind)
    organiser.add_all(*names)
    organiser.seat()
    organiser.save(points_2_0="300", points_2_1="250")
    assert f"{missing} miss round 2. It counts ½ a win each." in organiser.open("/seating").text
    organiser.seat()
    assert len(organiser.open().root.all(class_="bench")[0].all("b")) == 1
    page = organiser.open("/standings")
    assert "Sitting out or missing a round counts ½ a win." in page.text
    wins = [node.text for node in page.root.all(class_="order__wins")]
    assert sum(one.endswith("½") for one in wins) == halves
    assert organiser.open("/print/seating").text.count("sits out") == resting


def test_results_are_typed_first_while_no_table_is_free_or_all_free_pairs_have_met(
    organiser: Organiser,
) -> None:
    organiser.begin(8, tables="1")
    assert main_key(organiser) == "Type results"
    assert "No table is free. Wait for one to finish" in organiser.open("/seating").text
    organiser.finish(1)
    assert main_key(organiser).startswith("Seat round 2")
    organiser.create(kind="round robin")
    organiser.add_all("Ann & Ben", "Cleo & Dan", "Eva & Finn", "Gus & Ida")
    organiser.seat()
    organiser.finish(2)
    organiser.seat()
    organiser.finish(1)
    assert main_key(organiser) == "Type results"
    assert "The free pairs have all met." in organiser.open("/seating").text


def test_a_round_robin_goes_on_after_the_plan_until_all_have_met(organiser: Organiser) -> None:
    organiser.create(kind="round robin", rounds="other", rounds_other="2")
    organiser.add_all("Ann & Ben", "Cleo & Dan", "Eva & Finn", "Gus & Ida")
    assert "3 rounds until everyone has met" in organiser.open("/people").text
    for _ in range(2):
        organiser.seat()
        organiser.finish(2)
    page = organiser.open()
    assert main_key(organiser).startswith("Seat round 3")
    assert {f"{organiser.path}/playoff", f"{organiser.path}/results?round=2"} <= {*page.ways}
    assert page.forms_to("/end")
    organiser.seat()
    organiser.finish(2)
    assert main_key(organiser) == "End the evening"


def test_nobody_to_seat_has_no_key_to_start(organiser: Organiser) -> None:
    organiser.create(3)
    page = organiser.open("/seating")
    assert page.forms_to("/rounds") == []
    assert "1 more needed to start" in page.text


def test_two_organisers_seat_a_round_once(organiser: Organiser) -> None:
    organiser.create(8)
    form = organiser.seating()
    first, *_others, last = organiser.open("/seating").root.all("button", name="tap")
    swap = f"{first.attributes['value']} {last.attributes['value']}"
    other = organiser.browser.post(organiser.path + "/seating", form.fields | {"swap": swap})
    assert organiser.browser.send(form).status == SAVED
    answer = organiser.browser.send(other.form("/rounds"))
    assert answer.status == 409
    assert "Round 1 was just seated" in answer.text
    assert len(answer.root.all(class_="table__head")) == 2


def test_the_same_seats_and_their_undo_sent_twice_are_one_round(organiser: Organiser) -> None:
    organiser.create(9)
    form = organiser.seating()
    assert [organiser.browser.send(form).status for _ in range(2)] == [SAVED, SAVED]
    assert "Round 1 of 5" in organiser.open().text
    assert len(organiser.open().root.all(class_="table__head")) == 2
    removal = organiser.form("/setup", "/rounds/1/removal")
    assert [organiser.browser.send(removal).status for _ in range(2)] == [SAVED, SAVED]
    page = organiser.open()
    assert ("Round 1 undone" in page.status_line, page.root.all(class_="table__head")) == (True, [])


def test_a_round_takes_two_taps_and_an_old_undo_shows_the_latest_one(organiser: Organiser) -> None:
    organiser.begin(8)
    old = find_undo(organiser.open())
    organiser.finish(2)
    page = organiser.open()
    assert f"{organiser.path}/seating" in page.ways
    assert organiser.browser.send(organiser.seating()).status == SAVED
    assert "Round 2 of 5 · 0 of 2 tables done" in organiser.open().text
    answer = organiser.browser.send(old)
    assert (answer.status, "Round 2 was just seated" in answer.text) == (409, True)


def test_no_round_starts_after_the_end(organiser: Organiser) -> None:
    organiser.begin(8)
    organiser.finish(2)
    seats, playoff = organiser.seating(), organiser.form("/playoff", "/playoff")
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
    form = organiser.seating()
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
    answer = organiser.browser.send(organiser.seating(), **fields)
    assert answer.status == 409
    assert "0 people" not in organiser.open().text


def test_a_round_is_taken_back(organiser: Organiser) -> None:
    organiser.begin(8)
    assert organiser.undo().status == SAVED
    assert "8 people" in organiser.open().text
    organiser.seat()
    organiser.save(points_1_0="300", points_1_1="250")
    form = organiser.form("/setup", "/removal")
    assert organiser.browser.send(form).status == SAVED
    page = organiser.open()
    assert "Round 1: Table 1 stays." in page.status_line
    assert len(page.root.all(class_="table__head")) == 1
