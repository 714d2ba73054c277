from tests.table import Table


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
