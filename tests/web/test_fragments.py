"""Pieces of pages that are kept once rendered never outlive what they were made of."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask_babel import force_locale

from scorekeeper.web import fragments
from scorekeeper.web.hand_forms import Question
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import Story


def hands_played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 3, 3, 3), 7, 6)


@pytest.fixture
def played(told: Callable[[Story], Table]) -> Table:
    """71 to 50, then 132 to 110, with the pieces of both hands kept."""
    table = told(hands_played)
    table.show()
    return table


def hand(page: Page, number: int) -> str:
    (found,) = page.root.all(id=f"hand-{number}")
    return found.text


def test_a_corrected_hand_shows_its_new_lines_at_once(played: Table) -> None:
    assert "Bid 4 + 3 = 7, took 8" in hand(played.show(), 1)
    played.correct(1, side_0="9", side_1="4")
    words = hand(played.show(), 1)
    assert "Bid 4 + 3 = 7, took 9" in words
    assert "2 overtricks" in words
    assert "took 8" not in words


def test_hands_after_a_corrected_one_show_their_new_totals_at_once(played: Table) -> None:
    assert "132" in hand(played.show(), 2)
    played.correct(1, side_0="9", side_1="4")
    words = hand(played.show(), 2)
    assert "133" in words
    assert "132" not in words
    assert "Bags 2 → 3" in words


def test_a_ruling_and_its_withdrawal_are_seen_at_once(played: Table) -> None:
    before = hand(played.show(), 1)
    played.rule("revoke", "later", seat="0", hand="1")
    assert "Ruling against Ann" in hand(played.show(), 1)
    played.withdraw()
    assert hand(played.show(), 1) == before


def test_a_change_of_house_rules_is_seen_at_once(played: Table) -> None:
    path = f"{played.path}/rules/change"
    form = played.browser.open(path).form("/change", "get")
    page = played.browser.open(path, query_string=form.fields | {"overtrick_points": "0"})
    assert "is 1 and a bag" in hand(played.show(), 1)
    played.browser.send(page.form("/change"))
    assert "is 0 and a bag" in hand(played.show(), 1)


def test_a_hand_that_was_undone_and_played_anew_shows_the_new_one(played: Table) -> None:
    played.undo()
    played.take(6, 7)
    assert "took 6" in hand(played.show(), 2)


def test_the_languages_do_not_mix(played: Table) -> None:
    pages = {}
    for language in ("en", "de", "fil", "de", "en"):
        played.browser.client.set_cookie("language", language)
        pages[language] = hand(played.show(), 1)
    assert "overtrick" in pages["en"]
    assert "Überstich" in pages["de"]
    assert "overtrick" not in pages["de"] + pages["fil"]
    assert len(set(pages.values())) == 3


def test_chips_speak_the_language_of_their_page(table: Table) -> None:
    assert "Nil" in table.show().form("/bids").node.text
    table.browser.client.set_cookie("language", "de")
    words = table.show().form("/bids").node.text
    assert "Null" in words
    assert "Nil" not in words
    table.browser.client.set_cookie("language", "en")
    assert "Null" not in table.show().form("/bids").node.text


def test_the_same_hand_of_two_matches_stays_with_its_people(table: Table, browser: Browser) -> None:
    other = Table(browser)
    other.start("partnership", player_0="<i>Zoe</i>")
    for one in (table, other):
        one.play(("nil", 3, 3, 2), 8, 5, seat_0=0)
    assert "Ann" in hand(table.show(), 1)
    words = hand(other.show(), 1)
    assert "<i>Zoe</i>" in words
    assert "Ann" not in words
    assert f"{other.path}/hands/1/correction" in other.show().links


def test_the_first_hand_is_open_at_the_end_and_folded_before(table: Table) -> None:
    table.start("partnership", opening_points_0="450")
    table.play((4, 3, 3, 3), 6, 7)
    assert "open" not in table.show().root.all(id="hand-1")[0].attributes
    table.undo()
    table.take(8, 5)
    assert "open" in table.show().root.all(id="hand-1")[0].attributes


def asked(number: int, chosen: str = "") -> Question:
    return Question(f"bid_{number}", "Ann", side=0, chosen=chosen, numbers=("nil", "1"))


def test_what_was_sent_but_never_offered_is_not_kept(app: Flask) -> None:
    question = app.jinja_env.globals["question"]
    with app.test_request_context(), force_locale("en"):
        plain = question(asked(0), ("Gold",))
        assert question(asked(0, "x" * 100_000), ("Gold",)) is plain
        assert question(asked(0, "nil"), ("Gold",)) != plain


def test_the_pieces_kept_in_memory_are_bounded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragments, "MOST", 10)
    pieces = fragments.Fragments()
    with app.test_request_context(), force_locale("en"):
        first, *_ = [
            pieces.render(asked(number), "question", ("G",), asked(number), "G")
            for number in range(25)
        ]
        assert pieces.render(asked(0), "question", ("G",), asked(0), "G") is not first


def test_what_was_used_last_is_kept_longest(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragments, "MOST", 2)
    pieces = fragments.Fragments()
    with app.test_request_context(), force_locale("en"):
        first = pieces.render(asked(0), "question", ("G",), asked(0), "G")
        pieces.render(asked(1), "question", ("G",), asked(1), "G")
        assert pieces.render(asked(0), "question", ("G",), asked(0), "G") is first
        pieces.render(asked(2), "question", ("G",), asked(2), "G")
        assert pieces.render(asked(0), "question", ("G",), asked(0), "G") is first
