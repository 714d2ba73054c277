from itertools import pairwise

from tests.table import Table


def test_a_match_opens_as_it_was_played(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 2, "nil", 2), 7, 5, seat_2=1)
    page = table.browser.open(f"{table.path}/review")
    assert page.status == 200
    assert "Bid 4 + 3 = 7, took 8" in page.text
    assert "Nil by Cleo failed: took 1" in page.text


def test_the_score_line_stands_beside_its_numbers(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((3, 2, 3, 2), 7, 6)
    page = table.browser.open(f"{table.path}/review")
    rows = [row.text for row in page.root.all("tr")]
    assert rows[-3:] == ["start 0 0", "1 71 50", "2 132 92"]
    assert len(page.root.all("polyline")) == 2


def test_the_signs_at_the_ends_of_the_score_lines_do_not_cover_each_other(table: Table) -> None:
    table.start("solo")
    table.play((2, 2, 2, 2), 2, 2, 2, 7)
    page = table.browser.open(f"{table.path}/review")
    ends = [end for end in page.root.all("svg") if "line__end" in end.attributes["class"]]
    heights = sorted(float(end.attributes["y"]) for end in ends)
    assert len(heights) == 4
    assert min(below - above for above, below in pairwise(heights)) >= 16


def test_a_hand_of_the_score_line_leads_to_its_lines(table: Table) -> None:
    table.throw_in()
    table.play((4, 3, 3, 2), 8, 5)
    page = table.browser.open(f"{table.path}/review")
    (hand,) = page.root.all("a", class_="line__hand")
    assert hand.attributes["aria-label"] == "Hand 1: Gold 71, Blue 50"
    assert page.root.all("details", id=hand.attributes["href"].removeprefix("#"))


def test_a_hand_is_wide_enough_for_a_thumb_however_many_there_are(table: Table) -> None:
    table.start("partnership", target="1000")
    for _ in range(13):
        table.play((4, 3, 3, 3), 7, 6)
    page = table.browser.open(f"{table.path}/review")
    widths = {
        float(rect.attributes["width"])
        for hand in page.root.all("a", class_="line__hand")
        for rect in hand.all("rect")
    }
    assert min(widths) >= 24


def test_nils_and_sets_are_seen_on_the_sheet_before_it_is_opened(table: Table) -> None:
    table.bid(4, 4, 3, "nil")
    table.take(6, 7, seat_3=0)
    (row,) = table.browser.open(f"{table.path}/review").root.all("summary", class_="sheet__summary")
    assert "−70 set , bid 4 + 3 = 7, took 6: set −70" in row.text
    assert "nil ✓ , nil made by Dan" in row.text


def test_a_match_without_hands_can_be_reviewed(table: Table) -> None:
    page = table.browser.open(f"{table.path}/review")
    assert page.status == 200
    assert "No hand was played yet." in page.text


def test_house_rules_that_differ_are_listed(table: Table) -> None:
    table.start("partnership", target="350", failed_nil="help", floor="")
    words = table.browser.open(f"{table.path}/review").text
    assert "The match goes to 350" in words
    assert "They help the partner’s bid" in words


def test_a_thrown_in_hand_is_listed(table: Table) -> None:
    table.throw_in()
    assert "misdeal" in table.browser.open(f"{table.path}/review").text


def test_corrections_are_listed_in_their_order(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.correct(1, "first reason", side_0="9", side_1="4")
    table.correct(1, "second reason", side_0="7", side_1="6")
    words = table.browser.open(f"{table.path}/review").text
    assert words.index("first reason") < words.index("second reason")


def test_a_correction_of_words_only_shows_both_ways(duel: Table) -> None:
    duel.play((5, 6), 6, 7)
    duel.correct(1, "the other way round", seat_0="7", seat_1="6")
    words = duel.browser.open(f"{duel.path}/review").text
    assert "took Ann 6, Ben 7" in words
    assert "took Ann 7, Ben 6" in words


def test_a_review_leads_to_the_file_and_back_to_the_match(table: Table) -> None:
    links = table.browser.open(f"{table.path}/review").links
    assert f"{table.path}/file" in links
    assert table.path in links


def test_a_corrected_first_hand_that_bid_itself_is_told_by_its_tricks(table: Table) -> None:
    table.start("partnership", first_hand="bids itself")
    table.take(8, 5)
    table.correct(1, side_0="7", side_1="6")
    told = table.browser.open(f"{table.path}/review").text
    assert "before: took Gold 8, Blue 5" in told
    assert "after: took Gold 7, Blue 6" in told
