"""The same match by other house rules: a look, and no more."""

from tests.table import Table


def test_a_review_leads_to_what_would_have_been(table: Table) -> None:
    for _ in range(4):
        table.play((4, 3, 4, 2), 8, 5)
    links = table.browser.open(f"{table.path}/review").links
    assert f"{table.path}/what-if?preset=quick-250" in links
    assert not any("gold-and-blue" in link for link in links)
    words = table.browser.open(f"{table.path}/what-if?preset=quick-250").text
    assert "It would be over: Ann & Cleo." in words
    assert "It would have ended with hand 4." in words


def test_hands_that_count_otherwise_show_both(table: Table) -> None:
    table.play((2, 3, 3, 3), 7, 6)
    table.play((4, 3, 3, 3), 7, 6)
    page = table.browser.open(f"{table.path}/what-if?preset=cookout")
    rows = [row.text for row in page.root.all("tr")]
    assert rows[1:] == ["1 +52 → +50 +60", "2 +70 +60", "Total 120 120"]


def test_bids_that_are_not_allowed_there_are_told(table: Table) -> None:
    table.play((1, 3, 2, 3), 7, 6)
    words = table.browser.open(f"{table.path}/what-if?preset=cookout").text
    assert "Hand 1: Gold bid 3: at this table it takes at least 4." in words


def test_without_a_preset_the_first_is_looked_at(table: Table) -> None:
    table.play((4, 3, 4, 2), 8, 5)
    page = table.browser.open(f"{table.path}/what-if")
    (chosen,) = page.root.all("a", aria_current="true")
    assert chosen.text == "Pagat standard"


def test_a_preset_that_is_not_there_is_not_found(table: Table) -> None:
    assert table.browser.open(f"{table.path}/what-if?preset=two-players").status == 404
    assert table.browser.open(f"{table.path}/what-if?preset=nothing").status == 404


def test_before_the_first_hand_there_is_nothing_to_compare(table: Table) -> None:
    assert "nothing to compare yet" in table.browser.open(f"{table.path}/what-if").text
    assert not any("what-if" in link for link in table.browser.open(f"{table.path}/review").links)


def test_of_a_game_with_its_usual_rules_alone_there_is_none(table: Table) -> None:
    table.start("solo")
    table.play((4, 3, 3, 3), 4, 3, 3, 3)
    assert not any("what-if" in link for link in table.browser.open(f"{table.path}/review").links)
    assert table.browser.open(f"{table.path}/what-if").status == 200


def test_what_if_changes_nothing(table: Table) -> None:
    table.play((4, 3, 4, 2), 8, 5)
    before = table.browser.open(f"{table.path}/file").body
    table.browser.open(f"{table.path}/what-if?preset=cookout")
    assert table.browser.open(f"{table.path}/file").body == before
