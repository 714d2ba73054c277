from dataclasses import replace

import pytest

from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser

DOG = "A dog barked.\nNobody led."


def note(table: Table, page: str = "/note", **typed: str) -> Page:
    form = table.browser.open(table.path + page).form(page)
    return table.browser.send(form, **typed)


def test_place_and_note_are_shown_to_spectators_without_a_form(
    table: Table, watcher: Browser
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    answer = note(table, typed_place="  Kitchen \n at Eve’s ", typed_note=DOG)
    assert answer.status == SAVED
    review = table.show().text
    assert "Kitchen at Eve’s" in review
    assert "A dog barked. Nobody led." in review
    note(table, typed_place="Kitchen", typed_note=DOG)
    form = table.browser.open(f"{table.path}/note").form("/note")
    assert form.fields["typed_place"] == form.fields["was_place"] == "Kitchen"
    note(table, typed_place="Kitchen")
    page = watcher.open(table.path)
    assert "Kitchen" in page.text
    assert f"{table.path}/note" not in page.links
    assert watcher.open(f"{table.path}/note").status == 404


def test_the_note_of_a_hand_is_in_the_sheet_to_which_the_arrow_leads_back(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    assert note(table, "/hands/1/note", typed_note="Ann sneezed").status == SAVED
    assert "Ann sneezed" in table.show().text
    page = table.browser.open(f"{table.path}/hands/1/note")
    assert page.root.all("a", class_="bar__back")[0].attributes["href"] == table.path


def test_a_cached_page_shows_a_new_note(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    for place in ("Kitchen", "Garden"):
        note(table, typed_place=place)
        for _ in range(2):
            assert place in table.show().text


def test_a_text_too_long_is_refused_and_kept(table: Table) -> None:
    answer = note(table, typed_place="Kitchen", typed_note="x" * 501)
    assert answer.status == 422
    assert "“Note” is longer than 500 characters. Shorten it." in answer.text
    fields = answer.form("/note").fields
    assert (fields["typed_place"], fields["typed_note"]) == ("Kitchen", "x" * 501)
    assert "Kitchen" not in table.show().text


def test_a_conflicting_note_is_shown_and_kept_and_a_cleared_one_shown(
    table: Table, second: Table
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = table.browser.open(f"{table.path}/note").form("/note")
    note(second, typed_note="a cat mewed", typed_place="Garden")
    answer = table.browser.send(form, typed_note=DOG)
    assert answer.status == 409
    assert "Someone changed this to “a cat mewed”" in answer.text
    again = answer.form("/note")
    assert again.fields["typed_place"] == "Garden"
    assert table.browser.send(again, typed_place="Kitchen").status == SAVED
    assert "Kitchen A dog barked." in table.show().text
    note(table, typed_note="a cat mewed")
    form = table.browser.open(f"{table.path}/note").form("/note")
    note(second, typed_note="")
    answer = table.browser.send(form, typed_note=DOG)
    assert answer.status == 409
    assert "Someone cleared this" in answer.text


@pytest.mark.parametrize("hand", [0, 2, 10**20])
def test_a_missing_hand_is_not_found(table: Table, hand: int) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = table.browser.open(f"{table.path}/hands/1/note").form("/hands/1/note")
    assert table.browser.open(f"{table.path}/hands/{hand}/note").status == 404
    other = replace(form, action=f"{table.path}/hands/{hand}/note")
    assert table.browser.send(other, typed_note=DOG).status == 404
