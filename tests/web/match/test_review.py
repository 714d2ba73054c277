from tests.table import Table


def test_the_review_shows_every_hand(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 2, "nil", 2), 7, 5, seat_2=1)
    page = table.browser.open(f"{table.path}/review")
    assert page.status == 200
    assert "Bid 4 + 3 = 7, took 8" in page.text
    assert "Cleo failed nil, took 1" in page.text


def test_the_score_chart_has_symbols_and_a_table_of_its_numbers(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 2, 3, 2), 7, 6)
    page = table.browser.open(f"{table.path}/review")
    rows = [row.text for row in page.root.all("tr")]
    assert rows[-3:] == ["start 0 0", "1 71 50", "2 132 92"]
    assert len(page.root.all("polyline")) == 2
    page = table.browser.open(f"{table.path}/review")
    ends = [end for end in page.root.all("svg") if "line__end" in end.attributes["class"]]
    lines = [line.attributes["points"].split(",") for line in page.root.all("polyline")]
    assert [float(end.attributes["y"]) + 7 for end in ends] == [float(line[-1]) for line in lines]


def test_a_hand_in_the_chart_links_to_its_lines(table: Table) -> None:
    table.record_misdeal()
    table.play((4, 3, 3, 2), 8, 5)
    page = table.browser.open(f"{table.path}/review")
    (hand,) = page.root.all("a", class_="line__hand")
    assert hand.attributes["aria-label"] == "Hand 1: Gold 71, Blue 50"
    assert page.root.all("details", id=hand.attributes["href"].removeprefix("#"))


def test_hands_in_the_chart_are_wide_enough_to_tap(table: Table) -> None:
    table.start("partnership", target="1000")
    for _ in range(13):
        table.play((4, 3, 3, 3), 7, 6)
    page = table.browser.open(f"{table.path}/review")
    widths = {
        float(rect.attributes["width"])
        for hand in page.root.all("a", class_="line__hand")
        for rect in hand.all("rect")
    }
    assert min(widths) >= 17


def test_the_sheet_marks_nils_and_sets(table: Table) -> None:
    table.bid(4, 4, 3, "nil")
    table.take(6, 7, seat_3=0)
    (row,) = table.browser.open(f"{table.path}/review").root.all("summary", class_="sheet__summary")
    assert "−70 set , bid 4 + 3 = 7, took 6: set −70" in row.text
    assert "nil ✓ , Dan made nil" in row.text


def test_the_review_of_a_match_without_hands_links_to_the_file_and_the_match(table: Table) -> None:
    page = table.browser.open(f"{table.path}/review")
    assert page.status == 200
    assert "No hands played yet." in page.text
    links = table.browser.open(f"{table.path}/review").links
    assert f"{table.path}/file" in links
    assert table.path in links


def test_unusual_house_rules_are_listed(table: Table) -> None:
    table.start("partnership", target="350", failed_nil="help", floor="")
    words = table.browser.open(f"{table.path}/review").text
    assert "Play to 350" in words
    assert "They count towards the partner’s bid" in words


def test_a_correction_of_tricks_by_player_shows_both_ways(duel: Table) -> None:
    duel.play((5, 6), 6, 7)
    duel.correct(1, "the other way round", seat_0="7", seat_1="6")
    words = duel.browser.open(f"{duel.path}/review").text
    assert "took Ann 6, Ben 7" in words
    assert "took Ann 7, Ben 6" in words


def test_a_corrected_hand_without_bids_lists_its_tricks(table: Table) -> None:
    table.start("partnership", first_hand="bids itself")
    table.take(8, 5)
    table.correct(1, side_0="7", side_1="6")
    told = table.browser.open(f"{table.path}/review").text
    assert "before: took Gold 8, Blue 5" in told
    assert "after: took Gold 7, Blue 6" in told


def test_the_review_tells_the_story(table: Table) -> None:
    table.start("partnership", target="200")
    for _ in range(3):
        table.play((4, 3, 4, 2), 8, 5)
    words = table.browser.open(f"{table.path}/review").text
    assert "Ann & Cleo led after every hand. Reached the winning score of 200." in words


def test_awards_link_to_their_hands(table: Table) -> None:
    table.start("partnership", target="200")
    for bids in ((4, 3, 4, 2), (2, 3, 4, 2), (4, 3, 4, 2)):
        table.play(bids, 8, 5)
    page = table.browser.open(f"{table.path}/review")
    awards = [one.text for one in page.root.all("li", class_="awards__one side--0")]
    assert awards == [
        "Highest hand Ann & Cleo +80 Hand 1",
        "Most bags Ann & Cleo 2 bags most in hand 2",
    ]
    places = [one.attributes["href"] for one in page.root.all("a", class_="awards__hand")]
    assert places == ["#hand-1", "#hand-2"]
    assert page.root.all("details", id="hand-2")


def test_rulings_and_corrections_are_listed_in_order(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.rule("revoke", "later", seat="0", hand="1")
    table.correct(1, "miscounted", side_0="9", side_1="4")
    words = table.browser.open(f"{table.path}/review").text
    told = words[words.index("Rulings and corrections") :]
    assert told.index("Ruling on hand 1") < told.index("Hand 1 corrected")
