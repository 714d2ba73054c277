"""The rule card: how a table plays, in plain sentences."""

import pytest

from scorekeeper.words.language import LANGUAGES
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser


def card(table: Table) -> Page:
    return table.browser.open(f"{table.path}/rules")


def sentences(page: Page) -> list[str]:
    return [entry.text for entry in page.root.all("ul", class_="rulecard")[0].all("li")]


def test_the_referee_leads_to_the_card(table: Table) -> None:
    assert f"{table.path}/rules" in table.browser.open(f"{table.path}/referee").links


def test_the_usual_partnership_game_in_sentences(table: Table) -> None:
    assert sentences(card(table)) == [
        "500 points win; if several get there, the higher wins. −200 or less loses the match. "
        "A tie plays another hand.",
        "A contract made is 10 a trick bid; set, it costs 10 a trick bid. "
        "A trick over it is 1 point.",
        "Each overtrick is a bag; 10 bags cost 100. Bags over that stay.",
        "A nil made is 100, failed −100.",
        "The tricks of a failed nil: A point and a bag each.",
        "Both partners nil: Each scored alone.",
        "A blind nil made is 200, failed −200.",
        "A revoke costs: Three tricks.",
    ]


def test_the_usual_game_of_two_in_sentences(duel: Table) -> None:
    said = sentences(card(duel))
    assert said[0] == (
        "500 points win; if several get there, the higher wins. A tie plays another hand."
    )
    assert "The tricks of a failed nil: Nothing at all." in said
    assert "A blind nil made is 200, failed −200. Its bidder may change 3 cards." in said
    assert [words for words in said if "partner" in words] == []


def test_what_is_not_usual_is_marked_in_words(table: Table) -> None:
    table.start("partnership", target="350", board="4", bag_limit="0")
    marked = [words for words in sentences(card(table)) if words.endswith("not the usual")]
    assert [words.partition(" ")[0] for words in marked] == ["350", "There", "A"]
    assert "not the usual" not in " ".join(
        words for words in sentences(card(table)) if words not in marked
    )


def test_a_cookout_is_written_out_in_full(table: Table) -> None:
    form = table.browser.open("/matches/new?game=partnership").form("/matches")
    names = {f"player_{seat}": name for seat, name in enumerate(("A", "B", "C", "D"))}
    filled = table.browser.send(form, **names, preset="cookout").form("/matches")
    table.path = table.browser.send(filled).location
    said = " ".join(sentences(card(table)))
    assert "350 points win" in said
    assert "2 contracts set lose the match." in said
    assert "A trick over it is 0 points." in said
    assert "A pair bids at least 4; beside a nil the partner bids at least 4." in said
    assert "Big bids: from 10 on +150, set −150 instead." in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_card_speaks_the_language(table: Table, language: str) -> None:
    table.browser.client.set_cookie("language", language)
    page = card(table)
    assert (page.status, page.lang) == (200, language)


def test_a_card_without_changes_tells_of_none(table: Table) -> None:
    assert "Changed in mid-match" not in card(table).text


def test_a_stranger_does_not_see_the_card(table: Table, stranger: Browser) -> None:
    assert stranger.open(f"{table.path}/rules").status == 404


def test_a_watcher_reads_the_card(table: Table, watcher: Browser) -> None:
    assert watcher.open(f"{table.path}/rules").status == 200
