from datetime import timedelta

import pytest

from scorekeeper.web.site import page_cache
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import story


@story
def over(table: Table) -> None:
    """A match that Gold has won in one hand, carried on from paper."""
    table.start("partnership", opening_points_0="450", opening_points_1="300")
    table.play((4, 3, 3, 2), 8, 5)


@story
def longer(table: Table) -> None:
    """A match that Gold has won in three hands."""
    table.start("partnership", target="200")
    for bids in ((4, 3, 4, 2), (2, 3, 4, 2), (4, 3, 4, 2)):
        table.play(bids, 8, 5)


def list_keys(page: Page) -> list[str]:
    """The keys below the page of a match that is over."""
    (dock,) = page.root.all(class_="dock__row")
    return [key.text for key in dock.xpath("./*")]


def test_the_end_has_everything_in_order_on_one_page(longer: Table) -> None:
    longer.correct(2, "miscounted", side_0="9", side_1="4")
    page = longer.show()
    parts = [
        *("Ann & Cleo win", "win 223 : 50 Ben & Dan", "Ann & Cleo led after every hand."),
        *("Highest hand Ann & Cleo +80 Hand 1", "Most bags Ann & Cleo 3 bags most in hand 2"),
        *("lose at −200 1 2 3 +113 Score sheet # Hand Gold", "8 bid, 8 4+4 → 8 +80 223"),
        *("Place and note", "Rulings and corrections Hand 2 corrected", "miscounted before: bid"),
        *("start 0 0 1 80 50 2 143 0", "What if?", "House rules", "Play to 200", "Share result"),
        *("Rematch Cleo deals", "New partners Ann & Dan – Cleo & Ben"),
    ]
    assert [part for part in parts if part not in page.text] == []
    assert sorted(parts, key=page.text.rindex) == parts
    assert page.points == [223, 50]
    awards = [award.attributes["href"] for award in page.root.all("a", class_="awards__one")]
    assert awards == ["#hand-1", "#hand-2"]
    (sheet,) = page.root.all("details", id="sheet")
    assert "open" in sheet.attributes
    assert [hand.attributes["id"] for hand in sheet.all("details", class_="sheet__hand")] == [
        *("hand-3", "hand-2", "hand-1")
    ]
    assert not {"bids", "tricks"} & {form.action.rpartition("/")[2] for form in page.forms}


def test_a_note_deals_the_winners_no_second_time(table: Table) -> None:
    table.start("partnership", opening_points_0="450", opening_points_1="300")
    table.play((4, 3, 3, 2), 8, 5)
    assert "over--fresh" in table.show().html
    form = table.browser.open(f"{table.path}/note").form("/note")
    assert table.browser.send(form, typed_note="A dog barked.").status == SAVED
    assert "over--fresh" not in table.show().html


def test_the_line_of_the_score_has_signs_and_columns_wide_enough_to_tap(table: Table) -> None:
    table.record_misdeal()
    table.start("partnership", target="1000")
    for _ in range(13):
        table.play((4, 3, 3, 3), 7, 6)
    table.end()
    page = table.show()
    hands = page.root.all("a", class_="line__hand")
    assert hands[0].attributes["aria-label"] == "Hand 1: Gold 70, Blue 60"
    assert all(page.root.all("details", id=hand.attributes["href"][1:]) for hand in hands)
    assert min(float(rect.attributes["width"]) for rect in page.root.all("rect")) >= 17
    ends = [end for end in page.root.all("svg") if "line__end" in end.attributes.get("class", "")]
    lines = [line.attributes["points"].split(",") for line in page.root.all("polyline")]
    assert [float(end.attributes["y"]) + 7 for end in ends] == [float(line[-1]) for line in lines]


def test_the_address_of_the_review_leads_to_the_match(over: Table) -> None:
    assert over.browser.open(f"{over.path}/review").location == over.path


