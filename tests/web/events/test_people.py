"""Check-in: people and pairs are added, changed, removed, leave and come back."""

import pytest

from tests.evening import NAMES
from tests.table import SAVED, Table
from tests.web.events.evening import Organiser, chairs, find_undo


def test_people_are_added_and_counted(organiser: Organiser) -> None:
    Table(organiser.browser).start()
    organiser.create()
    assert {"Ann", "Ben"} <= {*chairs(organiser.open("/people"))}
    assert organiser.add("", tap="Ann").status == SAVED
    page = organiser.open("/people")
    assert ("Ann added" in page.status_line, "1 is here" in page.text) == (True, True)
    assert "Ann" not in chairs(page)
    organiser.add_all(*NAMES[1:17])
    page = organiser.open("/people")
    assert "17 are here 4 tables, 1 sits out each round" in page.text


def test_a_wrong_name_is_refused(organiser: Organiser) -> None:
    organiser.create(2)
    for name, error in (
        ("", "Type a name."),
        ("ann", "ann is already on the list. Someone else? Add a surname."),
        ("A" * 41, f"“{'A' * 41}” is longer than 40 characters. Shorten it."),
    ):
        answer = organiser.add(name)
        assert (answer.status, [text for _field, text in answer.errors]) == (422, [error])
    assert organiser.open("/people").text.count("Remove") == 2


def test_another_spelling_is_said_and_can_be_someone_else(organiser: Organiser) -> None:
    Table(organiser.browser).start("two-player", player_0="Daniël", player_1="Ann")
    organiser.create()
    organiser.add("Daniel")
    page = organiser.open("/people")
    assert "Daniel is Daniël here." in page.text
    (no,) = [form for form in page.forms_to("/people/1") if "other" in form.fields]
    assert organiser.browser.send(no).status == SAVED
    page = organiser.open("/people")
    assert ("Daniel" in page.text, "Daniel is Daniël here." in page.text) == (True, False)
    assert organiser.add("Daniël").status == SAVED


def test_pairs_are_tapped_or_pasted_and_changed(organiser: Organiser) -> None:
    Table(organiser.browser).start()
    organiser.create(kind="swiss")
    page = organiser.add("", tap="Ann")
    form = page.forms_to("/people")[0]
    assert (page.status, form.fields["name"]) == (200, "Ann")
    assert organiser.browser.send(form, tap="Cleo").status == SAVED
    assert "Ann & Cleo added" in organiser.open("/people").status_line
    organiser.create(kind="round robin")
    organiser.add_all("Ann & Ben", "Cleo, Dan", "Eva / Finn")
    assert organiser.change(2, "partner", name="Cleo", partner="Gus").status == SAVED
    assert "Cleo & Gus" in organiser.open("/people").text
    organiser.change(2, "partner", name="Cleo", partner="Ida")
    assert organiser.undo("/people").status == SAVED
    assert "Cleo & Gus" in organiser.open("/people").text


def test_half_a_pair_is_refused_and_names_of_a_pair_may_have_signs_in_them(
    organiser: Organiser,
) -> None:
    organiser.create(kind="swiss")
    answer = organiser.add("Ann", partner="")
    assert (answer.status, answer.errors) == (422, [("name", "Type both names.")])
    assert answer.forms_to("/people")[0].fields["name"] == "Ann"
    assert organiser.add("Mary/Jo", partner="Al, sr.").status == SAVED
    assert organiser.change(1, "partner", name="Mary/Jo", partner="Pa+Ma").status == SAVED
    assert "Mary/Jo & Pa+Ma" in organiser.open("/people").text


def test_a_list_added_by_mistake_is_undone_without_those_who_are_gone(organiser: Organiser) -> None:
    organiser.create(kind="swiss")
    organiser.add_all("Ann & Ben", "Cleo & Dan")
    organiser.undo("/people")
    removed = organiser.open("/people")
    assert "Ann & Ben and Cleo & Dan removed" in removed.text.replace("\N{NO-BREAK SPACE}", " ")
    organiser.browser.send(find_undo(removed))
    assert "2 pairs are here" in organiser.open("/people").text
    organiser.create(4)
    organiser.undo("/people")
    assert "0 are here" in organiser.open("/people").text
    organiser.add("Uma")
    organiser.change(1, "remove")
    organiser.undo("/people")
    assert "1 is here" in organiser.open("/people").text
    organiser.change(1, "remove")
    organiser.add_all("Ann", "Ben", "Cleo")
    undo = find_undo(organiser.open("/people"))
    for number in (2, 4):
        organiser.change(number, "remove")
    assert organiser.browser.send(undo).status == SAVED
    assert "0 are here" in organiser.open("/people").text


