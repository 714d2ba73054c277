"""The rule card: how a table plays, in plain sentences."""

import re
from typing import Any

import pytest
from flask import Flask
from flask_babel import force_locale

from scorekeeper.rules import CHOICES, GAMES, NULLABLE, RANGES, RULES, HouseRules
from scorekeeper.web.house_labels import rules_of
from scorekeeper.web.languages import LANGUAGES
from scorekeeper.web.rule_card import entries
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser

DEPENDENT = {
    "blind_factor": {"blind_minimum": 6},
    "blind_set_factor": {"blind_minimum": 6},
}
"""House rules that mean something only beside another."""


def others(rule: str) -> list[Any]:
    """Values of a house rule in the partnership game, none of them the usual one."""
    usual = getattr(HouseRules.of("partnership"), rule)
    if rule == "big_bids":
        return [[{"at": 10, "made": 200, "set": -100, "how": how}] for how in ("instead", "extra")]
    if rule == "bag_carry":
        return [False]
    found: list[Any] = [*CHOICES.get(rule, ()), *RANGES.get(rule, ())]
    found += [None] if rule in NULLABLE else []
    return [value for value in found if value != usual]


VALUES = [
    pytest.param(rule, value, id=f"{rule} {value}") for rule in RULES for value in others(rule)
]


def card(table: Table) -> Page:
    return table.browser.open(f"{table.path}/rules")


def sentences(page: Page) -> list[str]:
    return [entry.text for entry in page.root.all("ul", class_="rulecard")[0].all("li")]


def spoken(app: Flask, language: str, house: HouseRules) -> str:
    """All sentences of a card in a language."""
    with app.test_request_context(), force_locale(language):
        return " ".join(str(entry.sentence) for entry in entries(house))


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


@pytest.mark.parametrize(("rule", "value"), VALUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_rule_changes_what_the_card_says(
    app: Flask, language: str, rule: str, value: Any
) -> None:
    beside = DEPENDENT.get(rule, {})
    usual = HouseRules.of("partnership", **beside)
    changed = HouseRules.of("partnership", **beside, **{rule: value})
    words = spoken(app, language, changed)
    assert words != spoken(app, language, usual)
    assert re.search(r"[%{}]|None|True|False", words) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "fil"])
def test_every_sentence_is_translated(app: Flask, language: str, game: str) -> None:
    more = {"bidding": "mirror", "forbidden_total": 13, "first_hand": "bids itself"}
    house = HouseRules.of(game, **more, hand_limit=9, minutes=90, sets_to_lose=2, blind_minimum=6)
    with app.test_request_context():
        with force_locale("en"):
            english = [entry.sentence for entry in entries(house)]
        with force_locale(language):
            translated = [entry.sentence for entry in entries(house)]
    assert len(translated) == len(english)
    assert set(translated).isdisjoint(english)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rule", RULES)
def test_a_change_is_marked_in_every_game_that_can_use_the_rule(
    app: Flask, game: str, rule: str
) -> None:
    usual = HouseRules.of(game)
    value = next(value for value in others(rule) if value != getattr(usual, rule))
    house = HouseRules.of(game, **DEPENDENT.get(rule, {}), **{rule: value})
    with app.test_request_context():
        marked = [entry for entry in entries(house) if entry.unusual]
    assert bool(marked) == (rule in rules_of(house.game))


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