def test_below_the_sheet_of_a_running_match_are_rulings_and_corrections(
    table: Table, watcher: Browser
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    assert "Rulings and corrections" not in table.show().text
    table.rule("revoke", "later", seat="0", hand="1")
    table.correct(1, "miscounted", side_0="9", side_1="4")
    for page in (table.show(), watcher.open(table.path)):
        told = page.text.partition("Rulings and corrections")[2]
        assert 0 < told.index("Ruling on hand 1") < told.index("Hand 1 corrected")


def test_final_scores_are_listed_best_first(table: Table) -> None:
    table.start("three-handed", opening_points_0="100", opening_points_1="450")
    table.play((5, 5, 5), 5, 6, 6)
    assert "Ben wins 501 Ann 150 Cleo 51" in table.show().text
    assert table.points == [150, 501, 51]


def test_corrections_say_what_was_taken_before_and_after(duel: Table) -> None:
    duel.play((5, 6), 6, 7)
    duel.correct(1, "the other way round", seat_0="7", seat_1="6")
    words = duel.show().text
    assert "took Ann 6, Ben 7" in words
    assert "took Ann 7, Ben 6" in words
    duel.start("partnership", first_hand="bids itself", player_1="Bea")
    duel.take(8, 5)
    duel.correct(1, side_0="7", side_1="6")
    assert "before: took Gold 8, Blue 5 after: took Gold 7, Blue 6" in duel.show().text


@pytest.mark.parametrize(
    ("fields", "players"),
    [({}, ["Ann", "Ben", "Cleo", "Dan"]), ({"rotate": "yes"}, ["Ann", "Cleo", "Dan", "Ben"])],
)
def test_a_rematch_has_the_same_rules_and_perhaps_new_partners(
    over: Table, fields: dict[str, str], players: list[str]
) -> None:
    answer = over.send("rematch", **fields)
    assert answer.status == SAVED
    written = over.browser.open(f"{answer.location}/file").json()
    assert written["players"] == players
    assert written["house"] == {"game": "partnership"}
    assert written["opening"] == [{"points": 0, "bags": 0}, {"points": 0, "bags": 0}]


def test_the_keys_below_are_for_those_who_play_on(
    duel: Table, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.end()
    assert list_keys(duel.show()) == ["Share result", "Rematch Ann draws first"]
    assert duel.send("rematch").status == SAVED
    watcher = over.browser.add_phone("spectator", over.path)
    assert list_keys(watcher.open(over.path)) == ["Share result"]
    over.send("rematch")
    assert list_keys(watcher.open(over.path)) == ["Share result", "Go to the rematch"]
    later = page_cache.now() + timedelta(days=7)
    monkeypatch.setattr(page_cache, "now", lambda: later)
    for browser in (over.browser, watcher):
        assert list_keys(browser.open(over.path)) == ["Share result"]


def test_the_end_links_to_the_comparison(table: Table) -> None:
    for _ in range(4):
        table.play((4, 3, 4, 2), 8, 5)
    table.end()
    assert f"{table.path}/what-if" in table.show().links
    links = table.browser.open(f"{table.path}/what-if").links
    assert f"{table.path}/what-if?preset=quick-250" in links
    assert not any("gold-and-blue" in link for link in links)
    words = table.browser.open(f"{table.path}/what-if?preset=quick-250").text
    assert "The match would be over. Winner: Ann & Cleo." in words
    assert "It would have ended after hand 4." in words


def test_hands_scored_differently_show_both_and_the_first_preset_is_the_default(
    table: Table,
) -> None:
    table.play((2, 3, 3, 3), 7, 6)
    table.play((4, 3, 3, 3), 7, 6)
    page = table.browser.open(f"{table.path}/what-if?preset=cookout")
    rows = [row.text for row in page.root.all("tr")]
    assert rows[1:] == ["1 +52 → +50 +60", "2 +70 +60", "Total 120 120"]
    page = table.browser.open(f"{table.path}/what-if")
    (chosen,) = page.root.all("a", aria_current="true")
    assert chosen.text == "Pagat standard"


def test_before_the_first_hand_there_is_nothing_to_compare(table: Table) -> None:
    assert table.browser.open(f"{table.path}/what-if?preset=two-players").status == 404
    assert table.browser.open(f"{table.path}/what-if?preset=nothing").status == 404
    assert "Nothing to compare yet" in table.browser.open(f"{table.path}/what-if").text
    table.end()
    assert not any("what-if" in link for link in table.show().links)


def test_a_game_with_one_preset_has_no_comparison(table: Table) -> None:
    table.start("solo")
    table.play((4, 3, 3, 3), 4, 3, 3, 3)
    table.end()
    assert not any("what-if" in link for link in table.show().links)
    assert table.browser.open(f"{table.path}/what-if").status == 200