def test_of_two_messages_the_last_can_be_undone_and_a_second_tap_removes_nobody_else(
    organiser: Organiser,
) -> None:
    organiser.create(2)
    form = organiser.form("/people", "/people")
    for name in ("Cleo", "Dan"):
        assert organiser.browser.send(form, name=name).status == SAVED
    organiser.undo("/people")
    page = organiser.open("/people")
    assert (page.status_line, "3 are here" in page.text) == ("Dan removed", True)
    assert [organiser.change(2, "remove").status for _ in range(2)] == [SAVED, SAVED]
    assert organiser.change(1, "forget").status == 404
    assert "2 are here" in organiser.open("/people").text


def test_names_of_another_scorebook_are_not_suggested(organiser: Organiser) -> None:
    organiser.create()
    form = organiser.browser.open("/scorebooks").form("/scorebooks")
    assert organiser.browser.send(form, name="Another table").status == SAVED
    Table(organiser.browser).start()
    assert chairs(organiser.open("/people")) == []


@pytest.mark.parametrize(
    "written",
    [
        "Pairs:\n1. Ann & Ben\n2) Cleo and Dan,\n\n3.\tEva / Finn;",
        "(1) Ann + Ben\n- Cleo; Dan\n• Eva – Finn",
        "Team 1: Ann, Ben\n[27/11, 20:04] Max: Cleo und Dan\n✅ Eva at Finn",
        "1\tAnn\tBen\t\n2\tCleo\tDan\n3\tEva\tFinn",
        "1️⃣ *Ann* | *Ben*\n\u200e☐ “Cleo” ＆ Dan\n\u00a0* Eva&Finn",
    ],
    ids=["numbers", "bullets", "labels", "columns", "signs"],
)
def test_pairs_are_read_as_messengers_and_spreadsheets_write_them(
    organiser: Organiser, written: str
) -> None:
    organiser.create(kind="round robin")
    organiser.add_all(written)
    shown = [node.text for node in organiser.open("/people").root.all(class_="who__name")]
    expected = ["Eva & Finn", "Cleo & Dan", "Ann & Ben"]
    assert [name.replace("\N{NO-BREAK SPACE}", " ") for name in shown] == expected


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("1. Ann\n2. Jean-Luc\n", ["Jean-Luc", "Ann"]),
        ("Here:\n- 2Pac\n• ’t Hooft\nMax 2", ["Max 2", "’t Hooft", "2Pac"]),
        ("Ann, Ben, Cleo and Dan", ["Dan", "Cleo", "Ben", "Ann"]),
        ("Ann; Ben\nMary/Jo\nCleo + Dan,", ["Dan", "Cleo", "Mary/Jo", "Ben", "Ann"]),
        ("Smith, Ann\nBen\tJones", ["Ben Jones", "Smith, Ann"]),
    ],
    ids=["numbers", "odd names", "sentence", "rows", "surnames"],
)
def test_people_are_read_from_lists(organiser: Organiser, written: str, names: list[str]) -> None:
    organiser.create()
    organiser.add_all(written)
    assert [node.text for node in organiser.open("/people").root.all(class_="who__name")] == names


TWO_NAMES = "Type two names on each line. Check this one: "


@pytest.mark.parametrize(
    ("kind", "there", "written", "error"),
    [
        ("singles", "Uma", "Eva\n\nANN\neva", "Line 4: You entered eva twice. Add a surname."),
        ("swiss", "Uma & Vic", "Cleo & Cleo", "Line 1: You entered Cleo twice. Add a surname."),
        ("singles", "Uma", "People:\nEva\n2. Uma", "Line 3: Uma is already on the list. "),
        ("singles", "Uma", f"Eva\n{'A' * 41}", f"Line 2: “{'A' * 41}” is longer"),
        ("swiss", "Uma & Vic", "Ann, Ben & Cleo, Dan", TWO_NAMES),
        ("swiss", "Uma & Vic", "Ann & Ben\nCleo\nDan", f"{TWO_NAMES}Cleo"),
        ("singles", "Uma", "Here:", "Type a name."),
    ],
    ids=["twice", "in a pair", "there", "long", "two pairs", "two wrong lines", "nobody"],
)
def test_a_list_with_a_wrong_name_is_kept(
    organiser: Organiser, kind: str, there: str, written: str, error: str
) -> None:
    organiser.create(kind=kind)
    organiser.add_all(there)
    answer = organiser.browser.send(organiser.form("/people", "/people", 1), names=written)
    [(field, text)] = answer.errors
    assert (answer.status, field, text[: len(error)]) == (422, "pasted", error)
    assert answer.root.all("textarea")[0].text.split() == written.split()
    assert len(organiser.open("/people").root.all(class_="who__number")) == 1


def test_who_leaves_keeps_the_results_and_may_come_back(organiser: Organiser) -> None:
    organiser.begin(9)
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
