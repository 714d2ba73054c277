from collections.abc import Callable
from datetime import timedelta

import pytest

from scorekeeper.web.site import page_cache
from tests.reading import Node, Page, read
from tests.table import SAVED, Table
from tests.web.browser import Browser


def actions(table: Table) -> list[str]:
    return [form.action.rpartition("/")[2] for form in table.show().forms]


def words(table: Table) -> str:
    return table.show().text


def undo(table: Table) -> str:
    (told,) = set(table.show().says_undo)
    return told


def test_undo_removes_tricks_then_bids(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    assert undo(table) == "Undo: tricks of hand 1"
    table.undo()
    assert table.points == [0, 0]
    assert undo(table) == "Undo: bids of hand 1"
    table.undo()
    assert "bids" in actions(table)
    assert undo(table) == "Undo start"


def test_undo_asks_no_confirmation_and_has_nothing_to_do_at_the_start(
    table: Table, stored: Callable[[], str]
) -> None:
    before = stored()
    page = table.send("undo")
    assert page.status == 422
    assert page.errors == [("", "There is nothing to undo.")]
    assert stored() == before
    table.bid(4, 3, 3, 2)
    answer = table.send("undo")
    assert (answer.status, answer.location) == (SAVED, table.path)
    assert table.show().status_line == "Bids of hand 1 undone"


def test_two_phones_undo_one_fact_only(table: Table, second: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = second.show().form("/undo")
    table.undo()
    assert second.browser.send(form).status == 409
    assert undo(table) == "Undo: bids of hand 1"


def redo(table: Table) -> None:
    table.save("redo")


def test_redo_restores_what_was_undone(table: Table) -> None:
    table.play((4, 3, "nil", 2), 6, 7, seat_2=0)
    before = table.points
    table.undo()
    table.undo()
    redo(table)
    assert table.show().status_line == "Redone: bids of hand 1"
    redo(table)
    assert table.show().status_line == "Redone: tricks of hand 1"
    assert table.points == before


def test_redo_without_an_undo_is_refused(table: Table, unchanged: None) -> None:
    form = table.show().form("/undo")
    page = table.browser.post(form.action.replace("undo", "redo"), form.fields)
    assert page.status == 422
    assert page.errors == [
        ("", "The match has changed, so you can no longer do this. Check the score sheet.")
    ]


def test_stale_keys_only_report_what_happened(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    table.bid(4, 3, 3, 2)
    page = second.show()
    forms = [page.form(f"/{name}") for name in ("undo", "misdeal")]
    forms += [second.show(f"?change={name}").form(f"/{name}") for name in ("end", "dealer")]
    table.take(8, 5)
    before = stored()
    for form in forms:
        answer = second.browser.send(form)
        assert answer.status == 409
        assert "Since then: tricks of hand 1." in answer.text
        assert "please choose" not in answer.text
        assert answer.forms_to("/bids")
    assert stored() == before


def test_undo_after_a_correction_undoes_it(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((4, 3, 3, 2), 8, 5)
    table.correct(1, side_0="9", side_1="4")
    page = table.show()
    assert page.says_undo == ["Undo: hand 1 corrected"]
    table.undo()
    assert table.points == [142, 100]
    assert table.show().status_line == "Correction of hand 1 undone"


def test_undo_is_offered_with_the_changed_house_rules(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    address = f"{table.path}/rules/change"
    form = table.browser.open(address).form("/change", "get")
    preview = table.browser.open(address, query_string=form.fields | {"overtrick_points": "0"})
    table.browser.send(preview.form("/change"))
    page = table.browser.open(f"{table.path}/rules")
    assert keys_next_to_the_message(page) == ["Undo"]
    assert table.points == [70, 50]
    assert table.browser.send(page.form("/undo")).status == SAVED
    assert table.points == [71, 50]


@pytest.mark.parametrize("step", ["misdeal", "end"])
def test_one_key_undoes_a_misdeal_or_an_end(table: Table, step: str) -> None:
    table.bid(4, 3, 3, 2)
    table.save(step)
    named = {"misdeal": "Undo: misdeal", "end": "Undo: end of the match"}
    assert set(table.show().says_undo) == {named[step]}


def list_menu(root: Node) -> list[str]:
    (menu,) = root.all("details", class_="menu")
    return [item.text for item in menu.all(class_="menu__item")]


def test_the_menu_has_the_hand_and_the_table_first(table: Table, watcher: Browser) -> None:
    first = ["Misdeal: start this hand over", "Who deals this hand?", "Share and watch"]
    first += ["Scoreboard", "Players’ names", "End the match…"]
    last = ["Rule card", "Place and note", "Match file", "Delete the match"]
    assert list_menu(table.show().root) == [*first, *last]
    assert list_menu(watcher.open(table.path).root) == ["Scoreboard", "Rule card", "Match file"]
    table.bid(4, 3, 3, 2)
    board = [*first, "Change the bids", *last, "Home"]
    assert list_menu(table.show().root) == board
    _title, _bar, offline = table.show("/skeletons").json()["views"]["board"].partition("<header")
    assert list_menu(read(f"<html><body><header{offline}</body></html>")) == board


def keys_next_to_the_message(page: Page) -> list[str]:
    return [key.text for part in page.root.all(class_="messages") for key in part.all("button")]


def test_a_match_can_be_reopened_and_an_old_one_by_the_menu_only(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.end()
    (key,) = table.show().root.all("button", class_="bar__action")
    assert key.attributes["aria-label"] == "Undo: end of the match"
    table.show()
    later = page_cache.now() + timedelta(days=7)
    monkeypatch.setattr(page_cache, "now", lambda: later)
    page = table.show()
    assert page.root.all("button", class_="bar__action") == []
    (menu,) = page.root.all("details", class_="menu")
    assert [key.text for key in menu.all("button", form="undo")] == ["Undo: end of the match"]
    table.undo()
    assert "/bids" in {form.action.removeprefix(table.path) for form in table.show().forms}


def test_undone_changes_are_marked(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.correct(1, "miscounted", side_0="9", side_1="4")
    table.rule("revoke", "later", seat="0", hand="1", note="Ann had a heart")
    table.undo()
    table.undo()
    page = table.show()
    undone = [entry.text for entry in page.root.all("li", class_="corrections__undone")]
    assert len(undone) == 2
    assert "Hand 1 corrected" in undone[0]
    assert "miscounted · undone" in undone[0]
    assert "Ann had a heart" in undone[1]


def test_unsaved_choices_survive_an_undone_misdeal(table: Table) -> None:
    """A misdeal by mistake, undone: the form is the one with the chosen bids."""
    before = [node.attributes["data-keep"] for node in table.show().root.having("data-keep")]
    table.record_misdeal()
    table.undo()
    after = [node.attributes["data-keep"] for node in table.show().root.having("data-keep")]
    assert after == before
